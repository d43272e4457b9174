/** `ldscope opt`: passes from the command line. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRefused, ldscope } from './fake-io.ts';

const WG = '#gpu.address_space<workgroup>';
const tile = `memref<32x64xf16, ${WG}>`;

const kernel = (attribute = 'xor_shuffle<64, 8>', name = 'k'): string => `// A tile with a hint.
func.func @${name}(%v: vector<8xf16>, %out: memref<64x64xf16>) attributes {gpu.kernel, known_block_size = array<i32: 256, 1, 1>} {
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  %row = arith.divui %t, %c8 : index
  %unit = arith.remui %t, %c8 : index
  %column = arith.muli %unit, %c8 : index
  %tile = memref.alloc() : ${tile}
  %h = iree_codegen.swizzle_hint %tile[#iree_codegen.${attribute}] : ${tile}
  vector.store %v, %h[%row, %column] : ${tile}, vector<8xf16>
  gpu.barrier
  %x = vector.load %h[%unit, %column] : ${tile}, vector<8xf16>
  vector.store %x, %out[%row, %column] : memref<64x64xf16>, vector<8xf16>
  return
}
`;

const opt = (text: string, ...argv: readonly string[]): ReturnType<typeof ldscope> =>
  ldscope(['opt', 'kernel.mlir', ...argv], { files: { 'kernel.mlir': text } });

const FLOW = ['--pass', 'iree-swizzle', '-m', 'gfx942'];

describe('opt', () => {
  it('prints MLIR, and a decision per allocation and pass beside it', async () => {
    const done = await opt(kernel(), ...FLOW);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(/^func\.func @k/);
    expect(done.stdout).toContain('arith.xori');
    expect(done.stdout).not.toMatch(/swizzle_hint|expand_shape/);
    expect(done.stderr).toContain('%tile of @k, 8:3');
    expect(done.stderr).toContain('flattened: 32x64 became 2048 elements in a row');
    expect(done.stderr).toContain(
      'resolved: #iree_codegen.xor_shuffle<64, 8>: each access is proven',
    );
  });

  it('gives JSON with the MLIR in it, or beside it', async () => {
    const inside = await opt(kernel(), ...FLOW, '-f', 'json');
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
    const plain = await opt(kernel(), ...FLOW);
    expect(report['mlir']).toBe(plain.stdout);
    const beside = await opt(kernel(), ...FLOW, '-f', 'json', '-o', 'out.mlir');
    expect(JSON.parse(beside.stdout)).not.toHaveProperty('mlir');
    expect(beside.written.get('out.mlir')).toBe(plain.stdout);
    const aside = await opt(kernel(), ...FLOW, '-f', 'json', '-o', '-');
    expect(aside.stdout).toBe(plain.stdout);
    expect(JSON.parse(aside.stderr)).toMatchObject({ verdict: 'done' });
  });

  it('behaves as upstream when asked to', async () => {
    const passes = [
      '--pass',
      'flatten-swizzle-hint-allocs',
      '--pass',
      'fold-memref-alias-ops,resolve-swizzle-hints',
    ];
    const ours = await opt(
      kernel('xor_shuffle<48, 8>').replaceAll('32x64', '32x48'),
      ...passes,
      '-m',
      'gfx942',
    );
    expect(ours.stderr).toContain('padded: a row has 6 groups, which is not a power of two');
    const theirs = await opt(
      kernel('xor_shuffle<48, 8>').replaceAll('32x64', '32x48'),
      ...passes,
      '--like',
      'iree',
      '-m',
      'gfx942',
    );
    expect(theirs.stderr).toContain('resolved: each access goes to its swizzled offset');
    expect(theirs.stdout).toContain('affine.apply');
  });

  it('takes the chip that the file names', async () => {
    const named = kernel().replace('{gpu.kernel', '{target = "gfx950", gpu.kernel');
    expect((await opt(named, '--pass', 'cse')).stderr).toMatch(/machine +gfx950/);
    expect((await opt(kernel(), '--pass', 'cse', '-m', 'nothing')).code).toBe(2);
  });

  it('transforms chunk by chunk', async () => {
    const text = `${kernel()}\n// -----\n\n// Nothing here.\n\n// -----\n\n${kernel('rotate_rows<64, 8>', 'second')}`;
    const done = await opt(text, ...FLOW);
    expect(done.stdout.split('// -----').length).toBe(2);
    expect(done.stderr).toContain('%tile of @second, 30:3');
  });

  it('takes one dump of a compiler', async () => {
    const dump = (pass: string, text: string): string =>
      `// -----// IR Dump After ${pass} (${pass.toLowerCase()}) //----- //\n${text}\n`;
    const text = dump('First', kernel()) + dump('Second', kernel('rotate_rows<64, 8>'));
    expect((await opt(text, ...FLOW)).stderr).toContain('rotate_rows<64, 8>: each access');
    expect((await opt(text, ...FLOW, '--after', 'first')).stderr).toContain(
      'xor_shuffle<64, 8>: each access',
    );
    expect((await opt(text, ...FLOW, '--after', 'third')).code).toBe(2);
  });

  it('lists passes and pipelines', async () => {
    const list = await ldscope('opt --list');
    expect(list.code).toBe(0);
    for (const name of ['resolve-swizzle-hints', 'canonicalize', 'iree-swizzle'])
      expect(list.stdout).toContain(name);
    expect(JSON.parse((await ldscope('opt --list -f json')).stdout)).toMatchObject({
      schema: 'ldscope-passes/1',
    });
  });
});

describe('bad input', () => {
  it.each([
    ['no file', ['--pass', 'cse'], 'opt/no-file'],
    ['no pass', ['kernel.mlir'], 'opt/no-pass'],
    ['an unknown pass', ['kernel.mlir', '--pass', 'licm'], 'opt/unknown-pass'],
    ['an absent file', ['absent.mlir', '--pass', 'cse'], 'usage/unreadable'],
    ['assembly', ['kernel.s', '--pass', 'cse'], 'opt/not-mlir'],
  ])('%s', async (_, argv, code) => {
    const files = {
      'kernel.mlir': kernel(),
      'kernel.s': '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\ns_endpgm\n',
    };
    await expectRefused(['opt', ...argv], { files }, code);
    const json = await ldscope(['opt', ...argv, '-f', 'json'], { files });
    expect(JSON.parse(json.stdout)).toMatchObject({
      schema: 'ldscope-opt/1',
      diagnostics: [{ code }],
    });
  });

  it('a pass that fails leaves no MLIR, and says where', async () => {
    const done = await opt(
      kernel(),
      '--pass',
      'resolve-swizzle-hints',
      '--like',
      'iree',
      '-o',
      'out.mlir',
      '-m',
      'gfx942',
    );
    expect(done.code).toBe(2);
    expect(done.stdout).toBe('');
    expect(done.written.size).toBe(0);
    expect(done.stderr).toContain('opt/hint-not-flat');
    expect(done.stderr).toContain('kernel.mlir:9:3');
    expect(done.stderr).toContain('verdict   failed: nothing was written');
  });

  it('a place in a later chunk is its place in the file', async () => {
    const done = await opt(`${kernel()}// -----\n${kernel('xor_shuffle<64, 7>')}`, '--pass', 'cse');
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('kernel.mlir:25:3');
    expect(done.stderr).toContain('expected access width to divide row width');
  });

  it('texts that are cut and mixed never throw', async () => {
    const text = kernel();
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
