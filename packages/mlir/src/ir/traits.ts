/** What holds for an operation whatever its operands are, by name. */

/** Operations whose regions do not see the values around them. */
export const isolatedOperations: ReadonlySet<string> = new Set([
  'builtin.module',
  'func.func',
  'gpu.all_reduce',
  'gpu.func',
  'gpu.module',
  'hal.executable',
  'hal.executable.variant',
  'llvm.func',
  'stream.executable',
  'tt.func',
]);
