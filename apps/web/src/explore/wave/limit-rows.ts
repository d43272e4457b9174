/**
 * Tiles for which Wave's choice of parameters leaves conflicts, and the best key of the same unit.
 *
 *     32 x 32 f16, reads of 8    row mod 4: 2 ways    floor(row / 2) mod 4: 1 way
 */
import { plainLayout, type RowLayout, waveConditions, waveLayout } from '@ldscope/core';
import { documentParameters } from './controls.ts';
import {
  type Chip,
  countReads,
  readsOf,
  swizzleOf,
  tileOf,
  type WaveParameters,
  withWavesChoice,
} from './model.ts';

/** A row of the table of limits: the worst ways of all reads of the tile, plain and with what Wave's pass chooses. */
export interface LimitRow {
  readonly title: string;
  readonly parameters: WaveParameters;
  readonly plainWays: number;
  /** Absent where the swizzle would leave the row. */
  readonly swizzledWays?: number;
  /** The XOR key floor(row / rowsPerPhase) mod phases that does best with the same unit, the simplest of equals. */
  readonly best: RowKeyChoice;
}

type RowKeyChoice = Readonly<{ rowsPerPhase: number; phases: number; ways: number }>;

const limitCases: readonly (readonly [string, Partial<WaveParameters>])[] = [
  ['the default tile', {}],
  ['gathers wider than reads', { gather: 16, read: 2 }],
  ['rows of 4 chunks: fewer than the rows of a phase', { columns: 32 }],
  ['rows of 16 chunks', { columns: 128 }],
  ['rows of 32 chunks', { columns: 256 }],
  ['rows of 12 chunks', { columns: 96 }],
];

export function limitRows(chip: Chip): LimitRow[] {
  return limitCases.map(([title, changed]) => {
    const parameters = withWavesChoice({ ...documentParameters, chip, ...changed });
    const reads = readsOf(parameters);
    const ways = (phases: number, rowsPerPhase = 1): number => {
      const layout = keyedLayout(parameters, phases, rowsPerPhase);
      return countReads(parameters, layout, reads).ways;
    };
    const chunks = parameters.columns / parameters.unit;
    const keys = [1, 2, 4, 8]
      .flatMap((rowsPerPhase) =>
        [2, 4, 8, 16]
          .filter((phases) => chunks % phases === 0)
          .map((phases) => ({ rowsPerPhase, phases, ways: ways(phases, rowsPerPhase) })),
      )
      .sort((a, b) => a.ways - b.ways || a.rowsPerPhase - b.rowsPerPhase || a.phases - b.phases);
    return {
      title,
      parameters,
      plainWays: ways(1),
      ...(isSound(parameters) ? { swizzledWays: ways(parameters.phases) } : {}),
      best: keys[0] ?? { rowsPerPhase: 1, phases: 1, ways: ways(1) },
    };
  });
}

function keyedLayout(parameters: WaveParameters, phases: number, rowsPerPhase: number): RowLayout {
  const tile = tileOf(parameters);
  if (phases < 2) return plainLayout(tile);
  const layout = waveLayout({ swizzleUnit: parameters.unit, maxPhase: phases }, tile);
  return { ...layout, key: { kind: 'xor', phases, rowsPerPhase } };
}

/** That the XOR stays inside of the rows of the tile. */
const isSound = (parameters: WaveParameters): boolean =>
  waveConditions(swizzleOf(parameters), tileOf(parameters), []).every(
    ({ fault }) => fault === undefined,
  );
