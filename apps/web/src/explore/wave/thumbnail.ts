/** The picture of the page, for its card: the swizzled tile in LDS. */
import type { Picture } from '@ldscope/render';
import { waveControls } from './controls.ts';
import { waveModel } from './model.ts';
import { ldsBase, ldsPicture } from './pictures.ts';

export function thumbnail(): Picture | undefined {
  const { start } = waveControls;
  const model = waveModel(start, start.which);
  const side = model.swizzled;
  return side && ldsPicture(model, side, ldsBase(model, side, 0), start);
}
