export { describeKernel, type KernelDescription } from './run/describe.ts';
export { executePtx, ptxKernels } from './run/execute.ts';
export { parsePtx } from './text/parser.ts';
