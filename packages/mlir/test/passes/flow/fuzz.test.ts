/** Passes on texts that are broken in random places: diagnostics or nothing, never an exception. */
import { machineNamed } from '@ldscope/core';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseModule,
  parsePassList,
  passes,
  pipelines,
  printModule,
  runPasses,
} from '@ldscope/mlir';
import { forAll } from '../../../../../test/for-all.ts';
import { casesOf } from '../../../../../test/cases.ts';
import { LDS as WG } from '../../interpret/harness.ts';

const nested = (thread: string, element: string, strides: string): string =>
  `#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [${thread}], element_tile = [${element}], subgroup_strides = [0, 0], thread_strides = [${strides}]>`;

const texts = [
  `func.func @promote(%src: memref<16x16xf16>, %init: vector<16x16xf16>, %n: index) -> vector<16x16xf16> attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 0.0 : f16
  %k = arith.constant dense<1.0> : vector<16x16xf16>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (vector<16x16xf16>) {
    %read = vector.transfer_read %src[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %up = arith.addf %read, %k : vector<16x16xf16>
    %laid = iree_vector_ext.to_layout %up to layout(${nested('16, 4', '1, 4', '1, 16')}) {shared_memory_conversion = #iree_gpu.derived_thread_config} : vector<16x16xf16>
    %turned = vector.transpose %laid, [1, 0] : vector<16x16xf16> to vector<16x16xf16>
    %other = iree_vector_ext.to_layout %turned to layout(${nested('16, 4', '1, 4', '4, 1')}) : vector<16x16xf16>
    %next = arith.addf %acc, %other : vector<16x16xf16>
    scf.yield %next : vector<16x16xf16>
  }
  return %sum : vector<16x16xf16>
}`,
  `func.func @pad(%v: vector<4xf32>, %i: index, %g: memref<2048xf32>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<4x32x64xf32, ${WG}>
  %hint = iree_gpu.bank_conflict_padding_hint %a [padding_bits = 32] : memref<4x32x64xf32, ${WG}>
  %view = memref.subview %hint[%i, 0, 0] [1, 32, 64] [1, 1, 1] : memref<4x32x64xf32, ${WG}> to memref<32x64xf32, strided<[64, 1], offset: ?>, ${WG}>
  vector.store %v, %view[%c0, %i] : memref<32x64xf32, strided<[64, 1], offset: ?>, ${WG}>, vector<4xf32>
  %b = memref.alloc() : memref<2048xf32, ${WG}>
  %s = iree_codegen.swizzle_hint %b[#iree_codegen.xor_shuffle<64, 4>] : memref<2048xf32, ${WG}>
  %e = memref.expand_shape %s [[0, 1]] output_shape [32, 64] : memref<2048xf32, ${WG}> into memref<32x64xf32, ${WG}>
  %c = memref.collapse_shape %e [[0, 1]] : memref<32x64xf32, ${WG}> into memref<2048xf32, ${WG}>
  vector.store %v, %e[%i, %c0] : memref<32x64xf32, ${WG}>, vector<4xf32>
  %x = vector.load %c[%i] : memref<2048xf32, ${WG}>, vector<4xf32>
  %d = memref.alloc() : memref<32x64xf32, ${WG}>
  amdgpu.gather_to_lds %g[%i], %d[%c0, %c0] : f32, memref<2048xf32>, memref<32x64xf32, ${WG}>
  return
}`,
];

/** Deletes a line, swaps two, or puts another number in. */
function broken(text: string, seeds: readonly number[]): string {
  let lines = text.split('\n');
  for (const seed of seeds) {
    const at = seed % lines.length;
    const other = Math.floor(seed / 64) % lines.length;
    if (seed % 5 === 0) lines = lines.toSpliced(at, 1);
    else if (seed % 5 === 1) {
      [lines[at], lines[other]] = [lines[other] ?? '', lines[at] ?? ''];
    } else {
      const numbers = ['0', '1', '3', '7', '48', '999999', '?'];
      const which = Math.floor(seed / 7);
      let n = 0;
      lines[at] = (lines[at] ?? '').replaceAll(/\d+/g, (digits) =>
        n++ === which % 6 ? (numbers[which % numbers.length] ?? digits) : digits,
      );
    }
  }
  return lines.join('\n');
}

test('no pass throws, and what it makes can be printed', () => {
  let ran = 0;
  forAll(
    [
      fc.constantFrom(...texts),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.constantFrom(...passes.map(({ name }) => name)),
      fc.constantFrom('corrected', 'iree', 'iree-pr-23778'),
    ],
    300,
    (text, seeds, pass, like) => {
      // What the parser complains of is kept as far as it was understood, and goes through passes as well.
      const { module } = parseModule(broken(text, seeds));
      const steps = parsePassList(pass);
      if (!steps.ok) throw new Error(`no pass ${pass}`);
      runPasses(module, steps.value, { machine: machineNamed('gfx942'), like });
      expect(printModule(module)).toBeTypeOf('string');
      ran++;
    },
  );
  expect(ran).toBe(casesOf(300));
});

const example = (name: string): string =>
  readFileSync(
    new URL(`../../../../../examples/swizzle-flow/${name}.mlir`, import.meta.url),
    'utf8',
  );

/** Texts in which the name of one operation is damaged, so that nobody knows what it gives; a letter, or the dialect. */
function* damagedNames(text: string): Generator<string, void, undefined> {
  for (const { index, 0: name } of text.matchAll(/(?<=^\s*(?:%[\w, %]+ = )?)[a-z_]+\.[\w.]+/gm)) {
    const [before, after] = [text.slice(0, index), text.slice(index + name.length)];
    const isLetter = index % 2 === 0;
    yield `${before}${isLetter ? `${name.slice(0, -2)}x${name.slice(-2)}` : `un${name}`}${after}`;
  }
}

test.each([...texts, ...['vector', 'lanes', 'unaligned', 'twelve-groups'].map(example)])(
  'no pass throws where an operation is unknown: %#',
  (text) => {
    for (const damaged of damagedNames(text)) {
      for (const { name: pass } of pipelines) {
        const steps = parsePassList(pass);
        if (!steps.ok) throw new Error(`no pass ${pass}`);
        const { module } = parseModule(damaged);
        const run = (): unknown => {
          runPasses(module, steps.value, { machine: machineNamed('gfx942'), like: 'corrected' });
          return printModule(module);
        };
        expect(run, `${pass} of\n${damaged}`).not.toThrow();
      }
    }
  },
);
