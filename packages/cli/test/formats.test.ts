/** `--format text|json|html|markdown` of the commands that answer with a report. */
import { describe, expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { ldscope } from './fake-io.ts';
import { transpose } from './kernels.ts';
import { testSessions } from './sessions.ts';

testSessions('formats');

const files = {
  't.mlir': transpose,
  // As many steps as it needs for a steady state.
  'gemm.sched': exampleText('schedules/gemm-256x256x32.sched').replace('loop 100:', 'loop 12:'),
  'h.jsonl': JSON.stringify({
    op: 'ld32',
    mask: 'ffffffff',
    address: Array.from({ length: 32 }, (_, lane) => 128 * lane),
    wavefronts: 32,
    conflicts: 31,
  }),
  'k.s': exampleText('compiled-transpose/kernel.s'),
  'v.mlir': exampleText('swizzle-flow/vector.mlir'),
  'l.yaml': exampleText('compiled-transpose/launch.yaml'),
};

/** What the command says in every form, by what all of them must have. */
const commands: readonly (readonly [argv: readonly string[], code: number, said: string[]])[] = [
  [['suggest', 't.mlir', '-m', 'gfx942'], 0, ['%tile', 'recommended', 'a layout removes all']],
  [['fix', 't.mlir', '-m', 'gfx942'], 0, ['%tile', 'rewritten and proven', 'bijection']],
  [['explain', 't.mlir', '-m', 'gfx942'], 0, ['ds_write_b32', '%tile', '32']],
  // It lacks a wait.
  [['timeline', 'gemm.sched', '-m', 'gfx950'], 1, ['cycles', 'matrix instructions']],
  [['budget', '--tile', '256x256x64xf16'], 0, ['LDS reads', 'accumulators']],
  [['pipeline', '--tile', '128x128x32xf16'], 0, ['MFMA A[0,0], B[0,0], C[0,0]', 'ds_read_b128']],
  [['validate', 'h.jsonl', '-m', 'h100'], 0, ['1 of 1 record exact', '']],
  [['machine'], 0, ['gfx942', 'MI355X']],
  [['machine', 'gfx950'], 0, ['banks of 4 B', '163,840 B', 'Sources']],
  [['machine', 'gfx950', '--matrix'], 0, ['v_mfma_f32_16x16x16_f16']],
  [['machine', 'gfx950', '--matrix', 'v_mfma_f32_32x32x8_f16'], 0, ['lane', 'D[32][32]']],
  [
    ['analyze', 't.mlir', '-m', 'gfx942'],
    0,
    ['accesses have bank conflicts', 'ds_read_b32', '%tile'],
  ],
  [['convert', 'pitch = 68', '--tile', '64x64xf16'], 0, ['64 rows', 'without pads']],
  [['opt', '--list'], 0, ['iree-swizzle', 'Pipelines']],
  [['run', 'k.s', '-l', 'l.yaml', '-m', 'gfx942'], 0, ['waves on gfx942', '0 hazards']],
];

/** Markdown and HTML without the signs that escape. */
const plain = (text: string): string =>
  text
    .replaceAll(/\\(?=[\\`*_{}[\]|~#!$])/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll('&#46;', '.');

describe.each(commands)('%j', (argv, code, said) => {
  test.each(['text', 'html', 'markdown'])('%s', async (format) => {
    const done = await ldscope([...argv, '--format', format], { files });
    expect(done.code).toBe(code);
    expect(done.stdout.startsWith('<!doctype html>')).toBe(format === 'html');
    expect(done.stdout.startsWith('#')).toBe(format === 'markdown');
    const text = plain(done.stdout);
    for (const words of said) expect(text).toContain(words);
  });

  test('json', async () => {
    const done = await ldscope([...argv, '--format', 'json'], { files });
    expect(done.code).toBe(code);
    expect(JSON.parse(done.stdout)).toHaveProperty('schema');
  });
});

test.each(['html', 'markdown'])(
  'passes give %s with the MLIR in it, or beside it',
  async (format) => {
    const argv = ['opt', 'v.mlir', '-p', 'iree-swizzle', '-m', 'gfx942', '-f', format];
    const inside = await ldscope(argv, { files });
    expect([inside.code, inside.stderr]).toEqual([0, '']);
    for (const words of ['corrected', 'func.func @load_tile']) {
      expect(plain(inside.stdout)).toContain(words);
    }
    const beside = await ldscope([...argv, '-o', 'out.mlir'], { files });
    expect(beside.stdout).not.toContain('func.func');
    expect(beside.written.get('out.mlir')).toContain('func.func');
  },
);
