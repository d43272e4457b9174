/** Cases of `gpu-vector-alloc`: what is promoted through shared memory, under which hint. */
import { printAttribute } from '@ldscope/mlir';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, listAt, numberAt, objectAt, textAt } from '../base/json.ts';
import {
  compareDefault,
  likenessOf,
  named,
  shapeOf,
  shapeText,
  swizzleObject,
  transform,
  type Transformed,
  type IreeCase,
} from './run-passes.ts';

const TRANSLATION =
  '#iree_codegen.translation_info<pipeline = #iree_gpu.pipeline<VectorDistribute> workgroup_size = [64, 1, 1] subgroup_size = 64>';

interface Tiles {
  readonly thread: readonly number[];
  readonly element: readonly number[];
  readonly strides: readonly number[];
}

function layoutText(shape: readonly number[], { thread, element, strides }: Tiles): string {
  const ones = shape.map(() => 1).join(', ');
  const zeros = shape.map(() => 0).join(', ');
  const batch = shape.map((size, d) => size / ((thread[d] ?? 1) * (element[d] ?? 1)));
  return (
    `#iree_vector_ext.nested_layout<subgroup_tile = [${ones}], batch_tile = [${batch.join(', ')}], outer_tile = [${ones}], ` +
    `thread_tile = [${thread.join(', ')}], element_tile = [${element.join(', ')}], subgroup_strides = [${zeros}], ` +
    `thread_strides = [${strides.join(', ')}]>`
  );
}

/** 64 threads that hold a given number of neighbours of a row each. */
function rowTiles([rows = 1, columns = 1]: readonly number[], width: number): Tiles {
  const across = Math.min(64, columns / width);
  return {
    thread: [Math.min(rows, 64 / across), across],
    element: [1, width],
    strides: [across, 1],
  };
}

const consumer: Tiles = { thread: [4, 16], element: [4, 1], strides: [0, 0] };

export function compareVectorAlloc({ item, input, expected }: IreeCase, to: Comparison): void {
  const text = kernelOf(item, input);
  const outcome = transform(text, 'gpu-vector-alloc', likenessOf(item));
  const { operations, said, succeeded } = outcome;
  const reason = 'the hint is chosen by the conflicts of the writes and reads';
  compareDefault(text, 'gpu-vector-alloc', outcome, to, reason);
  to.equal('pass_succeeds', expected['pass_succeeds'], succeeded);
  const [alloc] = named(operations, 'bufferization.alloc_tensor');
  to.equal('lds_alloc', expected['lds_alloc'], shapeOf(alloc?.results[0]));
  const [hint] = named(operations, 'iree_codegen.swizzle_hint');
  to.equal(
    'swizzle_hint',
    expected['swizzle_hint'],
    hint === undefined ? null : swizzleObject(hint.attributes.get('swizzle')),
  );
  const layout = objectAt(expected, 'derived_read_layout');
  if (layout !== undefined) to.equal('derived_read_layout', layout, derivedLayout(outcome, layout));
  if (expected['barrier_at'] !== undefined) {
    const [loop] = named(operations, 'scf.for');
    const first = loop?.regions[0]?.blocks[0]?.operations[0]?.name;
    to.equal('barrier_at', 'gpu.barrier', first);
  }
  const diagnostic = textAt(expected, 'diagnostic')?.replace(/^error: /, '');
  if (diagnostic !== undefined)
    to.equal(
      'diagnostic',
      true,
      said.some((one) => one.includes(diagnostic)),
    );
}

/** The lists of the first layout that the pass made, of those that the case names. */
function derivedLayout({ operations }: Transformed, wanted: JsonObject): JsonObject | undefined {
  const [made] = named(operations, 'iree_vector_ext.to_layout');
  const attribute = made?.attributes.get('layout');
  if (attribute === undefined) return undefined;
  const text = printAttribute(attribute);
  return Object.fromEntries(
    Object.keys(wanted).map((name) => [
      name,
      new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(text)?.[1]?.split(',').map(Number),
    ]),
  );
}

/** The function of a case around what its kind of case has to do. */
function kernelOf(item: JsonObject, input: JsonObject): string {
  const shape = listAt(input, 'vector').filter((size) => typeof size === 'number');
  const sizes = shape.length > 0 ? shape : [16, 16];
  const element = textAt(input, 'elem') ?? 'f16';
  const vector = `vector<${shapeText(sizes, element)}>`;
  const memref = `memref<${shapeText(sizes, element)}>`;
  const conversion = textAt(objectAt(item, 'attr'), 'shared_memory_conversion');
  const promotion = conversion?.startsWith('string')
    ? '"invalid"'
    : '#iree_gpu.derived_thread_config';
  return `func.func @k(%src: ${memref}, %v: ${vector}, %indices: vector<16x16xindex>, %mask: vector<16x16xi1>)
      attributes {translation_info = ${TRANSLATION}} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : ${element}
    ${bodyOf(input, sizes, { vector, memref, converts: ` {shared_memory_conversion = ${promotion}}` })}
    return
  }`;
}

interface Texts {
  readonly vector: string;
  readonly memref: string;
  readonly converts: string;
}

function bodyOf(
  input: JsonObject,
  sizes: readonly number[],
  { vector, memref, converts }: Texts,
): string {
  const layout = (to: string, from: string, tiles: Tiles, attribute = ''): string =>
    `${to} = iree_vector_ext.to_layout ${from} to layout(${layoutText(sizes, tiles)})${attribute} : ${vector}`;
  const use = (value: string): string => `"test.use"(${value}) : (${vector}) -> ()`;
  const reader = numberAt(input, 'reader_inner_element_tile');
  if (reader !== undefined) {
    const writer = numberAt(input, 'writer_inner_element_tile');
    const written = writer === undefined ? '' : layout('%w', '%v', rowTiles(sizes, writer));
    const from = writer === undefined ? '%v' : '%w';
    return `${written}
    ${layout('%out', from, rowTiles(sizes, reader), converts)}
    ${use('%out')}`;
  }
  const first = objectAt(input, 'layout_a');
  if (first !== undefined) {
    return `${layout('%a', '%v', tilesOf(first))}
    ${layout('%b', '%a', tilesOf(objectAt(input, 'layout_b')))}
    ${use('%b')}`;
  }
  const read =
    textAt(input, 'op') === 'vector.gather'
      ? `%read = vector.gather %src[%c0, %c0] [%indices], %mask, %v : ${memref}, vector<16x16xindex>, vector<16x16xi1>, ${vector} into ${vector}`
      : `%read = vector.transfer_read %src[%c0, %c0], %zero {in_bounds = [true, true]} : ${memref}, ${vector}`;
  const body = `${read}
    ${layout('%out', '%read', consumer, converts)}
    ${use('%out')}`;
  return textAt(input, 'inside') === 'scf.for'
    ? `scf.for %i = %c0 to %c8 step %c1 {
      ${body}
    }`
    : body;
}

const tilesOf = (layout: JsonObject | undefined): Tiles => ({
  thread: numbers(layout, 'thread_tile'),
  element: numbers(layout, 'element_tile'),
  strides: numbers(layout, 'thread_strides'),
});

function numbers(object: JsonObject | undefined, key: string): number[] {
  return listAt(object, key).filter((value) => typeof value === 'number');
}
