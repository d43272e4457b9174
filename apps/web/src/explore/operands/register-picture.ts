/**
 * One register of an operand in all lanes: a cell is a lane, 16 to a line, with the elements that it has there.
 *
 *     lane     0       1       2           A, register 1 of 16x16x16 f16
 *            0,2-3   1,2-3   2,2-3   ...
 */
import {
  type DataTable,
  laneColor,
  label,
  type Picture,
  type ShownMatrix,
  rect,
  svg,
  type SvgNode,
} from '@ldscope/render';
import { type Column, tableOf } from '../../picture/table-of.ts';
import {
  contentText,
  elementText,
  nameOf,
  type OperandName,
  operandTitles,
  registerContent,
  registerCount,
  shortText,
} from './registers.ts';

const PER_LINE = 16;
const CELL = 60;
const HEIGHT = 40;
const TOP = 22;

export function registerPicture(
  matrix: ShownMatrix,
  name: OperandName,
  register: number,
  selected: number,
): Picture {
  const { lanes, blocks } = matrix;
  const lines = Math.ceil(lanes / PER_LINE);
  return {
    width: PER_LINE * CELL + 4,
    height: TOP + lines * HEIGHT + 4,
    title: `${operandTitles[name]}, register ${register}, of ${nameOf(matrix)}`,
    description: `A cell is a lane, with ${name === 'a' ? 'row and k' : name === 'b' ? 'k and column' : 'row and column'} of the elements that it has in this register.`,
    content: [
      label(2, 10, `${operandTitles[name]}, register ${register}`, 'start strong'),
      ...Array.from({ length: lanes }, (_, lane) =>
        laneCell(matrix, name, register, lane, blocks > 1),
      ).flat(),
      rect(
        2 + (selected % PER_LINE) * CELL,
        TOP + Math.floor(selected / PER_LINE) * HEIGHT,
        CELL,
        HEIGHT,
        { 'class': 'selected', 'fill': 'none', 'pointer-events': 'none' },
      ),
    ],
  };
}

function laneCell(
  matrix: ShownMatrix,
  name: OperandName,
  register: number,
  lane: number,
  withBlock: boolean,
): SvgNode[] {
  const [x, y] = [2 + (lane % PER_LINE) * CELL, TOP + Math.floor(lane / PER_LINE) * HEIGHT];
  const content = registerContent(matrix, name, lane, register);
  const inert = { 'pointer-events': 'none' };
  return [
    rect(
      x,
      y,
      CELL,
      HEIGHT,
      { 'class': 'lane', 'fill': laneColor(lane, matrix.lanes), 'data-lane': lane },
      svg('title', {}, `lane ${lane}: ${contentText(matrix, name, lane, register)}`),
    ),
    label(x + 4, y + 8, lane, { class: 'small start on-lane', ...inert }),
    ...(withBlock
      ? [
          label(x + CELL - 4, y + 8, `block ${content[0]?.block ?? 0}`, {
            class: 'small end on-lane',
            ...inert,
          }),
        ]
      : []),
    label(x + CELL / 2, y + 25, shortText(content), {
      class: 'small on-lane strong',
      ...inert,
    }),
  ];
}

/** All registers of an operand, lane by lane. */
export const registerTable = (matrix: ShownMatrix, name: OperandName): DataTable =>
  tableOf(
    `${operandTitles[name]} of ${nameOf(matrix)}, register by register`,
    Array.from({ length: matrix.lanes }, (_, lane) => lane),
    [
      ['lane', (lane) => lane],
      ...Array.from({ length: registerCount(matrix, name) }, (_, register): Column<number> => [
        `register ${register}`,
        (lane) =>
          registerContent(matrix, name, lane, register)
            .map(
              (held) =>
                elementText(name, held) + (matrix.blocks > 1 ? ` of block ${held.block}` : ''),
            )
            .join(', '),
      ]),
    ],
  );
