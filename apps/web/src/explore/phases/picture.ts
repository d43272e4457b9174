/** The picture of the page, for its card. */
import { phaseMapPicture, type Picture } from '@ldscope/render';
import { choiceOf, ofWave } from './model.ts';

export const thumbnail = (): Picture =>
  phaseMapPicture(ofWave(choiceOf('gfx942 default'), 64), { selection: { lane: 0 }, width: 900 });
