/** Reductions of bulk copies: what is in memory, what is brought, and what is there then, in words of 64 bits. */
import { expect, test } from 'vitest';
import { combineOf } from '../src/isa/async/reduce.ts';
import { rows } from '../../../test/rows.ts';

const bytesOf = (cell: string): Uint8Array =>
  new Uint8Array(BigUint64Array.from(cell.split(' '), BigInt).buffer);

test.each(rows`
  add u64          | 1 2                | 3 4                | 4 6
  add u64          | 0xffffffffffffffff | 2                  | 1
  add u64          | 0x7fffffffffffffff | 1                  | 0x8000000000000000
  add f64          | 0x3ff8000000000000 | 0x4000000000000000 | 0x400c000000000000
  min s64          | 1                  | 0xfffffffffffffffb | 0xfffffffffffffffb
  max u64          | 1                  | 0xfffffffffffffffb | 0xfffffffffffffffb
  xor b64          | 0x8000000000000ff0 | 0x3c               | 0x8000000000000fcc
  add u32          | 0x1ffffffff        | 0x100000001        | 0x200000000
  inc u32          | 0x600000007        | 0x700000007        | 0x700000000
  add noftz f16    | 0x3c003c003c004000 | 0x3c00             | 0x3c003c003c004200
  add noftz bf16   | 0x3f803f803f804000 | 0x3f800000         | 0x3f803f8040004000
`)('%s of %s and %s is %s', (modifiers, old, data, wanted) => {
  const kept = bytesOf(old);
  combineOf(modifiers.split(' '))?.(kept, bytesOf(data));
  expect(kept).toEqual(bytesOf(wanted));
});

test.each(['u64', 'add', 'inc u64'])('%s is not a reduction', (modifiers) => {
  expect(combineOf(modifiers.split(' '))).toBeUndefined();
});
