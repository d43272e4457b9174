/** The pipelines: three for any tile, and those of the GEMM notes as schedules of the repository. */
import type { Overlap } from '@ldscope/core';
import byHand from '../../../../../examples/schedules/gemm-256x256x32.sched?raw';
import levelOne from '../../../../../examples/schedules/gemm-level-1.sched?raw';
import levelTwo from '../../../../../examples/schedules/gemm-level-2.sched?raw';
import type { Answer } from '../parts/answer.ts';
import { documentTile, type GemmChip, type GemmTile } from '../parts/gemm-tile.ts';
import { type Buffering, pipelineFor, type Schedule } from './generate.ts';

export const pipelines = [
  { value: 'nothing', label: 'Nothing overlaps' },
  { value: 'global', label: 'Level 1: global memory' },
  { value: 'all', label: 'Levels 1 and 2: LDS too' },
  { value: 'by-hand', label: 'The loop by hand' },
  { value: 'level-1', label: 'Sketch of level 1' },
  { value: 'level-2', label: 'Sketch of level 2' },
] as const;

export type PipelineName = (typeof pipelines)[number]['value'];

interface Sketch {
  readonly text: string;
  /** Cycles per iteration that the notes give. */
  readonly published: number;
  /** What the schedule leaves out, and how to read it. */
  readonly note: string;
}

const sketches: ReadonlyMap<PipelineName, Sketch> = new Map([
  [
    'by-hand',
    {
      text: byHand,
      published: 2048,
      note: 'A loop that was scheduled by hand for MI300X: 64 matrix instructions, with 16 LDS reads, 8 LDS writes and 8 loads placed between them. Neither LDS nor registers are double-buffered.',
    },
  ],
  [
    'level-1',
    {
      text: levelOne,
      published: 2048,
      note: 'A published sketch: the next tile is fetched and written while this one is multiplied. Like the original it leaves out LDS reads.',
    },
  ],
  [
    'level-2',
    {
      text: levelTwo,
      published: 1024,
      note: 'A published sketch: two slices of 8 in k, with two alternating sets of operand registers. It has only LDS reads and matrix instructions; an iteration is two slices.',
    },
  ],
]);

const ownNotes: Readonly<Record<Overlap, string>> = {
  nothing:
    'Load, write, read and multiply follow each other, each waiting for the one before. This is the baseline.',
  global:
    'The next tile is fetched into registers while this one is multiplied. Reads from LDS still come first in every step.',
  all: 'Half of the operands of a step are read while the other half is multiplied, and pieces of the next tile are written to LDS between matrix instructions. With more tiles in LDS a step needs one barrier instead of two.',
};

/** The published figure of a pipeline, where it has one. */
export function publishedCycles(name: PipelineName): number | undefined {
  return sketches.get(name)?.published;
}

/** True when the tile of a pipeline can be chosen. */
export function hasOwnTile(name: PipelineName): name is Overlap {
  return !sketches.has(name);
}

export function noteOf(name: PipelineName): string {
  return hasOwnTile(name) ? ownNotes[name] : (sketches.get(name)?.note ?? '');
}

/** By chip, the assembler's name of the matrix instruction with 32 x 32 x 8 halves. */
const instructions: Readonly<Record<GemmChip, string>> = {
  gfx90a: 'v_mfma_f32_32x32x8f16',
  gfx942: 'v_mfma_f32_32x32x8_f16',
  gfx950: 'v_mfma_f32_32x32x8_f16',
};

/** The tile of the notes with their instruction, which is not the largest of every chip. */
export const documentTileOn = (chip: GemmChip): GemmTile => ({
  ...documentTile,
  instruction: instructions[chip],
});

/** Iterations of a loop that is not generated: enough for a steady state, few enough for the blink of an eye. */
const ITERATIONS = 12;

export interface ScheduleRequest {
  readonly pipeline: PipelineName;
  /** Sketches have their own. */
  readonly tile: GemmTile;
  readonly buffering: Buffering;
  readonly chip: GemmChip;
  /** Rows of the tile one after the other in LDS, with the conflicts that they have; else without conflicts. */
  readonly plain: boolean;
}

/** The schedule of a pipeline for a chip, or why the tile has none. */
export function scheduleOf(
  { pipeline, tile, buffering, chip, plain }: ScheduleRequest,
  iterations = ITERATIONS,
): Answer<Schedule> {
  if (hasOwnTile(pipeline)) {
    return pipelineFor({ overlap: pipeline, tile, buffering, chip, plain }, iterations);
  }
  const text = (sketches.get(pipeline)?.text ?? '')
    .replace(/^machine .*$/m, `machine ${chip}`)
    .replace(/^mfma .*$/m, `mfma ${instructions[chip]}`)
    .replace(/^loop \d+:/m, `loop ${iterations}:`);
  return { ok: true, value: { text, tile: documentTileOn(chip), steps: 1 } };
}
