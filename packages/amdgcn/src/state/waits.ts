/**
 * The operations that a wave has in flight, by wait counter, and those that an `s_waitcnt` completes.
 *
 *     CDNA      vmcnt     vector memory: loads, stores, atomics, direct-to-LDS; completes in order
 *               lgkmcnt   LDS in order among themselves; scalar loads and flat accesses in any order
 *     RDNA 3    vmcnt     vector memory that returns data      vscnt   vector memory that returns none
 *               lgkmcnt   LDS and flat accesses in order; scalar loads in any order
 *     RDNA 4    loadcnt   storecnt     the same two
 *               dscnt     LDS and flat accesses in order            kmcnt   scalar loads in any order
 *     gfx1250   asynccnt  copies between memory and LDS, in addition to those
 *
 * With L ordered and U unordered operations in flight, `lgkmcnt(n)` means that L + U - n have completed. In the worst case
 * the unordered ones are among them, so only the oldest L - n ordered ones are certain, and an unordered one only if n is 0
 * (or it is the only one and more than L have completed).
 *
 * In late mode an operation carries `deliver`, which puts its data in place when it becomes certain. Source: AMD CDNA3 ISA,
 * "Manually Inserted Wait States", S_WAITCNT; for RDNA, LLVM's `SIInsertWaitcnts`.
 */

import type { MachineCode } from '@ldscope/core';

/** Ids of registers in a `Uint16Array` of uses: vector rows as they are, scalars behind them. */
export const SCALAR_ID = 512;
const IDS = SCALAR_ID + 256;

/** Registers are in words of bits; a number has a bit for each of the words. */
const WORDS = IDS / 32;

/** The words that some registers are in, a bit each. */
export function wordBits(ids: ArrayLike<number>): number {
  let bits = 0;
  for (let i = 0; i < ids.length; i++) bits |= 1 << ((ids[i] ?? 0) >> 5);
  return bits;
}

/** Some registers by words: the number of a word, its bits, and so on. */
export function registerWords(ids: ArrayLike<number>): Int32Array {
  const bits = new Int32Array(WORDS);
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    bits[id >> 5] = (bits[id >> 5] ?? 0) | (1 << (id & 31));
  }
  const words: number[] = [];
  for (let word = 0; word < WORDS; word++) if (bits[word] !== 0) words.push(word, bits[word] ?? 0);
  return Int32Array.from(words);
}

export type Counter =
  | 'vmcnt'
  | 'vscnt'
  | 'lgkmcnt'
  | 'loadcnt'
  | 'storecnt'
  | 'dscnt'
  | 'kmcnt'
  | 'asynccnt';

/** Largest values of counters: issue stalls when one is reached. */
type Limits = Partial<Readonly<Record<Counter, number>>>;

/** The counters of chips by how they count (`MachineCode.counters`). Source: LLVM, `AMDGPUBaseInfo`. */
export const COUNTERS: Readonly<Record<CounterScheme, Limits>> = {
  'vmcnt': { vmcnt: 63, lgkmcnt: 15 },
  'vscnt': { vmcnt: 63, vscnt: 63, lgkmcnt: 63 },
  'by-kind': { loadcnt: 63, storecnt: 63, dscnt: 63, kmcnt: 31 },
  'by-kind-async': { loadcnt: 63, storecnt: 63, dscnt: 63, kmcnt: 31, asynccnt: 63 },
};

export type CounterScheme = MachineCode['counters']['value'];

/**
 * The kinds of operations that counters count: vector memory that returns data and that returns none, LDS, scalar memory,
 * copies of gfx1250.
 */
type Counting = 'load' | 'store' | 'lds' | 'scalar' | 'async';

/** Which counter counts what. */
export function counterNames(scheme: CounterScheme): Readonly<Record<Counting, Counter>> {
  if (scheme === 'by-kind' || scheme === 'by-kind-async')
    return {
      load: 'loadcnt',
      store: 'storecnt',
      lds: 'dscnt',
      scalar: 'kmcnt',
      async: 'asynccnt',
    };
  const store = scheme === 'vscnt' ? 'vscnt' : 'vmcnt';
  return { load: 'vmcnt', store, lds: 'lgkmcnt', scalar: 'lgkmcnt', async: 'vmcnt' };
}

/** The data shared by all executions of a memory instruction. */
export interface Outstanding {
  /** Number of the instruction. */
  readonly number: number;
  /** Ids of the registers that will be written. */
  readonly registers: readonly number[];
}

/**
 * Operations from the oldest to the newest, in a ring. It grows: which of the scalar loads has completed when issue
 * stalls is not known, so that more of them may be in flight than their counter counts.
 */
class Queue {
  #items: (Outstanding | undefined)[] = [];
  #tags: number[] = [];
  #deliveries: ((() => void) | undefined)[] = [];
  #room = 64;
  #head = 0;
  count = 0;

  push(item: Outstanding, tag: number, deliver: (() => void) | undefined): void {
    if (this.count === this.#room) this.#grow();
    const at = (this.#head + this.count++) % this.#room;
    this.#items[at] = item;
    this.#tags[at] = tag;
    this.#deliveries[at] = deliver;
  }

  /** The oldest one; `shift` forgets it. */
  get item(): Outstanding | undefined {
    return this.#items[this.#head];
  }

  get tag(): number {
    return this.#tags[this.#head] ?? 0;
  }

  get deliver(): (() => void) | undefined {
    return this.#deliveries[this.#head];
  }

  shift(): void {
    this.#deliveries[this.#head] = undefined;
    this.#head = (this.#head + 1) % this.#room;
    this.count--;
  }

  #grow(): void {
    const head = this.#head;
    const turned = <T>(ring: readonly T[]): T[] => [...ring.slice(head), ...ring.slice(0, head)];
    this.#items = turned(this.#items);
    this.#tags = turned(this.#tags);
    this.#deliveries = turned(this.#deliveries);
    this.#head = 0;
    this.#room *= 2;
  }

  /** The newest one that will write a register, and how many came behind it. */
  newest(register: number): { item: Outstanding; left: number } | undefined {
    for (let left = 0; left < this.count; left++) {
      const item = this.#items[(this.#head + this.count - 1 - left) % this.#room];
      if (item?.registers.includes(register) === true) return { item, left };
    }
    return undefined;
  }
}

/** The operations of a counter: those that complete in order, and those that do not. */
interface Counted {
  readonly limit: number;
  readonly ordered: Queue;
  readonly unordered: Queue;
}

export class Waits {
  /** How many operations in flight will write each register. */
  readonly pending = new Uint8Array(IDS);
  /** Which registers those are, a bit each, and the words with such a bit. */
  readonly #inFlight = new Int32Array(WORDS);
  marked = 0;
  readonly #counters = new Map<Counter, Counted>();
  /** The counters of vector memory that returns data and that returns none, of LDS and of scalar memory. */
  readonly #load: Counted | undefined;
  readonly #store: Counted | undefined;
  readonly #lds: Counted | undefined;
  readonly #scalar: Counted | undefined;
  readonly #async: Counted | undefined;
  /** How flat accesses complete among those to LDS. */
  readonly #flat: 'ordered' | 'unordered';
  readonly #settled: (tag: number) => void;

  /** `settled` is told the tag of each operation that has one, when it becomes certain. */
  constructor(settled: (tag: number) => void = () => {}, scheme: CounterScheme = 'vmcnt') {
    this.#settled = settled;
    for (const [name, limit] of Object.entries(COUNTERS[scheme]))
      this.#counters.set(name as Counter, { limit, ordered: new Queue(), unordered: new Queue() });
    const names = counterNames(scheme);
    this.#load = this.#counters.get(names.load);
    this.#store = this.#counters.get(names.store);
    this.#lds = this.#counters.get(names.lds);
    this.#scalar = this.#counters.get(names.scalar);
    this.#async = this.#counters.get(names.async);
    this.#flat = scheme === 'vmcnt' ? 'unordered' : 'ordered';
  }

  /** Vector memory: one that writes no register counts as a store. */
  vector(item: Outstanding, tag = 0, deliver?: () => void): void {
    const counter = item.registers.length === 0 ? this.#store : this.#load;
    this.#put(counter, 'ordered', item, tag, deliver);
  }

  lds(item: Outstanding, tag = 0, deliver?: () => void): void {
    this.#put(this.#lds, 'ordered', item, tag, deliver);
  }

  /** A copy between memory and LDS that is neither a load nor a store. */
  async(item: Outstanding, tag = 0, deliver?: () => void): void {
    this.#put(this.#async, 'ordered', item, tag, deliver);
  }

  scalar(item: Outstanding, deliver?: () => void): void {
    this.#put(this.#scalar, 'unordered', item, 0, deliver);
  }

  /**
   * A flat access counts in both; its data is there when both counters have fallen. Its write to LDS is complete when the
   * counter of LDS has fallen, the only one that compilers wait for before a barrier. RDNA counts it in order with LDS, CDNA
   * in any (LLVM, `hasFlatLgkmVMemCountInOrder`).
   */
  flat(item: Outstanding, tag = 0, deliver?: () => void): void {
    let left = 2;
    const last = deliver === undefined ? undefined : () => void (--left === 0 && deliver());
    this.vector(item, 0, last);
    this.#put(this.#lds, this.#flat, item, tag, last);
  }

  /** Completes operations until a counter is at most `left`; one that the chip does not have counts nothing. */
  wait(counter: Counter, left: number): void {
    const counted = this.#counters.get(counter);
    if (counted !== undefined) this.#complete(counted, left);
  }

  /** Completes everything that is in flight. */
  waitAll(): void {
    for (const counted of this.#counters.values()) this.#complete(counted, 0);
  }

  /** Operations that a counter counts. */
  count(counter: Counter): number {
    const counted = this.#counters.get(counter);
    return counted === undefined ? 0 : counted.ordered.count + counted.unordered.count;
  }

  #complete({ ordered, unordered }: Counted, left: number): void {
    // All in no order may be among those that are done.
    for (let i = ordered.count - left; i > 0; i--) this.#take(ordered);
    if (left === 0) while (unordered.count > 0) this.#take(unordered);
  }

  /** The newest operation that will write a register, with the wait that makes it certain. */
  find(register: number): { item: Outstanding; counter: Counter; left: number } | undefined {
    for (const [counter, { unordered }] of this.#counters) {
      const found = unordered.newest(register);
      if (found !== undefined) return { item: found.item, counter, left: 0 };
    }
    for (const [counter, { ordered, unordered }] of this.#counters) {
      const found = ordered.newest(register);
      if (found === undefined) continue;
      return { ...found, counter, left: unordered.count > 0 ? 0 : found.left };
    }
    return undefined;
  }

  /** Whether an operation in flight will write one of some registers, by words. */
  willWrite(words: Int32Array): boolean {
    for (let i = 0; i < words.length; i += 2)
      if (((this.#inFlight[words[i] ?? 0] ?? 0) & (words[i + 1] ?? 0)) !== 0) return true;
    return false;
  }

  #put(
    counted: Counted | undefined,
    order: 'ordered' | 'unordered',
    item: Outstanding,
    tag: number,
    deliver: (() => void) | undefined,
  ): void {
    if (counted === undefined) return;
    const { ordered, unordered, limit } = counted;
    if (ordered.count + unordered.count >= limit) this.#complete(counted, limit - 1);
    this.#issue(counted[order], item, tag, deliver);
  }

  #issue(queue: Queue, item: Outstanding, tag: number, deliver: (() => void) | undefined): void {
    for (const register of item.registers) {
      this.pending[register] = (this.pending[register] ?? 0) + 1;
      const word = register >> 5;
      this.#inFlight[word] = (this.#inFlight[word] ?? 0) | (1 << (register & 31));
      this.marked |= 1 << word;
    }
    queue.push(item, tag, deliver);
  }

  #take(queue: Queue): void {
    const { item, tag, deliver } = queue;
    queue.shift();
    for (const register of item?.registers ?? []) {
      const left = (this.pending[register] ?? 0) - 1;
      this.pending[register] = left;
      if (left > 0) continue;
      const word = register >> 5;
      const rest = (this.#inFlight[word] ?? 0) & ~(1 << (register & 31));
      this.#inFlight[word] = rest;
      if (rest === 0) this.marked &= ~(1 << word);
    }
    if (tag !== 0) this.#settled(tag);
    deliver?.();
  }
}
