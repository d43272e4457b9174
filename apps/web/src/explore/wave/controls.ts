/** Wave's tile and its swizzle, the read that is shown, and the followed element; and the chip of other figures. */
import { choice, controls, select, whole } from '../../controls/schema.ts';
import { tries } from '../parts/known-states.ts';
import {
  chips,
  readsFor,
  readsOf,
  waveElements,
  type WaveParameters,
  wavesChoice,
} from './model.ts';

export const choices = {
  rows: [32, 64, 128, 256, 512],
  columns: [32, 64, 96, 128, 256, 512],
  gather: [2, 4, 8, 16],
  read: [2, 4, 8, 16],
  unit: [1, 2, 4, 8, 16],
  phases: [1, 2, 4, 8, 16],
} as const;

/** What Wave chooses the swizzle by, and the names of the tile with it. */
const accessNames = ['rows', 'columns', 'element', 'operandRows', 'gather', 'read'] as const;
export const waveNames = ['chip', ...accessNames, 'unit', 'phases'] as const;

const chip = choice('Chip', chips, 'gfx950');

/** It starts with the kernel of Wave's documentation. */
export const waveControls = controls(
  '',
  {
    chip,
    rows: choice('Rows', choices.rows, 32),
    columns: choice('Columns', choices.columns, 64),
    element: choice('Element', waveElements, 'f16', {
      text: (element) => ({ f16: 'f16, bf16', fp8: 'fp8, int8, fp4 pairs', f32: 'f32' })[element],
    }),
    /** Rows of the operand that one read delivers: lanes that go down a column. */
    operandRows: choice('Operand rows', [16, 32], 16),
    /** Elements that a lane fetches with one gather, and reads with one load. */
    gather: choice('Gather, elements per lane', choices.gather, 2),
    read: choice('Read, elements per lane', choices.read, 8),
    unit: choice('swizzle_unit', choices.unit, 8),
    phases: choice('max_phase', choices.phases, 8),
    which: select('Read', [0], 0),
    row: whole('Followed row', 2),
    column: whole('Followed column', 0),
  },
  {
    depends: {
      which: (state) => {
        const reads = readsOf(state);
        return {
          values: [...reads.keys()],
          text: (index) => {
            const { firstRow, firstColumn } = reads[index] ?? { firstRow: 0, firstColumn: 0 };
            const width = (64 / state.operandRows) * state.read;
            return `rows ${firstRow}-${firstRow + state.operandRows - 1}, columns ${firstColumn}-${firstColumn + width - 1}`;
          },
        };
      },
      read: (state) => ({ values: readsFor(state, choices.read) }),
      row: ({ rows }) => ({ max: rows - 1 }),
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

export const waveTries = tries(waveControls)`
Turn the swizzle off | phases=1 | Only the plain tile is left: four lanes of each phase share a bank.
Use two phases only | phases=2 | Rows with equal keys still share banks: part of the conflicts remains.
Take rows of 256 elements | columns=256 | Wave caps max_phase at 8, but a phase of this read has 16 rows on gfx950: two ways remain.
Use fp8, 256 x 128, operands of 32 rows | rows=256&columns=128&element=fp8&operandRows=32&gather=4&read=16&unit=16 | The picture shows 32 rows of 256. A phase now has 16 different rows but only 8 keys, so two ways remain on gfx950.
Run it on gfx942 | chip=gfx942 | A phase has 8 lanes there, on 32 banks: twice as many phases, and the same swizzle still works.
`;

/** The kernel of Wave's documentation. */
export const documentParameters: WaveParameters = waveControls.start;

export const limitControls = controls('limits', { chip });
export const meetControls = controls('meet', { chip });
