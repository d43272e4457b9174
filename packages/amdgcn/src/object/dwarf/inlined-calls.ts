/**
 * Which functions are inlined where: `DW_TAG_inlined_subroutine` entries of `.debug_info`, with their addresses and the line of the
 * call.
 *
 * Source: DWARF 5, sections 2.17 (ranges), 3.3.8 (inlined subroutines), 7.5 (encodings); versions 4 and 5.
 */
import { Cursor } from './cursor.ts';
import { type FormValue, isAddressIndex, readForm, Form, type UnitFormat } from './forms.ts';

/** Sections by name, without the dot: `debug_info`. */
export type DebugSections = ReadonlyMap<string, Uint8Array>;

export interface InlinedCall {
  /** Pairs of first address and the one behind the last. */
  readonly ranges: readonly (readonly [low: number, high: number])[];
  /** How deep it is nested: callees are deeper than their callers. */
  readonly depth: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

export interface CompilationUnit {
  /** Its line table, in `.debug_line`. */
  readonly lines: number;
  readonly folder: string;
  readonly calls: readonly InlinedCall[];
}

const Attribute = {
  stmtList: 0x10,
  lowPc: 0x11,
  highPc: 0x12,
  compDir: 0x1b,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
  strOffsetsBase: 0x72,
  addrBase: 0x73,
  rnglistsBase: 0x74,
} as const;

const INLINED = 0x1d;
const MOST_ENTRIES = 5_000_000;
/** Ranges of one entry that are read. */
const MOST_RANGES = 10_000;

interface Abbreviation {
  readonly tag: number;
  readonly children: boolean;
  readonly attributes: readonly (readonly [name: number, form: number, implicit: number])[];
}

/** The units of `.debug_info`. */
export function readUnits(sections: DebugSections): CompilationUnit[] {
  const info = sections.get('debug_info');
  const abbreviations = sections.get('debug_abbrev');
  if (info === undefined || abbreviations === undefined) return [];
  const units: CompilationUnit[] = [];
  // Units share tables of abbreviations.
  const tables = new Map<number, ReadonlyMap<number, Abbreviation>>();
  const abbreviationsAt = (offset: number): ReadonlyMap<number, Abbreviation> => {
    const known = tables.get(offset) ?? readAbbreviations(new Cursor(abbreviations, offset));
    tables.set(offset, known);
    return known;
  };
  for (let at = 0; at < info.length;) {
    const opening = new Cursor(info, at);
    const { offsetSize, end } = opening.unit();
    if (opening.failed || end <= at || end > info.length) break;
    const unit = readUnit(new Cursor(info, opening.at, end), offsetSize, abbreviationsAt, sections);
    if (unit !== undefined) units.push(unit);
    at = end;
  }
  return units;
}

function readUnit(
  cursor: Cursor,
  offsetSize: 4 | 8,
  abbreviationsAt: (offset: number) => ReadonlyMap<number, Abbreviation>,
  sections: DebugSections,
): CompilationUnit | undefined {
  const version = cursor.unsigned(2);
  if (version < 4 || version > 5) return undefined;
  // Version 5 has its kind, and the size of addresses first. Kind 1 is a compilation unit.
  const kind = version === 5 ? cursor.unsigned(1) : 1;
  let addressSize = version === 5 ? cursor.unsigned(1) : 8;
  const table = cursor.unsigned(offsetSize);
  if (version < 5) addressSize = cursor.unsigned(1);
  if (kind !== 1 || cursor.failed) return undefined;
  const abbreviations = abbreviationsAt(table);
  const format = { version, offsetSize, addressSize };
  const calls: InlinedCall[] = [];
  let ranges = new Ranges(sections, format, new Map());
  let lines = -1;
  let folder = '';
  for (let depth = 0, count = 0; !cursor.atEnd && count < MOST_ENTRIES; count++) {
    const code = cursor.uleb();
    if (code === 0) {
      if (--depth <= 0) break;
      continue;
    }
    const abbreviation = abbreviations.get(code);
    if (abbreviation === undefined) break;
    const { tag, children, attributes } = abbreviation;
    const values = new Map<number, FormValue>();
    for (const [name, form, implicit] of attributes) {
      values.set(name, readForm(cursor, form, format, implicit));
    }
    if (cursor.failed) break;
    const numberOf = (name: number): number => values.get(name)?.number ?? 0;
    if (count === 0) {
      lines = values.has(Attribute.stmtList) ? numberOf(Attribute.stmtList) : -1;
      folder = folderOf(values, sections, offsetSize);
      ranges = new Ranges(sections, format, values);
    } else if (tag === INLINED) {
      calls.push({
        ranges: ranges.of(values),
        depth,
        file: numberOf(Attribute.callFile),
        line: numberOf(Attribute.callLine),
        column: numberOf(Attribute.callColumn),
      });
    }
    if (children) depth++;
    else if (depth === 0) break;
  }
  return lines < 0 ? undefined : { lines, folder, calls };
}

function readAbbreviations(cursor: Cursor): ReadonlyMap<number, Abbreviation> {
  const all = new Map<number, Abbreviation>();
  while (!cursor.atEnd) {
    const code = cursor.uleb();
    if (code === 0) break;
    const tag = cursor.uleb();
    const children = cursor.unsigned(1) !== 0;
    const attributes: [number, number, number][] = [];
    while (!cursor.failed) {
      const name = cursor.uleb();
      const form = cursor.uleb();
      const implicit = form === Form.implicitConst ? cursor.sleb() : 0;
      if (form === 0) break;
      attributes.push([name, form, implicit]);
    }
    all.set(code, { tag, children, attributes });
  }
  return all;
}

/** Where the compiler ran: what relative paths of version 4 begin at. */
function folderOf(
  values: ReadonlyMap<number, FormValue>,
  sections: DebugSections,
  offsetSize: 4 | 8,
): string {
  const value = values.get(Attribute.compDir);
  if (value === undefined) return '';
  if (value.text !== undefined) return value.text;
  const texts = sections.get(value.form === Form.line_strp ? 'debug_line_str' : 'debug_str');
  if (texts === undefined) return '';
  if (value.form === Form.line_strp || value.form === Form.strp) {
    return new Cursor(texts, value.number).text();
  }
  // The form is an index into a table of offsets, which begins at the unit's base.
  const offsets = sections.get('debug_str_offsets');
  const base = values.get(Attribute.strOffsetsBase)?.number ?? 0;
  if (offsets === undefined) return '';
  const offset = new Cursor(offsets, base + offsetSize * value.number).unsigned(offsetSize);
  return new Cursor(texts, offset).text();
}

/** The addresses of entries of one unit. */
class Ranges {
  readonly #sections: DebugSections;
  readonly #format: UnitFormat;
  readonly #addressBase: number;
  readonly #listBase: number;
  readonly #low: number;

  constructor(sections: DebugSections, format: UnitFormat, unit: ReadonlyMap<number, FormValue>) {
    this.#sections = sections;
    this.#format = format;
    this.#addressBase = unit.get(Attribute.addrBase)?.number ?? 0;
    this.#listBase = unit.get(Attribute.rnglistsBase)?.number ?? 0;
    const low = unit.get(Attribute.lowPc);
    this.#low = low === undefined ? 0 : this.#address(low);
  }

  of(values: ReadonlyMap<number, FormValue>): (readonly [number, number])[] {
    const list = values.get(Attribute.ranges);
    if (list !== undefined)
      return this.#format.version === 5 ? this.#list5(list) : this.#list4(list);
    const first = values.get(Attribute.lowPc);
    const last = values.get(Attribute.highPc);
    if (first === undefined || last === undefined) return [];
    const low = this.#address(first);
    // A constant is the size.
    const isAddress = last.form === Form.addr || isAddressIndex(last.form);
    return [[low, isAddress ? this.#address(last) : low + last.number]];
  }

  #address({ form, number }: FormValue): number {
    return isAddressIndex(form) ? this.#indexed(number) : number;
  }

  #indexed(index: number): number {
    const section = this.#sections.get('debug_addr');
    const { addressSize } = this.#format;
    if (section === undefined) return 0;
    return new Cursor(section, this.#addressBase + index * addressSize).unsigned(addressSize);
  }

  #list4({ number }: FormValue): (readonly [number, number])[] {
    const section = this.#sections.get('debug_ranges');
    if (section === undefined) return [];
    const { addressSize } = this.#format;
    const cursor = new Cursor(section, number);
    const found: (readonly [number, number])[] = [];
    let base = this.#low;
    const largest = 2 ** (8 * addressSize) - 1;
    while (!cursor.atEnd && found.length < MOST_RANGES) {
      const low = cursor.unsigned(addressSize);
      const high = cursor.unsigned(addressSize);
      if (low === 0 && high === 0) break;
      if (low >= largest) base = high;
      else found.push([base + low, base + high]);
    }
    return found;
  }

  #list5({ form, number }: FormValue): (readonly [number, number])[] {
    const section = this.#sections.get('debug_rnglists');
    if (section === undefined) return [];
    const { addressSize, offsetSize } = this.#format;
    const start =
      form === Form.rnglistx
        ? this.#listBase +
          new Cursor(section, this.#listBase + number * offsetSize).unsigned(offsetSize)
        : number;
    const cursor = new Cursor(section, start);
    const found: (readonly [number, number])[] = [];
    let base = this.#low;
    while (!cursor.atEnd && found.length < MOST_RANGES) {
      switch (cursor.unsigned(1)) {
        case 1:
          base = this.#indexed(cursor.uleb());
          break;
        case 2:
          found.push([this.#indexed(cursor.uleb()), this.#indexed(cursor.uleb())]);
          break;
        case 3: {
          const low = this.#indexed(cursor.uleb());
          found.push([low, low + cursor.uleb()]);
          break;
        }
        case 4:
          found.push([base + cursor.uleb(), base + cursor.uleb()]);
          break;
        case 5:
          base = cursor.unsigned(addressSize);
          break;
        case 6:
          found.push([cursor.unsigned(addressSize), cursor.unsigned(addressSize)]);
          break;
        case 7: {
          const low = cursor.unsigned(addressSize);
          found.push([low, low + cursor.uleb()]);
          break;
        }
        default:
          return found;
      }
    }
    return found;
  }
}
