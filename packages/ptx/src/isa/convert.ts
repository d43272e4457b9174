/** Conversions. Source: PTX ISA 9.0, 9.7.9.21 (cvt), 9.7.9.22 (cvt.pack). */
import { typeOf } from '../text/types.ts';
import type { Row, RowType } from './row.ts';
import { isWide } from './row.ts';

const ROUND_INTEGER: Readonly<Record<string, string>> = {
  rni: 'roundEven',
  rzi: 'Math.trunc',
  rmi: 'Math.floor',
  rpi: 'Math.ceil',
};
/** Numbers of rounding modes, as `core/arithmetic` has them. */
const MODES: Readonly<Record<string, number>> = { rp: 1, rm: 2, rz: 3 };
const ROUND16: Readonly<Record<string, string>> = {
  'f16 rp': 'halfUp',
  'f16 rm': 'halfDown',
  'f16 rz': 'truncateHalf',
  'bf16 rp': 'bfloatUp',
  'bf16 rm': 'bfloatDown',
  'bf16 rz': 'truncateBfloat',
};
const ROUND32: Readonly<Record<string, string>> = {
  rp: 'round32Up',
  rm: 'round32Down',
  rz: 'round32Zero',
};

const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  s8: [-128, 127],
  u8: [0, 255],
  s16: [-32768, 32767],
  u16: [0, 65535],
  s32: [-2147483648, 2147483647],
  u32: [0, 4294967295],
};

const isFloat = (type: string): boolean => /^(?:b?f\d+|tf32)$/.test(type);
/** Pairs of floats of 8 bits; the format's name in `core`. */
const SMALL: Readonly<Record<string, string>> = {
  e4m3x2: 'E4M3',
  e5m2x2: 'E5M2',
};

/** The row of a `cvt` by its modifiers; `undefined` for one that is not executed. */
export function convertRow(modifiers: readonly string[]): Row | undefined {
  if (modifiers[0] === 'pack') return packedIntegers(modifiers);
  const types = modifiers.filter((name) => typeOf(name) !== undefined || SMALL[name] !== undefined);
  const [to = '', from = ''] = types;
  if (types.length !== 2) return undefined;
  const small = packed(modifiers, to, from);
  if (small !== undefined) return small;
  const target = typeOf(to);
  const source = typeOf(from);
  if (target === undefined || source === undefined) return undefined;
  if (to.endsWith('x2')) return undefined;
  if (isFloat(from))
    return isFloat(to)
      ? floatToFloat(modifiers, target, source)
      : floatToInteger(modifiers, target, source);
  return isFloat(to)
    ? integerToFloat(modifiers, target, source)
    : integerToInteger(modifiers, target, source);
}

/** `cvt.pack.sat.u8.s32.b32 d, a, b, c`: b lowest, then a, and c above them where they are narrower than 16 bits. */
function packedIntegers(modifiers: readonly string[]): Row | undefined {
  const [signed, width] = /^([us])(16|8|4|2)$/.exec(modifiers[2] ?? '')?.slice(1) ?? [];
  const bits = Number(width);
  if (modifiers[1] !== 'sat' || modifiers[3] !== 's32' || signed === undefined) return undefined;
  const [low, high] =
    signed === 's' ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  const part = (name: string): string => `(clampTo(${name}, ${low}, ${high}) & ${2 ** bits - 1})`;
  const pair = `(${part('a')} << ${bits}) | ${part('b')}`;
  if ((bits === 16) === (modifiers[4] === 'b32')) return undefined;
  return bits === 16
    ? { out: 'b32', ins: ['s32', 's32'], text: pair }
    : { out: 'b32', ins: ['s32', 's32', 'b32'], text: `(c << ${2 * bits}) | ${pair}` };
}

/** Largest finite values: `.satfinite` clamps to them, and keeps NaN. */
const LARGEST_HALF = 65504;
const LARGEST_BFLOAT = 2 ** 128 - 2 ** 120;

/** Two floats into one word: `cvt.rn.f16x2.f32 d, a, b` has a in the high half. */
function packed(modifiers: readonly string[], to: string, from: string): Row | undefined {
  const relu = (name: string): string => (modifiers.includes('relu') ? `relu(${name})` : name);
  if ((to === 'f16x2' || to === 'bf16x2') && from === 'f32') {
    const zero = modifiers.includes('rz');
    const limit = to === 'f16x2' ? LARGEST_HALF : LARGEST_BFLOAT;
    const finite = (name: string): string =>
      modifiers.includes('satfinite') ? `clampTo(${name}, -${limit}, ${limit})` : name;
    const cut = (name: string): string =>
      zero
        ? `${to === 'f16x2' ? 'truncateHalf' : 'truncateBfloat'}(${finite(relu(name))})`
        : finite(relu(name));
    return { out: to, ins: ['f32', 'f32'], text: `{ rL = ${cut('b')}; rH = ${cut('a')}; }` };
  }
  const format = SMALL[to];
  if (format !== undefined) {
    if (from === 'f32') {
      return {
        out: 'b16',
        ins: ['f32', 'f32'],
        text: `to${format}(${relu('b')}) | (to${format}(${relu('a')}) << 8)`,
      };
    }
    if (from === 'f16x2' || from === 'bf16x2') {
      return {
        out: 'b16',
        ins: [from],
        text: `to${format}(${relu('aL')}) | (to${format}(${relu('aH')}) << 8)`,
      };
    }
  }
  const table = SMALL[from];
  if (to === 'f16x2' && table !== undefined) {
    return {
      out: 'f16x2',
      ins: ['b16'],
      text: `{ rL = ${relu(`${table}[a & 255]`)}; rH = ${relu(`${table}[a >>> 8]`)}; }`,
    };
  }
  return undefined;
}

function integerToInteger(modifiers: readonly string[], to: RowType, from: RowType): Row {
  const saturates = modifiers.includes('sat');
  if (isWide(to)) {
    if (isWide(from)) {
      if (!saturates || to === from) return { out: to, ins: [from], text: '{ rL = aL; rH = aH; }' };
      return to === 'u64'
        ? { out: to, ins: [from], text: '{ rL = aH < 0 ? 0 : aL; rH = aH < 0 ? 0 : aH; }' }
        : {
            out: to,
            ins: [from],
            text: '{ rL = aH < 0 ? -1 : aL; rH = aH < 0 ? 2147483647 : aH; }',
          };
    }
    const text =
      saturates && to === 'u64'
        ? '{ rL = a < 0 ? 0 : a | 0; rH = 0; }'
        : '{ rL = a | 0; rH = a < 0 ? -1 : 0; }';
    return { out: to, ins: [from], text };
  }
  const range = RANGES[to];
  if (isWide(from)) {
    if (!saturates || range === undefined) return { out: to, ins: [from], text: 'aL' };
    return {
      out: to,
      ins: [from],
      text: `clampTo(wideNumber(aL, aH, ${from === 's64'}), ${range[0]}, ${range[1]})`,
    };
  }
  if (!saturates || range === undefined) return { out: to, ins: [from], text: 'a | 0' };
  return { out: to, ins: [from], text: `clampTo(a, ${range[0]}, ${range[1]})` };
}

function integerToFloat(modifiers: readonly string[], to: RowType, from: RowType): Row {
  const round = modifiers.map((name) => ROUND32[name]).find((name) => name !== undefined);
  const value = isWide(from) ? `wideOdd(aL, aH, ${from === 's64'})` : 'a';
  const mode = modifiers.reduce((found, name) => MODES[name] ?? found, 0);
  if (to === 'f64' && isWide(from) && mode !== 0) {
    const high = from === 's64' ? 'aH' : '(aH >>> 0)';
    return { out: to, ins: [from], text: `sum64To(${mode}, ${high} * 4294967296, aL >>> 0)` };
  }
  if (to === 'f64')
    return {
      out: to,
      ins: [from],
      text: isWide(from) ? `wideNumber(aL, aH, ${from === 's64'})` : 'a',
    };
  const narrow = modifiers
    .map((name) => ROUND16[`${to} ${name}`])
    .find((name) => name !== undefined);
  if (narrow !== undefined) return { out: to, ins: [from], text: `${narrow}(${value})` };
  if (to === 'f32' && round !== undefined)
    return { out: to, ins: [from], text: `${round}(${value})` };
  return { out: to, ins: [from], text: value };
}

function floatToInteger(modifiers: readonly string[], to: RowType, from: RowType): Row {
  const round =
    modifiers.map((name) => ROUND_INTEGER[name]).find((name) => name !== undefined) ?? 'Math.trunc';
  const value = modifiers.includes('ftz') ? 'flush32(a)' : 'a';
  if (isWide(to)) {
    return {
      out: to,
      ins: [from],
      text: `{ toWide(${round}(${value}), ${to === 's64'}, W); rL = W[0]; rH = W[1]; }`,
    };
  }
  const [low, high] = RANGES[to] ?? [0, 0];
  // NaN of f64 is the highest bit alone, of narrower floats 0.
  const nan = from === 'f64' ? (low < 0 ? low : (high + 1) / 2) : 0;
  return { out: to, ins: [from], text: `toRange(${round}(${value}), ${low}, ${high}, ${nan})` };
}

function floatToFloat(modifiers: readonly string[], to: RowType, from: RowType): Row | undefined {
  const whole = modifiers.map((name) => ROUND_INTEGER[name]).find((name) => name !== undefined);
  const round = modifiers.map((name) => ROUND32[name]).find((name) => name !== undefined);
  let value = modifiers.includes('ftz') && from === 'f32' ? 'flush32(a)' : 'a';
  if (whole !== undefined) value = `${whole}(${value})`;
  if (modifiers.includes('sat')) value = `saturate(${value})`;
  if (modifiers.includes('relu')) value = `relu(${value})`;
  if (to === 'tf32') {
    const rounded = modifiers.includes('rna')
      ? modifiers.includes('satfinite')
        ? `finiteTf32(toTf32Away(${value}))`
        : `toTf32Away(${value})`
      : modifiers.includes('rz')
        ? `toTf32Zero(${value})`
        : `toTf32(${value})`;
    return { out: 'b32', ins: ['f32'], text: rounded };
  }
  if (modifiers.includes('satfinite')) {
    const limit = to === 'f16' ? LARGEST_HALF : LARGEST_BFLOAT;
    value = `clampTo(${value}, -${limit}, ${limit})`;
  }
  if (to === 'f32' && from === 'f64' && round !== undefined) value = `${round}(${value})`;
  const narrow = modifiers
    .map((name) => ROUND16[`${to} ${name}`])
    .find((name) => name !== undefined);
  if (narrow !== undefined) value = `${narrow}(${value})`;
  if (to === 'f32' && modifiers.includes('ftz')) value = `flush32(Math.fround(${value}))`;
  return { out: to, ins: [from], text: value };
}
