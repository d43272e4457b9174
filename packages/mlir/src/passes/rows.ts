/**
 * Which row and column of its tile an access is at, whatever view it goes through.
 *
 *     %v = memref.subview %tile[16, 32] [16, 32] [1, 1]     of 64x64
 *     vector.load %v[%i, %j]                                row %i + 16, column %j + 32 of %tile
 *
 * A view whose rows are whole rows of the tile, and whose first row is a multiple of the rows after which a layout
 * repeats, is as good as the tile itself: the access stays there. Otherwise it moves to the source of the view.
 *
 * No access stays behind an `iree_codegen.swizzle_hint`: IREE would swizzle it once more.
 */
import { gcd } from '@ldscope/core';
import type { Operation, Value } from '../ir/ir.ts';
import type { MemRefType } from '../ir/types.ts';
import { type BufferAccess, type WorkgroupBuffer } from './buffers.ts';
import { add, type Expression, quotient, remainder, scale, zero } from './expression.ts';
import type { IndexAnalysis } from './index-analysis.ts';
import { memrefOf, stridesOf } from './memref-types.ts';
import { inflows } from './memory-groups.ts';
import { digitsOf, indicesThrough, rootOf, viewLists, isViewOperation } from './views.ts';

/** How the dimensions of a memref make rows and columns. */
interface RowShape {
  /** Rows per step of each leading dimension. */
  readonly rowStrides: readonly number[];
  /** Sizes of the dimensions that columns run through, outermost first. */
  readonly trailing: readonly number[];
  /** The outermost of them runs through several rows. */
  readonly spansRows: boolean;
}

export interface LocatedAccess {
  readonly access: BufferAccess;
  /** The memref that the access is made at, and its indices there. */
  readonly anchor: Value;
  readonly indices: readonly Expression[];
  readonly row: Expression;
  readonly column: Expression;
  /** Indices of the same row with another column; `undefined` columns keep the index. */
  readonly withColumn: (column: Expression) => readonly Expression[];
}

export interface RowOptions {
  /** Elements from one row to the next. */
  readonly pitch: number;
  /** A view must begin at a multiple of this number of rows to be as good as the tile. */
  readonly rowsRepeat: number;
  /** Only memrefs of the allocation's own type will do. */
  readonly wholeOnly: boolean;
}

/** Where an access is; words that say why not when that is not known. */
export function locate(
  buffer: WorkgroupBuffer,
  access: BufferAccess,
  analysis: IndexAnalysis,
  options: RowOptions,
): LocatedAccess | string {
  const { op, base, rank } = access;
  let anchor = op.operands[base];
  const given = op.operands.slice(base + 1, base + 1 + rank);
  // A copy may leave out trailing indices: they are 0.
  const dimensions = Math.max(rank, memrefOf(anchor)?.shape?.length ?? 0);
  let indices: readonly Expression[] = Array.from({ length: dimensions }, (_, i) => {
    const index = given[i];
    return index === undefined ? zero : analysis.expressionOf(index);
  });
  for (;;) {
    if (anchor === undefined) return 'it has no memref';
    const shape = anchorShape(buffer, anchor, analysis, options);
    if (shape !== undefined) return at(access, anchor, indices, shape, options.pitch);
    const view = anchor.definition;
    if (view === undefined || !isViewOperation(view)) {
      return `the rows of %${anchor.name} do not follow from its type and offset`;
    }
    const before = sourceIndices(buffer, view, indices, analysis);
    if (before === undefined) return `${view.name} is not followed to its source`;
    anchor = before.source;
    indices = before.indices;
  }
}

function anchorShape(
  buffer: WorkgroupBuffer,
  value: Value,
  analysis: IndexAnalysis,
  { pitch, rowsRepeat, wholeOnly }: RowOptions,
): RowShape | undefined {
  const type = memrefOf(value);
  if (type === undefined || isHinted(value, analysis)) return undefined;
  const isWhole = type.layout === undefined && sameSizes(type, buffer);
  if (wholeOnly && (!isWhole || isView(value))) return undefined;
  if (!wholeOnly) {
    const multiple = offsetMultiple(value, analysis);
    if (multiple === undefined || multiple % (rowsRepeat * pitch) !== 0) return undefined;
  }
  return rowShape(type, pitch);
}

const isView = ({ definition }: Value): boolean =>
  definition !== undefined && isViewOperation(definition);

function sameSizes({ shape }: MemRefType, buffer: WorkgroupBuffer): boolean {
  return (
    shape?.length === buffer.shape.length && shape.every((size, i) => size === buffer.shape[i])
  );
}

/** `undefined` where the dimensions do not split into rows and columns. */
function rowShape(type: MemRefType, pitch: number): RowShape | undefined {
  const sizes = type.shape;
  const strides = stridesOf(type);
  if (sizes === undefined || strides === undefined) return undefined;
  let [length, first] = [1, sizes.length];
  while (length < pitch) {
    first--;
    const size = sizes[first];
    if (first < 0 || strides[first] !== length) return undefined;
    // The outermost size does not matter where the dimension runs through rows.
    length = first === 0 && size === undefined ? pitch : length * (size ?? 0);
    if (length === 0) return undefined;
  }
  const rowStrides = strides.slice(0, first).map((stride) => (stride ?? 0.5) / pitch);
  if (length % pitch !== 0 || !rowStrides.every(Number.isInteger)) return undefined;
  const trailing = sizes.slice(first).map((size) => size ?? 0);
  return { rowStrides, trailing, spansRows: length > pitch };
}

function at(
  access: BufferAccess,
  anchor: Value,
  indices: readonly Expression[],
  { rowStrides, trailing, spansRows }: RowShape,
  pitch: number,
): LocatedAccess {
  const leading = rowStrides.map((stride, i) => scale(indices[i] ?? zero, stride));
  const pitches = trailing.map((_, i) =>
    trailing.slice(i + 1).reduce((all, size) => all * size, 1),
  );
  const inner = indices.slice(rowStrides.length);
  const within = add(...inner.map((index, i) => scale(index, pitches[i] ?? 1)));
  const [rows, column] = spansRows
    ? [quotient(within, pitch), remainder(within, pitch)]
    : [zero, within];
  const withColumn = (moved: Expression): readonly Expression[] => {
    const target = add(within, moved, scale(column, -1));
    const digits = trailing.map((size, i) => {
      const digit = quotient(target, pitches[i] ?? 1);
      return i === 0 ? digit : remainder(digit, size);
    });
    return [...indices.slice(0, rowStrides.length), ...digits];
  };
  return { access, anchor, indices, row: add(...leading, rows), column, withColumn };
}

/** Indices of the source of a view for indices of its result. */
function sourceIndices(
  buffer: WorkgroupBuffer,
  view: Operation,
  indices: readonly Expression[],
  analysis: IndexAnalysis,
): { readonly source: Value; readonly indices: readonly Expression[] } | undefined {
  if (view.name !== 'memref.reinterpret_cast') return indicesThrough(view, indices, analysis);
  // Offsets count from the start of the allocation: it must be in sight.
  const [source] = view.operands;
  if (source === undefined) return undefined;
  const root = rootOf(source);
  const { offsets, strides } = viewLists(view, analysis);
  const [offset] = offsets;
  if (!buffer.roots.includes(root) || offset === undefined) return undefined;
  if (strides.some((stride) => stride === undefined)) return undefined;
  const linear = add(offset, ...indices.map((index, i) => scale(index, strides[i] ?? 0)));
  const all = buffer.shape.map((_, i) => i);
  return { source: root, indices: digitsOf(linear, all, buffer.shape) };
}

/**
 * A number that divides the offset of a memref in its allocation, in elements; 0 when it begins there. `undefined` when
 * nothing is known.
 */
function offsetMultiple(
  value: Value,
  analysis: IndexAnalysis,
  seen: Set<Value> = new Set(),
): number | undefined {
  if (seen.has(value)) return 0;
  seen.add(value);
  const sources = inflows(value, analysis.environment.ownerOf);
  if (sources === undefined) return viewMultiple(value, analysis, seen);
  return sources.reduce<number | undefined>((all, source) => {
    const own = offsetMultiple(source, analysis, seen);
    return all === undefined || own === undefined ? undefined : gcd(all, own);
  }, 0);
}

/** True when a memref may be reached through a swizzle hint. */
function isHinted(value: Value, analysis: IndexAnalysis, seen: Set<Value> = new Set()): boolean {
  if (seen.has(value)) return false;
  seen.add(value);
  if (value.definition?.name === 'iree_codegen.swizzle_hint') return true;
  const [source] = isView(value) ? (value.definition?.operands ?? []) : [];
  const sources =
    inflows(value, analysis.environment.ownerOf) ?? (source === undefined ? [] : [source]);
  return sources.some((one) => isHinted(one, analysis, seen));
}

function viewMultiple(value: Value, analysis: IndexAnalysis, seen: Set<Value>): number | undefined {
  const view = value.definition;
  if (view === undefined || !isViewOperation(view)) return 0;
  const [source] = view.operands;
  const type = memrefOf(source);
  if (source === undefined || type === undefined) return undefined;
  const before = offsetMultiple(source, analysis, seen);
  if (view.name !== 'memref.subview' && view.name !== 'memref.reinterpret_cast') return before;
  const { offsets } = viewLists(view, analysis);
  const strides = view.name === 'memref.subview' ? stridesOf(type) : [1];
  const own = offsets.reduce((all, { step, phase }, i) => {
    return gcd(all, (strides?.[i] ?? 1) * gcd(step, phase));
  }, 0);
  if (view.name === 'memref.reinterpret_cast') return own;
  return before === undefined ? undefined : gcd(before, own);
}
