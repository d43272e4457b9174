/**
 * Which instructions of a kernel have to be computed where only its accesses are requested: a backward slice over data flow,
 * from addresses, lane masks and branches.
 *
 *     0  a = lane * 4          required: 2 is an access at a, and accesses need their addresses
 *     1  b = load x            not required: nothing needs what it gives
 *     2  store b at LDS[a]     the access is made; what it stores is not required
 *     3  c = b * b             not required
 *
 * Each frontend says for its instructions which *places* they need whatever happens, which they read for the results that
 * they write, and which results are whole, so that nothing of what was there before is left. A place is a number: a register, or
 * a memory. Memory is *shared*: other waves and other workgroups read it at any time, so that once a required instruction
 * reads it, everything that is written to it is required wherever it is written. Loads and stores through which an address
 * goes stay in the slice by that alone.
 *
 * Vector registers under a lane mask are two places each: their part in active lanes and that in the others, `inactive` places
 * further on. An instruction that replaces the active lanes leaves the others alone; where the mask changes, one part becomes the other:
 *
 *     exec narrows    live lanes that are inactive afterwards may have been active: they are live in both parts before
 *     exec widens     live lanes that are active afterwards may have been inactive: the same
 *
 * It is the textbook liveness analysis, with the difference that what an instruction reads counts only once one of its results
 * is live; every step is on the safe side: a place that may be read counts as read, one that may stay counts as kept.
 */

/** What an instruction does with places. */
export interface DataFlow {
  /** Read in any case: addresses, masks, what branches depend on. */
  readonly needs: readonly number[];
  /** Read for the results. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** The results replace all that was in these places. */
  readonly replaces: readonly number[];
  /** How it changes the lane mask. */
  readonly mask?: 'narrows' | 'widens' | 'changes' | undefined;
}

export interface SliceCode {
  /** Numbers of the instructions, ascending. */
  readonly instructions: readonly number[];
  readonly successors: (number: number) => readonly number[];
  readonly flow: (number: number) => DataFlow;
  /** Places are numbers below. */
  readonly places: number;
  /** Places that others read at any time: memories. */
  readonly shared: readonly number[];
  /** How many places, from 0 on, are of active lanes, a multiple of 32: those of inactive lanes come next. */
  readonly vectors: number;
}

export interface Slice {
  /** True when a result of an instruction is required. */
  wants(number: number): boolean;
  /** True when what a shared place holds is required. */
  wantsMemory(place: number): boolean;
}

/** The results of a kernel's instructions that its accesses depend on. */
export function sliceOf(code: SliceCode): Slice {
  const analysis = new Liveness(code);
  analysis.settle();
  return analysis;
}

/** Live places before each instruction, a bit each, and the instructions whose results are required; both only grow. */
class Liveness implements Slice {
  readonly #index: ReadonlyMap<number, number>;
  readonly #flows: readonly DataFlow[];
  readonly #next: readonly (readonly number[])[];
  readonly #before: readonly (readonly number[])[];
  readonly #shared: readonly number[];
  /** Words of bits of an instruction. */
  readonly #words: number;
  readonly #live: Int32Array;
  readonly #wanted: Uint8Array;
  readonly #memories = new Set<number>();
  /** Instructions to look at again. */
  readonly #open: Uint8Array;
  readonly #bits: Int32Array;
  /** Words of bits of the places of active lanes. */
  readonly #vectorWords: number;

  constructor({ instructions, successors, flow, places, shared, vectors }: SliceCode) {
    const index = new Map(instructions.map((number, at) => [number, at]));
    const before: number[][] = instructions.map(() => []);
    this.#next = instructions.map((number, at) => {
      const next = successors(number).flatMap((other) => index.get(other) ?? []);
      for (const one of next) before[one]?.push(at);
      return next;
    });
    this.#index = index;
    this.#before = before;
    this.#flows = instructions.map(flow);
    this.#shared = shared;
    this.#words = Math.ceil(places / 32);
    this.#live = new Int32Array(this.#words * instructions.length);
    this.#wanted = new Uint8Array(instructions.length);
    this.#open = new Uint8Array(instructions.length).fill(1);
    this.#bits = new Int32Array(this.#words);
    this.#vectorWords = vectors / 32;
  }

  wants(number: number): boolean {
    return this.#wanted[this.#index.get(number) ?? -1] === 1;
  }

  wantsMemory(place: number): boolean {
    return this.#memories.has(place);
  }

  /** Looks at instructions, the last first, until nothing changes. */
  settle(): void {
    for (let isOpen = true; isOpen;) {
      isOpen = false;
      for (let at = this.#flows.length - 1; at >= 0; at--) {
        if (this.#open[at] === 0) continue;
        this.#open[at] = 0;
        isOpen = true;
        this.#visit(at);
      }
    }
  }

  /** From what is live under the mask after an instruction to what is under that before it. */
  #changeMask(mask: NonNullable<DataFlow['mask']>): void {
    const bits = this.#bits;
    const count = this.#vectorWords;
    for (let word = 0; word < count; word++) {
      const [active, inactive] = [bits[word] ?? 0, bits[word + count] ?? 0];
      if (mask !== 'widens') bits[word] = active | inactive;
      if (mask !== 'narrows') bits[word + count] = active | inactive;
    }
  }

  #visit(at: number): void {
    const { needs = [], reads = [], writes = [], replaces = [], mask } = this.#flows[at] ?? {};
    const bits = this.#bits.fill(0);
    const words = this.#words;
    for (const next of this.#next[at] ?? []) {
      for (let word = 0; word < words; word++)
        bits[word] = (bits[word] ?? 0) | (this.#live[next * words + word] ?? 0);
    }
    if (mask !== undefined) this.#changeMask(mask);
    const isLive = (place: number): boolean =>
      (((bits[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1;
    const add = (place: number): void => {
      bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
    };
    if (
      this.#wanted[at] === 0 &&
      writes.some((place) => this.#memories.has(place) || isLive(place))
    )
      this.#wanted[at] = 1;
    for (const place of replaces) bits[place >> 5] = (bits[place >> 5] ?? 0) & ~(1 << (place & 31));
    for (const place of needs) add(place);
    if (this.#wanted[at] === 1) for (const place of reads) add(place);
    for (const place of this.#shared) {
      if (!isLive(place) || this.#memories.has(place)) continue;
      this.#memories.add(place);
      this.#open.fill(1);
    }
    let isMore = false;
    for (let word = 0; word < words; word++) {
      const old = this.#live[at * words + word] ?? 0;
      const both = old | (bits[word] ?? 0);
      if (both === old) continue;
      this.#live[at * words + word] = both;
      isMore = true;
    }
    if (isMore) for (const before of this.#before[at] ?? []) this.#open[before] = 1;
  }
}
