/**
 * Operands of SASS as data.
 *
 *     -R10   ~R11   |R3|   R5.reuse      a register, changed on the way
 *     !P0   UPT                          a predicate; `PT` holds in every lane
 *     0x7fc   -0x3                       a constant of 32 bits
 *     c[0x0][0x210]                      a word of the bank that a launch fills
 *
 * Registers of the warp (`UR4`) have numbers behind those of lanes (`R4`). Source: what nvdisasm 12 and 13 print.
 */

/** Registers of lanes, and of both kinds; the last of each kind is zero: `RZ`, `URZ`. */
export const LANE_REGISTERS = 256;
export const REGISTERS = 512;
const RZ = LANE_REGISTERS - 1;
const URZ = REGISTERS - 1;
/** Predicates: P0 to P6, PT, UP0 to UP6, UPT. */
export const PT = 7;
export const PREDICATES = 16;

/**
 * Places of data flow: registers, then predicates, then memories: of the block, of the device, of a lane; and the result of the
 * reduction of a barrier.
 */
export const SHARED_PLACE = REGISTERS + PREDICATES;
export const GLOBAL_PLACE = SHARED_PLACE + 1;
export const LOCAL_PLACE = SHARED_PLACE + 2;
export const REDUCED_PLACE = SHARED_PLACE + 3;
export const PLACES = SHARED_PLACE + 4;

/** The modifiers that a word gets before it is used; of an operand of floats they change its sign. */
type Change = 'none' | 'negative' | 'inverted' | 'absolute' | 'negative absolute';

export type SassOperand =
  | { readonly kind: 'register'; readonly number: number; readonly change: Change }
  | { readonly kind: 'predicate'; readonly number: number; readonly negated: boolean }
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'bank'; readonly offset: number; readonly change: Change }
  | { readonly kind: 'special'; readonly name: string }
  | { readonly kind: 'float'; readonly value: number }
  /** `B0`, where lanes meet. */
  | { readonly kind: 'barrier'; readonly number: number }
  /** Nothing is known about it. */
  | { readonly kind: 'other' };

export type SassPredicate = Extract<SassOperand, { readonly kind: 'predicate' }>;

const OTHER: SassOperand = { kind: 'other' };

export function sassOperand(text: string): SassOperand {
  const { inner, change } = unchanged(text.replace(/\.reuse$/, ''));
  const register = registerNumber(inner);
  if (register !== undefined) return { kind: 'register', number: register, change };
  const bank = /^c\[0x0\]\[(?:RZ|(?:RZ\+)?0x([0-9a-f]{1,6}))\]$/.exec(inner);
  if (bank !== null) return { kind: 'bank', offset: Number.parseInt(bank[1] ?? '0', 16), change };
  const predicate = predicateNumber(text.replace(/^!/, ''));
  if (predicate !== undefined)
    return { kind: 'predicate', number: predicate, negated: text.startsWith('!') };
  const constant = /^(-?)0x([0-9a-f]{1,8})$/.exec(text);
  if (constant !== null) {
    const value = Number.parseInt(constant[2] ?? '', 16);
    return { kind: 'constant', value: (constant[1] === '-' ? -value : value) | 0 };
  }
  const barrier = /^B(\d{1,2})$/.exec(text);
  if (barrier !== null) return { kind: 'barrier', number: Number(barrier[1]) };
  if (text.startsWith('SR')) return { kind: 'special', name: text };
  const float = /^([+-]?)(\d+(?:\.\d+)?(?:e[+-]?\d+)?|INF)$/.exec(text.trim());
  if (float !== null) {
    const value = float[2] === 'INF' ? Infinity : Number(float[2]);
    return { kind: 'float', value: float[1] === '-' ? -value : value };
  }
  return OTHER;
}

function unchanged(text: string): { readonly inner: string; readonly change: Change } {
  if (text.startsWith('-') && /^-U?R|^-c\[/.test(text))
    return { inner: text.slice(1), change: 'negative' };
  if (text.startsWith('~')) return { inner: text.slice(1), change: 'inverted' };
  if (text.startsWith('|') && text.endsWith('|'))
    return { inner: text.slice(1, -1), change: 'absolute' };
  if (text.startsWith('-|') && text.endsWith('|'))
    return { inner: text.slice(2, -1), change: 'negative absolute' };
  return { inner: text, change: 'none' };
}

/** `R5`, `URZ`; `undefined` for other texts, also for parts of registers (`R5.H1`). */
export function registerNumber(text: string): number | undefined {
  const match = /^(U?)R(Z|\d{1,3})$/.exec(text);
  if (match === null) return undefined;
  const [, uniform, name = ''] = match;
  if (uniform === '') return name === 'Z' ? RZ : inside(Number(name), RZ);
  return name === 'Z' ? URZ : inside(LANE_REGISTERS + Number(name), URZ);
}

const inside = (number: number, end: number): number | undefined =>
  number < end ? number : undefined;

export function predicateNumber(text: string): number | undefined {
  const match = /^(U?)P([0-6T])$/.exec(text);
  if (match === null) return undefined;
  const [, uniform, name = ''] = match;
  return (uniform === '' ? 0 : PT + 1) + (name === 'T' ? PT : Number(name));
}

/** Zero, always. */
export const isZero = (register: number): boolean => register === RZ || register === URZ;

/** A register some words behind another: zero is zero. */
export const behind = (register: number, words: number): number =>
  isZero(register) ? register : register + words;

/** Always true. */
export const isTrue = (predicate: number): boolean => (predicate & PT) === PT;
