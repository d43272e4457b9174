/** Cases of `gpu-reduce-bank-conflicts`: which allocations are padded, and what becomes of the views of them. */
import type { Operation } from '@ldscope/mlir';
import type { Comparison } from '../base/comparison.ts';
import { type JsonObject, listAt, numberAt, objectAt, objectsAt, textAt } from '../base/json.ts';
import {
  compareDefault,
  likenessOf,
  named,
  shapeOf,
  shapeText,
  stridesOf,
  transform,
  WORKGROUP,
  type IreeCase,
} from './run-passes.ts';

interface Allocation {
  readonly shape: readonly unknown[];
  readonly element: string;
  /** Bits of each padding hint on it. */
  readonly hints: readonly number[];
}

export function comparePadding({ item, input, expected }: IreeCase, to: Comparison): void {
  const bits = numberAt(objectAt(item, 'attr'), 'padding_bits') ?? 128;
  const allocations = allocationsOf(input);
  const users = listAt(input, 'users').map(String);
  const text = kernelOf(allocations, users);
  const passes = `gpu-reduce-bank-conflicts{padding-bits=${bits}}`;
  const outcome = transform(text, passes, likenessOf(item));
  const { operations, said, decisions } = outcome;
  compareDefault(text, passes, outcome, to, 'padding is chosen by the conflicts of the accesses');
  const found = named(operations, 'memref.alloc').map(({ results: [result] }) => shapeOf(result));
  const before = allocations.map(({ shape }) => shape);
  to.equal('padded', expected['padded'], JSON.stringify(found) !== JSON.stringify(before));
  to.equal('alloc', expected['alloc'], found[0]);
  const shapes = listAt(expected, 'allocs').map((one) =>
    Array.isArray(one) ? one : (one as JsonObject)['shape'],
  );
  if (shapes.length > 0) to.equal('allocs', shapes, found);
  const views = named(operations, 'memref.subview').map(resultStrides);
  to.equal('view_strides', expected['view_strides'], views[0]);
  to.equal('nested_subview_strides', expected['nested_subview_strides'], views[1]);
  const [expanded] = named(operations, 'memref.expand_shape').map(resultStrides);
  to.equal('expanded_strides', expected['expanded_strides'], expanded);
  const figures = decisions[0]?.figures ?? {};
  to.equal('bytes_before', expected['bytes_before'], figures['usedBytes']);
  to.equal('extra_bytes', expected['extra_bytes'], figures['extraBytes']);
  to.equal('sum', expected['sum'], (figures['usedBytes'] ?? 0) + (figures['extraBytes'] ?? 0));
  if (textAt(expected, 'diagnostic')?.includes('conflicting') === true) {
    to.equal(
      'diagnostic',
      true,
      said.some((one) => one.includes('conflicting')),
    );
  }
}

const resultStrides = ({ results: [result] }: Operation): unknown => stridesOf(result);

function allocationsOf(input: JsonObject): Allocation[] {
  const element = textAt(input, 'elem') ?? 'f32';
  const one = input['alloc'];
  if (Array.isArray(one)) return [{ shape: one, element, hints: hintsOf(input) }];
  const objects = objectsAt(input, 'allocs');
  if (objects.length > 0) {
    return objects.map((object) => ({
      shape: listAt(object, 'shape'),
      element: textAt(object, 'elem') ?? element,
      hints: hintsOf(object),
    }));
  }
  return listAt(input, 'allocs').map((shape) => ({
    shape: Array.isArray(shape) ? shape : [],
    element,
    hints: [],
  }));
}

function hintsOf(object: JsonObject): number[] {
  const value = object['padding_hint_bits'];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((bits) => typeof bits === 'number');
}

function kernelOf(allocations: readonly Allocation[], users: readonly string[]): string {
  const lines: string[] = [];
  for (const [number, { shape, element, hints }] of allocations.entries()) {
    const type = `memref<${shapeText(shape, element)}, ${WORKGROUP}>`;
    const sizes = shape.filter((size) => typeof size !== 'number').map(() => '%n');
    lines.push(`%a${number} = memref.alloc(${sizes.join(', ')}) : ${type}`);
    for (const [k, bits] of hints.entries()) {
      lines.push(
        `%h${number}_${k} = iree_gpu.bank_conflict_padding_hint %a${number} [padding_bits = ${bits}] : ${type}`,
      );
    }
    lines.push(...(number === 0 ? viewLines(shape, element, type, users) : []));
  }
  return `func.func @k(%n: index) {\n  %c0 = arith.constant 0 : index\n  ${lines.join('\n  ')}\n  return\n}`;
}

/** The users of the first allocation, as the case lists them in words. */
function viewLines(
  shape: readonly unknown[],
  element: string,
  type: string,
  users: readonly string[],
): string[] {
  let [value, of] = ['%a0', type];
  const lines: string[] = [];
  for (const [number, user] of users.entries()) {
    const subview = /^subview \[([\d,]+)\]/.exec(user)?.[1];
    const groups = /^expand_shape (\[\[.*\]\]) -> ([\dx]+)/.exec(user);
    const vector = /^transfer_write vector<(\d+)x/.exec(user)?.[1];
    const next = `%u${number}`;
    if (subview !== undefined) {
      const sizes = subview.split(',');
      const zeros = sizes.map(() => '0').join(', ');
      const strides = shape.map((_, d) =>
        shape.slice(d + 1).reduce((all: number, size) => all * Number(size), 1),
      );
      const result = `memref<${sizes.join('x')}x${element}, strided<[${strides.join(', ')}]>, ${WORKGROUP}>`;
      lines.push(
        `${next} = memref.subview ${value}[${zeros}] [${sizes.join(', ')}] [${sizes.map(() => 1).join(', ')}] : ${of} to ${result}`,
      );
      [value, of] = [next, result];
    } else if (groups !== null) {
      const [, list = '', sizes = ''] = groups;
      const result = `memref<${sizes}x${element}, ${WORKGROUP}>`;
      lines.push(
        `${next} = memref.expand_shape ${value} ${list} output_shape [${sizes.split('x').join(', ')}] : ${of} into ${result}`,
      );
      [value, of] = [next, result];
    } else if (vector !== undefined) {
      const rank = of.slice('memref<'.length).split('x').length - 1;
      const zeros = Array.from({ length: rank }, () => '%c0').join(', ');
      const written = `vector<${vector}x${element}>`;
      lines.push(
        `%v${number} = arith.constant dense<0.0> : ${written}`,
        `vector.transfer_write %v${number}, ${value}[${zeros}] {in_bounds = [true]} : ${written}, ${of}`,
      );
    }
  }
  return lines;
}
