/** What can be chosen: a chip, a tile of the product, a pipeline and its memory, and the zoom of the timeline. */
import { choice, controls, type StateOf, whole } from '../../controls/schema.ts';
import { tries } from '../parts/tries.ts';
import { defaultCircumstances } from './model.ts';
import { chips, hasOwnTile, pipelines } from './schedules.ts';
import { plainRows } from './plain-rows.ts';

const chip = choice('Chip', chips, 'gfx942');
const sizes = [64, 128, 256];
const depths = [32, 64];

export const memoryControls = controls('memory', { chip });

/** They start with the tile of the GEMM notes. */
export const budgetControls = controls('budget', {
  size: choice('Rows and columns of the tile', sizes, 256),
  depth: choice('Depth of a step', depths, 32),
  chip,
});

export const productControls = controls('products', { wave: choice('Wave', [0, 1, 2, 3], 0) });

const defaultsFor = (of: Parameters<typeof defaultCircumstances>[0]) => {
  const { latency, bytesPerCycle } = defaultCircumstances(of);
  return { latency, bytesPerCycle, conflicts: 'none' } as const;
};

const { latency, bytesPerCycle } = defaultsFor('gfx942');

export const pipelineControls = controls(
  '',
  {
    pipeline: choice(
      'Pipeline',
      pipelines.map(({ value }) => value),
      'by-hand',
      { text: (name) => pipelines.find(({ value }) => value === name)?.label ?? name },
    ),
    size: choice('Rows and columns', sizes, 256),
    depth: choice('Depth', depths, 32),
    buffers: choice('Tiles in LDS', [1, 2, 3], 1),
    prefetch: choice('Tiles in registers', [1, 2], 1),
    copies: choice('Copies', ['through registers', 'to LDS'], 'through registers'),
    chip,
    latency: whole('Latency of global memory, cycles', latency, { max: 4000, step: 50 }),
    bytesPerCycle: whole('Bytes per cycle from global memory', bytesPerCycle, { min: 4, max: 128 }),
    conflicts: choice('Bank conflicts per LDS read', ['none', 'plain'], 'none'),
  },
  {
    depends: {
      conflicts: (state) => {
        const plain = plainRows(state.chip, hasOwnTile(state.pipeline) ? state.depth : 32);
        return {
          text: (name) =>
            name === 'none' ? name : `rows of ${plain.rowBytes} B: ${plain.conflicts} cycles`,
        };
      },
    },
    follow: (next, before) => (next.chip === before.chip ? {} : defaultsFor(next.chip)),
  },
);

export type PipelineState = StateOf<typeof pipelineControls>;

/** Global memory and LDS as the model of a chip has them. */
export const defaultsOf = ({ chip: own }: Pick<PipelineState, 'chip'>) => defaultsFor(own);

export const pipelineTries = tries(pipelineControls, [
  {
    name: 'Overlap nothing',
    state: { pipeline: 'nothing' },
    see: 'Load, write, read and multiply follow each other: the matrix core is idle most of the time.',
  },
  {
    name: 'Overlap global memory only',
    state: { pipeline: 'global' },
    see: 'The matrix core still waits for LDS reads at the start of each step.',
  },
  {
    name: 'Keep two tiles in LDS',
    state: { pipeline: 'all', buffers: 2 },
    see: 'Writes go beside the reads, and one barrier separates steps; an iteration is two steps.',
  },
  {
    name: 'Give each LDS read its bank conflicts',
    state: { conflicts: 'plain' },
    see: 'Compare the cycles per iteration: conflicts cost time only where nothing hides them.',
  },
  {
    name: 'Take a quarter of the memory bandwidth',
    state: { bytesPerCycle: Math.floor(bytesPerCycle / 4) },
    see: 'The loop is then bound by global memory, not by the matrix core.',
  },
]);

export const budgetTries = tries(budgetControls, [
  {
    name: 'Use a tile of 64 x 64',
    state: { size: 64 },
    see: 'Products shrink with the area, copies with the edge: memory becomes the busiest unit.',
  },
]);

export const zoomControls = controls('view', {
  zoom: choice('Zoom', ['all', '4 iterations', '1 iteration', 'a quarter'], '1 iteration'),
  /** Where the view begins, in quarters of an iteration. */
  quarter: whole('Begins at', 0),
});

export const waitControls = controls('waits', {
  shown: choice('Shown', ['waits and barriers', 'every line'], 'waits and barriers'),
});
