/** Which layout `fix` recommends for a kernel of MLIR, and what it says of the others. */
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { analyzeKernel, fixText } from '../src/index.ts';

const plain = exampleText('transpose-plain/kernel.mlir');

/** Microseconds of the kernel as it is, in longer rows, and with an XOR. */
const timed =
  (present: number, padded: number, swizzled: number) =>
  (text: string): readonly [number, number] => {
    const time = text.includes('x33xf32') ? padded : text === plain ? present : swizzled;
    return [time * 1e-6, time * 1e-6];
  };

describe('of layouts without conflicts', () => {
  it.each([
    ['the one that is easier to read', undefined, ['padding', 'xor'], []],
    ['the same within two percent of its time', timed(10, 5.05, 5), ['padding', 'xor'], []],
    ['the faster one', timed(10, 5.2, 5), ['xor', 'padding'], []],
    ['no slower one than the kernel', timed(10, 10.3, 10.1), ['xor', 'padding'], ['padding']],
  ] as const)('%s is first', (_name, secondsOf, order, out) => {
    const { report, text = '' } = fixText(plain, { machines: ['gfx942'], secondsOf });
    const { candidates = [], proof } = report ?? { proof: [] };
    expect(candidates.map(({ kind }) => kind)).toEqual(order);
    const slower = candidates.filter((one) => one.out?.reason === 'slower');
    expect(slower.map(({ kind }) => kind)).toEqual(out);
    expect(text.includes('x33xf32')).toBe(order[0] === 'padding');
    const { outcome } = proof.find(({ name }) => name === 'time') ?? {};
    expect(outcome).toBe(secondsOf === undefined ? 'skipped' : 'holds');
    for (const { runs } of candidates) expect(runs[0]?.before.seconds).toEqual(secondsOf?.(plain));
  });
});

it('keeps a kernel to which every layout is slower, with the reason', () => {
  const { report, text } = fixText(plain, { machines: ['gfx942'], secondsOf: timed(1, 2, 3) });
  expect(text).toBeUndefined();
  expect(report?.verdict).toBe('stuck');
  expect(report?.diagnostics[0]?.code).toBe('fix/no-better');
  expect(report?.diagnostics[0]?.message).toContain('slower: predicted 1.00 us -> 2.00 us');
  expect(report?.candidates?.every(({ out }) => out?.reason === 'slower')).toBe(true);
});

it('names what each costs, as an analysis counts it', () => {
  const { report } = fixText(plain, { machines: ['gfx942'] });
  for (const { says, runs } of report?.candidates ?? []) {
    const layout = says.includes('XOR') ? '#iree_codegen.xor_shuffle<32, 1>' : 'pad = 33';
    const { text = '' } = fixText(plain, { machines: ['gfx942'], layout });
    const { report: counted } = analyzeKernel(text, { machine: 'gfx942' }).analysis ?? {};
    expect(runs[0]?.after.conflicts).toBe(counted?.totals.bankConflict);
    expect(runs[0]?.after.cycles).toBe(counted?.totals.idxActive);
    expect(runs[0]?.after.ldsBytes).toBe(counted?.kernel.ldsBytes);
    expect(runs[0]?.after.resident).toBe(counted?.occupancy?.workgroups);
  }
  expect(report?.candidates).toHaveLength(2);
});

it('says nothing of candidates where the user names the layout', () => {
  expect(fixText(plain, { machines: ['gfx942'], layout: 'pad = 33' }).report?.candidates).toBe(
    undefined,
  );
});
