/** What the figures of the page share: which pipeline, of which tile, on what. */
import type { PipelineState } from './controls.ts';
import type { Buffering, GemmTile } from './generate.ts';
import type { Circumstances } from './model.ts';
import { plainRows } from './plain-rows.ts';
import { type Chip, hasOwnTile, type PipelineName } from './schedules.ts';

export interface Settings {
  readonly pipeline: PipelineName;
  readonly tile: GemmTile;
  readonly buffering: Buffering;
  readonly chip: Chip;
  readonly circumstances: Circumstances;
}

/** Iterations that are simulated: enough for a steady state, few enough for the blink of an eye. */
export const ITERATIONS = 12;

export function settingsOf(state: PipelineState): Settings {
  const { pipeline, size, depth, chip, latency, bytesPerCycle, conflicts } = state;
  const { buffers, prefetch, copies } = state;
  const buffering = { buffers, prefetch, directToLds: copies === 'to LDS' };
  const plain = plainRows(chip, hasOwnTile(pipeline) ? depth : 32);
  const readConflicts = conflicts === 'none' ? 0 : plain.conflicts;
  const circumstances = { latency, bytesPerCycle, readConflicts };
  return { pipeline, tile: { size, depth }, buffering, chip, circumstances };
}
