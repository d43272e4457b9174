/** The picture of the page, for its card: the tile under an XOR. */
import type { Picture } from '@ldscope/render';
import { paddingControls, parametersOf } from './controls.ts';
import { paddingModel } from './model.ts';
import { rowsPicture } from './rows-picture.ts';

export function thumbnail(): Picture | undefined {
  const model = paddingModel(parametersOf(paddingControls.start));
  const side = model?.sides.find(({ name }) => name === 'xor');
  return model && side && rowsPicture(model, side);
}
