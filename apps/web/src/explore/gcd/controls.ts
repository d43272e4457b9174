/** A tile, and how many of its rows are read at once. */
import { machineNamed } from '@ldscope/core';
import { choice, controls, type StateOf, whole } from '../../controls/schema.ts';
import { waveOf } from '../parts/one-access.ts';
import { cases, tries } from '../parts/known-states.ts';
import { withBanks } from '../parts/words.ts';

/** Bytes of an element. */
export const elements = { f8: 1, f16: 2, f32: 4, f64: 8 } as const;
export const elementNames = ['f8', 'f16', 'f32', 'f64'] as const;
export const chips = ['gfx942', 'gfx950', 'gfx1100', 'sm_90'] as const;
export type Chip = (typeof chips)[number];
export const MOST_LD = 2048;

export const rowCounts = (chip: Chip): readonly number[] =>
  [8, 16, 32, 64].filter((rows) => rows <= waveOf(machineNamed(chip)));

export const gcdControls = controls(
  '',
  {
    element: choice('Element', elementNames, 'f16'),
    /** Elements from one row to the next. */
    ld: whole('LD, elements', 128, { min: 1, max: MOST_LD }),
    /** Rows that lanes of a group read, one lane each. */
    rows: choice('Rows read together', rowCounts('gfx942'), 16),
    chip: choice('Chip', chips, 'gfx942', { text: withBanks }),
  },
  { depends: { rows: ({ chip }) => ({ values: rowCounts(chip) }) } },
);

export type GcdParameters = StateOf<typeof gcdControls>;

export const gcdTries = tries(gcdControls)`
Pad each row by 4 elements | ld=132 | Press play: each row begins two banks further, and no two rows share a bank.
Pad by 1 element instead | ld=129 | Rows now begin inside a word. The rule does not apply, and wide reads are misaligned: see the table below.
Fix only half of it | ld=144 | The advance shares a factor with the number of banks: four banks serve all sixteen rows.
Use fp8 elements | element=f8 | Half as many bytes per row, and still one bank for all rows: 128 bytes are one period of 32 banks.
`;

/** The tile of the two accesses. */
export const accessControls = controls('accesses', {
  columns: whole('Columns of the f32 tile', 32, { min: 1, max: 1024 }),
});

/** Worked numbers: the same columns, before and after padding. */
export const worked = cases(gcdControls, 'chip')`
LD = 128 f16
LD = 132 f16 | ld=132
LD = 32 f32 | element=f32&ld=32&rows=32
LD = 33 f32 | element=f32&ld=33&rows=32
`;
