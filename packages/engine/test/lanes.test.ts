/** Every lane of every access is followed from the old layout to the new one: 4 rows of 8 elements of 2 B, 16 B a row. */
import { opcodeNumber, TraceBuilder } from '@ldscope/core';
import { expect, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';
import { compareLanes, isInjectiveLayout } from '../src/fix/lanes.ts';
import { padded, plain, swizzled } from '../../mlir/test/passes/kernels.ts';

const tile = { rows: 4, columns: 8, elementBytes: 2 };
const layouts: Readonly<Record<string, typeof plain>> = {
  16: padded(0, tile),
  20: padded(4, tile),
  24: padded(8, tile),
  xor: swizzled({ kind: 'xor', phases: 4, rowsPerPhase: 1 }, 4, tile),
};

/** Workgroups `/` accesses `;`: an instruction, its wave, and the addresses of its first lanes. */
const tracesOf = (text: string) =>
  text.split('/').map((accesses) => {
    const sites = [{ id: 'first' }, { id: 'second' }];
    const builder = new TraceBuilder(32, sites);
    for (const [i, one] of accesses.split(';').entries()) {
      const [name = '', wave = '', ...rest] = one.trim().split(' ');
      const lanes = numbersIn(rest.join(' '));
      const addresses = Uint32Array.from({ length: 32 }, (_, lane) => lanes[lane] ?? 0);
      const op = opcodeNumber(name === 'copy' ? 'buffer_load_dword lds' : `ds_${name}`) ?? 0;
      builder.add(op, i, Number(wave), i, addresses, 2 ** lanes.length - 1);
    }
    return builder.finish();
  });

// Rows begin at 0, 16, 32, 48 (64 B in all) of the plain layout, at 0, 20, 40, 60 (80 B) and at 0, 24, 48, 72 (96 B); `xor`
// has unit u of 4 B of row r at unit u XOR r. Behind each element stands nothing that is followed.
test.each(rows`
  16 | 20 | read_u16 0 0, 2, 16, 62                    | read_u16 0 0, 2, 20, 74                    | same 1
  16 | 20 | read_u16 0 16; write_b16 1 18              | read_u16 0 20; write_b16 1 22              | same 2
  20 | 16 | read_u8 0 1, 15, 21                        | read_u8 0 1, 15, 17                        | same 1
  16 | 20 | read_u16 0 64, 80, 128                     | read_u16 0 80, 100, 160                    | same 1
  16 | 20 | read_u16 0 16 / read_u16 0 32              | read_u16 0 20 / read_u16 0 40              | same 2
  16 | 20 | read_u16 0 16 / read_u16 0 32              | read_u16 0 20 / read_u16 0 41              | different first
  16 | 20 | read_u16 0 16; read_u16 0 32               | read_u16 0 20; read_u16 0 32               | different second
  16 | 20 | read_u16 0 0, 16                           | read_u16 0 0, 16                           | different first
  20 | 16 | read_u16 0 16                              | read_u16 0 16                              | different first
  16 | xor | read_u16 0 2, 14, 16, 30, 34, 62          | read_u16 0 2, 14, 20, 26, 42, 50           | same 1
  xor | 16 | read_u16 0 2, 14, 20, 26, 42, 50          | read_u16 0 2, 14, 16, 30, 34, 62           | same 1
  20 | 16 | read_u8 0 19                               | read_u8 0 15                               | different first
  20 | 16 | read_u8 0 78                               | read_u8 0 0                                | different first
  20 | 16 | read_u8 0 98                               | read_u8 0 63                               | different first
  20 | 16 | read_u8 0 158                              | read_u8 0 63                               | different first
  20 | 24 | copy 0 16, 21, 79, 81                      | copy 0 16, 25, 91, 97                      | same 1
  20 | 24 | copy 0 20                                  | copy 0 20                                  | different first
  16 | 20 | read_u16 0 16; read_u16 0 32               | read_u16 0 20                              | unpaired
  16 | 20 | read_u16 0 16                              | read_u16 0 20; read_u16 0 40               | unpaired
  16 | 20 | read_u16 0 16 / read_u16 0 32              | read_u16 0 20                              | unpaired
  16 | 20 | read_u16 0 16                              | read_u16 1 20                              | unpaired
  16 | 20 | read_u16 0 16                              | read_u8 0 20                               | unpaired
`)('rows of %s B to %s B: %s, then %s: %s', (from, to, before, after, wanted) => {
  const [old, now] = [layouts[from] ?? plain, layouts[to] ?? plain];
  const found = compareLanes(tracesOf(before), tracesOf(after), old, now);
  const { kind, ...rest } = found;
  expect([kind, ...Object.values(rest)].join(' ')).toBe(wanted);
});

test.each([
  [16, 0, true],
  [16, 4, true],
  // The last element of a row is where the next row begins.
  [16, -2, false],
])(
  'rows of %d B, %d B after each: every element has a place of its own is %s',
  (_, pad, wanted) => {
    expect(isInjectiveLayout(padded(pad, tile))).toBe(wanted);
  },
);
