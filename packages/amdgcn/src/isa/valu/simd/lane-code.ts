/**
 * Code for four lanes that runs sixteen (or eight) times to cover a wave.
 *
 *     loop:  load what is read of each row            once, when it is first read
 *            what the instructions do, in locals
 *            store the rows that were written         in the lanes that exec has
 *
 * Lanes do not see each other, so that all instructions of a run are done with four lanes before the next four come. Masks
 * are collected four bits at a time and written when the last lanes are done.
 */
import { NoForm, VectorCode } from '@ldscope/core/vector';
import {
  type Code,
  get,
  i32,
  i32x4,
  i64,
  loop,
  type ModuleFunction,
  set,
  v128,
} from '@ldscope/core/wasm';
import { registerMemory, SCALAR_BYTES } from '../../../state/register-memory.ts';
import { EXEC } from '../../../state/wave.ts';

/** The parameter: the address of the wave's registers. */
const BASE = 0;

export class LaneCode extends VectorCode {
  readonly #waveSize: 32 | 64;
  /** Statements before the loop. */
  readonly #before: number[] = [];
  readonly #after: number[] = [];
  /** Locals of the rows that were read or written. */
  readonly #rows = new Map<number, number>();
  readonly #written = new Set<number>();
  /** Masks of lanes by their first scalar: those that were written, as a vector. */
  readonly #masks = new Map<number, number>();
  /** Lanes from the present ones on, by the first scalar of their mask. */
  readonly #bits = new Map<number, number>();
  /** The address of the present lanes in row 0, and where they end. */
  readonly #at: number;
  readonly #end: number;
  readonly #exec: number;

  constructor(waveSize: 32 | 64) {
    super(1);
    this.#waveSize = waveSize;
    this.#at = this.local('i32');
    this.#end = this.local('i32');
    this.#exec = this.local('v128');
    this.body.push(...set(this.#exec, this.mask(EXEC)));
  }

  /** Bits of four lanes of a row. */
  row(row: number): Code {
    let local = this.#rows.get(row);
    if (local === undefined) {
      local = this.temporary();
      this.#rows.set(row, local);
      this.set(local, v128.load(get(this.#at), 256 * row));
    }
    return get(local);
  }

  setRow(row: number, code: Code): void {
    const local = this.#rows.get(row) ?? this.temporary();
    this.#rows.set(row, local);
    this.#written.add(row);
    this.set(local, code);
  }

  /** A scalar, as an i32. */
  scalar(number: number): Code {
    return i32.load(get(BASE), SCALAR_BYTES + 4 * number);
  }

  /** A value that is the same in all lanes. */
  splat(number: number): Code {
    return this.keep(v128.load32Splat(get(BASE), SCALAR_BYTES + 4 * number));
  }

  /** The lanes of a mask, by its first scalar: all ones or all zeros. */
  mask(scalar: number): Code {
    const written = this.#masks.get(scalar);
    if (written !== undefined) return get(written);
    if (this.hasWritten(scalar) || this.hasWritten(scalar + 1)) throw new NoForm();
    return this.keep(registerMemory.maskOf(i32.wrapI64(get(this.#lanesOf(scalar)))));
  }

  /** Bits of a mask from the present lanes on. */
  #lanesOf(scalar: number): number {
    const known = this.#bits.get(scalar);
    if (known !== undefined) return known;
    const local = this.local('i64');
    this.#bits.set(scalar, local);
    this.#before.push(...set(local, i64.load(get(BASE), SCALAR_BYTES + 4 * scalar)));
    return local;
  }

  /** Writes a mask: of the lanes that exec has. */
  setMask(scalar: number, code: Code): void {
    const local = this.#masks.get(scalar) ?? this.temporary();
    this.#masks.set(scalar, local);
    this.set(local, v128.and(code, get(this.#exec)));
  }

  /** True where a scalar is one that this code has written as a mask. */
  hasWritten(scalar: number): boolean {
    const words = this.#waveSize / 32;
    return [...this.#masks.keys()].some((first) => scalar >= first && scalar < first + words);
  }

  /** The whole as a function of the address of a wave's registers. */
  finish(name: string): ModuleFunction {
    const groups = this.#waveSize / 4;
    for (const row of this.#written) {
      const old = v128.load(get(this.#at), 256 * row);
      const merged = v128.select(get(this.#rows.get(row) ?? 0), old, get(this.#exec));
      this.body.push(...v128.store(get(this.#at), merged, 256 * row));
    }
    for (const [scalar, vector] of this.#masks) this.#collect(scalar, vector);
    for (const local of this.#bits.values())
      this.body.push(...set(local, i64.shrU(get(local), i64.const(4))));
    this.body.push(...set(this.#at, i32.add(get(this.#at), i32.const(16))));
    return {
      name,
      parameters: 1,
      locals: this.locals,
      body: [
        ...set(this.#at, get(BASE)),
        ...set(this.#end, i32.add(get(BASE), i32.const(16 * groups))),
        ...this.#before,
        ...loop(this.body, i32.ltU(get(this.#at), get(this.#end))),
        ...this.#after,
      ],
    };
  }

  /** Puts the bits of the present lanes behind those that came before: after the last, bit 0 is lane 0. */
  #collect(scalar: number, vector: number): void {
    const word = this.local('i64');
    const bits = i64.shl(i64.extendI32U(i32x4.bitmask(get(vector))), i64.const(60));
    this.body.push(...set(word, i64.or(i64.shrU(get(word), i64.const(4)), bits)));
    const at = SCALAR_BYTES + 4 * scalar;
    this.#after.push(
      ...(this.#waveSize === 64
        ? i64.store(get(BASE), get(word), at)
        : i32.store(get(BASE), i32.wrapI64(i64.shrU(get(word), i64.const(32))), at)),
    );
  }
}
