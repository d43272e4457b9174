/**
 * Accesses to LDS that their waves may have to wait for, by tag.
 *
 *     ds_read -> tag 1, in flight     s_waitcnt lgkmcnt(0)     tag 1 settled: in which epoch, and before which access
 *
 * Tags count from 1; 0 is an access that is finished at once. Columns grow with the accesses of an epoch, and begin again when an
 * epoch ends with nothing in flight.
 */

/** Not settled: later than any epoch and any row. */
const NEVER = 0xffff_ffff;

export class Flights {
  #count = 0;
  #wave = new Uint8Array(256);
  #kind = new Uint8Array(256);
  #settledAfter = new Uint32Array(256);
  #settledAt = new Uint32Array(256);
  /** What copies store, by tag. */
  readonly #data = new Map<number, Uint8Array>();

  /** `kind` is the caller's. */
  begin(wave: number, kind: number, data?: Uint8Array): number {
    const at = this.#count++;
    if (at === this.#wave.length) this.#grow();
    this.#wave[at] = wave;
    this.#kind[at] = kind;
    this.#settledAfter[at] = NEVER;
    this.#settledAt[at] = NEVER;
    if (data !== undefined) this.#data.set(at + 1, data);
    return at + 1;
  }

  /** The wave has waited: in an epoch, when the log had a number of rows. */
  settle(tag: number, epoch: number, rows: number): void {
    this.#settledAfter[tag - 1] = epoch;
    this.#settledAt[tag - 1] = rows;
  }

  /** The rows of the log have new numbers: what is settled, is so before the first of the new epoch. */
  renumber(tag: number, rows: number): void {
    if (this.#settledAfter[tag - 1] !== NEVER) this.#settledAt[tag - 1] = rows;
  }

  clear(): void {
    this.#count = 0;
    this.#data.clear();
  }

  waveOf(tag: number): number {
    return this.#wave[tag - 1] ?? 0;
  }

  kindOf(tag: number): number {
    return this.#kind[tag - 1] ?? 0;
  }

  /** The epoch in which the wave waited; `undefined` while it has not. */
  settledAfter(tag: number): number | undefined {
    const epoch = this.#settledAfter[tag - 1];
    return epoch === NEVER ? undefined : epoch;
  }

  /** Rows of the log when the wave waited: its later accesses come after this one. */
  settledAt(tag: number): number {
    if (tag === 0) return 0;
    const rows = this.#settledAt[tag - 1] ?? NEVER;
    return rows === NEVER ? Infinity : rows;
  }

  /** Whether an access may still happen in an epoch. */
  isInFlight(tag: number, epoch: number): boolean {
    return tag !== 0 && (this.#settledAfter[tag - 1] ?? 0) >= epoch;
  }

  dataOf(tag: number): Uint8Array | undefined {
    return this.#data.get(tag);
  }

  #grow(): void {
    this.#wave = longer(this.#wave, Uint8Array);
    this.#kind = longer(this.#kind, Uint8Array);
    this.#settledAfter = longer(this.#settledAfter, Uint32Array);
    this.#settledAt = longer(this.#settledAt, Uint32Array);
  }
}

function longer<T extends Uint8Array | Uint32Array>(
  column: T,
  Column: new (length: number) => T,
): T {
  const result = new Column(2 * column.length);
  result.set(column);
  return result;
}
