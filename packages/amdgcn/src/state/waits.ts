/**
 * What a wave has in flight, by wait counter, and what an `s_waitcnt` makes certain.
 *
 *     vmcnt     vector memory: loads, stores, atomics, direct-to-LDS; completes in order
 *     lgkmcnt   LDS in order among themselves; scalar loads and flat accesses in any order
 *
 * With L ordered and U unordered operations in flight, `lgkmcnt(n)` means that L + U - n have completed. In the
 * worst case the unordered ones are among them, so only the oldest L - n ordered ones are certain, and an
 * unordered one only if n is 0 (or it is the only one and more than L have completed).
 *
 * In late mode an operation carries `deliver`, which puts its data in place when it becomes certain.
 * Source: AMD CDNA3 ISA, "Manually Inserted Wait States", S_WAITCNT.
 */

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

/** Largest values of the counters: issue stalls when one is reached. */
export const VMCNT_MAX = 63;
export const LGKMCNT_MAX = 15;

/** What is the same for all executions of a memory instruction. */
export interface Outstanding {
  /** Number of the instruction. */
  readonly number: number;
  /** Ids of the registers that will be written. */
  readonly registers: readonly number[];
}

export type Counter = 'vmcnt' | 'lgkmcnt';

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

export class Waits {
  /** How many operations in flight will write each register. */
  readonly pending = new Uint8Array(IDS);
  /** Groups with such registers; 0: nothing to check. */
  marked = 0;
  readonly #perGroup = new Uint16Array(32);
  readonly #vector = new Queue();
  readonly #lds = new Queue();
  readonly #unordered = new Queue();
  readonly #settled: (tag: number) => void;

  /** `settled` is told the tag of each operation that has one, when it becomes certain. */
  constructor(settled: (tag: number) => void = () => {}) {
    this.#settled = settled;
  }

  get vectorCount(): number {
    return this.#vector.count;
  }

  get lgkmCount(): number {
    return this.#lds.count + this.#unordered.count;
  }

  vector(item: Outstanding, tag = 0, deliver?: () => void): void {
    if (this.#vector.count >= VMCNT_MAX) this.waitVector(VMCNT_MAX - 1);
    this.#issue(this.#vector, item, tag, deliver);
  }

  lds(item: Outstanding, tag = 0, deliver?: () => void): void {
    if (this.lgkmCount >= LGKMCNT_MAX) this.waitLgkm(LGKMCNT_MAX - 1);
    this.#issue(this.#lds, item, tag, deliver);
  }

  scalar(item: Outstanding, deliver?: () => void): void {
    this.#unorderedLgkm(item, 0, deliver);
  }

  #unorderedLgkm(item: Outstanding, tag: number, deliver: (() => void) | undefined): void {
    if (this.lgkmCount >= LGKMCNT_MAX) this.waitLgkm(LGKMCNT_MAX - 1);
    this.#issue(this.#unordered, item, tag, deliver);
  }

  /**
   * A flat access counts in both; its data is there when both have let it go. What it writes to LDS is finished when
   * `lgkmcnt` says so, which is all that compilers wait for before a barrier.
   */
  flat(item: Outstanding, tag = 0, deliver?: () => void): void {
    let left = 2;
    const last = deliver === undefined ? undefined : () => void (--left === 0 && deliver());
    this.vector(item, 0, last);
    this.#unorderedLgkm(item, tag, last);
  }

  waitVector(left: number): void {
    const queue = this.#vector;
    while (queue.count > left) this.#take(queue);
    queue.trim();
  }

  waitLgkm(left: number): void {
    const ordered = this.#lds.count;
    const unordered = this.#unordered.count;
    const done = ordered + unordered - left;
    if (done <= 0) return;
    for (let i = Math.min(ordered, done - unordered); i > 0; i--) this.#take(this.#lds);
    if (left === 0 || (unordered === 1 && done > ordered)) {
      while (this.#unordered.count > 0) this.#take(this.#unordered);
      this.#unordered.trim();
    }
    this.#lds.trim();
  }

  /** The newest operation that will write a register, with the wait that makes it certain. */
  find(register: number): { item: Outstanding; counter: Counter; left: number } | undefined {
    const unordered = newest(this.#unordered, register);
    if (unordered !== undefined) return { item: unordered.item, counter: 'lgkmcnt', left: 0 };
    const vector = newest(this.#vector, register);
    if (vector !== undefined) return { ...vector, counter: 'vmcnt' };
    const lds = newest(this.#lds, register);
    if (lds === undefined) return undefined;
    return { ...lds, counter: 'lgkmcnt', left: this.#unordered.count > 0 ? 0 : lds.left };
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
