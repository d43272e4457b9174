/**
 * Loops of compare-and-swap that ptxas makes of atomics which hardware does not have: floats, and 64 bits.
 *
 *     .L: LDS R2, [R6]   FADD R3, R2, R8   ATOMS.CAST.SPIN R3, [R6], R2, R3   @!P0 BRA .L
 *
 * Measured on an H100, warps alone: in a round the first lane of each bank succeeds and the others come again. Of 64 bits each half of
 * the warp has its banks, and a lane of the second half fails where one of the first has just written its word (118 of 120; 60 of 60
 * for 32 bits). A round takes two wavefronts per group and reports no conflict; those of its load are counted as of any load.
 *
 * Other warps that write the same words at the same time make lanes fail too. How often depends on time, so two cases are counted: each
 * warp alone, and all warps of the block in turns, each for one round, where a lane fails when a warp before it in the same round has
 * written its word. docs/cuda.md compares both with 18 runs of each of four kernels.
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

/** The rounds of warps that take turns, by warp: all load, then each compares and swaps. */
export function trialRoundsInTurns(
  warps: readonly { readonly addresses: ArrayLike<number>; readonly mask: number }[],
  widthBytes: number,
): readonly (readonly number[])[] {
  const rounds = warps.map((): number[] => []);
  const waiting = warps.map(({ mask }) => mask);
  while (waiting.some((mask) => mask !== 0)) {
    const written = new Set<number>();
    for (const [warp, { addresses }] of warps.entries()) {
      const mask = waiting[warp] ?? 0;
      if (mask === 0) continue;
      rounds[warp]?.push(mask);
      const left =
        widthBytes === 8
          ? failing64(addresses, mask, written)
          : failing(addresses, mask, 0, 32, written);
      waiting[warp] = left;
      eachAddress(addresses, mask & ~left, written);
    }
  }
  return rounds;
}

function eachAddress(addresses: ArrayLike<number>, mask: number, into: Set<number>): void {
  for (let lane = 0; lane < 32; lane++)
    if (((mask >>> lane) & 1) === 1) into.add(addresses[lane] ?? 0);
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

function failing64(
  addresses: ArrayLike<number>,
  waiting: number,
  before: ReadonlySet<number> = new Set(),
): number {
  const first = failing(addresses, waiting, 0, 16, before);
  const written = new Set(before);
  eachAddress(addresses, waiting & ~first & 0xffff, written);
  return first | failing(addresses, waiting, 16, 32, written);
}
