/**
 * All offsets of a layout at once, in typed arrays.
 *
 *     (2,(2,2)):(4,(2,1))     0 4 2 6 1 5 3 7      by index: the first mode runs fastest
 *
 * A mode s:d repeats what is there s times, each d further, so an element costs one addition.
 */
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { MOST_ELEMENTS } from '../../layout/tile/recognize.ts';
import { crd2idx } from './int-tuple.ts';
import {
  cosize,
  type CuteLayout,
  type Layout,
  leaves,
  rank,
  modes,
  size,
  strided,
} from './layout.ts';
import { type Swizzle, yyyMask } from './swizzle.ts';

/** Offsets by index. Fails above 2^20 elements, and for offsets below 0 or from 2^31 on. */
export function evaluate(layout: CuteLayout): Result<Int32Array> {
  const inner = strided(layout);
  const count = size(layout);
  const origin = layout.kind === 'composed' ? layout.offset : 0;
  if (count > MOST_ELEMENTS || cosize(layout) + Math.abs(origin) > 2 ** 31) {
    return failure(messages.cute.tooManyElements(MOST_ELEMENTS));
  }
  const offsets = new Int32Array(count);
  offsets[0] = origin;
  let filled = 1;
  let lowest = origin;
  for (const { extent, stride } of leaves(inner)) {
    lowest += Math.min(0, stride * (extent - 1));
    for (let step = 1; step < extent; step++) {
      const start = step * filled;
      const distance = step * stride;
      for (let i = 0; i < filled; i++) offsets[start + i] = (offsets[i] ?? 0) + distance;
    }
    filled *= extent;
  }
  if (lowest < 0) return failure(messages.cute.negativeOffset(lowest));
  if (layout.kind === 'composed') swizzleAll(layout.swizzle, offsets);
  return success(offsets);
}

/** Swizzles offsets in place. */
function swizzleAll(swizzle: Swizzle, offsets: Int32Array): void {
  const mask = yyyMask(swizzle);
  const down = Math.max(0, swizzle.shift);
  const up = Math.max(0, -swizzle.shift);
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i] ?? 0;
    offsets[i] = offset ^ (((offset & mask) >>> down) << up);
  }
}

/** The offset of one index; the last mode has no bound. */
export function indexOffset(layout: Layout, index: number): number {
  return crd2idx(index, layout.shape, layout.stride);
}

/** The grid that CUTLASS's `print_layout` shows. */
export interface LayoutTable {
  /** Size of mode 0. */
  readonly rows: number;
  /** Size of mode 1. */
  readonly columns: number;
  /** Offset of (row, column) at `row * columns + column`. */
  readonly offsets: Int32Array;
}

/** Offsets of a layout of rank 2, row after row. */
export function layoutTable(layout: CuteLayout): Result<LayoutTable> {
  const [down, across] = modes(strided(layout));
  if (rank(layout) !== 2 || down === undefined || across === undefined) {
    return failure(messages.cute.rank(rank(layout)));
  }
  const values = evaluate(layout);
  if (!values.ok) return values;
  const [rows, columns] = [size(down), size(across)];
  const offsets = new Int32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      offsets[row * columns + column] = values.value[column * rows + row] ?? 0;
    }
  }
  return success({ rows, columns, offsets });
}
