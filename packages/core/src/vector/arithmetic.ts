/**
 * Arithmetic of four lanes that vectors of WebAssembly do not have in one instruction: halves, fused products, bytes.
 *
 * Each is bit for bit what the helper of the same name does in one lane (`arithmetic` of core, `numeric`).
 */
import * as wasm from '../wasm/code.ts';
import type { VectorCode } from './vector-code.ts';
import { type Code, type Float, float } from './value.ts';

const { f32x4, f64x2, i32, i32x4, i64x2, i8x16, v128 } = wasm;

const TWO_112 = 0x77800000;
const F16_INFINITY = 0x0f800000;
const F32_INFINITY = 0x7f800000;

/** The f32 of an f16 in the low half of each lane: moved into place, scaled by the difference of the biases. */
export function fromHalf(lanes: VectorCode, half: Code): Float {
  const word = lanes.keep(half);
  const magnitude = lanes.keep(v128.and(i32x4.shl(word, i32.const(13)), v128.const32(0x0fffe000)));
  const special = v128.and(
    i32x4.geS(magnitude, v128.const32(F16_INFINITY)),
    v128.const32(F32_INFINITY),
  );
  const sign = v128.and(i32x4.shl(word, i32.const(16)), v128.const32(0x80000000));
  const value = v128.or(v128.or(f32x4.mul(magnitude, v128.const32(TWO_112)), special), sign);
  return float(lanes.keep(value), true);
}

/** The f16 nearest to each f32, in the low half of its lane. */
export function toHalf(lanes: VectorCode, single: Code): Code {
  const word = lanes.keep(single);
  const magnitude = lanes.keep(v128.and(word, v128.const32(0x7fffffff)));
  const odd = v128.and(i32x4.shrU(magnitude, i32.const(13)), v128.const32(1));
  // The exponent moved from one bias to the other; what is cut rounds up above a half, and at a half to even.
  const normal = i32x4.shrU(
    i32x4.add(i32x4.add(magnitude, v128.const32(0xc8000fff)), odd),
    i32.const(13),
  );
  // One half has the last place of the denormals of f16 as its own.
  const small = i32x4.sub(f32x4.add(magnitude, v128.const32(0x3f000000)), v128.const32(0x3f000000));
  const isSmall = i32x4.ltU(magnitude, v128.const32(0x38800000));
  const isLarge = i32x4.geU(magnitude, v128.const32(0x477ff000));
  const isNaN = i32x4.gtU(magnitude, v128.const32(F32_INFINITY));
  const payload = v128.and(i32x4.shrU(magnitude, i32.const(13)), v128.const32(0x1ff));
  const large = v128.or(
    v128.const32(0x7c00),
    v128.and(isNaN, v128.or(payload, v128.const32(0x200))),
  );
  const result = v128.select(large, v128.select(small, normal, isSmall), isLarge);
  const sign = v128.and(i32x4.shrU(word, i32.const(16)), v128.const32(0x8000));
  return lanes.keep(v128.or(result, sign));
}

/** The bf16 nearest to each f32, in the low half of its lane. */
export function toBfloat(lanes: VectorCode, single: Code): Code {
  const word = lanes.keep(single);
  const upper = lanes.keep(i32x4.shrU(word, i32.const(16)));
  const isNaN = v128.not(f32x4.eq(word, word));
  const odd = v128.and(upper, v128.const32(1));
  const rounded = i32x4.shrU(i32x4.add(i32x4.add(word, v128.const32(0x7fff)), odd), i32.const(16));
  return lanes.keep(v128.select(v128.or(upper, v128.const32(0x40)), rounded, isNaN));
}

/** Lanes 2 and 3 where 0 and 1 were. */
const upperHalf = (code: Code): Code => i32x4.shuffle(code, code, [2, 3, 2, 3]);

const HALF_WAY = 0x10000000;
/** The upper word of 2^-126 as f64. */
const SMALLEST_NORMAL = 0x38100000;

/**
 * a * b + c as f32, rounded once.
 *
 * Products of f32 are exact in f64, and the sum is rounded to f64 and then to f32. The second rounding can only go wrong where
 * the f64 is half way between two f32: its bits tell for normal results, and denormal ones are all looked at. There the
 * sum is rounded to odd instead, which no second rounding can spoil (Boldo and Melquiond 2008).
 */
export function fused(lanes: VectorCode, a: Code, b: Code, c: Code): Float {
  const halves = [(code: Code) => code, upperHalf].map((half) => {
    const product = lanes.keep(f64x2.mul(f64x2.promoteLow(half(a)), f64x2.promoteLow(half(b))));
    const addend = lanes.keep(f64x2.promoteLow(half(c)));
    const sum = lanes.temporary();
    lanes.set(sum, f64x2.add(product, addend));
    return { product, addend, sum };
  });
  const [low, high] = halves;
  if (low === undefined || high === undefined) return float(a);
  const result = lanes.temporary();
  const round = (): void =>
    lanes.set(
      result,
      i32x4.shuffle(
        f32x4.demote(wasm.get(low.sum)),
        f32x4.demote(wasm.get(high.sum)),
        [0, 1, 4, 5],
      ),
    );
  round();
  const isHalfWay = (sum: number): Code =>
    i64x2.eq(v128.and(wasm.get(sum), v128.const64(0x1fffffff, 0)), v128.const64(HALF_WAY, 0));
  const isSmall = (sum: number): Code =>
    v128.and(
      f64x2.ne(wasm.get(sum), v128.zero),
      f64x2.lt(f64x2.abs(wasm.get(sum)), v128.const64(0, SMALLEST_NORMAL)),
    );
  const rare = halves
    .flatMap(({ sum }) => [isHalfWay(sum), isSmall(sum)])
    .reduce((all, one) => v128.or(all, one));
  lanes.when(v128.anyTrue(rare), () => {
    for (const { product, addend, sum } of halves) roundToOdd(lanes, product, addend, sum);
    round();
  });
  return float(wasm.get(result));
}

/** Makes of a rounded sum the neighbour with an odd last bit, where the sum is not exact. */
function roundToOdd(lanes: VectorCode, product: Code, addend: Code, sum: number): void {
  const total = wasm.get(sum);
  const part = lanes.keep(f64x2.sub(total, product));
  const error = lanes.keep(
    f64x2.add(f64x2.sub(product, f64x2.sub(total, part)), f64x2.sub(addend, part)),
  );
  const isEven = i64x2.eq(v128.and(total, v128.const64(1, 0)), v128.zero);
  // NaN is not different from itself here: sums that are not finite stay.
  const isInexact = v128.and(f64x2.ne(error, v128.zero), f64x2.eq(error, error));
  // Away from zero where the rest has the sign of the sum, and toward zero where it does not.
  const opposite = i64x2.shrS(v128.xor(total, error), i32.const(63));
  const step = v128.or(opposite, v128.const64(1, 0));
  lanes.set(sum, i64x2.add(total, v128.and(step, v128.and(isInexact, isEven))));
}

const BYTE_OF_LANE = [0, 4, 8, 12].flatMap((first) => [first, first, first, first]);

/** Four bytes of b (numbers 0 to 3) and a (4 to 7) by the bytes of c; above that signs, zeros and ones. */
export function permuteBytes(lanes: VectorCode, a: Code, b: Code, c: Code): Code {
  const selector = lanes.keep(c);
  const base = v128.const(BYTE_OF_LANE);
  const every = (byte: number): Code => v128.const(Array.from({ length: 16 }, () => byte));
  /** Bytes by a number of two bits: of a where bit `choice` of the selector is set. */
  const pick = (number: Code, choice: number): Code => {
    const at = lanes.keep(v128.or(number, base));
    const isFirst = i8x16.eq(v128.and(selector, every(choice)), every(choice));
    return v128.select(i8x16.swizzle(a, at), i8x16.swizzle(b, at), isFirst);
  };
  const plain = pick(v128.and(selector, every(3)), 4);
  // 8 to 11: the sign of bytes 1 and 3 of b, then of a.
  const odd = v128.or(v128.and(i32x4.shl(selector, i32.const(1)), every(2)), every(1));
  const signs = i8x16.shrS(pick(odd, 2), i32.const(7));
  const isSign = i8x16.eq(v128.and(selector, every(0xfc)), every(8));
  const isZero = i8x16.eq(selector, every(12));
  const isOnes = i8x16.gtU(selector, every(12));
  return lanes.keep(v128.or(v128.andNot(v128.select(signs, plain, isSign), isZero), isOnes));
}
