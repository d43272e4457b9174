/**
 * ELF64 files: sections, symbols, relocations and notes.
 *
 *     header -> table of sections -> bytes of each        symbols name places in sections
 *
 * Every offset and size is checked against the file. Source: ELF-64 Object File Format 1.5; LLVM, "User Guide for
 * AMDGPU Backend", ELF Code Object.
 */
import { messages, roundUp } from '@ldscope/core';
import type { Message } from '@ldscope/core';
import { decodeUtf8 } from '../text/utf8.ts';
import { Bytes } from './bytes.ts';
import { isElf } from './recognize.ts';

export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly allocated: boolean;
  readonly executable: boolean;
  readonly address: number;
  /** Bytes in memory; more than in the file for a section of zeros. */
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly link: number;
  readonly info: number;
}

export interface ElfSymbol {
  readonly name: string;
  /** Number of its section; 0 when it is defined elsewhere. */
  readonly section: number;
  /** Its address; in an object that is not linked, its offset in the section. */
  readonly value: number;
  readonly size: number;
  readonly kind: 'function' | 'object' | 'section' | 'other';
}

export interface Elf {
  readonly machine: number;
  readonly flags: number;
  /** Linked: sections have addresses. */
  readonly linked: boolean;
  readonly sections: readonly ElfSection[];
  readonly symbols: readonly ElfSymbol[];
}

export const EM_AMDGPU = 224;
export const SHT_PROGBITS = 1;
const SHT_SYMTAB = 2;
export const SHT_RELA = 4;
const SHT_NOTE = 7;
export const SHT_NOBITS = 8;
const SHT_DYNSYM = 11;
const SHF_ALLOC = 2;
const SHF_EXECINSTR = 4;
const ET_REL = 1;

/** Reads the file, or returns the error in it. */
export function readElf(bytes: Uint8Array): Elf | Message {
  const file = new Bytes(bytes);
  if (!isElf(bytes)) return messages.amdgcn.notElf();
  // Class 2: 64 bits. Data 1: little-endian.
  if (bytes[4] !== 2 || bytes[5] !== 1) return messages.amdgcn.notElf();
  const type = file.u16(16);
  const machine = file.u16(18);
  const flags = file.u32(48);
  const table = file.u64(40);
  const entrySize = file.u16(58);
  const count = file.u16(60);
  const names = file.u16(62);
  if (type === undefined || machine === undefined || flags === undefined)
    return messages.amdgcn.truncated('the header');
  if (table === undefined || entrySize === undefined || count === undefined || names === undefined)
    return messages.amdgcn.truncated('the header');
  if (entrySize < 64 || !file.has(table, entrySize * count))
    return messages.amdgcn.truncated('the table of sections');
  const raw: (ElfSection & { readonly nameOffset: number })[] = [];
  for (let i = 0; i < count; i++) {
    const section = readSection(file, table + i * entrySize);
    if (section === undefined) return messages.amdgcn.truncated(`section ${i}`);
    raw.push(section);
  }
  const strings = new Names(raw[names]?.bytes);
  const sections = raw.map((section) => ({
    ...section,
    name: strings.at(section.nameOffset),
  }));
  const symbols =
    sections.find((section) => section.type === SHT_SYMTAB) ??
    sections.find((section) => section.type === SHT_DYNSYM);
  return {
    machine,
    flags,
    linked: type !== ET_REL,
    sections,
    symbols: symbols === undefined ? [] : readSymbols(symbols, sections),
  };
}

/**
 * A table of names. Names may overlap, but only so far: a malicious table that would take for ever to read ends with empty
 * names.
 */
class Names {
  readonly #file: Bytes;
  #budget: number;

  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.#file = new Bytes(bytes);
    this.#budget = 16 * bytes.length + 65_536;
  }

  at(offset: number): string {
    const name = offset === 0 || this.#budget < 0 ? '' : (this.#file.text(offset) ?? '');
    this.#budget -= name.length;
    return name;
  }
}

function readSection(
  file: Bytes,
  at: number,
): (ElfSection & { readonly nameOffset: number }) | undefined {
  const nameOffset = file.u32(at);
  const type = file.u32(at + 4);
  const flags = file.u64(at + 8);
  const address = file.u64(at + 16);
  const offset = file.u64(at + 24);
  const size = file.u64(at + 32);
  const link = file.u32(at + 40);
  const info = file.u32(at + 44);
  if (nameOffset === undefined || type === undefined || flags === undefined) return undefined;
  if (address === undefined || offset === undefined || size === undefined) return undefined;
  const empty = type === SHT_NOBITS || type === 0;
  const bytes = empty ? new Uint8Array() : file.slice(offset, size);
  if (bytes === undefined) return undefined;
  return {
    nameOffset,
    name: '',
    type,
    allocated: (flags & SHF_ALLOC) !== 0,
    executable: (flags & SHF_EXECINSTR) !== 0,
    address,
    size,
    bytes,
    link: link ?? 0,
    info: info ?? 0,
  };
}

const symbolKinds: Readonly<Record<number, ElfSymbol['kind']>> = {
  1: 'object',
  2: 'function',
  3: 'section',
};

const SYMBOL_SIZE = 24;
/** Section numbers from here on mean something else (absolute, common). */
const SPECIAL_SECTIONS = 0xff00;

function readSymbols(table: ElfSection, sections: readonly ElfSection[]): ElfSymbol[] {
  const file = new Bytes(table.bytes);
  const strings = new Names(sections[table.link]?.bytes);
  const symbols: ElfSymbol[] = [];
  for (let at = 0; at + SYMBOL_SIZE <= file.length; at += SYMBOL_SIZE) {
    const section = file.u16(at + 6) ?? 0;
    const kind = symbolKinds[(file.u8(at + 4) ?? 0) & 15] ?? 'other';
    const own = strings.at(file.u32(at) ?? 0);
    symbols.push({
      name: own === '' && kind === 'section' ? (sections[section]?.name ?? '') : own,
      section: section >= SPECIAL_SECTIONS ? 0 : section,
      value: file.u64(at + 8) ?? 0,
      size: file.u64(at + 16) ?? 0,
      kind,
    });
  }
  return symbols;
}

export interface ElfRelocation {
  readonly offset: number;
  readonly type: number;
  readonly symbol: ElfSymbol | undefined;
  readonly addend: number;
}

const RELOCATION_SIZE = 24;

/** The relocations of a section of them. */
export function readRelocations(elf: Elf, table: ElfSection): ElfRelocation[] {
  const file = new Bytes(table.bytes);
  const relocations: ElfRelocation[] = [];
  for (let at = 0; at + RELOCATION_SIZE <= file.length; at += RELOCATION_SIZE) {
    const offset = file.u64(at);
    const type = file.u32(at + 8);
    const symbol = file.u32(at + 12);
    const addend = file.i64(at + 16);
    if (offset === undefined || type === undefined || symbol === undefined) continue;
    relocations.push({
      offset,
      type,
      symbol: symbol === 0 ? undefined : elf.symbols[symbol],
      addend: Number(addend ?? 0n),
    });
  }
  return relocations;
}

/** The contents of the first note with a name and type; names and contents are padded to four bytes. */
export function findNote(elf: Elf, name: string, type: number): Uint8Array | undefined {
  for (const section of elf.sections) {
    if (section.type !== SHT_NOTE) continue;
    const file = new Bytes(section.bytes);
    for (let at = 0; at + 12 <= file.length;) {
      const nameSize = file.u32(at) ?? 0;
      const size = file.u32(at + 4) ?? 0;
      const contents = at + 12 + roundUp(nameSize, 4);
      const found = file.slice(at + 12, nameSize);
      if (found === undefined || !file.has(contents, size)) break;
      const text = decodeUtf8(found).replace(/\0+$/, '');
      if (text === name && file.u32(at + 8) === type) return file.slice(contents, size);
      at = contents + roundUp(size, 4);
    }
  }
  return undefined;
}
