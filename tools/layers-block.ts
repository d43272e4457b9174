/**
 * The layers in ARCHITECTURE.md, as `layers.js` has them:
 *
 *     render     imports core
 *                text -> svg -> document -> say -> ci, html, json, markdown, sarif -> report
 */
import { imports, rooms } from '../layers.js';

const NAME = 10;
const WIDTH = 110;

const nameOf = (pack: string): string => pack.replace(/^(?:packages|apps)\//, '');

/** A text on as many lines as it needs, broken behind commas. */
function wrapped(text: string): string[] {
  const from = text.lastIndexOf(', ', WIDTH);
  if (text.length <= WIDTH || from < 0) return [text];
  return [text.slice(0, from + 1), ...wrapped(text.slice(from + 2))];
}

/** The lines of a package: what it imports, then its folders, at most `WIDTH` columns each. */
function linesOf(pack: string, order: readonly (readonly string[])[]): string[] {
  const allowed = imports[pack];
  const what = allowed?.length === 0 ? 'nothing' : allowed?.map(nameOf).join(', ');
  const texts = what === undefined ? [] : [`imports ${what}`];
  let line = '';
  for (const step of order.map((folders) => folders.join(', '))) {
    const longer = line === '' ? step : `${line} -> ${step}`;
    if (longer.length <= WIDTH) line = longer;
    else {
      texts.push(`${line} ->`);
      line = step;
    }
  }
  return [...texts, line]
    .flatMap(wrapped)
    .map((text, index) => `    ${(index === 0 ? nameOf(pack) : '').padEnd(NAME)} ${text}`);
}

const BLOCK = /(?<=<!-- layers -->\n)[^]*?(?=<!-- end of layers -->)/;

/** The document with the layers as they are now. */
export function withLayers(document: string): string {
  const lines = Object.entries(rooms).flatMap(([pack, order]) => linesOf(pack, order));
  return document.replace(BLOCK, `\n${lines.join('\n')}\n\n`);
}
