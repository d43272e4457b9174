/** Vectors of the workgroup as what each thread holds: random layouts execute to the same memory, before and after the pass. */
import {
  emptyLaunch,
  hasErrors,
  machineNamed,
  type NestedLayout,
  nestedShape,
  printNestedLayout,
} from '@ldscope/core';
import { executeKernel, parseModule } from '@ldscope/mlir';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../../test/for-all.ts';
import { transform } from './transform.ts';

const machine = machineNamed('gfx942');

/** 64 threads dealt over two dimensions, or 16 of them: then four threads hold each element. */
const layouts: fc.Arbitrary<NestedLayout> = fc
  .record({
    batch: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
    outer: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2)),
    element: fc.tuple(fc.constantFrom(1, 2), fc.constantFrom(1, 2, 4)),
    thread: fc.constantFrom([16, 4], [8, 8], [4, 16], [64, 1], [4, 4]),
    isColumnFirst: fc.boolean(),
  })
  .map(({ batch, outer, element, thread, isColumnFirst }) => {
    const [rows = 1, columns = 1] = thread;
    const strides = isColumnFirst ? [columns, 1] : [1, rows];
    return {
      subgroup_tile: [1, 1],
      batch_tile: batch,
      outer_tile: outer,
      thread_tile: thread,
      element_tile: element,
      subgroup_strides: [0, 0],
      thread_strides: strides.map((stride, d) => (thread[d] === 1 ? 0 : stride)),
    };
  });

function kernelOf(layout: NestedLayout, transposed: boolean): string {
  const [rows = 0, columns = 0] = nestedShape(layout);
  const vector = `vector<${rows}x${columns}xf32>`;
  const shape = transposed ? `${columns}x${rows}` : `${rows}x${columns}`;
  const map = transposed ? ', permutation_map = affine_map<(d0, d1) -> (d1, d0)>' : '';
  return `
#translation = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>
func.func @k(%in: memref<${shape}xf32>, %out: memref<${rows}x${columns}xf32>) attributes {translation_info = #translation} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : ${vector}
  %v = vector.transfer_read %in[%c0, %c0], %zero {in_bounds = [true, true]${map}} : memref<${shape}xf32>, ${vector}
  %l = iree_vector_ext.to_layout %v to layout(${printNestedLayout(layout)}) : ${vector}
  %s = arith.addf %l, %one : ${vector}
  vector.transfer_write %s, %out[%c0, %c0] {in_bounds = [true, true]} : ${vector}, memref<${rows}x${columns}xf32>
  return
}`;
}

function outputOf(text: string, elements: number): Float32Array {
  const input = Float32Array.from({ length: elements }, (_, i) => i);
  const out = new Float32Array(elements);
  const buffers = [input, out].map(({ buffer }) => new Uint8Array(buffer));
  const { diagnostics } = executeKernel(parseModule(text).module, text, {
    machine,
    launch: emptyLaunch,
    buffers: new Map(buffers.entries()),
  });
  expect(hasErrors(diagnostics)).toBe(false);
  return out;
}

describe('llvmgpu-vector-distribute', () => {
  it('keeps what random layouts compute', () => {
    forAll([layouts, fc.boolean()], 12, (layout, transposed) => {
      const text = kernelOf(layout, transposed);
      const distributed = transform(text, 'llvmgpu-vector-distribute');
      expect(distributed.messages).toEqual([]);
      expect(distributed.text).not.toMatch(/transfer_|to_layout/);
      const [rows = 0, columns = 0] = nestedShape(layout);
      const expected = Float32Array.from({ length: rows * columns }, (_, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        return 1 + (transposed ? column * rows + row : i);
      });
      expect(outputOf(text, rows * columns)).toEqual(expected);
      expect(outputOf(distributed.text, rows * columns)).toEqual(expected);
    });
  });

  it('leaves a function that it cannot distribute as it is, and does the others', () => {
    const [layout] = fc.sample(layouts, { numRuns: 1, seed: 1 });
    if (layout === undefined) throw new Error('no layout');
    const good = kernelOf(layout, false);
    const bad = good
      .replace('@k', '@masked')
      .replace('in_bounds = [true, true]', 'in_bounds = [true, false]')
      .replace(/^#translation.*$/m, '');
    const { text, ok, codes } = transform(good + bad, 'llvmgpu-vector-distribute');
    expect(ok).toBe(true);
    expect(codes).toEqual(['opt/function-kept']);
    expect(text.slice(0, text.indexOf('@masked'))).not.toContain('transfer_');
    expect(text.slice(text.indexOf('@masked'))).toContain('vector.transfer_read');
    expect(transform(good + bad, 'llvmgpu-vector-distribute', 'iree').ok).toBe(false);
  });
});
