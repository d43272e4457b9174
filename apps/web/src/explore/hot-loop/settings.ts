/** What the figures of the page share: which pipeline, of which tile, on what. */
import { lanes, serve } from '../parts/one-access.ts';
import type { PipelineState } from './controls.ts';
import type { GemmTile } from './generate.ts';
import { type Circumstances, machineOf } from './model.ts';
import { type Chip, hasOwnTile, type PipelineName } from './schedules.ts';

export interface Settings {
  readonly pipeline: PipelineName;
  readonly tile: GemmTile;
  readonly chip: Chip;
  readonly circumstances: Circumstances;
}

/** Iterations that are simulated: enough for a steady state, few enough for the blink of an eye. */
export const ITERATIONS = 12;

export function settingsOf(state: PipelineState): Settings {
  const { pipeline, size, depth, chip, latency, bytesPerCycle, conflicts } = state;
  const plain = plainRows(chip, hasOwnTile(pipeline) ? depth : 32);
  const readConflicts = conflicts === 'none' ? 0 : plain.conflicts;
  const circumstances = { latency, bytesPerCycle, readConflicts };
  return { pipeline, tile: { size, depth }, chip, circumstances };
}

const OPERAND_ROWS = 32;
const READ_BYTES = 16;
const HALF_BYTES = 2;

/** Conflict cycles of an operand's read when rows of the tile lie behind each other as they are. */
export function plainRows(
  chip: Chip,
  depth: number,
): { readonly rowBytes: number; readonly conflicts: number } {
  const rowBytes = depth * HALF_BYTES;
  const explanation = serve(
    machineOf(chip),
    'read.b128',
    lanes(
      64,
      (lane) => (lane % OPERAND_ROWS) * rowBytes + Math.floor(lane / OPERAND_ROWS) * READ_BYTES,
    ),
  );
  return { rowBytes, conflicts: explanation?.bankConflict ?? 0 };
}
