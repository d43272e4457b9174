/**
 * The row of an instruction in a table, and how its text is read.
 *
 *     v_addc_co_u32: ['u32 mask = u32 u32 mask', '{ r = a + b + m; carry = r > 4294967295; }']
 *                     outputs     inputs          what one lane does
 *
 * Types are in the order of the operands in assembly. The expression is JavaScript over one lane:
 *
 *     a b c       the sources as their types say; `aH` the high word of a 64-bit integer
 *     a0 a1       the two halves of a packed source (`h2`, `bf2`, `i2`, `u2`)
 *     aBits       raw bits of a float, after neg and abs; `aBitsH` the high word of an f64
 *     d           the destination before the instruction (naming it makes it a source)
 *     m vcc       this lane's bit of a mask operand, or of VCC (naming it makes it a source)
 *     l           number of the lane;  sel0 sel1 the op_sel bits;  IEEE the mode bit
 *     signA signB whether neg_lo is set of the first and second source
 *     r rH carry  results of a statement, in braces; a bare expression is `r`, or `carry` for a mask
 *
 * Results are exact mathematical values where that is possible: the destination type wraps, rounds or saturates (clamp), so
 * that rows are independent of modifiers. Every other name is a helper (`helpers.ts`).
 */
import type { Target } from '../../state/target.ts';
import type { Sum } from '../row.ts';

/**
 * Types of operands. `b` is bits, `pk` computes twice (per half of 32 bits, or per word of 64 for `pkf32`), `mix`
 * is f32 or a half by op_sel_hi, `w8` and `w16` are a byte or half of the destination whose rest is kept, and
 * `v6`, `v16`, `v32` are that many registers that a helper reads and writes itself.
 */
const TYPES = [
  'b32',
  'u32',
  'i32',
  'f32',
  'u24',
  'i24',
  'b16',
  'u16',
  'i16',
  'f16',
  'bf16',
  'b64',
  'u64',
  'i64',
  'f64',
  'h2',
  'bf2',
  'i2',
  'u2',
  'pkf16',
  'pku16',
  'pki16',
  'pkf32',
  'mix',
  'mask',
  'w8',
  'w16',
  's8',
  's16',
  'v4',
  'v6',
  'v16',
  'v32',
] as const;

export type Type = (typeof TYPES)[number];

interface RowOptions {
  /** Where it exists; on CDNA when absent. */
  readonly chips?: readonly Target[];
  /** The upper half of the destination of a 16-bit result; zero when absent. */
  readonly high?: 'keep';
  /** The result goes to the upper half of the destination, the lower one is kept. */
  readonly half?: 'high';
  /** `clamp` would act inside of the operation, and is not executed. */
  readonly clamp?: 'refused';
  /** `v_cmpx`: the mask goes to exec as well; to exec alone where no output is a mask. */
  readonly exec?: true;
  /** The families whose encoding of 32 bits has no other mask than VCC, so that texts may leave it out. */
  readonly omitsVcc?: readonly Row['family'][];
  /**
   * A quarter of the lanes of other instructions at a time: transcendental functions, and products of 32-bit integers; or
   * the unit for packed ones without a packed type.
   */
  readonly rate?: 'quarter' | 'packed';
  readonly sum?: Sum;
  /** The result is one of two sources, by a mask: `m ? b : a`. */
  readonly chooses?: true;
}

/** A row as the tables write it. */
export type RowText = readonly [types: string, text: string, options?: RowOptions];
export type Table = Readonly<Record<string, RowText>>;

export interface Row extends RowOptions {
  readonly mnemonic: string;
  readonly outputs: readonly Type[];
  readonly inputs: readonly Type[];
  readonly text: string;
  /** Rows of RDNA may have the name of one of CDNA. */
  readonly family: 'cdna' | 'rdna';
}

const words = (text: string): Type[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((word): word is Type => (TYPES as readonly string[]).includes(word));

/** Reads a row of a table. */
export function parseRow(
  mnemonic: string,
  [types, text, options]: RowText,
  family: Row['family'] = 'cdna',
): Row {
  const [left = '', right = ''] = types.split('=');
  return { mnemonic, outputs: words(left), inputs: words(right), text, family, ...options };
}

/** Registers that a value of a type takes. */
export function registersOf(type: Type): number {
  switch (type) {
    case 'b64':
    case 'u64':
    case 'i64':
    case 'f64':
    case 'pkf32':
    case 'mask':
      return 2;
    case 'v4':
      return 4;
    case 'v6':
      return 6;
    case 'v16':
      return 16;
    case 'v32':
      return 32;
    default:
      return 1;
  }
}

/** Types of 16 bits, which op_sel takes from the upper half. */
export function isHalf(type: Type): boolean {
  return type === 'b16' || type === 'u16' || type === 'i16' || type === 'f16' || type === 'bf16';
}

/** Types that are computed once for each half or word. */
export const isTwice = (type: Type | undefined): type is Type => type?.startsWith('pk') === true;

/** Packed types: VOP3P instructions, whose op_sel is by source and never names the destination. */
export function isPacked(type: Type): boolean {
  return (
    isTwice(type) ||
    type === 'mix' ||
    type === 'h2' ||
    type === 'bf2' ||
    type === 'i2' ||
    type === 'u2'
  );
}

const patterns = new Map<string, RegExp>();

/** True when an expression uses a name. */
export function uses(text: string, name: string): boolean {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\b${name}\\b`);
    patterns.set(name, pattern);
  }
  return pattern.test(text);
}
