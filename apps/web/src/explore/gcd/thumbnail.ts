/** The picture of the page, for its card: padded rows. */
import type { Picture } from '@ldscope/render';
import { banksPicture } from './banks-picture.ts';
import { gcdControls } from './controls.ts';
import { gcdView } from './model.ts';

export function thumbnail(): Picture {
  const parameters = { ...gcdControls.start, ld: 132 };
  return banksPicture(gcdView(parameters), parameters.rows - 1);
}
