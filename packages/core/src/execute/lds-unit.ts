/**
 * LDS in the memory that registers are in, with what compiled code does there (`lds-code.ts`).
 *
 *     two slots    64 addresses each: those of an access, or of the two of an instruction
 *     a report     what compiled code says
 *
 * Whole waves take part in nearly all accesses. What the others do, and everything in engines without SIMD, plain TypeScript does:
 * `Lds` and those who use it.
 */
import type { RegisterMemory } from '../vector/register-memory.ts';
import { encodeModule, instantiate } from '../wasm/module.ts';
import { ldsFunctions, STAMP, stampFunction } from './lds-code.ts';

/** Bytes that the addresses of an access take. */
const SLOT_BYTES = 256;
/** Bytes of the memory that belong to the unit; a multiple of 256. */
export const LDS_UNIT_BYTES = 3 * SLOT_BYTES;

type Call = (...parameters: number[]) => void;

/** Where LDS and its stamps are. */
export interface LdsRoom {
  readonly buffer: ArrayBuffer;
  readonly at: number;
}

/** A memory of compiled code that LDS may be in. */
export interface LdsRooms {
  /** A room of some bytes; `undefined` where there is none left. */
  take(bytes: number): LdsRoom | undefined;
  give(room: LdsRoom): void;
}

/** A unit that has `LDS_UNIT_BYTES` of a memory; `undefined` where the engine does not take its code. */
export function ldsUnitOf(registers: RegisterMemory, at: number): LdsUnit | undefined {
  const { memory } = registers;
  const made = memory && instantiate(encodeModule('imported', ldsFunctions()), memory);
  return made && new LdsUnit(registers, made.memory, at, made.call);
}

export class LdsUnit implements LdsRooms {
  readonly #registers: RegisterMemory;
  readonly #buffer: ArrayBuffer;
  readonly #at: number;
  readonly #report: number;
  /** The report of the last call: of `locate` the highest and lowest address and the bits in use, of `stamp` whether it met. */
  readonly report: Uint32Array;
  readonly #locate: Call;
  readonly #loads: readonly (Call | undefined)[];
  readonly #stores: readonly (Call | undefined)[];
  readonly #stamps = new Map<string, Call | undefined>();

  constructor(
    registers: RegisterMemory,
    buffer: ArrayBuffer,
    at: number,
    call: (name: string) => Call,
  ) {
    this.#registers = registers;
    this.#buffer = buffer;
    this.#at = at;
    this.#report = at + 2 * SLOT_BYTES;
    this.report = new Uint32Array(buffer, this.#report, 3);
    this.#locate = call('locate');
    const byNumber = (name: string, numbers: readonly number[]): (Call | undefined)[] =>
      Array.from({ length: 17 }, (_, number) =>
        numbers.includes(number) ? call(`${name}${number}`) : undefined,
      );
    this.#loads = byNumber('load', [1, 2, 4]);
    this.#stores = byNumber('store', [1, 2, 4, 8, 16]);
  }

  take(bytes: number): LdsRoom | undefined {
    const at = this.#registers.take(bytes);
    return at === undefined ? undefined : { buffer: this.#buffer, at };
  }

  give({ at }: LdsRoom): void {
    this.#registers.give(at);
  }

  placeOf(slot: 0 | 1): number {
    return this.#at + slot * SLOT_BYTES;
  }

  addressesOf(slot: 0 | 1): Uint32Array {
    return new Uint32Array(this.#buffer, this.placeOf(slot), SLOT_BYTES / 4);
  }

  /** The sum of a register and an offset, by lane, becomes the addresses of a slot. */
  locate(register: number, offset: number, slot: number): void {
    this.#locate(register, offset, slot, this.#report);
  }

  /** Loads words of all lanes; false where it has no form for their number. */
  load(words: number, slot: number, lds: number, registers: number): boolean {
    const call = this.#loads[words];
    if (call === undefined) return false;
    call(slot, lds, registers);
    return true;
  }

  /** Stores bytes of all lanes, of a word those from bit `shift` on; false where it has no form for their number. */
  store(bytes: number, slot: number, lds: number, registers: number, shift: number): boolean {
    const call = this.#stores[bytes];
    if (call === undefined) return false;
    call(slot, lds, registers, shift);
    return true;
  }

  /** `stamp` of `lds-code.ts` without its report, which is `report`. */
  stamper(bytes: number, shift: number): ((...parameters: number[]) => void) | undefined {
    const key = `${bytes} ${shift}`;
    if (!this.#stamps.has(key)) {
      const code = encodeModule('imported', [stampFunction(bytes, shift)]);
      const call = instantiate(code, this.#registers.memory)?.call(STAMP);
      const report = this.#report;
      this.#stamps.set(
        key,
        call &&
          ((slot, stores, firsts, earlier, access) =>
            call(slot, stores, firsts, earlier, access, report)),
      );
    }
    return this.#stamps.get(key);
  }
}
