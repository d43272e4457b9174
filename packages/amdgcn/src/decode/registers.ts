/**
 * Names of registers, by the values that encodings have for them.
 *
 *     5 -> s5, s[4:5], s[4:7]      106 -> vcc_lo, vcc      256 + 7 -> v7, v[7:8]
 *
 * A range of scalar registers begins at a multiple of 2 or, from 3 registers on, of 4: the low bits are ignored. Values behind s105
 * have names of their own, which differ between generations: the tables list them.
 */
import type { Isa } from './isa.ts';

/** Ranges may reach into vcc, in LLVM's names. */
const SGPRS = 106;
const FIRST_TRAP = 108;
const TRAPS = 16;

/** A range of a file: `v5`, `v[4:7]`. */
export function registerRange(file: string, first: number, count: number): string {
  return count === 1 ? `${file}${first}` : `${file}[${first}:${first + count - 1}]`;
}

/** The scalar register of a value below 256; `undefined` where there is none of that size. */
export function scalarRegister(isa: Isa, value: number, count: number): string | undefined {
  const own = (count === 1 ? isa.singles : isa.pairs).get(value);
  if (own !== undefined) return count <= 2 || own === 'null' ? own : undefined;
  // The upper half of a pair with a name.
  if (count > 1 && isa.singles.has(value)) return undefined;
  const trap = value >= FIRST_TRAP;
  if (trap && count === 3) return undefined;
  if (value >= FIRST_TRAP + TRAPS || (value >= SGPRS && !trap)) return undefined;
  const base = trap ? FIRST_TRAP : 0;
  const number = value - base;
  const first = number - (number % (count === 1 ? 1 : count === 2 ? 2 : 4));
  if (first + count > (trap ? TRAPS : SGPRS)) return undefined;
  return registerRange(trap ? 'ttmp' : 's', first, count);
}
