/**
 * What a wave has in flight while its instructions are written down, so that each wait gets the largest value that is safe.
 *
 *     load p[0], load p[1], load p[2]      in flight: p[0] p[1] p[2]
 *     wait for p[1]                        vmcnt(1): only p[2] may still be in flight
 */
import { greatestOf } from '../../base/numbers.ts';
export class InFlight {
  readonly #maximum: number;
  #operations: string[] = [];

  /** `maximum`: the largest value of the counter. */
  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  add(operation: string): void {
    this.#operations.push(operation);
  }

  /** The value of the counter at which none of them is in flight; `undefined` where none is. */
  waitFor(operations: readonly string[]): number | undefined {
    const last = greatestOf(operations.map((one) => this.#operations.lastIndexOf(one)));
    if (last < 0) return undefined;
    const value = Math.min(this.#maximum, this.#operations.length - 1 - last);
    this.#operations = value === 0 ? [] : this.#operations.slice(-value);
    return value;
  }
}
