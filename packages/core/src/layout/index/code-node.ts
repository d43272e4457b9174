/**
 * A value of vector code, and what its bits say: the nodes of `vector-code.ts`.
 *
 *     ((lane >> 3) & 7) << 4      bits that can be set: 0x70
 *     (lane % 8 + 4) & 28         a sum below a mask: a constant that is added gets inside
 *     16 * round                  uniform: no lane is in it, so that the scalar unit computes it
 *
 * Which bits can be set is what is known without the value; a mask of them may have some that never are.
 */

/** `fill` is an OR with a constant whose bits the value may have; `pinned` is a value that is kept as it is. */
export type Operation =
  | 'value'
  | 'uniform'
  | 'constant'
  | 'shl'
  | 'shr'
  | 'and'
  | 'or'
  | 'xor'
  | 'add'
  | 'mul'
  | 'quotient'
  | 'remainder'
  | 'table'
  | 'fill'
  | 'pinned';

export interface CodeNode {
  readonly id: number;
  readonly operation: Operation;
  readonly operands: readonly CodeNode[];
  /** Constant, shift distance, mask, factor, divisor, number of a value or of a table. */
  readonly immediate: number;
  /** Bits that can be set. */
  readonly bits: number;
}

/** A value as a field of bits of another value. */
export function unmasked(a: CodeNode): { readonly core: CodeNode; readonly mask: number } {
  const [x] = a.operands;
  return a.operation === 'and' && x !== undefined
    ? { core: x, mask: a.immediate }
    : { core: a, mask: a.bits };
}

/** `(x | 48) << 7`: constants join the one that is there. */
export function isFilled({ operation, operands: [inner] }: CodeNode): boolean {
  return operation === 'fill' || (operation === 'shl' && inner !== undefined && isFilled(inner));
}

/** `(x + 4) & 28` */
export function isMaskedSum({ operation, operands: [inner] }: CodeNode): boolean {
  return (
    operation === 'and' &&
    inner?.operation === 'add' &&
    inner.operands.at(-1)?.operation === 'constant'
  );
}

/** True for bits that are neighbours. */
export function isRun(bits: number): boolean {
  const low = bits & -bits;
  return ((bits + low) & bits) === 0;
}

/** All bits of a number up to this one. */
export const maskOf = (max: number): number => (max <= 0 ? 0 : 2 ** (32 - Math.clz32(max)) - 1);
/** The largest that a value can be. */
export const maxOf = ({ bits }: CodeNode): number => bits;

/** Bits that a product can have: those of the factor where the value is 0 or 1. */
export function productBits(bits: number, factor: number): number {
  if (bits === 1) return factor;
  const low = (bits & -bits) * (factor & -factor);
  return maskOf(bits * factor) & -low;
}

/** True for a value that the scalar unit computes. */
export function isUniform({ operation, operands }: CodeNode): boolean {
  if (operands.length === 0) return operation === 'uniform' || operation === 'constant';
  return operands.every(isUniform);
}
