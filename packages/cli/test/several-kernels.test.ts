/** Files with several kernels on the command line: the table in front, and kernels by their names. */
import { describe, expect, test } from 'vitest';
import { amdKernel, amdModule } from '../../../test/amd-kernel.ts';
import { expectRefused, ldscope } from './fake-io.ts';

const kernels = ['_Z9transposePf', '_ZN2ck4gemmIfEEvv', '_ZN2ck4gemmIiEEvv', '_Z3badv'];

const write = '\tv_lshlrev_b32 v1, 7, v0\n\tds_write_b32 v1, v0';
const code = (name: string): string =>
  amdKernel(name === '_Z3badv' ? `${write}\n\ts_branch nowhere` : write, { name });

const files = { 'k.s': amdModule('gfx942', ...kernels.map(code)) };
const launch = ['-l', 'block=64'];

describe('ldscope analyze of several kernels', () => {
  test('shows all of them in a table first', async () => {
    const { stdout, code: exit } = await ldscope(['analyze', 'k.s', ...launch], { files });
    expect(exit).toBe(2);
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      '  kernel             LDS  counted  sites  conflicts of cycles',
      '  transpose        8 KiB   1 of 1      1             62 of 64',
      '  ck::gemm<float>  8 KiB   1 of 1      1             62 of 64',
      '  ck::gemm<int>    8 KiB   1 of 1      1             62 of 64',
      '  bad              8 KiB   1 of 1      1             62 of 64',
    ]);
    expect(stdout).toContain('ck::gemm<float> (amdgcn)\n  symbol    _ZN2ck4gemmIfEEvv\n');
    expect(stdout.split('amdgcn/undefined-symbol').length - 1).toBe(1);
  });

  test('says of no kernel with errors that it has no conflicts', async () => {
    const plain = { 'k.s': files['k.s'].replaceAll('v1, 7, v0', 'v1, 2, v0') };
    const verdictOf = async (kernel: string): Promise<string> => {
      const all = ['analyze', 'k.s', ...launch, '-k', kernel];
      return (await ldscope(all, { files: plain })).stdout;
    };
    expect(await verdictOf('transpose')).toContain('No bank conflicts: 1 site');
    const bad = await verdictOf('bad');
    expect(bad).not.toContain('No bank conflicts');
    expect(bad).toContain('no conflicts among these: 1 site');
  });

  test('names in the table why each is refused', async () => {
    const { stdout, stderr } = await ldscope('analyze k.s', { files });
    expect(stdout).toMatch(/ {2}transpose +launch\/which-block\n/);
    expect(stderr).toContain('transpose\nerror launch/which-block');
  });

  test('keeps symbols in JSON, also of a kernel that is refused', async () => {
    const { stdout } = await ldscope('analyze k.s -f json', { files });
    const { reports } = JSON.parse(stdout) as { reports: { kernel: { name: string } }[] };
    expect(reports.map(({ kernel }) => kernel.name)).toEqual(kernels);
  });
});

describe('-k', () => {
  test.each([
    ['_Z9transposePf', '_Z9transposePf'],
    ['transpose', '_Z9transposePf'],
    ['transpose(float*)', '_Z9transposePf'],
    ['ansp', '_Z9transposePf'],
    ['ck::gemm<int>', '_ZN2ck4gemmIiEEvv'],
    ['gemm<float>', '_ZN2ck4gemmIfEEvv'],
  ])('%s', async (name, symbol) => {
    for (const command of [['analyze'], ['suggest', '--tile', '64x32xf32'], ['timeline']]) {
      const [first = '', ...options] = command;
      const all = [first, 'k.s', ...options, ...launch, '-k', name, '-f', 'json'];
      const { stdout, code: exit } = await ldscope(all, { files });
      expect(exit).toBeLessThan(2);
      expect(stdout).toContain(`"${symbol}"`);
    }
  });

  test('lists candidates where it is ambiguous, and all where there is none', async () => {
    await expectRefused(
      ['analyze', 'k.s', ...launch, '-k', 'gemm'],
      { files },
      'choose one of: ck::gemm<float>, ck::gemm<int>',
    );
    const none = await ldscope(['analyze', 'k.s', ...launch, '-k', 'nothing'], { files });
    expect(none.stderr).toContain('choose one of: transpose, ck::gemm<float>, ck::gemm<int>, bad');
  });
});
