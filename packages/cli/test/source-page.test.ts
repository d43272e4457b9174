/**
 * The source page of Nsight Compute beside `--sass`: two kernels of ours on an H100 (`nsight/`: their PTX, the code that ptxas made of it, and the
 * instructions of shared memory that `ncu --page source --csv` prints).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

const read = (name: string): string =>
  readFileSync(new URL(`nsight/${name}`, import.meta.url), 'utf8');
const launches = {
  tr_plain: `grid: [2, 2]
block: [32, 8]
args: [{ dtype: f32, shape: [64, 64] }, { dtype: f32, shape: [64, 64] }, { i32: 64 }]`,
  red_strided: `grid: 4
block: 256
args: [{ dtype: f32, shape: [4, 256] }, { dtype: f32, shape: [4] }]`,
};
const files = {
  'source.csv': read('source.csv'),
  'k.ptx': read('kernels.ptx'),
  'k.sass': read('kernels.sass'),
  ...Object.fromEntries(Object.entries(launches).map(([name, text]) => [`${name}.yaml`, text])),
};

const validate = (
  given: Readonly<Record<string, string>>,
  kernel: keyof typeof launches,
  ...options: string[]
) =>
  ldscope(
    [
      'validate',
      'source.csv',
      'k.ptx',
      '-m',
      'sm_90',
      '-k',
      kernel,
      '-l',
      `${kernel}.yaml`,
      ...options,
    ],
    { files: given },
  );
const sass = ['--sass', 'k.sass'];

interface Compared {
  readonly launches: readonly (readonly unknown[])[];
}

describe('the source page of Nsight Compute', () => {
  test.each([
    ['tr_plain', 2],
    ['red_strided', 25],
  ] as const)(
    '%s has executions, lanes, wavefronts and ideal of each instruction',
    async (name, count) => {
      const { code, stdout, stderr } = await validate(files, name, ...sass);
      expect(stderr).toBe('');
      expect(stdout).toContain(
        `${count} of ${count} instructions of shared memory exact in 1 launch`,
      );
      expect(code).toBe(0);
    },
  );

  test('lists what differs, both figures', async () => {
    const csv = read('source.csv').replaceAll('"4096","128"', '"2048","128"');
    const changed = { ...files, 'source.csv': csv };
    const { code, stdout } = await validate(changed, 'tr_plain', ...sass);
    expect(code).toBe(1);
    expect(stdout).toContain('1 of 2 instructions of shared memory exact');
    expect(stdout).toMatch(/0290 +LDS R9, \[R8\] +128 +4,096 +2,048 \/ 4,096 +128/);
    const done = await validate(changed, 'tr_plain', ...sass, '-f', 'json');
    const json = JSON.parse(done.stdout) as Compared;
    expect(json).toMatchObject({ schema: 'ldscope-source-page/1', instructions: 2, exact: 1 });
    expect(json.launches[0]?.[1]).toMatchObject({
      offset: 0x290,
      measured: { wavefronts: 2048 },
      predicted: { executions: 128, lanes: 4096, wavefronts: 4096, ideal: 128 },
      differs: ['wavefronts'],
    });
  });

  test.each([
    [[], 'usage/page-needs-sass'],
    [['--sass', 'k.ptx'], 'sass/'],
  ])('%j is refused', async (options, code) => {
    const done = await validate(files, 'tr_plain', ...options);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain(code);
  });

  test('a page of CUDA has no instructions', async () => {
    const csv = '"Kernel Name","tr_plain",\n"#","Source","# Samples"\n"1","int x;","2"\n';
    await expectRefused(
      ['validate', 'source.csv', 'k.ptx', '-m', 'sm_90', ...sass],
      {
        files: { ...files, 'source.csv': csv },
      },
      'usage/not-a-source-page',
    );
  });
});
