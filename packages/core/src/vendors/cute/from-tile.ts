/**
 * Tile layouts as CuTe layouts, in elements, rows in mode 0.
 *
 *     rows of 128 bytes padded to 144, 4 bytes     (64,32):(36,1)
 *     XOR of row mod 8 on units of 16 bytes        Sw<3,3,3> o 0 o (64,64):(64,1)
 *
 * Padding is a stride; an XOR is a `Swizzle<B,M,S>` when its phases, unit and rows per phase are powers of two and its
 * rows are a power of two apart; a linear layout is one when a single swizzle separates the bits of its columns.
 * Every answer is compared with the tile layout at all elements. What CuTe does not say has a reason.
 */
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { log2 } from '../../layout/index/linear-forms.ts';
import { elementOffsets, normalForm, viewFault } from '../../layout/tile/recognize.ts';
import {
  elementOffset,
  type LinearTileLayout,
  movedUnit,
  rowBytes,
  type RowLayout,
  type TileLayout,
} from '../../layout/tile/tile-layout.ts';
import { joined } from './coalesce.ts';
import { layoutTable } from './evaluate.ts';
import { concat, type CuteLayout, type Layout, type Leaf, ofLeaves } from './layout.ts';
import { makeSwizzle, swizzleBits, type Swizzle } from './swizzle.ts';

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
  return failure(messages.notation.cannotSay('cute', reason ?? 'it has no form for it'));
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
  if (base === undefined) return `${unitBytes} bytes are no power of two of elements`;
  if (source === undefined) {
    return `rows of different keys are ${distance} elements apart, and a swizzle reads bits of the offset: that is no power of two`;
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
  if (cut !== undefined) return `${cut} bytes are no multiple of an element`;
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

/** None, then every swizzle of offsets of so many bits, fewest first. */
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
