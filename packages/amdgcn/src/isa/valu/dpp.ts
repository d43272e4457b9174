/**
 * DPP: the first source comes from another lane.
 *
 *     row_shr:1    lane i of a row of 16 reads lane i-1; lane 0 of the row has no source
 *
 * A lane without a source, or whose source is inactive, reads 0 with `bound_ctrl`, and is not written without.
 * `row_mask` and `bank_mask` switch off rows of 16 and, in each, banks of 4. Source: AMD CDNA3 ISA, "DPP".
 */
import type { ModifierValue } from '../../text/program.ts';

export interface Dpp {
  /** Source lane of each lane; -1 when there is none. */
  readonly lanes: Int8Array;
  /** Lanes that the masks allow. */
  readonly low: number;
  readonly high: number;
  /** Missing sources read zero. */
  readonly zero: boolean;
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
};

const numberOf = (value: ModifierValue | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** The lane movement that modifiers name; `undefined` when they name none. */
export function readDpp(modifiers: ReadonlyMap<string, ModifierValue>): Dpp | undefined {
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
  return { lanes, low, high, zero: modifiers.has('bound_ctrl'), validLow: 0, validHigh: 0 };
}

function laneMap(modifiers: ReadonlyMap<string, ModifierValue>): Int8Array | undefined {
  const quad = modifiers.get('quad_perm');
  if (typeof quad === 'object') {
    return Int8Array.from({ length: LANES }, (_, lane) => (lane & ~3) | (quad[lane & 3] ?? 0));
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
    const active = source < 0 ? 0 : ((source < 32 ? execLow : execHigh) >>> (source & 31)) & 1;
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
