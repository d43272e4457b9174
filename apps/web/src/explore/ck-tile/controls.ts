/** A tile and its index swapping, the followed element, and the read that claims are about. */
import { choice, controls, labelled, select, type StateOf, whole } from '../../controls/schema.ts';
import { elementTypes, typeText } from '../parts/element-types.ts';
import { tries } from '../parts/known-states.ts';
import { withDevice } from '../parts/words.ts';

export const chips = ['gfx942', 'gfx950'] as const;
export type ChipName = (typeof chips)[number];

export const choices = {
  mPerBlock: [16, 32, 48, 64, 96, 128, 192, 256],
  kPerBlock: [16, 32, 48, 64, 96, 128, 192, 256],
  kPack: [2, 4, 8, 16, 32],
  mLdsLayer: [1, 2, 4, 8],
} as const;

const chip = choice('Chip', chips, 'gfx942', { text: withDevice });

export const swapControls = controls(
  '',
  {
    chip,
    mPerBlock: select('MPerBlock', choices.mPerBlock, 64),
    kPerBlock: select('KPerBlock', choices.kPerBlock, 32),
    kPack: select('KPack', choices.kPack, 8),
    mLdsLayer: select('MLdsLayer', choices.mLdsLayer, 2),
    element: select('Element', elementTypes, 'f16', { text: typeText }),
    m: whole("Row M'", 13),
    k: whole("Column K'", 18),
  },
  {
    depends: {
      m: ({ mPerBlock }) => ({ max: mPerBlock - 1 }),
      k: ({ kPerBlock }) => ({ max: kPerBlock - 1 }),
    },
  },
);

export const swapTries = tries(swapControls)`
Take the next row | m=14 | Row 14 is in the next row group, so its key differs and the pack moves elsewhere.
Use fp8 with KPack 16 | kPerBlock=64&kPack=16&element=fp8 | Sixteen elements are 16 bytes: the same packs, groups and banks as 8 elements of f16.
Use 48 columns | kPerBlock=48 | A group has 12 packs, not a power of two: elements share places, and CK does not check it.
Put eight rows into a group | mLdsLayer=8 | The lanes that read together now share keys: see the conflicts below.
`;

/** The names of what the model is made of: all but the element. */
export const swapNames = [
  'chip',
  'mPerBlock',
  'kPerBlock',
  'kPack',
  'mLdsLayer',
  'element',
] as const;

export type SwapParameters = Pick<StateOf<typeof swapControls>, (typeof swapNames)[number]>;

/** The reads, by the tutorial that has them. */
export const reads = [
  { value: '04', label: 'down columns (04)' },
  { value: '08', label: 'along packs (08)' },
  { value: '10', label: 'along M (10)' },
] as const;
export type ReadName = (typeof reads)[number]['value'];

export const layers = [1, 2, 4, 8] as const;

export const claimControls = controls('claims', {
  chip,
  read: labelled('Read', reads, '08'),
  mLdsLayer: choice('MLdsLayer', layers, 2),
});

export type ClaimParameters = StateOf<typeof claimControls>;
