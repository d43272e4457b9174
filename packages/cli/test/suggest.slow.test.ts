/** `ldscope suggest`: layouts for the buffers of kernels and for tiles that are described. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';
import { chosenOf } from '../../../test/cases.ts';

testSessions('suggest');

const folder = new URL('../../../../shared/kernels/', import.meta.url);
const present = existsSync(new URL('wave/gemm.mlir', folder));
if (!present) console.log('skipped: the kernels of ../shared/kernels are absent');

interface LayoutObject {
  readonly layout: string;
  readonly recommended: boolean;
  readonly conflicts: readonly { readonly machine: string; readonly cycles: number }[];
  readonly ldsBytes: number;
}

interface ReportObject {
  readonly schema: string;
  readonly kernel: string;
  readonly next?: string;
  readonly buffers: readonly {
    readonly names: readonly string[];
    readonly tile: { readonly rows: number; readonly columns: number };
    readonly machines: readonly string[];
    readonly verdict: string;
    readonly now: LayoutObject;
    readonly front: readonly LayoutObject[];
    readonly recommendation: string;
    readonly others: readonly LayoutObject[];
    readonly why: readonly { readonly causes: readonly { readonly kind: string }[] }[];
    readonly proof: {
      readonly argument: string;
      readonly claims: readonly { readonly conflicts: number; readonly leastConflicts: number }[];
    };
    readonly notations: readonly {
      readonly notation: string;
      readonly text?: string;
      readonly reason?: string;
    }[];
    readonly obstacles: readonly { readonly text: string }[];
  }[];
  readonly diagnostics: readonly { readonly code: string }[];
}

async function suggest(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
  code = 0,
): Promise<ReportObject> {
  const done = await ldscope(['suggest', ...argv, '-f', 'json'], { files });
  expect(done.stderr).toBe('');
  expect(done.code).toBe(code);
  return JSON.parse(done.stdout) as ReportObject;
}

const cycles = ({ conflicts }: LayoutObject): number =>
  conflicts.reduce((sum, one) => sum + one.cycles, 0);

describe.skipIf(!present)('the reference kernel', () => {
  const published = present ? readFileSync(new URL('wave/gemm.mlir', folder), 'utf8') : '';
  const plain = published.replaceAll(
    /arith\.xori (%\d+), %\d+ : index/g,
    'arith.addi $1, %c0 : index',
  );

  test('without its XOR gets a conflict-free layout for both tiles', async () => {
    const report = await suggest(['a.mlir', '-m', 'gfx950'], { 'a.mlir': plain });
    expect(report.buffers.map(({ tile, verdict }) => [tile.rows, verdict])).toEqual([
      [32, 'solved'],
      [64, 'solved'],
    ]);
    for (const { now, front, proof, notations, why } of report.buffers) {
      expect(cycles(now)).toBe(3072);
      const free = front.filter((one) => cycles(one) === 0).map(({ layout }) => layout);
      expect(free).toContain('XOR of 16 B units with row mod 8');
      expect(front.map(cycles)[0]).toBe(0);
      expect(proof.argument).toContain('the counts meet their lower bounds');
      expect(why[0]?.causes[0]?.kind).toBe('no-swizzle');
      const texts = new Map(
        notations.map(({ notation, text, reason }) => [notation, text ?? reason]),
      );
      expect(texts.get('wave')).toBe('swizzle_unit = 8, max_phase = 8');
      expect(texts.get('iree')).toMatch(/^#iree_codegen\.xor_shuffle<64, 8\b/);
      expect(texts.get('padding')).toContain('padding cannot express this layout');
    }
    expect(report.next).toBe('ldscope fix a.mlir -m gfx950 -o fixed.mlir');
  });

  test('as published has nothing left to do', async () => {
    const files = { 'a.mlir': published };
    const report = await suggest(['a.mlir', '-m', 'gfx950'], files);
    expect(report.buffers.map(({ verdict }) => verdict)).toEqual(['free', 'free']);
    expect(report.next).toBeUndefined();
    const { stdout } = await ldscope('suggest a.mlir -m gfx950', { files });
    expect(stdout).toContain('verdict   nothing to do, sampled in 1 of 16 workgroups\n');
  });

  test('on two chips together, and a chip without the instruction is left out with a reason', async () => {
    const report = await suggest(['a.mlir', '-m', 'gfx942,gfx950'], { 'a.mlir': plain });
    expect(report.buffers.map(({ machines }) => machines)).toEqual([
      ['gfx942', 'gfx950'],
      ['gfx950'],
    ]);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['suggest/left-out']);
    expect(report.buffers[0]?.front[0]).toMatchObject({
      conflicts: [
        { machine: 'gfx942', cycles: 0 },
        { machine: 'gfx950', cycles: 0 },
      ],
    });
  });

  test('as machine code, for a tile that is said', async () => {
    const text = readFileSync(new URL('wave/gemm-gfx950.s', folder), 'utf8');
    const argv = ['a.s', '--tile', '64x64xf16', '--at', '0x2000'];
    const swizzled = ['--layout', 'wave: swizzle_unit = 8, max_phase = 8'];
    const report = await suggest([...argv, ...swizzled], { 'a.s': text });
    expect(report.buffers.map(({ verdict }) => verdict)).toEqual(['free']);
  });
});

describe.skipIf(!present)('Triton kernels', () => {
  const triton = new URL('triton/', folder);
  const files = present
    ? readdirSync(triton, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.ttgir') && name.includes('matmul-fp16'))
        .slice(0, 6)
    : [];

  test.each(chosenOf(files))('%s', async (name) => {
    const text = readFileSync(new URL(name, triton), 'utf8');
    const { stdout } = await ldscope('suggest a.ttgir -f json', { files: { 'a.ttgir': text } });
    const report = JSON.parse(stdout) as ReportObject;
    for (const { front, now, verdict } of report.buffers) {
      if (verdict === 'free') expect(cycles(now)).toBe(0);
      else expect(front.every((one) => cycles(one) < cycles(now))).toBe(true);
    }
  });
});
