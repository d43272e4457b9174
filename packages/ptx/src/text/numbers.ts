/** Numbers of PTX: `42`, `0x2A`, `052`, `0b101`, `42U`, `0f3F800000`, `0d...`, `1.5`. Source: PTX ISA, section 4.5. */
import { asF32, asF64, bits32, high64, low64 } from '@ldscope/core/arithmetic';
import type { Type } from './program.ts';

/** True for a word that is a float. */
export function isFloat(word: string): boolean {
  return /^0[fFdD]/.test(word) || (/[.eE]/.test(word) && !/^0[xX]/.test(word));
}

/** The value of a float. */
export function floatOf(word: string): number {
  const digits = word.slice(2);
  if (/^0[fF]/.test(word)) return asF32(Number.parseInt(digits, 16) | 0);
  if (/^0[dD]/.test(word)) {
    return asF64(
      Number.parseInt(digits.slice(8), 16) | 0,
      Number.parseInt(digits.slice(0, 8), 16) | 0,
    );
  }
  return Number(word);
}

/** The bits of a number as a type has them; of an integer its value. 0 of what is not a number. */
export function numberOf(word: string, type: Type = 's64'): bigint {
  if (isFloat(word)) return bitsOfConstant({ kind: 'float', value: floatOf(word) }, type);
  const digits = word.replace(/U$/, '');
  if (/^0[0-7]+$/.test(digits)) return BigInt(`0o${digits.slice(1)}`);
  return /^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)$/.test(digits) ? BigInt(digits) : 0n;
}

/** The bits of a constant as a type has them. */
export function bitsOfConstant(
  { kind, value }: { readonly kind: 'integer' | 'float'; readonly value: bigint | number },
  type: Type,
): bigint {
  if (kind === 'integer') return BigInt.asUintN(64, BigInt(value));
  const number = Number(value);
  if (type === 'f64') return (BigInt(high64(number) >>> 0) << 32n) | BigInt(low64(number) >>> 0);
  return BigInt(bits32(number) >>> 0);
}
