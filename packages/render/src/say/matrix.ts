/** The matrix instructions of a chip as a list, and one of them lane by lane. */
import type { Machine, OperandPosition } from '@ldscope/core';
import { type Block, type Document, paragraph } from '../document/document.ts';
import { operandMapPicture } from '../svg/operand-map.ts';
import { operandMapTable } from '../svg/operand-map-table.ts';
import { counted } from '../text/numbers.ts';
import type { Operand, ShownMatrix } from '../text/shown-matrix.ts';
import type { Column } from '../text/table.ts';
import { CHIP_NOTE } from './machine.ts';

/** Every matrix instruction of a machine on a line. */
export function sayMatrixList({ name }: Machine, matrices: readonly ShownMatrix[]): Document {
  const timed = matrices.some(({ passes }) => passes !== undefined);
  const title = `${name}: ${counted(matrices.length, 'matrix instruction')}`;
  const columns: readonly Column[] = [
    { title: 'instruction', least: 24, spared: true },
    { title: 'M x N x K', align: 'right' },
    { title: 'blocks', align: 'right' },
    { title: 'A' },
    { title: 'B' },
    { title: 'D' },
    ...(timed ? [{ title: 'passes', align: 'right', leaves: 2 } as const] : []),
    { title: 'a lane: A, B, D', align: 'right', leaves: 1 },
    { title: 'layout', leaves: 3 },
  ];
  const rows = matrices.map(({ names, m, k, blocks, a, b, d, passes, operands, evidence }) => ({
    cells: [
      { text: names[0] ?? '', style: 'strong' } as const,
      { text: `${m} x ${m} x ${k}` },
      { text: String(blocks) },
      { text: a },
      { text: b },
      { text: d },
      ...(timed ? [{ text: passes === undefined ? '-' : String(passes) }] : []),
      { text: [operands.a, operands.b, operands.d].map(({ elements }) => elements).join(', ') },
      { text: evidence },
    ],
  }));
  const legend =
    `${timed ? 'passes: 4 cycles of a matrix core each; ' : ''}a lane: elements that one lane holds. ` +
    `ldscope machine ${name} --matrix INSTRUCTION shows which.`;
  const blocks: readonly Block[] = [{ kind: 'table', columns, rows }, paragraph(legend, 'faint')];
  return { title, note: CHIP_NOTE, sections: [{ level: 1, heading: title, blocks }] };
}

/** The lanes of one instruction. */
export function sayMatrix({ name }: Machine, matrix: ShownMatrix): Document {
  const { names, m, k, blocks, sparse, passes, evidence, source, operands } = matrix;
  const [first = '', ...others] = names;
  const title = `${first} on ${name}`;
  const formula =
    `D[${m}][${m}] (${matrix.d}) = A[${m}][${k}] (${matrix.a}) * B[${k}][${m}] (${matrix.b}) + C` +
    (blocks > 1 ? `, ${blocks} independent blocks` : '') +
    (passes === undefined ? '' : `, ${passes} passes`);
  return {
    title,
    note: CHIP_NOTE,
    sections: [
      {
        level: 1,
        heading: title,
        blocks: [
          paragraph(formula),
          ...(others.length === 0 ? [] : [paragraph(`also ${others.join(', ')}`)]),
          ...(sparse
            ? [paragraph('sparse: A keeps two of each four k, here counted as they are kept')]
            : []),
          ...(matrix.a === 'f8f6f4'
            ? [paragraph('shown for 8-bit data; narrower data occupy one run of k')]
            : []),
          ...operandBlocks('A', operands.a, matrix),
          ...operandBlocks('B', operands.b, matrix),
          ...resultBlocks(matrix),
          {
            kind: 'drawing',
            lines: () => [],
            picture: () => operandMapPicture(matrix),
            table: () => operandMapTable(matrix),
          },
          paragraph(`${evidence}: ${source}`, 'faint'),
        ],
      },
    ],
  };
}

function operandBlocks(
  side: 'A' | 'B',
  { elements, at }: Operand<OperandPosition>,
  { lanes, blocks }: ShownMatrix,
): Block[] {
  const over = side === 'A' ? 'row' : 'column';
  return runBlocks(`${side}: ${elements} a lane`, lanes, (lane) => ({
    moving: at(lane, 0).row,
    moves: over,
    fixed: [
      ...(blocks > 1 ? [`block ${at(lane, 0).block}`] : []),
      `k ${ranges(elements, (element) => at(lane, element).k)}`,
    ],
  }));
}

function resultBlocks({ lanes, blocks, operands }: ShownMatrix): Block[] {
  const { elements, at } = operands.d;
  return runBlocks(`C, D: ${elements} a lane`, lanes, (lane) => {
    const rows = ranges(elements, (element) => at(lane, element).row);
    const held = new Set(Array.from({ length: elements }, (_, element) => at(lane, element).block));
    return {
      moving: at(lane, 0).column,
      moves: 'column',
      fixed: [...(blocks > 1 ? [`block ${[...held].join(', ')}`] : []), `row ${rows}`],
    };
  });
}

interface LaneText {
  /** The index that grows by one from lane to lane. */
  readonly moving: number;
  readonly moves: string;
  readonly fixed: readonly string[];
}

/** Blocks of many lanes are the same: of more runs than these, the first and the last are shown. */
const MOST_RUNS = 8;
const FIRST_RUNS = 3;

/** Lanes that follow each other on a line: `lanes 0-15    row 0-15    k 0-3`. */
function runBlocks(title: string, lanes: number, of: (lane: number) => LaneText): Block[] {
  const lines: string[] = [];
  for (let first = 0; first < lanes;) {
    const start = of(first);
    let end = first + 1;
    for (; end < lanes; end++) {
      const { moving, fixed } = of(end);
      if (moving !== start.moving + end - first || fixed.join() !== start.fixed.join()) break;
    }
    const last = start.moving + end - first - 1;
    const span = `${start.moves} ${start.moving === last ? last : `${start.moving}-${last}`}`;
    const which = `lanes ${first}-${end - 1}`;
    lines.push(`  ${which.padEnd(13)} ${span.padEnd(14)} ${start.fixed.join('   ')}`);
    first = end;
  }
  const folded =
    lines.length > MOST_RUNS
      ? [...lines.slice(0, FIRST_RUNS), '  and so on, to', ...lines.slice(-1)]
      : lines;
  return [
    { kind: 'heading', text: title },
    { kind: 'drawing', lines: () => folded },
  ];
}

/** The indices of the elements as ranges, in their order: `0-3, 8-11`. */
function ranges(elements: number, of: (element: number) => number): string {
  const parts: string[] = [];
  for (let first = 0; first < elements;) {
    let end = first + 1;
    while (end < elements && of(end) === of(first) + end - first) end++;
    const [low, high] = [of(first), of(end - 1)];
    parts.push(low === high ? String(low) : `${low}-${high}`);
    first = end;
  }
  return parts.join(', ');
}
