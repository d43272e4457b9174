/**
 * How large a picture has to be drawn so that its smallest text has 10 pixels: by the classes of its texts, whose sizes the theme of
 * pictures has.
 *
 *     small (9 px)   ->   1.11          all 11 px   ->   0.91
 */
import type { Picture, SvgChild } from '@ldscope/render';

/** Smaller text is hard to read. */
const LEAST_PIXELS = 10;

/** As the styles of pictures have them. */
const PIXELS = { small: 9, large: 13 } as const;
const USUAL_PIXELS = 11;

const scales = new WeakMap<Picture, number>();

/** The least scale of a picture. */
export function readableScale(picture: Picture): number {
  const known = scales.get(picture);
  if (known !== undefined) return known;
  const scale = LEAST_PIXELS / smallestText(picture.content);
  scales.set(picture, scale);
  return scale;
}

function smallestText(nodes: readonly SvgChild[]): number {
  let smallest = USUAL_PIXELS;
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const { tag, attributes, children } = node;
    smallest = Math.min(
      smallest,
      tag === 'text' ? pixelsOf(attributes['class']) : smallestText(children),
    );
  }
  return smallest;
}

function pixelsOf(classes: unknown): number {
  const names = String(classes ?? '').split(' ');
  const found = (['small', 'large'] as const).find((name) => names.includes(name));
  return found === undefined ? USUAL_PIXELS : PIXELS[found];
}
