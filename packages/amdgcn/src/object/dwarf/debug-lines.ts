/**
 * The source lines of an address of a code object, through inlining: its row of the line table, then the calls that are inlined
 * there, from the inside out.
 *
 *     0x1904     identity.h:30:26, kernel.hip:9:11
 */
import type { SourceLine } from '@ldscope/core';
import type { Elf } from '../elf.ts';
import { lastBefore } from '../last-before.ts';
import { type CompilationUnit, type InlinedCall, readUnits } from './inlined-calls.ts';
import { type LineRow, type LineTable, readLineTable } from './line-program.ts';

interface Sequence {
  readonly address: number;
  readonly end: number;
  readonly rows: readonly LineRow[];
  readonly table: LineTable;
  /** The calls that are inlined from an address on, the innermost first, up to the next entry. */
  readonly calls: readonly CallsFrom[];
}

interface CallsFrom {
  readonly address: number;
  readonly calls: readonly InlinedCall[];
}

export class DebugLines {
  readonly #sequences: readonly Sequence[];

  private constructor(sequences: readonly Sequence[]) {
    this.#sequences = sequences;
  }

  /** Of a linked code object with debug information; `undefined` where there is none. */
  static of({ linked, sections }: Elf): DebugLines | undefined {
    if (!linked) return undefined;
    const debug = new Map(
      sections
        .filter(({ name }) => name.startsWith('.debug_'))
        .map(({ name, bytes }) => [name.slice(1), bytes]),
    );
    const lines = debug.get('debug_line');
    if (lines === undefined) return undefined;
    const strings = { line: debug.get('debug_line_str'), text: debug.get('debug_str') };
    const sequences: Sequence[] = [];
    for (const unit of readUnits(debug)) {
      const table = readLineTable(lines, unit.lines, strings, unit.folder);
      if (table === undefined) continue;
      for (const each of sequencesOf(table, callsByAddress(unit))) sequences.push(each);
    }
    sequences.sort((a, b) => a.address - b.address);
    return sequences.length === 0 ? undefined : new DebugLines(sequences);
  }

  /** The lines of an address, the innermost function first; empty where none are known. */
  at(address: number): SourceLine[] {
    const sequence = this.#sequences[lastBefore(this.#sequences, address)];
    if (sequence === undefined || address >= sequence.end) return [];
    const { rows, table } = sequence;
    const row = rows[lastBefore(rows, address)];
    const inlined = sequence.calls[lastBefore(sequence.calls, address)]?.calls ?? [];
    return [...(row === undefined ? [] : [row]), ...inlined].flatMap((place) => {
      const file = fileOf(place, table);
      const { line, column } = place;
      return file === undefined || line === 0 ? [] : [{ file, line, column }];
    });
  }
}

/** Functions that are inlined in one another, at most: a compiler stops long before. */
const MOST_NESTED = 1000;

/** Where the list of calls changes, and the calls from there on. */
function callsByAddress({ calls }: CompilationUnit): CallsFrom[] {
  const changes = new Map<number, { opened: InlinedCall[]; closed: InlinedCall[] }>();
  const changeAt = (address: number): { opened: InlinedCall[]; closed: InlinedCall[] } => {
    const known = changes.get(address) ?? { opened: [], closed: [] };
    changes.set(address, known);
    return known;
  };
  for (const call of calls) {
    for (const [low, high] of call.ranges) {
      if (low >= high) continue;
      changeAt(low).opened.push(call);
      changeAt(high).closed.push(call);
    }
  }
  const open = new Set<InlinedCall>();
  return [...changes]
    .sort(([a], [b]) => a - b)
    .map(([address, { opened, closed }]) => {
      for (const call of closed) open.delete(call);
      for (const call of opened) if (open.size < MOST_NESTED) open.add(call);
      return { address, calls: [...open].sort((a, b) => b.depth - a.depth) };
    });
}

function fileOf({ file }: LineRow | InlinedCall, { files }: LineTable): string | undefined {
  const name = files[file];
  return name === '' ? undefined : name;
}

function sequencesOf(table: LineTable, calls: readonly CallsFrom[]): Sequence[] {
  const all: Sequence[] = [];
  let start = 0;
  for (const [index, { ends, address: end }] of table.rows.entries()) {
    if (!ends) continue;
    const rows = table.rows.slice(start, index);
    const address = rows[0]?.address ?? end;
    // Rows of functions that the linker took away begin at 0.
    if (address > 0) all.push({ address, end, rows, table, calls });
    start = index + 1;
  }
  return all;
}
