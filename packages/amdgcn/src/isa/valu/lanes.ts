/** Instructions that move values between lanes, or between lanes and scalars: loops of their own. */
import { messages } from '@ldscope/core';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { EXEC, LANES, type Step, type Wave } from '../../state/wave.ts';
import type { ModifierValue, Operand } from '../../text/program.ts';
import type { CompileContext, CompileInstruction } from '../../state/compile.ts';
import type { Target } from '../../state/target.ts';
import type { Lanes } from '../row.ts';
import { rowOf } from './plan.ts';
import { SINCE_CDNA4 } from '../../state/target.ts';

/** The first active lane; 0 where none is. */
export function firstActive(wave: Wave): number {
  const low = wave.s[EXEC] ?? 0;
  if (low !== 0) return 31 - Math.clz32(low & -low);
  const high = wave.s[EXEC + 1] ?? 0;
  return high === 0 ? 0 : 63 - Math.clz32(high & -high);
}

/** Makes the step of an instruction; `undefined` when its operands are not what it takes. */
export type MakeLanes = (
  operands: readonly (Operand | undefined)[],
  modifiers: ReadonlyMap<string, ModifierValue>,
  context: CompileContext,
) => Step | undefined;

/** The first word of a vector register; `undefined` for any other operand. */
export const laneWords = (operand: Operand | undefined): number | undefined => {
  const place = operand && rowOf(operand, 'b32');
  return place === undefined ? undefined : place * LANES;
};

/** How a scalar operand or a constant is read; `undefined` for a vector register. */
export const laneScalar = (operand: Operand | undefined): ((wave: Wave) => number) | undefined =>
  operand && scalarReader(operand, 'b32');

/** v_readfirstlane_b32 s0, v1: the lowest active lane; lane 0 when none is. */
const readFirstLane: MakeLanes = ([target, source]) => {
  const to = target && scalarNumber(target);
  const from = laneWords(source);
  if (to === undefined || from === undefined) return undefined;
  return (wave) => {
    wave.s[to] = wave.u[from + firstActive(wave)] ?? 0;
  };
};

/** v_readlane_b32 s0, v1, s2: also from an inactive lane. */
const readLane: MakeLanes = ([target, source, lane], _, { waveSize }) => {
  const to = target && scalarNumber(target);
  const from = laneWords(source);
  const number = laneScalar(lane);
  if (to === undefined || from === undefined || number === undefined) return undefined;
  return (wave) => {
    wave.s[to] = wave.u[from + (number(wave) & (waveSize - 1))] ?? 0;
  };
};

/** v_writelane_b32 v0, s1, s2: also to an inactive lane. */
const writeLane: MakeLanes = ([target, source, lane], _, { waveSize }) => {
  const to = laneWords(target);
  const value = laneScalar(source);
  const number = laneScalar(lane);
  if (to === undefined || value === undefined || number === undefined) return undefined;
  return (wave) => {
    wave.u[to + (number(wave) & (waveSize - 1))] = value(wave);
  };
};

const swap: MakeLanes = ([first, second]) => {
  const a = laneWords(first);
  const b = laneWords(second);
  if (a === undefined || b === undefined) return undefined;
  return (wave) => {
    for (let lane = 0; lane < LANES; lane++) {
      if (!wave.isActive(lane)) continue;
      const kept = wave.i[a + lane] ?? 0;
      wave.i[a + lane] = wave.i[b + lane] ?? 0;
      wave.i[b + lane] = kept;
    }
  };
};

/**
 * Exchanges the odd rows of `width` lanes of the first register with the even rows of the second. A lane whose
 * partner is inactive is not written, or reads zero with `bound_ctrl`, or the partner's value with `fi`.
 */
const permuteSwap =
  (width: 16 | 32): MakeLanes =>
  ([first, second], modifiers) => {
    const a = laneWords(first);
    const b = laneWords(second);
    if (a === undefined || b === undefined) return undefined;
    const anyLane = modifiers.has('fi') && modifiers.get('fi') !== 0;
    const zero = modifiers.has('bound_ctrl');
    return (wave) => {
      for (let lane = 0; lane < LANES; lane++) {
        if ((lane & width) !== 0) continue;
        const partner = lane + width;
        const above = wave.i[a + partner] ?? 0;
        const below = wave.i[b + lane] ?? 0;
        const lower = wave.isActive(lane);
        const upper = wave.isActive(partner);
        if (upper && (lower || anyLane || zero)) wave.i[a + partner] = lower || anyLane ? below : 0;
        if (lower && (upper || anyLane || zero)) wave.i[b + lane] = upper || anyLane ? above : 0;
      }
    };
  };

const nothing: MakeLanes = () => () => undefined;

export interface LaneRow {
  readonly make: MakeLanes;
  readonly chips?: readonly Target[];
  /** Roles of the operands: written, read, or both. */
  readonly roles: string;
  /** Exec decides which lanes take part. */
  readonly masked: boolean;
  readonly lanes: Lanes;
  /** `indices`: M0 says which registers are meant. */
  readonly hidden: 'none' | 'indices';
  /** A value of one lane goes to a scalar, or comes from one. */
  readonly single?: SingleLane;
  /** Scalars that are read without being named. */
  readonly reads?: readonly number[];
}

/** The lane: the first active one, or one that an operand names. */
export type SingleLane = 'reads-first' | 'reads' | 'writes';

const all = { lanes: 'all', hidden: 'none' } as const;
/** A row without an effect. */
export const idle = { lanes: 'own', hidden: 'none', roles: '', masked: false } as const;

export const laneRows: ReadonlyMap<string, LaneRow> = new Map<string, LaneRow>([
  ['v_nop', { ...idle, make: nothing }],
  ['v_clrexcp', { ...idle, make: nothing }],
  [
    'v_readfirstlane_b32',
    {
      ...all,
      lanes: 'cross',
      make: readFirstLane,
      roles: 'wr',
      masked: true,
      single: 'reads-first',
    },
  ],
  ['v_readlane_b32', { ...all, make: readLane, roles: 'wrr', masked: false, single: 'reads' }],
  ['v_writelane_b32', { ...all, make: writeLane, roles: 'wrr', masked: false, single: 'writes' }],
  ['v_swap_b32', { ...all, lanes: 'own', make: swap, roles: 'bb', masked: true }],
  [
    'v_permlane16_swap_b32',
    { ...all, make: permuteSwap(16), roles: 'bb', masked: true, chips: SINCE_CDNA4 },
  ],
  [
    'v_permlane32_swap_b32',
    { ...all, make: permuteSwap(32), roles: 'bb', masked: true, chips: SINCE_CDNA4 },
  ],
]);

/** A compiler for the instructions of a row. */
export const compileLanes =
  ({ make, roles }: LaneRow): CompileInstruction =>
  ({ mnemonic, operands, modifiers }, context) => {
    const step = operands.length === roles.length ? make(operands, modifiers, context) : undefined;
    if (step === undefined) {
      const what = `needs ${roles.length} operands: registers, and scalars where a lane is named`;
      context.report(messages.execute.malformed(mnemonic, what));
    }
    return step;
  };
