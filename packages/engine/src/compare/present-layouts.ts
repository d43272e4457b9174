/**
 * The layouts that the buffers of a kernel have.
 *
 * LIMITATIONS. A buffer that can be seen as several tiles, or whose layout is not understood, has none here.
 */
import { openBuffers } from '../suggest/suggest-kernel.ts';
import type { SuggestOptions } from '../suggest/suggest-options.ts';
import type { PresentLayout } from './with-layouts.ts';

/** The layouts of the buffers of a text, as far as they are known. */
export function presentLayouts(text: string, options: SuggestOptions): PresentLayout[] {
  const opened = openBuffers(text, options);
  if (!('found' in opened)) return [];
  return opened.found.buffers.flatMap(({ names, tiles }) => {
    const [tile, other] = tiles;
    const isKnown = tile !== undefined && other === undefined && tile.unknown === undefined;
    return isKnown ? [{ names, layout: tile.now }] : [];
  });
}
