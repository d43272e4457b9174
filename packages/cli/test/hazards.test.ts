/** Hazards on the command line: correct kernels have none, others show both places, interleavings are explored. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ldscope, type Outcome } from './fake-io.ts';
import { caseText } from './case-text.ts';
import { testSessions } from './sessions.ts';

testSessions('hazards');

interface Told {
  readonly hazards: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly count: number;
    readonly location: { readonly line?: number; readonly text?: string };
    readonly other?: { readonly access: string; readonly location: { readonly line?: number } };
    readonly witness?: Readonly<Record<string, unknown>>;
  }[];
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
}

const examples = new URL('../../../examples/', import.meta.url);
const kernels = readdirSync(examples)
  .filter((name) => existsSync(new URL(`${name}/kernel.mlir`, examples)))
  .map((name) => {
    const read = (file: string): string =>
      readFileSync(new URL(`${name}/${file}`, examples), 'utf8');
    const expected = JSON.parse(read('expected.json')) as { machines: Record<string, unknown> };
    return { name, text: read('kernel.mlir'), machine: Object.keys(expected.machines)[0] ?? '' };
  });

const path = new URL('../../../../shared/kernels/wave/gemm.mlir', import.meta.url);
const present = existsSync(path);
if (!present)
  console.log('skipped: the reference kernel (../shared/kernels/wave/gemm.mlir) is absent');

const parsed = ({ stdout }: Outcome): Told => JSON.parse(stdout) as Told;

async function analyzed(text: string, machine: string, ...more: readonly string[]): Promise<Told> {
  const argv = ['analyze', 'k.mlir', '-m', machine, '-f', 'json', ...more];
  const done = await ldscope(argv, { files: { 'k.mlir': text } });
  const told = parsed(done);
  // A kernel that is wrong is exit code 1, and so is one that the chip lacks an instruction for.
  const unsound =
    told.hazards.some(({ severity }) => severity === 'error') ||
    told.diagnostics.some((diagnostic) => diagnostic.code === 'execute/no-instruction');
  expect(done.code).toBe(unsound ? 1 : 0);
  return told;
}

describe('correct kernels', () => {
  it.each(kernels)('$name: none, in no interleaving', async ({ text, machine }) => {
    const { hazards, diagnostics } = await analyzed(
      text,
      machine,
      '--interleavings',
      '6',
      '-w',
      '2',
    );
    expect(hazards).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('hazard/outputs-agree');
  });

  it.each(kernels)('$name: none after ldscope fix', async ({ text, machine }) => {
    const files = { 'k.mlir': text };
    const { written } = await ldscope(['fix', 'k.mlir', '-m', machine, '-o', 'f.mlir'], { files });
    const fixed = written.get('f.mlir');
    if (fixed === undefined) return;
    const { hazards } = await analyzed(fixed, machine, '--interleavings', '3', '-w', '2');
    expect(hazards).toEqual([]);
  });
});

/** Two waves: each reads what the other wrote. */
const racy = caseText('exchange.mlir');

describe('a race', () => {
  it('makes results differ between interleavings, the same ones each time', async () => {
    const told = await analyzed(racy, 'gfx950', '--interleavings', '20', '--seed', '5');
    expect(told.hazards.map(({ code }) => code)).toEqual([
      'hazard/lds-race',
      'hazard/outputs-differ',
    ]);
    expect(told.hazards[1]?.message).toMatch(/^interleavings 5 and \d+ leave different results/);
    expect(await analyzed(racy, 'gfx950', '--interleavings', '20', '--seed', '5')).toEqual(told);
    const repaired = racy.replace('// barrier', 'gpu.barrier');
    const { hazards } = await analyzed(repaired, 'gfx950', '--interleavings', '20');
    expect(hazards).toEqual([]);
  });
});

describe.skipIf(!present)('the reference kernel', () => {
  const text = present ? readFileSync(path, 'utf8') : '';

  it('differs between interleavings until a wait and a barrier follow its loop', async () => {
    const more = ['--interleavings', '3', '-w', '1'];
    const broken = await analyzed(text, 'gfx950', ...more);
    expect(broken.hazards.length).toBe(13);
    expect(broken.hazards.at(-1)?.code).toBe('hazard/outputs-differ');
    const drained = text.replace(
      'scf.if %37 {',
      'amdgpu.memory_counter_wait load(0)\n    rocdl.s.barrier\n    scf.if %37 {',
    );
    const { hazards, diagnostics } = await analyzed(drained, 'gfx950', ...more);
    expect(hazards).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain('hazard/outputs-agree');
  });
});
