/**
 * Loops of compare-and-swap that ptxas makes of atomics which hardware does not have: floats, and 64 bits.
 *
 *     .L: LDS R2, [R6]   FADD R3, R2, R8   ATOMS.CAST.SPIN R3, [R6], R2, R3   @!P0 BRA .L
 *
 * Measured on an H100, warps alone: in a round the first lane of each bank succeeds and the others come again. Of 64 bits each half of
 * the warp has its banks, and a lane of the second half fails where one of the first has just written its word (118 of 120; 60 of 60
 * for 32 bits). A round takes two wavefronts per group and reports no conflict; those of its load are counted as of any load.
 *
 * LIMITATIONS. Other warps that write the same words at the same time make lanes fail too: counts are those of a warp alone.
 */

/** The lanes of each round, bit by bit: all that have not succeeded yet. */
export function trialRounds(
  addresses: ArrayLike<number>,
  mask: number,
  widthBytes: number,
): readonly number[] {
  const rounds: number[] = [];
  let waiting = mask;
  while (waiting !== 0) {
    rounds.push(waiting);
    waiting = widthBytes === 8 ? failing64(addresses, waiting) : failing(addresses, waiting, 0, 32);
  }
  return rounds;
}

function failing(
  addresses: ArrayLike<number>,
  waiting: number,
  from: number,
  to: number,
  written: ReadonlySet<number> = new Set(),
): number {
  let fail = 0;
  const banks = new Set<number>();
  for (let lane = from; lane < to; lane++) {
    if (((waiting >>> lane) & 1) === 0) continue;
    const address = addresses[lane] ?? 0;
    const bank = (address >>> 2) & 31;
    if (banks.has(bank) || written.has(address)) fail |= 1 << lane;
    banks.add(bank);
  }
  return fail;
}

function failing64(addresses: ArrayLike<number>, waiting: number): number {
  const first = failing(addresses, waiting, 0, 16);
  const written = new Set<number>();
  for (let lane = 0; lane < 16; lane++) {
    if (((waiting & ~first) >>> lane) & 1) written.add(addresses[lane] ?? 0);
  }
  return first | failing(addresses, waiting, 16, 32, written);
}
