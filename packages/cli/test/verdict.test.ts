/** What a report covers and what its exit code says: samples of a launch, kernels that are wrong, instructions that a chip lacks. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ldscope, type Outcome } from './fake-io.ts';
import { spread } from './kernels.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('verdict');

const files = { 'transpose.mlir': spread };
const analyzed = (...more: readonly string[]): Promise<Outcome> =>
  ldscope(['analyze', ...more], { files });

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const sampled = 'sampled 4 of 512 workgroups; totals cover only those';
const launched = ['-m', 'gfx942', '-l', 'grid=512'];
const large = [...launched, '-w', '4'];

describe('totals of a sample', () => {
  it.each(['text', 'markdown', 'html'])('are said to be so in the verdict: %s', async (format) => {
    const { code, stdout } = await analyzed('transpose.mlir', ...large, '-f', format);
    expect(code).toBe(0);
    const verdict = flat(stdout)
      .replaceAll(/<[^>]*>|&nbsp;|\\/g, '')
      .match(/\d of 3 LDS accesses ha[^.]*\.\d %\); [^.]*/)?.[0];
    expect(verdict).toContain(sampled);
  });

  it('are said to be so in SARIF', async () => {
    const sarif = await analyzed('transpose.mlir', ...large, '-f', 'sarif');
    const log = JSON.parse(sarif.stdout) as {
      readonly runs: readonly {
        readonly results: readonly {
          readonly ruleId: string;
          readonly message: { readonly text: string };
        }[];
        readonly properties: { readonly kernels: readonly object[] };
      }[];
    };
    const [run] = log.runs;
    expect(run?.properties.kernels[0]).toMatchObject({
      workgroupsExecuted: 4,
      workgroupsLaunched: 512,
      sampled: true,
    });
    const conflicts = run?.results.filter(({ ruleId }) => ruleId === 'ldscope/bank-conflict') ?? [];
    expect(conflicts).toHaveLength(2);
    for (const { message } of conflicts) expect(message.text).toContain('in 4 of 512 workgroups');
  });
});

/** Two waves: each reads what the other wrote. */
const racy = caseText('exchange.mlir');

/** Copies 16 bytes per lane straight to LDS, which gfx950 can and gfx942 cannot. */
const wideCopy = caseText('wide.mlir');

describe('the exit code', () => {
  const codes = (text: string, ...more: readonly string[]): Promise<number[]> =>
    Promise.all(
      ['text', 'json', 'html', 'sarif', 'markdown'].map(async (format) => {
        const argv = ['analyze', 'k.mlir', ...more, '-f', format];
        return (await ldscope(argv, { files: { 'k.mlir': text } })).code;
      }),
    );

  it('is 1 of a kernel with a race, 0 of the same with its barrier', async () => {
    expect(await codes(racy, '-m', 'gfx942')).toEqual([1, 1, 1, 1, 1]);
    const parted = racy.replace('// barrier', 'gpu.barrier');
    expect(await codes(parted, '-m', 'gfx942')).toEqual([0, 0, 0, 0, 0]);
  });

  it('is 1 where the chip lacks an instruction', async () => {
    expect(await codes(wideCopy, '-m', 'gfx942')).toEqual([1, 1, 1, 1, 1]);
    expect(await codes(wideCopy, '-m', 'gfx950')).toEqual([0, 0, 0, 0, 0]);
  });

  it('is 2 of what cannot be read', async () => {
    expect(await codes('func.func @k( {', '-m', 'gfx942')).toEqual([2, 2, 2, 2, 2]);
  });
});

describe('a swizzle hint that is not resolved', () => {
  const path = new URL('../../../examples/swizzle-flow/lanes.mlir', import.meta.url);
  const hinted = { files: { 'lanes.mlir': readFileSync(path, 'utf8') } };

  it.each(['text', 'markdown', 'html'])(
    'is below the verdict with both counts: %s',
    async (format) => {
      const { stdout } = await ldscope(
        ['analyze', 'lanes.mlir', '-m', 'gfx942', '-f', format],
        hinted,
      );
      const said = flat(stdout).replaceAll(/<[^>]*>|&nbsp;|\\/g, '');
      expect(said).toContain('480 of 544 LDS cycles');
      expect(said).toContain('%tile has a swizzle hint that no pass has resolved yet');
      expect(said).toContain(
        'Resolved by ldscope, IREE main and IREE with PR 23778: 32 of 96 LDS cycles are conflicts',
      );
    },
  );
});
