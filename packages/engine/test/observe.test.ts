/** Conflicts of a kernel by its buffers: an access that reaches two counts for both, one that reaches none is elsewhere. */
import { emptyLaunch, findMachine } from '@ldscope/core';
import { expect, test } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { rows } from '../../../test/rows.ts';
import { conflictsOf, observe } from '../src/buffers/observe.ts';
import { readKernel } from '../src/buffers/read-kernel.ts';

const machine = findMachine('gfx942') ?? raise('no gfx942');

/** Each lets 64 lanes access column 0 of 64 rows of 32 words, all of one bank: 62 conflict cycles; `row` takes row 0, without. */
const accesses: Readonly<Record<string, string>> = {
  store: 'memref.store %v, %t0[%x, %c0] : !tile',
  load: '%l = memref.load %t1[%x, %c0] : !tile',
  row: '%r = memref.load %t0[%c0, %m] : !tile',
  // Rows 0, 2, 4, ... of the buffers, which follow each other from byte 0.
  both: `%null = llvm.mlir.zero : !llvm.ptr<3>
  %pair = arith.muli %x, %c64 : index
  %word = arith.index_cast %pair : index to i64
  %q = llvm.getelementptr %null[%word] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  %b = llvm.load %q : !llvm.ptr<3> -> f32`,
  other: `%g = llvm.mlir.addressof @g : !llvm.ptr<3>
  %words = arith.muli %x, %c32 : index
  %at = arith.index_cast %words : index to i64
  %p = llvm.getelementptr %g[%at] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  llvm.store %v, %p : f32, !llvm.ptr<3>`,
};

// Reads and writes of %t0, of %t1; `@g` is placed between them where it is used, so that `both` reaches %t0 and it.
test.each(rows`
  row              | 0  | 0  | 0  | 0  | 0  | true, true
  store            | 0  | 62 | 0  | 0  | 0  | true, true
  store load       | 0  | 62 | 62 | 0  | 0  | true, true
  other            | 0  | 0  | 0  | 0  | 62 | true, true
  store other      | 0  | 62 | 0  | 0  | 62 | true, true
  both             | 62 | 0  | 62 | 0  | 0  | false, false
  both load        | 62 | 0  | 124 | 0  | 0  | false, false
  store both       | 62 | 62 | 62 | 0  | 0  | false, false
  store both other | 62 | 62 | 0  | 0  | 62 | false, true
`)('%s: %s and %s, %s and %s, elsewhere %s', (names, ...wanted) => {
  const body = names.split(' ').map((name) => accesses[name] ?? raise(name));
  const text = `!tile = memref<64x32xf32, #gpu.address_space<workgroup>>
llvm.mlir.global internal @g() {addr_space = 3 : i32} : !llvm.array<8192 x i8>
func.func @k() attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
  %t0 = memref.alloc() : !tile
  %t1 = memref.alloc() : !tile
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %v = arith.constant 1.0 : f32
  %x = gpu.thread_id x
  %m = arith.remui %x, %c32 : index
  ${body.join('\n  ')}
  return
}`;
  const read = readKernel(text, machine, { launch: emptyLaunch });
  if (!('text' in read)) return raise(read[0]?.message ?? '');
  const observed = observe(read, machine, { launch: emptyLaunch });
  const { buffers, elsewhere, diagnostics } = observed;
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const counts = buffers.flatMap(({ reads, writes }) => [reads, writes]);
  const complete = buffers.map((buffer) => buffer.complete).join(', ');
  expect([...[...counts, elsewhere].map(String), complete]).toEqual(wanted);
  const [t0 = NaN, own = NaN] = counts;
  expect(conflictsOf([observed, observed], 0)).toBe(2 * (t0 + own));
});

// Two waves of a workgroup store 2 rows, of 3 workgroups 6: those of the first are kept, of the others as long as there is room.
test.each(rows`
  1 | 2       | false
  2 | 2       | false
  3 | 2       | false
  4 | 2, 2    | false
  5 | 2, 2    | false
  6 | 2, 2, 2 | true
  7 | 2, 2, 2 | true
`)('of which at most %s rows are kept: %s', (mostRows, ...wanted) => {
  const launch = { ...emptyLaunch, grid: [3, 1, 1] as const };
  const text = `!tile = memref<128xf32, #gpu.address_space<workgroup>>
func.func @k() attributes {gpu.kernel, gpu.known_block_size = array<i32: 128, 1, 1>} {
  %t = memref.alloc() : !tile
  %v = arith.constant 1.0 : f32
  %x = gpu.thread_id x
  memref.store %v, %t[%x] : !tile
  return
}`;
  const read = readKernel(text, machine, { launch });
  if (!('text' in read)) return raise(read[0]?.message ?? '');
  const options = { launch, workgroups: 3, mostRows: Number(mostRows) };
  const [{ traces, isWhole } = raise('no buffer')] = observe(read, machine, options).buffers;
  expect([traces.map(({ count }) => count).join(', '), String(isWhole)]).toEqual(wanted);
});
