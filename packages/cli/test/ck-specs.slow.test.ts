/**
 * CK Tile specifications with CK's own distributions, whole matrices, waves of 32 lanes and elements of 4 bits; and GEMMs, analyzed
 * and run. Totals of the dispatch are those of the slides; the rest is computed by hand.
 */
import { describe, expect, test } from 'vitest';
import { ldscope } from './fake-io.ts';
import { testSessions } from './sessions.ts';

describe('distributions by name, and GEMMs', () => testSessions('ck-specs'));

interface Analyzed {
  readonly kernel: { readonly waves: number; readonly workgroups?: { readonly launched: number } };
  readonly totals: { readonly instructions: number; readonly bankConflict: number };
  readonly sites: readonly { readonly id: string; readonly op: string }[];
}

async function analyzed(text: string, machine: string): Promise<Analyzed> {
  const argv = ['analyze', 's.yaml', '-m', machine, '-f', 'json'];
  const { stdout, code } = await ldscope(argv, { files: { 's.yaml': text } });
  expect(code).toBe(0);
  return JSON.parse(stdout) as Analyzed;
}

describe('whole matrices', () => {
  test.each([
    ['01', 3_670_016, 294_912],
    ['02', 1_572_864, 294_912],
    ['03', 786_432, 327_680],
    ['05', 0, 294_912],
    ['08', 0, 65_536],
  ])('tutorial %s has the counters of the slides', async (name, conflicts, instructions) => {
    const text = `tutorial: "${name}"\nmatrix: { m: 65536, k: 256 }\n`;
    const { totals, kernel } = await analyzed(text, 'gfx942');
    expect(totals).toMatchObject({ bankConflict: conflicts, instructions });
    expect(kernel).toMatchObject({ waves: 4096, workgroups: { launched: 1024 } });
  });

  test('what a global descriptor promises decides the width of its accesses', async () => {
    const text = (load: string): string => `element: f16
lds_swapping: { m: 64, k: 32, kpack: 8, mldslayer: 2 }
write: { distribution: MK }
read: { distribution: RD08 }
global: { load: { naive: { lengths: [1024, 256], strides: [256, 1]${load} } } }
`;
    const argv = ['analyze', 's.yaml', '-m', 'gfx942', '-f', 'json'];
    const loads = async (load: string): Promise<readonly string[]> => {
      const { stdout } = await ldscope(argv, { files: { 's.yaml': text(load) } });
      const { global } = JSON.parse(stdout) as {
        readonly global: {
          readonly sites: readonly { readonly id: string; readonly op: string }[];
        };
      };
      return global.sites.filter(({ id }) => id.startsWith('load')).map(({ op }) => op);
    };
    expect(await loads(', vector: [8, 1]')).toEqual(['buffer_load_dwordx4']);
    expect(await loads(', vector: [4, 1]')).toEqual(['buffer_load_dwordx2', 'buffer_load_dwordx2']);
    expect(await loads('')).toEqual(Array.from({ length: 8 }, () => 'buffer_load_ushort'));
  });
});

describe('a GEMM', () => {
  const gemm = (more: string): string => `gemm: { m: 100, n: 90, k: 80 }
element: f16
block: [64, 64, 32]
waves: [2, 2]
warp_tile: [32, 32, 16]
${more}`;

  test('is executed right, with its conflicts', async () => {
    const { stdout, code, bytes } = await ldscope('run s.yaml -m gfx942 -f json --dump c=c.npy', {
      files: { 's.yaml': gemm('layout: packed\n') },
    });
    expect(code).toBe(0);
    const ran = JSON.parse(stdout) as Record<string, unknown>;
    expect(ran).toMatchObject({
      schema: 'ldscope-ck-gemm/1',
      elements: 9000,
      right: 9000,
      workgroups: 4,
      steps: 3,
    });
    expect(bytes.get('c.npy')?.length).toBeGreaterThan(8 * 9000);
    const report = await analyzed(gemm('layout: packed\n'), 'gfx942');
    const { write, read } = ran as Record<'write' | 'read', { readonly bankConflict: number }>;
    expect(report.totals.bankConflict).toBe(write.bankConflict + read.bankConflict);
    expect(report.totals.bankConflict).toBeGreaterThan(0);
  });
});
