/** The picture of the page, for its card. */
import type { Picture } from '@ldscope/render';
import { coalescingControls } from './controls.ts';
import { coalescingView, fetchOf } from './model.ts';
import { steps, stepsPicture } from './steps-picture.ts';

export function thumbnail(): Picture {
  const { start } = coalescingControls;
  return stepsPicture(coalescingView(start, fetchOf(start.fetch)), steps.length - 1);
}
