/**
 * Writers and readers of a buffer that move its rows differently: one of them misses a swizzle, or has another one.
 *
 *     store  column 8 * ((x mod 8) ^ (x / 8 mod 8))      load  column 8 * (x / 16)      rows 1 to 7 are read permuted
 *
 * Some kernels read a permuted row on purpose, so nothing is said where a work-item reads its whole row (the order does
 * not matter to a sum), where what is read goes to global memory through an XOR (that undoes it), where an index is not
 * decomposed or is a sum around a row, or where the writers' layout is not shown by its source or by an XOR of its own.
 */
import type { Rewriter } from '../rewriter.ts';
import type { IndexAnalysis } from '../index-analysis.ts';
import type { Operation } from '../../ir/ir.ts';
import { type Evidence, type Extents, hasXor, linearPlace, opaqueLeaf } from './access-evidence.ts';
import type { IndexDomain } from './index-domain.ts';
import { keyOfRows, type RowMove } from './row-key.ts';
import { storedTo } from './traced-value.ts';

interface MismatchSide {
  readonly op: Operation;
  readonly move: RowMove;
}

export interface Mismatch {
  readonly writer: MismatchSide;
  readonly reader: MismatchSide;
  /** The first row where they differ. */
  readonly row: number;
}

interface Context {
  readonly domain: IndexDomain;
  readonly extents: Extents;
  readonly analysis: IndexAnalysis;
  readonly rewriter: Rewriter;
}

/** The first reader that contradicts the writers; `traced` is what copies fill rows with, where that is known. */
export function findMismatch(
  evidence: readonly Evidence[],
  traced: RowMove | undefined,
  context: Context,
): Mismatch | undefined {
  const { extents, analysis } = context;
  const writers = evidence.filter(({ writes }) => writes);
  const first = writers.find(({ source }) => traced === undefined || source !== undefined);
  if (first === undefined) return undefined;
  const written = traced ?? (first.turns.length > 0 ? undefined : ownMove(first));
  if (written === undefined || keyOfRows(written, extents.columns) === undefined) return undefined;
  const isAgreed = writers.every((writer) =>
    traced === undefined ? ownMove(writer) !== undefined : writer.source !== undefined,
  );
  if (!isAgreed) return undefined;
  for (const reader of evidence) {
    if (reader.writes || opaqueLeaf(reader, analysis) !== undefined) continue;
    // Sums around a row fuse with other sums: what is left of them does not show the whole rotation.
    if (reader.turns.length > 0) continue;
    const move = reader.own.kind === 'none' ? stillRows(reader, extents) : ownMove(reader);
    if (move === undefined || keyOfRows(move, extents.columns) === undefined) continue;
    const row = differentRow(written, move, extents.columns);
    if (row === undefined || isUndone(reader, context)) continue;
    if (readsWholeRows(evidence, context)) return undefined;
    return { writer: { op: first.op, move: written }, reader: { op: reader.op, move }, row };
  }
  return undefined;
}

const ownMove = ({ own }: Evidence): RowMove | undefined =>
  own.kind === 'xor' || own.kind === 'rotate' ? own : undefined;

/** Rows that stay where they are, for those that an access reaches. */
function stillRows({ reached }: Evidence, { rows }: Extents): RowMove {
  const byRow = new Float64Array(rows).fill(NaN);
  for (const row of reached) byRow[row] = 0;
  return { kind: 'xor', byRow };
}

/** The first row whose moves differ by something else than those of the rows before it. */
function differentRow(a: RowMove, b: RowMove, columns: number): number | undefined {
  const isStill = ({ byRow }: RowMove): boolean =>
    byRow.every((value) => Number.isNaN(value) || value === 0);
  const rotates = [a, b].some((move) => move.kind === 'rotate' && !isStill(move));
  let expected: number | undefined;
  for (let row = 0; row < a.byRow.length; row++) {
    const [one, other] = [a.byRow[row] ?? NaN, b.byRow[row] ?? NaN];
    if (Number.isNaN(one) || Number.isNaN(other)) continue;
    const difference = rotates ? (one - other + columns) % columns : one ^ other;
    expected ??= difference;
    if (difference !== expected) return row;
  }
  return undefined;
}

/** True when what is read leaves for a place of global memory that has an XOR or a rotation. */
function isUndone({ op }: Evidence, { rewriter, analysis }: Context): boolean {
  return op.results.some((result) =>
    storedTo(result, rewriter).some((place) => {
      const linear = linearPlace(place, analysis);
      return linear === undefined || hasXor(linear);
    }),
  );
}

/** True when some work-item reads every element of a row. */
function readsWholeRows(evidence: readonly Evidence[], { domain, extents }: Context): boolean {
  const { columns } = extents;
  const seen = new Map<number, Set<number>>();
  for (const { writes, points, rowOf, columnOf, width } of evidence) {
    if (writes) continue;
    for (const i of points) {
      const key = domain.workItemOf(i) * extents.rows + (rowOf[i] ?? 0);
      const own = seen.get(key) ?? new Set();
      seen.set(key, own);
      for (let k = 0; k < width; k++) own.add((columnOf[i] ?? 0) + k);
      if (own.size === columns) return true;
    }
  }
  return false;
}
