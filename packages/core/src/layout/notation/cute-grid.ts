/**
 * The grid of a layout of rank 2, as CUTLASS's `print_layout` and `print_latex` show it.
 *
 *     (2,(2,2)):(4,(2,1))
 *           0   1   2   3
 *         +---+---+---+---+
 *      0  | 0 | 2 | 1 | 3 |
 *         +---+---+---+---+
 *      1  | 4 | 6 | 5 | 7 |
 *         +---+---+---+---+
 */
import { success, type Result } from '../../base/result.ts';
import { cosize, type CuteLayout } from '../cute/layout.ts';
import { layoutTable } from '../cute/evaluate.ts';
import { printCute } from './cute.ts';

/** What `print_layout` prints. Fails for layouts that are not of rank 2. */
export function printCuteGrid(layout: CuteLayout): Result<string> {
  const table = layoutTable(layout);
  if (!table.ok) return table;
  const { rows, columns, offsets } = table.value;
  const digits = String(cosize(layout)).length;
  const cell = (value: number): string => ` ${String(value).padStart(digits)} `;
  const rule = `    ${`+${'-'.repeat(digits + 2)}`.repeat(columns)}+`;
  const numbers = Array.from({ length: columns }, (_, column) => ` ${cell(column)}`).join('');
  const lines = [printCute(layout), `    ${numbers}`, rule];
  for (let row = 0; row < rows; row++) {
    const values = [...offsets.subarray(row * columns, (row + 1) * columns)];
    lines.push(
      `${String(row).padStart(2)}  |${values.map((value) => cell(value)).join('|')}|`,
      rule,
    );
  }
  return success(`${lines.join('\n')}\n`);
}

/** A LaTeX document with the grid as a TikZ picture, shaded by offset mod 8. Fails for layouts that are not of rank 2. */
export function printCuteLatex(layout: CuteLayout): Result<string> {
  const table = layoutTable(layout);
  if (!table.ok) return table;
  const { rows, columns, offsets } = table.value;
  const label = (row: number, column: number, value: number): string =>
    String.raw`\node at (${row},${column}) {\texttt{${value}}};`;
  const cells = Array.from(offsets, (offset, i) => {
    const shade = `black!${(offset % 8) * 5}`;
    const place = `${Math.floor(i / columns)},${i % columns}`;
    return String.raw`\node[fill=${shade}] at (${place}) {${offset}};`;
  });
  const lines = [
    `% ${printCute(layout)}`,
    String.raw`\documentclass{standalone}`,
    String.raw`\usepackage{tikz}`,
    String.raw`\begin{document}`,
    String.raw`\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm}]`,
    ...cells,
    String.raw`\draw[shift={(-0.5,-0.5)}] (0,0) grid (${rows},${columns});`,
    ...Array.from({ length: rows }, (_, row) => label(row, -1, row)),
    ...Array.from({ length: columns }, (_, column) => label(-1, column, column)),
    String.raw`\end{tikzpicture}`,
    String.raw`\end{document}`,
  ];
  return success(`${lines.join('\n')}\n`);
}
