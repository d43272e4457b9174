/** Bytes, nibbles and bits of words, and roundings, against the same in plain steps. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as own from '@ldscope/core/arithmetic';
import { addRounded, decode, encode, F32, F64, fromNumber, multiply, toNumber } from './exact.ts';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';

const partsOf = (word: number, bits: number, isSigned: boolean): number[] =>
  Array.from({ length: 32 / bits }, (_, i) => {
    const part = (word >>> (bits * i)) & (2 ** bits - 1);
    return isSigned && part >= 2 ** (bits - 1) ? part - 2 ** bits : part;
  });
const bytesOf = (word: number): number[] => partsOf(word, 8, false);
const byteOf = (word: number, i: number): number => bytesOf(word)[i] ?? 0;
const wordOf = (bytes: readonly number[]): number =>
  bytes.reduce((word, byte, i) => word | (byte << (8 * i)), 0);
const eachByte = (word: number, of: (byte: number, i: number) => number): number =>
  wordOf(bytesOf(word).map(of));
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const dot = (a: number, b: number, bits: number, signA: boolean, signB: boolean): number => {
  const others = partsOf(b, bits, signB);
  return sum(partsOf(a, bits, signA).map((one, i) => one * (others[i] ?? 0)));
};
const digits = (word: number): string => (word >>> 0).toString(2).padStart(32, '0');
const unsigned = (word: number): bigint => BigInt(word >>> 0);
const high = (a: bigint, b: bigint): number => Number((a * b) >> 32n);
const sad = (a: number, b: number, isMasked: boolean): number =>
  sum(
    bytesOf(a).map((one, i) => (isMasked && byteOf(b, i) === 0 ? 0 : Math.abs(one - byteOf(b, i)))),
  );
/** Four bytes of eight, from one on. */
const window = (low: number, high: number, first: number): number =>
  wordOf([...bytesOf(low), ...bytesOf(high)].slice(first, first + 4));
const selected = (a: number, b: number, by: number): number => {
  const all = [...bytesOf(b), ...bytesOf(a)];
  if (by < 8) return all[by] ?? 0;
  if (by >= 12) return by === 12 ? 0 : 255;
  return (all[2 * (by - 8) + 1] ?? 0) >= 128 ? 255 : 0;
};

type Words = (a: number, b: number, c: number) => number;
const cases: readonly (readonly [name: string, own: Words, plain: Words])[] = [
  ['reverseBits', own.reverseBits, (a) => Number(`0b${[...digits(a)].toReversed().join('')}`) | 0],
  ['countBits', own.countBits, (a) => digits(a).replaceAll('0', '').length],
  ['random', own.random, (a) => (a * 2) ^ (digits(a).startsWith('1') ? 0xc5 : 0)],
  ['mulHigh', (a, b) => own.mulHigh(a >>> 0, b >>> 0), (a, b) => high(unsigned(a), unsigned(b))],
  ['mulHighSigned', own.mulHighSigned, (a, b) => high(BigInt(a), BigInt(b))],
  ['permuteBytes', own.permuteBytes, (a, b, c) => eachByte(c, (by) => selected(a, b, by))],
  [
    'permuteBytes, selectors up to 13',
    (a, b, c) =>
      own.permuteBytes(
        a,
        b,
        eachByte(c, (by) => by % 14),
      ),
    (a, b, c) => eachByte(c, (by) => selected(a, b, by % 14)),
  ],
  [
    'lerpBytes',
    own.lerpBytes,
    (a, b, c) => eachByte(a, (x, i) => (x + byteOf(b, i) + (byteOf(c, i) & 1)) >> 1),
  ],
  ['sadBytes', own.sadBytes, (a, b) => sad(a, b, false)],
  [
    'sadBytesMasked',
    (a, b) => own.sadBytesMasked(a, b & 0xff00ff),
    (a, b) => sad(a, b & 0xff00ff, true),
  ],
  ...[0, 1, 2].map((first): (typeof cases)[number] => [
    `quadSad at ${first}`,
    (a, b, c) => own.quadSad(own.sadBytes, a, b, c, 0x10002, first),
    (a, b, c) =>
      (sad(window(a, b, first), c, false) + 2) |
      ((sad(window(a, b, first + 1), c, false) + 1) << 16),
  ]),
  ['dot4Signed', own.dot4Signed, (a, b) => dot(a, b, 8, true, true)],
  ['dot4Unsigned', own.dot4Unsigned, (a, b) => dot(a, b, 8, false, false)],
  ['dot8Signed', own.dot8Signed, (a, b) => dot(a, b, 4, true, true)],
  ['dot8Unsigned', own.dot8Unsigned, (a, b) => dot(a, b, 4, false, false)],
  ...[0, 1, 2, 3].flatMap((signs): typeof cases => {
    const [a, b] = [(signs & 1) !== 0, (signs & 2) !== 0];
    return [
      [`dot4Mixed ${a} ${b}`, (x, y) => own.dot4Mixed(x, y, a, b), (x, y) => dot(x, y, 8, a, b)],
      [`dot8Mixed ${a} ${b}`, (x, y) => own.dot8Mixed(x, y, a, b), (x, y) => dot(x, y, 4, a, b)],
    ];
  }),
];

describe('words', () => {
  it.each(cases)('%s', (_, own, plain) => {
    forAll([fc.integer(), fc.integer(), fc.integer()], (a, b, c) => {
      expect(own(a, b, c)).toBe(plain(a, b, c));
    });
  });

  it('sums four windows in four registers', () => {
    const registers = new Int32Array(512).map((_, i) => i);
    own.quadSadWide(registers, 0, 0x04030201, 0x08070605, 0x01000101, 256);
    // By the window's first byte: |1-1| + |2-1| + |4-1|, and so on.
    expect([0, 64, 128, 192].map((at) => registers[at])).toEqual([260, 327, 394, 461]);
  });
});

const roundings = { ...own };

/** Numbers as JavaScript writes them. */
const values = (text: string): number[] => (new Function(`return [${text}]`) as () => number[])();

describe('saturation', () => {
  it.each(rows`
    toI32        | 1.9, -1.9, 2 ** 40, -(2 ** 40), 2 ** 31 - 1, -(2 ** 31), NaN | 1, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31 - 1, -(2 ** 31), 0
    toU32        | 1.9, -1, 2 ** 40, 2 ** 32 - 2, 2 ** 32 - 1, NaN              | 1, 0, 2 ** 32 - 1, 2 ** 32 - 2, 2 ** 32 - 1, 0
    toI16        | -1.5, 40000, -40000, 32766                                   | -1, 32767, -32768, 32766
    toU16        | -1, 70000, 65534.5                                           | 0, 65535, 65534
    toU8         | 0.5, 1.5, 2.5, 254.5, 255.5, 300, -3, NaN                    | 0, 2, 2, 254, 255, 255, 0, 0
    toSnorm      | 1, -1, 2, -2, 0.5, NaN                                       | 32767, -32767, 32767, -32767, 16384, 0
    toUnorm      | 1, 2, 0.5, -1, NaN                                           | 65535, 65535, 32768, 0, 0
    round32Up    | 1 + 2 ** -40, 1 - 2 ** -40, 2 ** -160, -(2 ** -160)          | 1 + 2 ** -23, 1, 2 ** -149, -0
    round32Down  | 1 + 2 ** -40, 1 - 2 ** -40, 2 ** -160, -(2 ** -160)          | 1, 1 - 2 ** -24, 0, -(2 ** -149)
    round32Zero  | 1 + 2 ** -40, -1 - 2 ** -40, 1 - 2 ** -40                    | 1, -1, 1 - 2 ** -24
    flush32      | 2 ** -126, 2 ** -127, -(2 ** -127)                           | 2 ** -126, 0, -0
    flush16      | 2 ** -14, 2 ** -15, -(2 ** -15)                              | 2 ** -14, 0, -0
    flush64      | 2 ** -1022, 2 ** -1023, -(2 ** -1023)                        | 2 ** -1022, 0, -0
    toBfloat     | 1, 1 + 2 ** -8, 1 + 3 * 2 ** -8                              | 0x3f80, 0x3f80, 0x3f82
    toBfloat     | 1 + 2 ** -8 + 2 ** -20, -1, NaN                              | 0x3f81, 0xbf80, 0x7fc0
    toBfloatOnce | 1 + 2 ** -8 + 2 ** -40, 1 + 3 * 2 ** -8 - 2 ** -40           | 0x3f81, 0x3f81
    toBfloatOnce | -1 - 2 ** -8 - 2 ** -40                                      | 0xbf81
  `)('%s of %s', (name, of, expected) => {
    const round = roundings[name as 'toI32'];
    expect(values(of).map((value) => round(value))).toEqual(values(expected));
  });

  it.each(rows`
    0 | 0x7f800001
    1 | 0x7fc00000
    2 | 0xff800000
    3 | 0xbf800000
    4 | 0x80000001
    5 | 0x80000000
    6 | 0
    7 | 1
    8 | 0x3f800000
    9 | 0x7f800000
  `)('class %s is that of %s', (number, word) => {
    expect(own.classOf(Number(word), 0, 23, 255)).toBe(Number(number));
  });
});

describe('rounding modes', () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc
      .tuple(fc.integer({ min: -4097, max: 4097 }), fc.integer({ min: -60, max: 60 }))
      .map(([n, e]) => n * 2 ** e),
  );
  const exact = (of: number) => fromNumber(of);
  it.each([
    ['up', 1],
    ['down', 2],
    ['zero', 3],
  ] as const)('%s', (rounding, mode) => {
    forAll([value, value, value], 300, (a, b, c) => {
      const f64 = (of: ReturnType<typeof exact>): number =>
        toNumber(decode(F64, encode(F64, of, rounding)));
      const [x, y, z] = [exact(a), exact(b), exact(c)];
      expect(own.sum64To(mode, a, b)).toBe(f64(addRounded(x, y, rounding)));
      expect(own.product64To(mode, a, b)).toBe(f64(multiply(x, y)));
      expect(own.fma64To(mode, a, b, c)).toBe(f64(addRounded(multiply(x, y), z, rounding)));
      const single = Math.fround(a);
      const [s, t] = [exact(single), exact(Math.fround(c))];
      const round = { up: own.round32Up, down: own.round32Down, zero: own.round32Zero }[rounding];
      expect(round(own.sumTo(mode, single, Math.fround(c)))).toBe(
        toNumber(decode(F32, encode(F32, addRounded(s, t, rounding), rounding))),
      );
    });
  });
});
