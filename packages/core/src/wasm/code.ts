/**
 * WebAssembly instructions as bytes: only those that the code here needs.
 *
 * An expression is the bytes that leave its value on the stack, so that expressions nest as they read:
 *
 *     set(sum, f64x2.add(get(sum), f64x2.mul(get(a), v128.load(get(at), 16))))
 *
 * Source: WebAssembly Core Specification 2.0, "Binary Format, Instructions".
 */
export type Code = readonly number[];

/** Unsigned LEB128 of a 32-bit number. */
export function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  return [...bytes, rest];
}

/** Signed LEB128 of a 32-bit number. */
function signed(value: number): Code {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return [...bytes, rest & 0x7f];
}

const SIMD = 0xfd;

const plain =
  (opcode: number) =>
  (...operands: Code[]): Code => [...operands.flat(), opcode];

const vector =
  (opcode: number) =>
  (...operands: Code[]): Code => [...operands.flat(), SIMD, ...unsigned(opcode)];

/** Memory instructions name an alignment (log2, a hint; here bytes) and add a constant to the address. */
const plainLoad =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, 0, ...unsigned(offset)];

const vectorLoad =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [
    ...address,
    SIMD,
    ...unsigned(opcode),
    0,
    ...unsigned(offset),
  ];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];

/** Runs `body` if the condition is not zero. */
export const when = (condition: Code, body: Code): Code => [
  ...condition,
  0x04,
  0x40,
  ...body,
  0x0b,
];

/** Runs `body`, and again for as long as `again` is not zero. */
export const loop = (body: Code, again: Code): Code => [
  0x03,
  0x40,
  ...body,
  ...again,
  0x0d,
  0,
  0x0b,
];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: plain(0x6a),
  sub: plain(0x6b),
  and: plain(0x71),
  shl: plain(0x74),
  eqz: plain(0x45),
  ltU: plain(0x49),
  load: plainLoad(0x28),
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    0x36,
    0,
    ...unsigned(offset),
  ],
  load8U: plainLoad(0x2d),
} as const;

export const f64 = {
  load: plainLoad(0x2b),
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    0x39,
    0,
    ...unsigned(offset),
  ],
} as const;

const bytesOf = (bits: number): Code => [0, 8, 16, 24].map((shift) => (bits >>> shift) & 255);

export const v128 = {
  load: vectorLoad(0x00),
  load64Splat: vectorLoad(0x0a),
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    SIMD,
    0x0b,
    0,
    ...unsigned(offset),
  ],
  zero: [SIMD, 0x0c, ...Array.from({ length: 16 }, () => 0)] as Code,
  /** The same 32 bits in all four lanes. */
  const32: (bits: number): Code => [
    SIMD,
    0x0c,
    ...Array.from({ length: 4 }, () => bytesOf(bits)).flat(),
  ],
  /** The same 64 bits in both lanes. */
  const64: (low: number, high: number): Code => [
    SIMD,
    0x0c,
    ...[low, high, low, high].flatMap(bytesOf),
  ],
  and: vector(0x4e),
  /** Bits of the first that the second does not have. */
  andNot: vector(0x4f),
  or: vector(0x50),
  xor: vector(0x51),
  /** 1 if any bit is set. */
  anyTrue: vector(0x53),
} as const;

const laneOf =
  (opcode: number) =>
  (operand: Code, lane: number): Code => [...operand, SIMD, ...unsigned(opcode), lane];

export const i16x8 = {
  splat: vector(0x10),
  eq: vector(0x2d),
  /** Eight of two vectors of four i32, which are within 16 bits. */
  narrowU: vector(0x86),
  shrU: vector(0x8d),
  add: vector(0x8e),
  sub: vector(0x91),
  maxU: vector(0x99),
  /** Lanes of two vectors by number: 0-7 of the first, 8-15 of the second. */
  shuffle: (first: Code, second: Code, lanes: readonly number[]): Code => [
    ...first,
    ...second,
    SIMD,
    0x0d,
    ...lanes.flatMap((lane) => [2 * lane, 2 * lane + 1]),
  ],
} as const;

export const i32x4 = {
  splat: vector(0x11),
  extract: laneOf(0x1b),
  geS: vector(0x3f),
  shl: vector(0xab),
  shrU: vector(0xad),
  add: vector(0xae),
  sub: vector(0xb1),
  maxU: vector(0xb9),
  truncSatF64x2: vector(0xfc),
  /** Lanes of two vectors by number: 0-3 of the first, 4-7 of the second. */
  shuffle: (first: Code, second: Code, lanes: readonly [number, number, number, number]): Code => [
    ...first,
    ...second,
    SIMD,
    0x0d,
    ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)),
  ],
} as const;

export const f32x4 = {
  mul: vector(0xe6),
  /** Two f64 rounded to lanes 0 and 1; the others are zero. */
  demote: vector(0x5e),
} as const;

export const f64x2 = {
  abs: vector(0xec),
  lt: vector(0x49),
  add: vector(0xf0),
  mul: vector(0xf2),
  /** Lanes 0 and 1 of four f32. */
  promoteLow: vector(0x5f),
} as const;
