/**
 * The disassembly of a code object, as `llvm-objdump -d` prints it.
 *
 *     0000000000001900 <k>:
 *     	v_lshlrev_b32_e32 v1, 2, v0                                // 000000001900: 24020082
 *
 * Every executable section, headed by the functions that begin in it. Branches to a symbol have its name as operand,
 * others their target behind the words.
 * Zeros are left out where two words or more follow each other: they are padding.
 */
import { Decoder } from '../decode/decoder.ts';
import type { CodeObject } from './code-object.ts';
import { SHT_PROGBITS } from './elf.ts';
import type { ElfSection, ElfSymbol } from './elf.ts';
import { lastBefore } from './last-before.ts';
import { TextBytes } from './text-bytes.ts';

/** Where the address is in a line, behind the instruction. */
const COMMENT_COLUMN = 59;
/** Bytes of zeros that are padding. */
const PADDING = 8;

/** The disassembly; `undefined` for chips whose code is not decoded here. */
export function disassemble({ elf, target }: CodeObject): string | undefined {
  const decoder = target === undefined ? undefined : Decoder.of(target);
  if (decoder === undefined) return undefined;
  const listing = new TextBytes();
  listing.add('\ncode object:\tfile format elf64-amdgpu\n');
  for (const [number, section] of elf.sections.entries()) {
    if (!section.executable || section.type !== SHT_PROGBITS || section.bytes.length === 0)
      continue;
    const symbols = elf.symbols.filter(
      (symbol) => symbol.section === number && symbol.kind !== 'section' && symbol.name !== '',
    );
    const start = elf.linked ? section.address : 0;
    listing.add(`\nDisassembly of section ${section.name}:\n`);
    new SectionListing(section, start, symbols).addTo(listing, decoder);
  }
  return listing.toString();
}

class SectionListing {
  readonly #section: ElfSection;
  readonly #start: number;
  /** Symbols in order of their addresses; of those at one address the last by name heads it, as in LLVM. */
  readonly #symbols: readonly { readonly name: string; readonly address: number }[];
  /** The symbol that branches to an address name: the first by name. */
  readonly #names = new Map<number, string>();

  constructor(section: ElfSection, start: number, symbols: readonly ElfSymbol[]) {
    this.#section = section;
    this.#start = start;
    const heads = new Map([[start, section.name]]);
    const byName = symbols.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name, value } of byName) {
      heads.set(value, name);
      if (!this.#names.has(value)) this.#names.set(value, name);
    }
    this.#symbols = [...heads]
      .map(([address, name]) => ({ name, address }))
      .sort((one, other) => one.address - other.address);
  }

  addTo(listing: TextBytes, decoder: Decoder): void {
    const { bytes } = this.#section;
    decoder.open(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let next = 0;
    for (let at = 0; at + 4 <= bytes.length;) {
      const address = this.#start + at;
      const symbol = this.#symbols[next];
      if (symbol !== undefined && symbol.address <= address) {
        listing.add(`\n${symbol.address.toString(16).padStart(16, '0')} <${symbol.name}>:\n`);
        while ((this.#symbols[next]?.address ?? Infinity) <= address) next++;
      }
      const end = Math.min(bytes.length, (this.#symbols[next]?.address ?? Infinity) - this.#start);
      const zeros = zerosAt(bytes, at, end);
      if (zeros >= PADDING) {
        listing.add('\t\t...\n');
        at += zeros & ~3;
        continue;
      }
      let text = decoder.textAt(at);
      let target = '';
      if (text.startsWith('s_') && /^s_(c?branch|call)/.test(text)) {
        const goesTo = address + 4 + 4 * view.getInt16(at, true);
        const name = this.#names.get(goesTo);
        if (name === undefined) target = this.#placeText(goesTo);
        else text = text.replace(/\d+$/, () => name);
      }
      const line = listing.length;
      listing.add(`\t${text}`);
      listing.padTo(line + 1 + COMMENT_COLUMN);
      listing.add('// ');
      listing.hexadecimal(address, 12);
      listing.add(':');
      for (let offset = 0; offset < decoder.size; offset += 4) {
        listing.add(' ');
        listing.hexadecimal(view.getUint32(at + offset, true), 8);
      }
      listing.add(`${target}\n`);
      at += decoder.size;
    }
  }

  /** An address in the section, as a distance from a symbol. */
  #placeText(target: number): string {
    const found = this.#symbols[lastBefore(this.#symbols, target)];
    if (found === undefined) return '';
    const distance = target - found.address;
    return ` <${found.name}${distance === 0 ? '' : `+0x${distance.toString(16)}`}>`;
  }
}

/** How many zeros there are from an offset on. */
function zerosAt(bytes: Uint8Array, at: number, end: number): number {
  let last = at;
  while (last < end && bytes[last] === 0) last++;
  return last - at;
}
