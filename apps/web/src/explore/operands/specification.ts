/** A tile and the reads of an operand as a tile specification for the playground. */
import { printIreeSwizzle } from '@ldscope/core';
import { formulasOf } from './formulas.ts';
import { elementsOf, type OperandRead, type ReadSide } from './model.ts';
import { nameOf } from './registers.ts';

const elementNames: Readonly<Record<string, string>> = { xf32: 'f32', fp8: 'f8', f8f6f4: 'f8' };

/** The whole tile is written along its rows and read once. */
export function specificationOf(read: OperandRead, { layout, kind }: ReadSide): string {
  const { matrix, tile, parameters } = read;
  return [
    `name: operand A, ${kind === 'plain' ? 'plain' : kind === 'padded' ? 'padded' : 'swizzled'}`,
    `element: ${elementNames[matrix.a] ?? matrix.a}`,
    `tile: ${tile.rows}x${tile.columns}`,
    ...layoutLine(layout, tile.columns, tile.elementBytes),
    'accesses:',
    '  - write: row-copy b64',
    ...(parameters.order === 'along'
      ? [
          `  - read: mfma-a ${nameOf(matrix)} b${8 * elementsOf(matrix, parameters.read) * tile.elementBytes}`,
        ]
      : downLines(read)),
    '',
  ].join('\n');
}

function layoutLine(
  { key, paddings, unitBytes }: ReadSide['layout'],
  columns: number,
  elementBytes: number,
): string[] {
  const [padding] = paddings;
  if (padding !== undefined) return [`layout: pad ${columns + padding.padBytes / elementBytes}`];
  if (key?.kind !== 'xor') return [];
  const text = printIreeSwizzle({
    kind: 'xor_shuffle',
    rowWidth: columns,
    accessWidth: unitBytes / elementBytes,
    ...(key.rowsPerPhase === 1 ? {} : { perPhase: key.rowsPerPhase }),
  });
  return [`layout: "${text}"`];
}

/** k down: blocks of M columns, each with the reads of the operand. */
function downLines({ matrix, parameters, tile, places }: OperandRead): string[] {
  const { m } = matrix;
  const { read } = parameters;
  const count = places.length;
  const block = count === 1 ? 'i' : `(i / ${count})`;
  const isTransposed = read.includes('_tr_');
  const step = isTransposed ? elementsOf(matrix, read) : 1;
  const piece = count === 1 ? '0' : step === 1 ? `(i % ${count})` : `(i % ${count} * ${step})`;
  const k = formulasOf(matrix, 'a').column.replaceAll(/\be\b/g, piece);
  const within = isTransposed
    ? {
        row: ' + (lane % 16) / 4',
        column: m === 16 ? 'lane % 4 * 4' : `lane / 16 % ${m / 16} * 16 + lane % 4 * 4`,
      }
    : { row: '', column: `lane % ${m}` };
  return [
    '  - name: operand',
    `    read: ${read}`,
    `    row: ${k}${within.row}`,
    `    column: ${block} * ${m} + ${within.column}`,
    `    repeat: ${(count * tile.columns) / m}`,
  ];
}
