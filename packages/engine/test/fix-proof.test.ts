/** The proof of a rewritten kernel fails where it must: on texts that were changed by hand. */
import { emptyLaunch, findMachine, type ProofStep, type TileLayout } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { observe } from '../src/buffers/observe.ts';
import { proveRewriting } from '../src/fix/prove.ts';
import { readKernel, type ReadKernel } from '../src/buffers/read-kernel.ts';
import { forms, padded, plain, swizzled, xor8 } from '../../mlir/test/passes/kernels.ts';
import { rewrite } from '../../mlir/test/passes/run.ts';

const machine = findMachine('gfx950') ?? raise('no gfx950');
const original = forms['two dimensions']?.text ?? raise('no kernel');

function read(text: string): ReadKernel {
  const kernel = readKernel(text, machine, { launch: emptyLaunch });
  return 'text' in kernel ? kernel : raise(kernel[0]?.message ?? 'not read');
}

function stepsOf(text: string, to: TileLayout): ProofStep[] {
  const [before, after] = [read(original), read(text)];
  const [old, now] = [before, after].map((kernel) =>
    observe(kernel, machine, { launch: emptyLaunch }),
  );
  if (old === undefined || now === undefined) return raise('not observed');
  const changed = [{ name: '%tile', index: 0, from: plain, to }];
  const options = { machines: [machine], better: true };
  return proveRewriting(before, after, [old], [now], changed, options);
}

const prove = (text: string, to: TileLayout): Record<string, ProofStep['outcome']> =>
  Object.fromEntries(stepsOf(text, to).map(({ name, outcome }) => [name, outcome]));

function rewritten(to: TileLayout): string {
  const result = rewrite(original, '%tile', to);
  return 'text' in result ? result.text : raise(result.messages[0] ?? '');
}

const all = {
  bijection: 'holds',
  placement: 'holds',
  lanes: 'holds',
  memory: 'holds',
  conflicts: 'holds',
};

describe('the proof', () => {
  it('holds for what was rewritten', () => {
    expect(prove(rewritten(xor8), xor8)).toEqual(all);
    expect(prove(rewritten(padded(32)), padded(32))).toEqual(all);
  });
  // 64 x 64 elements of 2 B are copied by 4 waves, each with two stores and two loads.
  it('says what it looked at', () => {
    expect(stepsOf(rewritten(xor8), xor8).map(({ detail }) => detail)).toEqual([
      '4096 elements, each at a place of its own',
      '2 accesses have the elements that they had, in every workgroup, branch and loop: 2 by equal formulas',
      '16 executed accesses, every lane where the layout has its element, in 1 workgroup',
      '16384 bytes are bit-identical after 1 workgroup on random data (gfx950)',
      expect.stringMatching(/^[1-9]\d* conflict cycles before, \d+ after, in 1 workgroup$/),
    ]);
  });
  it('fails where one access was forgotten', () => {
    const forgotten = rewritten(xor8).replace(/(%x = vector\.load %tile\[%r1, )%\w+\]/, '$1%c]');
    expect(forgotten).not.toBe(rewritten(xor8));
    expect(prove(forgotten, xor8)).toMatchObject({
      placement: 'fails',
      lanes: 'fails',
      memory: 'fails',
    });
  });
  it('fails where the layout is another one than was promised, although memory is right', () => {
    const four = swizzled({ kind: 'xor', phases: 4, rowsPerPhase: 1 });
    expect(prove(rewritten(four), xor8)).toMatchObject({
      placement: 'fails',
      lanes: 'fails',
      memory: 'holds',
    });
  });
  it('fails where elements share a place', () => {
    const folded = swizzled({ kind: 'rotate', step: 0, rowsPerPhase: 1 });
    const overlapping: TileLayout = {
      ...folded,
      paddings: [{ intervalBytes: 128, padBytes: -16 }],
    };
    expect(prove(original, overlapping)).toMatchObject({ bijection: 'fails' });
  });
  it('fails where nothing is gained', () => {
    expect(prove(original, plain)).toEqual({ ...all, conflicts: 'fails' });
  });
  it('fails where the kernel no longer runs', () => {
    const small = original.replace(
      'memref.alloc() : memref<64x64xf16',
      'memref.alloc() : memref<32x64xf16',
    );
    const torn = small.replaceAll(
      '%tile[%row1, %column] : memref<64x64',
      '%tile[%row1, %column] : memref<32x64',
    );
    const broken = torn.replaceAll(
      '%tile[%r1, %c] : memref<64x64',
      '%tile[%r1, %c] : memref<32x64',
    );
    expect(prove(broken, plain)).toMatchObject({ memory: 'fails' });
  });
});
