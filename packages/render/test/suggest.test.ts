/** Suggestions as text. */
import {
  accessFromLanes,
  explainLayout,
  machineNamed,
  makeProblem,
  opcodeNumber,
  plainLayout,
  SUGGEST_SCHEMA,
  type SuggestedBuffer,
  type SuggestedLayout,
  type SuggestReport,
  type TriedChange,
} from '@ldscope/core';
import { addressText, saySuggestions, suggestJson, writeText } from '@ldscope/render';
import { expect, test } from 'vitest';

const tile = { rows: 64, columns: 64, elementBytes: 2 };
const machines = ['gfx942', 'gfx950'];
const read = accessFromLanes({
  name: '12:5',
  op: opcodeNumber('ds_read_b128') ?? 0,
  waveSize: 64,
  place: (lane) => ({ row: lane % 16, column: 8 * Math.floor(lane / 16) }),
});
const problem = makeProblem(tile, [read], machines.map(machineNamed), 64);

const layout = (
  words: string,
  conflicts: readonly number[],
  rest: object = {},
): SuggestedLayout => ({
  family: 'xor',
  layout: words,
  recommended: false,
  conflicts,
  ldsBytes: 8192,
  workgroups: [8, 20],
  addressInstructions: 0,
  addressRange: [0, 0],
  accessInstructions: 1,
  widthBytes: 16,
  serves: machines.filter((_, m) => conflicts[m] === 0),
  ...rest,
});

/** What nothing is suggested with. */
const nothing = { front: [], recommendation: '', others: [], notations: [] };

const solved: SuggestedBuffer = {
  names: ['%a', '%b'],
  tile,
  machines,
  verdict: 'solved',
  now: layout('plain', [24, 12], { family: 'given' }),
  accesses: [{ name: '12:5', op: 'ds_read_b128', executions: 1 }],
  why: explainLayout(problem, plainLayout(tile)),
  front: [
    layout('rows of 160 B (128 + 32)', [0, 0], {
      recommended: true,
      ldsBytes: 10_240,
      workgroups: [6, 16],
    }),
    layout('XOR of 16 B units with row mod 8', [0, 0], {
      addressInstructions: 4,
      addressRange: [2, 9],
    }),
    layout('rows of 144 B (128 + 16)', [8, 4], {
      ldsBytes: 9216,
      workgroups: [7, 17],
      addressInstructions: 5,
      addressRange: undefined,
    }),
  ],
  recommendation: 'fewest address instructions of the 2 listed without conflicts',
  others: [
    layout('linear over GF(2)', [0, 0], {
      family: 'any',
      addressInstructions: 189,
      addressRange: [108, 295],
    }),
  ],
  proof: {
    claims: machines.map((machine, m) => ({
      machine,
      access: '12:5',
      cycles: [8, 4][m] ?? 0,
      conflicts: 0,
      ways: 1,
      leastConflicts: 0,
    })),
    argument:
      'no layout that keeps units of 16 B whole has fewer: the counts meet their lower bounds',
    families: [],
  },
  notations: [
    {
      notation: 'padding',
      title: 'padding as row pitch',
      text: 'pitch = 80',
      reason: 'it is swizzled',
      instead: 'rows of 160 B (128 + 32)',
    },
    { notation: 'wave', title: 'Wave', text: 'swizzle_unit = 8, max_phase = 8' },
    { notation: 'none', title: 'None', reason: 'none cannot express this layout: it has no words' },
    { notation: 'c', title: 'C', text: 'first line\n\n  second line' },
  ],
  obstacles: [],
};

const stuck: SuggestedBuffer = {
  ...solved,
  names: ['%c'],
  verdict: 'stuck',
  ...nothing,
  proof: {
    ...solved.proof,
    argument:
      'the best of 20 layouts that were tried one by one, and of 2 searches of larger families',
    families: [
      { name: 'xor', widthBytes: 16, by: 'members', size: 20, exhausted: true, conflicts: 12 },
      { name: 'any', widthBytes: 16, by: 'search', size: 2 ** 40, exhausted: true, conflicts: 12 },
      { name: 'row-table', widthBytes: 16, by: 'search', size: 2 ** 64, exhausted: true },
    ],
  },
  obstacles: [
    { kind: 'unit', text: '32 units want 16 places in phase 1, 2 ways under any layout.' },
  ],
};

const free: SuggestedBuffer = {
  ...solved,
  names: ['%d'],
  verdict: 'free',
  now: layout('XOR of 16 B units with row mod 8', [0, 0]),
  why: [],
  ...nothing,
};

/** Nothing conflicts of what is counted, which is not all. */
const unknown: SuggestedBuffer = {
  ...free,
  names: ['%e'],
  verdict: 'unknown',
  uncounted: { accesses: 20, of: 28, what: ['wmma.load.a'], constrain: false },
};

const partly: SuggestedBuffer = {
  ...solved,
  uncounted: { accesses: 8, of: 9, what: ['cp.async.b128'], constrain: true },
};

const reportOf = (buffers: readonly SuggestedBuffer[], next?: string): SuggestReport => ({
  schema: SUGGEST_SCHEMA,
  kernel: 'gemm',
  frontend: 'mlir',
  machines,
  buffers,
  ...(next === undefined ? {} : { next }),
  diagnostics: [],
});

const textOf = (buffer: SuggestedBuffer, options: { all?: boolean } = {}): string =>
  writeText(saySuggestions(reportOf([buffer]), options));

const all = reportOf(
  [solved, stuck, free, unknown],
  'ldscope fix gemm.mlir -m gfx942 -m gfx950 -o fixed.mlir',
);

test('address instructions are a figure only where compilers are that near', () => {
  const said = (addressInstructions: number, addressRange?: readonly number[]): string =>
    addressText(layout('plain', [], { addressInstructions, addressRange }));
  const made = [said(3, [1, 5]), said(3, [1, 6]), said(20, [16, 24]), said(20, [15, 24]), said(20)];
  expect(made).toEqual(['+3', '+1..6', '+20', '+15..24', '~+20']);
});

test('all verdicts', async () => {
  const text = writeText(saySuggestions(all, { top: 2 }));
  await expect(text).toMatchFileSnapshot('golden/suggest.txt');
});

test('what needs far more address instructions is listed on demand', () => {
  const some = textOf(solved);
  expect(some).not.toContain('linear over GF(2)');
  expect(some).toContain('and 1 more: --all');
  const every = textOf(solved, { all: true });
  expect(every).toMatch(/4 {2}linear over GF\(2\).*\+108\.\.295/);
  expect(every).not.toContain('more: --all');
});

test('what is not counted limits what is claimed', () => {
  const open = writeText(saySuggestions(reportOf([unknown, free])));
  expect(open).toContain(
    'verdict   not known: 20 of 28 accesses of the kernel are not counted, the others have no conflicts',
  );
  expect(open).not.toContain('verdict   nothing to do\n');
  const words = textOf(partly).replaceAll(/\s+/g, ' ');
  expect(words).toContain(
    'a layout removes all conflicts, as far as accesses are counted: 8 of 9 accesses are not counted',
  );
  expect(words).toContain('8 accesses without a count (cp.async.b128) stay whole and aligned');
});

test('the best of each family is listed, however many others are better', () => {
  const padding = layout('rows of 144 B (128 + 16)', [20, 10], { family: 'padding' });
  const many = Array.from({ length: 9 }, (_, i) => layout(`XOR ${i}`, [i, i]));
  const text = textOf({ ...solved, front: [...many, padding] });
  expect(text).toMatch(/\n +10 {2}rows of 144 B/);
  expect(text).not.toContain('XOR 8');
});

test('nothing to do is said first', () => {
  expect(textOf(free).split('\n')[2]).toBe('  verdict   nothing to do');
});

/** A run of a changed text with some conflicts left. */
const ran = (conflicts: number): TriedChange['runs'][number] => {
  const cost = { cycles: 96, ldsBytes: 8192 };
  return {
    kernel: 'gemm',
    machine: 'gfx942',
    workgroups: 4,
    equalBytes: 512,
    before: { ...cost, conflicts: 24 },
    after: { ...cost, conflicts },
    widths: [],
  };
};

test('of a source the changes that were tried come first, and no layout is recommended', () => {
  const report: SuggestReport = {
    ...reportOf([{ ...solved, front: solved.front.map(untried), isUntried: true }]),
    verdict: 'partial',
    candidates: [
      { buffer: 'b', says: 'a[65], b[9]', kind: 'bound', runs: [ran(4)] },
      { buffer: 'a', says: 'a[65]', kind: 'bound', runs: [ran(12)] },
      {
        buffer: 'b',
        says: 'a[65], b[10]',
        kind: 'bound',
        runs: [],
        out: { reason: 'stops', detail: 'it does not end' },
      },
    ],
  };
  const lines = writeText(saySuggestions(report)).split('\n');
  const at = (text: string): number => lines.findIndex((line) => line.includes(text));
  expect(lines[at('verdict')]).toContain('fewer conflicts: compiled, executed and compared');
  expect(lines[at('buffer ')]).toMatch(/buffer +change +conflicts/);
  expect(lines[at('a[65], b[9]')]).toMatch(/^ +b +a\[65\], b\[9\] +4 /);
  expect(lines[at('a[65], b[9]') + 1]?.trim()).toBe('recommended');
  expect(at('stops: it does not end')).toBeGreaterThan(at('recommended'));
  expect(at('Searched, not tried')).toBeGreaterThan(at('stops'));
  expect(lines.filter((line) => /\* |^ +recommended/.test(line))).toHaveLength(1);
  expect(lines[at('Proof of')]).toContain('Proof of the first layout');
});

const untried = (one: SuggestedLayout): SuggestedLayout => ({ ...one, recommended: false });

test('lines fit, but for code', () => {
  for (const width of [60, 80])
    for (const line of writeText(saySuggestions(all), { width }).split('\n'))
      expect(line.length).toBeLessThanOrEqual(width);
});

test('the JSON has the machines beside their numbers', () => {
  const object = JSON.parse(suggestJson(all)) as { readonly buffers: readonly object[] };
  expect(object).toMatchObject({ schema: 'ldscope-suggest/1', next: all.next });
  expect(object.buffers[0]).toMatchObject({
    verdict: 'solved',
    now: {
      conflicts: [
        { machine: 'gfx942', cycles: 24 },
        { machine: 'gfx950', cycles: 12 },
      ],
    },
    front: [
      { recommended: true, workgroups: [{ machine: 'gfx942', count: 6 }, { count: 16 }] },
      { recommended: false },
      { recommended: false },
    ],
    recommendation: 'fewest address instructions of the 2 listed without conflicts',
    others: [{ layout: 'linear over GF(2)' }],
  });
});
