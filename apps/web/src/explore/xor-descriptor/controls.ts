/** A tile and its packs, the chip, and the element that is followed. */
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { withDevice } from '../parts/chips.ts';
import { machineOf } from '../parts/one-access.ts';
import { mLdsLayerFor } from '@ldscope/core';

export const choices = {
  mPerBlock: [32, 64],
  kPerBlock: [16, 32, 64],
  packBytes: [4, 8, 16],
  elementBytes: [1, 2, 4],
  mLdsLayer: ['banks', 1, 2, 4, 8],
} as const;

export const xorControls = controls(
  '',
  {
    chip: choice('Chip', ['gfx942', 'gfx950'], 'gfx942', { text: withDevice }),
    mPerBlock: select('Rows kM', choices.mPerBlock, 64),
    kPerBlock: select('Columns kK', choices.kPerBlock, 32),
    elementBytes: select('Element', choices.elementBytes, 2, { text: (bytes) => `${bytes} B` }),
    /** Bytes of a pack; with the size of an element it gives kKPack. */
    packBytes: select('Pack (kKPack)', choices.packBytes, 16),
    /** `banks`: as many rows as one turn around the banks holds. */
    mLdsLayer: select('MLdsLayer', choices.mLdsLayer, 'banks'),
    m: whole('Row m', 13),
    k: whole('Column k', 18),
  },
  {
    depends: {
      packBytes: ({ elementBytes }) => ({
        text: (bytes) => `${bytes} B, ${bytes / elementBytes} elements`,
      }),
      mLdsLayer: ({ chip, kPerBlock, elementBytes }) => ({
        text: (layer) =>
          layer === 'banks'
            ? `by the banks: ${mLdsLayerFor(machineOf(chip).sharedMemory.banks.value, kPerBlock, elementBytes)}`
            : String(layer),
      }),
      m: ({ mPerBlock }) => ({ max: mPerBlock - 1 }),
      k: ({ kPerBlock }) => ({ max: kPerBlock - 1 }),
    },
  },
);

/** The names of what the model is made of: all but the element. */
export const xorNames = [
  'chip',
  'mPerBlock',
  'kPerBlock',
  'elementBytes',
  'packBytes',
  'mLdsLayer',
] as const;

export type XorParameters = Pick<StateOf<typeof xorControls>, (typeof xorNames)[number]>;
