/**
 * Counts the transactions of global accesses: for each row, the different blocks (lines, sectors) that it touches.
 *
 *     64 lanes x 16 B from byte 0 on     bytes 0-1023        128-byte lines 0-7     8 transactions, 100 % useful
 *     64 lanes x 16 B from byte 4 on     bytes 4-1027        128-byte lines 0-8     9 transactions, 88.9 %
 *     64 lanes x 4 B, 256 B apart        4 of each 256       64 lines              64 transactions, 3.1 %
 *
 * A lane's request is cut at the borders of blocks; a block that several lanes touch is one transaction. What counts:
 *
 * - requested bytes: lanes x bytes per lane, so a byte that several lanes access counts for each of them;
 * - useful bytes: the different bytes among them, or all requested bytes, as the model has it;
 * - fetched bytes: transactions x bytes of a block, for stores the bytes of the blocks that they write to;
 * - ideal transactions: the fewest blocks that could hold the different bytes.
 *
 * Copies into shared memory that bypass L1, and copies of boxes, move sectors that do not follow from their addresses:
 * frontends count them (`GlobalTrace.movedSectors`).
 *
 * LIMITATIONS. Each instruction of a wave is counted alone and with cold caches. Hardware looks up a line again when
 * lanes that it processes in different cycles share it, and it may write or fetch part of a line.
 */
import { hasLane } from '../base/lanes.ts';
import type { GlobalTrace } from '../access/global-trace.ts';
import type { CoalescingModel } from '../machine/coalescing.ts';

/** Costs of every row of a trace under one model. */
export interface Coalesced {
  readonly model: CoalescingModel;
  readonly transactions: Uint32Array;
  readonly idealTransactions: Uint32Array;
  readonly requestedBytes: Uint32Array;
  readonly usefulBytes: Uint32Array;
  readonly fetchedBytes: Uint32Array;
}

const MOST_LANES = 64;

/** Transactions and bytes of every row of a trace. */
export function coalesce(trace: GlobalTrace, model: CoalescingModel): Coalesced {
  const { count, waveSize, addressBytes, activeMask, instruction, instructions } = trace;
  const transactions = new Uint32Array(count);
  const idealTransactions = new Uint32Array(count);
  const requestedBytes = new Uint32Array(count);
  const usefulBytes = new Uint32Array(count);
  const fetchedBytes = new Uint32Array(count);
  const block = model.transactionBytes.value;
  const meter = new Meter(block);
  const everyLane = model.usefulBytes === 'every-lane';
  for (let row = 0; row < count; row++) {
    const width = instructions[instruction[row] ?? 0]?.widthBytes ?? 0;
    const low = activeMask[2 * row] ?? 0;
    const high = activeMask[2 * row + 1] ?? 0;
    meter.measure(addressBytes, row * waveSize, waveSize, low, high, width);
    const requested = meter.lanes * width;
    const blocks = movedOf(trace, row, model) ?? meter.blocks;
    transactions[row] = blocks;
    idealTransactions[row] = Math.ceil(meter.bytes / block);
    requestedBytes[row] = requested;
    usefulBytes[row] = everyLane ? requested : meter.bytes;
    fetchedBytes[row] = blocks * block;
  }
  return { model, transactions, idealTransactions, requestedBytes, usefulBytes, fetchedBytes };
}

/** Sectors that a row is known to move; `undefined` where its addresses say so, and for other transactions than sectors. */
export function movedOf(
  { movedSectors }: GlobalTrace,
  row: number,
  { unit }: CoalescingModel,
): number | undefined {
  const moved = unit === 'sector' ? (movedSectors?.[row] ?? 0) : 0;
  return moved === 0 ? undefined : moved;
}

/** The part of the fetched bytes that is useful: 1 is all of them, also where nothing is fetched. */
export function efficiency(usefulBytes: number, fetchedBytes: number): number {
  return fetchedBytes === 0 ? 1 : usefulBytes / fetchedBytes;
}

/**
 * Measures one access; the fields hold the result of the last one. In ascending order of addresses, blocks and bytes
 * that are not behind the last ones are new, so one pass counts both; addresses are sorted only when they are not.
 */
class Meter {
  /** Different blocks and different bytes, and the lanes that take part. */
  blocks = 0;
  bytes = 0;
  lanes = 0;
  readonly #inverse: number;
  readonly #starts = new Float64Array(MOST_LANES);
  /** Views of the first n starts, for each n. */
  readonly #firsts: readonly Float64Array[];

  constructor(blockBytes: number) {
    this.#inverse = 1 / blockBytes;
    this.#firsts = Array.from({ length: MOST_LANES + 1 }, (_, n) => this.#starts.subarray(0, n));
  }

  measure(
    addresses: Float64Array,
    base: number,
    waveSize: number,
    maskLow: number,
    maskHigh: number,
    width: number,
  ): void {
    const starts = this.#starts;
    let lanes = 0;
    let before = -Infinity;
    let ascending = true;
    for (let lane = 0; lane < waveSize; lane++) {
      if (!hasLane(maskLow, maskHigh, lane)) continue;
      const address = addresses[base + lane] ?? 0;
      if (address < before) ascending = false;
      before = address;
      starts[lanes++] = address;
    }
    this.lanes = lanes;
    if (!ascending) this.#firsts[lanes]?.sort();
    this.#count(lanes, width);
  }

  #count(lanes: number, width: number): void {
    const starts = this.#starts;
    const inverse = this.#inverse;
    let blocks = 0;
    let bytes = 0;
    let end = -Infinity;
    let lastBlock = -Infinity;
    for (let i = 0; i < lanes; i++) {
      const start = starts[i] ?? 0;
      const stop = start + width;
      bytes += start >= end ? width : stop - end;
      end = stop;
      const first = Math.floor(start * inverse);
      const last = Math.floor((stop - 1) * inverse);
      blocks += last - (first > lastBlock ? first - 1 : lastBlock);
      lastBlock = last;
    }
    this.blocks = blocks;
    this.bytes = bytes;
  }
}
