/**
 * Rings around elements in a picture of operands, laid over it: the picture itself stays the same and is drawn once.
 */
import { type Picture, svg, type SvgAttributes, type SvgNode } from '@ldscope/render';
import type { OperandName, Place } from './registers.ts';

/** The rectangles of a picture by operand and element. */
export type Marks = ReadonlyMap<string, SvgAttributes>;

export function marksOf({ content }: Picture): Marks {
  const found = new Map<string, SvgAttributes>();
  for (const node of content) {
    if (typeof node === 'string' || node.tag !== 'rect') continue;
    const { 'data-operand': operand, 'data-element': element } = node.attributes;
    if (operand !== undefined && element !== undefined) {
      found.set(`${operand} ${element}`, node.attributes);
    }
  }
  return found;
}

export interface Marked extends Place {
  readonly name: OperandName;
  /** Of the register that is looked at; else of the same lane. */
  readonly strong: boolean;
}

/** The picture with rings; `columns` of the operand's tile. Small elements are drawn by their runs. */
export function withMarks(
  picture: Picture,
  marks: Marks,
  marked: readonly Marked[],
  columnsOf: (name: OperandName) => number,
): Picture {
  const rings = new Map<SvgAttributes, boolean>();
  for (const { name, row, column, strong } of marked) {
    const own = rectangle(marks, name, row, column, columnsOf(name));
    if (own !== undefined) rings.set(own, strong || rings.get(own) === true);
  }
  const ordered = [...rings].sort(([, a], [, b]) => Number(a) - Number(b));
  return {
    ...picture,
    content: [...picture.content, svg('g', { 'pointer-events': 'none' }, ...ordered.map(ring))],
  };
}

function rectangle(
  marks: Marks,
  name: OperandName,
  row: number,
  column: number,
  columns: number,
): SvgAttributes | undefined {
  const along = name === 'a' ? column : row;
  for (let back = 0; back <= along; back++) {
    const element = name === 'a' ? row * columns + column - back : (row - back) * columns + column;
    const found = marks.get(`${name} ${element}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ring = ([{ x, y, width, height }, strong]: readonly [SvgAttributes, boolean]): SvgNode =>
  svg('rect', {
    x,
    y,
    width,
    height,
    fill: 'none',
    class: strong ? 'selected' : 'ghost ghost-selected',
  });
