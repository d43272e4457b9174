/**
 * The blocks of docs/guide are what the commands above them print. `UPDATE_GUIDE=1` rewrites them.
 *
 *     <!-- opt FILE --pass P | report -->      what the passes decided
 *     ... | lines A B                          lines of the MLIR with one of the words
 *     ... | loop N                             the N-th loop of the MLIR
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { machineNamed, ReportBuilder } from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';

const root = new URL('../../../', import.meta.url);
const folder = new URL('docs/guide/', root);
const update = process.env['UPDATE_GUIDE'] === '1';
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const BLOCK = /<!-- (?<command>[^>]*?) -->\n[\s\S]*?<!-- end -->/g;

/** What a command of a page prints, as Markdown. */
async function blockOf(command: string): Promise<string> {
  const [words = '', filter = ''] = command.split(' | ');
  const [name, file = '', ...options] = words.split(' ');
  if (name === 'conflicts') return await conflictTable(file);
  if (name === 'execute') return fenced('text', await executed(file, options));
  const { mlir, report } = await opt(file, options);
  const [kind, ...wanted] = filter.split(' ');
  switch (kind) {
    case 'report':
      return fenced('text', report);
    case 'lines':
      return fenced('mlir', unindent(linesWith(mlir, wanted)));
    case 'loop':
      return fenced('mlir', unindent(loopOf(mlir, Number(wanted[0]))));
    default:
      throw new Error(`no filter '${filter}'`);
  }
}

const fenced = (language: string, text: string): string =>
  `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

async function opt(
  file: string,
  options: readonly string[],
): Promise<{ readonly mlir: string; readonly report: string }> {
  const files = { [file]: read(file) };
  const done = await ldscope(['opt', file, ...options], { files });
  expect(done.code).toBe(0);
  return { mlir: done.stdout, report: done.stderr };
}

const linesWith = (mlir: string, words: readonly string[]): string[] =>
  mlir.split('\n').filter((line) => words.some((word) => line.includes(word)));

/** The lines of a loop that is in no other. */
function loopOf(mlir: string, number: number): string[] {
  const lines = mlir.split('\n');
  const starts = lines.flatMap((line, at) => (line.startsWith('  scf.for') ? [at] : []));
  const start = starts[number - 1] ?? 0;
  const end = lines.findIndex((line, at) => at > start && line === '  }');
  return lines.slice(start, end + 1);
}

function unindent(lines: readonly string[]): string {
  const least = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(least)).join('\n');
}

const machine = machineNamed('gfx942');

interface Counted {
  readonly instructions: number;
  readonly cycles: number;
  readonly conflicts: number;
  readonly ldsBytes: number;
}

/** Executes a kernel; its LDS traffic, or what stopped it. */
function count(text: string): Counted | string {
  const builder = new ReportBuilder(machine);
  const { kernel, diagnostics } = executeKernel(parseModule(text).module, text, {
    machine,
    onWorkgroup: (trace) => builder.add(trace),
  });
  const fault = diagnostics.find(({ severity }) => severity === 'error');
  if (fault !== undefined) return fault.message;
  const { totals, sites } = builder.finish(kernel).report;
  return {
    instructions: sites.reduce((sum, { executions }) => sum + executions, 0),
    cycles: totals.idxActive,
    conflicts: totals.bankConflict,
    ldsBytes: kernel.ldsBytes,
  };
}

async function executed(file: string, options: readonly string[]): Promise<string> {
  const { mlir } = await opt(file, ['--pass', 'iree-swizzle', ...options, '-m', 'gfx942']);
  const result = count(mlir);
  return typeof result === 'string' ? result : 'it runs';
}

/** The tile without mitigation, padded, with the hint resolved, and with padding chosen by counting. */
async function conflictTable(name: string): Promise<string> {
  const file = `examples/swizzle-flow/${name}`;
  const text = read(file);
  const plain = text.replace(/ *%hinted = .*\n/, '').replaceAll('%hinted', '%tile');
  const padded = await ldscope(
    'opt p --pass gpu-reduce-bank-conflicts{padding-bits=64} --like iree -m gfx942',
    { files: { p: plain } },
  );
  const rows: readonly (readonly [string, string])[] = [
    ['as it is', plain],
    ['padded by 64 bits', padded.stdout],
    ['the hint resolved', (await opt(file, ['--pass', 'iree-swizzle', '-m', 'gfx942'])).mlir],
  ];
  const lines = rows.map(([what, mlir]) => {
    const counted = count(mlir);
    if (typeof counted === 'string') throw new Error(counted);
    const { instructions, cycles, conflicts, ldsBytes } = counted;
    return `| ${what} | ${instructions} | ${cycles} | ${conflicts} | ${ldsBytes} |`;
  });
  return [
    '| the tile | LDS instructions | LDS cycles | conflict cycles | LDS bytes |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}

/** A table without the blanks that line it up. */
const plainTable = (text: string): string =>
  text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');

describe.each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
  'docs/guide/%s',
  (name) => {
    const page = readFileSync(new URL(name, folder), 'utf8');
    const blocks = [...page.matchAll(BLOCK)];

    test('has blocks', () => {
      expect(blocks.length).toBeGreaterThan(0);
    });

    test('shows what its commands print', async () => {
      let fresh = page;
      for (const { 0: old, groups } of blocks) {
        const command = groups?.['command'] ?? '';
        const block = `<!-- ${command} -->\n\n${await blockOf(command)}\n\n<!-- end -->`;
        fresh = fresh.replace(old, () => block);
      }
      if (update) writeFileSync(new URL(name, folder), fresh);
      else expect(plainTable(fresh)).toBe(plainTable(page));
    }, 60_000);
  },
);
