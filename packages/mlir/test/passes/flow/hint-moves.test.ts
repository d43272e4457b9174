/** Hints on their way: flattened, absorbed, reinserted, folded on tensors. */
import { describe, expect, it } from 'vitest';
import { rows } from '../../../../../test/rows.ts';
import type { Likeness } from '@ldscope/mlir';
import { LDS as WG } from '../../interpret/harness.ts';
import { bodyOf, reasons, transform, verdicts } from './transform.ts';

const XOR = '#iree_codegen.xor_shuffle<64, 8>';
const func = (...lines: readonly string[]): string =>
  `func.func @f(%x: index, %v: vector<8xf16>) {\n${lines.map((line) => `  ${line}\n`).join('')}  return\n}\n`;
const tile = `memref<4x8x64xf16, ${WG}>`;
const flat = `memref<2048xf16, ${WG}>`;
const hint = (name: string, of: string, type: string, attribute = XOR): string =>
  `%${name} = iree_codegen.swizzle_hint %${of}[${attribute}] : ${type}`;

describe('flatten-swizzle-hint-allocs', () => {
  const FLATTEN = 'flatten-swizzle-hint-allocs';
  const used = `"test.use"(%h) : (${tile}) -> ()`;

  it('makes an allocation of several dimensions flat, in front of the hint or in its place', () => {
    const text = func(
      `%a = memref.alloc() {alignment = 64 : i64} : ${tile}`,
      '%c = arith.constant 0 : index',
      hint('h', 'a', tile),
      used,
    );
    const flattened = [
      `%a = memref.alloc() : ${flat}`,
      `%h = iree_codegen.swizzle_hint %a[${XOR}] : ${flat}`,
      `%0 = memref.expand_shape %h [[0, 1, 2]] output_shape [4, 8, 64] : ${flat} into ${tile}`,
      `"test.use"(%0) : (${tile}) -> ()`,
    ];
    const constant = '%c = arith.constant 0 : index';
    expect(bodyOf(transform(text, FLATTEN, 'iree'))).toEqual([constant, ...flattened]);
    const [alloc = '', ...rest] = flattened;
    expect(bodyOf(transform(text, FLATTEN))).toEqual([alloc, constant, ...rest]);
    expect(verdicts(transform(text, FLATTEN))).toEqual(['%a flattened']);
  });

  it.each(rows`
      flat already             | it is flat already         | %a = memref.alloc() : ${flat} \n ${hint('h', 'a', flat)}
      another use              | uses besides the hint      | %a = memref.alloc() : ${tile} \n ${hint('h', 'a', tile)} \n "test.use"(%a) : (${tile}) -> ()
      a size that is not known | not static                 | %a = memref.alloc(%x) : memref<?x8xf16> \n ${hint('h', 'a', 'memref<?x8xf16>')}
      a layout                 | layout is not the identity | %a = memref.alloc() : memref<4x8xf16, strided<[16, 1]>> \n ${hint('h', 'a', 'memref<4x8xf16, strided<[16, 1]>>')}
    `)('leaves %s: %s', (_, reason, lines = '') => {
    for (const like of ['iree', 'corrected'] as const) {
      const text = func(...lines.split('\n'));
      const done = transform(text, FLATTEN, like);
      expect(done.text.trim()).toBe(text.trim());
      expect(reasons(done)).toContain(reason);
    }
  });

  it('tolerates a deallocation, but not as main does', () => {
    const text = func(
      `%a = memref.alloc() : ${tile}`,
      hint('h', 'a', tile),
      used,
      `memref.dealloc %a : ${tile}`,
    );
    const outcome = (like: Likeness): string => verdicts(transform(text, FLATTEN, like)).join();
    expect(outcome('iree')).toBe('%a kept');
    expect(outcome('iree-pr-23778')).toBe('%a flattened');
    expect(transform(text, FLATTEN).text).toContain(`memref.dealloc %a : ${flat}`);
  });
});

describe('absorb-swizzle-hint-to-alloc', () => {
  const ABSORB = 'absorb-swizzle-hint-to-alloc';

  it('puts the swizzle on the allocation', () => {
    const text = func(
      `%a = memref.alloc() : ${flat}`,
      hint('h', 'a', flat),
      `"test.use"(%h) : (${flat}) -> ()`,
    );
    expect(bodyOf(transform(text, ABSORB))).toEqual([
      `%a = memref.alloc() {iree_codegen.swizzle = ${XOR}} : ${flat}`,
      `"test.use"(%a) : (${flat}) -> ()`,
    ]);
  });

  it('fails on anything but an allocation', () => {
    const view = `memref<64xf16, strided<[1], offset: ?>, ${WG}>`;
    const text = func(
      `%a = memref.alloc() : ${flat}`,
      `%s = memref.subview %a[%x] [64] [1] : ${flat} to ${view}`,
      hint('h', 's', view),
    );
    const done = transform(text, ABSORB);
    expect(done.ok).toBe(false);
    expect(done.messages).toEqual([
      'expected swizzle_hint operand to be defined by a memref.alloc',
    ]);
  });

  it('keeps the last of two hints as upstream does, and refuses otherwise', () => {
    const text = func(
      `%a = memref.alloc() : ${flat}`,
      hint('h', 'a', flat),
      hint('g', 'a', flat, '#iree_codegen.rotate_rows<64, 8>'),
    );
    expect(transform(text, ABSORB, 'iree').text).toContain(
      '{iree_codegen.swizzle = #iree_codegen.rotate_rows<64, 8>}',
    );
    expect(transform(text, ABSORB).codes).toEqual(['opt/different-hints']);
  });
});

describe('reinsert-swizzle-hints', () => {
  const REINSERT = 'reinsert-swizzle-hints';
  const alloc = (type: string): string =>
    `%a = memref.alloc() {iree_codegen.swizzle = ${XOR}} : ${type}`;

  it('wraps what an access goes to', () => {
    const text = func(alloc(tile), `vector.store %v, %a[%x, %x, %x] : ${tile}, vector<8xf16>`);
    expect(bodyOf(transform(text, REINSERT))).toEqual([
      `%a = memref.alloc() : ${tile}`,
      `%0 = memref.collapse_shape %a [[0, 1, 2]] : ${tile} into ${flat}`,
      `%1 = iree_codegen.swizzle_hint %0[${XOR}] : ${flat}`,
      `%2 = memref.expand_shape %1 [[0, 1, 2]] output_shape [4, 8, 64] : ${flat} into ${tile}`,
      `vector.store %v, %2[%x, %x, %x] : ${tile}, vector<8xf16>`,
    ]);
  });

  it('finds the allocation through views, loops and their results', () => {
    const part = `memref<8x64xf16, strided<[64, 1], offset: ?>, ${WG}>`;
    const text = func(
      alloc(tile),
      '%c0 = arith.constant 0 : index',
      '%c1 = arith.constant 1 : index',
      `%r = scf.for %i = %c0 to %x step %c1 iter_args(%p = %a) -> (${tile}) {`,
      `  %s = memref.subview %p[%i, 0, 0] [1, 8, 64] [1, 1, 1] : ${tile} to ${part}`,
      `  vector.store %v, %s[%c0, %c0] : ${part}, vector<8xf16>`,
      `  scf.yield %p : ${tile}`,
      '}',
      `vector.store %v, %r[%c0, %c0, %c0] : ${tile}, vector<8xf16>`,
    );
    const done = transform(text, REINSERT);
    expect(done.text.split('swizzle_hint').length - 1).toBe(2);
    expect(done.text).toContain(`into memref<512xf16, strided<[1], offset: ?>, ${WG}>`);
    expect(done.decisions[0]?.figures).toEqual({ accesses: 2 });
  });

  it('wraps scalars too, which upstream leaves behind', () => {
    const text = func(
      alloc(flat),
      `%e = memref.load %a[%x] : ${flat}`,
      `memref.store %e, %a[%x] : ${flat}`,
    );
    expect(verdicts(transform(text, REINSERT, 'iree'))).toEqual(['%a dropped']);
    expect(transform(text, REINSERT, 'iree').text).not.toContain('swizzle');
    expect(transform(text, REINSERT).text.split('swizzle_hint').length - 1).toBe(2);
  });

  it('fails where elements do not follow each other', () => {
    const part = `memref<4x8x32xf16, strided<[512, 64, 1]>, ${WG}>`;
    const text = func(
      alloc(tile),
      `%s = memref.subview %a[0, 0, 0] [4, 8, 32] [1, 1, 1] : ${tile} to ${part}`,
      `vector.store %v, %s[%x, %x, %x] : ${part}, vector<8xf16>`,
    );
    expect(transform(text, REINSERT).codes).toEqual(['opt/not-contiguous']);
  });

  it('and the whole way: absorbed, reinserted, folded and resolved gives what resolving at once gives', () => {
    const text = func(
      `%a = memref.alloc() : ${tile}`,
      hint('h', 'a', tile),
      '%c8 = arith.constant 8 : index',
      '%u = arith.remui %x, %c8 : index',
      '%k = arith.muli %u, %c8 : index',
      `vector.store %v, %h[%u, %u, %k] : ${tile}, vector<8xf16>`,
    );
    const direct = transform(text, 'iree-swizzle');
    const around = transform(text, 'iree-swizzle-prefetch');
    expect(around.text).toBe(direct.text);
    expect(direct.text).not.toContain('swizzle_hint');
    expect(direct.text).toContain('arith.xori');
    const upstream = transform(text, 'iree-swizzle', 'iree-pr-23778');
    expect(upstream.text).toBe(transform(text, 'iree-swizzle-prefetch', 'iree-pr-23778').text);
    expect(upstream.text).toContain('arith.xori');
  });
});

describe('fold-swizzle-hints', () => {
  const FOLD = 'fold-swizzle-hints,canonicalize,cse';
  const tensors = (result: string, ...lines: readonly string[]): string =>
    `func.func @f(%x: index, %y: index, %t: tensor<32x64xf16>) -> ${result} {\n${lines
      .map((line) => `  ${line}\n`)
      .join('')}  return %r : ${result}\n}\n`;
  const empty = '%e = tensor.empty() : tensor<32x64xf16>';
  const hinted = `%h = iree_codegen.swizzle_hint %e[${XOR}] : tensor<32x64xf16>`;

  it.each(rows`
      a slice                  | tensor<8x16xf16>   | %r = tensor.extract_slice %h[0, 0] [8, 16] [1, 1] : tensor<32x64xf16> to tensor<8x16xf16> | %0 = tensor.empty() : tensor<8x16xf16>
      a row                    | tensor<16xf16>     | %r = tensor.extract_slice %h[%x, 0] [1, 16] [1, 1] : tensor<32x64xf16> to tensor<16xf16> | %0 = tensor.empty() : tensor<16xf16>
      sizes that are not known | tensor<?x?xf16>    | %r = tensor.extract_slice %h[0, 0] [%y, %x] [1, 1] : tensor<32x64xf16> to tensor<?x?xf16> | %0 = tensor.empty(%y, %x) : tensor<?x?xf16>
      more dimensions          | tensor<4x8x64xf16> | %r = tensor.expand_shape %h [[0, 1], [2]] output_shape [4, 8, 64] : tensor<32x64xf16> into tensor<4x8x64xf16> | %0 = tensor.empty() : tensor<4x8x64xf16>
      one dimension            | tensor<2048xf16>   | %r = tensor.collapse_shape %h [[0, 1]] : tensor<32x64xf16> into tensor<2048xf16> | %0 = tensor.empty() : tensor<2048xf16>
    `)('of %s', (_, type, operation, made) => {
    expect(bodyOf(transform(tensors(type, empty, hinted, operation), FOLD)).slice(0, 2)).toEqual([
      made,
      `%r = iree_codegen.swizzle_hint %0[${XOR}] : ${type}`,
    ]);
  });

  it('of a product of sizes that are not known', () => {
    const text = tensors(
      'tensor<?xf16>',
      '%e = tensor.empty(%x, %y) : tensor<?x?xf16>',
      `%h = iree_codegen.swizzle_hint %e[${XOR}] : tensor<?x?xf16>`,
      '%r = tensor.collapse_shape %h [[0, 1]] : tensor<?x?xf16> into tensor<?xf16>',
    );
    expect(bodyOf(transform(text, FOLD)).slice(0, 2)).toEqual([
      '%0 = arith.muli %x, %y : index',
      '%1 = tensor.empty(%0) : tensor<?xf16>',
    ]);
  });

  it('but not of a tensor that has values, nor of one with another use', () => {
    const slice =
      '%r = tensor.extract_slice %h[0, 0] [8, 16] [1, 1] : tensor<32x64xf16> to tensor<8x16xf16>';
    const values = tensors(
      'tensor<8x16xf16>',
      `%h = iree_codegen.swizzle_hint %t[${XOR}] : tensor<32x64xf16>`,
      slice,
    );
    expect(transform(values, 'fold-swizzle-hints').text.trim()).toBe(values.trim());
    const used = tensors(
      'tensor<8x16xf16>',
      empty,
      hinted,
      slice,
      '"test.use"(%e) : (tensor<32x64xf16>) -> ()',
    );
    expect(transform(used, 'fold-swizzle-hints').text).toContain('tensor.extract_slice');
  });
});
