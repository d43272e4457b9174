/**
 * Phase tables: which lanes of a wave the hardware serves together.
 *
 * Every table that has been measured is the set of cosets of a GF(2) subspace of the lane id, so a table
 * is written as the basis of that subspace. gfx942 `ds_read_b128` is span(l0, l1, l2^l4): phase 0 holds
 * lanes 0-3 and 20-23, because lane bit 2 and lane bit 4 must change together.
 *
 *     lane   0 1 2 3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
 *     phase  0 0 0 0 | 1 1 1 1 | 2  ..   | 3   ..   | 1   ..   | 0   ..   | ...
 *
 * Invariant, checked when a table is made: phases are disjoint and cover the wave.
 */
export interface PhaseTable {
  /** For reports: `8 x 8 lanes, {0-3,20-23} first`. */
  readonly title: string;
  readonly waveSize: 32 | 64;
  /** Basis of the lanes of phase 0, as lane-id masks. */
  readonly basis: readonly number[];
  /** Number of phases. */
  readonly count: number;
  readonly lanesPerPhase: number;
  /** All lanes, phase after phase; phase p holds entries `p * lanesPerPhase` onwards. */
  readonly lanes: Uint8Array;
}

/** Tables by wave and basis: chips share most of them. */
const tables = new Map<string, PhaseTable>();

/** The phases that are the cosets of span(basis); in order of their lowest lane. */
export function cosets(waveSize: 32 | 64, basis: readonly number[]): PhaseTable {
  const key = `${waveSize}:${basis.join(',')}`;
  const table = tables.get(key) ?? tableOf(waveSize, basis);
  tables.set(key, table);
  return table;
}

function tableOf(waveSize: 32 | 64, basis: readonly number[]): PhaseTable {
  const lanesPerPhase = 2 ** basis.length;
  const span = new Uint8Array(lanesPerPhase);
  let size = 1;
  for (const vector of basis) {
    if (vector <= 0 || vector >= waveSize || span.subarray(0, size).includes(vector)) {
      throw new RangeError(`${basis.join(',')} is not a basis of lane masks below ${waveSize}`);
    }
    for (let i = 0; i < size; i++) span[size + i] = (span[i] ?? 0) ^ vector;
    size *= 2;
  }
  const taken = new Uint8Array(waveSize);
  const lanes = new Uint8Array(waveSize);
  let placed = 0;
  for (let first = 0; first < waveSize; first++) {
    if (taken[first] === 1) continue;
    const phase = lanes.subarray(placed, placed + lanesPerPhase);
    for (let i = 0; i < lanesPerPhase; i++) {
      const lane = (span[i] ?? 0) ^ first;
      phase[i] = lane;
      taken[lane] = 1;
    }
    phase.sort();
    placed += lanesPerPhase;
  }
  const count = waveSize / lanesPerPhase;
  const phase0 = laneRanges(lanes.subarray(0, lanesPerPhase));
  return {
    title: `${count} x ${lanesPerPhase} lanes${count > 1 ? `, first {${phase0}}` : ''}`,
    waveSize,
    basis,
    count,
    lanesPerPhase,
    lanes,
  };
}

/** Phases of consecutive lanes: `contiguous(64, 16)` is lanes 0-15, 16-31, 32-47, 48-63. */
export function contiguous(waveSize: 32 | 64, lanesPerPhase: number): PhaseTable {
  const basis: number[] = [];
  for (let bit = 1; bit < lanesPerPhase; bit <<= 1) basis.push(bit);
  return cosets(waveSize, basis);
}

/** The lanes of one phase. */
export function phaseLanes(table: PhaseTable, phase: number): Uint8Array {
  return table.lanes.subarray(phase * table.lanesPerPhase, (phase + 1) * table.lanesPerPhase);
}

/** `0-3,20-23` for an ascending list of lanes. */
export function laneRanges(lanes: ArrayLike<number>): string {
  const parts: string[] = [];
  for (let i = 0; i < lanes.length; i++) {
    const first = lanes[i] ?? 0;
    let last = first;
    while (lanes[i + 1] === last + 1) {
      last++;
      i++;
    }
    parts.push(first === last ? `${first}` : `${first}-${last}`);
  }
  return parts.join(',');
}
