/**
 * The sign of a result in the margin: its outline shows the kind, its inside the tone.
 *
 *     circle  LDS        tick         nothing is lost
 *     square  global     cross        conflict or error
 *     triangle hazard    exclamation  to look at
 *     diamond wait       dot          a fact
 *     octagon diagnostic
 */
import type { LineResult, MarkTone } from './line-mark.ts';

const SVG = 'http://www.w3.org/2000/svg';

const outlines: Readonly<Record<LineResult['kind'], string>> = {
  lds: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z',
  global: 'M2 2h12v12h-12z',
  hazard: 'M8 1l7.5 14h-15z',
  wait: 'M8 .5l7.5 7.5l-7.5 7.5l-7.5-7.5z',
  diagnostic: 'M5 1h6l4 4v6l-4 4h-6l-4-4v-6z',
};

const signs: Readonly<Record<MarkTone, string>> = {
  good: 'M4.8 8.2l2.3 2.3l4.1-4.8',
  conflict: 'M5.3 5.6l5.4 5.4m0-5.4l-5.4 5.4',
  warn: 'M8 4.8v4m0 2v1.2',
  plain: 'M8 7.6v.9',
};

/** Draws the sign of a result. */
export function drawIcon({ kind, tone }: Pick<LineResult, 'kind' | 'tone'>): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, d] of [
    ['outline', outlines[kind]],
    ['sign', signs[tone]],
  ] as const) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', name);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}
