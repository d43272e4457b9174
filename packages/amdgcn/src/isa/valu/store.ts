/** The text that writes a result in one lane: scale, clamp, round, and merge with the rest of the register. */
import type { Mode } from './mode.ts';
import type { Plan } from './plan.ts';
import type { Type } from './row.ts';

export interface StoreOptions {
  readonly plan: Plan;
  readonly mode: Mode;
}

/** Roundings by mode: nearest, up, down, toward zero. */
export const ROUND_32 = ['Math.fround', 'round32Up', 'round32Down', 'round32Zero'];
export const ROUND_16 = ['toHalf', 'toHalfUp', 'toHalfDown', 'toHalfZero'];

/** Ends of the integer types, for clamp. */
const RANGES: Partial<Record<Type, readonly [low: number, high: number]>> = {
  u32: [0, 4294967295],
  i32: [-2147483648, 2147483647],
  u16: [0, 65535],
  i16: [-32768, 32767],
  pku16: [0, 65535],
  pki16: [-32768, 32767],
};

const isFloat = (type: Type): boolean => /f\d\d$/.test(type);

/** A result after its modifiers. */
function modified(type: Type, name: string, { plan, mode }: StoreOptions): string {
  const scaled = plan.factor === 1 || !isFloat(type) ? name : `${name} * ${plan.factor}`;
  if (!plan.clamp) return scaled;
  if (isFloat(type)) return `(${mode.dx10Clamp ? 'clampUnit' : 'clampUnitKeepNaN'}(${scaled}))`;
  const range = RANGES[type];
  return range === undefined ? scaled : `clampTo(${scaled}, ${range[0]}, ${range[1]})`;
}

const float32 = (value: string, mode: Mode): string => {
  const rounded = `${ROUND_32[mode.round32]}(${value})`;
  return mode.denormal32 & 2 ? rounded : `flush32(${rounded})`;
};

const float16 = (value: string, mode: Mode): string =>
  `${ROUND_16[mode.round16]}(${mode.denormal16 & 2 ? value : `flush16(${value})`})`;

/** Writes `r` (and `rH`, or `r0` and `r1`) as a value of a type. */
export function storeText(type: Type, options: StoreOptions): string {
  const { plan, mode } = options;
  const value = modified(type, 'r', options);
  switch (type) {
    case 'f32':
      if (plan.sdwa) return merge(`bits32(${float32(value, mode)})`, options);
      return mode.round32 === 0 && mode.denormal32 & 2
        ? `F[pd + l] = ${value};`
        : `F[pd + l] = ${float32(value, mode)};`;
    case 'f64': {
      const kept = mode.denormal16 & 2 ? value : `flush64(${value})`;
      return `const v = ${kept}; I[pd + l] = low64(v); I[pd + l + 64] = high64(v);`;
    }
    case 'u64':
      if (plan.clamp)
        return 'const over = rH > 4294967295; I[pd + l] = over ? -1 : r; I[pd + l + 64] = over ? -1 : rH;';
      return 'I[pd + l] = r; I[pd + l + 64] = rH;';
    case 'i64':
      if (plan.clamp)
        return 'I[pd + l] = rH > 2147483647 ? -1 : rH < -2147483648 ? 0 : r; I[pd + l + 64] = clampTo(rH, -2147483648, 2147483647);';
      return 'I[pd + l] = r; I[pd + l + 64] = rH;';
    case 'b64':
      return 'I[pd + l] = r; I[pd + l + 64] = rH;';
    case 'f16':
      return half(float16(value, mode), options);
    case 'bf16':
      return half(`toBfloat(${value})`, options);
    case 'b16':
    case 'u16':
    case 'i16':
      return half(`(${value} & 65535)`, options);
    case 'w16':
      return half(value, options);
    case 'w8': {
      const shift = 8 * plan.byte;
      return `I[pd + l] = (I[pd + l] & ${~(255 << shift)}) | (((${value}) & 255) << ${shift});`;
    }
    case 'pkf16': {
      const [low, high] = ['r0', 'r1'].map((name) => float16(modified(type, name, options), mode));
      return `I[pd + l] = ${low} | (${high} << 16);`;
    }
    case 'pku16':
    case 'pki16': {
      const [low, high] = ['r0', 'r1'].map((name) => modified(type, name, options));
      return `I[pd + l] = (${low} & 65535) | (${high} << 16);`;
    }
    case 'pkf32': {
      const [low, high] = ['r0', 'r1'].map((name) => float32(modified(type, name, options), mode));
      return `F[pd + l] = ${low}; F[pd + l + 64] = ${high};`;
    }
    case 'v4':
    case 'v6':
    case 'v16':
    case 'v32':
      return '';
    default:
      return plan.sdwa ? merge(value, options) : `I[pd + l] = ${value};`;
  }
}

/** A result of 16 bits: op_sel may send it to the upper half, and the other half is kept or zeroed. */
function half(bits: string, options: StoreOptions): string {
  const { row, sdwa, upper } = options.plan;
  if (sdwa) return merge(bits, options);
  if (row.half === 'high' || upper) return `I[pd + l] = (I[pd + l] & 65535) | ((${bits}) << 16);`;
  const keeps = row.high === 'keep' || row.outputs.includes('w16');
  return keeps ? `I[pd + l] = (I[pd + l] & -65536) | ${bits};` : `I[pd + l] = ${bits};`;
}

/** SDWA: bits into one byte or half; the rest is zero, the sign, or kept. */
function merge(bits: string, { plan: { sdwa } }: StoreOptions): string {
  if (sdwa === undefined) return `I[pd + l] = ${bits};`;
  const index = Number(sdwa.select.slice(-1));
  const width = sdwa.select.startsWith('BYTE') ? 8 : 16;
  const shift = width * index;
  const mask = width === 8 ? 255 : 65535;
  switch (sdwa.unused) {
    case 'UNUSED_PAD':
      return `I[pd + l] = ((${bits}) & ${mask}) << ${shift};`;
    case 'UNUSED_SEXT':
      return `I[pd + l] = ((${bits}) << ${32 - width}) >> ${32 - width - shift};`;
    default:
      return `I[pd + l] = (I[pd + l] & ${~(mask << shift)}) | (((${bits}) & ${mask}) << ${shift});`;
  }
}
