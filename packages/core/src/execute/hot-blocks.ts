/**
 * Blocks of LDS that more than one wave, or a copy, has to do with in an epoch: only there accesses can race.
 *
 *     block     what the widest instruction moves, 16 bytes
 *     stamps    by block and kind of access: 1 + the wave, or that of several
 *
 * Most accesses are apart already by the parts of `EpochLog`; of the others all lanes are looked at here.
 */
import type { EpochLog } from './epoch-log.ts';
import type { LdsSite } from './lds-kinds.ts';

export const BLOCK_SHIFT = 4;
/** A stamp of more than one wave. */
const SEVERAL = 255;

const isApart = (one: number, other: number): boolean =>
  one !== 0 && other !== 0 && (one !== other || one === SEVERAL);

export class HotBlocks {
  /** By block: its number among the hot ones, from 1; 0 where it is not hot. */
  readonly index: Int32Array;
  readonly #readers: Uint8Array;
  readonly #writers: Uint8Array;
  readonly #atomics: Uint8Array;
  /** Where copies are made, which are in no order with their own wave. */
  readonly #inFlight: Uint8Array;
  #hot: readonly number[] = [];

  /** `bytes`: the size of the LDS. */
  constructor(bytes: number) {
    const blocks = (bytes >> BLOCK_SHIFT) + 1;
    this.index = new Int32Array(blocks);
    this.#readers = new Uint8Array(blocks);
    this.#writers = new Uint8Array(blocks);
    this.#atomics = new Uint8Array(blocks);
    this.#inFlight = new Uint8Array(blocks);
  }

  /** Numbers the hot blocks of an epoch in `index`, until the next one, and gives how many there are. */
  find(log: EpochLog, sites: readonly (LdsSite | undefined)[]): number {
    for (const block of this.#hot) this.index[block] = 0;
    const seen = this.#stamp(log, sites);
    this.#hot = seen.filter((block) => this.#isHot(block));
    for (const block of seen) {
      this.#readers[block] = 0;
      this.#writers[block] = 0;
      this.#atomics[block] = 0;
      this.#inFlight[block] = 0;
    }
    for (const [index, block] of this.#hot.entries()) this.index[block] = index + 1;
    return this.#hot.length;
  }

  /** Stamps the blocks of all accesses that may have met, and gives them. */
  #stamp(log: EpochLog, sites: readonly (LdsSite | undefined)[]): number[] {
    const [readers, writers, atomics, inFlight] = [
      this.#readers,
      this.#writers,
      this.#atomics,
      this.#inFlight,
    ];
    const seen: number[] = [];
    for (let row = 0; row < log.count; row++) {
      if (!log.mayMeet(row)) continue;
      const { direction = 'read', bytes = 1, copies } = sites[log.site[row] ?? 0] ?? {};
      const isCopy = direction === 'async' || copies === true;
      const stamps = direction === 'read' ? readers : direction === 'atomic' ? atomics : writers;
      const mine = (log.wave[row] ?? 0) + 1;
      for (let half = 0; half < log.waveSize; half += 32) {
        let active = log.activeMask[2 * row + (half >> 5)] ?? 0;
        for (let lane = log.waveSize * row + half; active !== 0; lane++, active >>>= 1) {
          if ((active & 1) === 0) continue;
          const address = log.addressBytes[lane] ?? 0;
          const last = (address + bytes - 1) >> BLOCK_SHIFT;
          for (let block = address >> BLOCK_SHIFT; block <= last; block++) {
            const before =
              (readers[block] ?? 0) |
              (writers[block] ?? 0) |
              (atomics[block] ?? 0) |
              (inFlight[block] ?? 0);
            if (before === 0) seen.push(block);
            if (isCopy) inFlight[block] = 1;
            if (isCopy && row < log.from) continue;
            const stamp = stamps[block] ?? 0;
            if (stamp !== mine) stamps[block] = stamp === 0 ? mine : SEVERAL;
          }
        }
      }
    }
    return seen;
  }

  #isHot(block: number): boolean {
    const [r = 0, w = 0, a = 0] = [
      this.#readers[block],
      this.#writers[block],
      this.#atomics[block],
    ];
    if (this.#inFlight[block] !== 0 && (r | w | a) !== 0) return true;
    return w === SEVERAL || isApart(w, r) || isApart(w, a) || isApart(a, r);
  }
}
