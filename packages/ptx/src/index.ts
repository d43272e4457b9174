export { type AuthoredParameter, parameterNote } from './text/parameter-notes.ts';
export type { Module } from './text/program.ts';
export { type AuthoredArray, sharedNote } from './text/shared-notes.ts';
export { describeKernel, type KernelDescription } from './run/describe.ts';
export { executePtx, ptxKernels, type SassOf } from './run/execute.ts';
export {
  encodeTensorMap,
  type TensorMap,
  tensorMapProblem,
  tensorTypes,
} from './state/tensor-map.ts';
export { parsePtx } from './text/parser.ts';
export { readSass } from './sass/listing.ts';
