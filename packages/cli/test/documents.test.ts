/** `--format html|svg|sarif|markdown`. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('documents');

const files = { 't.mlir': transpose, 'c.mlir': copy, 'broken.mlir': transpose.slice(0, 400) };

const analyze = (file: string, format: string, ...rest: readonly string[]) =>
  ldscope(['analyze', file, '-m', 'gfx942', '--format', format, ...rest], { files });

describe('HTML', () => {
  test('has the figures of the report, layouts and their code', async () => {
    const { code, stdout, stderr } = await analyze('t.mlir', 'html');
    expect([code, stderr]).toEqual([0, '']);
    const json = JSON.parse((await analyze('t.mlir', 'json')).stdout) as {
      totals: { bankConflict: number };
      sites: { id: string; op: string }[];
    };
    expect(stdout).toMatch(/^<!doctype html>/);
    for (const { id, op } of json.sites)
      expect([stdout.includes(id), stdout.includes(op)]).toEqual([true, true]);
    expect(stdout).toContain(`${json.totals.bankConflict} of `);
    expect(stdout).toContain('Written as');
    expect(stdout).toMatch(/data-copy="[^"]*-iree"/);
  });

  test('of machine code has its time', async (context) => {
    const folder = '../../../../shared/kernels/triton/gfx942/matmul-fp16-32x64x64-nn-s2-nk0/';
    const path = fileURLToPath(new URL(`${folder}kernel.amdgcn`, import.meta.url));
    if (!existsSync(path)) context.skip('the captured kernels are not beside the checkout');
    const launch = `grid: 1
block: 256
args:
  - { name: a, dtype: f16, shape: [32, 128] }
  - { name: b, dtype: f16, shape: [128, 64] }
  - { name: c, dtype: f16, shape: [32, 64] }
  - i32: 32
  - i32: 64
  - i32: 128
  - i32: 128
  - i32: 64
  - i32: 64
  - { name: scratch, dtype: f32, shape: [1] }
  - { name: profile, dtype: f32, shape: [1] }
`;
    const argv = ['analyze', 'k.s', '-l', 'launch.yaml', '-f', 'html'];
    const files = { 'k.s': readFileSync(path, 'utf8'), 'launch.yaml': launch };
    const { code, stdout } = await ldscope(argv, { files });
    expect(code).toBe(0);
    expect(stdout).toMatch(/<dt>(?:saved|no effect)<\/dt><dd>[^<]*bank conflicts/);
    expect(stdout).toContain('15 more instructions conflict in the same way');
    expect(stdout.length).toBeLessThan(1_000_000);
  });
});

describe('SVG', () => {
  test('is of the worst site, or of the one that is named', async () => {
    const worst = await analyze('t.mlir', 'svg');
    expect(worst.code).toBe(0);
    expect(worst.stdout).toMatch(/^<\?xml/);
    const { sites } = JSON.parse((await analyze('t.mlir', 'json')).stdout) as {
      sites: { id: string }[];
    };
    expect(worst.stdout).toContain(`>${sites[0]?.id} `);
    const last = sites.at(-1)?.id ?? '';
    const named = await analyze('t.mlir', 'svg', '--site', last);
    expect(named.stdout).toContain(`>${last} `);
    const explained = await ldscope(
      ['explain', 't.mlir', '-m', 'gfx942', '-s', last, '-f', 'svg'],
      { files },
    );
    expect(explained.stdout).toBe(named.stdout);
  });
});

test('SARIF is JSON with the version of ldscope, also of a file that is not there', async () => {
  for (const file of ['t.mlir', 'broken.mlir', 'none.mlir']) {
    const { code, stdout } = await analyze(file, 'sarif');
    const log = JSON.parse(stdout) as {
      version: string;
      runs: { tool: { driver: { version: string } }; results: { ruleId: string }[] }[];
    };
    expect([code, log.version]).toEqual([file === 't.mlir' ? 0 : 2, '2.1.0']);
    expect(log.runs[0]?.tool.driver.version).toMatch(/^\d+\.\d+\.\d+/);
    if (file === 't.mlir') expect(log.runs[0]?.results[0]?.ruleId).toBe('ldscope/bank-conflict');
  }
});

test('Markdown has a row for each site that conflicts', async () => {
  const { code, stdout } = await analyze('t.mlir', 'markdown');
  expect(code).toBe(0);
  const { sites } = JSON.parse((await analyze('t.mlir', 'json')).stdout) as {
    sites: { id: string; bankConflict: number }[];
  };
  for (const { id, bankConflict } of sites) {
    expect(stdout.includes(`| \`${id}\` |`)).toBe(bankConflict > 0);
  }
});
