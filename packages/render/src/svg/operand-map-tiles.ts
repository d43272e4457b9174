/**
 * The operands of a matrix instruction as tiles: which lanes hold each element, and as which of their elements; what one
 * lane holds in consecutive places is a run.
 */
import type { ShownMatrix } from '../text/shown-matrix.ts';

export type OperandName = 'a' | 'b' | 'd';

/** A lane that holds an element, and as which of its own. In WMMA two lanes hold the same element. */
interface Holder {
  readonly lane: number;
  readonly element: number;
}

/** Neighbouring elements of the same lanes, along k or along the rows of a result. */
interface Run {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** Of its first element. */
  readonly holders: readonly Holder[];
}

export interface OperandTile {
  readonly name: OperandName;
  readonly rows: number;
  readonly columns: number;
  readonly runs: readonly Run[];
  /** Number of the element in its lane, where all of a column, or of a row, have the same. */
  readonly byColumn?: readonly number[];
  readonly byRow?: readonly number[];
}

/** One block of an operand. */
export function holdersOf(matrix: ShownMatrix, name: OperandName, block: number): OperandTile {
  const { m, k, sparse, lanes, operands } = matrix;
  const inner = name === 'a' && sparse ? k / 2 : k;
  const [rows, columns] = name === 'a' ? [m, inner] : name === 'b' ? [inner, m] : [m, m];
  const holders = Array.from({ length: rows * columns }, (): Holder[] => []);
  const { elements } = operands[name];
  for (let lane = 0; lane < lanes; lane++) {
    for (let element = 0; element < elements; element++) {
      const at = placeOf(matrix, name, lane, element);
      if (at.block === block) holders[at.row * columns + at.column]?.push({ lane, element });
    }
  }
  const byColumn = common(columns, rows, (column, row) => holders[row * columns + column]);
  const byRow = common(rows, columns, (row, column) => holders[row * columns + column]);
  return {
    name,
    rows,
    columns,
    runs: runsOf(holders, rows, columns, name !== 'a'),
    ...(byColumn === undefined ? {} : { byColumn }),
    ...(byRow === undefined ? {} : { byRow }),
  };
}

function placeOf(
  { operands }: ShownMatrix,
  name: OperandName,
  lane: number,
  element: number,
): { readonly row: number; readonly column: number; readonly block: number } {
  if (name === 'd') return operands.d.at(lane, element);
  const { row, k, block } = operands[name].at(lane, element);
  return name === 'a' ? { row, column: k, block } : { row: k, column: row, block };
}

/** The element number that all of a line have, line by line; `undefined` where one line has several. */
function common(
  lines: number,
  length: number,
  of: (line: number, place: number) => readonly Holder[] | undefined,
): number[] | undefined {
  const found: number[] = [];
  for (let line = 0; line < lines; line++) {
    const numbers = new Set<number>();
    for (let place = 0; place < length; place++) {
      for (const { element } of of(line, place) ?? []) numbers.add(element);
    }
    const [only] = numbers;
    if (only === undefined || numbers.size > 1) return undefined;
    found.push(only);
  }
  return found;
}

function runsOf(
  holders: readonly (readonly Holder[])[],
  rows: number,
  columns: number,
  down: boolean,
): Run[] {
  const runs: Run[] = [];
  const [lines, length] = down ? [columns, rows] : [rows, columns];
  const at = (line: number, place: number): readonly Holder[] =>
    holders[down ? place * columns + line : line * columns + place] ?? [];
  for (let line = 0; line < lines; line++) {
    for (let first = 0; first < length;) {
      let end = first + 1;
      while (end < length && follows(at(line, first), at(line, end), end - first)) end++;
      runs.push({
        row: down ? first : line,
        column: down ? line : first,
        rows: down ? end - first : 1,
        columns: down ? 1 : end - first,
        holders: at(line, first),
      });
      first = end;
    }
  }
  return runs;
}

function follows(first: readonly Holder[], later: readonly Holder[], distance: number): boolean {
  return (
    first.length > 0 &&
    first.length === later.length &&
    first.every(
      ({ lane, element }, index) =>
        later[index]?.lane === lane && later[index].element === element + distance,
    )
  );
}

const BITS: Readonly<Record<string, number>> = {
  f64: 64,
  f32: 32,
  xf32: 32,
  i32: 32,
  f16: 16,
  bf16: 16,
  i8: 8,
  fp8: 8,
  bf8: 8,
};

/** `r2`, or `r2.1` for the second part of it: which register of an operand has an element; unknown for some types. */
export function registerText(type: string, element: number): string | undefined {
  const bits = BITS[type];
  if (bits === undefined) return undefined;
  if (bits === 64) return `r${2 * element}-${2 * element + 1}`;
  if (bits === 32) return `r${element}`;
  const each = 32 / bits;
  return `r${Math.floor(element / each)}.${element % each}`;
}
