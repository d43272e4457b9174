/** What builds leave behind, on the command line: libraries, bundles and sources for several chips, kernels by patterns. */
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { archive, bundle, compressed, host } from '../../amdgcn/test/object/containers.ts';
import { expectRefused, ldscope } from './fake-io.ts';

const ids = ['gfx90a', 'gfx942'].map((chip) => `hipv4-amdgcn-amd-amdhsa--${chip}`);
const binaries = {
  'k.hipfb': compressed(3, bundle(...ids)),
  'lib.so': host(bundle(...ids), compressed(3, bundle(...ids))),
  'lib.a': archive('gnu', { 'first.o': host(bundle(...ids)), 'second.o': host(bundle(...ids)) }),
};

interface Report {
  readonly machine: string;
  readonly kernel: { readonly name: string };
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

async function analyze(...argv: readonly string[]) {
  const all = ['analyze', ...argv, '-l', 'block=64', '--format', 'json'];
  const { code, stdout } = await ldscope(all, { binaries, files });
  const answer = JSON.parse(stdout) as Report & {
    readonly reports?: readonly Report[];
    readonly kernels?: readonly object[];
  };
  const reports = answer.reports ?? [answer];
  return { code, reports, kernels: answer.kernels, chips: reports.map(({ machine }) => machine) };
}

/** A kernel whose rows are `shift` apart, so that chips and kernels differ in what they cost. */
const kernel = (name: string, shift: number): string =>
  amdKernel(`\tv_lshlrev_b32 v1, ${shift}, v0\n\tds_write_b32 v1, v0`, { name });

const section = (chip: string, ...kernels: readonly string[]): string =>
  `# __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--${chip}
${amdModule(chip, ...kernels)}# __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn-amd-amdhsa--${chip}
`;

const gemms = ['_ZN2ck4gemmIfEEvv', '_ZN2ck4gemmIiEEvv'];
const files = {
  'k.s': section('gfx90a', kernel('k', 7)) + section('gfx942', kernel('k', 2)),
  'two.s': section('gfx90a', ...gemms.map((name) => kernel(name, 7)), kernel('copy', 2)),
};

describe('a file for several chips', () => {
  test.each(['k.hipfb', 'k.s', 'lib.so'])(
    '%s gives the code of the chip that is asked for',
    async (file) => {
      expect((await analyze(file, '-m', 'gfx942')).chips).toContain('gfx942');
      expect((await analyze(file, '-m', 'mi300x')).chips).toContain('gfx942');
      const { code, reports } = await analyze(file, '-m', 'gfx950');
      expect(code).toBe(2);
      expect(reports[0]?.diagnostics.map((one) => one.code)).toEqual(['amdgcn/no-code-object']);
    },
  );

  test.each(['k.hipfb', 'k.s'])('%s names its chips where none is asked for', async (file) => {
    const { chips, reports } = await analyze(file);
    expect(chips).toEqual(['gfx90a']);
    expect(reports[0]?.diagnostics).toContainEqual({
      code: 'amdgcn/several-chips',
      severity: 'note',
      message: 'the file has code for gfx90a, gfx942; this report is for gfx90a',
      hint: 'choose with --machine gfx942',
      options: [{ option: 'machine', value: 'gfx942' }],
    });
  });

  test('answers each chip with its own code', async () => {
    const { chips, kernels } = await analyze('k.s', '-m', 'gfx90a,gfx942');
    expect(chips).toEqual(['gfx90a', 'gfx942']);
    expect(kernels).toMatchObject([
      { name: 'k', machine: 'gfx90a', bankConflict: 62, ldsBytes: 8192, sites: 1, hazards: 0 },
      { name: 'k', machine: 'gfx942', bankConflict: 0 },
    ]);
    const { stdout } = await ldscope('analyze k.s -m gfx90a,gfx942 -l block=64', { files });
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      '  kernel  chip      LDS  counted  sites  conflicts of cycles',
      '  k       gfx90a  8 KiB   1 of 1      1             62 of 64',
      '  k       gfx942  8 KiB   1 of 1      1               0 of 2',
    ]);
  });

  test('says in headings which chip a report is for', async () => {
    const argv = ['analyze', 'k.s', '-l', 'block=64', '-m'];
    const both = await ldscope([...argv, 'gfx90a,gfx942'], { files });
    for (const chip of ['gfx90a', 'gfx942'])
      expect(both.stdout).toContain(`k (amdgcn) on ${chip}\n`);
    const one = await ldscope([...argv, 'gfx942'], { files });
    expect(one.stdout).toContain('k (amdgcn)\n');
  });

  test('suggests for each chip by its own code', async () => {
    const argv = ['suggest', 'k.s', '-m', 'gfx90a,gfx942', '-l', 'block=64', '--tile', '64x32xf32'];
    const { stdout } = await ldscope([...argv, '--format', 'json'], { files });
    const { reports } = JSON.parse(stdout) as {
      readonly reports: readonly {
        machines: string[];
        buffers: { now: { conflicts: { cycles: number }[] } }[];
      }[];
    };
    expect(reports.map(({ machines }) => machines)).toEqual([['gfx90a'], ['gfx942']]);
    const costs = reports.map(({ buffers }) => buffers[0]?.now.conflicts[0]?.cycles ?? 0);
    expect(costs[0]).toBeGreaterThan(0);
    expect(costs[1]).toBe(0);
  });

  test('compiles a source for each chip', async () => {
    const compiled: string[] = [];
    const { stdout } = await ldscope('analyze k.hip -m gfx90a,gfx942 -l block=64 --format json', {
      files: { 'k.hip': '' },
      compile: ({ chip }) => {
        compiled.push(chip);
        const assembly = section(chip, kernel('k', chip === 'gfx90a' ? 7 : 2)).replaceAll(
          /^#.*$/gm,
          '',
        );
        return { assembly, sources: new Map() };
      },
    });
    expect(compiled).toEqual(['gfx90a', 'gfx942']);
    expect(JSON.parse(stdout)).toMatchObject({
      kernels: [
        { machine: 'gfx90a', bankConflict: 62 },
        { machine: 'gfx942', bankConflict: 0 },
      ],
    });
  });
});

describe('a file with several code objects', () => {
  test('is analyzed as a whole', async () => {
    expect((await analyze('lib.so', '-m', 'gfx942')).chips).toEqual(['gfx942', 'gfx942']);
    expect((await analyze('lib.a', '-m', 'gfx90a,gfx942')).chips).toEqual([
      'gfx90a',
      'gfx90a',
      'gfx942',
      'gfx942',
    ]);
  });

  test('gives commands for one kernel the first, with a note', async () => {
    const { stdout, code } = await ldscope('launch lib.a -m gfx942', { binaries });
    expect(code).toBe(0);
    expect(stdout).toContain('# k, for gfx942');
  });
});

describe('kernels by patterns', () => {
  const namesOf = async (pattern: string): Promise<string[]> =>
    (await analyze('two.s', '-k', pattern)).reports.map((report) => report.kernel.name);

  test.each([
    ['*gemm*', gemms],
    ['ck::*', gemms],
    ['ck::gemm<?loat>', gemms.slice(0, 1)],
    ['_ZN2ck4gemmI?EEvv', gemms],
    ['*', [...gemms, 'copy']],
    ['c*y', ['copy']],
  ])('%s', async (pattern, expected) => {
    expect(await namesOf(pattern)).toEqual(expected);
  });

  test('that fit none are refused with the names that there are', async () => {
    const { code, reports } = await analyze('two.s', '-k', 'x*');
    expect(code).toBe(2);
    expect(reports[0]?.diagnostics.map((one) => one.code)).toContain('launch/no-kernel');
  });

  test('that fit several are refused where one is needed', async () => {
    await expectRefused('launch two.s -k *gemm*', { files }, 'launch/ambiguous-kernel');
  });
});
