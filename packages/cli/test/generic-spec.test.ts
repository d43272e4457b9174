/** The commands on specifications of a tile, its layout and its accesses. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

const GOOD = `element: f16
tile: 128x64
layout: pad 66
waves: 4
accesses:
  - write: row-copy b32
  - { name: columns, read: b32, row: lane % 16, column: (lane / 16) * 2, repeat: 2 }
`;

test('analyze and explain read a specification', async () => {
  const files = { 'a.yaml': GOOD };
  const done = await ldscope('analyze a.yaml -m gfx942 -f json', { files });
  expect(done.stderr).toBe('');
  expect(JSON.parse(done.stdout)).toMatchObject({
    kernel: { name: 'a.yaml', frontend: 'spec', waves: 4, ldsBytes: 127 * 132 + 128 },
    totals: { instructions: 72 },
  });
  const explained = await ldscope('explain a.yaml -m gfx942 -s columns', { files });
  expect(explained.code).toBe(0);
  expect(explained.stdout).toContain('columns ds_read_b32 of tile');
});

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

test.each(['analyze', 'suggest'])(
  '%s says what is wrong with its code, its place and a hint',
  async (command) => {
    const text = 'element: f16\ntile: 128x64\naccesses:\n  - { read: b128, row: 0, column: 3 }\n';
    const said = ['error mitigate/misaligned', 'a.yaml:4:5', 'hint:'];
    await expectRefused(`${command} a.yaml -m gfx950`, { files: { 'a.yaml': text } }, ...said);
  },
);
