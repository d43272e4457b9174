/** A tutorial on a chip; what is looked at of one of its instructions; which verdicts on it are listed. */
import { choice, controls, select, type StateOf } from '../../controls/schema.ts';
import { TILE_WAVES, type Tutorial, tutorials } from '@ldscope/core';
import { withDevice } from '../parts/chips.ts';

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
  banks: choice('Descriptor built for (08 and 10 ask)', ['chip', 32, 64], 'chip', {
    text: (banks) => (banks === 'chip' ? 'the banks of the chip' : `${banks} banks`),
  }),
});

export type TutorialParameters = StateOf<typeof tutorialControls>;

export const LANES = 64;

export const viewControls = controls('view', {
  wave: choice('Wave', [...Array(TILE_WAVES).keys()], 0),
  address: choice('Address', ['first', 'second'], 'first'),
  lane: select('Lane', ['all', ...Array(LANES).keys()], 'all'),
});

export const verdictControls = controls('rules', {
  verdict: choice('Verdict', ['all', 'holds', 'violated', 'refuted'], 'all'),
});
