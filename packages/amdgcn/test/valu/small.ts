/**
 * Models of conversions to and from floats of 8, 6 and 4 bits: the nearest of all values of the format, by trying
 * each of them.
 */
import { rows } from '../../src/isa/valu/rows.ts';
import type { Target } from '../../src/state/target.ts';
import {
  BF16,
  decode,
  encode,
  F16,
  F32,
  fromNumber,
  toNumber,
  type Format,
} from '../../../core/test/arithmetic/exact.ts';

interface Small {
  readonly bits: number;
  readonly mantissa: number;
  readonly bias: number;
  /** NaN patterns, and what is beyond the largest value. */
  readonly nan: readonly number[];
  readonly infinity?: number;
  readonly over: 'nan' | 'infinity' | 'largest';
  readonly unsignedZero?: true;
}

const FORMATS: Readonly<Record<string, Small>> = {
  fp8: { bits: 8, mantissa: 3, bias: 7, nan: [127, 255], over: 'nan' },
  bf8: {
    bits: 8,
    mantissa: 2,
    bias: 15,
    nan: [125, 126, 127, 253, 254, 255],
    infinity: 124,
    over: 'infinity',
  },
  fp8fnuz: { bits: 8, mantissa: 3, bias: 8, nan: [128], over: 'nan', unsignedZero: true },
  bf8fnuz: { bits: 8, mantissa: 2, bias: 16, nan: [128], over: 'nan', unsignedZero: true },
  fp6: { bits: 6, mantissa: 3, bias: 1, nan: [], over: 'largest' },
  bf6: { bits: 6, mantissa: 2, bias: 3, nan: [], over: 'largest' },
  fp4: { bits: 4, mantissa: 1, bias: 1, nan: [], over: 'largest' },
};

const formatOf = (name: string, target: Target): Small => {
  const format = FORMATS[target === 'gfx942' ? `${name}fnuz` : name];
  if (format === undefined) throw new Error(name);
  return format;
};

/** The value of a code. */
export function valueOf(format: Small, code: number): number {
  if (format.nan.includes(code)) return NaN;
  const sign = code >> (format.bits - 1) ? -1 : 1;
  const rest = code & (2 ** (format.bits - 1) - 1);
  if (rest === format.infinity) return sign * Infinity;
  const exponent = rest >> format.mantissa;
  const fraction = (rest & (2 ** format.mantissa - 1)) / 2 ** format.mantissa;
  return exponent === 0
    ? sign * fraction * 2 ** (1 - format.bias)
    : sign * (1 + fraction) * 2 ** (exponent - format.bias);
}

const largestOf = (format: Small): number => {
  let best = 0;
  for (let code = 0; code < 2 ** (format.bits - 1); code++)
    if (Number.isFinite(valueOf(format, code)) && valueOf(format, code) > valueOf(format, best))
      best = code;
  return best;
};

/** The code nearest to a value, or all codes that are as good when it is NaN. */
function nearest(format: Small, value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 2 ** (format.bits - 1) : 0;
  const largest = largestOf(format);
  const beyond = (): number => {
    if (format.over === 'largest') return sign | largest;
    if (format.over === 'infinity') return sign | (format.infinity ?? 0);
    return format.unsignedZero ? 128 : sign | 127;
  };
  if (Number.isNaN(value)) return format.over === 'largest' ? 2 ** (format.bits - 1) - 1 : -1;
  const magnitude = Math.abs(value);
  const step = valueOf(format, largest) - valueOf(format, largest - 1);
  const limit = valueOf(format, largest) + step / 2;
  // The largest code is odd in one format, even in others: a tie goes to the even code.
  if (magnitude > limit || (magnitude === limit && largest % 2 === 1)) return beyond();
  let best = 0;
  for (let code = 1; code <= largest; code++) {
    const gain =
      Math.abs(valueOf(format, best) - magnitude) - Math.abs(valueOf(format, code) - magnitude);
    if (gain > 0 || (gain === 0 && code % 2 === 0)) best = code;
  }
  return format.unsignedZero && best === 0 ? 0 : sign | best;
}

/** A conversion that adds random bits below the last kept place, and cuts. */
function cutRandomly(format: Small | Format, value: number, random: bigint): number {
  const wide = 'exponent' in format;
  const mantissa = format.mantissa;
  const bias = wide ? 2 ** (format.exponent - 1) - 1 : format.bias;
  const sign =
    value < 0 || Object.is(value, -0)
      ? 2 ** (wide ? format.exponent + mantissa : format.bits - 1)
      : 0;
  const exact = fromNumber(Math.abs(value));
  const length = exact.n === 0n ? 0 : exact.n.toString(2).length;
  const exponent = Math.max(exact.n === 0n ? -1000 : exact.e + length - 1, 1 - bias);
  const shift = exact.e + 32 + mantissa - exponent;
  const units = shift >= 0 ? exact.n << BigInt(shift) : exact.n >> BigInt(-shift);
  const kept = Number((units + random) >> 32n);
  const code = kept + (exponent + bias - 1) * 2 ** mantissa;
  if (!wide && format.unsignedZero && code === 0) return 0;
  if (!wide && code > largestOf(format)) {
    if (format.over === 'largest') return sign | largestOf(format);
    if (format.over === 'infinity') return sign | (format.infinity ?? 0);
    return format.unsignedZero ? 128 : sign | 127;
  }
  return sign | code;
}

const WIDE: Readonly<Record<string, Format>> = { f32: F32, f16: F16, bf16: BF16 };
const widthOf = ({ exponent, mantissa }: Format): number => 1 + exponent + mantissa;

export interface SmallModel {
  readonly target: Target;
  /** Codes or values of the result in order, each of `bits`; -1 is any NaN. */
  readonly bits: number;
  readonly of: (sources: readonly bigint[]) => readonly number[];
}

const scale = (bits: bigint): number => 2 ** (Number((bits >> 23n) & 255n) - 127);
const prng = (value: bigint): bigint =>
  BigInt.asUintN(32, value << 1n) ^ (value >> 31n ? 197n : 0n);

function elements(format: Format, bits: bigint, count: number): number[] {
  const width = widthOf(format);
  return Array.from({ length: count }, (_, n) =>
    toNumber(decode(format, BigInt.asUintN(width, bits >> BigInt(width * n)))),
  );
}

/** Reads what a mnemonic says: direction, types, number of elements, scale, randomness. */
function modelOf(mnemonic: string, target: Target): SmallModel | undefined {
  const match =
    /^v_cvt_(scalef32_)?(sr_)?(pk32_|2xpk16_|pk_)?(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)_(f32|f16|bf16|fp8|bf8|fp6|bf6|fp4)$/.exec(
      mnemonic,
    );
  if (
    match === null ||
    !(mnemonic.includes('8') || mnemonic.includes('6_') || /fp4|[fb]p?6|_sr_/.test(mnemonic))
  )
    return undefined;
  const [, scaled, stochastic, pack, to = '', from = ''] = match;
  const count = pack === undefined ? 1 : pack === 'pk_' ? 2 : 32;
  const inputs = rows().get(mnemonic)?.inputs ?? [];
  const factor = (s: readonly bigint[]): number =>
    scaled === undefined ? 1 : scale(s[inputs.length - 1] ?? 0n);
  const source = WIDE[from];
  if (source !== undefined) {
    const target_ = WIDE[to] ?? formatOf(to, target);
    if (WIDE[to] !== undefined && stochastic === undefined) return undefined;
    return {
      target,
      bits: 'exponent' in target_ ? widthOf(target_) : target_.bits,
      of: (s) => {
        const values = gather(source, s, count, inputs[1] === 'f32', pack).map(
          (x) => x / factor(s),
        );
        let random = s[pack === '2xpk16_' ? 2 : 1] ?? 0n;
        return values.map((value) => {
          if (stochastic === undefined) return 'exponent' in target_ ? 0 : nearest(target_, value);
          const code = cutRandomly(target_, value, random);
          random = prng(random);
          return code;
        });
      },
    };
  }
  const small = formatOf(from, target);
  const result = WIDE[to];
  if (result === undefined) return undefined;
  return {
    target,
    bits: widthOf(result),
    of: (s) =>
      Array.from({ length: count }, (_, n) => {
        const code = Number(((s[0] ?? 0n) >> BigInt(small.bits * n)) & BigInt(2 ** small.bits - 1));
        const value = valueOf(small, code) * factor(s);
        return Number.isNaN(value) ? -1 : Number(encode(result, fromNumber(value)));
      }),
  };
}

function gather(
  format: Format,
  s: readonly bigint[],
  count: number,
  apart: boolean,
  pack: string | undefined,
): number[] {
  if (pack === '2xpk16_') {
    const [a, b] = [elements(format, s[0] ?? 0n, 16), elements(format, s[1] ?? 0n, 16)];
    return a.flatMap((value, n) => [value, b[n] ?? 0]);
  }
  if (apart) return [...elements(format, s[0] ?? 0n, 1), ...elements(format, s[1] ?? 0n, 1)];
  return elements(format, s[0] ?? 0n, count);
}

export const smallModels: ReadonlyMap<string, readonly SmallModel[]> = new Map(
  [...rows().values()].flatMap((row) => {
    const chips = (row.chips ?? []).filter((chip) => chip !== 'gfx90a');
    const made = chips.flatMap((chip) => modelOf(row.mnemonic, chip) ?? []);
    return made.length === 0 ? [] : [[row.mnemonic, made] as const];
  }),
);
