/** The picture of the page, for its card: the tile with the hint resolved. */
import { type Picture, tilePicture } from '@ldscope/render';
import { tileControls, tileOf } from './controls.ts';
import { tileModel } from './tile.ts';

export function thumbnail(): Picture | undefined {
  const { machine, problem, sides } = tileModel(tileOf(tileControls.start));
  const swizzled = sides.find(({ name }) => name === 'swizzled');
  return (
    swizzled &&
    tilePicture({
      problem,
      layout: swizzled.layout,
      target: { machine, model: machine.models[0] },
      colorBy: 'bank',
    })
  );
}
