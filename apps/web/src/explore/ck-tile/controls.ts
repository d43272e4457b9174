/** A tile and its index swapping, the element that is followed, and the read that the claims are about. */
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { withDevice } from '../parts/chips.ts';

export const chips = ['gfx942', 'gfx950'] as const;
export type ChipName = (typeof chips)[number];

export const choices = {
  mPerBlock: [16, 32, 64, 128, 256],
  kPerBlock: [16, 32, 48, 64, 96, 128],
  kPack: [2, 4, 8],
  mLdsLayer: [1, 2, 4, 8],
  elementBytes: [2, 4],
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
    elementBytes: select('Element', choices.elementBytes, 2, { text: (bytes) => `${bytes} B` }),
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

/** The names of what the model is made of: all but the element. */
export const swapNames = [
  'chip',
  'mPerBlock',
  'kPerBlock',
  'kPack',
  'mLdsLayer',
  'elementBytes',
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
  read: choice(
    'Read',
    reads.map(({ value }) => value),
    '08',
    { text: (read) => reads.find(({ value }) => value === read)?.label ?? read },
  ),
  mLdsLayer: choice('MLdsLayer', layers, 2),
});

export type ClaimParameters = StateOf<typeof claimControls>;
