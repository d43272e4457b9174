/**
 * The loops of `simd.ts` in WebAssembly.
 *
 * Addresses are bytes. A *plane* is one element of 64 lanes as f64: 512 bytes. Decoding spreads each register of an
 * operand over as many planes as it holds elements:
 *
 *     register r, element e of its words    plane  r * elements + e
 *
 * Products are sums of f64, rounded once per group of k to f32 (or wrapped to i32), like `multiply.ts` does it: a
 * tile of four rows by four columns at a time, in eight vectors of two.
 */
import {
  advance,
  type Code,
  f32x4,
  f64,
  f64x2,
  get,
  i32,
  i32x4,
  loop,
  type ModuleFunction,
  set,
  v128,
} from '@ldscope/core/wasm';

/** Bytes of a register and of a plane: 64 lanes. */
const REGISTER = 256;
const PLANE = 512;

const I32 = 'i32' as const;
const V128 = 'v128' as const;

/** Stores four f32 as f64. */
function storeWide(to: number, single: number, offset: number): Code {
  const upper = i32x4.shuffle(get(single), get(single), [2, 3, 2, 3]);
  return [
    ...v128.store(get(to), f64x2.promoteLow(get(single)), offset),
    ...v128.store(get(to), f64x2.promoteLow(upper), offset + 16),
  ];
}

/**
 * `(from, end, to)`: registers from `from` up to `end` become planes at `to`. Each of `elements` makes four f32
 * from four words, with a local to work in.
 */
function decode(
  name: string,
  parameters: number,
  elements: readonly ((words: Code, local: number) => Code)[],
): ModuleFunction {
  const [from, end, to] = [0, 1, 2];
  const [stop, single] = [parameters, parameters + 1];
  const four = elements.flatMap((element, index) => [
    ...element(v128.load(get(from)), single),
    ...storeWide(to, single, PLANE * index),
  ]);
  return {
    name,
    parameters,
    locals: [I32, V128],
    body: loop(
      [
        ...set(stop, i32.add(get(from), i32.const(REGISTER))),
        ...loop([...four, ...advance(from, 16), ...advance(to, 32)], i32.ltU(get(from), get(stop))),
        ...advance(to, PLANE * (elements.length - 1)),
      ],
      i32.ltU(get(from), get(end)),
    ),
  };
}

const TWO_112 = 0x77800000;
const F16_INFINITY = 0x0f800000;
const F32_INFINITY = 0x7f800000;

/** The local with the smallest magnitude that is not zero, as the bits of an f32 (for halves: see `fromF16`). */
const SMALLEST = 3;
const largeEnough = (magnitude: Code): Code => i32x4.geS(magnitude, i32x4.splat(get(SMALLEST)));

/** Exponent and mantissa moved into place, scaled by the difference of the biases: denormals come out right. */
function fromF16(half: Code, single: number): Code {
  const magnitude = (): Code =>
    v128.and(i32x4.shl(get(single), i32.const(13)), v128.const32(0x0fffe000));
  const sign = v128.and(i32x4.shl(get(single), i32.const(16)), v128.const32(0x80000000));
  const special = v128.and(
    i32x4.geS(magnitude(), v128.const32(F16_INFINITY)),
    v128.const32(F32_INFINITY),
  );
  const value = v128.or(v128.or(f32x4.mul(magnitude(), v128.const32(TWO_112)), special), sign);
  return [...set(single, half), ...set(single, v128.and(value, largeEnough(magnitude())))];
}

/** The fourth parameter is the smallest magnitude that is not read as zero: its bits, moved up by 13. */
const decodeF16 = (): ModuleFunction =>
  decode('decodeF16', 4, [
    (words, local) => fromF16(words, local),
    (words, local) => fromF16(i32x4.shrU(words, i32.const(16)), local),
  ]);

function fromBf16(word: Code, single: number): Code {
  const magnitude = v128.and(get(single), v128.const32(0x7fffffff));
  return [...set(single, word), ...set(single, v128.and(get(single), largeEnough(magnitude)))];
}

/** The fourth parameter is the smallest magnitude that is not read as zero, as the bits of an f32. */
const decodeBf16 = (): ModuleFunction =>
  decode('decodeBf16', 4, [
    (words, local) => fromBf16(i32x4.shl(words, i32.const(16)), local),
    (words, local) => fromBf16(v128.and(words, v128.const32(0xffff0000)), local),
  ]);

/** The fourth parameter is a mask of the bits that are read. */
const decodeF32 = (): ModuleFunction =>
  decode('decodeF32', 4, [(words, local) => set(local, v128.and(words, i32x4.splat(get(3))))]);

/** The fourth parameter is a table of 256 f64. */
function decodeBytes(): ModuleFunction {
  const [from, end, to, table, stop] = [0, 1, 2, 3, 4];
  const element = (byte: number): Code => {
    const entry = i32.add(get(table), i32.shl(i32.load8U(get(from), byte), i32.const(3)));
    return f64.store(get(to), f64.load(entry), PLANE * byte);
  };
  return {
    name: 'decodeBytes',
    parameters: 4,
    locals: [I32],
    body: loop(
      [
        ...set(stop, i32.add(get(from), i32.const(REGISTER))),
        ...loop(
          [...[0, 1, 2, 3].flatMap(element), ...advance(from, 4), ...advance(to, 8)],
          i32.ltU(get(from), get(stop)),
        ),
        ...advance(to, 3 * PLANE),
      ],
      i32.ltU(get(from), get(end)),
    ),
  };
}

/** Adds two vectors of two f64 to four f32, each rounded once. */
function addF32(old: number, left: number, right: number): Code {
  const upper = i32x4.shuffle(get(old), get(old), [2, 3, 2, 3]);
  return i32x4.shuffle(
    f32x4.demote(f64x2.add(f64x2.promoteLow(get(old)), get(left))),
    f32x4.demote(f64x2.add(f64x2.promoteLow(upper), get(right))),
    [0, 1, 4, 5],
  );
}

/** Adds two vectors of two whole f64 to four i32, which wrap. */
function addI32(old: number, left: number, right: number): Code {
  const sums = i32x4.shuffle(
    i32x4.truncSatF64x2(get(left)),
    i32x4.truncSatF64x2(get(right)),
    [0, 1, 4, 5],
  );
  return i32x4.add(get(old), sums);
}

/** Locals of `multiply`: parameters, then addresses, then vectors. */
const [LEFT, RIGHT, D, TILE, TILES_END, KS, KS_END] = [0, 1, 2, 3, 4, 5, 6];
const [ROW, COLUMN, AT, K, OFFSET] = [7, 8, 9, 10, 11];
const [B0, B1, VALUE, SUMS] = [12, 13, 14, 15];
const ROWS = [0, 1, 2, 3];
const HALVES = [0, 1];
const sumOf = (row: number, half: number): number => SUMS + 2 * row + half;
const ALL_SUMS = ROWS.flatMap((row) => HALVES.map((half) => sumOf(row, half)));

/** One k, by its place in the planes: loads four columns of B, and does `each` with the values of A in `VALUE`. */
const oneK = (place: number, each: (row: number) => Code): Code => [
  ...set(B0, v128.load(get(COLUMN), place)),
  ...set(B1, v128.load(get(COLUMN), place + 16)),
  ...ROWS.flatMap((row) => [
    ...set(VALUE, v128.load64Splat(get(ROW), place + 8 * row)),
    ...each(row),
  ]),
];
const columnOf = (half: number): number => (half === 0 ? B0 : B1);

/**
 * `(left, right, d, tiles, tilesEnd, ks, ksEnd)`: adds the products of the planes at `left` and `right` to
 * the registers at `d`. A tile is three words: where its first row is in a plane, its first column, and its first
 * element in D. A k is one word: its plane and group of lanes.
 */
function multiply(name: string, vectors: number, tile: Code): ModuleFunction {
  return {
    name,
    parameters: 7,
    locals: [I32, I32, I32, I32, I32, ...Array.from({ length: vectors }, () => V128)],
    body: loop(
      [
        ...set(ROW, i32.add(get(LEFT), i32.load(get(TILE), 0))),
        ...set(COLUMN, i32.add(get(RIGHT), i32.load(get(TILE), 4))),
        ...set(AT, i32.add(get(D), i32.load(get(TILE), 8))),
        ...set(K, get(KS)),
        ...tile,
        ...advance(TILE, 12),
      ],
      i32.ltU(get(TILE), get(TILES_END)),
    ),
  };
}

/** The products of a group of k are summed in f64, and the sum is added to D. */
function tileAtOnce(add: typeof addF32, ks: readonly number[], group: number): Code {
  const product = (place: number): Code =>
    oneK(place, (row) =>
      HALVES.flatMap((half) => {
        const sum = sumOf(row, half);
        return set(sum, f64x2.add(get(sum), f64x2.mul(get(VALUE), get(columnOf(half)))));
      }),
    );
  const result = ROWS.flatMap((row) => [
    ...set(VALUE, v128.load(get(AT), REGISTER * row)),
    ...v128.store(get(AT), add(VALUE, sumOf(row, 0), sumOf(row, 1)), REGISTER * row),
  ]);
  const clear = ALL_SUMS.flatMap((sum) => set(sum, v128.zero));
  return ks.flatMap((place, index) => [
    ...(index % group === 0 ? clear : []),
    ...product(place),
    ...((index + 1) % group === 0 ? result : []),
  ]);
}

/** f64 rounded to f32, as f64. */
const rounded = (value: Code): Code => f64x2.promoteLow(f32x4.demote(value));

/** f64 below the smallest normal f32 become zero and keep their sign. */
function flushed(local: number): Code {
  const small = f64x2.lt(f64x2.abs(get(local)), v128.const64(0, 0x38100000));
  return v128.andNot(get(local), v128.and(small, v128.const64(0xffffffff, 0x7fffffff)));
}

/**
 * The order of gfx90a: two products and two more are summed and rounded, then the sums (with `pairs` 2), then that
 * and D. One pass over all k for each row, as the sums of a tile are more than there are registers.
 */
function tileInPairs(pairs: 1 | 2): Code {
  const [part, other, left, right] = [SUMS, SUMS + 2, SUMS + 4, SUMS + 5];
  /** One k of a row: its products go into `first` and `first + 1`, added to what is there if `sum`. */
  const oneProduct = (row: number, first: number, sum: boolean): Code => [
    ...set(OFFSET, i32.load(get(K))),
    ...set(VALUE, v128.load64Splat(i32.add(get(ROW), get(OFFSET)), 8 * row)),
    ...set(OFFSET, i32.add(get(COLUMN), get(OFFSET))),
    ...HALVES.flatMap((half) => {
      const product = f64x2.mul(get(VALUE), v128.load(get(OFFSET), 16 * half));
      return set(first + half, sum ? f64x2.add(get(first + half), product) : product);
    }),
    ...advance(K, 4),
  ];
  const pair = (row: number, first: number): Code => [
    ...oneProduct(row, first, false),
    ...oneProduct(row, first, true),
    ...HALVES.flatMap((half) => set(first + half, rounded(get(first + half)))),
  ];
  const totals = [left, right];
  return ROWS.flatMap((row) => [
    ...set(K, get(KS)),
    ...set(VALUE, v128.load(get(AT), REGISTER * row)),
    ...set(left, f64x2.promoteLow(get(VALUE))),
    ...set(right, f64x2.promoteLow(i32x4.shuffle(get(VALUE), get(VALUE), [2, 3, 2, 3]))),
    ...totals.flatMap((total) => set(total, flushed(total))),
    ...loop(
      [
        ...pair(row, part),
        ...(pairs === 1 ? [] : pair(row, other)),
        ...HALVES.flatMap((half) => {
          const total = totals[half] ?? left;
          const sum =
            pairs === 1
              ? get(part + half)
              : rounded(f64x2.add(get(part + half), get(other + half)));
          return [
            ...set(total, rounded(f64x2.add(get(total), sum))),
            ...set(total, flushed(total)),
          ];
        }),
      ],
      i32.ltU(get(K), get(KS_END)),
    ),
    ...v128.store(
      get(AT),
      i32x4.shuffle(f32x4.demote(get(left)), f32x4.demote(get(right)), [0, 1, 4, 5]),
      REGISTER * row,
    ),
  ]);
}

/** The functions that all products share; made for the first. */
export const matrixFunctions = (): ModuleFunction[] => [
  decodeF16(),
  decodeBf16(),
  decodeF32(),
  decodeBytes(),
  multiply('multiplyPairs2', 9, tileInPairs(1)),
  multiply('multiplyPairs4', 9, tileInPairs(2)),
];

/** The name of the function that `productFunction` makes. */
export const PRODUCT = 'multiply';

/**
 * `multiply` for one instruction, whose k are known: their places in the planes, and how many are summed at once. It reads
 * neither `ks` nor `ksEnd`.
 */
export const productFunction = (
  type: 'f32' | 'i32',
  ks: readonly number[],
  group: number,
): ModuleFunction => multiply(PRODUCT, 11, tileAtOnce(type === 'f32' ? addF32 : addI32, ks, group));
