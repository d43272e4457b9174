/** A tile and its packs, the chip, and the followed element. */
import { machineNamed, mLdsLayerFor } from '@ldscope/core';
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { withDevice } from '../parts/words.ts';
import { bytesOf, elementTypes, typeText } from '../parts/element-types.ts';
import { tries } from '../parts/known-states.ts';

const choices = {
  mPerBlock: [16, 32, 48, 64, 96, 128, 192, 256, 512],
  kPerBlock: [16, 32, 64, 128, 256, 512],
  packBytes: [4, 8, 16],
  mLdsLayer: ['banks', 1, 2, 4, 8],
} as const;

export const xorControls = controls(
  '',
  {
    chip: choice('Chip', ['gfx942', 'gfx950'], 'gfx942', { text: withDevice }),
    mPerBlock: select('Rows kM', choices.mPerBlock, 64),
    kPerBlock: select('Columns kK', choices.kPerBlock, 32),
    element: select('Element', elementTypes, 'f16', { text: typeText }),
    /** Bytes of a pack; with the size of an element it gives kKPack. */
    packBytes: select('Pack (kKPack)', choices.packBytes, 16),
    /** `banks`: as many rows as one turn around the banks holds. */
    mLdsLayer: select('MLdsLayer', choices.mLdsLayer, 'banks'),
    m: whole('Row m', 13),
    k: whole('Column k', 18),
  },
  {
    depends: {
      packBytes: ({ element }) => ({
        text: (bytes) => `${bytes} B, ${bytes / bytesOf(element)} elements`,
      }),
      mLdsLayer: ({ chip, kPerBlock, element }) => ({
        text: (layer) =>
          layer === 'banks'
            ? `by the banks: ${mLdsLayerFor(machineNamed(chip).sharedMemory.banks.value, kPerBlock, bytesOf(element))}`
            : String(layer),
      }),
      m: ({ mPerBlock }) => ({ max: mPerBlock - 1 }),
      k: ({ kPerBlock }) => ({ max: kPerBlock - 1 }),
    },
  },
);

export const xorTries = tries(xorControls)`
One row per group | mLdsLayer=1 | With MLdsLayer 1 a group has only four packs: under “Effect on a read”, conflicts remain.
Move to gfx950 | chip=gfx950 | Its wide reads use 64 banks, so four rows form a group instead of two.
Use fp8, 256 x 128 | mPerBlock=256&kPerBlock=128&element=fp8 | A pack of 16 bytes holds 16 elements, and one row of 128 bytes fills the 32 banks of gfx942.
Use f32 elements | element=f32 | A pack of 16 bytes now holds four elements, and one row fills the banks.
`;

/** The names of what the model is made of: all but the element. */
export const xorNames = [
  'chip',
  'mPerBlock',
  'kPerBlock',
  'element',
  'packBytes',
  'mLdsLayer',
] as const;

export type XorParameters = Pick<StateOf<typeof xorControls>, (typeof xorNames)[number]>;
