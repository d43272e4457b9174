/** The picture of the page, for its card: packs behind the XOR. */
import type { Picture } from '@ldscope/render';
import { xorControls } from './controls.ts';
import { xorModel } from './model.ts';
import { insidesOf, stepPicture } from './picture.ts';

const XOR_STEP = 3;

export function thumbnail(): Picture | undefined {
  const model = xorModel(xorControls.start);
  return (
    model && stepPicture(model, XOR_STEP, 'column', xorControls.start, insidesOf(model, false))
  );
}
