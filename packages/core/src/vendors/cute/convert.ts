/**
 * CuTe layouts as tile layouts and back, and seen with elements of another size.
 *
 *     (64,32):(36,1), 4 bytes                    rows of 128 bytes, padded to 144
 *     Sw<3,3,3> o 0 o (64,64):(64,1), 2 bytes    units of 16 bytes, XOR of row mod 8
 *     ((8,8),64):((64,520),1), 2 bytes           16 bytes of padding after each 8 rows
 *     Sw<2,0,3> o 0 o (8,64):(64,1), 4 bytes     linear over GF(2): the swizzle reads bits of the column
 *
 *     recast (8,64):(64,1) of 16 bits            as 32 bits: (8,32):(32,1)     as 8 bits: (8,128):(128,1)
 *
 * Of a tile, rows are mode 0. Padding is a stride; an XOR is a `Swizzle<B,M,S>` when its phases, unit and rows per phase
 * are powers of two and its rows are a power of two apart; a linear layout is one when a single swizzle separates the
 * bits of its columns. Every answer is compared with the tile layout at all elements. What CuTe does not express has a
 * reason. Source of the casts: CUTLASS 4, include/cute/layout.hpp and swizzle_layout.hpp.
 */
import { gcd } from '../../base/numbers.ts';
import { messages } from '../../base/messages.ts';
import { allOf, andThen, failure, success, type Result } from '../../base/result.ts';
import { log2 } from '../../layout/index/linear-forms.ts';
import {
  elementOffsets,
  normalForm,
  recognizeLayout,
  viewFault,
} from '../../layout/tile/recognize.ts';
import {
  elementOffset,
  type LinearTileLayout,
  movedUnit,
  rowBytes,
  type RowLayout,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { joined } from './algebra.ts';
import { mapTuple } from './int-tuple.ts';
import {
  checked,
  concat,
  type CuteLayout,
  type Layout,
  layoutTable,
  type Leaf,
  leaves,
  modes,
  ofLeaves,
  unchecked,
} from './layout.ts';
import { makeSwizzle, swizzleBits, type Swizzle } from './swizzle.ts';

/**
 * The tile layout of a CuTe layout in elements of `elementBytes`. Mode `rowMode` counts rows: 0 where mode 1 is
 * contiguous (K-major, row-major), 1 where mode 0 is; the other mode is the columns. Fails for layouts of other rank,
 * with two elements at one place, or with what keeps it from being rows with a key or a linear layout.
 */
export function toTileLayout(
  layout: CuteLayout,
  elementBytes: number,
  rowMode: 0 | 1 = 0,
): Result<TileLayout> {
  return andThen(layoutTable(layout), ({ rows, columns, offsets }) => {
    const byRows = rowMode === 0;
    const tile = { rows: byRows ? rows : columns, columns: byRows ? columns : rows, elementBytes };
    const fault = viewFault(tile);
    if (fault !== undefined) return failure(fault);
    const bytes = Float64Array.from(offsets, (_, i) => {
      const from = byRows ? i : (i % rows) * columns + Math.floor(i / rows);
      return (offsets[from] ?? 0) * elementBytes;
    });
    return recognizeLayout(tile, bytes);
  });
}

/** The CuTe layout of a tile layout: offsets in elements of the tile's size. Fails with the reason. */
export function fromTileLayout(layout: TileLayout): Result<CuteLayout> {
  const fault = viewFault(layout.tile);
  if (fault !== undefined) return failure(fault);
  let reason: string | undefined;
  for (const form of [layout, normalForm(layout)]) {
    const result =
      form.kind === 'linear'
        ? fromLinear(form)
        : form.kind === 'rows'
          ? fromRows(form)
          : 'its lines are not the rows of the tile';
    const wrong = typeof result === 'string' ? result : firstOther(layout, result);
    if (wrong === undefined && typeof result !== 'string') return success(result);
    reason ??= wrong;
  }
  return failure(messages.notation.cannotExpress('cute', reason ?? 'it has no form for it'));
}

function fromRows(layout: RowLayout): CuteLayout | string {
  const plain = plainRows(layout);
  const { key, tile, unitBytes, paddings } = layout;
  if (typeof plain === 'string' || key === undefined) return plain;
  const units = Math.floor(rowBytes(tile) / unitBytes);
  const keys = Array.from({ length: tile.rows }, (_, row) => movedUnit(key, row, 0, units));
  if (keys.every((moved) => moved === 0)) return plain;
  const xor = xorKeyOf(keys);
  if (xor === undefined)
    return 'its units are not moved by an XOR with consecutive bits of the row';
  const base = log2(unitBytes / tile.elementBytes);
  const unpadded: RowLayout = { kind: 'rows', tile, unitBytes: tile.elementBytes, paddings };
  const distance = elementOffset(unpadded, xor.rowsPerPhase, 0) / tile.elementBytes;
  const source = log2(distance);
  if (base === undefined) return `${unitBytes} bytes are not a power of two of elements`;
  if (source === undefined) {
    return `rows of different keys are ${distance} elements apart, and a swizzle reads bits of the offset: that is not a power of two`;
  }
  const bits = Math.log2(xor.phases);
  const swizzle = makeSwizzle(bits, base, source - base);
  return swizzle.ok
    ? { kind: 'composed', swizzle: swizzle.value, offset: 0, layout: plain }
    : swizzle.diagnostics.map(({ message }) => message).join('; ');
}

/** Rows and columns with their paddings: the strides between the points where something is left free. */
function plainRows({ tile, paddings }: RowLayout): Layout | string {
  const { rows, columns, elementBytes } = tile;
  const odd = paddings.flatMap(({ intervalBytes, padBytes }) => [intervalBytes, padBytes]);
  const cut = odd.find((bytes) => bytes % elementBytes !== 0);
  if (cut !== undefined) return `${cut} bytes are not a multiple of an element`;
  const free = paddings.map(({ intervalBytes, padBytes }) => ({
    interval: intervalBytes / elementBytes,
    pad: padBytes / elementBytes,
  }));
  const ends = [columns, rows * columns, ...free.map(({ interval }) => interval)];
  const across: Leaf[] = [];
  const down: Leaf[] = [];
  let start = 1;
  for (const end of [...new Set(ends)].sort((a, b) => a - b)) {
    if (end > rows * columns) break;
    if (end % start !== 0)
      return `${start} elements do not divide ${end}, where its next padding or row starts`;
    const first = start;
    const stride = free.reduce(
      (sum, { interval, pad }) => sum + pad * Math.floor(first / interval),
      first,
    );
    (end <= columns ? across : down).push({ extent: end / start, stride });
    start = end;
  }
  return concat([ofLeaves(joined(down)), ofLeaves(joined(across))]);
}

/** The linear map with its columns as strides, below the swizzle with the fewest bits that separates them. */
function fromLinear({ tile, layout }: LinearTileLayout): CuteLayout | string {
  const { elementBytes, columns } = tile;
  const images = [layout.origin, ...layout.columns];
  if (images.some((image) => image % elementBytes !== 0)) {
    return 'some elements are not aligned to their size';
  }
  const elements = images.map((image) => image / elementBytes);
  for (const swizzle of swizzles(32 - Math.clz32(elements.reduce((all, one) => all | one, 0)))) {
    const [offset = 0, ...strides] = elements.map((image) => swizzleBits(swizzle, image));
    if (!areApart([offset, ...strides])) continue;
    const list = strides.map((stride) => ({ extent: 2, stride }));
    const bits = Math.log2(columns);
    const inner = concat([
      ofLeaves(joined(list.slice(bits))),
      ofLeaves(joined(list.slice(0, bits))),
    ]);
    return swizzle.bits === 0 && offset === 0
      ? inner
      : { kind: 'composed', swizzle, offset, layout: inner };
  }
  return 'the offsets of its bits overlap, and no single swizzle separates them';
}

/** True when no bit is set in two of them: their sum is their XOR. */
function areApart(values: readonly number[]): boolean {
  let seen = 0;
  return values.every((value) => {
    const apart = (seen & value) === 0;
    seen |= value;
    return apart;
  });
}

/** No swizzle, then every swizzle of offsets of this many bits, those of the fewest bits first. */
function* swizzles(width: number): Generator<Swizzle> {
  yield { bits: 0, base: 0, shift: 0 };
  for (let bits = 1; 2 * bits <= width; bits++) {
    for (let base = 0; base + 2 * bits <= width; base++) {
      for (let shift = bits; base + bits + shift <= width; shift++) {
        yield { bits, base, shift };
        yield { bits, base, shift: -shift };
      }
    }
  }
}

/** Keys as floor(row / rowsPerPhase) mod phases, with powers of two. */
function xorKeyOf(
  keys: readonly number[],
): { readonly phases: number; readonly rowsPerPhase: number } | undefined {
  const rowsPerPhase = keys.findIndex((key) => key !== 0);
  if (rowsPerPhase < 1 || log2(rowsPerPhase) === undefined) return undefined;
  const most = keys.reduce((all, key) => Math.max(all, key), 0);
  const phases = 2 ** (32 - Math.clz32(most));
  const follows = keys.every((key, row) => key === Math.floor(row / rowsPerPhase) % phases);
  return follows ? { phases, rowsPerPhase } : undefined;
}

/** Why the layout is another one: the first element where they part. */
function firstOther(tileLayout: TileLayout, layout: CuteLayout): string | undefined {
  const grid = layoutTable(layout);
  if (!grid.ok) return grid.diagnostics.map(({ message }) => message).join('; ');
  const { columns, elementBytes } = tileLayout.tile;
  const wanted = elementOffsets(tileLayout);
  const { offsets } = grid.value;
  const i = offsets.findIndex((offset, index) => offset * elementBytes !== wanted[index]);
  if (i < 0) return undefined;
  return `the nearest one has [${Math.floor(i / columns)}][${i % columns}] at element ${offsets[i]} instead of ${(wanted[i] ?? 0) / elementBytes}`;
}

/** The layout of elements of `newBits` for one of elements of `oldBits`. */
export function recast(layout: CuteLayout, oldBits: number, newBits: number): Result<CuteLayout> {
  if (![oldBits, newBits].every((bits) => Number.isSafeInteger(bits) && bits > 0)) {
    return failure(messages.cute.elementBits(oldBits, newBits));
  }
  const common = gcd(oldBits, newBits);
  return andThen(upcast(layout, newBits / common), (wide) => downcast(wide, oldBits / common));
}

/**
 * Joins `factor` elements to one: strides are divided by it, and where they are smaller, sizes. Fails when a stride
 * neither divides the factor nor is a multiple of it, or a size is not divided.
 */
export function upcast(layout: CuteLayout, factor: number): Result<CuteLayout> {
  if (factor === 1) return success(layout);
  if (layout.kind === 'layout') return upcastStrided(layout, factor);
  if (layout.offset % factor !== 0) return failure(messages.cute.offset('upcast', layout.offset));
  return andThen(upcastSwizzle(layout.swizzle, factor), (swizzle) =>
    andThen(upcastStrided(layout.layout, factor), (inner) =>
      success({
        kind: 'composed' as const,
        swizzle,
        offset: layout.offset / factor,
        layout: inner,
      }),
    ),
  );
}

/**
 * Splits each element into `factor`, along the first mode of stride 1 or -1. Fails without one. CUTLASS splits all of
 * them, which is another layout where there are several.
 */
export function downcast(layout: CuteLayout, factor: number): Result<CuteLayout> {
  if (factor === 1) return success(layout);
  if (layout.kind === 'layout') return downcastStrided(layout, factor);
  return andThen(downcastSwizzle(layout.swizzle, factor), (swizzle) =>
    andThen(downcastStrided(layout.layout, factor), (inner) =>
      success({
        kind: 'composed' as const,
        swizzle,
        offset: layout.offset * factor,
        layout: inner,
      }),
    ),
  );
}

/** A swizzle of offsets in larger elements. Fails when the factor is not a power of two, or when bits that are read get lost. */
export function upcastSwizzle({ bits, base, shift }: Swizzle, factor: number): Result<Swizzle> {
  const joined = Math.log2(factor);
  if (!Number.isInteger(joined)) return failure(messages.cute.swizzleFactor(factor));
  if (joined <= base) return makeSwizzle(bits, base - joined, shift);
  if (shift < 0 && bits > 0) return failure(messages.cute.swizzleFactor(factor));
  return makeSwizzle(Math.max(bits - (joined - base), 0), 0, shift);
}

function downcastSwizzle({ bits, base, shift }: Swizzle, factor: number): Result<Swizzle> {
  const more = Math.log2(factor);
  if (!Number.isInteger(more)) return failure(messages.cute.swizzleFactor(factor));
  return makeSwizzle(bits, base + more, shift);
}

function upcastStrided({ shape, stride }: Layout, factor: number): Result<Layout> {
  if (typeof shape !== 'number' || typeof stride !== 'number') {
    const parts = modes(unchecked(shape, stride)).map((mode) => upcastStrided(mode, factor));
    return andThen(allOf(parts), (list) => checked(concat(list)));
  }
  const step = Math.abs(stride);
  if (step % factor === 0) return success(unchecked(shape, stride / factor));
  if (factor % step !== 0 || shape % (factor / step) !== 0) {
    if (shape === 1) return success(unchecked(1, Math.sign(stride) * Math.ceil(step / factor)));
    return failure(messages.cute.upcastDivisibility(shape, stride, factor));
  }
  return success(unchecked(shape / (factor / step), Math.sign(stride)));
}

function downcastStrided(layout: Layout, factor: number): Result<Layout> {
  const list = leaves(layout);
  const isUnit = ({ stride }: Leaf): boolean => Math.abs(stride) === 1;
  const longer = list.findIndex((leaf) => isUnit(leaf) && leaf.extent > 1);
  const unit = longer < 0 ? list.findIndex(isUnit) : longer;
  if (unit < 0) return failure(messages.cute.noNeighbours());
  let [i, j] = [0, 0];
  const shape = mapTuple(layout.shape, (extent) => (i++ === unit ? extent * factor : extent));
  const stride = mapTuple(layout.stride, (step) => (j++ === unit ? step : step * factor));
  return checked(unchecked(shape, stride));
}
