/**
 * Which registers of a warp have no known value: a bit for each lane, and for each register its labels.
 *
 *     %r5 in lanes 16-31     lanes 0xffff0000, labels { argument n }
 *     %p1 after setp         the bits of those lanes
 *     %rd2 = tile + 4 n      labels also say that the value is an address of shared memory
 *
 * A register also has a *version*: two that are unknown and have the same version hold the same value, so that `n > 0` asked
 * twice has one answer. That of an instruction which computes is made of its name and the versions of its sources. A version
 * below 0 is the opposite of a predicate.
 */
import { SOURCES } from './labels.ts';

/** The labels of an instruction's sources, gathered before its step. */
export interface Gathered {
  lanes: number;
  labels: number;
}

export class UnknownRegisters {
  readonly lanes: Uint32Array;
  readonly labels: Uint32Array;
  readonly versions: Int32Array;
  readonly #numbers = new Map<string, number>();
  #last = 0;

  /** `count`: registers that instructions name, by the numbers that the tracker gives them. */
  constructor(count: number) {
    this.lanes = new Uint32Array(count);
    this.labels = new Uint32Array(count);
    this.versions = new Int32Array(count);
  }

  /** Adds the labels of lanes of a register; the origin of an address counts whether it is known or not. */
  gather(into: Gathered, register: number, mask: number): void {
    const lanes = (this.lanes[register] ?? 0) & mask;
    const labels = this.labels[register] ?? 0;
    into.lanes |= lanes;
    into.labels |= lanes === 0 ? labels & ~SOURCES : labels;
  }

  /** The labels of the lanes of a mask; 0 where they are known. */
  labelsOf(register: number, mask: number): number {
    return ((this.lanes[register] ?? 0) & mask) === 0 ? 0 : (this.labels[register] ?? 0) & SOURCES;
  }

  /** The lanes of a mask become unknown where `lanes` has them, and known elsewhere; the others stay. */
  write(register: number, mask: number, lanes: number, labels: number): void {
    const kept = (this.lanes[register] ?? 0) & ~mask;
    const old = this.labels[register] ?? 0;
    this.lanes[register] = kept | (lanes & mask);
    this.labels[register] =
      (mask === -1 ? 0 : kept === 0 ? old & ~SOURCES : old) |
      (lanes === 0 ? labels & ~SOURCES : labels);
  }

  /** A version that no other value has. */
  fresh(register: number): void {
    this.versions[register] = ++this.#last;
  }

  /** The version of a value that is computed from others: the same for the same text. */
  version(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, ++this.#last);
    return this.#last;
  }
}
