/** What the figures of the page share: which pipeline, of which tile, on what. */
import { documentTile, gemmTileOf } from '../parts/gemm-tile.ts';
import type { PipelineState } from './controls.ts';
import { plainRows } from './memory.ts';
import type { Circumstances } from './model.ts';
import { hasOwnTile, type ScheduleRequest } from './schedules.ts';

export interface Settings extends ScheduleRequest {
  readonly circumstances: Circumstances;
}

export function settingsOf(state: PipelineState): Settings {
  const { pipeline, chip, latency, bytesPerCycle, conflicts } = state;
  const { buffers, prefetch, copies, slice } = state;
  const hasTile = hasOwnTile(pipeline);
  const isPlain = conflicts === 'plain';
  return {
    pipeline,
    chip,
    tile: hasTile ? gemmTileOf(state) : documentTile,
    buffering: {
      buffers,
      prefetch,
      directToLds: copies === 'to LDS',
      ...(slice === 'half' ? {} : { slice }),
    },
    // Schedules that are generated have the conflicts of each access, others those of one read.
    plain: isPlain && hasTile,
    circumstances: {
      latency,
      bytesPerCycle,
      readConflicts: isPlain && !hasTile ? plainRows(chip).conflicts : 0,
    },
  };
}
