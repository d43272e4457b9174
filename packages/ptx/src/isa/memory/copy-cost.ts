/**
 * The cost of `cp.async`, as far as source and destination decide it together. Measured on an H200
 * (validation/data/hopper-sm90-copies.jsonl).
 *
 *     .cg   past L1      no wavefronts; a sector for each line of 128 bytes and each 32 bytes of shared memory that it fills
 *     .cg   of no bytes  the wavefronts of a store of the zeros, 8 lanes at a time
 *     .ca   through L1   as many sectors as the sources touch; in each group of lanes (32 of 4 bytes, 16 of 8, 8 of 16) a lane at
 *                        a time per bank of L1 and per bank of shared memory
 *
 * L1 serves the lines of one copy at once where each is in its own tag bank. If so, and no two sources of a group share a
 * bank, shared memory alone decides the cost: `hasPlainCost`. Other copies process lanes in an order that no rule here
 * reproduces.
 */
const LINE_BYTES = 128;
const SECTOR_BYTES = 32;
/** Sectors of shared memory: more than a block has. */
const MOST_SECTORS = 2 ** 13;
const BANKS = 32;
const WORD_BYTES = 4;

/** By bit of a line's number, from bit 0 on: the bits that it flips in the number of the line's tag bank. */
const TAG_BANK_BITS = [1, 2, 1, 2, 3, 1, 0, 1, 0, 0, 3, 0, 0] as const;
const HASHED_LINES = 2 ** TAG_BANK_BITS.length;

function tagBankOf(line: number): number {
  let bank = 0;
  for (const [bit, change] of TAG_BANK_BITS.entries()) if ((line >>> bit) & 1) bank ^= change;
  return bank;
}

/** Sectors that a copy past L1 moves for the lanes of a mask: byte addresses of global and shared memory by lane. */
export function sectorsPastL1(
  sources: ArrayLike<number>,
  targets: ArrayLike<number>,
  mask: number,
): number {
  const moved = new Set<number>();
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
    if ((active & 1) === 0) continue;
    const line = Math.floor((sources[lane] ?? 0) / LINE_BYTES);
    moved.add(line * MOST_SECTORS + Math.floor((targets[lane] ?? 0) / SECTOR_BYTES));
  }
  return moved.size;
}

/** True for a copy through L1, of `bytes` per lane, whose cost its addresses in shared memory decide. */
export function hasPlainCost(sources: ArrayLike<number>, mask: number, bytes: number): boolean {
  return isOnePass(sources, mask) && !haveConflicts(sources, mask, bytes);
}

function isOnePass(sources: ArrayLike<number>, mask: number): boolean {
  const lines = new Set<number>();
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
    if (active & 1) lines.add(Math.floor((sources[lane] ?? 0) / LINE_BYTES));
  const [first = 0] = lines;
  const begin = Math.floor(first / HASHED_LINES);
  const banks = new Set([...lines].map((line) => tagBankOf(line % HASHED_LINES)));
  return (
    banks.size === lines.size &&
    [...lines].every((line) => Math.floor(line / HASHED_LINES) === begin)
  );
}

function haveConflicts(sources: ArrayLike<number>, mask: number, bytes: number): boolean {
  const lanes = (32 * WORD_BYTES) / bytes;
  for (let group = 0; group < 32; group += lanes) {
    let taken = 0;
    for (let lane = group; lane < group + lanes; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const word = Math.floor((sources[lane] ?? 0) / WORD_BYTES);
      for (let i = 0; i < bytes / WORD_BYTES; i++) {
        const bank = 1 << ((word + i) % BANKS);
        if ((taken & bank) !== 0) return true;
        taken |= bank;
      }
    }
  }
  return false;
}
