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

const vector = (opcode: number): ((...operands: Code[]) => Code) => {
  const bytes = [SIMD, ...unsigned(opcode)];
  return (...operands) => [...operands.flat(), ...bytes];
};

/** Memory instructions name an alignment (log2, a hint; here bytes) and add a constant to the address. */
/** One lane of a vector in memory: the lane is the last byte. */
const laneAccess =
  (opcode: number) =>
  (address: Code, value: Code, lane: number, offset = 0): Code => [
    ...address,
    ...value,
    SIMD,
    ...unsigned(opcode),
    0,
    ...unsigned(offset),
    lane,
  ];

const plainLoad =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, 0, ...unsigned(offset)];

const plainStore =
  (opcode: number) =>
  (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    opcode,
    0,
    ...unsigned(offset),
  ];

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

/** Runs `body` where `condition` is not zero. */
export const when = (condition: Code, body: Code): Code => [
  ...condition,
  0x04,
  0x40,
  ...body,
  0x0b,
];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: plain(0x6a),
  sub: plain(0x6b),
  and: plain(0x71),
  eqz: plain(0x45),
  or: plain(0x72),
  xor: plain(0x73),
  shl: plain(0x74),
  shrS: plain(0x75),
  shrU: plain(0x76),
  clz: plain(0x67),
  ltU: plain(0x49),
  leU: plain(0x4d),
  load: plainLoad(0x28),
  load8U: plainLoad(0x2d),
  store: plainStore(0x36),
  store8: plainStore(0x3a),
  store16: plainStore(0x3b),
  wrapI64: plain(0xa7),
} as const;

export const i64 = {
  /** A constant of at most 32 bits. */
  const: (value: number): Code => [0x42, ...signed(value)],
  or: plain(0x84),
  and: plain(0x83),
  shl: plain(0x86),
  shrU: plain(0x88),
  load: plainLoad(0x29),
  store: plainStore(0x37),
  extendI32U: plain(0xad),
} as const;

/** Moves an address in a local on. */
export const advance = (local: number, bytes: number): Code =>
  set(local, i32.add(get(local), i32.const(bytes)));

export const f64 = {
  load: plainLoad(0x2b),
  store: plainStore(0x39),
} as const;

const bytesOf = (bits: number): Code => [0, 8, 16, 24].map((shift) => (bits >>> shift) & 255);

export const v128 = {
  load: vectorLoad(0x00),
  load32Splat: vectorLoad(0x09),
  load64Splat: vectorLoad(0x0a),
  /** The first lanes; the others are zero. */
  load32Zero: vectorLoad(0x5c),
  load64Zero: vectorLoad(0x5d),
  /** A vector with one or two of its lanes of 32 bits from memory. */
  load32Lane: laneAccess(0x56),
  load64Lane: laneAccess(0x57),
  store64Lane: laneAccess(0x5b),
  store: (address: Code, value: Code, offset = 0): Code => [
    ...address,
    ...value,
    SIMD,
    0x0b,
    0,
    ...unsigned(offset),
  ],
  zero: [SIMD, 0x0c, ...Array.from({ length: 16 }, () => 0)] as Code,
  /** Sixteen bytes. */
  const: (bytes: readonly number[]): Code => [SIMD, 0x0c, ...bytes],
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
  not: vector(0x4d),
  and: vector(0x4e),
  /** Bits of the first that the second does not have. */
  andNot: vector(0x4f),
  or: vector(0x50),
  xor: vector(0x51),
  /** Bits of the first where the third has ones, of the second elsewhere. */
  select: vector(0x52),
  /** 1 where any bit is set. */
  anyTrue: vector(0x53),
} as const;

export const i8x16 = {
  /** Bytes of the first by the numbers in the second. */
  swizzle: vector(0x0e),
  eq: vector(0x23),
  gtU: vector(0x28),
  popcnt: vector(0x62),
  shrS: vector(0x6c),
  /** Bytes of two vectors by number: 0-15 of the first, 16-31 of the second. */
  shuffle: (first: Code, second: Code, bytes: readonly number[]): Code => [
    ...first,
    ...second,
    SIMD,
    0x0d,
    ...bytes,
  ],
} as const;

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
  extract: (vector: Code, lane: number): Code => [...vector, SIMD, 0x1b, lane],
  /** A vector with another i32 in one lane. */
  replace: (vector: Code, lane: number, value: Code): Code => [
    ...vector,
    ...value,
    SIMD,
    0x1c,
    lane,
  ],
  eq: vector(0x37),
  ltS: vector(0x39),
  ltU: vector(0x3a),
  gtS: vector(0x3b),
  gtU: vector(0x3c),
  leS: vector(0x3d),
  leU: vector(0x3e),
  geS: vector(0x3f),
  geU: vector(0x40),
  /** Products of eight i16 with eight others, and sums of neighbours. */
  dotI16x8: vector(0xba),
  /** The sign bits of the four lanes as one i32. */
  bitmask: vector(0xa4),
  shl: vector(0xab),
  shrS: vector(0xac),
  shrU: vector(0xad),
  add: vector(0xae),
  sub: vector(0xb1),
  mul: vector(0xb5),
  minS: vector(0xb6),
  minU: vector(0xb7),
  maxS: vector(0xb8),
  maxU: vector(0xb9),
  truncSatF32x4S: vector(0xf8),
  truncSatF32x4U: vector(0xf9),
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

export const i64x2 = {
  /** Products of lanes 0 and 1 of four 32-bit integers, and of lanes 2 and 3. */
  mulLowS: vector(0xdc),
  mulHighS: vector(0xdd),
  mulLowU: vector(0xde),
  mulHighU: vector(0xdf),
  eq: vector(0xd6),
  shl: vector(0xcb),
  shrS: vector(0xcc),
  shrU: vector(0xcd),
  add: vector(0xce),
  sub: vector(0xd1),
} as const;

export const f32x4 = {
  eq: vector(0x41),
  ne: vector(0x42),
  lt: vector(0x43),
  gt: vector(0x44),
  le: vector(0x45),
  ge: vector(0x46),
  ceil: vector(0x67),
  floor: vector(0x68),
  trunc: vector(0x69),
  nearest: vector(0x6a),
  add: vector(0xe4),
  sub: vector(0xe5),
  mul: vector(0xe6),
  div: vector(0xe7),
  /** NaN where one is NaN, and -0 below 0. */
  min: vector(0xe8),
  max: vector(0xe9),
  convertI32x4S: vector(0xfa),
  convertI32x4U: vector(0xfb),
  /** Two f64 rounded to lanes 0 and 1; the others are zero. */
  demote: vector(0x5e),
} as const;

export const f64x2 = {
  /** Lanes 0 and 1 of four i32. */
  convertLowI32x4S: vector(0xfe),
  abs: vector(0xec),
  eq: vector(0x47),
  ne: vector(0x48),
  lt: vector(0x49),
  add: vector(0xf0),
  sub: vector(0xf1),
  mul: vector(0xf2),
  /** Lanes 0 and 1 of four f32. */
  promoteLow: vector(0x5f),
} as const;
