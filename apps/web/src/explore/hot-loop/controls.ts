/** What can be chosen: a chip, a tile of the product, a pipeline and the memory under it, and how it is looked at. */
import { choice, controls, type StateOf, whole } from '../../controls/schema.ts';
import { defaultCircumstances } from './model.ts';
import { chips, hasOwnTile, pipelines } from './schedules.ts';
import { plainRows } from './plain-rows.ts';

const chip = choice('Chip', chips, 'gfx942');
const sizes = [64, 128, 256];
const depths = [32, 64];

export const memoryControls = controls('memory', { chip });

/** They start with the tile of the notes. */
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
      'What overlaps',
      pipelines.map(({ value }) => value),
      'by-hand',
      { text: (name) => pipelines.find(({ value }) => value === name)?.label ?? name },
    ),
    size: choice('Rows and columns', sizes, 256),
    depth: choice('Depth', depths, 32),
    chip,
    latency: whole('Latency of global memory', latency, { max: 4000, step: 50 }),
    bytesPerCycle: whole('Its bytes per cycle', bytesPerCycle, { min: 4, max: 128 }),
    conflicts: choice('Bank conflicts of each LDS read', ['none', 'plain'], 'none'),
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

export const zoomControls = controls('view', {
  zoom: choice('In view', ['all', '4 iterations', '1 iteration', 'a quarter'], '1 iteration'),
});

export const waitControls = controls('waits', {
  shown: choice('Shown', ['waits and barriers', 'every line'], 'waits and barriers'),
});
