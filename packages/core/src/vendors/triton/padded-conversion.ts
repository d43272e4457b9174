/**
 * `convert_layout` through shared memory before Triton 3.5: rows of a part of the tensor, with padding behind each.
 *
 *     mfma 16x16 on 2x4 waves -> blocked, 128x128xbf16:  parts of 32x128, rows of 128 + 8 elements, four times
 *
 * A part is what the waves hold at once in either layout; rows are padded by what a lane moves at once. Written from
 * `getScratchConfigForCvt` and `transferWithinBlockPadding` of Triton 2.1 to 3.4 (triton-lang/triton:lib/Analysis/Allocation.cpp,
 * lib/Conversion/TritonGPUToLLVM/ConvertLayoutOpToLLVM.cpp). LIMITATIONS: layouts are blocked, of MFMA or mma, or slices of
 * these; memory is row-major, as those of the last dimension first are.
 */
import type { LinearLayout } from '../../layout/linear/linear-layout.ts';
import { columnsOf } from './bases.ts';
import type { DistributedEncoding } from './encoding.ts';
import type { SharedPlacement } from './shared.ts';
import type { OffsetColumns } from './transfer.ts';

export interface PaddedConversion {
  readonly store: OffsetColumns;
  readonly load: OffsetColumns;
  readonly paddings: SharedPlacement['paddings'];
  readonly repetitions: number;
  readonly scratchElements: number;
}

/** One side of a conversion. */
interface Side {
  readonly encoding: DistributedEncoding;
  readonly layout: LinearLayout;
}

/** The stores and loads of a conversion; or why they are not known. */
export function convertThroughPadding(
  source: Side,
  target: Side,
  shape: readonly number[],
): PaddedConversion | string {
  const [from, to] = [tileOf(source.encoding), tileOf(target.encoding)];
  if (from === undefined || to === undefined)
    return 'the scratch memory of these layouts in Triton before 3.5 is not modelled';
  const last = shape.length - 1;
  if (shape.length > 1 && orderOf(target.layout)[0] !== last)
    return 'the scratch memory of Triton before 3.5 is modelled where the last dimension is contiguous';
  const part = shape.map((size, d) =>
    Math.max(Math.min(size, from[d] ?? 1), Math.min(size, to[d] ?? 1)),
  );
  const elements = part.reduce((product, size) => product * size, 1);
  const row = part[last] ?? 1;
  const isPadded = shape.length > 1 && elements > row;
  const padding = isPadded
    ? Math.max(
        orderOf(source.layout)[0] === last ? contiguous(source.layout) : 1,
        contiguous(target.layout),
      )
    : 0;
  const moves = (layout: LinearLayout): OffsetColumns => {
    const columns = (holder: string): number[] =>
      columnsOf(layout, holder).map((packed) => offsetIn(part, unpack(layout, packed)) ?? -1);
    // Registers beyond the part are moved by the next repetition.
    return {
      register: columns('register').filter((column) => column >= 0),
      lane: columns('lane'),
      warp: columns('warp'),
    };
  };
  const [store, load] = [moves(source.layout), moves(target.layout)];
  if ([store, load].some(({ lane, warp }) => [...lane, ...warp].some((column) => column < 0)))
    return 'lanes hold more than its part of the tensor';
  return {
    store,
    load,
    paddings: padding > 0 ? [{ interval: row, padding }] : [],
    repetitions: shape.reduce((product, size) => product * size, 1) / elements,
    scratchElements: elements + (padding * elements) / row,
  };
}

/** What the waves of a block hold at once, in each dimension. */
function tileOf(encoding: DistributedEncoding): readonly number[] | undefined {
  switch (encoding.kind) {
    case 'blocked':
      return encoding.sizePerThread.map(
        (size, d) => size * (encoding.threadsPerWarp[d] ?? 1) * (encoding.warpsPerCTA[d] ?? 1),
      );
    case 'amd_mfma':
      return encoding.tilesPerWarp === undefined
        ? encoding.warpsPerCTA.map((warps, d) => warps * (encoding.instrShape[d] ?? 1))
        : undefined;
    case 'nvidia_mma': {
      const { versionMajor, instrShape, warpsPerCTA } = encoding;
      const [m = 1, n = 1] = versionMajor === 2 ? [16, 8] : instrShape;
      return [m * (warpsPerCTA[0] ?? 1), n * (warpsPerCTA[1] ?? 1)];
    }
    case 'slice':
      return tileOf(encoding.parent)?.filter((_, d) => d !== encoding.dim);
    default:
      return undefined;
  }
}

function unpack({ outputs }: LinearLayout, packed: number): number[] {
  let rest = packed;
  return outputs.map(({ bits }) => {
    const value = rest & (2 ** bits - 1);
    rest >>>= bits;
    return value;
  });
}

/** Row-major in a part of the tensor; `undefined` outside. */
function offsetIn(part: readonly number[], coordinates: readonly number[]): number | undefined {
  let offset = 0;
  for (const [d, size] of part.entries()) {
    const value = coordinates[d] ?? 0;
    if (value >= size) return undefined;
    offset = offset * size + value;
  }
  return offset;
}

/** The dimension that registers go along first. */
function orderOf(layout: LinearLayout): number[] {
  const moved = columnsOf(layout, 'register').flatMap((packed) =>
    unpack(layout, packed).flatMap((value, d) => (value > 0 ? [d] : [])),
  );
  const rank = layout.outputs.length;
  return [...new Set([...moved, ...Array.from({ length: rank }, (_, d) => rank - 1 - d)])];
}

/** How many elements of the last dimension are in a lane one after the other. */
function contiguous(layout: LinearLayout): number {
  const last = layout.outputs.length - 1;
  let count = 1;
  for (const packed of columnsOf(layout, 'register')) {
    if (packed === 0) continue;
    const coordinates = unpack(layout, packed);
    if (coordinates[last] !== count || coordinates.some((value, d) => d !== last && value > 0))
      break;
    count *= 2;
  }
  return count;
}
