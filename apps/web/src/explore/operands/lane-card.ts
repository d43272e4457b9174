/**
 * All registers of one lane, in the corner that a picture of operands leaves free above A and beside B.
 *
 *     Lane 17 holds
 *     A               B               C, D
 *     0   A[1][4-5]   0   B[4-5][1]   0   D[4][1]
 *     1   A[1][6-7]   1   B[6-7][1]   1   D[5][1]
 */
import { label, type Picture, type ShownMatrix, svg, type SvgNode } from '@ldscope/render';
import { marksOf } from './marks.ts';
import {
  operandNames,
  operandTitles,
  registerContent,
  registerCount,
  shortText,
  type Spot,
} from './registers.ts';

/** A part of a picture with nothing in it. */
export type Corner = Readonly<{ x: number; y: number; width: number; height: number }>;

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
