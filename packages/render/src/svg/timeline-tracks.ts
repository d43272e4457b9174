/**
 * The tracks of a compute unit: the rows of a picture of time.
 *
 *     SIMD 0    mfma:0  valu:0  scalar:0      units of each SIMD
 *     LDS       lds:0  lds:1                  one way to LDS for each pair of SIMDs
 *     memory    vmem  smem                    shared by the compute unit
 *     waves     wave:0  wave:1  ...           what each wave does: issues, or waits and for what
 *
 * Instructions that keep the same unit busy share a track: packed and transcendental ones that of the vector unit, branches
 * that of scalar instructions.
 */
import type { TimedProgram, Timeline, Unit } from '@ldscope/core';

export type TrackKind = 'mfma' | 'valu' | 'scalar' | 'lds' | 'vmem' | 'smem' | 'wave';

export interface Track {
  /** `mfma:0`, `lds:1`, `vmem`, `wave:3`. */
  readonly id: string;
  readonly kind: TrackKind;
  readonly title: string;
  /** SIMD, pair, or number of the wave. */
  readonly place: number;
}

/** The track of a unit; waits and barriers keep none busy. */
export function trackKind(unit: Unit): Exclude<TrackKind, 'wave'> | undefined {
  switch (unit) {
    case 'mfma':
    case 'lds':
    case 'vmem':
    case 'smem':
      return unit;
    case 'valu':
    case 'packed':
    case 'trans':
      return 'valu';
    case 'salu':
    case 'branch':
      return 'scalar';
    case 'wait':
    case 'barrier':
      return undefined;
  }
}

const unitTitles: Readonly<Record<Exclude<TrackKind, 'wave'>, string>> = {
  mfma: 'MFMA',
  valu: 'VALU',
  scalar: 'scalar',
  lds: 'LDS',
  vmem: 'VMEM',
  smem: 'SMEM',
};

const KINDS = ['mfma', 'valu', 'scalar', 'lds', 'vmem', 'smem'] as const;
const SIMDS = 4;

/**
 * Tracks by number, so that rows of a timeline find theirs without texts: units first, then waves. Only tracks on which
 * something happens are in `tracks`; `numberOf` gives -1 for an instruction without a unit.
 */
export interface TrackList {
  readonly tracks: readonly Track[];
  /** Track of the unit that a row of the timeline keeps busy. */
  readonly unitTrack: (row: number) => number;
  /** Track of a wave. */
  readonly waveTrack: (wave: number) => number;
}

/** The tracks of a simulated program. */
export function tracksOf({ instructions }: TimedProgram, timeline: Timeline): TrackList {
  const kindOf = Int8Array.from(instructions, ({ unit }) => {
    const kind = trackKind(unit);
    return kind === undefined ? -1 : KINDS.indexOf(kind);
  });
  const { count, wave, instruction, waves } = timeline;
  const simdOf = Uint8Array.from(waves, ({ simd }) => simd);
  const keyOf = (row: number): number => {
    const kind = kindOf[instruction[row] ?? 0] ?? -1;
    if (kind < 0) return -1;
    const simd = simdOf[wave[row] ?? 0] ?? 0;
    return kind * SIMDS + (kind < 3 ? simd : kind === 3 ? simd >> 1 : 0);
  };
  const used = new Uint8Array(KINDS.length * SIMDS);
  for (let row = 0; row < count; row++) {
    const key = keyOf(row);
    if (key >= 0) used[key] = 1;
  }
  const units = [...used.keys()].filter((key) => used[key] === 1).sort((a, b) => rank(a) - rank(b));
  const numbers = new Int32Array(used.length).fill(-1);
  for (const [number, key] of units.entries()) numbers[key] = number;
  return {
    tracks: [
      ...units.map(unitTrackOf),
      ...waves.map(({ simd }, place) => ({
        id: `wave:${place}`,
        kind: 'wave' as const,
        title: `wave ${place} · S${simd}`,
        place,
      })),
    ],
    unitTrack: (row) => numbers[keyOf(row)] ?? -1,
    waveTrack: (number) => units.length + number,
  };
}

/** SIMD by SIMD, then what they share. */
function rank(key: number): number {
  const kind = Math.floor(key / SIMDS);
  return kind < 3 ? (key % SIMDS) * 3 + kind : 100 + key;
}

function unitTrackOf(key: number): Track {
  const kind = KINDS[Math.floor(key / SIMDS)] ?? 'valu';
  const place = key % SIMDS;
  const shared = kind === 'vmem' || kind === 'smem';
  const where = kind === 'lds' ? ` S${2 * place}, S${2 * place + 1}` : ` S${place}`;
  return {
    id: shared ? kind : `${kind}:${place}`,
    kind,
    title: unitTitles[kind] + (shared ? '' : where),
    place,
  };
}
