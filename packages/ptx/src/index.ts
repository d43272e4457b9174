export { type AuthoredParameter, parameterNote } from './text/parameter-notes.ts';
export { type AuthoredTypes, typeNote } from './text/type-notes.ts';
export type { Module } from './text/program.ts';
export { type AuthoredArray, sharedNote } from './text/shared-notes.ts';
export { describeKernel, type KernelDescription } from './run/describe.ts';
export { executePtx, ptxKernels } from './run/execute.ts';
export type { SassOf } from './run/options.ts';
export {
  encodeTensorMap,
  type TensorMap,
  tensorMapProblem,
  tensorTypes,
} from './state/tensor-map.ts';
export {
  type AddressMode,
  encodeTexture,
  texelBytes,
  type TexelFormat,
  type Texture,
  textureSpan,
} from './state/texture.ts';
export { outlinePtx } from './text/outline.ts';
export { parsePtx } from './text/parser.ts';
export { readSass } from './sass/listing.ts';
