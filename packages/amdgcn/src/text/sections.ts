/**
 * Sections: code is a list of instructions, data is bytes with symbols and relocations.
 *
 *     .text                code: instructions; bytes that are placed there are data of the same name
 *     .rodata .data .bss   data: loaded into memory
 *     .debug_info, notes   ignored: nothing of them is loaded
 */
import type { Expression } from './expression.ts';
import type { DraftInstruction } from './draft.ts';
import type { Span } from '@ldscope/core';

export type SectionKind = 'code' | 'data' | 'ignored';

/** An address in data whose value is known at the end of the file. */
export interface PendingData {
  readonly offset: number;
  readonly bytes: number;
  readonly expression: Expression;
  readonly span: Span;
}

export class Section {
  readonly name: string;
  readonly kind: SectionKind;
  readonly instructions: DraftInstruction[] = [];
  /** Bytes from the beginning of the code to each instruction and to the end, where disassembly gives them. */
  addresses: Float64Array | undefined;
  /** Bytes of the instructions that are written as words, in their order. */
  readonly encodedBytes: number[] = [];
  /** Numbers of instructions before which code is padded to 256 bytes. */
  readonly paddings: number[] = [];
  readonly pending: PendingData[] = [];
  /** Labels at the end of the code so far: the next statement decides whether they label code or data. */
  readonly openLabels: Place[] = [];
  /** True when the last statement placed data. */
  afterData = false;
  #bytes = new Uint8Array();
  /** Bytes of data so far. */
  length = 0;

  constructor(name: string, kind: SectionKind) {
    this.name = name;
    this.kind = kind;
  }

  /** The bytes placed so far; a copy where much more was reserved. */
  data(): Uint8Array {
    const all = this.#bytes;
    return this.length * 1.25 < all.length
      ? all.slice(0, this.length)
      : all.subarray(0, this.length);
  }

  /** The addresses of instructions, where they are given or all instructions are written as words. */
  knownAddresses(): Float64Array | undefined {
    const { length } = this.instructions;
    if (this.addresses !== undefined || length === 0 || this.encodedBytes.length !== length)
      return this.addresses;
    const addresses = new Float64Array(length + 1);
    for (const [number, bytes] of this.encodedBytes.entries())
      addresses[number + 1] = (addresses[number] ?? 0) + bytes;
    return addresses;
  }

  /** Makes room for `count` bytes, which are zero, and returns the offset of the first. */
  reserve(count: number): number {
    const offset = this.length;
    const needed = offset + count;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.length = needed;
    return offset;
  }

  /** Writes the low bytes of a number, least significant first. */
  write(offset: number, bytes: number, value: bigint): void {
    if (bytes <= 4) {
      const low = Number(BigInt.asUintN(32, value));
      for (let i = 0; i < bytes; i++) this.#bytes[offset + i] = low >>> (8 * i);
      return;
    }
    let rest = BigInt.asUintN(8 * bytes, value);
    for (let i = 0; i < bytes; i++, rest >>= 8n) this.#bytes[offset + i] = Number(rest & 255n);
  }

  /** The space that later writes go to. */
  view(offset: number, count: number): Uint8Array {
    return this.#bytes.subarray(offset, offset + count);
  }
}

/** Where a label is: an instruction, or a byte of the section's data. */
export interface Place {
  readonly section: Section;
  area: 'code' | 'data';
  position: number;
}

const dataNames = /^\.(rodata|data|bss|tdata|tbss|sdata|lds|init_array|fini_array)\b/;

/** The kind of a section, from its name and flags. */
export function sectionKind(name: string, flags: string | undefined): SectionKind {
  if (name === '.text' || name.startsWith('.text.') || flags?.includes('x') === true) return 'code';
  if (flags === undefined) return dataNames.test(name) ? 'data' : 'ignored';
  if (name.startsWith('.note')) return 'ignored';
  return flags.includes('a') ? 'data' : 'ignored';
}
