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
  return new Liveness(code).settle();
}

/** Lists of small numbers behind each other, read by their position: a library has a million instructions. */
class NumberLists {
  #items = new Uint32Array(1024);
  #starts = new Uint32Array(1024);
  #count = 0;
  #end = 0;

  /** Adds a list; the first has position 0. */
  add(list: readonly number[]): void {
    if (this.#end + list.length > this.#items.length)
      this.#items = grown(this.#items, this.#end + list.length);
    for (const item of list) this.#items[this.#end++] = item;
    this.#count++;
    if (this.#count >= this.#starts.length) this.#starts = grown(this.#starts, this.#count + 1);
    this.#starts[this.#count] = this.#end;
  }

  /** A list: from where to where its items are among all. */
  from(at: number): number {
    return this.#starts[at] ?? 0;
  }

  until(at: number): number {
    return this.#starts[at + 1] ?? 0;
  }

  item(index: number): number {
    return this.#items[index] ?? 0;
  }
}

function grown(array: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(2 * array.length, least));
  larger.set(array);
  return larger;
}

/** Places of an instruction are four lists, in this order. */
const [NEEDS, READS, WRITES, REPLACES] = [0, 1, 2, 3] as const;
const MASKS = [undefined, 'narrows', 'widens', 'changes'] as const;

/** Live places before each instruction, a bit each, and the instructions whose results are required; both only grow. */
class Liveness {
  /** Position of an instruction among those of the slice, by its number; -1 for others. */
  readonly #index: Int32Array;
  readonly #count: number;
  readonly #places = new NumberLists();
  readonly #masks: Uint8Array;
  /** Positions of what can be next. */
  readonly #next = new NumberLists();
  /** Positions of what can be before: those of `at` begin at `firsts[at]`. */
  readonly #firsts: Uint32Array;
  readonly #before: Uint32Array;
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
    const count = instructions.length;
    this.#count = count;
    this.#index = new Int32Array((instructions.at(-1) ?? -1) + 1).fill(-1);
    for (const [at, number] of instructions.entries()) this.#index[number] = at;
    this.#masks = new Uint8Array(count);
    this.#firsts = new Uint32Array(count + 2);
    for (const [at, number] of instructions.entries()) {
      const { needs, reads, writes, replaces, mask } = flow(number);
      for (const list of [needs, reads, writes, replaces]) this.#places.add(list);
      this.#masks[at] = MASKS.indexOf(mask);
      const next = successors(number).filter((other) => (this.#index[other] ?? -1) >= 0);
      this.#next.add(next.map((other) => this.#index[other] ?? 0));
      for (const other of next) {
        const place = (this.#index[other] ?? 0) + 2;
        this.#firsts[place] = (this.#firsts[place] ?? 0) + 1;
      }
    }
    for (let at = 2; at < count + 2; at++)
      this.#firsts[at] = (this.#firsts[at] ?? 0) + (this.#firsts[at - 1] ?? 0);
    this.#before = new Uint32Array(this.#firsts[count + 1] ?? 0);
    for (let at = 0; at < count; at++) {
      for (let i = this.#next.from(at); i < this.#next.until(at); i++) {
        const other = this.#next.item(i) + 1;
        const place = this.#firsts[other] ?? 0;
        this.#firsts[other] = place + 1;
        this.#before[place] = at;
      }
    }
    this.#shared = shared;
    this.#words = Math.ceil(places / 32);
    this.#live = new Int32Array(this.#words * count);
    this.#wanted = new Uint8Array(count);
    this.#open = new Uint8Array(count).fill(1);
    this.#bits = new Int32Array(this.#words);
    this.#vectorWords = vectors / 32;
  }

  /** Looks at instructions, the last first, until nothing changes. The live places are not kept afterwards. */
  settle(): Slice {
    for (let isOpen = true; isOpen;) {
      isOpen = false;
      for (let at = this.#count - 1; at >= 0; at--) {
        if (this.#open[at] === 0) continue;
        this.#open[at] = 0;
        isOpen = true;
        this.#visit(at);
      }
    }
    const index = this.#index;
    const wanted = this.#wanted;
    const memories = this.#memories;
    return {
      wants: (number) => wanted[index[number] ?? -1] === 1,
      wantsMemory: (place) => memories.has(place),
    };
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

  #isLive(place: number): boolean {
    return (((this.#bits[place >> 5] ?? 0) >>> (place & 31)) & 1) === 1;
  }

  /** Makes the places of one of the lists of an instruction live. */
  #add(at: number, which: typeof NEEDS | typeof READS): void {
    const bits = this.#bits;
    const places = this.#places;
    const end = places.until(4 * at + which);
    for (let i = places.from(4 * at + which); i < end; i++) {
      const place = places.item(i);
      bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
    }
  }

  /** A result of an instruction is live, or in a memory that is required. */
  #hasLiveResult(at: number): boolean {
    const places = this.#places;
    const end = places.until(4 * at + WRITES);
    for (let i = places.from(4 * at + WRITES); i < end; i++) {
      const place = places.item(i);
      if (this.#memories.has(place) || this.#isLive(place)) return true;
    }
    return false;
  }

  #visit(at: number): void {
    const bits = this.#bits.fill(0);
    const words = this.#words;
    const next = this.#next;
    for (let i = next.from(at); i < next.until(at); i++) {
      const from = next.item(i) * words;
      for (let word = 0; word < words; word++)
        bits[word] = (bits[word] ?? 0) | (this.#live[from + word] ?? 0);
    }
    const mask = MASKS[this.#masks[at] ?? 0];
    if (mask !== undefined) this.#changeMask(mask);
    if (this.#wanted[at] === 0 && this.#hasLiveResult(at)) this.#wanted[at] = 1;
    const places = this.#places;
    const end = places.until(4 * at + REPLACES);
    for (let i = places.from(4 * at + REPLACES); i < end; i++) {
      const place = places.item(i);
      bits[place >> 5] = (bits[place >> 5] ?? 0) & ~(1 << (place & 31));
    }
    this.#add(at, NEEDS);
    if (this.#wanted[at] === 1) this.#add(at, READS);
    for (const place of this.#shared) {
      if (!this.#isLive(place) || this.#memories.has(place)) continue;
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
    if (!isMore) return;
    for (let i = this.#firsts[at] ?? 0; i < (this.#firsts[at + 1] ?? 0); i++)
      this.#open[this.#before[i] ?? 0] = 1;
  }
}
