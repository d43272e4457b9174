/** Comparisons and selections. Source: PTX ISA 9.0, 9.7.6. */
import { less64 } from './integer.ts';
import { isFloatType } from './float.ts';
import { isWide, type Row, type RowMaker, type RowType } from './row.ts';

const SIGNS: Readonly<Record<string, string>> = {
  eq: '===',
  ne: '!==',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  lo: '<',
  ls: '<=',
  hi: '>',
  hs: '>=',
};

/** True (1) where the comparison of a with b holds; `undefined` for an unknown comparison. */
function comparison(name: string, type: RowType): string | undefined {
  if (isFloatType(type)) {
    if (name === 'num') return '(a === a && b === b)';
    if (name === 'nan') return '(a !== a || b !== b)';
    const unordered = /^(eq|ne|lt|le|gt|ge)u$/.exec(name)?.[1];
    if (unordered !== undefined) return `(a !== a || b !== b || a ${SIGNS[unordered]} b)`;
    const sign = SIGNS[name];
    if (sign === undefined) return undefined;
    // Ordered: false for NaN, also for `ne`.
    return name === 'ne' ? '(a === a && b === b && a !== b)' : `(a ${sign} b)`;
  }
  const sign = SIGNS[name];
  if (sign === undefined) return undefined;
  if (!isWide(type)) {
    const unsigned = ['lo', 'ls', 'hi', 'hs'].includes(name) || type.startsWith('u');
    return unsigned ? `((a >>> 0) ${sign} (b >>> 0))` : `(a ${sign} b)`;
  }
  const equal = '(aL === bL && aH === bH)';
  const less = less64(type === 's64' && !['lo', 'ls', 'hi', 'hs'].includes(name));
  switch (sign) {
    case '===':
      return equal;
    case '!==':
      return `!${equal}`;
    case '<':
      return less;
    case '>=':
      return `!${less}`;
    case '<=':
      return `(${equal} || ${less})`;
    default:
      return `!(${equal} || ${less})`;
  }
}

const BOOLEANS: Readonly<Record<string, string>> = { and: '&', or: '|', xor: '^' };

/** `.ftz` of numbers of a type. */
const flushOf = (type: RowType): string => (type.startsWith('f16') ? 'flush16' : 'flush32');

/** The comparison of `setp` or `set`, flushed where the instruction says so. */
function test(modifiers: readonly string[], type: RowType): string | undefined {
  const [name = ''] = modifiers;
  const text = comparison(name, type);
  if (text === undefined || !modifiers.includes('ftz')) return text;
  return text.replaceAll(/\b([ab])\b/g, `${flushOf(type)}($1)`);
}

/** A text over a and b for the low or high halves of a pair. */
const ofHalf = (text: string, half: 'L' | 'H'): string =>
  text.replaceAll(/\b([ab])\b/g, `$1${half}`);

/**
 * `setp.lt.and.s32 p|q, a, b, c`: p has the comparison and c, q its opposite and c. Of pairs of halves p has that of the low
 * ones, q of the high ones.
 */
export function setPredicate(
  modifiers: readonly string[],
  type: RowType,
): { readonly row: Row; readonly second: string } | undefined {
  const text = test(modifiers, type);
  if (text === undefined) return undefined;
  const boolean = modifiers.find((name) => BOOLEANS[name] !== undefined);
  const sign = boolean === undefined ? undefined : BOOLEANS[boolean];
  const isHalves = type.endsWith('x2');
  const [first, other] = isHalves ? [ofHalf(text, 'L'), ofHalf(text, 'H')] : [text, `!${text}`];
  const combined = (one: string): string =>
    sign === undefined ? one : `(${one} ? 1 : 0) ${sign} c`;
  const ins = sign === undefined ? [type, type] : [type, type, 'pred' as const];
  return { row: { out: 'pred', ins, text: combined(first) }, second: combined(other) };
}

/** `set.lt.and.u32.f32 d, a, b, c`: all ones or 1.0 where true, of pairs of halves for each half. */
const set: RowMaker = (modifiers, type) => {
  const target = modifiers.find((name) => /^(?:[usb]\d+|f\d+|bf16)(?:x2)?$/.test(name)) ?? 'u32';
  const text = test(modifiers, type);
  if (text === undefined) return undefined;
  const boolean = modifiers.find((name) => BOOLEANS[name] !== undefined);
  const whole = boolean === undefined ? text : `((${text} ? 1 : 0) ${BOOLEANS[boolean]} c)`;
  const ins = boolean === undefined ? [type, type] : [type, type, 'pred' as const];
  if (type.endsWith('x2')) {
    const out = target === type ? type : target === 'u32' || target === 's32' ? 'u16x2' : undefined;
    const yes = out === 'u16x2' ? '-1' : '1';
    const half = (part: 'L' | 'H'): string => `${ofHalf(whole, part)} ? ${yes} : 0`;
    return out && { out, ins, text: `{ rL = ${half('L')}; rH = ${half('H')}; }` };
  }
  const out = SET_RESULTS[target];
  return out && { out, ins, text: `${whole} ? ${/^b?f/.test(out) ? '1' : '-1'} : 0` };
};

const SET_RESULTS: Readonly<Record<string, RowType>> = {
  u32: 'u32',
  s32: 'u32',
  u16: 'u16',
  s16: 'u16',
  f32: 'f32',
  f16: 'f16',
  bf16: 'bf16',
};

const pick = (type: RowType, test: string): string =>
  isWide(type) ? `{ const s = ${test}; rL = s ? aL : bL; rH = s ? aH : bH; }` : `${test} ? a : b`;

const CLASSES: ReadonlySet<string> = new Set([
  'finite',
  'infinite',
  'number',
  'notanumber',
  'normal',
  'subnormal',
]);

/** Rows by opcode. */
export const compareRows: Readonly<Record<string, RowMaker>> = {
  set,
  selp: (_, type) => ({ out: type, ins: [type, type, 'pred'], text: pick(type, 'c === 1') }),
  slct: (modifiers, type) => {
    const result = modifiers.find((name) => name !== 'ftz') ?? 'b32';
    const of: RowType =
      /^.64$/.test(result) && result !== 'f64'
        ? 'b64'
        : result === 'f64'
          ? 'f64'
          : result === 'f32'
            ? 'f32'
            : 'b32';
    return { out: of, ins: [of, of, type], text: pick(of, 'c >= 0') };
  },
  testp: ([name = ''], type) =>
    CLASSES.has(name)
      ? { out: 'pred', ins: [type], text: `isOfClass(a, '${name}', ${type === 'f64'})` }
      : undefined,
};
