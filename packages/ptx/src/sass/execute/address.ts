/**
 * Addresses of SASS as sums of registers.
 *
 *     [R2+UR4+0x10]   [R0.X4+-0x8]   desc[UR6][R4.64+0x20]      32 bits; scaled; 64 bits in R4 and R5
 */
import { isZero, registerNumber } from '../operands.ts';
import type { LaneRegisters } from './lane-registers.ts';

export interface SassAddress {
  /** The registers of the sum. */
  readonly reads: readonly number[];
  /** Lanes of which all registers of the sum are known. */
  known(registers: LaneRegisters): number;
  /** In bytes: 32 bits, or as many as the registers have. */
  read(registers: LaneRegisters, lane: number): number;
}

interface Term {
  readonly register: number;
  readonly scale: number;
  readonly isWide: boolean;
}

/** The address of an operand; `undefined` for one that is not a sum of registers. `isWide`: one register stands for a pair. */
export function sassAddress(text: string, isWide = false): SassAddress | undefined {
  const inner = /^(?:desc\[UR\d+\])?\[([^[\]]*)\]$/.exec(text)?.[1];
  if (inner === undefined) return undefined;
  const terms: Term[] = [];
  let offset = 0;
  for (const part of inner.split('+')) {
    const constant = /^(-?)0x([0-9a-f]{1,8})$/.exec(part);
    if (constant !== null) {
      const value = Number.parseInt(constant[2] ?? '', 16);
      offset += constant[1] === '-' ? -value : value;
      continue;
    }
    const [name = '', ...changes] = part.split('.');
    const register = registerNumber(name);
    const scale = Number(/^X(4|8|16)$/.exec(changes[0] ?? '')?.[1] ?? 1);
    const isPair = changes[0] === '64' || (isWide && changes.length === 0);
    if (register === undefined || changes.length > 1) return undefined;
    if (changes.length === 1 && scale === 1 && !isPair) return undefined;
    if (!isZero(register)) terms.push({ register, scale, isWide: isPair });
  }
  const wide = terms.find((term) => term.isWide);
  // The upper word of a sum with a register of the warp is not in the text.
  if (wide !== undefined && terms.length > 1) return undefined;
  return {
    reads: terms.flatMap(({ register, isWide: isPair }) =>
      isPair ? [register, register + 1] : [register],
    ),
    known: ({ known }) =>
      terms.reduce(
        (all, term) =>
          all & (known[term.register] ?? 0) & (term.isWide ? (known[term.register + 1] ?? 0) : -1),
        -1,
      ),
    read: (registers, lane) => {
      if (wide !== undefined) {
        const low = registers.word(wide.register, lane) >>> 0;
        return low + (registers.word(wide.register + 1, lane) >>> 0) * 2 ** 32 + offset;
      }
      let sum = offset;
      for (const { register, scale } of terms) sum += registers.word(register, lane) * scale;
      return sum >>> 0;
    },
  };
}
