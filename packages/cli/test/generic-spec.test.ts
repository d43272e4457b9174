/** The commands on specifications of a tile, its layout and its accesses. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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

describe('what is wrong has a code, a place and a hint', () => {
  const lines = (access: string) => `element: f16\ntile: 128x64\naccesses:\n  - ${access}\n`;
  const cases: readonly (readonly [string, string, string])[] = [
    [lines('{ read: b128, row: lane * 3, column: 0 }'), 'spec/leaves-tile', '4:7'],
    [lines('{ read: b128, row: lane << 30, column: 0 }'), 'expression/overflow', '4:24'],
    [lines('{ read: b128, row: lane, column: lan }'), 'expression/unknown-name', '4:38'],
    [lines('{ read: "b128: row = lane / 0; column = 0" }'), 'expression/division-by-zero', '4:33'],
    [lines('{ read: b128, row: "r = 1", column: 0 }'), 'expression/no-result', '4:19'],
    [lines('{ read: bogus b128 }'), 'spec/unknown-name', '4:7'],
    [lines('{ read: b128 b64, row: 0, column: 0 }'), 'spec/twice', '4:7'],
    [lines('{ read: row-copy }'), 'spec/width', '4:7'],
    [lines('{ read: b128 }'), 'spec/no-place', '4:5'],
    [lines('{ read: b8, row: 0, column: 0 }'), 'spec/torn', '4:7'],
    [lines('{ read: ds_write_b32, row: 0, column: 0 }'), 'spec/direction', '4:7'],
    [lines('{ read: ld.shared.b32, row: 0, column: 0 }'), 'spec/no-instruction', '4:7'],
    [lines('{ read: mfma-a b64 }'), 'spec/matrix', '4:7'],
    [lines('{ read: mfma-a v_mfma_f32_1x1x1_f16 }'), 'spec/no-matrix-instruction', '4:7'],
    [lines('{ read: mfma-a v_mfma_f32_16x16x4_f32 }'), 'spec/matrix-element', '4:7'],
    [lines('{ read: mfma-a v_mfma_f32_16x16x16_f16, rows: 8 }'), 'spec/block', '4:7'],
    [lines('{ read: b128, write: b128, row: 0, column: 0 }'), 'spec/one-of', '4:5'],
    [lines('{ read: b128, row: 0, column: 3 }'), 'mitigate/misaligned', '4:5'],
    [`layout: pad 3\n${lines('{ read: row-copy b128 }')}`, 'notation/parameter', '1:1'],
    [`layout: #x\n${lines('{ read: row-copy b128 }')}`, 'spec/layout', '1:1'],
    [
      `layout: { wave: { swizzle_unit: 8, max_phase: 64 } }\n${lines('{ read: row-copy b128 }')}`,
      'notation/',
      '1:',
    ],
    ['element: f16\ntile: 1x\naccesses: []\n', 'spec/tile', '2:1'],
    ['element: f99\ntile: 1x1\naccesses: []\n', 'spec/unknown-name', '1:1'],
    ['tile: 1x1\naccesses: [{ read: b32, row: 0, column: 0 }]\n', 'spec/missing', '1:1'],
    [
      'element: f32\ntile: 60000x60000\naccesses: [{ read: row-copy b32 }]\n',
      'spec/too-many',
      '2:1',
    ],
  ];
  test.each(cases)('%j', async (text, code, place) => {
    for (const command of ['analyze', 'suggest']) {
      const argv = [command, 'a.yaml', '-m', 'gfx950'];
      await expectRefused(
        argv,
        { files: { 'a.yaml': text } },
        `error ${code}`,
        `a.yaml:${place}`,
        'hint:',
      );
    }
  });
});
