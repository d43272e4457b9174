/** Several files in one call: one table over all of their kernels, then each. */
import { expect, it } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('several-files');

it('are told apart on pages', async () => {
  const files = { 'a/bad.mlir': transpose, 'b/good.mlir': copy };
  const line = 'analyze a/bad.mlir b/good.mlir -m gfx942 -f html';
  const { stdout: page } = await ldscope(line, { files });
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(page).toContain('<title>2 files');
});
