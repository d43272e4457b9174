export { executePtx, ptxKernels } from './run/execute.ts';
export { parsePtx } from './text/parser.ts';
