import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { copy, spread, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('run');

const files = { 'transpose.mlir': transpose, 'copy.mlir': copy, 'spread.mlir': spread };

describe('analyze', () => {
  test('writes to a file without colour, also from a terminal', async () => {
    const argv = ['analyze', 'transpose.mlir', '-m', 'gfx942', '-o', 'report.txt'];
    const { code, stdout, written } = await ldscope(argv, { files, isTTY: true, columns: 70 });
    expect([code, stdout]).toEqual([0, '']);
    expect(written.get('report.txt')).toContain('124 of 130');
    expect(written.get('report.txt')).not.toContain('\u001B');
  });

  test('colours for a terminal, unless NO_COLOR is set', async () => {
    const argv = ['analyze', 'transpose.mlir'];
    const colored = await ldscope(argv, { files, isTTY: true });
    expect(colored.stdout).toContain('\u001B[');
    const env = { NO_COLOR: '1' };
    expect((await ldscope(argv, { files, isTTY: true, env })).stdout).not.toContain('\u001B');
    expect((await ldscope(argv, { files })).stdout).not.toContain('\u001B');
    const forced = await ldscope(argv, { files, env: { FORCE_COLOR: '1' } });
    expect(forced.stdout).toContain('\u001B[');
  });
});

describe('what is wrong with an input', () => {
  test('is told apart from a fault of ours, which has no stack', async () => {
    const fault = new TypeError('x is not a function');
    const quiet = await ldscope('analyze copy.mlir', { fault });
    expect(quiet.code).toBe(2);
    expect(quiet.stderr).toContain('internal/unexpected');
    expect(quiet.stderr).not.toContain('    at ');
    const debugging = await ldscope('analyze x', { fault, env: { LDSCOPE_DEBUG: '1' } });
    expect(debugging.stderr).toContain('    at ');
  });
});

describe('machine', () => {
  test('says of each fact of two whether it differs', async () => {
    const { stdout } = await ldscope('machine gfx942 gfx950 -f json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'ldscope-machine-compare/1',
      first: { machine: 'gfx942' },
      second: { machine: 'gfx950' },
      facts: expect.arrayContaining([
        expect.objectContaining({ fact: 'SIMDs of a compute unit', differs: false }),
      ]),
    });
  });
});

describe('the command line itself', () => {
  test('shows progress of long work on a terminal, and erases it', async () => {
    let time = 0;
    const now = (): number => (time += 200);
    const argv = ['analyze', 'spread.mlir', '--launch', 'grid=8'];
    const { stderr } = await ldscope(argv, { files, isTTY: true, now });
    expect(stderr).toContain('workgroup 3 of 8');
    expect(stderr.endsWith('\r\u001B[2K')).toBe(true);
    expect((await ldscope(argv, { files, now })).stderr).toBe('');
  });
});

const wave = fileURLToPath(new URL('../../../../shared/kernels/wave/gemm.mlir', import.meta.url));

describe('compiler output', () => {
  test('Wave: the swizzled GEMM has no conflict on gfx950', async (context) => {
    if (!existsSync(wave)) context.skip('the captured kernels are not beside the checkout');
    const text = readFileSync(wave, 'utf8');
    const argv = ['analyze', 'gemm.mlir', '-m', 'gfx950', '-f', 'json'];
    const { code, stdout } = await ldscope(argv, { files: { 'gemm.mlir': text } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kernel: { name: 'gemm_prefetch', waves: 128, ldsBytes: 36864 },
      totals: { bankConflict: 0 },
    });
  });
});
