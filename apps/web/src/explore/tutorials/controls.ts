/** A tutorial on a chip; what is shown of one of its instructions; which verdicts on it are listed. */
import { choice, controls, select, type StateOf, whole } from '../../controls/schema.ts';
import { TILE_WAVES, type Tutorial, tutorials } from '@ldscope/core';
import { withDevice } from '../parts/chips.ts';
import { tries } from '../parts/tries.ts';

export const chips = ['gfx942', 'gfx950'] as const;

/** What the page calls each: the six of the slides, and 04, which is in their text. */
export const shown: readonly Tutorial[] = tutorials.filter(({ name }) => !name.includes('fp32'));

export const tutorialControls = controls('', {
  name: choice(
    'Tutorial',
    shown.map(({ name }) => name),
    '01',
    { text: (name) => `${name} ${shown.find((one) => one.name === name)?.title ?? ''}` },
  ),
  chip: choice('Chip', chips, 'gfx942', { text: withDevice }),
  /** What the descriptor is built for: the chip's own banks where it asks for them. */
  banks: choice('Descriptor built for (08 and 10)', ['chip', 32, 64], 'chip', {
    text: (banks) => (banks === 'chip' ? 'the banks of the chip' : `${banks} banks`),
  }),
});

export const tutorialTries = tries(tutorialControls, [
  {
    name: 'Pad the rows (03)',
    state: { name: '03' },
    see: 'The write becomes two instructions, and the reads still conflict, though less.',
  },
  {
    name: 'Swizzle, but read down columns (04)',
    state: { name: '04' },
    see: 'The XOR alone does not help lanes that are eight rows apart: they have only two different keys.',
  },
  {
    name: 'Swizzle and read along packs (08)',
    state: { name: '08' },
    see: 'One write, one read, no conflict.',
  },
  {
    name: 'Run 08 as built on gfx950',
    state: { name: '08', chip: 'gfx950', banks: 32 },
    see: 'A descriptor for 32 banks conflicts where reads use 64.',
  },
]);

export type TutorialParameters = StateOf<typeof tutorialControls>;

export const LANES = 64;

export const viewControls = controls('view', {
  /** The one that is shown, by its number among those of a wave. */
  instruction: whole('Instruction', 1),
  wave: choice('Wave', [...Array(TILE_WAVES).keys()], 0),
  address: choice('Address', ['first', 'second'], 'first'),
  lane: select('Lane', ['all', ...Array(LANES).keys()], 'all'),
});

export const verdictControls = controls('rules', {
  verdict: choice('Verdict', ['all', 'holds', 'violated', 'refuted'], 'all'),
});
