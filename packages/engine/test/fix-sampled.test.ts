/**
 * Where formulas decide nothing, executing all workgroups may: only if the launch alone decides what is accessed. Until
 * then the rewriting is called sampled.
 */
import { emptyLaunch, findMachine, plainLayout, type ProofStep } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { padded } from '../../mlir/test/passes/kernels.ts';
import { observe } from '../src/buffers/observe.ts';
import { proveRewriting } from '../src/fix/prove.ts';
import { readKernel, type ReadKernel } from '../src/buffers/read-kernel.ts';
import { suggestKernel } from '../src/suggest/suggest-kernel.ts';

const lds = 'memref<64x64xf32, #gpu.address_space<workgroup>>';

/** A transposition whose rows are read in the order of `x ^ (x / 2)`: that has no period in a loop without a bound. */
const kernel = (start: string): string => `
func.func @k(%in: memref<64x64xf32>, %out: memref<4x64x64xf32>, %list: memref<64xindex>, %n: index)
    attributes {gpu.kernel, known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %tile = memref.alloc() : ${lds}
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %in[%i, %t] : memref<64x64xf32>
    memref.store %v, %tile[%i, %t] : ${lds}
  }
  gpu.barrier
  %start = ${start}
  %stop = arith.addi %start, %n : index
  scf.for %i = %start to %stop step %c1 {
    %half = arith.shrui %i, %c1 : index
    %gray = arith.xori %i, %half : index
    %low = arith.minui %gray, %c63 : index
    %x = memref.load %tile[%t, %low] : ${lds}
    %j = arith.subi %i, %start : index
    memref.store %x, %out[%b, %j, %t] : memref<4x64x64xf32>
  }
  return
}
`;

const launch = 'grid=4,arg3=64';
const machines = ['gfx950'];

const machine = findMachine('gfx950') ?? raise('no gfx950');
const spec = { ...emptyLaunch, grid: [4, 1, 1] as const, scalars: new Map([['arg3', 64]]) };
const to = padded(4, { rows: 64, columns: 64, elementBytes: 4 });

function read(text: string): ReadKernel {
  const found = readKernel(text, machine, { launch: spec });
  return 'text' in found ? found : raise(found[0]?.message ?? '');
}

/** The steps of the proof that the kernel with longer rows is the kernel, by name. */
function stepsOf(text: string, workgroups: number): ReadonlyMap<string, ProofStep> {
  const longer = text.replaceAll('memref<64x64xf32, #gpu', 'memref<64x65xf32, #gpu');
  const [before, after] = [read(text), read(longer)];
  const [old, now] = [before, after].map((kernel) =>
    observe(kernel, machine, { launch: spec, workgroups }),
  );
  if (old === undefined || now === undefined) return raise('not observed');
  expect(old.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const changed = [{ name: '%tile', index: 0, from: plainLayout(to.tile), to }];
  const options = { machines: [machine], better: false };
  const steps = proveRewriting(before, after, [old], [now], changed, options);
  return new Map(steps.map((step) => [step.name, step]));
}

describe('a rewriting that formulas do not decide', () => {
  const launched = kernel('arith.muli %b, %c0 : index');
  it('is sampled while workgroups are left', () => {
    const steps = stepsOf(launched, 2);
    expect(steps.get('placement')).toMatchObject({ outcome: 'sampled' });
    expect(steps.get('placement')?.detail).toBe(
      'the formulas of 1 of 2 accesses do not show that they have the element that they had (first: memref.load of %tile)',
    );
    expect(steps.get('lanes')?.detail).toMatch(/, in 2 of 4 workgroups$/);
    expect(steps.get('memory')).toMatchObject({ outcome: 'sampled' });
  });
  it('is proven when all of the launch is executed', () => {
    const steps = stepsOf(launched, 4);
    expect([...steps.values()].map(({ outcome }) => outcome)).toEqual(
      Array.from({ length: 5 }, () => 'holds'),
    );
    expect(steps.get('placement')?.detail).toMatch(
      /: 1 by equal formulas, 1 by executing all workgroups of this launch$/,
    );
    expect(steps.get('lanes')?.detail).toMatch(/, in 4 workgroups$/);
  });
  it('stays sampled where memory decides what is accessed', () => {
    const steps = stepsOf(kernel('memref.load %list[%b] : memref<64xindex>'), 4);
    expect(steps.get('placement')).toMatchObject({ outcome: 'sampled' });
    expect(steps.get('memory')).toMatchObject({ outcome: 'holds' });
  });
});

describe('a suggestion', () => {
  it('says of how many workgroups it is', () => {
    const { report } = suggestKernel(kernel('arith.muli %b, %c0 : index'), { machines, launch });
    expect(report?.buffers[0]?.workgroups).toEqual({ executed: 1, launched: 4 });
  });
});
