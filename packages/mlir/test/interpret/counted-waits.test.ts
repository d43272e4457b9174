/**
 * A wait that leaves N in flight leaves N instructions, of which an operation of the source may be several: for reads of vectors of any
 * width, those whose last instruction is among the N newest are in flight, and no others.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { rows } from '../../../../test/rows.ts';
import { kernelOf, LDS, run } from './harness.ts';
import { hasErrors } from '@ldscope/core';

const PLACES = 1024;

/** Two waves read vectors; behind a barrier that does not wait, each stores over what the other has read. */
function textOf(widths: readonly number[], wait: string): string {
  const type = (width: number): string => `vector<${width}xf32>`;
  const m = `memref<${widths.length}x2x${PLACES}xf32, ${LDS}>`;
  const each = (of: (width: number, i: number) => string): string => widths.map(of).join('\n');
  return kernelOf(
    `%lane = arith.remui %x, %c64 : index
    %wave = arith.divui %x, %c64 : index
    %other = arith.subi %c1, %wave : index
    %at = arith.muli %lane, %c16 : index
    %m = memref.alloc() : ${m}
    ${each((width, i) => `%i${i} = arith.constant ${i} : index\n%z${i} = arith.constant dense<0.0> : ${type(width)}`)}
    ${each((width, i) => `vector.store %z${i}, %m[%i${i}, %wave, %at] : ${m}, ${type(width)}`)}
    gpu.barrier
    ${each((width, i) => `%r${i} = vector.load %m[%i${i}, %wave, %at] : ${m}, ${type(width)}`)}
    ${wait}
    rocdl.s.barrier
    ${each((width, i) => `%o${i} = arith.constant dense<1.0> : ${type(width)}\nvector.store %o${i}, %m[%i${i}, %other, %at] : ${m}, ${type(width)}`)}`,
    '',
    128,
  );
}

/** By read: whether it is in flight. */
function inFlight(widths: readonly number[], wait: string, machine = 'gfx942'): boolean[] {
  const text = textOf(widths, wait);
  const { execution } = run(text, { machine });
  expect(hasErrors(execution.diagnostics)).toBe(false);
  const texts = execution.hazards
    .filter(({ code }) => code === 'hazard/unfinished-read')
    .map(({ other }) => other?.location?.text ?? '');
  return widths.map((_, i) => texts.some((one) => one.includes(`%r${i} =`)));
}

/** Pieces of 16 bytes, as LLVM makes of aligned vectors. */
const instructionsOf = (width: number): number => Math.ceil(width / 4);

describe('a wait for LDS that leaves some in flight', () => {
  const width = fc.constantFrom(1, 2, 4, 8, 12, 16);
  const waits = [
    (left: number) => `amdgpu.memory_counter_wait ds(${left})`,
    (left: number) => `rocdl.s.waitcnt ${0xc07f | (Math.min(left, 15) << 8)}`,
  ];

  it('leaves instructions, not operations', () => {
    forAll(
      [
        fc.array(width, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 12 }),
        fc.constantFrom(...waits),
      ],
      25,
      (widths, left, wait) => {
        const wanted = widths.map((_, i) => {
          const newer = widths.slice(i + 1).reduce((sum, one) => sum + instructionsOf(one), 0);
          return newer < left;
        });
        expect(inFlight(widths, wait(left))).toEqual(wanted);
      },
    );
  });

  it('claims nothing of what comes before an operation without a count', () => {
    const text = textOf([4, 4], 'amdgpu.memory_counter_wait ds(3)').replace(
      'amdgpu.memory_counter_wait',
      `%k = vector.create_mask %lane : vector<4xi1>
      %masked = vector.maskedload %m[%i0, %wave, %at], %k, %z0 : memref<2x2x${PLACES}xf32, ${LDS}>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      amdgpu.memory_counter_wait`,
    );
    const { execution } = run(text, { machine: 'gfx942' });
    const lines = execution.hazards
      .filter(({ code }) => code === 'hazard/unfinished-read')
      .map(({ other }) => other?.location?.text ?? '');
    expect(lines.filter((line) => line.includes('vector.load'))).toEqual([]);
  });
});

// The counters of waitcnt: those that stay as they are have all bits set.
it.each(rows`
    | yes | gfx942
    llvm.fence release | no | gfx942
    llvm.fence syncscope("workgroup") acq_rel | no | gfx942
    llvm.fence syncscope("wavefront") acq_rel | yes | gfx942
    llvm.fence syncscope("singlethread") acq_rel | yes | gfx942
    llvm.fence syncscope("workgroup-one-as") acq_rel | yes | gfx942
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"global">} | yes | gfx942
    llvm.fence syncscope("workgroup") release {llvm.mmra = #llvm.mmra_tag<"amdgpu-synchronize-as":"local">} | no | gfx942
    llvm.fence syncscope("workgroup") release {llvm.mmra = [#llvm.mmra_tag<"amdgpu-synchronize-as":"global">, #llvm.mmra_tag<"amdgpu-synchronize-as":"local">]} | no | gfx942
    rocdl.s.wait.dscnt 0 | no | gfx1201
    rocdl.s.wait.dscnt 1 | yes | gfx1201
    rocdl.s.wait.loadcnt 0 | yes | gfx1201
    amdgpu.memory_counter_wait load(0) | yes | gfx942
    amdgpu.memory_counter_wait ds(0) | no | gfx942
    rocdl.s.waitcnt ${0xc07f} | no | gfx942
    rocdl.s.waitcnt ${0xcf70} | yes | gfx942
    rocdl.s.waitcnt ${0xfc07} | no | gfx1100
    rocdl.s.waitcnt ${0xfc17} | yes | gfx1100
    rocdl.s.waitcnt ${0x3f0} | yes | gfx1100
  `)('%s leaves a read of LDS in flight: %s', (wait = '', wanted, machine) => {
  expect(inFlight([4], wait, machine)).toEqual([wanted === 'yes']);
});

/** A copy into LDS, then loads and stores of global memory, a wait that leaves some, and another wave that reads what was copied. */
describe('a wait for global memory that leaves some in flight', () => {
  const access = (kind: 'load' | 'store', width: number, i: number): string => {
    const type = `vector<${width}xf32>`;
    const m = 'memref<65536xf32>';
    return kind === 'load'
      ? `%g${i} = vector.load %in[%at] : ${m}, ${type}`
      : `%s${i} = arith.constant dense<0.0> : ${type}\nvector.store %s${i}, %out[%at] : ${m}, ${type}`;
  };
  const text = (body: string, left: number): string =>
    kernelOf(
      `%wave = arith.divui %x, %c64 : index
      %base = arith.muli %wave, %c64 : index
      %other = arith.xori %x, %c64 : index
      %at = arith.muli %x, %c16 : index
      %m = memref.alloc() : memref<128xf32, ${LDS}>
      amdgpu.gather_to_lds %in[%x], %m[%base] : f32, memref<65536xf32>, memref<128xf32, ${LDS}>
      ${body}
      amdgpu.memory_counter_wait load(${left})
      rocdl.s.barrier
      %v = memref.load %m[%other] : memref<128xf32, ${LDS}>
      memref.store %v, %out[%x] : memref<65536xf32>`,
      '%in: memref<65536xf32>, %out: memref<65536xf32>',
      128,
    );

  it('leaves instructions, of stores as well', () => {
    const operation = fc.record({
      kind: fc.constantFrom<'load' | 'store'>('load', 'store'),
      width: fc.constantFrom(1, 2, 4, 8, 16),
    });
    forAll(
      [fc.array(operation, { maxLength: 4 }), fc.integer({ min: 0, max: 8 })],
      15,
      (all, left) => {
        const body = all.map(({ kind, width }, i) => access(kind, width, i)).join('\n');
        const { execution } = run(text(body, left), { machine: 'gfx942' });
        expect(hasErrors(execution.diagnostics)).toBe(false);
        const newer = all.reduce((sum, one) => sum + instructionsOf(one.width), 0);
        const found = execution.hazards.map(({ code }) => code);
        expect(found).toEqual(newer < left ? ['hazard/unfinished-async-copy'] : []);
      },
    );
  });
});
