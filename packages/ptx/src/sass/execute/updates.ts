/**
 * What atomics of SASS make of a word in memory.
 *
 *     ATOMS.INC R3, [R6], R2      old >= R2 ? 0 : old + 1
 *     ATOMS.CAST.SPIN R3, [R6], R2, R3      R3 if the word is R2: 1 where it was, 0 where it was not
 *
 * A round of `CAST` stands for an atomic that chips do not have. Measured on an H100, warps alone: in a round the first lane of each
 * bank succeeds and the others come again. Of 64 bits each half of the warp has its banks (118 of 120 launches; 60 of 60 for 32 bits).
 */
export function updated(
  how: string,
  isSigned: boolean,
  old: number,
  operand: number,
  swapped: number,
): number | undefined {
  switch (how) {
    case 'ADD':
      return (old + operand) | 0;
    case 'MIN':
      return (isSigned ? operand < old : operand >>> 0 < old >>> 0) ? operand : old;
    case 'MAX':
      return (isSigned ? operand > old : operand >>> 0 > old >>> 0) ? operand : old;
    case 'INC':
      return old >>> 0 >= operand >>> 0 ? 0 : (old + 1) | 0;
    case 'DEC':
      return old === 0 || old >>> 0 > operand >>> 0 ? operand : (old - 1) | 0;
    case 'AND':
      return old & operand;
    case 'OR':
      return old | operand;
    case 'XOR':
      return old ^ operand;
    case 'EXCH':
      return operand;
    case 'CAS':
      return old === operand ? swapped : old;
    case 'POPC':
      return (old + 1) | 0;
    default:
      return undefined;
  }
}

/** Lanes that come first to their bank, and so may succeed in a round. */
export function firstOfBanks(addresses: ArrayLike<number>, mask: number, bytes: number): number {
  const half = bytes === 8 ? 16 : 32;
  let first = 0;
  for (let from = 0; from < 32; from += half) {
    let taken = 0;
    for (let lane = from; lane < from + half; lane++) {
      const bank = 1 << (((addresses[lane] ?? 0) >>> 2) & 31);
      if (((mask >>> lane) & 1) === 0 || (taken & bank) !== 0) continue;
      taken |= bank;
      first |= 1 << lane;
    }
  }
  return first;
}
