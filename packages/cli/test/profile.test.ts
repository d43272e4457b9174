/** `ldscope validate` on the CSV of a profiler: counters of a launch beside those that are predicted. */
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { ldscope } from './fake-io.ts';

const files = {
  'k.s': exampleText('compiled-transpose/kernel.s'),
  'l.yaml': exampleText('compiled-transpose/launch.yaml'),
};
const kernel = ['k.s', '-l', 'l.yaml', '-m', 'gfx942'];

interface Analyzed {
  readonly kernel: {
    readonly name: string;
    readonly workgroups: { readonly launched: number };
    readonly block: { readonly shape: readonly [number, number, number] };
  };
  readonly counters: readonly { readonly name: string; readonly value: number }[];
}

/** The CSV that rocprofv3 would write if every prediction held, with changes. */
async function profiled(change: (name: string, value: number) => number, extraItems = 0) {
  const done = await ldscope(['analyze', ...kernel, '-f', 'json'], { files });
  const report = JSON.parse(done.stdout) as Analyzed;
  const [x, y, z] = report.kernel.block.shape;
  const items = report.kernel.workgroups.launched * x * y * z + extraItems;
  return [
    '"Dispatch_Id","Grid_Size","Kernel_Name","Counter_Name","Counter_Value"',
    ...report.counters
      .filter(({ name }) => name.startsWith('SQ_'))
      .map(
        ({ name, value }) => `7,${items},"${report.kernel.name}","${name}",${change(name, value)}`,
      ),
    `7,${items},"${report.kernel.name}","SQ_WAVES",4`,
    '',
  ].join('\n');
}

const validate = async (csv: string, ...options: string[]) =>
  await ldscope(['validate', 'c.csv', ...kernel, ...options], {
    files: { ...files, 'c.csv': csv },
  });

describe('the counters of a profiler', () => {
  it('are those that are predicted', async () => {
    const done = await validate(await profiled((_, value) => value));
    expect(done.stderr).toBe('');
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('3 of 3 counters of 1 dispatch exact');
    expect(done.stdout).toContain('not predicted: SQ_WAVES');
  });

  it('differ by a share', async () => {
    const csv = await profiled((name, value) => (name === 'SQ_INSTS_LDS' ? 2 * value : value));
    const done = await validate(csv);
    expect([done.code, done.stdout.includes('2 of 3 counters')]).toEqual([1, true]);
    expect(done.stdout).toContain('-50.0 %');
    const json = JSON.parse((await validate(csv, '-f', 'json')).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ schema: 'ldscope-profile/1', counters: 3, exact: 2 });
  });

  it('of another launch are not compared', async () => {
    const done = await validate(await profiled((_, value) => value, 64));
    expect([done.code, done.stderr.includes('usage/other-grid')]).toEqual([1, true]);
    expect(done.stdout).toContain('0 of 0 counters');
  });

  it.each([
    ['a,b\n1,2\n', 'usage/not-a-profile'],
    ['Kernel_Name,SQ_INSTS_LDS\nother,2\n', 'usage/not-profiled'],
  ])('%j is refused', async (csv, code) => {
    const done = await validate(csv);
    expect([done.code, done.stdout, done.stderr.includes(code)]).toEqual([2, '', true]);
  });
});
