/**
 * The loops of `integers.ts` in WebAssembly: products of 16-bit floats that are whole multiples of one number.
 *
 *     registers of f16   n0 u | n1 u   becomes   n0 | n1   two i16 per word, where the floats were
 *
 * A word has two neighbouring k of a row of A or a column of B, so that one instruction multiplies those of four columns
 * with those of a row and adds each pair: `i32x4.dot_i16x8_s`. Sums are whole, and so exact in any order.
 *
 * Two ways to add such a sum to D have the same result as f64 rounded to f32 once: an addition of f32, where the sum is an
 * f32 (24 bits; rounding a sum of two f32 to 53 bits first changes nothing, as 53 >= 2 * 24 + 2), and one of f64.
 */
import {
  advance,
  type Code,
  f32x4,
  f64x2,
  get,
  i16x8,
  i32,
  i32x4,
  loop,
  type ModuleFunction,
  set,
  v128,
} from '@ldscope/core/wasm';

/** Bytes of a register: 64 lanes. */
const REGISTER = 256;

const I32 = 'i32' as const;
const V128 = 'v128' as const;

/** `(a, b, bytes, to)`: the largest magnitudes, as bits, of the 16-bit floats at `a` and at `b`, in two words at `to`. */
function largest(): ModuleFunction {
  const [a, b, bytes, to, end, ofA, ofB] = [0, 1, 2, 3, 4, 5, 6];
  const magnitudes = (from: number): Code =>
    v128.and(v128.load(get(from)), v128.const32(0x7fff7fff));
  const larger = (most: number, value: Code): Code => set(most, i16x8.maxU(get(most), value));
  /** The largest of eight, in the low half of the first word. */
  const across = (most: number): Code => [
    ...larger(most, i32x4.shuffle(get(most), get(most), [2, 3, 2, 3])),
    ...larger(most, i32x4.shuffle(get(most), get(most), [1, 1, 1, 1])),
    ...larger(most, i32x4.shrU(get(most), i32.const(16))),
  ];
  const first = (most: number): Code => i32.and(i32x4.extract(get(most), 0), i32.const(0x7fff));
  return {
    name: 'largest',
    parameters: 4,
    locals: [I32, V128, V128],
    body: [
      ...set(end, i32.add(get(a), get(bytes))),
      ...loop(
        [
          ...larger(ofA, magnitudes(a)),
          ...larger(ofB, magnitudes(b)),
          ...advance(a, 16),
          ...advance(b, 16),
        ],
        i32.ltU(get(a), get(end)),
      ),
      ...across(ofA),
      ...across(ofB),
      ...i32.store(get(to), first(ofA)),
      ...i32.store(get(to), first(ofB), 4),
    ],
  };
}

/**
 * `(from, bytes, to, anchor, report)`: registers of floats become registers of integers. `anchor` is the bits of an f32, 1.5 * 2^23
 * times the unit: added to a float it puts its multiple into the low bits. Two words at `report`: not 0 where that was not
 * exact, and which bits the multiples have. `low` and `high` make four f32 of the halves of words.
 */
function convert(
  name: string,
  low: (words: Code) => Code,
  high: (words: Code) => Code,
): ModuleFunction {
  const [from, bytes, to, anchorBits, report, end] = [0, 1, 2, 3, 4, 5];
  const [anchor, value, sum, whole, inexact, used] = [6, 7, 8, 9, 10, 11];
  /** Leaves the multiples of four f32 in the low bits of `sum`. */
  const multiples = (floats: Code): Code => [
    ...set(value, floats),
    ...set(sum, f32x4.add(get(value), get(anchor))),
    ...set(inexact, v128.or(get(inexact), f32x4.ne(f32x4.sub(get(sum), get(anchor)), get(value)))),
  ];
  const anyOf = (vector: number): Code =>
    [1, 2, 3].reduce<Code>(
      (bits, lane) => i32.or(bits, i32x4.extract(get(vector), lane)),
      i32x4.extract(get(vector), 0),
    );
  return {
    name,
    parameters: 5,
    locals: [I32, V128, V128, V128, V128, V128, V128],
    body: [
      ...set(end, i32.add(get(from), get(bytes))),
      ...set(anchor, i32x4.splat(get(anchorBits))),
      ...loop(
        [
          ...multiples(low(v128.load(get(from)))),
          ...set(whole, v128.and(get(sum), v128.const32(0xffff))),
          ...multiples(high(v128.load(get(from)))),
          ...set(whole, v128.or(get(whole), i32x4.shl(get(sum), i32.const(16)))),
          ...set(used, v128.or(get(used), get(whole))),
          ...v128.store(get(to), get(whole)),
          ...advance(from, 16),
          ...advance(to, 16),
        ],
        i32.ltU(get(from), get(end)),
      ),
      ...i32.store(get(report), anyOf(inexact)),
      ...i32.store(get(report), anyOf(used), 4),
    ],
  };
}

/** Sign, exponent and mantissa of f16 where f32 has them: 2^-112 of the number, denormals too. */
const SPREAD_HALF = 0x8fffe000;
const spread = (half: Code): Code =>
  v128.and(i32x4.shrS(half, i32.const(3)), v128.const32(SPREAD_HALF));

/** The functions that all products share; made for the first. */
export const integerFunctions = (): ModuleFunction[] => [
  largest(),
  convert('wholeF16', (words) => spread(i32x4.shl(words, i32.const(16))), spread),
  convert(
    'wholeBf16',
    (words) => i32x4.shl(words, i32.const(16)),
    (words) => v128.and(words, v128.const32(0xffff0000)),
  ),
];

/** How sums become floats and are added to D; see above. `double` is right for every sum. */
export type Finish = 'single' | 'double';

/** Locals of products: parameters, then addresses, then vectors. */
const [LEFT, RIGHT, D, TILE, TILES_END, SCALE] = [0, 1, 2, 3, 4, 5];
const [ROW, COLUMN, AT] = [6, 7, 8];
const [UNIT, PAIR, OLD, COLUMNS] = [9, 10, 11, 12];
const ROWS = [0, 1, 2, 3];

/** Adds a sum of integers to four f32 in `OLD`. */
const addSingle = (sum: number): Code =>
  f32x4.add(get(OLD), f32x4.mul(f32x4.convertI32x4S(get(sum)), get(UNIT)));

function addDouble(sum: number): Code {
  const upper = (local: number): Code => i32x4.shuffle(get(local), get(local), [2, 3, 2, 3]);
  const half = (value: Code, whole: Code): Code =>
    f32x4.demote(
      f64x2.add(f64x2.promoteLow(value), f64x2.mul(f64x2.convertLowI32x4S(whole), get(UNIT))),
    );
  return i32x4.shuffle(half(get(OLD), get(sum)), half(upper(OLD), upper(sum)), [0, 1, 4, 5]);
}

/**
 * `(left, right, d, tiles, tilesEnd, scale)`: as `multiply` of `simd-code.ts`, for the integers at `left` and `right`. `scale` is
 * the product of their units: the bits of an f32, or the high word of an f64. `pairs`: where the pairs of k begin, in bytes.
 * `width`: tiles that are next to each other and share rows of A, which are loaded once for them.
 */
export function integerProduct(
  finish: Finish,
  pairs: readonly number[],
  group: number,
  width: 1 | 2,
): ModuleFunction {
  const size = group / 2;
  const groups = Array.from({ length: pairs.length / size }, (_, index) =>
    pairs.slice(index * size, (index + 1) * size),
  );
  const add = finish === 'single' ? addSingle : addDouble;
  const tiles = Array.from({ length: width }, (_, tile) => ({
    at: 16 * tile,
    columns: Array.from({ length: size }, (_entry, index) => COLUMNS + tile * size + index),
    sum: COLUMNS + width * size + tile,
  }));
  /** Sums the products of a row with the columns of the tiles, pair after pair, and adds them to D. */
  const addRow = (row: number, places: readonly number[]): Code => [
    ...places.flatMap((place, index) => [
      ...set(PAIR, v128.load32Splat(get(ROW), place + 4 * row)),
      ...tiles.flatMap(({ columns, sum }) => {
        const product = i32x4.dotI16x8(get(PAIR), get(columns[index] ?? COLUMNS));
        return set(sum, index === 0 ? product : i32x4.add(get(sum), product));
      }),
    ]),
    ...tiles.flatMap(({ at, sum }) => [
      ...set(OLD, v128.load(get(AT), REGISTER * row + at)),
      ...v128.store(get(AT), add(sum), REGISTER * row + at),
    ]),
  ];
  const splat = i32x4.splat(get(SCALE));
  return {
    name: finish,
    parameters: 6,
    locals: [
      I32,
      I32,
      I32,
      ...Array.from({ length: COLUMNS - UNIT + width * (size + 1) }, () => V128),
    ],
    body: [
      ...set(UNIT, finish === 'single' ? splat : v128.and(splat, v128.const64(0, 0xffffffff))),
      ...loop(
        [
          // Tables count in bytes of f64.
          ...set(ROW, i32.add(get(LEFT), i32.shrU(i32.load(get(TILE), 0), i32.const(1)))),
          ...set(COLUMN, i32.add(get(RIGHT), i32.shrU(i32.load(get(TILE), 4), i32.const(1)))),
          ...set(AT, i32.add(get(D), i32.load(get(TILE), 8))),
          ...groups.flatMap((places) => [
            ...tiles.flatMap(({ at, columns }) =>
              columns.flatMap((column, index) =>
                set(column, v128.load(get(COLUMN), (places[index] ?? 0) + at)),
              ),
            ),
            ...ROWS.flatMap((row) => addRow(row, places)),
          ]),
          ...advance(TILE, 12 * width),
        ],
        i32.ltU(get(TILE), get(TILES_END)),
      ),
    ],
  };
}
