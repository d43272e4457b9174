/** Where programs of LLVM may be, the common names first. */

/** The optimizer of MLIR, which verifies what it reads. */
export const VERIFIERS = ['mlir-opt', ...[22, 21, 20, 19].map((version) => `mlir-opt-${version}`)];

/** The disassembler. */
export const DISASSEMBLERS = [
  'llvm-objdump',
  ...[22, 21, 20, 19].map((version) => `llvm-objdump-${version}`),
  '/opt/rocm/llvm/bin/llvm-objdump',
];
