/**
 * Layouts in plain C, as HIP and CUDA kernels write them: an array with longer rows where that says everything, and
 * otherwise a function from row and column to an element of a flat array.
 *
 *     __shared__ half tile[64][68];
 *
 *     __shared__ half tile[4096];
 *     __device__ inline unsigned offset(unsigned row, unsigned col) {
 *       return row * 64 + ((col / 8) ^ (row % 8)) * 8 + col % 8;
 *     }
 *
 * Indices are unsigned, so that division and remainder are shifts and masks. Read are the same forms, a lone formula in
 * `row` and `col`, and `tile[...]` or `tile[...][...]` with formulas inside.
 */
import { success } from '../../base/result.ts';
import { expressions, variable } from '../../layout/index/expression.ts';
import { printExpression } from '../../layout/index/print-expression.ts';
import { elementOffsetOver, hasElementOffsets } from '../../layout/tile/offset-map.ts';
import { tileExtent, type TileLayout } from '../../layout/tile/tile-layout.ts';
import { cannotExpress, type Notation } from '../notation.ts';
import { pitchOf } from '../padding/notation.ts';
import { elementTypes, parseC } from './parse.ts';

export const c: Notation = {
  name: 'c',
  title: 'C for HIP and CUDA',
  counts: 'bytes',
  example: '(col ^ row % 8 * 8) + row * 64',
  expresses: {
    'row-pad': 'yes',
    'interval-pad': 'yes',
    'xor': 'yes',
    'rows-per-phase': 'yes',
    'xor-any': 'yes',
    'rotate': 'yes',
    'linear': 'yes',
    'reshaped': 'yes',
  },
  parse: (text, { tile }) => parseC(text, tile),
  print: (layout) =>
    hasElementOffsets(layout)
      ? success(printC(layout))
      : cannotExpress('c', 'an array has no places between its elements'),
};

/** The array, and a function of row and column where the array alone does not specify the layout. */
function printC(layout: TileLayout): string {
  const { rows, elementBytes } = layout.tile;
  const type = typeOf(elementBytes);
  const pitchBytes = pitchOf(layout);
  if (pitchBytes !== undefined) {
    return `__shared__ ${type} tile[${rows}][${pitchBytes / elementBytes}];`;
  }
  const { tables, text } = indexFormula(layout);
  const length = tileExtent(layout) / elementBytes;
  const body = [...tables, `return ${text};`].map((line) => `  ${line}`).join('\n');
  return `__shared__ ${type} tile[${length}];\n\n__device__ inline unsigned offset(unsigned row, unsigned col) {\n${body}\n}`;
}

function typeOf(elementBytes: number): string {
  const known = Object.entries(elementTypes).find(([, bytes]) => bytes === elementBytes)?.[0];
  return known ?? 'element_t';
}

/** The element as a formula in `row` and `col`, with the tables that it looks keys up in. */
export function indexFormula(layout: TileLayout): {
  readonly tables: readonly string[];
  readonly text: string;
} {
  const { rows, columns } = layout.tile;
  const [row, column] = [variable('row', rows), variable('col', columns)];
  const tables: string[] = [];
  const expression = elementOffsetOver(layout, row, column, expressions);
  const text = printExpression(expression, (table, index) => {
    const name = tables.length === 0 ? 'key' : `key${tables.length}`;
    tables.push(`const unsigned ${name}[${table.length}] = {${table.join(', ')}};`);
    return `${name}[${index}]`;
  });
  return { tables, text };
}
