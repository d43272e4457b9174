/**
 * The accesses of lanes that execute the same ones, in the order of PTX: the rows that a way through SASS has to explain.
 *
 * Lanes of a warp that take part in the same rows are one *class*: they go one way. Rows are parted by the barriers of the
 * block into epochs, which accesses do not leave.
 */
import { type AccessTrace, opcodeAt } from '@ldscope/core';
import type { SassKind } from './accesses.ts';

/** Lanes, bit by bit, that take part in the same rows; every lane that takes part in any is in one. */
export function classesOf({ activeMask }: AccessTrace, rows: readonly number[]): number[] {
  let all = 0;
  for (const row of rows) all |= activeMask[2 * row] ?? 0;
  let classes = all === 0 ? [] : [all];
  for (const row of rows) {
    const mask = activeMask[2 * row] ?? 0;
    if (classes.every((one) => (one & mask) === 0 || (one & ~mask) === 0)) continue;
    classes = classes.flatMap((one) => [one & mask, one & ~mask]).filter((one) => one !== 0);
  }
  return classes;
}

/** Rows at one address, by their place among the rows of the class. */
interface AtAddress {
  readonly rows: number[];
  /** Those before it are taken. */
  first: number;
}

export class ClassRows {
  readonly trace: AccessTrace;
  /** Rows of the trace, in order. */
  readonly rows: readonly number[];
  /** Whole barriers before each row. */
  readonly epochs: Int32Array;
  readonly lastEpoch: number;
  readonly taken: Uint8Array;
  /** Of the set of rows that are taken: equal sets have equal words. */
  readonly signature = new Int32Array(2);
  readonly kinds: readonly SassKind[];
  readonly widths: Uint8Array;
  readonly #lanes: readonly number[];
  readonly #byAddress = new Map<number, AtAddress>();
  /** Where the rows of each epoch begin, and the first of them that is not taken. */
  readonly #begins: number[] = [];
  readonly #heads: number[] = [];
  /** Rows that were taken, and the place of SASS that each bound to its site; -1 where it was bound. */
  readonly #log: number[] = [];
  readonly #boundLog: number[] = [];
  /** By place of SASS: the site of PTX that it is a copy of. */
  readonly #bound = new Map<number, number>();

  /** Places that other lanes have bound. */
  readonly #known: ReadonlyMap<number, number>;

  constructor(
    trace: AccessTrace,
    rows: readonly number[],
    mask: number,
    hasBarriers: boolean,
    known: ReadonlyMap<number, number>,
  ) {
    this.trace = trace;
    this.#known = known;
    this.rows = rows.filter((row) => ((trace.activeMask[2 * row] ?? 0) & mask) !== 0);
    this.#lanes = Array.from({ length: 32 }, (_, lane) => lane).filter(
      (lane) => ((mask >>> lane) & 1) === 1,
    );
    const count = this.rows.length;
    this.taken = new Uint8Array(count);
    this.epochs = new Int32Array(count);
    this.widths = new Uint8Array(count);
    this.kinds = this.rows.map((row) => kindOf(trace, row));
    let epoch = 0;
    for (const [index, row] of this.rows.entries()) {
      if (hasBarriers) epoch = Math.max(epoch, trace.barriers?.[row] ?? 0);
      while (this.#begins.length <= epoch) {
        this.#begins.push(index);
        this.#heads.push(index);
      }
      this.epochs[index] = epoch;
      this.widths[index] = opcodeAt(trace.op[row] ?? 0).widthBytes;
      const key = this.#key(epoch, this.address(index, this.#lanes[0] ?? 0));
      const list = this.#byAddress.get(key) ?? { rows: [], first: 0 };
      list.rows.push(index);
      this.#byAddress.set(key, list);
    }
    this.lastEpoch = epoch;
  }

  #key(epoch: number, address: number): number {
    return epoch * 2 ** 32 + address;
  }

  address(index: number, lane: number): number {
    return this.trace.addressBytes[(this.rows[index] ?? 0) * 32 + lane] ?? 0;
  }

  /** Rows of an epoch: the first that is not taken, and the end. */
  open(epoch: number): readonly [from: number, to: number] {
    const to = this.#begins[epoch + 1] ?? this.rows.length;
    let head = this.#heads[epoch] ?? to;
    while (head < to && this.taken[head] === 1) head++;
    this.#heads[epoch] = head;
    return [head, to];
  }

  /** True where both rows are `delta` bytes apart in every lane. */
  #isApart(index: number, from: number, delta: number): boolean {
    return this.#lanes.every(
      (lane) => this.address(index, lane) - this.address(from, lane) === delta,
    );
  }

  /** True where the address of a row equals the known one less `offset` bytes. */
  isAt(
    index: number,
    { known, addresses }: { readonly known: number; readonly addresses: Float64Array },
    offset: number,
  ): boolean {
    return this.#lanes.every(
      (lane) =>
        ((known >>> lane) & 1) === 0 ||
        this.address(index, lane) === (addresses[lane] ?? 0) + offset,
    );
  }

  /** True where the address is a multiple of `bytes` in every lane. */
  isAligned(index: number, delta: number, bytes: number): boolean {
    return this.#lanes.every((lane) => (this.address(index, lane) + delta) % bytes === 0);
  }

  /** The first row of a kind that is not taken, `delta` bytes from another in every lane, `most` bytes wide. */
  find(
    epoch: number,
    from: number,
    delta: number,
    suits: (index: number) => boolean,
  ): number | undefined {
    const key = this.#key(epoch, this.address(from, this.#lanes[0] ?? 0) + delta);
    const list = this.#byAddress.get(key);
    if (list === undefined) return undefined;
    while (list.first < list.rows.length && this.taken[list.rows[list.first] ?? 0] === 1)
      list.first++;
    for (let i = list.first; i < list.rows.length; i++) {
      const index = list.rows[i] ?? 0;
      if (this.taken[index] === 0 && suits(index) && this.#isApart(index, from, delta))
        return index;
    }
    return undefined;
  }

  /** Rows in whose bytes a thread has been before, or will be: they may not reach memory. */
  neighbours(index: number): readonly number[] {
    const epoch = this.epochs[index] ?? 0;
    const found: number[] = [];
    for (const back of [0, 4, 8, 12]) {
      const key = this.#key(epoch, this.address(index, this.#lanes[0] ?? 0) - back);
      for (const other of this.#byAddress.get(key)?.rows ?? []) {
        const covers = (this.widths[other] ?? 0) >= back + (this.widths[index] ?? 0);
        if (other !== index && covers && this.#isApart(other, index, -back)) found.push(other);
      }
    }
    return found;
  }

  /** An atomic that hardware does not have. */
  isLoop(index: number): boolean {
    return opcodeAt(this.trace.op[this.rows[index] ?? 0] ?? 0).name.startsWith('atom.shared.loop');
  }

  siteOf(index: number): number {
    return this.trace.site[this.rows[index] ?? 0] ?? 0;
  }

  /** Whether a place of SASS, an access and a byte of it, is a copy of the site of a row, or of none so far. */
  mayBind(place: number, index: number): boolean {
    const site = this.#bound.get(place) ?? this.#known.get(place);
    return site === undefined || site === this.siteOf(index);
  }

  /** Places of SASS, with the sites that they are copies of. */
  get bound(): ReadonlyMap<number, number> {
    return this.#bound;
  }

  take(index: number, place: number): void {
    this.taken[index] = 1;
    this.#log.push(index);
    this.#boundLog.push(this.#bound.has(place) ? -1 : place);
    if (!this.#bound.has(place)) this.#bound.set(place, this.siteOf(index));
    this.#sign(index);
  }

  get logged(): number {
    return this.#log.length;
  }

  /** Gives back the rows that were taken since. */
  undo(logged: number): void {
    while (this.#log.length > logged) {
      const index = this.#log.pop() ?? 0;
      this.taken[index] = 0;
      this.#bound.delete(this.#boundLog.pop() ?? -1);
      this.#sign(index);
      const epoch = this.epochs[index] ?? 0;
      this.#heads[epoch] = Math.min(this.#heads[epoch] ?? index, index);
      const list = this.#byAddress.get(this.#key(epoch, this.address(index, this.#lanes[0] ?? 0)));
      if (list !== undefined) list.first = 0;
    }
  }

  #sign(index: number): void {
    this.signature[0] = (this.signature[0] ?? 0) ^ Math.imul(index + 1, 0x9e3779b1);
    this.signature[1] =
      (this.signature[1] ?? 0) ^ Math.imul((index + 7) ^ (index << 13), 0x85ebca6b);
  }
}

/** The kind of a row of PTX, in the words of SASS. */
export function kindOf({ op }: AccessTrace, row: number): SassKind {
  const { direction, addressing } = opcodeAt(op[row] ?? 0);
  const isMatrix = addressing.kind === 'row';
  if (direction === 'read') return isMatrix ? 'matrix read' : 'read';
  if (direction === 'write') return isMatrix ? 'matrix write' : 'write';
  return direction;
}
