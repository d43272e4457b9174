/**
 * Code for four lanes that runs eight times to cover a warp. Parameters: the address of its registers, the lanes that execute the
 * code, and the address of shared memory.
 *
 *     loop:  load what is read of each register         once, when it is first read
 *            what the instructions do, in locals
 *            store the registers that were written      in the lanes that execute
 *
 * Lanes do not see each other, so that all instructions of a run are done with four lanes before the next four come.
 * Predicates are collected four bits at a time and written when the last lanes are done.
 */
import { VectorCode } from '@ldscope/core/vector';
import {
  type Code,
  get,
  i32,
  i32x4,
  loop,
  type ModuleFunction,
  set,
  v128,
} from '@ldscope/core/wasm';
import { registerMemory } from '../../state/register-memory.ts';

const BASE = 0;
const MASK = 1;
const SHARED = 2;
const PARAMETERS = 3;
const LANES = 32;

/** Low and high words of four lanes as they are in a 64-bit register: of lanes 0 and 1, then of 2 and 3. */
const PAIR_ORDERS = [
  [0, 4, 1, 5],
  [2, 6, 3, 7],
] as const;

/** A place in the file, in words, as an offset in bytes. */
const bytes = (offset: number): number => 4 * offset;

export class WarpCode extends VectorCode {
  /** Statements before the loop. */
  readonly #before: number[] = [];
  readonly #after: number[] = [];
  /** By their places: locals of registers, low and high words of 64-bit ones, and of predicates as lanes. */
  readonly #words = new Map<number, number>();
  readonly #pairs = new Map<number, readonly [number, number]>();
  readonly #predicates = new Map<number, number>();
  readonly #written = new Set<number>();
  /** By the places of registers with addresses: where the present lanes point to. */
  readonly #pointers = new Map<number, readonly number[]>();
  /** Locals whose bits are lanes from the present ones on. */
  readonly #bits: number[] = [];
  /** The address of the present lanes in a 32-bit register at place 0, in a 64-bit one, and where the former end. */
  readonly #at: number;
  readonly #atPairs: number;
  readonly #end: number;
  /** The lanes that execute the code, and those among them that execute an instruction. */
  readonly #active: Code;
  #guard: Code | undefined;

  constructor() {
    super(PARAMETERS);
    this.#at = this.local('i32');
    this.#atPairs = this.local('i32');
    this.#end = this.local('i32');
    this.#active = this.#lanesOf(get(MASK));
  }

  /** Lanes by bits that are known before the loop. */
  #lanesOf(bits: Code): Code {
    const local = this.local('i32');
    this.#before.push(...set(local, bits));
    this.#bits.push(local);
    return this.copy(registerMemory.maskOf(get(local)));
  }

  /** Instructions from here on are executed where a predicate is set, or is not. */
  guard(place: number | undefined, isNegated: boolean): void {
    if (place === undefined) {
      this.#guard = undefined;
      return;
    }
    const lanes = this.predicate(place);
    this.#guard = this.copy(isNegated ? v128.not(lanes) : lanes);
  }

  /** Four lanes of a 32-bit register. */
  word(place: number): Code {
    const known = this.#words.get(place);
    if (known !== undefined) return get(known);
    const local = this.temporary();
    this.#words.set(place, local);
    this.set(local, v128.load(get(this.#at), bytes(place)));
    return get(local);
  }

  /** Low and high words of four lanes of a 64-bit register. */
  pair(place: number): readonly [Code, Code] {
    const known = this.#pairs.get(place);
    if (known !== undefined) return [get(known[0]), get(known[1])];
    const [low, high] = [this.temporary(), this.temporary()];
    this.#pairs.set(place, [low, high]);
    const first = this.copy(v128.load(get(this.#atPairs), bytes(place)));
    const second = this.copy(v128.load(get(this.#atPairs), bytes(place) + 16));
    this.set(low, i32x4.shuffle(first, second, [0, 2, 4, 6]));
    this.set(high, i32x4.shuffle(first, second, [1, 3, 5, 7]));
    return [get(low), get(high)];
  }

  /** The lanes of a predicate: all ones or all zeros. */
  predicate(place: number): Code {
    const known = this.#predicates.get(place);
    if (known !== undefined) return get(known);
    const local = this.temporary();
    this.#predicates.set(place, local);
    this.set(local, this.#lanesOf(i32.load(get(BASE), bytes(place))));
    return get(local);
  }

  /** True once an instruction of the code has written a register. */
  hasWritten(place: number): boolean {
    return this.#written.has(place);
  }

  /** Words in shared memory, some bytes behind the addresses that a register held before the code. */
  load(place: number, offset: number): Code {
    const pointers = this.#pointers.get(place) ?? this.#pointersOf(place);
    const [from, behind] = offset < 0 ? [offset, 0] : [0, offset];
    const at = (lane: number): Code => {
      const pointer = get(pointers[lane] ?? 0);
      return from === 0 ? pointer : i32.add(pointer, i32.const(from));
    };
    return [1, 2, 3].reduce<Code>(
      (all, lane) => v128.load32Lane(at(lane), all, lane, behind),
      v128.load32Zero(at(0), behind),
    );
  }

  #pointersOf(place: number): readonly number[] {
    const pointers = [0, 1, 2, 3].map((lane) => {
      const pointer = this.local('i32');
      // Registers keep what they held until all instructions are done with these lanes.
      const address = i32.load(get(this.#at), bytes(place) + 4 * lane);
      this.set(pointer, i32.add(get(SHARED), address));
      return pointer;
    });
    this.#pointers.set(place, pointers);
    return pointers;
  }

  setWord(place: number, code: Code): void {
    const value = this.#guarded(code, () => this.word(place));
    const local = this.#words.get(place) ?? this.temporary();
    this.#words.set(place, local);
    this.#written.add(place);
    this.set(local, value);
  }

  setPair(place: number, low: Code, high: Code): void {
    const values = [
      this.copy(this.#guarded(low, () => this.pair(place)[0])),
      this.copy(this.#guarded(high, () => this.pair(place)[1])),
    ];
    const locals = this.#pairs.get(place) ?? [this.temporary(), this.temporary()];
    this.#pairs.set(place, locals);
    this.#written.add(place);
    for (const [part, local] of locals.entries()) this.set(local, values[part] ?? []);
  }

  setPredicate(place: number, code: Code): void {
    const value = this.#guarded(code, () => this.predicate(place));
    const local = this.#predicates.get(place) ?? this.temporary();
    this.#predicates.set(place, local);
    this.#written.add(place);
    this.set(local, value);
  }

  /** A new value where the instruction is executed, the old one elsewhere. */
  #guarded(code: Code, old: () => Code): Code {
    return this.#guard === undefined ? code : v128.select(code, old(), this.#guard);
  }

  /** The whole as a function. */
  finish(name: string): ModuleFunction {
    // Where all lanes execute, the old values need not be loaded.
    const isPartial = i32.xor(get(MASK), i32.const(-1));
    this.when(isPartial, () => this.#storeAll((code, old, lanes) => v128.select(code, old, lanes)));
    this.when(i32.eqz(isPartial), () => this.#storeAll((code) => code));
    for (const [place, local] of this.#predicates)
      if (this.#written.has(place)) this.#collect(place, get(local));
    for (const local of this.#bits)
      this.body.push(...set(local, i32.shrU(get(local), i32.const(4))));
    this.body.push(
      ...set(this.#at, i32.add(get(this.#at), i32.const(16))),
      ...set(this.#atPairs, i32.add(get(this.#atPairs), i32.const(32))),
    );
    return {
      name,
      parameters: PARAMETERS,
      locals: this.locals,
      body: [
        ...set(this.#at, get(BASE)),
        ...set(this.#atPairs, get(BASE)),
        ...set(this.#end, i32.add(get(BASE), i32.const(4 * LANES))),
        ...this.#before,
        ...loop(this.body, i32.ltU(get(this.#at), get(this.#end))),
        ...this.#after,
      ],
    };
  }

  #storeAll(merged: (code: Code, old: Code, lanes: Code) => Code): void {
    const store = (at: Code, offset: number, code: Code, lanes: Code): void => {
      this.body.push(...v128.store(at, merged(code, v128.load(at, offset), lanes), offset));
    };
    for (const place of this.#written) {
      const [word, pair] = [this.#words.get(place), this.#pairs.get(place)];
      if (word !== undefined) store(get(this.#at), bytes(place), get(word), this.#active);
      if (pair === undefined) continue;
      for (const [index, order] of PAIR_ORDERS.entries()) {
        const code = i32x4.shuffle(get(pair[0]), get(pair[1]), order);
        const lanes = i32x4.shuffle(this.#active, this.#active, order);
        store(get(this.#atPairs), bytes(place) + 16 * index, code, lanes);
      }
    }
  }

  /** Puts the bits of the present lanes behind those that came before: after the last, bit 0 is lane 0. */
  #collect(place: number, lanes: Code): void {
    const bits = this.local('i32');
    const present = i32.shl(i32x4.bitmask(lanes), i32.const(LANES - 4));
    this.body.push(...set(bits, i32.or(i32.shrU(get(bits), i32.const(4)), present)));
    const old = i32.load(get(BASE), bytes(place));
    // Bits of the new word in the lanes that execute, of the old one elsewhere.
    const merged = i32.xor(old, i32.and(i32.xor(old, get(bits)), get(MASK)));
    this.#after.push(...i32.store(get(BASE), merged, bytes(place)));
  }
}
