/**
 * DPP: the first source comes from another lane.
 *
 *     row_shr:1                  lane i of a row of 16 reads lane i-1; lane 0 of the row has no source
 *     row_share:3 row_xmask:1    (RDNA) all lanes of a row read lane 3; lane i reads lane i ^ 1
 *     dpp8:[7,6,5,4,3,2,1,0]     (RDNA) lane i of eight reads the lane that is at i
 *
 * A lane without a source, or whose source is inactive, reads 0 with `bound_ctrl`, and is not written without.
 * `fi:1` reads inactive lanes as if they were active; `dpp8` without it reads 0 from them. `row_mask` and `bank_mask`
 * switch off rows of 16 and, in each, banks of 4. CDNA takes any `bound_ctrl` for set, RDNA `bound_ctrl:1`.
 * Sources: AMD CDNA3 ISA and RDNA3 ISA, "DPP"; LLVM AMDGPUModifierSyntax; LLVM's assembler for `bound_ctrl`.
 */
import type { MachineCode } from '@ldscope/core';
import type { ModifierValue } from '../../text/program.ts';

export interface Dpp {
  /** Source lane of each lane; -1 when there is none. */
  readonly lanes: Int8Array;
  /** Lanes that the masks allow. */
  readonly low: number;
  readonly high: number;
  /** Missing sources read zero. */
  readonly zero: boolean;
  /** Inactive lanes are sources. */
  readonly inactive: boolean;
  /** Lanes with a source, set by each fetch. */
  validLow: number;
  validHigh: number;
}

const LANES = 64;

type LaneRule = (lane: number, amount: number) => number;

const inRow = (lane: number, source: number): number =>
  source >> 4 === lane >> 4 && source >= 0 ? source : -1;

const RULES: Readonly<Record<string, LaneRule>> = {
  row_shl: (lane, n) => inRow(lane, lane + n),
  row_shr: (lane, n) => inRow(lane, lane - n),
  row_ror: (lane, n) => (lane & ~15) | ((lane - n) & 15),
  wave_shl: (lane) => (lane === 63 ? -1 : lane + 1),
  wave_shr: (lane) => lane - 1,
  wave_rol: (lane) => (lane + 1) & 63,
  wave_ror: (lane) => (lane - 1) & 63,
  row_mirror: (lane) => lane ^ 15,
  row_half_mirror: (lane) => lane ^ 7,
  row_bcast: (lane, n) => {
    if (n === 15) return lane < 16 ? -1 : (lane & ~15) - 1;
    return lane < 32 ? -1 : 31;
  },
  row_newbcast: (lane, n) => (lane & ~15) | n,
  row_share: (lane, n) => (lane & ~15) | n,
  row_xmask: (lane, n) => lane ^ n,
};

const numberOf = (value: ModifierValue | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** The lane movement that modifiers name; `undefined` when they name none. */
export function readDpp(
  modifiers: ReadonlyMap<string, ModifierValue>,
  family: MachineCode['family'] = 'cdna',
): Dpp | undefined {
  const lanes = laneMap(modifiers);
  if (lanes === undefined) return undefined;
  const rows = numberOf(modifiers.get('row_mask'), 15);
  const banks = numberOf(modifiers.get('bank_mask'), 15);
  let low = 0;
  let high = 0;
  for (let lane = 0; lane < LANES; lane++) {
    if (((rows >> (lane >> 4)) & (banks >> ((lane >> 2) & 3)) & 1) === 0) continue;
    if (lane < 32) low |= 1 << lane;
    else high |= 1 << (lane - 32);
  }
  const bound = modifiers.get('bound_ctrl');
  const eight = modifiers.has('dpp8');
  return {
    lanes,
    low,
    high,
    zero: eight || (bound !== undefined && (bound !== 0 || family === 'cdna')),
    inactive: numberOf(modifiers.get('fi'), 0) !== 0,
    validLow: 0,
    validHigh: 0,
  };
}

function laneMap(modifiers: ReadonlyMap<string, ModifierValue>): Int8Array | undefined {
  const quad = modifiers.get('quad_perm');
  if (typeof quad === 'object') {
    return Int8Array.from({ length: LANES }, (_, lane) => (lane & ~3) | (quad[lane & 3] ?? 0));
  }
  const eight = modifiers.get('dpp8');
  if (typeof eight === 'object') {
    return Int8Array.from({ length: LANES }, (_, lane) => (lane & ~7) | (eight[lane & 7] ?? 0));
  }
  for (const [name, rule] of Object.entries(RULES)) {
    const value = modifiers.get(name);
    if (value === undefined) continue;
    const amount = numberOf(value, 1);
    return Int8Array.from({ length: LANES }, (_, lane) => rule(lane, amount));
  }
  return undefined;
}

/** Moves `words` registers from row `from` to `into`, and notes which lanes had a source. */
export function fetchDpp(
  dpp: Dpp,
  registers: Int32Array,
  from: number,
  words: number,
  into: Int32Array,
  execLow: number,
  execHigh: number,
): void {
  let validLow = 0;
  let validHigh = 0;
  for (let lane = 0; lane < LANES; lane++) {
    const source = dpp.lanes[lane] ?? -1;
    const active =
      source < 0
        ? 0
        : dpp.inactive
          ? 1
          : ((source < 32 ? execLow : execHigh) >>> (source & 31)) & 1;
    if (active === 1) {
      if (lane < 32) validLow |= 1 << lane;
      else validHigh |= 1 << (lane - 32);
    }
    for (let word = 0; word < words; word++) {
      into[lane + LANES * word] = active === 1 ? (registers[from + LANES * word + source] ?? 0) : 0;
    }
  }
  dpp.validLow = dpp.zero ? -1 : validLow;
  dpp.validHigh = dpp.zero ? -1 : validHigh;
}
