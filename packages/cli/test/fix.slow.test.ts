/** `ldscope fix`: kernels rewritten from the command line. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transpose } from './kernels.ts';
import { forms } from '../../mlir/test/passes/kernels.ts';
import { ldscope } from './fake-io.ts';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { testSessions } from './sessions.ts';

testSessions('fix');

const path = new URL('../../../../shared/kernels/wave/gemm.mlir', import.meta.url);
const present = existsSync(path);
if (!present)
  console.log('skipped: the reference kernel (../shared/kernels/wave/gemm.mlir) is absent');

const VERIFIER = 'mlir-opt-22';
const mlirOpt = llvmTool('mlir-opt');
const noVerifier = skips(mlirOpt);

function verify(command: string, text: string): string | undefined {
  if (command !== VERIFIER || noVerifier) return undefined;
  const { status, stderr } = spawnSync(mlirOpt.command, ['--allow-unregistered-dialect'], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? '' : stderr;
}

describe.skipIf(!present)('the reference kernel', () => {
  const published = present ? readFileSync(path, 'utf8') : '';
  // The XOR of both sides replaced by the identity.
  const plain = published.replaceAll(
    /arith\.xori (%\d+), %\d+ : index/g,
    'arith.addi $1, %c0 : index',
  );
  it('without its XOR gets a conflict-free layout for both tiles, in one command', async () => {
    const files = { 'gemm.mlir': plain };
    const done = await ldscope('fix gemm.mlir -m gfx950 -o fixed.mlir -f json', { files, verify });
    expect(done.stderr).toBe('');
    expect(done.code).toBe(0);
    const report = JSON.parse(done.stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      schema: 'ldscope-fix/1',
      verdict: 'fixed',
      buffers: [32, 64].map((rows) => ({
        tile: { rows, columns: 64, elementBytes: 2 },
        before: 'plain',
        after: expect.stringMatching(/^XOR of 16 B units with .* mod 8$/) as unknown,
        conflicts: [{ machine: 'gfx950', readBefore: 49152, readAfter: 0, writeAfter: 0 }],
      })),
      proof: [
        ...['bijection', 'placement', 'lanes', 'memory', 'conflicts'].map((name) => ({
          name,
          outcome: 'holds',
        })),
        // Without a lowering there is no machine code to time.
        { name: 'time', outcome: 'skipped' },
        { name: 'verifier', outcome: noVerifier ? 'skipped' : 'holds' },
      ],
    });
    const fixed = done.written.get('fixed.mlir') ?? '';
    const again = await ldscope('fix fixed.mlir -m gfx950 -o twice.mlir', {
      files: { 'fixed.mlir': fixed },
    });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('nothing left to do');
    expect(again.written.size).toBe(0);
    const report950 = await ldscope('analyze fixed.mlir -m gfx950 -w 1 -f json', {
      files: { 'fixed.mlir': fixed },
    });
    expect(JSON.parse(report950.stdout)).toMatchObject({ totals: { bankConflict: 0 } });
  }, 120_000);
  it('as published has nothing left to do', async () => {
    const done = await ldscope('fix gemm.mlir -m gfx950 -o out.mlir', {
      files: { 'gemm.mlir': published },
    });
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('nothing left to do');
    expect(done.written.size).toBe(0);
  }, 60_000);
  it('as published loses its swizzle when that is asked for', async () => {
    const done = await ldscope('fix gemm.mlir -m gfx950 --layout plain -w 1 -o out.mlir', {
      files: { 'gemm.mlir': published },
      verify,
    });
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('XOR of 16 B units with row mod 8 -> plain');
    expect(done.written.get('out.mlir')).not.toContain('arith.xori');
  }, 60_000);
});

describe('a small kernel', () => {
  it('finds one key for chips with different phases', async () => {
    const text = forms['two dimensions']?.text ?? '';
    const argv = ['fix', 'k.mlir', '-m', 'gfx942', '-m', 'gfx950', '-f', 'json'];
    const done = await ldscope(argv, { files: { 'k.mlir': text } });
    const conflicts = ['gfx942', 'gfx950'].map((machine) => ({ machine, readAfter: 0 }));
    expect(JSON.parse(done.stdout)).toMatchObject({ verdict: 'fixed', buffers: [{ conflicts }] });
  });
});

describe('what is refused', () => {
  it('what the verifier rejects is not written', async () => {
    // The rewritten kernel is asked about first, then the original.
    const answers = ['no', ''];
    const done = await ldscope('fix a.mlir -m gfx950 -o out.mlir', {
      files: { 'a.mlir': transpose },
      verify: (command) => (command === VERIFIER ? answers.shift() : undefined),
    });
    expect(done.code).toBe(1);
    expect(done.stderr).toContain('fix/unproven');
    expect(done.written.size).toBe(0);
  });
});
