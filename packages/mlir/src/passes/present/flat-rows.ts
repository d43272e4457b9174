/**
 * The rows of a buffer that has one dimension, from the rows of what fills it.
 *
 *     memref<2176xf16>, %in[row, column] is stored at 68 * row + column for columns up to 63:
 *     rows of 64 elements, 68 apart
 */
import type { Extent } from '@ldscope/core';
import { operandSegments } from '../../ir/attribute-values.ts';
import type { Module } from '../../ir/ir.ts';
import { memrefOf } from '../memref-types.ts';
import { type BufferAccess, type WorkgroupBuffer } from '../buffers.ts';
import { Rewriter } from '../rewriter.ts';
import { add, type Expression, scale } from '../expression.ts';
import { IndexAnalysis } from '../index-analysis.ts';
import { locate } from '../rows.ts';
import { IndexDomain } from './index-domain.ts';
import { loadedFrom } from './traced-value.ts';

export interface FlatRows {
  /** Elements of a row that hold something. */
  readonly columns: number;
  /** Elements from row to row. */
  readonly pitch: number;
}

interface Filling {
  readonly place: Expression;
  /** Leading indices of its source. */
  readonly sourceRow: readonly Expression[];
  readonly width: number;
}

/** `undefined` where no such rows show, or where the buffer has several dimensions. */
export function rowsOfFlat(
  module: Module,
  buffer: WorkgroupBuffer,
  block: Extent,
  waveSize: number,
): FlatRows | undefined {
  const [total] = buffer.shape;
  if (total === undefined || buffer.shape.length !== 1) return undefined;
  const rewriter = new Rewriter(module);
  const analysis = new IndexAnalysis({ block, waveSize, ownerOf: rewriter.ownerOf });
  const fillings = buffer.accesses.flatMap((access) => {
    const filling = fillingOf(buffer, access, total, analysis, rewriter);
    return filling === undefined ? [] : [filling];
  });
  const domain = new IndexDomain(
    block,
    fillings.map(({ place, sourceRow }) => [place, ...sourceRow]),
  );
  const rows = new Map<string, { start: number; end: number }>();
  for (const { place, sourceRow, width } of fillings) {
    const at = domain.valuesOf(place);
    const leading = sourceRow.map((index) => domain.valuesOf(index));
    for (let i = 0; i < domain.points; i++) {
      const start = at[i] ?? 0;
      if (start < 0 || start + width > total) continue;
      const key = leading.map((index) => index[i] ?? 0).join();
      const row = rows.get(key) ?? { start, end: start + width };
      rows.set(key, { start: Math.min(row.start, start), end: Math.max(row.end, start + width) });
    }
  }
  return regularRows([...rows.values()], total);
}

function fillingOf(
  buffer: WorkgroupBuffer,
  access: BufferAccess,
  total: number,
  analysis: IndexAnalysis,
  rewriter: Rewriter,
): Filling | undefined {
  const found = locate(buffer, access, analysis, { pitch: total, rowsRepeat: 1, wholeOnly: false });
  if (typeof found === 'string' || access.direction === 'load') return undefined;
  const width = access.bytes / buffer.elementBytes;
  const [[memref] = [], indices = []] = operandSegments(access.op);
  const copied = memref === undefined ? undefined : { memref, indices };
  const from = access.direction === 'copy' ? copied : loadedFrom(access.op.operands[0], rewriter);
  if (from === undefined || (memrefOf(from.memref)?.shape?.length ?? 0) < 2) return undefined;
  const sourceRow = from.indices.slice(0, -1).map((index) => analysis.expressionOf(index));
  const lane = access.direction === 'copy' ? [scale(analysis.lane(), width)] : [];
  return { place: add(found.column, ...lane), sourceRow, width };
}

function regularRows(
  rows: readonly { readonly start: number; readonly end: number }[],
  total: number,
): FlatRows | undefined {
  const sorted = rows.toSorted((a, b) => a.start - b.start);
  const [first, second] = sorted;
  if (first === undefined || second === undefined || first.start !== 0) return undefined;
  const [columns, pitch] = [first.end, second.start];
  const isRegular = sorted.every(
    ({ start, end }, i) => start === i * pitch && end === start + columns,
  );
  return isRegular && columns <= pitch && total % pitch === 0 ? { columns, pitch } : undefined;
}
