/**
 * The line table of a compilation unit: which line each address is of.
 *
 *     .debug_line     address 0x1904   file 1   line 30   column 26
 *                     address 0x1910   file 0   line 9    column 11     until the next row
 *
 * Source: DWARF 5, section 6.2; versions 2 to 5.
 */
import { Cursor } from './cursor.ts';
import { Form, readForm } from './forms.ts';

export interface LineRow {
  readonly address: number;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  /** The addresses of a sequence end here. */
  readonly ends: boolean;
}

export interface LineTable {
  /** Paths by number. */
  readonly files: readonly string[];
  /** By address, sequence after sequence. */
  readonly rows: readonly LineRow[];
}

/** The sections that names of files may be in. */
export interface LineStrings {
  readonly line?: Uint8Array | undefined;
  readonly text?: Uint8Array | undefined;
}

/** Rows of a table above this are not read: a kernel has some thousands. */
const MOST_ROWS = 2_000_000;
/** Folders or files of a table; an entry may take no bytes at all. */
const MOST_NAMES = 100_000;

/** Reads the table at an offset of `.debug_line`; `undefined` where there is none. */
export function readLineTable(
  section: Uint8Array,
  offset: number,
  strings: LineStrings,
  folder: string,
): LineTable | undefined {
  const opening = new Cursor(section, offset);
  const { offsetSize, end } = opening.unit();
  const cursor = new Cursor(section, opening.at, end);
  const version = cursor.unsigned(2);
  if (opening.failed || version < 2 || version > 5) return undefined;
  const addressSize = version >= 5 ? cursor.unsigned(1) : 8;
  if (version >= 5) cursor.skip(1);
  const headerLength = cursor.unsigned(offsetSize);
  const program = cursor.at + headerLength;
  const minimum = cursor.unsigned(1);
  if (version >= 4) cursor.skip(1);
  cursor.skip(1);
  const lineBase = cursor.signedByte();
  const lineRange = cursor.unsigned(1);
  const opcodeBase = cursor.unsigned(1);
  const lengths = Array.from({ length: Math.max(opcodeBase - 1, 0) }, () => cursor.unsigned(1));
  const format = { version, offsetSize, addressSize };
  const files = version >= 5 ? namesOf5(cursor, format, strings) : namesOf4(cursor, folder);
  if (cursor.failed || lineRange === 0) return undefined;
  cursor.at = program;
  const rows: LineRow[] = [];
  let address = 0;
  let file = 1;
  let line = 1;
  let column = 0;
  const push = (ends: boolean): void => void rows.push({ address, file, line, column, ends });
  while (!cursor.atEnd && rows.length < MOST_ROWS) {
    const opcode = cursor.unsigned(1);
    if (opcode >= opcodeBase) {
      const step = opcode - opcodeBase;
      address += Math.floor(step / lineRange) * minimum;
      line += lineBase + (step % lineRange);
      push(false);
      continue;
    }
    switch (opcode) {
      case 0: {
        const size = cursor.uleb();
        const next = cursor.at + size;
        const extended = cursor.unsigned(1);
        if (extended === 1) {
          push(true);
          [address, file, line, column] = [0, 1, 1, 0];
        } else if (extended === 2) address = cursor.unsigned(Math.min(size - 1, 8));
        cursor.at = cursor.failed ? cursor.at : next;
        break;
      }
      case 1:
        push(false);
        break;
      case 2:
        address += cursor.uleb() * minimum;
        break;
      case 3:
        line += cursor.sleb();
        break;
      case 4:
        file = cursor.uleb();
        break;
      case 5:
        column = cursor.uleb();
        break;
      case 8:
        address += Math.floor((255 - opcodeBase) / lineRange) * minimum;
        break;
      case 9:
        address += cursor.unsigned(2);
        break;
      default:
        // Flags, and what a later version may add: operands are skipped.
        for (let i = 0; i < (lengths[opcode - 1] ?? 0); i++) cursor.uleb();
    }
  }
  return { files, rows };
}

/** Folders end with a zero, and so do files; both count from 1. */
function namesOf4(cursor: Cursor, folder: string): string[] {
  const folders = [folder];
  while (!cursor.failed) {
    const name = cursor.text();
    if (name === '') break;
    folders.push(pathOf(folder, name));
  }
  const files = [''];
  while (!cursor.failed) {
    const name = cursor.text();
    if (name === '') break;
    const number = cursor.uleb();
    cursor.uleb();
    cursor.uleb();
    files.push(pathOf(folders[number] ?? '', name));
  }
  return files;
}

/** Folders and files are tables whose columns have forms; both count from 0. */
function namesOf5(
  cursor: Cursor,
  format: Parameters<typeof readForm>[2],
  strings: LineStrings,
): string[] {
  const table = (): { readonly name: string; readonly folder: number }[] => {
    const columns = Array.from({ length: cursor.unsigned(1) }, () => [
      cursor.uleb(),
      cursor.uleb(),
    ]);
    const count = Math.min(cursor.uleb(), MOST_NAMES);
    const entries: { name: string; folder: number }[] = [];
    for (let i = 0; i < count && !cursor.failed; i++) {
      const entry = { name: '', folder: 0 };
      for (const [kind, form = 0] of columns) {
        const { number, text } = readForm(cursor, form, format);
        if (kind === 1) entry.name = text ?? stringAt(form, number, strings);
        else if (kind === 2) entry.folder = number;
      }
      entries.push(entry);
    }
    return entries;
  };
  const folders = table();
  const compiled = folders[0]?.name ?? '';
  return table().map(({ name, folder }) =>
    pathOf(pathOf(compiled, folders[folder]?.name ?? ''), name),
  );
}

function stringAt(form: number, offset: number, { line, text }: LineStrings): string {
  const section = form === Form.line_strp ? line : form === Form.strp ? text : undefined;
  return section === undefined ? '' : new Cursor(section, offset).text();
}

/** A path in a folder; `.` is the folder itself. */
function pathOf(folder: string, name: string): string {
  if (folder === '' || folder === '.' || name.startsWith('/')) return name;
  const inside = name.replace(/^(\.\/)+/, '');
  const base = folder.replace(/\/$/, '');
  return inside === '' || inside === '.' ? base : `${base}/${inside}`;
}
