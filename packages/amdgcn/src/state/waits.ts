/**
 * What a wave has in flight, by wait counter, and what an `s_waitcnt` makes certain.
 *
 *     CDNA      vmcnt     vector memory: loads, stores, atomics, direct-to-LDS; completes in order
 *               lgkmcnt   LDS in order among themselves; scalar loads and flat accesses in any order
 *     RDNA 3    vmcnt     what returns data of vector memory      vscnt   what returns none
 *               lgkmcnt   LDS and flat accesses in order; scalar loads in any order
 *     RDNA 4    loadcnt   storecnt     the same two
 *               dscnt     LDS and flat accesses in order            kmcnt   scalar loads in any order
 *     gfx1250   asynccnt  copies between memory and LDS, beside those
 *
 * With L ordered and U unordered operations in flight, `lgkmcnt(n)` means that L + U - n have completed. In the
 * worst case the unordered ones are among them, so only the oldest L - n ordered ones are certain, and an
 * unordered one only if n is 0 (or it is the only one and more than L have completed).
 *
 * In late mode an operation carries `deliver`, which puts its data in place when it becomes certain.
 * Source: AMD CDNA3 ISA, "Manually Inserted Wait States", S_WAITCNT; for RDNA, LLVM's `SIInsertWaitcnts`.
 */

import type { MachineCode } from '@ldscope/core';

/** Ids of registers in a `Uint16Array` of uses: vector rows as they are, scalars behind them. */
export const SCALAR_ID = 512;
const IDS = SCALAR_ID + 256;

/** Registers by groups, one bit of a word each: vectors by 20, and the scalars by 48 behind them. */
const VECTOR_GROUP = 20;
const SCALAR_GROUP = 48;
const FIRST_SCALAR_GROUP = 26;
const GROUPS = Uint8Array.from({ length: IDS }, (_, id) =>
  id < SCALAR_ID
    ? Math.floor(id / VECTOR_GROUP)
    : FIRST_SCALAR_GROUP + Math.floor((id - SCALAR_ID) / SCALAR_GROUP),
);

const groupOf = (id: number): number => GROUPS[id] ?? 31;

/** The groups of some registers as a word of bits. */
export function groupBits(ids: ArrayLike<number>): number {
  let bits = 0;
  for (let i = 0; i < ids.length; i++) bits |= 1 << groupOf(ids[i] ?? 0);
  return bits;
}

export type Counter =
  'vmcnt' | 'vscnt' | 'lgkmcnt' | 'loadcnt' | 'storecnt' | 'dscnt' | 'kmcnt' | 'asynccnt';

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

/** What is the same for all executions of a memory instruction. */
export interface Outstanding {
  /** Number of the instruction. */
  readonly number: number;
  /** Ids of the registers that will be written. */
  readonly registers: readonly number[];
}

class Queue {
  readonly items: Outstanding[] = [];
  readonly tags: number[] = [];
  readonly deliveries: ((() => void) | undefined)[] = [];
  head = 0;

  get count(): number {
    return this.items.length - this.head;
  }

  push(item: Outstanding, tag: number, deliver: (() => void) | undefined): void {
    this.items.push(item);
    this.tags.push(tag);
    this.deliveries.push(deliver);
  }

  /** Forgets what has been taken, once in a while. */
  trim(): void {
    if (this.head < 64 && this.head < this.items.length) return;
    this.items.splice(0, this.head);
    this.tags.splice(0, this.head);
    this.deliveries.splice(0, this.head);
    this.head = 0;
  }
}

/** What a counter counts: operations that complete in order, and others that do not. */
interface Counted {
  readonly limit: number;
  readonly ordered: Queue;
  readonly unordered: Queue;
}

export class Waits {
  /** How many operations in flight will write each register. */
  readonly pending = new Uint8Array(IDS);
  /** Groups with such registers; 0: nothing to check. */
  marked = 0;
  readonly #perGroup = new Uint16Array(32);
  readonly #counters = new Map<Counter, Counted>();
  /** The counters of vector memory that returns data and that returns none, of LDS and of scalar memory. */
  readonly #load: Counter;
  readonly #store: Counter;
  readonly #lds: Counter;
  readonly #scalar: Counter;
  /** How flat accesses complete among those to LDS. */
  readonly #flat: 'ordered' | 'unordered';
  readonly #settled: (tag: number) => void;

  /** `settled` is told the tag of each operation that has one, when it becomes certain. */
  constructor(settled: (tag: number) => void = () => {}, scheme: CounterScheme = 'vmcnt') {
    this.#settled = settled;
    for (const [name, limit] of Object.entries(COUNTERS[scheme]))
      this.#counters.set(name as Counter, { limit, ordered: new Queue(), unordered: new Queue() });
    const byKind = scheme === 'by-kind' || scheme === 'by-kind-async';
    this.#load = byKind ? 'loadcnt' : 'vmcnt';
    this.#store = byKind ? 'storecnt' : scheme === 'vscnt' ? 'vscnt' : 'vmcnt';
    this.#lds = byKind ? 'dscnt' : 'lgkmcnt';
    this.#scalar = byKind ? 'kmcnt' : 'lgkmcnt';
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
    this.#put('asynccnt', 'ordered', item, tag, deliver);
  }

  scalar(item: Outstanding, deliver?: () => void): void {
    this.#put(this.#scalar, 'unordered', item, 0, deliver);
  }

  /**
   * A flat access counts in both; its data is there when both have let it go. What it writes to LDS is finished when
   * the counter of LDS says so, which is all that compilers wait for before a barrier. RDNA counts it in order with LDS, CDNA
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
    const done = ordered.count + unordered.count - left;
    if (done <= 0) return;
    const before = ordered.count;
    for (let i = Math.min(before, done - unordered.count); i > 0; i--) this.#take(ordered);
    if (left === 0 || (unordered.count === 1 && done > before)) {
      while (unordered.count > 0) this.#take(unordered);
      unordered.trim();
    }
    ordered.trim();
  }

  /** The newest operation that will write a register, with the wait that makes it certain. */
  find(register: number): { item: Outstanding; counter: Counter; left: number } | undefined {
    for (const [counter, { unordered }] of this.#counters) {
      const found = newest(unordered, register);
      if (found !== undefined) return { item: found.item, counter, left: 0 };
    }
    for (const [counter, { ordered, unordered }] of this.#counters) {
      const found = newest(ordered, register);
      if (found === undefined) continue;
      return { ...found, counter, left: unordered.count > 0 ? 0 : found.left };
    }
    return undefined;
  }

  #put(
    counter: Counter,
    order: 'ordered' | 'unordered',
    item: Outstanding,
    tag: number,
    deliver: (() => void) | undefined,
  ): void {
    const counted = this.#counters.get(counter);
    if (counted === undefined) return;
    const { ordered, unordered, limit } = counted;
    if (ordered.count + unordered.count >= limit) this.#complete(counted, limit - 1);
    this.#issue(counted[order], item, tag, deliver);
  }

  #issue(queue: Queue, item: Outstanding, tag: number, deliver: (() => void) | undefined): void {
    const { registers } = item;
    for (let i = 0; i < registers.length; i++) {
      const register = registers[i] ?? 0;
      this.pending[register] = (this.pending[register] ?? 0) + 1;
      const group = groupOf(register);
      this.#perGroup[group] = (this.#perGroup[group] ?? 0) + 1;
      this.marked |= 1 << group;
    }
    queue.push(item, tag, deliver);
  }

  #take(queue: Queue): void {
    const at = queue.head++;
    const registers = queue.items[at]?.registers ?? [];
    for (let i = 0; i < registers.length; i++) {
      const register = registers[i] ?? 0;
      this.pending[register] = (this.pending[register] ?? 0) - 1;
      const group = groupOf(register);
      const left = (this.#perGroup[group] ?? 0) - 1;
      this.#perGroup[group] = left;
      if (left === 0) this.marked &= ~(1 << group);
    }
    const tag = queue.tags[at] ?? 0;
    if (tag !== 0) this.#settled(tag);
    queue.deliveries[at]?.();
  }
}

function newest(queue: Queue, register: number): { item: Outstanding; left: number } | undefined {
  for (let i = queue.items.length - 1; i >= queue.head; i--) {
    const item = queue.items[i];
    if (item?.registers.includes(register) === true)
      return { item, left: queue.items.length - 1 - i };
  }
  return undefined;
}
