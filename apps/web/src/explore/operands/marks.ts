/**
 * Rings around elements in a picture of operands, laid over it: the picture itself stays the same and is drawn once.
 */
import {
  label,
  type Picture,
  rect,
  type ShownMatrix,
  svg,
  type SvgAttributes,
  type SvgNode,
} from '@ldscope/render';
import {
  type OperandName,
  operandNames,
  operandTitles,
  type Place,
  registerContent,
  registerCount,
  shortText,
  type Spot,
} from './registers.ts';

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
  /** Of the chosen register; else of the same lane. */
  readonly strong: boolean;
}

type TileSize = Readonly<{ rows: number; columns: number }>;

/** The picture with rings; `sizeOf` is that of an operand's tile. Small elements are in the rectangle of their run. */
export function withMarks(
  picture: Picture,
  marks: Marks,
  marked: readonly Marked[],
  sizeOf: (name: OperandName) => TileSize,
): Picture {
  const ordered = joined(marked).sort((one, other) => Number(one.strong) - Number(other.strong));
  const rings = ordered.flatMap((one) => ring(marks, one, sizeOf(one.name)));
  return {
    ...picture,
    content: [...picture.content, svg('g', { 'pointer-events': 'none' }, ...rings)],
  };
}

/** Elements beside each other that get one ring. */
interface Stretch extends Marked {
  readonly length: number;
}

const isAcross = (name: OperandName): boolean => name === 'a';

function joined(marked: readonly Marked[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const one of marked) {
    const last = stretches.at(-1);
    if (last !== undefined && follows(last, one)) {
      stretches[stretches.length - 1] = { ...last, length: last.length + 1 };
    } else {
      stretches.push({ ...one, length: 1 });
    }
  }
  return stretches;
}

function follows(last: Stretch, { name, row, column, strong }: Marked): boolean {
  const [right, down] = isAcross(name) ? [last.length, 0] : [0, last.length];
  return (
    name === last.name &&
    strong === last.strong &&
    row === last.row + down &&
    column === last.column + right
  );
}

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

function ring(marks: Marks, stretch: Stretch, size: TileSize): SvgNode[] {
  const { name, strong, length } = stretch;
  const first = boxOf(marks, stretch, 0, size);
  const last = boxOf(marks, stretch, length - 1, size);
  if (first === undefined || last === undefined) return [];
  const { x, y } = first;
  return [
    rect(x, y, last.x + last.width - x, last.y + last.height - y, {
      'fill': 'none',
      'class': strong ? 'selected' : 'ghost ghost-selected',
      'data-operand': name,
    }),
  ];
}

/** Where an element is drawn: by itself, or as its share of a run. */
function boxOf(
  marks: Marks,
  { name, row, column }: Place & { readonly name: OperandName },
  further: number,
  { rows, columns }: TileSize,
): Box | undefined {
  const across = isAcross(name);
  const at = (place: number): SvgAttributes | undefined =>
    marks.get(`${name} ${across ? row * columns + place : place * columns + column}`);
  const own = (across ? column : row) + further;
  let start = own;
  while (start > 0 && at(start) === undefined) start--;
  const run = at(start);
  if (run === undefined) return undefined;
  let end = own + 1;
  while (end < (across ? columns : rows) && at(end) === undefined) end++;
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
    Number(run[key]),
  );
  const [w, h] = across ? [width / (end - start), height] : [width, height / (end - start)];
  return across
    ? { x: x + (own - start) * w, y, width: w, height: h }
    : { x, y: y + (own - start) * h, width: w, height: h };
}

/** A part of a picture with nothing in it. */
type Corner = Readonly<{ x: number; y: number; width: number; height: number }>;

/** Below the heading of the picture. */
const TOP = 100;
const LEFT = 24;
/** Room for the names and numbers around the tiles. */
const AROUND = 52;

/** The corner above A and beside B. */
export function freeCorner(picture: Picture): Corner {
  const marks = [...marksOf(picture)];
  const least = (operand: string, key: 'x' | 'y'): number =>
    Math.min(
      ...marks
        .filter(([name]) => name.startsWith(operand))
        .map(([, attributes]) => Number(attributes[key])),
    );
  const [right, bottom] = [least('b', 'x'), least('a', 'y')];
  return { x: LEFT, y: TOP, width: right - AROUND - LEFT, height: bottom - AROUND - TOP };
}

const LINE = 18;

const letters = { a: 'A', b: 'B', d: 'D' } as const;
const LEAST = { width: 300, height: 6 * LINE };

/** The registers of the followed lane; nothing where the corner is too small. */
export function laneCard(
  matrix: ShownMatrix,
  { name, lane, register }: Spot,
  corner: Corner,
): SvgNode[] {
  const { x, y, width, height } = corner;
  if (width < LEAST.width || height < LEAST.height) return [];
  const most = Math.floor(height / LINE) - 3;
  const column = width / operandNames.length;
  const text = (left: number, line: number, words: string, look: string): SvgNode =>
    label(left, y + (line + 0.5) * LINE, words, `start ${look}`);
  return [
    svg(
      'g',
      { 'pointer-events': 'none' },
      text(x, 0, `Lane ${lane} holds, by register`, 'strong'),
      ...operandNames.flatMap((operand, index) => {
        const left = x + index * column;
        const count = registerCount(matrix, operand);
        const shown = count > most ? most - 1 : count;
        return [
          text(left, 1, operandTitles[operand], 'soft'),
          ...Array.from({ length: shown }, (_, own) => {
            const [row = '', ...held] = shortText(
              registerContent(matrix, operand, lane, own),
            ).split(',');
            const isChosen = operand === name && own === register;
            return [
              text(left, own + 2, String(own), 'small faint'),
              text(
                left + 26,
                own + 2,
                `${letters[operand]}[${row}][${held.join(',')}]`,
                isChosen ? 'accent strong' : '',
              ),
            ];
          }).flat(),
          ...(shown < count
            ? [text(left, shown + 2, `and ${count - shown} more`, 'small faint')]
            : []),
        ];
      }),
    ),
  ];
}
