/**
 * Layouts seen with elements of another size: CuTe's upcast, downcast and recast_layout.
 *
 *     (8,64):(64,1) of 16 bits     as 32 bits: (8,32):(32,1)     as 8 bits: (8,128):(128,1)
 *
 * Source: CUTLASS 4, include/cute/layout.hpp and swizzle_layout.hpp.
 */
import { messages } from '../../base/messages.ts';
import { failure, success, type Result } from '../../base/result.ts';
import { mapTuple } from './int-tuple.ts';
import {
  checked,
  concat,
  type CuteLayout,
  type Layout,
  type Leaf,
  leaves,
  modes,
  unchecked,
} from './layout.ts';
import { all, andThen } from './steps.ts';
import { makeSwizzle, type Swizzle } from './swizzle.ts';

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

/** A swizzle of offsets in larger elements. Fails when the factor is no power of two, or when bits that are read get lost. */
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
    return andThen(all(parts), (list) => checked(concat(list)));
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

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
