/**
 * Rows of a trace that cost what an earlier row costs: the same instruction of the same site, the same lanes, and all
 * addresses moved by one multiple of the bank period.
 *
 *     row 4   lanes 0, 1, 2, ...   at 0, 16, 32, ...
 *     row 9   the same lanes       at 4096, 4112, 4128, ...      the costs of row 4: banks and equal words are the same
 *
 * A row is compared with the last one of its site, and with the last one of its site and wave: loops repeat one of
 * them. Rows that differ mostly do so in one of the first lanes, so that a trace without repeats takes no longer.
 */
import type { AccessTrace } from '../access/trace.ts';

/** Waves that are told apart; more of them share places. */
const WAVES = 64;

export class Repeats {
  readonly #trace: AccessTrace;
  /** 1 + the last row, by site, and by site and wave. */
  readonly #ofSite: Int32Array;
  readonly #ofWave: Int32Array;

  constructor(trace: AccessTrace) {
    this.#trace = trace;
    this.#ofSite = new Int32Array(trace.sites.length);
    this.#ofWave = new Int32Array(trace.sites.length * WAVES);
  }

  /**
   * An earlier row with the costs of this one; -1 where none is known. Call it for all rows in order. `lastAddress`:
   * lanes beyond it take no part, so rows that have such lanes are not compared.
   */
  earlierLike(row: number, periodBytes: number, lastAddress: number): number {
    const site = this.#trace.site[row] ?? 0;
    const place = site * WAVES + ((this.#trace.wave[row] ?? 0) % WAVES);
    const [first, second] = [this.#ofSite[site] ?? 0, this.#ofWave[place] ?? 0];
    this.#ofSite[site] = row + 1;
    this.#ofWave[place] = row + 1;
    if (first > 0 && this.#isLike(row, first - 1, periodBytes, lastAddress)) return first - 1;
    if (second > 0 && second !== first && this.#isLike(row, second - 1, periodBytes, lastAddress))
      return second - 1;
    return -1;
  }

  #isLike(row: number, other: number, periodBytes: number, lastAddress: number): boolean {
    const { op, activeMask, addressBytes, waveSize } = this.#trace;
    if (op[row] !== op[other]) return false;
    const [a, b] = [row * waveSize, other * waveSize];
    const all = ((activeMask[2 * row] ?? 0) & (activeMask[2 * other] ?? 0)) === -1;
    const allHigh = ((activeMask[2 * row + 1] ?? 0) & (activeMask[2 * other + 1] ?? 0)) === -1;
    if (all && (allHigh || waveSize === 32))
      return this.#isWholeLike(a, b, periodBytes, lastAddress);
    let moved: number | undefined;
    for (let half = 0; half < waveSize; half += 32) {
      const at = half === 0 ? 0 : 1;
      let active = activeMask[2 * row + at] ?? 0;
      if (active !== activeMask[2 * other + at]) return false;
      for (let lane = half; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        const [address, before] = [addressBytes[a + lane] ?? 0, addressBytes[b + lane] ?? 0];
        if (moved === undefined) {
          moved = address - before;
          if (moved % periodBytes !== 0) return false;
        }
        if (address - before !== moved || address > lastAddress || before > lastAddress)
          return false;
      }
    }
    return true;
  }

  /** The common case of all lanes, in one loop without a branch for bounds: the OR of addresses is no less than any. */
  #isWholeLike(a: number, b: number, periodBytes: number, lastAddress: number): boolean {
    const { addressBytes, waveSize } = this.#trace;
    const moved = ((addressBytes[a] ?? 0) - (addressBytes[b] ?? 0)) | 0;
    if (moved % periodBytes !== 0) return false;
    let bits = 0;
    for (let lane = 0; lane < waveSize; lane++) {
      const address = addressBytes[a + lane] ?? 0;
      const before = addressBytes[b + lane] ?? 0;
      if (((address - before) | 0) !== moved) return false;
      bits |= address | before;
    }
    return bits >= 0 && this.#areBelow(bits, a, b, lastAddress);
  }

  #areBelow(bits: number, a: number, b: number, lastAddress: number): boolean {
    if (bits <= lastAddress) return true;
    const { addressBytes, waveSize } = this.#trace;
    for (let lane = 0; lane < waveSize; lane++) {
      const [address = 0, before = 0] = [addressBytes[a + lane], addressBytes[b + lane]];
      if (address > lastAddress || before > lastAddress) return false;
    }
    return true;
  }
}
