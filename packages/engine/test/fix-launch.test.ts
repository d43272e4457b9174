/**
 * "Proven" is said only of the whole launch: a branch that no executed workgroup takes counts as much as one that all take.
 *
 * The kernel copies a tile to LDS and reads it. Workgroups below the edge have an XOR of the row on both sides, the others
 * another one, or none: no layout of the buffer describes both.
 */
import { emptyLaunch, findMachine, type Launch } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { fixKernel } from '../src/fix/fix-kernel.ts';
import { fixText } from '../src/commands/fix-text.ts';

const lds = 'memref<16x64xf16, #gpu.address_space<workgroup>>';
const vec = 'vector<8xf16>';

interface Branch {
  readonly name: string;
  /** Units of 8 elements are XORed with the row mod this; 1 leaves them. */
  readonly phases: number;
}

function branch({ name, phases }: Branch): string {
  return `
    %${name}key = affine.apply affine_map<()[s0] -> ((s0 floordiv 8) mod ${phases})>()[%t]
    %${name}unit = affine.apply affine_map<()[s0] -> (s0 mod 8)>()[%t]
    %${name}from = arith.xori %${name}unit, %${name}key : index
    %${name}column = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%${name}from]
    %${name}row = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%t]
    amdgpu.gather_to_lds %in[%${name}row, %${name}column], %tile[%to, %c0] : ${vec}, memref<16x64xf16>, ${lds}
    amdgpu.memory_counter_wait load(0)
    gpu.barrier
    %${name}r = affine.apply affine_map<()[s0] -> (s0 mod 16)>()[%t]
    %${name}rkey = affine.apply affine_map<()[s0] -> (s0 mod ${phases})>()[%${name}r]
    %${name}runit = affine.apply affine_map<()[s0] -> ((s0 mod 64) floordiv 16)>()[%t]
    %${name}place = arith.xori %${name}runit, %${name}rkey : index
    %${name}c = affine.apply affine_map<()[s0] -> (s0 * 8)>()[%${name}place]
    %${name}x = vector.load %tile[%${name}r, %${name}c] : ${lds}, ${vec}
    vector.store %${name}x, %mine[%t, %c0] : memref<128x8xf16, strided<[8, 1], offset: ?>>, ${vec}`;
}

const kernel = (first: number, last: number): string => `
func.func @k(%in: memref<16x64xf16>, %out: memref<4x128x8xf16>) attributes {gpu.kernel, known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %mine = memref.subview %out[%b, 0, 0] [1, 128, 8] [1, 1, 1] : memref<4x128x8xf16> to memref<128x8xf16, strided<[8, 1], offset: ?>>
  %tile = memref.alloc() : ${lds}
  %wave = affine.apply affine_map<()[s0] -> ((s0 floordiv 64) * 8)>()[%t]
  %to = gpu.subgroup_broadcast %wave, first_active_lane : index
  %edge = arith.cmpi sge, %b, %c3 : index
  scf.if %edge {${branch({ name: 'e', phases: last })}
  } else {${branch({ name: 'm', phases: first })}
  }
  return
}
`;

const machine = findMachine('gfx950');
const launch: Launch = { ...emptyLaunch, grid: [4, 1, 1] };

describe('a kernel with another layout in the branch of its last workgroup', () => {
  it.each([2, 4, 8])('is not proven, however many workgroups are executed (phases %i)', (last) => {
    for (const workgroups of [1, 3, 4]) {
      const { report, text } = fixKernel(kernel(1, last), {
        machines: machine === undefined ? [] : [machine],
        launch,
        workgroups,
      });
      expect(text).toBeUndefined();
      expect(['unproven', 'stuck', 'refused']).toContain(report.verdict);
    }
  });
  it('is proven for both branches where they agree, and says what was sampled', () => {
    const { report, text } = fixText(kernel(1, 1), { launch: 'grid=4', workgroups: 2 });
    expect(text).toContain('arith.xori');
    expect(report).toMatchObject({ verdict: 'fixed', workgroups: { executed: 2, launched: 4 } });
    expect(report?.proof.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['bijection', 'holds'],
      ['placement', 'holds'],
      ['lanes', 'sampled'],
      ['memory', 'sampled'],
      ['conflicts', 'sampled'],
      ['time', 'skipped'],
    ]);
    const whole = fixText(kernel(1, 1), { launch: 'grid=4', workgroups: 'all' });
    const steps = whole.report?.proof.filter(({ name }) => name !== 'time') ?? [];
    expect(steps.map(({ outcome }) => outcome)).toEqual(Array(5).fill('holds'));
  });
});
