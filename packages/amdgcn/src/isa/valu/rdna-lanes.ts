/**
 * Instructions of RDNA that move values between lanes or find their registers through M0.
 *
 *     v_permlane16_b32 v0, v1, s2, s3 op_sel:[1,0]    lane i of 16 reads the lane that digit i of s3:s2 names
 *     v_permlanex16_b32                               the same from the other row of 16
 *     v_permlane64_b32 v0, v1                         lane i reads lane i ^ 32; nothing happens in a wave of 32
 *     v_movrels_b32 v0, v1                            reads the register M0 behind v1
 *
 * A source that is inactive leaves the lane as it is, reads 0 with `op_sel:[_,1]`, or is read with `op_sel:[1,_]`.
 * Sources: AMD RDNA3 and RDNA4 ISA, "Instructions"; for `op_sel`, LLVM (`llvm.amdgcn.permlane16`).
 */
import { messages } from '@ldscope/core';
import { RDNA, SINCE_GFX1250, SINCE_RDNA4 } from '../../state/target.ts';
import { LANES, M0, VGPRS, type Wave } from '../../state/wave.ts';
import type { ModifierValue, Operand } from '../../text/program.ts';
import { idle, laneRows, type LaneRow, laneScalar, laneWords, type MakeLanes } from './lanes.ts';
import { scalarFunctions } from './rdna-scalar.ts';

const moved = new Int32Array(LANES);

/** Copies a register for each active lane from the lane that a rule names. */
function permute(
  wave: Wave,
  to: number,
  from: number,
  sourceOf: (lane: number) => number,
  any: boolean,
  zero: boolean,
): void {
  const { i } = wave;
  for (let lane = 0; lane < wave.size; lane++) {
    const source = sourceOf(lane);
    const readable = any || wave.isActive(source);
    moved[lane] = readable ? (i[from + source] ?? 0) : zero ? 0 : (i[to + lane] ?? 0);
  }
  for (let lane = 0; lane < wave.size; lane++) {
    if (wave.isActive(lane)) i[to + lane] = moved[lane] ?? 0;
  }
}

const flagAt = (modifiers: ReadonlyMap<string, ModifierValue>, index: number): boolean => {
  const list = modifiers.get('op_sel');
  return typeof list === 'object' && list[index] === 1;
};

/** `row` is 16 for the other row of a pair. */
const permuteSixteen =
  (row: 0 | 16): MakeLanes =>
  ([target, source, low, high], modifiers) => {
    const to = laneWords(target);
    const from = laneWords(source);
    const lowDigits = laneScalar(low);
    const highDigits = laneScalar(high);
    if (to === undefined || from === undefined) return undefined;
    if (lowDigits === undefined || highDigits === undefined) return undefined;
    const any = flagAt(modifiers, 0);
    const zero = flagAt(modifiers, 1);
    return (wave) => {
      const a = lowDigits(wave);
      const b = highDigits(wave);
      const digit = (lane: number): number => ((lane & 8 ? b : a) >>> (4 * (lane & 7))) & 15;
      permute(wave, to, from, (lane) => ((lane & 48) | digit(lane)) ^ row, any, zero);
    };
  };

/** Each lane names its source in the same row. */
const permuteSixteenVariable =
  (row: 0 | 16): MakeLanes =>
  ([target, source, digits], modifiers) => {
    const to = laneWords(target);
    const from = laneWords(source);
    const by = laneWords(digits);
    if (to === undefined || from === undefined || by === undefined) return undefined;
    const any = flagAt(modifiers, 0);
    const zero = flagAt(modifiers, 1);
    return (wave) => {
      const sourceOf = (lane: number): number =>
        ((lane & 48) | ((wave.i[by + lane] ?? 0) & 15)) ^ row;
      permute(wave, to, from, sourceOf, any, zero);
    };
  };

const permuteHalves: MakeLanes = ([target, source], _, { waveSize }) => {
  const to = laneWords(target);
  const from = laneWords(source);
  if (to === undefined || from === undefined) return undefined;
  if (waveSize === 32) return () => {};
  return (wave) => permute(wave, to, from, (lane) => lane ^ 32, true, false);
};

const swapHalves: MakeLanes = ([first, second]) => {
  const a = laneWords(first);
  const b = laneWords(second);
  if (a === undefined || b === undefined) return undefined;
  const upper = (operand: Operand | undefined): number =>
    operand?.kind === 'register' && operand.half === 'h' ? 16 : 0;
  const shiftA = upper(first);
  const shiftB = upper(second);
  return (wave) => {
    for (let lane = 0; lane < wave.size; lane++) {
      if (!wave.isActive(lane)) continue;
      const x = ((wave.i[a + lane] ?? 0) >>> shiftA) & 0xffff;
      const y = ((wave.i[b + lane] ?? 0) >>> shiftB) & 0xffff;
      wave.i[a + lane] = ((wave.i[a + lane] ?? 0) & ~(0xffff << shiftA)) | (y << shiftA);
      wave.i[b + lane] = ((wave.i[b + lane] ?? 0) & ~(0xffff << shiftB)) | (x << shiftB);
    }
  };
};

/** The offset that M0 adds to the number of a register. */
type Distance = (m0: number) => number;
const none: Distance = () => 0;
const whole: Distance = (m0) => m0 >>> 0;
const low: Distance = (m0) => m0 & 1023;
const high: Distance = (m0) => (m0 >>> 16) & 1023;

/** A move between registers that M0 names. A register that does not exist is an error of the kernel. */
const moveRelative =
  (target: Distance, source: Distance, swap = false): MakeLanes =>
  ([to, from]) => {
    const into = laneWords(to);
    const vector = laneWords(from);
    const scalar = laneScalar(from);
    if (into === undefined || (vector === undefined && scalar === undefined)) return undefined;
    if (vector === undefined && source !== none) return undefined;
    return (wave) => {
      const m0 = wave.s[M0] ?? 0;
      const at = into + LANES * target(m0);
      const of = (vector ?? 0) + LANES * source(m0);
      const beyond = Math.max(at, of) / LANES;
      if (beyond >= VGPRS) {
        const what = `M0 is 0x${m0.toString(16)}, and there is no register v${beyond}`;
        return wave.fail(messages.execute.malformed('v_movrel', what));
      }
      const constant = scalar?.(wave) ?? 0;
      for (let lane = 0; lane < wave.size; lane++) {
        if (!wave.isActive(lane)) continue;
        const value = vector === undefined ? constant : (wave.u[of + lane] ?? 0);
        if (swap) wave.u[of + lane] = wave.u[at + lane] ?? 0;
        wave.u[at + lane] = value;
      }
    };
  };

const nothing: MakeLanes = () => () => {};

/** Those of CDNA that RDNA has too. */
const SHARED = ['v_nop', 'v_readfirstlane_b32', 'v_readlane_b32', 'v_writelane_b32', 'v_swap_b32'];

const masked = { masked: true, chips: RDNA, lanes: 'all', hidden: 'none' } as const;
const indexed = { ...masked, lanes: 'own', hidden: 'indices', reads: [M0] } as const;

export const rdnaLaneRows: ReadonlyMap<string, LaneRow> = new Map<string, LaneRow>([
  ...SHARED.flatMap((name): [string, LaneRow][] => {
    const row = laneRows.get(name);
    return row === undefined ? [] : [[name, { ...row, chips: RDNA }]];
  }),
  ...['v_permlane16_swap_b32'].flatMap((name): [string, LaneRow][] => {
    const row = laneRows.get(name);
    return row === undefined ? [] : [[name, { ...row, chips: SINCE_GFX1250 }]];
  }),
  ['v_pipeflush', { ...idle, make: nothing, chips: RDNA }],
  ['v_permlane16_b32', { make: permuteSixteen(0), roles: 'brrr', ...masked }],
  ['v_permlanex16_b32', { make: permuteSixteen(16), roles: 'brrr', ...masked }],
  [
    'v_permlane16_var_b32',
    { make: permuteSixteenVariable(0), roles: 'brr', ...masked, chips: SINCE_RDNA4 },
  ],
  [
    'v_permlanex16_var_b32',
    { make: permuteSixteenVariable(16), roles: 'brr', ...masked, chips: SINCE_RDNA4 },
  ],
  ['v_permlane64_b32', { make: permuteHalves, roles: 'wr', ...masked }],
  ['v_swap_b16', { make: swapHalves, roles: 'bb', ...masked, lanes: 'own' }],
  ['v_movreld_b32', { make: moveRelative(whole, none), roles: 'wr', ...indexed }],
  ['v_movrels_b32', { make: moveRelative(none, whole), roles: 'wr', ...indexed }],
  ['v_movrelsd_b32', { make: moveRelative(whole, whole), roles: 'wr', ...indexed }],
  ['v_movrelsd_2_b32', { make: moveRelative(high, low), roles: 'wr', ...indexed }],
  ['v_swaprel_b32', { make: moveRelative(high, low, true), roles: 'bb', ...indexed }],
  ...scalarFunctions,
]);
