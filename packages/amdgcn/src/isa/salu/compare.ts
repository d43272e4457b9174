/**
 * Scalar comparisons (SOPC, and SOPK with a 16-bit constant): they write scc only.
 * Source: AMD CDNA3 ISA, "Scalar ALU Operations".
 */
import { signedHalf } from '@ldscope/core';
import type { Wave } from '../../state/wave.ts';
import type { Comparison } from '../row.ts';
import { computes, type Make, row, type SaluRow, SCC } from './row.ts';

const relations: readonly (readonly [Comparison['relation'], (a: number, b: number) => boolean])[] =
  [
    ['eq', (a, b) => a === b],
    ['lg', (a, b) => a !== b],
    ['gt', (a, b) => a > b],
    ['ge', (a, b) => a >= b],
    ['lt', (a, b) => a < b],
    ['le', (a, b) => a <= b],
  ];

/** `prepare` turns the words into numbers to compare. */
function compare(
  holds: (a: number, b: number) => boolean,
  prepare: (word: number) => number,
  prepareSecond = prepare,
): Make {
  return ({ a, b }) => {
    const [left, right] = [a.low, b.low];
    return (wave) => {
      wave.scc = holds(prepare(left(wave)), prepareSecond(right(wave))) ? 1 : 0;
    };
  };
}

const signed = (word: number): number => word | 0;
const unsigned = (word: number): number => word >>> 0;
const unsignedShort = (word: number): number => word & 0xffff;

const bit = (wanted: 0 | 1, wide: boolean): Make => {
  return ({ a, b }) =>
    (wave: Wave) => {
      const index = b.low(wave);
      const word = wide && (index & 32) !== 0 ? a.high(wave) : a.low(wave);
      wave.scc = ((word >>> (index & 31)) & 1) === wanted ? 1 : 0;
    };
};

const pair = (equal: boolean): Make => {
  return ({ a, b }) =>
    (wave: Wave) => {
      const same = a.low(wave) === b.low(wave) && a.high(wave) === b.high(wave);
      wave.scc = same === equal ? 1 : 0;
    };
};

const writes = { ...computes, writes: SCC };

/** Relations of words, and of a word and a constant of 16 bits. */
const compareWords = (
  relation: Comparison['relation'],
  holds: (a: number, b: number) => boolean,
  type: 'i32' | 'u32',
): SaluRow[] => {
  const [word, half] = type === 'i32' ? [signed, signedHalf] : [unsigned, unsignedShort];
  const facts = { ...writes, compares: { relation, type } } as const;
  return [
    row(`s_cmp_${relation}_${type}`, 'r1 r1', compare(holds, word), facts),
    row(`s_cmpk_${relation}_${type}`, 'r1 r1', compare(holds, word, half), {
      ...facts,
      short: true,
    }),
  ];
};

export const compareRows: readonly SaluRow[] = [
  ...relations.flatMap(([relation, holds]) => [
    ...compareWords(relation, holds, 'i32'),
    ...compareWords(relation, holds, 'u32'),
  ]),
  row('s_cmp_eq_u64', 'r2 r2', pair(true), {
    ...writes,
    compares: { relation: 'eq', type: 'u64' },
  }),
  row('s_cmp_lg_u64', 'r2 r2', pair(false), {
    ...writes,
    compares: { relation: 'lg', type: 'u64' },
  }),
  row('s_bitcmp0_b32', 'r1 r1', bit(0, false), writes),
  row('s_bitcmp1_b32', 'r1 r1', bit(1, false), writes),
  row('s_bitcmp0_b64', 'r2 r1', bit(0, true), writes),
  row('s_bitcmp1_b64', 'r2 r1', bit(1, true), writes),
];
