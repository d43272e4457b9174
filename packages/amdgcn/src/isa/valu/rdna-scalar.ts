/**
 * The transcendental unit on one scalar (RDNA 4): reciprocal, roots, exponential and logarithm of f32 and f16.
 *
 *     v_s_rcp_f32 s0, -|s1| clamp mul:2      v_s_exp_f16 s0, s1      the upper half of s0 is zero
 *
 * They compute what `v_rcp_f32` and its kin compute in a lane, whatever exec says. Rounding is to nearest; the f32 forms
 * take and give no denormals (see `numeric/approximate.ts`). Source: AMD RDNA4 ISA, "Instructions".
 */
import { decodeTable, smallFloats } from '@ldscope/core';
import { asF32, bits32, toHalf } from '@ldscope/core/arithmetic';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { SINCE_RDNA4 } from '../../state/target.ts';
import type { LaneRow, MakeLanes } from './lanes.ts';
import { exp32, log32, rcp32, rsq32, sqrt32 } from './numeric/approximate.ts';
import { clampUnit } from './numeric/compare.ts';

type Kind = 'f32' | 'f16';

const FUNCTIONS: Readonly<Record<string, Readonly<Record<Kind, (value: number) => number>>>> = {
  rcp: { f32: rcp32, f16: (value) => 1 / value },
  rsq: { f32: rsq32, f16: (value) => 1 / Math.sqrt(value) },
  sqrt: { f32: sqrt32, f16: Math.sqrt },
  exp: { f32: exp32, f16: (value) => 2 ** value },
  log: { f32: log32, f16: Math.log2 },
};

let halves: Float64Array | undefined;

/** The f16 of a bit pattern. */
function halfOf(bits: number): number {
  const format = smallFloats['f16'];
  if (halves === undefined && format !== undefined) halves = decodeTable(format);
  return halves?.[bits & 0xffff] ?? 0;
}

const makeFunction =
  (kind: Kind, compute: (value: number) => number): MakeLanes =>
  ([target, source], modifiers) => {
    const to = target && scalarNumber(target);
    const read = source && scalarReader(source, kind);
    if (to === undefined || read === undefined) return undefined;
    const { negate, absolute } = source ?? {};
    const clamp = modifiers.has('clamp');
    const times = modifiers.get('mul');
    const by = modifiers.get('div');
    const factor = (typeof times === 'number' ? times : 1) / (typeof by === 'number' ? by : 1);
    const upper = modifiers.get('op_sel');
    const shift = typeof upper === 'object' && upper[0] === 1 ? 16 : 0;
    return (wave) => {
      const bits = read(wave);
      const plain = kind === 'f32' ? asF32(bits) : halfOf(bits >>> shift);
      const magnitude = absolute === true ? Math.abs(plain) : plain;
      const scaled = compute(negate === true ? -magnitude : magnitude) * factor;
      const value = clamp ? clampUnit(scaled) : scaled;
      wave.s[to] = kind === 'f32' ? bits32(value) : toHalf(value);
    };
  };

export const scalarFunctions: readonly (readonly [string, LaneRow])[] = Object.entries(
  FUNCTIONS,
).flatMap(([name, of]) =>
  (['f32', 'f16'] as const).map(
    (kind) =>
      [
        `v_s_${name}_${kind}`,
        {
          make: makeFunction(kind, of[kind]),
          lanes: 'own',
          hidden: 'none',
          roles: 'wr',
          masked: false,
          chips: SINCE_RDNA4,
        },
      ] as const,
  ),
);
