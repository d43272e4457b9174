/** Inputs of forms: tables of special and random values by type. */
import { randomWords } from '@ldscope/core';
import { type Table, tables as tableNames, THREADS } from './forms.ts';

/** Bits of the inputs by type: special values first, then random ones; a table is 64 bits for each thread. */
export function inputTables(): BigUint64Array {
  const words = randomWords(20_261);
  const next = (): bigint => (BigInt(words() >>> 0) << 32n) | BigInt(words() >>> 0);
  const tables = new BigUint64Array(tableNames.length * THREADS);
  for (const [index, type] of tableNames.entries()) {
    const special = SPECIALS[type];
    for (let thread = 0; thread < THREADS; thread++) {
      tables[index * THREADS + thread] = special[thread] ?? RANDOM[type](next());
    }
  }
  return tables;
}

const double = new DataView(new ArrayBuffer(8));
function bitsOf(value: number, wide: boolean): bigint {
  if (wide) {
    double.setFloat64(0, value);
    return double.getBigUint64(0);
  }
  double.setFloat32(0, value);
  return BigInt(double.getUint32(0));
}

const VALUES = (
  '0 -0 1 -1 0.5 -0.5 1.5 2.5 -2.5 3 100.25 255.5 -128.5 32767.5 65535.5 1e-3 -1e-3 2147483648 -2147483904 4294967296 ' +
  '9.3e18 1.9e19 1e30 -1e30 448 464 57344 65504 65520 6e-8 1e-40 -1e-40 1.17549435e-38 Infinity -Infinity NaN'
)
  .split(' ')
  .map(Number);
const HALVES = [
  0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3800, 0x3e00, 0x4100, 0xc100,
  0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x5bf8, 0x5c00,
];
const BFLOATS = [
  0x0000, 0x8000, 0x0001, 0x007f, 0x0080, 0x3f80, 0xbf80, 0x3f00, 0x4020, 0xc020, 0x7f7f, 0xff7f,
  0x7f80, 0xff80, 0x7fc0, 0x4f00, 0x4f80, 0x5f00,
];

const pairs = (list: readonly number[]): bigint[] =>
  list.map((value, i) => BigInt(value) | (BigInt(list[(i + 5) % list.length] ?? 0) << 16n));

const SPECIALS: Readonly<Record<Table, readonly bigint[]>> = {
  b16: [0n, 1n, 0x7fffn, 0x8000n, 0xffffn, 0xfffen, 2n, 7n],
  b32: [0n, 1n, 0x7fffffffn, 0x80000000n, 0xffffffffn, 0xfffffffen, 2n, 7n, 0x10000n],
  b64: [
    0n,
    1n,
    0x7fffffffffffffffn,
    0x8000000000000000n,
    0xffffffffffffffffn,
    0xffffffffn,
    0x100000000n,
    2n,
    7n,
  ],
  f16: HALVES.map(BigInt),
  bf16: BFLOATS.map(BigInt),
  f16x2: pairs(HALVES),
  bf16x2: pairs(BFLOATS),
  f32: VALUES.map((value) => bitsOf(value, false)),
  f64: VALUES.map((value) => bitsOf(value, true)),
  shift: [0n, 1n, 15n, 16n, 31n, 32n, 33n, 63n, 64n, 255n],
  small: [0, -0, 1, -1, 0.5, 2, 10, -10, 1e-3, 100].map((value) => bitsOf(value, false)),
  halves: [],
  bfloats: [],
  whole: [],
  minifloats: [],
  metadata: [],
  metadata1of2: [],
  selector: [0n, 1n, -1n & 0xffffffffn, 2n, 5n, 0xffffffe0n, 32n],
  few: [0n, 31n],
};

/** Whole numbers from -4 to 4 as f16, bf16 and e4m3, and those of them that e5m2 has. */
const WHOLE_HALVES = [0, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4200, 0xc200, 0x4400];
const WHOLE_BFLOATS = [0, 0x3f80, 0xbf80, 0x4000, 0xc000, 0x4040, 0xc040, 0x4080];
const SMALL_FLOATS = [0, 0x38, 0xb8, 0x3c, 0xbc, 0x40, 0xc0, 0x44];
/** Which two of four are there, in order; which one of two. */
const TWO_OF_FOUR = [0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110, 0b0100, 0b1110];
const ONE_OF_TWO = [0b0100, 0b1110];

/** This many parts of a word, each chosen from a list by three random bits. */
const chosen = (random: bigint, list: readonly number[], bits: number): bigint => {
  let word = 0n;
  for (let at = 0; at < 32; at += bits) {
    const choice = Number((random >> BigInt((3 * at) / bits)) & 7n) % list.length;
    word |= BigInt(list[choice] ?? 0) << BigInt(at);
  }
  return word;
};

/** A random value between -1 and 1 times a scale, of a type. */
const about = (random: bigint, scale: number): number =>
  (Number(BigInt.asIntN(53, random)) / 2 ** 52) * scale;

const RANDOM: Readonly<Record<Table, (random: bigint) => bigint>> = {
  b16: (random) => random & 0xffffn,
  b32: (random) => random & 0xffffffffn,
  b64: (random) => random,
  f16: (random) => random & 0xffffn,
  bf16: (random) => random & 0xffffn,
  f16x2: (random) => random & 0xffffffffn,
  bf16x2: (random) => random & 0xffffffffn,
  f32: (random) =>
    random >> 60n < 6n
      ? random & 0xffffffffn
      : bitsOf(about(random, 2 ** Number((random >> 56n) % 40n)), false),
  f64: (random) =>
    random >> 60n < 6n ? random : bitsOf(about(random, 2 ** Number((random >> 56n) % 66n)), true),
  shift: (random) => random % 72n,
  small: (random) => bitsOf(about(random, 50), false),
  halves: (random) => chosen(random, WHOLE_HALVES, 16),
  bfloats: (random) => chosen(random, WHOLE_BFLOATS, 16),
  whole: (random) => bitsOf(Number(random % 9n) - 4, false),
  minifloats: (random) => chosen(random, SMALL_FLOATS, 8),
  metadata: (random) => chosen(random, TWO_OF_FOUR, 4),
  metadata1of2: (random) => chosen(random, ONE_OF_TWO, 4),
  selector: (random) => BigInt.asUintN(32, BigInt.asIntN(6, random)),
  few: (random) => random % 32n,
};
