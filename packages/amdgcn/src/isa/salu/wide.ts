/**
 * Integers of 64 bits in the scalar ALU of RDNA 4.
 *
 *     s_add_nc_u64 s[0:1], s[2:3], s[4:5]      modulo 2^64; scc is kept
 *     s_mul_u64 s[0:1], s[2:3], s[4:5]         the low half of the product
 *
 * Source: AMD RDNA4 ISA, "Scalar ALU Operations".
 */
import { SINCE_RDNA4 } from '../../state/target.ts';
import type { Sum } from '../row.ts';
import { computes, pairs, row, type SaluRow } from './row.ts';

const pair = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

const wide = (name: string, sum: Sum, result: (a: bigint, b: bigint) => bigint): SaluRow =>
  row(
    name,
    'w2 r2 r2',
    pairs((wave, d, al, ah, bl, bh) => {
      const value = BigInt.asUintN(64, result(pair(al, ah), pair(bl, bh)));
      wave.setPair(d, Number(value & 0xffffffffn), Number(value >> 32n));
    }),
    { ...computes, sum, targets: SINCE_RDNA4 },
  );

export const wideRows: readonly SaluRow[] = [
  wide('s_add_nc_u64', 'a + b', (a, b) => a + b),
  wide('s_sub_nc_u64', 'a - b', (a, b) => a - b),
  wide('s_mul_u64', 'a * b', (a, b) => a * b),
];
