/** `--format html|svg|sarif|markdown`. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('documents');

const files = { 't.mlir': transpose };

const analyze = (file: string, format: string, ...rest: readonly string[]) =>
  ldscope(['analyze', file, '-m', 'gfx942', '--format', format, ...rest], { files });

describe('HTML', () => {
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
