/** The picture of the page, for its card. */
import type { Picture } from '@ldscope/render';
import { checksPicture } from './checks-picture.ts';
import { checklistControls, readControls } from './controls.ts';
import { sideView } from './model.ts';

export function thumbnail(): Picture {
  const { chip, side } = checklistControls.start;
  return checksPicture(sideView(chip, side, { ...readControls.start, widthBytes: 16 }));
}
