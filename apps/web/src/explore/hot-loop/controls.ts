/** What can be chosen: a chip, a tile of the product, a pipeline and its memory, and the zoom of the timeline. */
import { choice, controls, labelled, select, type StateOf, whole } from '../../controls/schema.ts';
import { gemmChips, gemmTileControls, gemmTileDepends } from '../parts/gemm-tile.ts';
import { tries } from '../parts/known-states.ts';
import { operations, plainRows } from './memory.ts';
import { defaultCircumstances } from './model.ts';
import { hasOwnTile, pipelines } from './schedules.ts';

export const memoryControls = controls(
  'memory',
  {
    chip: choice('Chip', gemmChips, 'gfx942'),
    operation: select('Your own: instruction', operations, 'ds_read_b128'),
    strideBytes: whole('its stride from lane to lane, bytes', 16, { max: 8192 }),
    waves: whole('waves', 4, { min: 1, max: 16 }),
  },
  { depends: { strideBytes: ({ operation }) => ({ hidden: !operation.startsWith('ds_') }) } },
);

/** They start with the tile of the GEMM notes. */
export const budgetControls = controls('budget', gemmTileControls(), { depends: gemmTileDepends });

export const productControls = controls('products', { wave: whole('Wave', 0) });

const defaultsFor = (of: Parameters<typeof defaultCircumstances>[0]) => {
  const { latency, bytesPerCycle } = defaultCircumstances(of);
  return { latency, bytesPerCycle, conflicts: 'none' } as const;
};

const { latency, bytesPerCycle } = defaultsFor('gfx942');

export const pipelineControls = controls(
  '',
  {
    pipeline: labelled('Pipeline', pipelines, 'by-hand'),
    ...gemmTileControls(),
    buffers: choice('Tiles in LDS', [1, 2, 3], 1),
    prefetch: choice('Tiles in registers', [1, 2], 1),
    copies: choice('Copies', ['through registers', 'to LDS'], 'through registers'),
    slice: select('K that is read ahead', ['half', 4, 8, 16, 32, 64, 128], 'half', {
      text: (depth) => (depth === 'half' ? 'half of a step' : String(depth)),
    }),
    latency: whole('Latency of global memory, cycles', latency, { max: 4000, step: 50 }),
    bytesPerCycle: whole('Bytes per cycle from global memory', bytesPerCycle, { min: 4, max: 128 }),
    conflicts: choice('Bank conflicts', ['none', 'plain'], 'none'),
  },
  {
    depends: {
      ...gemmTileDepends,
      conflicts: ({ pipeline, chip }) => ({
        text: (name) => {
          if (name === 'none') return 'none';
          if (hasOwnTile(pipeline)) return 'of plain rows';
          const { rowBytes, conflicts } = plainRows(chip);
          return `of rows of ${rowBytes} B: ${conflicts} cycles per read`;
        },
      }),
    },
    follow: (next, before) => (next.chip === before.chip ? {} : defaultsFor(next.chip)),
  },
);

export type PipelineState = StateOf<typeof pipelineControls>;

/** Global memory and LDS as the model of a chip has them. */
export const defaultsOf = ({ chip: own }: Pick<PipelineState, 'chip'>) => defaultsFor(own);

export const pipelineTries = tries(pipelineControls)`
Overlap nothing | pipeline=nothing | Load, write, read and multiply follow each other: the matrix core is idle most of the time.
Overlap global memory only | pipeline=global | The matrix core still waits for LDS reads at the start of each step.
Keep two tiles in LDS | pipeline=all&buffers=2 | Writes go beside the reads, and one barrier separates steps; an iteration is two steps.
Level 2 with its loads and writes | pipeline=all&access=8&buffers=2&slice=8 | The published sketch has only reads and products. With loads of 8 bytes and writes between them a step still takes about as long as its matrix instructions.
Take 256 x 256 x 64 in fp8, 8 waves | pipeline=all&k=64&element=fp8&waves=2x4 | Twice the depth in as many bytes. Two waves share a SIMD, and each takes half as many registers for C.
Give each LDS read its bank conflicts | conflicts=plain | Compare the cycles per iteration: conflicts cost time only where nothing hides them.
Take rows of 128 bytes as they are | pipeline=all&k=64&conflicts=plain | All rows begin at the same bank: a step takes more than twice as long as its matrix instructions, whose operands arrive late.
Take a quarter of the memory bandwidth | bytesPerCycle=${bytesPerCycle / 4} | The loop is then bound by global memory, not by the matrix core.
`;

export const budgetTries = tries(budgetControls)`
Use a tile of 64 x 64 | budget.m=64&budget.n=64 | Products shrink with the area, copies with the edge: memory becomes the busiest unit.
Use 256 x 256 x 256 in fp4 on gfx950 | budget.chip=gfx950&budget.k=256&budget.element=f4 | Four times the products of fp16 per byte: the matrix core takes as many cycles for eight times the depth as LDS and memory take for theirs.
Use f32 | budget.element=f32 | Each product takes more cycles and more bytes: see how both bars grow.
`;

export const zoomControls = controls('view', {
  zoom: choice('Zoom', ['all', '4 iterations', '1 iteration', 'a quarter'], '1 iteration'),
  /** Where the view begins, in quarters of an iteration. */
  quarter: whole('Begins at', 0),
});

export const waitControls = controls('waits', {
  shown: choice('Shown', ['waits and barriers', 'every line'], 'waits and barriers'),
});
