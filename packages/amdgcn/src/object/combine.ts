/**
 * Joins a code object with its disassembly: instructions from the text, all else from the file.
 *
 * Data sections keep their bytes and symbols; addresses in them become relocations, and addresses that the code makes
 * (`s_getpc_b64`) become symbols, because code and data get new addresses when they are executed.
 */
import type { Diagnostic, SourceLine } from '@ldscope/core';
import type { AddressSymbol, CodeRelocations } from '../text/addresses.ts';
import { parseDisassembly } from '../text/disassembly.ts';
import type { Expression } from '../text/expression.ts';
import { finish } from '../text/finish.ts';
import { dataLimit } from '../text/limits.ts';
import type { Program } from '../text/program.ts';
import type { Section } from '../text/sections.ts';
import { Assembly } from '../text/state.ts';
import type { CodeObject } from './code-object.ts';
import { DebugLines } from './dwarf/debug-lines.ts';
import { readRelocations, SHT_NOBITS, SHT_PROGBITS, SHT_RELA } from './elf.ts';
import type { Elf, ElfRelocation, ElfSection } from './elf.ts';
import { lastBefore } from './last-before.ts';

/** Relocations that matter; source: LLVM, "User Guide for AMDGPU Backend", Relocation Records. */
const codeRelocations: Readonly<Record<number, string>> = {
  1: 'abs32@lo',
  2: 'abs32@hi',
  4: 'rel32',
  6: 'abs32',
  8: 'gotpcrel32@lo',
  9: 'gotpcrel32@hi',
  10: 'rel32@lo',
  11: 'rel32@hi',
};
const R_AMDGPU_ABS64 = 3;
const R_AMDGPU_ABS32 = 6;
const R_AMDGPU_RELATIVE64 = 13;

/** Makes a program. `disassembly` is the output of `disassemble` or `llvm-objdump -d`. */
export function combine(
  codeObject: CodeObject,
  disassembly: string,
): { readonly program: Program; readonly diagnostics: readonly Diagnostic[] } {
  const assembly = new Assembly(disassembly, '');
  const { elf } = codeObject;
  assembly.target = codeObject.target;
  for (const kernel of codeObject.metadata) assembly.metadata.push(kernel);
  for (const { name, descriptor } of codeObject.kernels) {
    const span = { start: 0, end: 0 };
    const values = new Map(
      [...descriptor].map(([key, value]) => [
        key,
        { expression: { kind: 'number', value: BigInt(value) } as const, span },
      ]),
    );
    assembly.descriptors.push({ name, span, values });
  }
  const placed = new Map<number, Section>();
  for (const [number, section] of elf.sections.entries()) {
    const made = placeData(assembly, section);
    if (made !== undefined) placed.set(number, made);
  }
  const symbolAt = placeSymbols(assembly, elf, placed);
  const relocations: CodeRelocations = new Map();
  const addresses = new DataRelocations(elf, placed, symbolAt);
  for (const table of elf.sections) {
    if (table.type !== SHT_RELA) continue;
    for (const relocation of readRelocations(elf, table)) {
      const target = elf.sections[table.info];
      if (!elf.linked && target?.executable === true) relocateCode(elf, relocations, relocation);
      else addresses.add(relocation, table.info);
    }
  }
  // Sections of an object that is not linked all begin at 0.
  const oneCode = elf.linked || elf.sections.filter(({ executable }) => executable).length === 1;
  const functions = elf.symbols
    .filter(
      ({ section, kind }) =>
        kind !== 'section' && oneCode && elf.sections[section]?.executable === true,
    )
    .map(({ name, value }) => ({ name, address: value }));
  const debug = DebugLines.of(elf);
  const linesAt = debug && ((address: number): readonly SourceLine[] => debug.at(address));
  parseDisassembly(assembly, { symbolAt, relocations, functions, linesAt });
  return { program: finish(assembly), diagnostics: assembly.diagnostics };
}

/** Copies the bytes of a section that is loaded and is not code. */
function placeData(assembly: Assembly, section: ElfSection): Section | undefined {
  const { type, allocated, executable, name, size, bytes } = section;
  if (!allocated || executable || size === 0) return undefined;
  if (type !== SHT_PROGBITS && type !== SHT_NOBITS) return undefined;
  if (name === '.relro_padding' || size > dataLimit || !assembly.takeData(size)) return undefined;
  const made = assembly.findSection(name, 'a');
  const offset = made.reserve(size);
  made.view(offset, bytes.length).set(bytes);
  return made;
}

/** Defines the symbols of data; returns a function that finds the symbol before an address. */
function placeSymbols(
  assembly: Assembly,
  elf: Elf,
  placed: ReadonlyMap<number, Section>,
): AddressSymbol {
  const { table } = assembly.symbols;
  const known: { readonly name: string; readonly section: Section; readonly address: number }[] =
    [];
  const define = (number: number, section: Section, name: string, offset: number): void => {
    if (table.has(name)) return;
    table.set(name, { kind: 'place', place: { section, area: 'data', position: offset } });
    known.push({ name, section, address: addressOf(elf, number) + offset });
  };
  for (const symbol of elf.symbols) {
    const section = placed.get(symbol.section);
    if (section === undefined || symbol.name === '' || symbol.kind === 'section') continue;
    const offset = symbol.value - addressOf(elf, symbol.section);
    if (offset >= 0 && offset <= section.length)
      define(symbol.section, section, symbol.name, offset);
  }
  for (const [number, section] of placed) define(number, section, section.name, 0);
  // At one address the symbol goes behind the name of the section, so that it is found first.
  known.sort(
    (one, other) => one.address - other.address || (one.name === one.section.name ? -1 : 1),
  );
  return (address) => {
    const found = elf.linked ? known[lastBefore(known, address)] : undefined;
    if (found === undefined) return undefined;
    const place = table.get(found.name);
    const start = place?.kind === 'place' ? place.place.position : 0;
    const addend = address - found.address;
    return start + addend < found.section.length ? { name: found.name, addend } : undefined;
  };
}

/** The address of a section; 0 in an object that is not linked. */
const addressOf = (elf: Elf, section: number): number =>
  elf.linked ? (elf.sections[section]?.address ?? 0) : 0;

/** A relocation of code belongs to the constant four bytes into its instruction. */
function relocateCode(elf: Elf, relocations: CodeRelocations, relocation: ElfRelocation): void {
  const { symbol, addend, type, offset } = relocation;
  const name = codeRelocations[type];
  if (symbol === undefined || name === undefined) return;
  const code = symbol.kind === 'section' && elf.sections[symbol.section]?.executable === true;
  relocations.set(offset - 4, { name: symbol.name, addend, relocation: name, code });
}

/** Data that holds addresses: which section an address is in, and the functions at addresses. */
class DataRelocations {
  readonly #elf: Elf;
  readonly #symbolAt: AddressSymbol;
  readonly #functions = new Map<number, string>();
  readonly #sections: {
    readonly number: number;
    readonly address: number;
    readonly section: Section;
  }[];

  constructor(elf: Elf, placed: ReadonlyMap<number, Section>, symbolAt: AddressSymbol) {
    this.#elf = elf;
    this.#symbolAt = symbolAt;
    for (const { kind, value, name } of elf.symbols)
      if (kind === 'function' && !this.#functions.has(value)) this.#functions.set(value, name);
    this.#sections = [...placed]
      .map(([number, section]) => ({ number, address: addressOf(elf, number), section }))
      .sort((one, other) => one.address - other.address);
  }

  /** Adds a relocation, of section `inside` when the object is not linked. */
  add({ type, offset, addend, symbol }: ElfRelocation, inside: number): void {
    const known =
      type === R_AMDGPU_ABS64 || type === R_AMDGPU_ABS32 || type === R_AMDGPU_RELATIVE64;
    if (!known) return;
    const bytes = type === R_AMDGPU_ABS32 ? 4 : 8;
    const target = symbol === undefined ? this.#find(addend) : { name: symbol.name, addend };
    const place = this.#elf.linked
      ? this.#sections[lastBefore(this.#sections, offset)]
      : this.#sections.find(({ number }) => number === inside);
    if (target === undefined || place === undefined) return;
    const at = offset - place.address;
    if (at < 0 || at + bytes > place.section.length) return;
    const expression: Expression = {
      kind: 'binary',
      operator: '+',
      left: { kind: 'symbol', name: target.name },
      right: { kind: 'number', value: BigInt(target.addend) },
    };
    place.section.pending.push({ offset: at, bytes, expression, span: { start: 0, end: 0 } });
  }

  #find(address: number): ReturnType<AddressSymbol> {
    const name = this.#functions.get(address);
    return name === undefined ? this.#symbolAt(address) : { name, addend: 0 };
  }
}
