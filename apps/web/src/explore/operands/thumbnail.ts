/** The picture of the page, for its card. */
import { operandMapPicture, type Picture } from '@ldscope/render';
import { mapControls } from './controls.ts';
import { matrixOn } from './registers.ts';

export function thumbnail(): Picture {
  const { chip, instruction } = mapControls.start;
  return operandMapPicture(matrixOn(chip, instruction), { block: 0, width: 1000 });
}
