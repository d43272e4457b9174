/** Several files in one call: one table over all of their kernels, then each. */
import { expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';

const files = { 'a/bad.mlir': transpose, 'b/good.mlir': copy };
const analyze = (...options: readonly string[]) =>
  ldscope(['analyze', 'a/bad.mlir', 'b/good.mlir', '-m', 'gfx942', ...options], { files });

it('have a table of all kernels before the report of each', async () => {
  const { stdout, stderr, code } = await analyze();
  expect([code, stderr]).toEqual([0, '']);
  const [head = '', bad = '', good = ''] = stdout.split('\n');
  expect(head).toMatch(/^ *kernel +file +LDS +counted +sites +conflicts of cycles$/);
  expect(bad).toMatch(/^ *transpose +a\/bad\.mlir +16 KiB +3 of 3 +3 +124 of 130$/);
  expect(good).toMatch(/^ *copy +b\/good\.mlir +16 KiB +3 of 3 +3 +0 of 6$/);
  expect(stdout).toMatch(/^transpose \(MLIR\)\n +file +a\/bad\.mlir$/m);
  expect(stdout).toMatch(/^copy \(MLIR\)\n +file +b\/good\.mlir$/m);
});

it('are told apart in JSON, SARIF and pages', async () => {
  const json = JSON.parse((await analyze('-f', 'json')).stdout) as {
    readonly schema: string;
    readonly kernels: readonly { readonly file: string; readonly bankConflict: number }[];
  };
  expect(json.schema).toBe('ldscope-reports/1');
  expect(json.kernels.map(({ file, bankConflict }) => [file, bankConflict])).toEqual([
    ['a/bad.mlir', 124],
    ['b/good.mlir', 0],
  ]);
  const sarif = (await analyze('-f', 'sarif')).stdout;
  expect(sarif).toContain('"uri": "a/bad.mlir"');
  const page = (await analyze('-f', 'html')).stdout;
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(page).toContain('<title>2 files');
});

it('are reported as far as they can be read', async () => {
  const { stdout, stderr, code } = await ldscope('analyze a/bad.mlir nowhere.mlir -m gfx942', {
    files,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('cannot read nowhere.mlir');
  expect(stdout).toMatch(/transpose +a\/bad\.mlir .*124 of 130/);
  expect(stdout).toMatch(/nowhere\.mlir .*usage\/unreadable/);
});

it('have the picture of the most expensive site', async () => {
  const { stdout, code } = await ldscope(
    'analyze b/good.mlir a/bad.mlir -m gfx942 -f svg -s 11:7',
    { files },
  );
  expect(code).toBe(0);
  expect(stdout).toContain('<svg');
});
