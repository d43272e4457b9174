/** The commands on specifications of a tile, its layout and its accesses. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('generic-spec');

test('the specification of docs/cli.md is right', async () => {
  const docs = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
  const text = /```yaml\n(name: operand A[^`]*)```/.exec(docs)?.[1] ?? '';
  const files = { 'tile.yaml': text };
  const done = await ldscope('analyze tile.yaml -m gfx950 -f json', { files });
  expect(done.stderr).toBe('');
  expect(JSON.parse(done.stdout)).toMatchObject({
    kernel: { name: 'operand A', waves: 4, ldsBytes: 2 * 16384 + 1024 },
    diagnostics: [],
  });
});
