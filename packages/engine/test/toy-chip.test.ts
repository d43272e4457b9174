/**
 * A chip for counting is one object: with it in the list of machines a kernel is analyzed on it, and a layout is found,
 * while nothing else knows its name.
 *
 *     toy8    8 banks, phases of 16 consecutive lanes
 */
import { findMachine, type Machine, machines } from '@ldscope/core';
import { analyzeKernel, suggestKernel } from '@ldscope/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contiguous } from '../../core/src/machine/phases.ts';
import { NARROW_READS, NARROW_WRITES, rule } from '../../core/src/machine/rules.ts';

const relative = findMachine('gfx906');
if (relative === undefined) throw new Error('gfx906 is a machine');
const [model] = relative.models;

const served = {
  phases: contiguous(64, 16),
  banks: 8,
  slots: 'distinct-words',
  evidence: 'inferred',
  source: 'this test',
} as const;

const toy: Machine = {
  ...relative,
  name: 'toy8',
  products: 'Toy Eight',
  models: [
    {
      ...model,
      name: 'default',
      title: 'eight banks',
      rules: { 64: rule([...NARROW_READS, ...NARROW_WRITES, 'write.b32'], served) },
    },
  ],
};

/** Lane i stores and loads word `stride * i`. */
const kernel = (stride: number): string => `
gpu.module @m {
  gpu.func @k() workgroup(%tile: memref<${64 * stride}xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %x = gpu.thread_id x
    %s = arith.constant ${stride} : index
    %i = arith.muli %x, %s : index
    %v = arith.constant 1.0 : f32
    memref.store %v, %tile[%i] : memref<${64 * stride}xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.load %tile[%i] : memref<${64 * stride}xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
`;

/** Cycles of one access of 64 lanes: in each phase, as many as lanes meet on a bank. */
const expected = (stride: number): number => {
  let cycles = 0;
  for (let first = 0; first < 64; first += 16) {
    const banks = new Map<number, number>();
    for (let lane = first; lane < first + 16; lane++) {
      const bank = (stride * lane) % 8;
      banks.set(bank, (banks.get(bank) ?? 0) + 1);
    }
    cycles += Math.max(...banks.values());
  }
  return cycles;
};

describe('a chip that is one object', () => {
  beforeAll(() => void Reflect.apply(Array.prototype.push, machines, [toy]));
  afterAll(() => void Reflect.apply(Array.prototype.pop, machines, []));

  it.each([1, 2, 3, 4, 8, 9])('counts a stride of %i words', (stride) => {
    const { analysis, diagnostics } = analyzeKernel(kernel(stride), { machine: 'Toy Eight' });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(analysis?.report.machine).toBe('toy8');
    const sites = analysis?.report.sites ?? [];
    expect(sites.map(({ idxActive }) => idxActive)).toEqual([expected(stride), expected(stride)]);
  });

  it('has layouts suggested', () => {
    const { buffers = [], diagnostics } = suggestKernel(kernel(8), { machines: ['toy8'] });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(buffers.length).toBe(1);
  });
});
