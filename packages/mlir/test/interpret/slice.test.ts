/** What a slice of a kernel keeps; the harness compares every execution with one of accesses alone. */
import { machineNamed } from '@ldscope/core';
import { parseModule } from '@ldscope/mlir';
import { describe, expect, it } from 'vitest';
import { executeKernel } from '../../src/interpret/execute.ts';
import { run } from './harness.ts';

const kernel = (body: string): string => `
  #lds = #gpu.address_space<workgroup>
  gpu.module @m {
    gpu.func @k(%in: memref<64xindex>) workgroup(%tile: memref<64x64xf32, #lds>) kernel
        attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
      %c0 = arith.constant 0 : index
      %f = arith.constant 1.0 : f32
      %t = gpu.thread_id x
      ${body}
      gpu.return
    }
  }`;

const isMissed = (text: string): boolean | undefined =>
  executeKernel(parseModule(text).module, text, {
    machine: machineNamed('gfx950'),
    accessesOnly: true,
  }).isMissed;

describe('an address', () => {
  it.each(['', ', #gpu.address_space<private>'])('goes through private memory<%s>', (space) => {
    const text = kernel(`
      %p = memref.alloca() : memref<1xindex${space}>
      memref.store %t, %p[%c0] : memref<1xindex${space}>
      %row = memref.load %p[%c0] : memref<1xindex${space}>
      memref.store %f, %tile[%row, %c0] : memref<64x64xf32, #lds>`);
    const [trace] = run(text).traces;
    expect([...(trace?.addressBytes.slice(0, 3) ?? [])]).toEqual([0, 256, 512]);
    expect(isMissed(text)).toBeUndefined();
  });

  it('that goes through a buffer asks for everything', () => {
    const text = kernel(`
      memref.store %t, %in[%t] : memref<64xindex>
      %row = memref.load %in[%t] : memref<64xindex>
      memref.store %f, %tile[%row, %c0] : memref<64x64xf32, #lds>`);
    const [trace] = run(text).traces;
    expect([...(trace?.addressBytes.slice(0, 3) ?? [])]).toEqual([0, 256, 512]);
    expect(isMissed(text)).toBe(true);
  });
});
