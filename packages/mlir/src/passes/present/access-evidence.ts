/**
 * The evidence of one access for the layout of its buffer: where each work-item is, and which parts of its column follow
 * from its row alone.
 *
 *     load at row x mod 16, column 8 * ((x / 16) ^ (x mod 8))     x mod 8 follows from the row, x / 16 does not: the
 *                                                                 row moves columns by XOR with 8 * (row mod 8)
 *     store of what was loaded from [row, column]                 what it stores says which element is at each place
 *
 * An access whose column follows from its row altogether (a lane per row, the same unit of each) fits both a move and plain
 * rows; it can only be checked (`fits`).
 */
import { isPowerOfTwo, modulo } from '@ldscope/core';
import { operandSegments } from '../../ir/attribute-values.ts';
import type { Operation } from '../../ir/ir.ts';
import { type BufferAccess, type WorkgroupBuffer } from '../buffers.ts';
import type { Rewriter } from '../rewriter.ts';
import {
  add,
  asSum,
  type Expression,
  leavesOf,
  quotient,
  remainder,
  scale,
} from '../expression.ts';
import type { IndexAnalysis } from '../index-analysis.ts';
import { memrefOf, stridesOf } from '../memref-types.ts';
import { locate } from '../rows.ts';
import type { Column, IndexDomain } from './index-domain.ts';
import type { RowMove } from './row-key.ts';
import { isConstantValue, loadedFrom, type MemoryPlace } from './traced-value.ts';

/** An access with its place as expressions, before anything is evaluated. */
export interface PlacedAccess {
  readonly op: Operation;
  readonly writes: boolean;
  /** Elements that a lane moves. */
  readonly width: number;
  readonly row: Expression;
  readonly column: Expression;
  /** Where an XOR with the row would be: the column, or for a copy the column of its source. */
  readonly marked: Expression;
  /** A copy permutes its source, which undoes a rotation. */
  readonly undoes: boolean;
  /** The stored data, in elements of global memory; absent where it does not follow from the text. */
  readonly source?: Expression;
}

/** The place of an access; words that say why it is not known; `undefined` for one that says nothing (clearing). */
export function placedAccess(
  buffer: WorkgroupBuffer,
  access: BufferAccess,
  pitch: number,
  analysis: IndexAnalysis,
  rewriter: Rewriter,
): PlacedAccess | string | undefined {
  const { op, direction, bytes } = access;
  const stored = op.name === 'vector.maskedstore' ? op.operands.at(-1) : op.operands[0];
  if (direction === 'store' && isConstantValue(stored)) return undefined;
  const found = locate(buffer, access, analysis, { pitch, rowsRepeat: 1, wholeOnly: false });
  if (typeof found === 'string') return found;
  const width = bytes / buffer.elementBytes;
  if (!Number.isInteger(width)) return 'it moves a part of an element';
  const shared = { op, width, undoes: false };
  if (direction !== 'copy') {
    const { row, column } = found;
    const writes = direction === 'store';
    const from = writes ? loadedFrom(stored, rewriter) : undefined;
    const source = from && linearPlace(from, analysis);
    const rest = source === undefined ? {} : { source };
    return { ...shared, writes, row, column, marked: column, ...rest };
  }
  const lane = scale(analysis.lane(), width);
  const linear = add(scale(found.row, pitch), found.column, lane);
  const [[memref] = [], indices = []] = operandSegments(op);
  const last = indices.at(-1);
  if (memref === undefined || last === undefined) return 'its source is not known';
  if (memrefOf(memref)?.shape?.length !== indices.length) {
    return 'its source has fewer indices than dimensions';
  }
  const source = linearPlace({ memref, indices, op }, analysis);
  return {
    ...shared,
    writes: true,
    undoes: true,
    row: quotient(linear, pitch),
    column: remainder(linear, pitch),
    marked: analysis.expressionOf(last),
    ...(source === undefined ? {} : { source }),
  };
}

/** Distance between the rows of a source whose strides are not known: more than any row has. */
const FAR = 2 ** 24;

/** A place of global memory in elements; rows of an unknown length are far apart. */
export function linearPlace(place: MemoryPlace, analysis: IndexAnalysis): Expression | undefined {
  const type = memrefOf(place.memref);
  const strides = type && stridesOf(type);
  const indices = place.indices.map((index) => analysis.expressionOf(index));
  if (indices.length === 0) return undefined;
  if (strides !== undefined && (strides.at(-1) ?? 1) !== 1) return undefined;
  const last = indices.length - 1;
  return add(
    ...indices.map((index, i) => scale(index, i === last ? 1 : (strides?.[i] ?? FAR * (last - i)))),
  );
}

/** The effect of a row on the columns of an access. */
type OwnMove =
  /** By row: elements that are XORed onto the column, or added around the row. NaN for rows that are not seen. */
  | { readonly kind: 'xor' | 'rotate'; readonly byRow: Column }
  /** The column does not follow the row. */
  | { readonly kind: 'none' }
  /** It fits several moves. */
  | { readonly kind: 'open' }
  /** The row moves columns in a way that is neither an XOR nor a rotation. */
  | { readonly kind: 'other' };

export interface Evidence extends PlacedAccess {
  /** Points whose place is in the tile, in ascending order. */
  readonly points: Int32Array;
  /** Rows of the tile that it reaches, each once. */
  readonly reached: Int32Array;
  readonly rowOf: Column;
  readonly columnOf: Column;
  readonly own: OwnMove;
  /** Parts of the column, for checks that few accesses need. */
  readonly pieces: () => readonly Column[];
  /** Sums modulo a number among them. */
  readonly turns: readonly Turn[];
  /** Every work-item XORs a number onto its column, or adds one around the row: rows that it reaches may share a key. */
  readonly fixed: Fixed;
}

/** Elements that all work-items of an access XOR onto their column, and that they add around the row. */
interface Fixed {
  readonly bits: number;
  readonly shift: number;
}

interface Turn {
  readonly modulus: number;
  readonly factor: number;
  readonly pieces: readonly Column[];
}

/** The extent of the places that count. */
export interface Extents {
  readonly rows: number;
  readonly columns: number;
}

/** Evaluates an access. */
export function evidenceOf(access: PlacedAccess, domain: IndexDomain, extents: Extents): Evidence {
  const { rows, columns } = extents;
  const [rowOf, columnOf] = [domain.valuesOf(access.row), domain.valuesOf(access.column)];
  const inside = new Int32Array(domain.points);
  const reached = new Uint8Array(rows);
  let count = 0;
  for (let i = 0; i < inside.length; i++) {
    const row = rowOf[i] ?? -1;
    const column = columnOf[i] ?? -1;
    if (row < 0 || row >= rows || column < 0 || column + access.width > columns) continue;
    inside[count++] = i;
    reached[row] = 1;
  }
  const points = inside.subarray(0, count);
  const view: View = { domain, points, rowOf, columnOf, extents, access };
  const parts = partsOf(access.marked, domain);
  const own = ownMove(parts, view);
  return { ...access, points, reached: numbersOf(reached), rowOf, columnOf, own, ...parts };
}

/** The numbers that are marked. */
function numbersOf(marks: Uint8Array): Int32Array {
  const numbers = new Int32Array(marks.length);
  let count = 0;
  for (let i = 0; i < marks.length; i++) if (marks[i] === 1) numbers[count++] = i;
  return numbers.subarray(0, count);
}

/**
 * True when a buffer with this move may be accessed like this: what is left of the column is free of the row. A constant
 * that is left must be in the text of the index, where the column is not a constant altogether.
 */
export function fits(one: Evidence, move: RowMove, columns: number): boolean {
  const { own, points, reached, columnOf, fixed } = one;
  if (reached.some((row) => Number.isNaN(move.byRow[row] ?? NaN))) return false;
  const isXor = move.kind === 'xor';
  const written = isXor ? fixed.bits : modulo(fixed.shift, columns);
  switch (own.kind) {
    case 'other':
      return false;
    case 'none': {
      const rest = surplusOfRows(one, move, columns);
      if (rest === undefined) return false;
      const [column] = [columnOf[points[0] ?? 0]];
      return rest === written || points.every((i) => columnOf[i] === column);
    }
    case 'xor':
    case 'rotate': {
      if (own.kind !== move.kind) return false;
      const rest = surplusOfRows(one, move, columns, own.byRow);
      return rest === written || (rest === 0 && !isXor);
    }
    case 'open':
      return (
        surplusOfRows(one, move, columns) !== undefined ||
        keySums(one, move.kind).some((sum) => isAhead(one, move, columns, sum))
      );
  }
}

const difference = ({ kind }: RowMove, a: number, b: number, columns: number): number =>
  kind === 'xor' ? a ^ b : modulo(a - b, columns);

/**
 * The difference between two moves, or between a move and none, in every row that is reached; `undefined` where it varies.
 */
function surplusOfRows(
  { reached }: Evidence,
  move: RowMove,
  columns: number,
  other?: Column,
): number | undefined {
  let first: number | undefined;
  for (const row of reached) {
    const of = other === undefined ? 0 : (other[row] ?? NaN);
    const here = difference(move, move.byRow[row] ?? 0, of, columns);
    first ??= here;
    if (here !== first) return undefined;
  }
  return first ?? 0;
}

/** True when a move is the same number more than a sum of parts, at every point. */
function isAhead(
  { points, rowOf }: Evidence,
  move: RowMove,
  columns: number,
  sum: (point: number) => number,
): boolean {
  let first: number | undefined;
  for (const i of points) {
    const here = difference(move, move.byRow[rowOf[i] ?? 0] ?? 0, sum(i), columns);
    first ??= here;
    if (here !== first) return false;
  }
  return true;
}

/** Sums of parts of a column, each of which may be what its row gives. */
function keySums(
  { pieces: piecesOf, turns, undoes }: Evidence,
  kind: RowMove['kind'],
): ((point: number) => number)[] {
  const pieces = piecesOf();
  if (kind === 'xor') {
    return subsetsOf(pieces).map(
      (subset) => (i) => subset.reduce((all, piece) => all ^ (piece[i] ?? 0), 0),
    );
  }
  const sign = undoes ? -1 : 1;
  const lists = [{ pieces, factor: 1 }, ...turns];
  return lists.flatMap(({ pieces: list, factor }) =>
    subsetsOf(list).map(
      (subset) => (i) => sign * factor * subset.reduce((all, piece) => all + (piece[i] ?? 0), 0),
    ),
  );
}

/** More parts than an index has. */
const MOST_PIECES = 8;

function subsetsOf<T>(list: readonly T[]): T[][] {
  const some = list.slice(0, MOST_PIECES);
  return Array.from({ length: 2 ** some.length - 1 }, (_, i) =>
    some.filter((_piece, bit) => ((i + 1) >> bit) & 1),
  );
}

interface XorNode {
  readonly factor: number;
  readonly whole: Column;
  readonly parts: readonly Column[];
}

interface Parts {
  readonly nodes: readonly XorNode[];
  readonly turns: readonly Turn[];
  readonly pieces: () => readonly Column[];
  /** The terms that are neither, without their factors. */
  readonly loose: readonly Column[];
  readonly fixed: Fixed;
}

/** An index as XORs, sums around a row, and what is in none of them; all in elements. */
function partsOf(index: Expression, domain: IndexDomain): Parts {
  const nodes: XorNode[] = [];
  const turns: Turn[] = [];
  const pieces: { readonly of: Expression; readonly factor: number }[] = [];
  const loose: Column[] = [];
  let [bits, shift] = [0, 0];
  for (const { factor, of } of asSum(index).terms) {
    if (of.kind === 'xor') {
      const parts = of.parts.filter((part) => part.kind !== 'constant');
      nodes.push({
        factor,
        whole: domain.valuesOf(of),
        parts: parts.map((part) => domain.valuesOf(part)),
      });
      for (const part of of.parts) if (part.kind === 'constant') bits ^= factor * part.value;
      for (const part of parts) {
        pieces.push({ of: part, factor });
        const { terms } = asSum(part);
        if (terms.length > 1)
          for (const term of terms) pieces.push({ of: term.of, factor: factor * term.factor });
      }
      continue;
    }
    const dividend = of.kind === 'remainder' ? asSum(of.dividend) : undefined;
    const inner = dividend?.terms ?? [];
    if (dividend !== undefined) shift += factor * dividend.constant;
    pieces.push({ of, factor });
    if (of.kind === 'remainder' && inner.length > 1) {
      const list = inner.map((term) => domain.valuesOf(scale(term.of, term.factor)));
      turns.push({ modulus: of.divisor, factor, pieces: list });
      continue;
    }
    loose.push(domain.valuesOf(of));
  }
  return {
    nodes,
    turns,
    pieces: () => pieces.map(({ of, factor }) => domain.valuesOf(scale(of, factor))),
    loose,
    fixed: { bits, shift },
  };
}

interface View {
  readonly domain: IndexDomain;
  readonly points: Int32Array;
  readonly rowOf: Column;
  readonly columnOf: Column;
  readonly extents: Extents;
  readonly access: PlacedAccess;
}

/** Values by row where they follow from it; `undefined` where two work-items of a row differ. */
function byRow(
  values: Column,
  { points, rowOf, extents }: View,
  modulus?: number,
): Column | undefined {
  const table = new Float64Array(extents.rows).fill(NaN);
  for (let k = 0; k < points.length; k++) {
    const i = points[k] ?? 0;
    const row = rowOf[i] ?? 0;
    const value = modulus === undefined ? (values[i] ?? 0) : modulo(values[i] ?? 0, modulus);
    const known = table[row] ?? NaN;
    if (known === value) continue;
    if (!Number.isNaN(known)) return undefined;
    table[row] = value;
  }
  return table;
}

/** True when a table has two values. */
function varies(table: Column): boolean {
  const seen = table.filter((value) => !Number.isNaN(value));
  return seen.some((value) => value !== seen[0]);
}

function ownMove({ nodes, turns, loose }: Parts, view: View): OwnMove {
  const { points, access } = view;
  if (points.length === 0) return { kind: 'open' };
  let open = loose.some((piece) => followsRow(piece, view) !== undefined);
  const keys: { readonly node: XorNode; readonly key: Column }[] = [];
  for (const node of nodes) {
    const tables = node.parts.map((part) => byRow(part, view));
    const ofRow = tables.filter((table) => table !== undefined).filter(varies);
    if (ofRow.length === 0) continue;
    if (tables.every((table) => table !== undefined)) {
      open = true;
      continue;
    }
    const key = new Float64Array(view.extents.rows);
    for (let row = 0; row < key.length; row++) {
      key[row] = ofRow.reduce((all, table) => {
        const value = table[row] ?? NaN;
        return Number.isNaN(value) ? NaN : all ^ value;
      }, 0);
    }
    keys.push({ node, key });
  }
  const shifts = turns.flatMap((turn) => {
    const tables = turn.pieces.map((piece) => byRow(piece, view, turn.modulus));
    const ofRow = tables.filter((table) => table !== undefined).filter(varies);
    if (ofRow.length === 0) return [];
    if (tables.every((table) => table !== undefined)) {
      open = true;
      return [];
    }
    return [{ turn, ofRow }];
  });
  if (keys.length === 0 && shifts.length === 0) return { kind: open ? 'open' : 'none' };
  if (shifts.length === 0) return xorMove(keys, view);
  const [only, second] = shifts;
  if (only === undefined || second !== undefined || keys.length > 0) return { kind: 'other' };
  const { turn, ofRow } = only;
  // A rotation of a part of the row is not one of the family.
  if (!access.undoes && turn.modulus * turn.factor !== view.extents.columns)
    return { kind: 'other' };
  const sign = access.undoes ? -1 : 1;
  const shift = new Float64Array(view.extents.rows);
  for (let row = 0; row < shift.length; row++) {
    const sum = ofRow.reduce((all, table) => all + (table[row] ?? NaN), 0);
    shift[row] = modulo(sign * turn.factor * sum, view.extents.columns);
  }
  return leavesSameColumns(shift, view) ? { kind: 'rotate', byRow: shift } : { kind: 'open' };
}

/** True when every row has the same columns without its shift: sums that the row is a part of may have fused. */
function leavesSameColumns(
  shift: Column,
  { points, rowOf, domain, access, extents }: View,
): boolean {
  const marked = domain.valuesOf(access.marked);
  const sets = new Map<number, Set<number>>();
  for (const i of points) {
    const row = rowOf[i] ?? 0;
    const own = sets.get(row) ?? new Set();
    sets.set(row, own.add(modulo((marked[i] ?? 0) - (shift[row] ?? 0), extents.columns)));
  }
  const [first] = sets.values();
  return [...sets.values()].every(
    (own) => own.size === first?.size && [...own].every((column) => first.has(column)),
  );
}

/** A table that is not the same for all rows. */
function followsRow(values: Column, view: View): Column | undefined {
  const table = byRow(values, view);
  return table !== undefined && varies(table) ? table : undefined;
}

function xorMove(
  keys: readonly { readonly node: XorNode; readonly key: Column }[],
  { points, rowOf, extents, domain, access }: View,
): OwnMove {
  if (!keys.every(({ node }) => isPowerOfTwo(node.factor))) return { kind: 'other' };
  const table = new Float64Array(extents.rows);
  for (let row = 0; row < table.length; row++) {
    table[row] = keys.reduce((all, { node, key }) => {
      const value = key[row] ?? NaN;
      return Number.isNaN(value) ? NaN : all ^ (node.factor * value);
    }, 0);
  }
  // XOR of the whole column must be what XOR inside the sum is: no carries.
  const marked = domain.valuesOf(access.marked);
  const without = marked.slice();
  for (const { node, key } of keys) {
    const { factor, whole } = node;
    for (let k = 0; k < points.length; k++) {
      const i = points[k] ?? 0;
      const before = whole[i] ?? 0;
      without[i] = (without[i] ?? 0) + factor * ((before ^ (key[rowOf[i] ?? 0] ?? 0)) - before);
    }
  }
  const modulus = access.undoes ? 2 ** 31 : Infinity;
  for (let k = 0; k < points.length; k++) {
    const i = points[k] ?? 0;
    const moved = ((marked[i] ?? 0) % modulus) ^ (table[rowOf[i] ?? 0] ?? 0);
    if (moved !== (without[i] ?? 0) % modulus) return { kind: 'other' };
  }
  return { kind: 'xor', byRow: table };
}

/** A leaf of a column that is not decomposed and that the row does not have: a loaded index, a selection. */
export function opaqueLeaf(
  { row, marked }: PlacedAccess,
  analysis: IndexAnalysis,
): string | undefined {
  const ofRow = new Set(leavesOf(row).map(({ key }) => key));
  return leavesOf(marked).find(({ key }) => !ofRow.has(key) && analysis.isOpaque(key))?.key;
}

/** True when an index has an XOR in it. */
export function hasXor(expression: Expression): boolean {
  return asSum(expression).terms.some(
    ({ of }) =>
      of.kind === 'xor' ||
      ((of.kind === 'quotient' || of.kind === 'remainder') && hasXor(of.dividend)),
  );
}
