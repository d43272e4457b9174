/** `ldscope opt`: passes from the command line. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseText } from './case-text.ts';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

testSessions('opt');

const hinted = caseText('hinted.mlir');

const opt = (text: string, ...argv: readonly string[]): ReturnType<typeof ldscope> =>
  ldscope(['opt', 'kernel.mlir', ...argv], { files: { 'kernel.mlir': text } });

const FLOW = ['--pass', 'iree-swizzle', '-m', 'gfx942'];

describe('opt', () => {
  it('gives JSON with the MLIR in it, or beside it', async () => {
    const inside = await opt(hinted, ...FLOW, '-f', 'json');
    const report = JSON.parse(inside.stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      schema: 'ldscope-opt/1',
      file: 'kernel.mlir',
      like: 'corrected',
      machine: 'gfx942',
      verdict: 'done',
      allocations: [{ allocation: '%tile', function: '@k', line: 8, column: 3 }],
    });
    expect(inside.stderr).toBe('');
    const plain = await opt(hinted, ...FLOW);
    expect(report['mlir']).toBe(plain.stdout);
    const beside = await opt(hinted, ...FLOW, '-f', 'json', '-o', 'out.mlir');
    expect(JSON.parse(beside.stdout)).not.toHaveProperty('mlir');
    expect(beside.written.get('out.mlir')).toBe(plain.stdout);
    const aside = await opt(hinted, ...FLOW, '-f', 'json', '-o', '-');
    expect(aside.stdout).toBe(plain.stdout);
    expect(JSON.parse(aside.stderr)).toMatchObject({ verdict: 'done' });
  });
});

describe('bad input', () => {
  it('texts that are cut and mixed never throw', async () => {
    const text = hinted;
    const passes = [
      'iree-swizzle',
      'iree-swizzle-prefetch',
      'resolve-swizzle-hints,canonicalize,cse',
      'fold-memref-alias-ops,propagate-constant-offsets',
    ];
    const edits = fc.array(
      fc.tuple(
        fc.nat(text.length),
        fc.nat(12),
        fc.constantFrom(
          ...'%t 8 -1 0 } { index 99999999999 # < memref<?xf16>'.split(' '),
          '',
          '// -----\n',
        ),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(
        edits,
        fc.constantFrom(...passes),
        fc.constantFrom('corrected', 'iree', 'iree-pr-23778'),
        async (changes, pass, like) => {
          let broken = text;
          for (const [at, length, other] of changes)
            broken = broken.slice(0, at) + other + broken.slice(at + length);
          const done = await opt(broken, '--pass', pass, '--like', like, '-m', 'gfx942');
          expect([0, 2]).toContain(done.code);
          expect(done.stderr).not.toContain('internal/unexpected');
          expect(done.stdout === '').toBe(done.code === 2);
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
});
