/** A tutorial on a chip; what is shown of one of its instructions; which verdicts on it are listed. */
import { machineNamed, type Tutorial, tutorials, tutorialTile } from '@ldscope/core';
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { elementTypes, typeText } from '../parts/element-types.ts';
import { waveOf } from '../parts/one-access.ts';
import { tries } from '../parts/known-states.ts';

/** Chips that counters were published of. */
export const chips = ['gfx942', 'gfx950'] as const;

/** CK Tile compiles for waves of 64 lanes and, on RDNA, of 32. */
const allChips = [...chips, 'gfx90a', 'gfx1100', 'gfx1201'] as const;

const wavesOf = (chip: string): string => `${chip}, waves of ${waveOf(machineNamed(chip))}`;

/** What the page calls each: the six of the slides, and 04, which is in their text. */
export const shown: readonly Tutorial[] = tutorials.filter(({ name }) => !name.includes('fp32'));

export const tutorialControls = controls(
  '',
  {
    name: choice(
      'Tutorial',
      shown.map(({ name }) => name),
      '01',
      { text: (name) => `${name} ${shown.find((one) => one.name === name)?.title ?? ''}` },
    ),
    chip: choice('Chip', allChips, 'gfx942', { text: wavesOf }),
    m: whole('Rows M', tutorialTile.m, { min: 16, max: 256, step: 16 }),
    k: whole('Columns K', tutorialTile.k, { min: 16, max: 256, step: 16 }),
    element: select('Element', elementTypes, 'f16', { text: typeText }),
    waves: choice('Waves', [1, 2, 4, 8], 4),
    /** Of the XOR descriptors. */
    kPack: select('KPack', [2, 4, 8, 16, 32], 8),
    /** Of 03 and 05. */
    padding: select('Padding, elements', ['as published', 0, 1, 2, 4, 8, 16], 'as published'),
    /** What the descriptor is built for: the chip's own banks where it asks for them. */
    banks: choice('Descriptor built for', ['chip', 32, 64], 'chip', {
      text: (banks) => (banks === 'chip' ? 'the banks of the chip' : `${banks} banks`),
    }),
  },
  {
    depends: {
      kPack: ({ name }) => ({ hidden: !['04', '05', '08', '10'].includes(name) }),
      padding: ({ name }) => ({ hidden: !['03', '05'].includes(name) }),
      banks: ({ name }) => ({ hidden: !['08', '10'].includes(name) }),
    },
  },
);

export const tutorialTries = tries(tutorialControls)`
Pad the rows (03) | name=03 | The write becomes two instructions, and the reads still conflict, though less.
Swizzle, but read down columns (04) | name=04 | The XOR alone does not help lanes that are eight rows apart: they have only two different keys.
Swizzle and read along packs (08) | name=08 | One write, one read, no conflict.
Run 08 as built on gfx950 | name=08&chip=gfx950&banks=32 | A descriptor for 32 banks conflicts where reads use 64.
Transpose 256 x 64 (01) | m=256&k=64 | Rows of 128 bytes all begin at one bank: each of the 64 reads conflicts more than those of the small tile.
Use 128 x 128 of fp8 with the XOR (08) | name=08&m=128&k=128&element=fp8&kPack=16 | Packs of 16 elements are 16 bytes: the same vectors, and again no conflict.
Use waves of 32 (08) | name=08&chip=gfx1100 | On RDNA a wave has 32 lanes, and each moves two vectors: twice as many instructions per wave, and again no conflict.
`;

export type TutorialState = StateOf<typeof tutorialControls>;

export const LANES = 64;

export const viewControls = controls('view', {
  /** The one that is shown, by its number among those of a wave. */
  instruction: whole('Instruction', 1),
  wave: whole('Wave', 0),
  address: choice('Address', ['first', 'second'], 'first'),
  lane: select('Lane', ['all', ...Array(LANES).keys()], 'all'),
});

export const verdictControls = controls('rules', {
  verdict: choice('Verdict', ['all', 'holds', 'violated', 'refuted'], 'all'),
});
