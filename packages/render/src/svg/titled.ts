/**
 * A picture with a title, for a file that stands alone.
 *
 *     transpose: ds_read_b32 at 22:5 of %tile, phase 1 of 2
 *     gfx942, model phases                                        ldscope 0.3.0
 */
import { fit } from '../text/measure.ts';
import { textWidth } from './bank-grid-frame.ts';
import { label, type Picture, svg } from './node.ts';

const MARGIN = 10;
const LINE = 16;
const SMALL = 9;
const LARGE = 11;

/** The picture below its head: the first line is the title. `maker` is at the right of the last line. */
export function titledPicture(picture: Picture, lines: readonly string[], maker: string): Picture {
  const head = lines.length * LINE + MARGIN;
  const sizeOf = (index: number): 9 | 11 => (index === 0 ? LARGE : SMALL);
  const room = picture.width - 2 * MARGIN;
  const last = lines.length - 1;
  const characters = (index: number): number => {
    const right = index === last ? textWidth(maker, SMALL) + MARGIN : 0;
    return Math.max(12, Math.floor((room - right) / textWidth('m', sizeOf(index))));
  };
  return {
    ...picture,
    height: picture.height + head,
    content: [
      ...lines.map((line, index) =>
        label(
          MARGIN,
          MARGIN + index * LINE,
          fit(line, characters(index)),
          index === 0 ? 'start strong' : 'start small soft',
        ),
      ),
      label(picture.width - MARGIN, MARGIN + last * LINE, maker, 'end small soft'),
      svg('g', { transform: `translate(0 ${head})` }, ...picture.content),
    ],
  };
}
