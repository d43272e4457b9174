/** Looking into pictures, and accesses to make them of. */
import {
  type AccessExplanation,
  explainAccess,
  machineNamed,
  machines,
  opcodeAt,
  opcodeNumber,
  opcodes,
  singleAccess,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { raise } from '../../../../test/raise.ts';
import {
  markup,
  type Picture,
  pictureNode,
  type SvgChild,
  type SvgNode,
} from '../../src/svg/node.ts';

/** Every element of a picture, parents first. */
export function elementsOf({ content }: Pick<Picture, 'content'>): SvgNode[] {
  const visit = (child: SvgChild): SvgNode[] =>
    typeof child === 'string' ? [] : [child, ...child.children.flatMap(visit)];
  return content.flatMap(visit);
}

/** Every element that has an attribute: those that stand for something have `data-lane`, `data-index`, ... */
export function withAttribute(picture: Pick<Picture, 'content'>, name: string): SvgNode[] {
  return elementsOf(picture).filter(({ attributes }) => attributes[name] !== undefined);
}

export function withClass(picture: Pick<Picture, 'content'>, name: string): SvgNode[] {
  return elementsOf(picture).filter(({ attributes }) =>
    String(attributes['class'] ?? '')
      .split(' ')
      .includes(name),
  );
}

export function textsOf(picture: Pick<Picture, 'content'>): string[] {
  return elementsOf(picture)
    .filter(({ tag }) => tag === 'text')
    .map(({ children }) => children.join(''));
}

/** Where an element is. */
export function boxOf({ attributes }: SvgNode) {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(attributes[name]),
  );
  const box = { x: x ?? NaN, y: y ?? NaN, width: width ?? NaN, height: height ?? NaN };
  return { ...box, right: box.x + box.width, foot: box.y + box.height };
}

/** Where the rectangles of a picture are. */
export const boxesIn = (picture: Pick<Picture, 'content'>): ReturnType<typeof boxOf>[] =>
  elementsOf(picture)
    .filter(({ tag }) => tag === 'rect')
    .map(boxOf);

export const markupOf = (picture: Picture): string => markup(pictureNode(picture));

/** What is drawn is the same every time, and has no markup of its subject, which is `<script>` or `<img>` somewhere. */
export function expectSafe(draw: () => Picture): string {
  const text = markupOf(draw());
  expect(markupOf(draw())).toBe(text);
  for (const foreign of ['<script', '<img', '\u0000']) expect(text).not.toContain(foreign);
  return text;
}

/** The lanes of `0-3,20`. */
export function parseRanges(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

export function explained(
  machine: string,
  op: string,
  address: (lane: number) => number,
  lanes = 64,
): AccessExplanation {
  const number = opcodeNumber(op) ?? raise(`no ${op}`);
  const addresses = Array.from({ length: lanes }, (_, lane) => address(lane));
  const trace = singleAccess(number, addresses, { waveSize: lanes === 32 ? 32 : 64 });
  return explainAccess(trace, 0, machineNamed(machine)) ?? raise(`${machine} does not serve ${op}`);
}

/** Random accesses of every machine, model and instruction: strided, scattered, shared, partly inactive. */
export const accesses = fc
  .record({
    machine: fc.constantFrom(...machines),
    model: fc.nat(20),
    op: fc.nat(opcodes.length - 1),
    words: fc.array(fc.nat(511), { minLength: 64, maxLength: 64 }),
    stride: fc.constantFrom(0, 0, 1, 4, 16, 33, 64, 4096),
    offset: fc.constantFrom(0, 0, 0, 2, 4, 8),
    maskLow: fc.oneof(fc.constant(0xffffffff), fc.nat(0xffffffff)),
    maskHigh: fc.oneof(fc.constant(0xffffffff), fc.nat(0xffffffff)),
  })
  .map(({ machine, model, op, words, stride, offset, maskLow, maskHigh }) => {
    const waveSize = machine.waveSizes[0] ?? 64;
    const { widthBytes } = opcodeAt(op);
    const step = Math.max(1, widthBytes);
    const addresses = Array.from(
      { length: waveSize },
      (_, lane) => (stride === 0 ? (words[lane] ?? 0) * step : lane * stride * step) + offset,
    );
    const chosen = machine.models[model % machine.models.length] ?? machine.models[0];
    const trace = singleAccess(op, addresses, { waveSize, maskLow, maskHigh });
    const explanation = explainAccess(trace, 0, machine, chosen, 2 ** 22);
    return { machine, model: chosen, op, widthBytes, waveSize, explanation };
  })
  .filter(({ explanation }) => explanation !== undefined);
