/**
 * Floats of 16, 8, 6 and 4 bits to and from doubles, rounded to even or stochastically.
 *
 * A stochastic conversion adds the random word, as a fraction of the last kept place, to what is cut off: it rounds
 * up when the sum reaches one. For a target of m bits of mantissa that is the addition of the upper random bits
 * below the last kept bit of an f32. The document's pseudo-code wraps inside the mantissa instead; AMD's own
 * software model carries, as here [inferred].
 */
import { decodeTable, smallFloats, type SmallFloat } from '@ldscope/core';
import { asF32, bits32, toBfloat, toHalf } from '@ldscope/core/arithmetic';

const NONE: SmallFloat = { exponentBits: 2, mantissaBits: 1, bias: 1, special: 'none' };

/** A format of core by its MLIR name. */
export function smallFormat(name: string): SmallFloat {
  return smallFloats[name] ?? NONE;
}

const MAGIC = 2 ** 52;

/** The largest finite pattern, without sign. */
function largest({ exponentBits, mantissaBits, special }: SmallFloat): number {
  const all = 2 ** (exponentBits + mantissaBits) - 1;
  if (special === 'ieee') return all - 2 ** mantissaBits;
  return special === 'fn' ? all - 1 : all;
}

/** The tables for encoding a format, made once. */
interface Encoding {
  readonly bias: number;
  readonly mantissaBits: number;
  readonly sign: number;
  readonly largest: number;
  /** The codes of NaN and of values beyond the largest; `signed` when they keep the sign. */
  readonly nan: number;
  readonly over: number;
  readonly overSigned: boolean;
  /** Zero has no sign. */
  readonly oneZero: boolean;
  /** Exponent and units of the last place by biased f32 exponent. */
  readonly exponents: Int32Array;
  readonly scales: Float64Array;
}

const encodings = new Map<SmallFloat, Encoding>();

function encodingOf(of: SmallFloat): Encoding {
  let encoding = encodings.get(of);
  if (encoding === undefined) {
    encoding = makeEncoding(of);
    encodings.set(of, encoding);
  }
  return encoding;
}

function makeEncoding(of: SmallFloat): Encoding {
  const { exponentBits, mantissaBits, bias, special } = of;
  const all = 2 ** (exponentBits + mantissaBits) - 1;
  const limit = largest(of);
  const exponents = Int32Array.from({ length: 256 }, (_, biased) =>
    Math.max(biased - 127, 1 - bias),
  );
  const nan = {
    ieee: all - 2 ** (mantissaBits - 1) + 1,
    fn: all,
    fnuz: all + 1,
    none: all,
  };
  const over = { ieee: limit + 1, fn: all, fnuz: all + 1, none: limit };
  return {
    bias,
    mantissaBits,
    sign: all + 1,
    largest: limit,
    nan: nan[special],
    over: over[special],
    overSigned: special !== 'fnuz',
    oneZero: special === 'fnuz',
    exponents,
    scales: Float64Array.from(exponents, (exponent) => 2 ** (mantissaBits - exponent)),
  };
}

/**
 * The bits of a value in a format. Its magnitude in units of the last place is rounded to even, or, when a fraction is
 * given, up when the remainder and the fraction reach one.
 */
function encode(of: Encoding, value: number, fraction: number): number {
  const sign = value < 0 || Object.is(value, -0) ? of.sign : 0;
  if (value !== value) return of.nan;
  const magnitude = Math.abs(value);
  const biased = (bits32(magnitude) >>> 23) & 255;
  const units = magnitude * (of.scales[biased] ?? 0);
  let whole: number;
  // Rounding to f32 may have reached the next power of two: the units are then halved, and round to the same value.
  if (fraction < 0) {
    whole = units < MAGIC ? units + MAGIC - MAGIC : units;
  } else {
    whole = Math.floor(units);
    if (units - whole + fraction >= 1) whole++;
  }
  const exponent = of.exponents[biased] ?? 0;
  const pattern = whole + ((exponent + of.bias - 1) << of.mantissaBits);
  if (pattern > of.largest) return of.overSigned ? sign + of.over : of.over;
  return of.oneZero && pattern === 0 ? 0 : sign + pattern;
}

const NEAREST = -1;

/** A conversion to a format: nearest, ties to even, overflow as the format has it. */
export function encoder(of: SmallFloat): (value: number) => number {
  const encoding = encodingOf(of);
  return (value) => encode(encoding, value, NEAREST);
}

/** The same with overflow saturated (`FP16_OVFL` of the mode register); infinity and NaN are themselves. */
export function saturatingEncoder(of: SmallFloat): (value: number) => number {
  const encoding = encodingOf(of);
  const limit = decodeTable(of)[encoding.largest] ?? 0;
  return (value) => {
    const finite = Math.abs(value) < Infinity;
    return encode(encoding, finite ? Math.max(-limit, Math.min(limit, value)) : value, NEAREST);
  };
}

/** A stochastic conversion with 32 random bits. */
export function stochastic(of: SmallFloat, value: number, random: number): number {
  return encode(encodingOf(of), value, (random >>> 0) / 2 ** 32);
}

/** The scale that a word holds: 2^(exponent - 127) of it as an f32; NaN for exponent 255. */
export function scaleOf(word: number): number {
  const exponent = (word >>> 23) & 255;
  return exponent === 255 ? NaN : 2 ** (exponent - 127);
}

type Wide = 'f32' | 'f16' | 'bf16';

function element(
  registers: Int32Array,
  at: number,
  index: number,
  type: Wide,
  halves: Float64Array,
): number {
  if (type === 'f32') return asF32(registers[at + 64 * index] ?? 0);
  const word = registers[at + 64 * (index >> 1)] ?? 0;
  const bits = (index & 1 ? word >>> 16 : word) & 0xffff;
  return type === 'f16' ? (halves[bits] ?? 0) : asF32(bits << 16);
}

const codes = new Int32Array(32);
const results = new Int32Array(32);

function storeSix(registers: Int32Array, at: number): void {
  results.fill(0, 0, 6);
  for (let i = 0; i < 32; i++) {
    const bit = 6 * i;
    const code = codes[i] ?? 0;
    const word = bit >> 5;
    results[word] = (results[word] ?? 0) | (code << (bit & 31));
    if ((bit & 31) > 26)
      results[word + 1] = (results[word + 1] ?? 0) | (code >>> (32 - (bit & 31)));
  }
  for (let word = 0; word < 6; word++) registers[at + 64 * word] = results[word] ?? 0;
}

const halves = (): Float64Array => decodeTable(smallFormat('f16'));

/** 32 elements, divided by a scale, to 32 codes of 6 bits in six registers. */
export function packSix(
  registers: Int32Array,
  at: number,
  from: number,
  type: Wide,
  of: SmallFloat,
  scale: number,
  random?: number,
): void {
  const table = halves();
  const encoding = encodingOf(of);
  let seed = random ?? 0;
  for (let i = 0; i < 32; i++) {
    const value = element(registers, from, i, type, table) / scale;
    codes[i] =
      random === undefined ? encode(encoding, value, NEAREST) : stochastic(of, value, seed);
    seed = (seed << 1) ^ (seed < 0 ? 197 : 0);
  }
  storeSix(registers, at);
}

/** Two times 16 f32, interleaved, to 32 codes of 6 bits. */
export function packInterleaved(
  registers: Int32Array,
  at: number,
  a: number,
  b: number,
  of: SmallFloat,
  scale: number,
): void {
  const encoding = encodingOf(of);
  for (let i = 0; i < 32; i++) {
    const word = registers[(i & 1 ? b : a) + 64 * (i >> 1)] ?? 0;
    codes[i] = encode(encoding, asF32(word) / scale, NEAREST);
  }
  storeSix(registers, at);
}

/** 32 codes of 6 bits, times a scale, to 32 elements. */
export function unpackSix(
  registers: Int32Array,
  at: number,
  from: number,
  type: Wide,
  of: SmallFloat,
  scale: number,
): void {
  const table = decodeTable(of);
  for (let i = 0; i < 32; i++) {
    const bit = 6 * i;
    const low = registers[from + 64 * (bit >> 5)] ?? 0;
    const high = (bit & 31) > 26 ? (registers[from + 64 * ((bit >> 5) + 1)] ?? 0) : 0;
    const code = ((low >>> (bit & 31)) | ((bit & 31) > 26 ? high << (32 - (bit & 31)) : 0)) & 63;
    const value = (table[code] ?? 0) * scale;
    results[i] = type === 'f32' ? bits32(value) : type === 'f16' ? toHalf(value) : toBfloat(value);
  }
  if (type === 'f32') {
    for (let i = 0; i < 32; i++) registers[at + 64 * i] = results[i] ?? 0;
  } else {
    for (let i = 0; i < 16; i++)
      registers[at + 64 * i] = (results[2 * i] ?? 0) | ((results[2 * i + 1] ?? 0) << 16);
  }
}
