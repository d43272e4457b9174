import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';
import { copy, spread, transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('run');

const files = { 'transpose.mlir': transpose, 'copy.mlir': copy, 'spread.mlir': spread(transpose) };

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

  test('warns when the launch is larger than what was executed', async () => {
    const argv = ['analyze', 'spread.mlir', '--launch', 'grid=100', '-f', 'json'];
    const some = await ldscope(argv, { files });
    expect(some.stdout).toContain('sampled 64 of 100 workgroups');
    const all = await ldscope([...argv, '--workgroups', 'all'], { files });
    expect(all.stdout).not.toContain('launch/some-workgroups');
    expect(JSON.parse(all.stdout)).toMatchObject({ kernel: { waves: 100 } });
  });
});

describe('what is wrong with an input', () => {
  test.each([
    ['a missing file', ['analyze', 'none.mlir'], 'usage/unreadable'],
    ['a file of another kind', ['analyze', 'code.txt'], 'usage/unknown-format'],
    ['a file that a compiler translates', ['analyze', 'code.py'], 'usage/needs-compiler'],
    ['a machine', ['analyze', 'copy.mlir', '-m', 'gfx1'], 'usage/unknown-machine'],
    ['a model', ['analyze', 'copy.mlir', '--model', 'x'], 'usage/unknown-model'],
    ['a launch', ['analyze', 'copy.mlir', '-l', 'grid=0'], 'launch/extent'],
    ['a kernel', ['analyze', 'copy.mlir', '-k', 'x'], 'launch/no-kernel'],
    ['a site', ['explain', 'copy.mlir', '-s', '1:1'], 'usage/unknown-site'],
    ['a phase', ['explain', 'copy.mlir', '--phase', '99'], 'usage/unknown-phase'],
    ['a phase before the first', ['explain', 'copy.mlir', '--phase', '0'], 'usage/unknown-phase'],
    ['an output', ['analyze', 'copy.mlir', '-o', 'nowhere/x'], 'usage/unwritable'],
    ['no access', ['explain', 'empty.mlir'], 'usage/no-sites'],
    ['a machine to show', ['machine', 'gfx1'], 'usage/unknown-machine'],
    ['no records', ['validate', 'blank.jsonl', '-m', 'h100'], 'usage/no-records'],
  ])('has a code: %s', async (_what, argv, wanted) => {
    await expectRefused(
      argv,
      {
        files: {
          ...files,
          'code.py': 'import triton\n',
          'code.txt': 'print\n',
          'empty.mlir': copy.replace(/^.*%tile\[.*\n/gm, '').replace(/^.*%x, .*\n/gm, ''),
          'blank.jsonl': '\n\n',
        },
      },
      wanted,
      'hint: ',
    );
  });

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

describe('validate', () => {
  const record = (wavefronts: number): string =>
    JSON.stringify({
      op: 'ld32',
      mask: 'ffffffff',
      address: Array.from({ length: 32 }, (_, lane) => 128 * lane),
      wavefronts,
      conflicts: 31,
    });
  const measured = {
    'exact.jsonl': record(32),
    'mixed.jsonl': `${record(32)}\n${record(8)}\n`,
    'broken.jsonl': `${record(32)}\nno json\n`,
  };

  test.each([
    ['exact.jsonl', 0, '1 of 1 record exact (100.0 %)'],
    ['mixed.jsonl', 1, '1 of 2 records exact (50.0 %)'],
    ['broken.jsonl', 2, '1 of 2 records exact (50.0 %); 1 line not scored'],
  ])('%s ends with %i', async (file, wanted, text) => {
    const { code, stdout } = await ldscope(['validate', file, '-m', 'h100'], { files: measured });
    expect(stdout).toContain(text);
    expect(code).toBe(wanted);
  });

  test('gives JSON', async () => {
    const argv = ['validate', 'mixed.jsonl', '-m', 'sm_90', '--format', 'json'];
    const { stdout } = await ldscope(argv, { files: measured });
    expect(JSON.parse(stdout)).toMatchObject({ records: 2, exact: 1, mismatches: [{ line: 2 }] });
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

  test.each([
    [['machine', 'gfx942', 'gfx1'], 'usage/unknown-machine'],
    [['machine', 'gfx942', 'gfx950', '--other-model', 'x'], 'usage/unknown-model'],
    [['machine', 'gfx950', '--other-model', 'narrow-1x64'], 'usage/other-model-of-none'],
    [['machine', 'gfx942', 'gfx950', '--matrix'], 'usage/matrices-of-one'],
  ])('%j is refused', async (argv, wanted) => {
    const { stdout, code } = await ldscope([...argv, '-f', 'json']);
    expect(code).toBe(2);
    expect(stdout).toContain(wanted);
  });
});

describe('the command line itself', () => {
  test.each([
    [['--help'], 0, 'stdout', 'Examples:'],
    [['--version'], 0, 'stdout', /^\d+\.\d+\.\d+/],
    [['help', 'analyze'], 0, 'stdout', '--heatmap'],
    [[], 2, 'stderr', 'Usage: ldscope'],
    [['analyse'], 2, 'stderr', 'Did you mean analyze?'],
    [['analyze', 'x', '--hetmap'], 2, 'stderr', 'Did you mean --heatmap?'],
    [['analyze', 'x', '--format', 'xml'], 2, 'stderr', 'Allowed choices are text, json'],
    [['analyze', 'x', '-w', '0'], 2, 'stderr', 'It must be at least 1'],
    [['validate', 'x'], 2, 'stderr', "required option '-m, --machine <name>'"],
  ] as const)('%j', async (argv, wanted, stream, text) => {
    const outcome = await ldscope(argv);
    expect(outcome[stream]).toMatch(text);
    expect(outcome.code).toBe(wanted);
  });

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
