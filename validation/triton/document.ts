/**
 * The tables of all matmuls as one document: what is not conflict-free and why, the rules that this rests on, and a
 * block of lines per matmul.
 */
import { groupBy } from '@ldscope/core';
import type { Comparison } from './compare.ts';
import { constant, STEPS } from './kernels.ts';
import type { Reason } from './reasons.ts';
import type { MatmulTable, TableRow } from './table.ts';
import { alignColumns } from './columns.ts';
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
  const chips = [...new Set(tables.map(({ matmul }) => matmul.chip))];
  const parts = [
    INTRODUCTION,
    '## What is conflict-free',
    fenced(summary(tables)),
    '## What is not, and why',
    fenced(causeTable(notes.values())),
    NOTES,
    ...[...notes.values()].map(printNote),
    '## Agreement with the layouts',
    agreement(tables),
    '## All kernels',
    allKernels(comparisons),
    ...chips.flatMap((chip) => [
      `## ${chip}`,
      fenced(rules(tables.filter(({ matmul }) => matmul.chip === chip))),
      ...tables
        .filter(({ matmul }) => matmul.chip === chip)
        .map((table) => fenced(printTable(table, notes))),
    ]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const fenced = (lines: readonly string[]): string => ['```text', ...lines, '```'].join('\n');

const INTRODUCTION = `# Triton's shared layouts in LDS cycles

What the \`swizzled_shared\` and \`amd_rotating_shared\` encodings of Triton's matmuls cost, for each kind of LDS
instruction the predicted SQ_LDS_BANK_CONFLICT of one workgroup that multiplies ${STEPS} tiles along K. The machine code
that Triton compiled is executed; nothing here is measured. \`npm run validate -- triton\` prints this document from the
kernels, and a test compares it with them. [PTX beside an H100](#ptx-beside-an-h100) has what was measured on NVIDIA's chip.

- **sites**: instructions of the assembly; **runs**: executions by waves. Sites of a buffer with one mnemonic and one
  cost are a line.
- **ideal**: cycles without conflicts (the phases); **cycles**: SQ_LDS_IDX_ACTIVE; **conflict**: SQ_LDS_BANK_CONFLICT, the
  difference; **ways**: slots of the fullest bank in the worst phase, 1 is conflict-free.
- **source**: line and column of the Triton source that \`.loc\` names; \`-\` where the compiler dropped it.
- A **row** of a tile is what is contiguous in memory: along \`order[0]\`. An encoding moves the columns of a row, by XOR
  with vec x phase; phase is (row / perPhase) % maxPhase, and for \`amd_rotating_shared\` that XOR
  (row / perPhase / maxPhase) % maxPhase.
- **A t**: A has m contiguous in global memory; **B t**: k. Otherwise \`n\`: k of A, n of B.
- **narrow-1x64**: conflict under the alternative rule of gfx950, on which sources disagree.`;

const NOTES = `A note is computed from one access of each line below it, the lowest in memory of those with the most conflicts: its
worst phase, and the words that meet on the fullest bank of that. Accesses with the same sentences share a note; \`first\`
shows lanes and elements of the first. A phase is a set of lanes that the LDS serves together (lists at the head of
each chip); "moved by" is the XOR of the columns of a row.`;

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
  const titles = new Map<string, { numbers: number[]; lines: number; conflicts: number }>();
  for (const { number, reason, cases } of notes) {
    const title = titleOf(reason);
    const entry = titles.get(title) ?? { numbers: [], lines: 0, conflicts: 0 };
    titles.set(title, entry);
    entry.numbers.push(number);
    entry.lines += cases.length;
    entry.conflicts += cases.reduce((total, { row }) => total + row.conflicts, 0);
  }
  const lines = [...titles]
    .sort(([, a], [, b]) => b.conflicts - a.conflicts)
    .map(([title, { numbers, lines: cases, conflicts }]) => [
      title,
      `${cases}`,
      count(conflicts),
      numbers.join(', '),
    ]);
  return alignColumns([['', 'lines', 'conflict', 'notes'], ...lines], new Set([1, 2]));
}

function collectNotes(tables: readonly MatmulTable[]): Map<string, Note> {
  const notes = new Map<string, Note>();
  for (const table of tables) {
    for (const row of table.rows) {
      if (row.reason === undefined) continue;
      const key = keyOf(row.reason);
      const note = notes.get(key) ?? {
        number: notes.size + 1,
        reason: row.reason,
        cases: [],
      };
      notes.set(key, note);
      note.cases.push({ table, row });
    }
  }
  return notes;
}

const encodingOf = ({ placed }: MatmulTable, operand: string): string =>
  placed.find(({ buffer }) => buffer.operand === operand)?.buffer.encodingText ?? '';

function printNote({ number, reason, cases }: Note): string {
  const list = cases.map(({ table: { matmul }, row }) => [
    `  ${matmul.chip} ${matmul.name}`,
    row.operand,
    row.instruction,
    `${row.ways} ways`,
    count(row.conflicts),
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

const count = (value: number): string => value.toLocaleString('en-US');

/** Buffers by chip, kind of encoding and direction. */
function summary(tables: readonly MatmulTable[]): string[] {
  const groups = new Map<string, { all: number; free: number; ideal: number; conflicts: number }>();
  for (const { matmul, placed, rows } of tables) {
    for (const { buffer } of placed) {
      const { kind, maxPhase } = buffer.encoding;
      const encoding = maxPhase === 1 ? `${kind}, maxPhase = 1` : kind;
      for (const direction of ['write', 'read']) {
        const own = rows.filter(
          (row) => row.operand === buffer.operand && row.direction === direction,
        );
        const key = [matmul.chip, encoding, direction].join('|');
        const group = groups.get(key) ?? { all: 0, free: 0, ideal: 0, conflicts: 0 };
        groups.set(key, group);
        group.all++;
        if (own.every(({ conflicts }) => conflicts === 0)) group.free++;
        group.ideal += own.reduce((total, row) => total + row.idealCycles, 0);
        group.conflicts += own.reduce((total, row) => total + row.conflicts, 0);
      }
    }
  }
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { all, free, ideal, conflicts }]) => [
      ...key.split('|'),
      `${free} of ${all}`,
      count(ideal),
      count(conflicts),
    ]);
  const heads = ['chip', 'encoding', '', 'conflict-free', 'ideal', 'conflict'];
  return [...alignColumns([heads, ...lines], new Set([3, 4, 5]))];
}

function agreement(tables: readonly MatmulTable[]): string {
  const checks = tables.flatMap((table) => table.checks.map((check) => ({ table, check })));
  const good = checks.filter(({ check }) => check.agrees).length;
  const rows = checks.reduce((total, { check }) => total + check.agreement.rows, 0);
  const matched = checks.reduce((total, { check }) => total + check.agreement.matched, 0);
  const bad = checks
    .filter(({ check }) => !check.agrees)
    .map(({ table: { matmul }, check }) => `- not: ${matmul.chip} ${matmul.name}, ${check.of}`);
  return [
    'The addresses are also computed without the machine code: from the encoding of the buffer and from the layout that',
    'stores and loads have in the `.ttgir` (`blocked`, `linear`, `dot_op` of `amd_mfma`). Instructions and widths are what',
    "Triton's lowering chooses for them; of the machine code only the place of a buffer is taken.",
    '',
    `- ${count(matched)} of ${count(rows)} accesses of waves (a two-address instruction makes two) are, in width and in all 64 lanes, an`,
    '  access that the layouts give.',
    `- ${good} of ${checks.length} (matmul, buffer, direction) have all accesses that the layouts give, each ${STEPS} times, with the same`,
    '  cycles and conflicts.',
    ...bad,
  ].join('\n');
}

const total = (comparisons: readonly Comparison[], of: (one: Comparison) => number): number =>
  comparisons.reduce((sum, one) => sum + of(one), 0);

/** What the layouts of every kernel say, against its run. */
function allKernels(comparisons: readonly Comparison[]): string {
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
      count(total(group, ({ rows }) => rows)),
      count(total(group, ({ exact }) => exact)),
      count(total(group, ({ said }) => said)),
      count(total(group, ({ ran }) => ran)),
      `${same.length} of ${group.length}`,
    ];
  });
  const reasons = new Map<string, number>();
  for (const { reasons: own } of comparisons)
    for (const [reason, rows] of own) reasons.set(reason, (reasons.get(reason) ?? 0) + rows);
  const rows = total(comparisons, (one) => one.rows);
  const exact = total(comparisons, (one) => one.exact);
  return [
    `${count(exact)} of ${count(rows)} lane-exact: accesses of waves whose width, wave and 64 addresses are those that the`,
    `layouts of the \`.ttgir\` say. Nothing is taken from the machine code, the places of buffers neither; scratch memory of`,
    '`convert_layout` is included. The others:',
    '',
    ...[...reasons].map(([reason, number]) => `- ${count(number)} ${reason}.`),
    `- Cross-lane instructions (\`ds_bpermute\`) touch no memory and are not counted.`,
    '',
    `${count(total(comparisons, (one) => one.printedBack))} of ${count(total(comparisons, (one) => one.layouts))} layouts in the text print back as they came.`,
    '**said**: accesses that the layouts specify, once each; **ran**: those of them that ran; **same memory**: kernels whose',
    'buffers, placed by their lifetimes, need what Triton asks for.',
    '',
    fenced(alignColumns([heads, ...lines], new Set([2, 3, 4, 5, 6]))),
  ].join('\n');
}

/** The service rules that the numbers of a chip rest on. */
function rules(tables: readonly MatmulTable[]): string[] {
  const seen = new Map<string, string[]>();
  for (const row of tables.flatMap(({ rows }) => rows)) {
    const { phases, banks, evidence, source, otherReading, note } = row.rule;
    const text = [
      phases.title,
      `${banks} banks`,
      otherReading === undefined ? evidence : `${evidence} (also: ${otherReading})`,
      source,
      note ?? '',
    ].join('|');
    const names = seen.get(text) ?? [];
    seen.set(text, names);
    if (!names.includes(row.instruction)) names.push(row.instruction);
  }
  return [...seen].flatMap(([text, names]) => {
    const [phases = '', banks = '', evidence = '', source = '', note = ''] = text.split('|');
    return [
      names.sort().join(', '),
      `  ${phases}, ${banks}, ${evidence}: ${source}`,
      ...(note === '' ? [] : [`  ${note}`]),
    ];
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
    count(row.sites),
    count(row.executions),
    count(row.idealCycles),
    count(row.cycles),
    count(row.conflicts),
    `${row.ways}`,
    ...(other ? [row.otherConflicts === undefined ? '' : count(row.otherConflicts)] : []),
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
