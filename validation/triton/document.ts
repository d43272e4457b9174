/**
 * The tables of all matmuls as one document: what is not conflict-free and why, the rules that this rests on, and a
 * block of lines per matmul.
 */
import { groupBy, sum } from '@ldscope/core';
import { inputText } from '../base/inputs.ts';
import { grouped } from '../base/markdown.ts';
import { filled } from '../base/template.ts';
import type { Comparison } from './compare.ts';
import { constant, STEPS } from './kernels.ts';
import type { Reason } from './reasons.ts';
import { alignColumns } from './columns.ts';
import type { MatmulTable, TableRow } from './table.ts';
import { numberAt, objectAt, textAt } from '../base/json.ts';

/** A reason with everything that has it. */
interface Note {
  readonly number: number;
  readonly reason: Reason;
  readonly cases: { readonly table: MatmulTable; readonly row: TableRow }[];
}

/** The document, in Markdown. */
export function printDocument(
  tables: readonly MatmulTable[],
  comparisons: readonly Comparison[],
): string {
  const notes = collectNotes(tables);
  const byChip = groupBy(tables, ({ matmul }) => matmul.chip);
  const chips = [...byChip].map(([chip, own]) =>
    [
      `## ${chip}`,
      fenced(rules(own)),
      ...own.map((table) => fenced(printTable(table, notes))),
    ].join('\n\n'),
  );
  return filled(inputText('triton/document.md.in'), {
    steps: STEPS,
    summary: fenced(summary(tables)),
    causes: fenced(causeTable(notes.values())),
    notes: [...notes.values()].map(printNote).join('\n\n'),
    ...agreement(tables),
    ...allKernels(comparisons),
    chips: chips.join('\n\n'),
  });
}

type Values = Readonly<Record<string, string | number>>;

export const fenced = (lines: readonly string[]): string => ['```text', ...lines, '```'].join('\n');

/** Reasons with one key are told once. */
const keyOf = ({ coverage, causes }: Reason): string =>
  [coverage, ...causes.map(({ text }) => text)].join('\n');

/** `More rows than XORs; perPhase rows ...`. */
function titleOf({ causes }: Reason): string {
  const title = causes.map((cause) => cause.title).join('; ');
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** The titles of the notes, with what they cost. */
function causeTable(notes: Iterable<Note>): string[] {
  const lines = [...groupBy(notes, ({ reason }) => titleOf(reason))].map(([title, own]) => {
    const cases = own.flatMap((note) => note.cases);
    const conflicts = sum(cases.map(({ row }) => row.conflicts));
    const numbers = own.map(({ number }) => number).join(', ');
    return { conflicts, cells: [title, `${cases.length}`, grouped(conflicts), numbers] };
  });
  const cells = lines.sort((a, b) => b.conflicts - a.conflicts).map((line) => line.cells);
  return alignColumns([['', 'lines', 'conflict', 'notes'], ...cells], new Set([1, 2]));
}

function collectNotes(tables: readonly MatmulTable[]): Map<string, Note> {
  const cases = tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const { reason } = row;
      return reason === undefined ? [] : [{ table, row, reason }];
    }),
  );
  return new Map(
    [...groupBy(cases, ({ reason }) => keyOf(reason))].flatMap(([key, own], at) =>
      own.slice(0, 1).map(({ reason }) => [key, { number: at + 1, reason, cases: own }] as const),
    ),
  );
}

const encodingOf = ({ placed }: MatmulTable, operand: string): string =>
  placed.find(({ buffer }) => buffer.operand === operand)?.buffer.encodingText ?? '';

function printNote({ number, reason, cases }: Note): string {
  const list = cases.map(({ table: { matmul }, row }) => [
    `  ${matmul.chip} ${matmul.name}`,
    row.operand,
    row.instruction,
    `${row.ways} ways`,
    grouped(row.conflicts),
  ]);
  const encodings = new Set(cases.map(({ table, row }) => encodingOf(table, row.operand)));
  return [
    `**${number}. ${titleOf(reason)}.** ${[reason.coverage, ...reason.causes.map(({ text }) => text)].join(' ')}`,
    '',
    fenced([
      ...alignColumns(list, new Set([3, 4])),
      ...[...encodings].map((encoding) => `  ${encoding}`),
      `  first: ${reason.example}`,
    ]),
  ].join('\n');
}

/** Buffers by chip, kind of encoding and direction. */
function summary(tables: readonly MatmulTable[]): string[] {
  const all = tables.flatMap(({ matmul, placed, rows }) =>
    placed.flatMap(({ buffer: { operand, encoding } }) =>
      (['write', 'read'] as const).map((direction) => ({
        key: [
          matmul.chip,
          encoding.maxPhase === 1 ? `${encoding.kind}, maxPhase = 1` : encoding.kind,
          direction,
        ].join('|'),
        rows: rows.filter((row) => row.operand === operand && row.direction === direction),
      })),
    ),
  );
  const lines = [...groupBy(all, ({ key }) => key)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const free = group.filter((one) => one.rows.every(({ conflicts }) => conflicts === 0));
      const rows = group.flatMap((one) => one.rows);
      return [
        ...key.split('|'),
        `${free.length} of ${group.length}`,
        grouped(sum(rows.map(({ idealCycles }) => idealCycles))),
        grouped(sum(rows.map(({ conflicts }) => conflicts))),
      ];
    });
  const heads = ['chip', 'encoding', '', 'conflict-free', 'ideal', 'conflict'];
  return alignColumns([heads, ...lines], new Set([3, 4, 5]));
}

function agreement(tables: readonly MatmulTable[]): Values {
  const all = tables.flatMap((table) => table.checks.map((check) => ({ table, check })));
  const wrong = all.filter(({ check }) => !check.agrees);
  return {
    matched: grouped(sum(all.map(({ check }) => check.agreement.matched))),
    rows: grouped(sum(all.map(({ check }) => check.agreement.rows))),
    good: all.length - wrong.length,
    checks: all.length,
    bad: wrong
      .map(({ table: { matmul }, check }) => `- not: ${matmul.chip} ${matmul.name}, ${check.of}`)
      .join('\n'),
  };
}

const total = (comparisons: readonly Comparison[], of: (one: Comparison) => number): string =>
  grouped(sum(comparisons.map(of)));

/** What the layouts of every kernel say, against its run. */
function allKernels(comparisons: readonly Comparison[]): Values {
  const groups = groupBy(
    comparisons,
    (one) => `${one.kernel.chip}|${one.kernel.name.split('-')[0] ?? ''}`,
  );
  const heads = ['chip', 'kernels', '', 'accesses', 'lane-exact', 'said', 'ran', 'same memory'];
  const lines = [...groups].map(([key, group]) => {
    const [chip = '', name = ''] = key.split('|');
    const same = group.filter(
      ({ kernel, ldsBytes }) => numberAt(kernel.options, 'shared') === ldsBytes,
    );
    return [
      chip,
      name,
      `${group.length}`,
      total(group, ({ rows }) => rows),
      total(group, ({ exact }) => exact),
      total(group, ({ said }) => said),
      total(group, ({ ran }) => ran),
      `${same.length} of ${group.length}`,
    ];
  });
  const reasons = new Map<string, number>();
  for (const { reasons: own } of comparisons)
    for (const [reason, rows] of own) reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
  return {
    exact: total(comparisons, ({ exact }) => exact),
    accesses: total(comparisons, ({ rows }) => rows),
    reasons: [...reasons].map(([reason, number]) => `- ${grouped(number)} ${reason}.`).join('\n'),
    printedBack: total(comparisons, ({ printedBack }) => printedBack),
    layouts: total(comparisons, ({ layouts }) => layouts),
    kernels: fenced(alignColumns([heads, ...lines], new Set([2, 3, 4, 5, 6]))),
  };
}

/** The service rules that the numbers of a chip rest on. */
function rules(tables: readonly MatmulTable[]): string[] {
  const rows = tables.flatMap((table) => table.rows);
  const byText = groupBy(
    rows,
    ({ rule: { phases, banks, evidence, source, otherReading, note } }) =>
      [
        `  ${phases.title}, ${banks} banks, ${evidence}${otherReading === undefined ? '' : ` (also: ${otherReading})`}: ${source}`,
        ...(note === undefined ? [] : [`  ${note}`]),
      ].join('\n'),
  );
  return [...byText].flatMap(([text, own]) => {
    const names = new Set(own.map(({ instruction }) => instruction));
    return [[...names].sort().join(', '), text];
  });
}

function printTable(table: MatmulTable, notes: ReadonlyMap<string, Note>): string[] {
  const { matmul, placed, rows } = table;
  const limit = matmul.machine.sharedMemory.bytesPerWorkgroup.value;
  const shared = numberAt(matmul.options, 'shared') ?? 0;
  const other = rows.some(({ otherConflicts }) => otherConflicts !== undefined);
  const model = rows.find(({ rule }) => rule.otherReading !== undefined)?.rule.otherReading ?? '';
  return [
    matmul.name,
    `  ${describe(table)}`,
    ...(shared > limit
      ? [
          `  asks for ${shared} B of LDS where a workgroup can have ${limit} B: it cannot be launched`,
        ]
      : []),
    ...placed.flatMap(({ buffer, baseBytes }) => {
      const own = rows.filter(({ operand }) => operand === buffer.operand);
      const [height, width] = buffer.shape;
      const tiles = buffer.stages === 1 ? '' : `${buffer.stages} x `;
      const heads = ['', '', 'source', 'sites', 'runs', 'ideal', 'cycles', 'conflict', 'ways'];
      return [
        '',
        `  ${buffer.operand}  ${tiles}${height}x${width}x${buffer.element} at ${baseBytes}: ${buffer.encodingText}`,
        `     written from ${buffer.storedText}`,
        `     read as ${buffer.loadedText}`,
        ...alignColumns(
          [
            [...heads, ...(other ? [model] : []), 'note'],
            ...own.map((row) => line(row, other, notes)),
          ],
          new Set([3, 4, 5, 6, 7, 8, ...(other ? [9] : [])]),
        ).map((text) => `     ${text}`),
      ];
    }),
    ...remarks(table),
  ];
}

function describe({ matmul, placed }: MatmulTable): string {
  const size = (name: string): number => constant(matmul, name);
  const { options } = matmul;
  const set = objectAt(options, 'options');
  const types = objectAt(options, 'args');
  const type = (name: string): string => textAt(types, name)?.replace('*', '') ?? '';
  const loaded = placed.find(({ buffer }) => buffer.operand === 'A')?.buffer.loaded;
  const product =
    loaded?.parent.kind === 'amd_mfma'
      ? [`mfma ${loaded.parent.instrShape.join('x')}, kWidth ${loaded.kWidth ?? ''}`]
      : [];
  const nonK = numberAt(set, 'matrix_instr_nonkdim') ?? 0;
  return [
    `tile ${size('BM')}x${size('BN')}x${size('BK')}`,
    type('a_ptr'),
    `A ${size('sam') === 1 ? 't' : 'n'}`,
    `B ${size('sbk') === 1 ? 't' : 'n'}`,
    `num_stages ${numberAt(set, 'num_stages') ?? ''}`,
    `matrix_instr_nonkdim ${nonK === 0 ? 'not set' : nonK}`,
    `kpack ${numberAt(set, 'kpack') ?? 'not set'}`,
    ...product,
    `${numberAt(set, 'num_warps') ?? ''} waves`,
  ].join(', ');
}

function line(row: TableRow, other: boolean, notes: ReadonlyMap<string, Note>): string[] {
  const note = row.reason === undefined ? undefined : notes.get(keyOf(row.reason));
  return [
    row.direction,
    `${row.instruction}${row.half ? ' (half)' : ''}`,
    row.sources.map((source) => (source === '' ? '-' : source)).join(' '),
    grouped(row.sites),
    grouped(row.executions),
    grouped(row.idealCycles),
    grouped(row.cycles),
    grouped(row.conflicts),
    `${row.ways}`,
    ...(other ? [row.otherConflicts === undefined ? '' : grouped(row.otherConflicts)] : []),
    note === undefined ? '' : `${note.number}`,
  ];
}

function remarks({ rows, placed, instructions, ran, contradicted, checks }: MatmulTable): string[] {
  const shares = placed.filter(({ baseBytes }) => baseBytes === 0).length > 1;
  const lines = [
    ...(shares ? ['A and B are at the same addresses, one after the other in time'] : []),
    ...(rows.some(({ half }) => half)
      ? ['(half): the instruction moves as much of the other buffer, where it is counted too']
      : []),
    ...(contradicted > 0
      ? [
          `${contradicted} accesses are in one buffer and name the source of the other; they count by address`,
        ]
      : []),
    ...(ran < instructions ? [`${instructions - ran} LDS instructions did not run`] : []),
    ...checks.filter(({ agrees }) => !agrees).map(({ of }) => `${of}: not as the layouts specify`),
  ];
  return lines.length === 0 ? [] : ['', ...lines.map((text) => `  ${text}`)];
}
