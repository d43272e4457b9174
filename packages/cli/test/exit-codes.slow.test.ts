/**
 * The table of exit codes in docs/cli.md: every command is in it, each of its codes can be reached, and every example ends as its
 * report says.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../src/main.ts';
import { fakeIo, ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { chosenOf } from '../../../test/cases.ts';

const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
const table = new Map(
  [...page.matchAll(/^ {2}\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name = '', one = '']) => [
    name,
    one,
  ]),
);
const { commands } = buildProgram(fakeIo().io, () => () => Promise.resolve());

test('has every command', () => {
  expect([...table.keys()].sort()).toEqual(commands.map((one) => one.name()).sort());
});

test.each(commands.map((one) => [one.name(), one] as const))(
  'agrees with the help of %s',
  async (name) => {
    const { stdout } = await ldscope([name, '--help']);
    const codes = /^Exit codes: (.*)$/m.exec(stdout)?.[1];
    if (codes !== undefined) expect(/; 1 /.test(codes), codes).toBe(table.get(name) !== '-');
  },
);

const shapes = new URL('../../../examples/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, shapes), 'utf8');
const lost = read('transpose-plain/kernel.mlir').replace('gpu.barrier', '');
const swizzle = '#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>';
const address = Array.from({ length: 64 }, () => 0);
const record = { op: 'ds_read_b32', mask: '0x1', address, idxActive: 2, bankConflict: 0 };
/** An atomic addition that compilers make a loop of on gfx908: it has no count. */
const uncounted = `gpu.module @m {
  gpu.func @k(%a: memref<64xf64>) workgroup(%t : memref<64xf64, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %x = gpu.thread_id x
    %v = memref.load %a[%x] : memref<64xf64>
    memref.store %v, %t[%x] : memref<64xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.atomic_rmw addf %v, %t[%x] : (f64, memref<64xf64, #gpu.address_space<workgroup>>) -> f64
    gpu.return
  }
}
`;
const specification = `element: f16
tile: \${M}x64
waves: 4
accesses:
  - write: row-copy b128
`;
const schedule = (name: string): string =>
  readFileSync(
    new URL(`../../core/test/timing/schedules/racy/${name}.sched`, import.meta.url),
    'utf8',
  );
const matrix = '{ dtype: f32, shape: [8192], fill: iota }';
const files = {
  'uncounted.mlir': uncounted,
  'shape.yaml': specification,
  'race.sched': schedule('no-barrier'),
  'k.yaml': read('compiled-transpose/launch.yaml'),
  'good.yaml': 'grid: 1\nargs: [{ dtype: f32, shape: [64], fill: zeros }]\n',
  'race.yaml': `grid: [4, 2]\nargs: [${matrix}, ${matrix}]\n`,
  'good.mlir': copy,
  'bad.mlir': transpose,
  'race.mlir': lost,
  'wrong.mlir': 'gpu.func',
  'k.s': read('compiled-transpose/kernel.s'),
  'exact.jsonl': `${JSON.stringify(record)}\n`,
  'other.jsonl': `${JSON.stringify({ ...record, idxActive: 7 })}\n`,
};

const store = join(mkdtempSync(join(tmpdir(), 'ldscope-exit-')), 'store');
afterAll(() => rmSync(dirname(store), { recursive: true }));

/** Command lines and how they end. */
const cases: readonly (readonly [code: 0 | 1 | 2, line: string])[] = [
  [0, 'analyze good.mlir -m gfx942'],
  [0, 'analyze bad.mlir -m gfx942'],
  [1, 'analyze race.mlir -m gfx942'],
  [2, 'analyze wrong.mlir'],
  [2, 'analyze bad.mlir -m none'],
  [0, 'explain bad.mlir -m gfx942'],
  [2, 'explain bad.mlir -m gfx942 --site 1:1'],
  [0, 'compare bad.mlir good.mlir -m gfx942'],
  [2, 'compare bad.mlir'],
  [0, 'suggest bad.mlir -m gfx942'],
  [1, 'suggest uncounted.mlir -m gfx908'],
  [2, 'suggest wrong.mlir'],
  [0, 'fix good.mlir -m gfx942'],
  [0, 'fix bad.mlir -m gfx942'],
  [1, 'fix uncounted.mlir -m gfx908'],
  [2, 'fix wrong.mlir'],
  [0, 'opt bad.mlir -p cse'],
  [2, 'opt bad.mlir -p none'],
  [0, 'check good.mlir -m gfx942'],
  [1, 'check bad.mlir -m gfx942'],
  [1, 'check bad.mlir'],
  [2, 'check wrong.mlir -m gfx942'],
  [0, 'check bad.mlir -m gfx942 --max-conflict-cycles 100000'],
  [0, 'run good.mlir -l good.yaml -m gfx942'],
  [1, 'run race.mlir -l race.yaml -m gfx942'],
  [2, 'run bad.mlir'],
  [0, 'launch k.s'],
  [2, 'launch wrong.mlir'],
  [0, 'timeline k.s -l k.yaml'],
  [1, 'timeline race.sched'],
  [2, 'timeline k.s'],
  [2, 'timeline wrong.mlir'],
  [0, 'budget --tile 64x64x32xf16'],
  [2, 'budget --tile none'],
  [2, 'pipeline --tile none'],
  [0, 'validate exact.jsonl -m gfx942'],
  [1, 'validate other.jsonl -m gfx942'],
  [2, 'validate none.jsonl -m gfx942'],
  [0, `convert ${swizzle} --tile 64x64xf16`],
  [1, `convert ${swizzle} --tile 64x64xf16 --to padding`],
  [2, 'convert none --tile 64x64xf16'],
  [0, 'machine gfx942'],
  [2, 'machine none'],
  [0, 'doctor'],
  [2, 'doctor --none'],
  [0, 'completion bash'],
  [2, 'completion none'],
  [2, 'lsp --pipe=x'],
  [2, 'mcp --root none'],
  [2, 'web none.mlir'],
  [2, 'worker'],
  [0, 'shapes shape.yaml --set M=32,64 -m gfx942'],
  [1, 'shapes shape.yaml --set M=0,64 -m gfx942'],
  [2, 'shapes none.yaml'],
  // Interrupted at once.
  [1, `sweep good.mlir --store ${store}`],
  [2, `sweep none*.mlir --store ${store}`],
  [0, 'pipeline --tile 64x64x32xf16 -m gfx942'],
  [0, '--version'],
  [2, 'none'],
];

const words = (line: string): string[] =>
  line.includes(swizzle)
    ? ['convert', swizzle, ...(line.split('}> ')[1]?.split(' ') ?? [])]
    : line.split(' ');

/** Codes that need a client or a server, by the test that has them. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['lsp', 'lsp/protocol.test.ts'],
  ['worker', '../../../validation/sweep/queue.slow.test.ts'],
]);
/** Commands that end when a client or the user says so. */
const servers: ReadonlySet<string> = new Set(['lsp', 'mcp', 'web', 'worker', 'sweep']);

test('every code of every command is reached', () => {
  const reached = new Set(cases.map(([code, line]) => `${line.split(' ')[0]} ${code}`));
  for (const path of elsewhere.values())
    expect(existsSync(new URL(path, import.meta.url)), path).toBe(true);
  for (const [name, one] of table) {
    if (one !== '-' && !elsewhere.has(name)) expect(reached).toContain(`${name} 1`);
    expect(reached).toContain(`${name} 2`);
    if (!servers.has(name)) expect(reached).toContain(`${name} 0`);
  }
});

describe('a file that is not there, or has no name, is bad input', () => {
  const more: Readonly<Record<string, readonly string[]>> = {
    compare: ['good.mlir'],
    convert: [],
    opt: ['-p', 'cse'],
    run: ['-l', 'good.yaml', '-m', 'gfx942'],
    shapes: ['--set', 'M=1'],
    validate: ['-m', 'gfx942'],
  };
  const takesFile = ['analyze', 'explain', 'suggest', 'fix', 'check', 'launch', 'timeline', 'web'];
  const names = [...takesFile, 'compare', 'opt', 'run', 'shapes', 'validate'];
  test.each(names.flatMap((name) => ['none.mlir', ''].map((path) => [name, path] as const)))(
    '%s %j',
    async (name, path) => {
      const { code, stderr } = await ldscope([name, path, ...(more[name] ?? [])], { files });
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(/error [a-z-]+\/[a-z-]+/);
    },
  );
});

describe('ends as the table has it', () => {
  test.each(chosenOf(cases))('%i: %s', async (code, line) => {
    const outcome = await ldscope(words(line), { files });
    expect(outcome.code, outcome.stderr).toBe(code);
    const [name = ''] = line.split(' ');
    if (code === 1) expect(table.get(name)).not.toBe('-');
  });
});

interface Reported {
  readonly hazards: readonly { readonly severity: string }[];
  readonly diagnostics: readonly { readonly severity: string; readonly code: string }[];
}

/** Kernels of the examples, with the launch beside them. */
const kernels = readdirSync(shapes).flatMap((folder) =>
  ['kernel.mlir', 'kernel.s', 'kernel.ttgir', 'spec.yaml']
    .filter((name) => existsSync(new URL(`${folder}/${name}`, shapes)))
    .map((name) => `${folder}/${name}`),
);

describe('an example ends as its report says', () => {
  test.each(chosenOf(kernels))('%s', async (path) => {
    const launch = fileURLToPath(new URL(`${path}/../launch.yaml`, shapes));
    const given = {
      [path]: read(path),
      ...(existsSync(launch) && { 'l.yaml': readFileSync(launch, 'utf8') }),
    };
    const argv = ['analyze', path, ...('l.yaml' in given ? ['-l', 'l.yaml'] : [])];
    const { code, stdout } = await ldscope([...argv, '-f', 'json'], { files: given });
    const report = JSON.parse(stdout) as Reported;
    const isWrong = report.diagnostics.some(({ severity }) => severity === 'error');
    const isUnsound =
      report.hazards.some(({ severity }) => severity === 'error') ||
      report.diagnostics.some((one) => one.code === 'execute/no-instruction');
    expect(code).toBe(isWrong ? 2 : isUnsound ? 1 : 0);
    // Other forms are those of kernels of verdict.test.ts.
    expect((await ldscope(argv, { files: given })).code).toBe(code);
  });
});
