/** Where `mlir-opt` may be, the common name first. */
export const VERIFIERS = ['mlir-opt', ...[22, 21, 20, 19].map((version) => `mlir-opt-${version}`)];
