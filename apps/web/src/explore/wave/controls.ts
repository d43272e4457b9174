/** Wave's tile and its swizzle, which of its reads is looked at, and the element that is followed; and the chip of others. */
import { choice, controls, select, whole } from '../../controls/schema.ts';
import { chips, readsOf, ROWS, type WaveParameters, wavesChoice } from './model.ts';

export const choices = {
  columns: [32, 64, 96, 128, 256],
  gather: [2, 8, 16],
  read: [2, 4, 8],
  unit: [1, 2, 4, 8, 16],
  phases: [1, 2, 4, 8, 16],
} as const;

/** What Wave chooses the swizzle by, and the names of the tile with it. */
const accessNames = ['columns', 'gather', 'read'] as const;
export const waveNames = ['chip', ...accessNames, 'unit', 'phases'] as const;

const chip = choice('Chip', chips, 'gfx950');

/** It starts with the kernel of the document. */
export const waveControls = controls(
  '',
  {
    chip,
    /** Elements of a row of the tile. */
    columns: choice('Tile, f16', choices.columns, 64, {
      text: (columns) => `${ROWS} x ${columns}`,
    }),
    /** Elements that a lane fetches with one gather, and reads with one load. */
    gather: choice('Gather, elements a lane', choices.gather, 2),
    read: choice('Read, elements a lane', choices.read, 8),
    unit: choice('swizzle_unit', choices.unit, 8),
    phases: choice('max_phase', choices.phases, 8),
    which: select('Which read', [0], 0),
    row: whole('Row of an element', 2, { max: ROWS - 1 }),
    column: whole('Its column', 0),
  },
  {
    depends: {
      which: (state) => {
        const reads = readsOf(state);
        return {
          values: [...reads.keys()],
          text: (index) => {
            const { firstRow, firstColumn } = reads[index] ?? { firstRow: 0, firstColumn: 0 };
            return `rows ${firstRow}-${firstRow + 15}, columns ${firstColumn}-${firstColumn + 4 * state.read - 1}`;
          },
        };
      },
      column: ({ columns }) => ({ max: columns - 1 }),
    },
    follow: (next, before) => {
      const changed = waveNames.filter((name) => next[name] !== before[name]);
      if (changed.length === 0) return {};
      const chosen = accessNames.some((name) => changed.includes(name)) ? wavesChoice(next) : {};
      return { ...chosen, which: 0, row: 2, column: 0 };
    },
  },
);

/** The kernel of the document. */
export const documentParameters: WaveParameters = waveControls.start;

export const limitControls = controls('limits', { chip });
export const meetControls = controls('meet', { chip });
