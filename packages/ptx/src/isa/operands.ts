/**
 * Operands made ready: the places of registers, and the values of constants.
 *
 * A symbol is a number here: the address of its variable in its own space, or the number of a function.
 */
import { bits32, high64, low64 } from '@ldscope/core/arithmetic';
import type { Operand, Type } from '../text/program.ts';
import type { Source } from './generate.ts';

/** The meaning of operands in one function of a program. */
export interface Names {
  /** The place of a register by its id. */
  readonly offsetOf: (id: number) => number;
  /** The place of a special register. */
  readonly special: (name: string) => number;
  /** The address of a variable in its space, or of a function; `local` ones count from the frame. */
  readonly addressOf: (name: string) => Address | undefined;
}

export interface Address {
  readonly space: 'global' | 'const' | 'shared' | 'local' | 'param' | 'code';
  readonly value: number;
  /** Of a variable in a frame. */
  readonly bytes?: number;
}

/** A source for expressions; `undefined` for operands that have no value of a lane. */
export function sourceOf(operand: Operand | undefined, names: Names): Source | undefined {
  switch (operand?.kind) {
    case 'register': {
      const { register, negated } = operand;
      if (operand.part !== undefined || operand.minus === true) return undefined;
      return {
        kind: 'register',
        offset: names.offsetOf(register.id),
        type: register.type,
        negated,
      };
    }
    case 'special':
      return {
        kind: 'register',
        offset: names.special(operand.name),
        type: specialType(operand.name),
        negated: false,
      };
    case 'integer': {
      const low = Number(BigInt.asIntN(32, operand.value));
      const high = Number(BigInt.asIntN(32, operand.value >> 32n));
      return { kind: 'constant', low, high, value: Number(operand.value) };
    }
    case 'float':
      return { kind: 'constant', low: bits32(operand.value), high: 0, value: operand.value };
    case 'symbol': {
      const address = names.addressOf(operand.name);
      if (address === undefined || address.space === 'local' || address.space === 'param')
        return undefined;
      const value = address.value + operand.offset;
      return { kind: 'constant', low: value | 0, high: Math.floor(value / 2 ** 32), value };
    }
    default:
      return undefined;
  }
}

/** The constant as the bits of an f64, for moves of 64 bits. */
export function doubleBits(source: Source): Source {
  if (source.kind !== 'constant') return source;
  return { ...source, low: low64(source.value), high: high64(source.value) };
}

const specialType = (name: string): Type =>
  /64$|^globaltimer$|^gridid$/.test(name) ? 'u64' : 'u32';
