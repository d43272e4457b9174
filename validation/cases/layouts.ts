/** Cases of transforms, descriptors and access orders. */
import {
  accessesOf,
  calculateOffset,
  elementOf,
  isValidIndex,
  lengthsOf,
  loadStoreTraits,
  makeDescriptor,
  makeDistribution,
  registerOf,
  rowOf,
  type TensorAdaptor,
  type TensorDescriptor,
  type TileDistribution,
  vectorSafety,
  calculateBottomIndex,
} from '@ldscope/core';
import { failed, type Parsed, parsed } from '../published/expression.ts';
import { type JsonObject, numberAt, numbersAt, objectAt, objectsAt } from '../base/json.ts';
import type { Comparison } from '../base/comparison.ts';
import { readDescriptor, readEncoding, readTransform } from './read.ts';

export function compareTransform(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const read = readTransform(input);
  if (!read.ok) {
    to.fail(read.error);
    return;
  }
  const transform = read.value;
  const row = rowOf(transform);
  const upperLengths = row.upperLengths(transform);
  const lower = row.needs(transform).map((_, i) => i);
  const tops = upperLengths.map((_, i) => lower.length + i);
  const adaptor: TensorAdaptor = {
    nodes: [{ transform, lower, upper: tops }],
    bottoms: lower,
    tops,
    hiddenCount: lower.length + tops.length,
  };
  to.equal('upper lengths', expected['upper_lengths'], upperLengths);
  for (const point of objectsAt(expected, 'mapping')) {
    const upper = numbersAt(point, 'upper') ?? [];
    const where = `upper (${upper.join(', ')})`;
    to.equal(`${where}, lower`, numbersAt(point, 'lower'), calculateBottomIndex(adaptor, upper));
    to.equal(`${where}, valid`, point['valid'], isValidIndex(adaptor, upper));
  }
}

export function compareDescriptor(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const descriptor = descriptorOf(input);
  if (!descriptor.ok) {
    to.fail(descriptor.error);
    return;
  }
  const { value } = descriptor;
  to.equal('lengths', expected['lengths'], lengthsOf(value));
  to.equal('element space size', expected['element_space_size'], value.elementSpaceSize);
  const safety = vectorSafety(value);
  const [lengths, strides] = [safety.map((s) => s.length), safety.map((s) => s.stride)];
  to.equal('safe vector lengths', expected['safe_vector_lengths'], lengths);
  to.equal('safe vector strides', expected['safe_vector_strides'], strides);
  for (const point of objectsAt(expected, 'offsets')) {
    const index = numbersAt(point, 'index') ?? [];
    const where = `index (${index.join(', ')})`;
    to.equal(`${where}, offset`, point['offset'], calculateOffset(value, index));
    to.equal(`${where}, valid`, point['valid'], isValidIndex(value, index));
  }
}

export function compareDistribution(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const distribution = distributionOf(objectAt(input, 'encoding') ?? input);
  if (!distribution.ok) {
    to.fail(distribution.error);
    return;
  }
  const { value } = distribution;
  to.equal('x lengths', expected['x_lengths'], value.xLengths);
  to.equal('y lengths', expected['y_lengths'], value.yLengths);
  for (const point of objectsAt(expected, 'mapping')) {
    const [p, y] = [numbersAt(point, 'p') ?? [], numbersAt(point, 'y') ?? []];
    const where = `p (${p.join(', ')}), y (${y.join(', ')})`;
    to.equal(`${where}, x`, point['x'], elementOf(value, p, y));
    to.equal(`${where}, register`, point['thread_buffer_index'], registerOf(value, y));
  }
}

export function compareTraits(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const descriptor = descriptorOf(objectAt(input, 'descriptor') ?? {});
  const encoding = objectAt(input, 'distribution') ?? objectAt(input, 'encoding');
  const distribution = distributionOf(encoding ?? {});
  if (!descriptor.ok || !distribution.ok) {
    to.fail(descriptor.ok ? (distribution.ok ? '' : distribution.error) : descriptor.error);
    return;
  }
  const traits = loadStoreTraits(descriptor.value, distribution.value);
  const [lengths, strides] = [traits.ys.map((y) => y.length), traits.ys.map((y) => y.stride)];
  to.equal('y vector lengths', expected['y_vector_lengths'], lengths);
  to.equal('y vector strides', expected['y_vector_strides'], strides);
  to.equal('vector dim y', expected['vector_dim_y'], traits.vectorDimY);
  to.equal('scalar per vector', expected['scalar_per_vector'], traits.scalarPerVector);
  to.equal('num access', expected['num_access'], traits.numAccess);
}

export function compareCurve(input: JsonObject, expected: JsonObject, to: Comparison): void {
  const lengths = numbersAt(input, 'tensor_lengths') ?? [];
  const accesses = accessesOf({
    lengths,
    order: numbersAt(input, 'dim_access_order') ?? lengths.map((_, d) => d),
    scalars: numbersAt(input, 'scalars_per_access') ?? lengths.map(() => 1),
    snake: input['snake_curved'] !== false,
  });
  to.equal('num access', numberAt(expected, 'num_access'), accesses.length);
  to.equal('order', expected['index_by_access'], accesses);
}

function descriptorOf(input: JsonObject): Parsed<TensorDescriptor> {
  const spec = readDescriptor(input);
  if (!spec.ok) return spec;
  const descriptor = makeDescriptor(spec.value);
  return descriptor.ok ? parsed(descriptor.value) : failed(said(descriptor.diagnostics));
}

function distributionOf(input: JsonObject): Parsed<TileDistribution> {
  const encoding = readEncoding(input);
  if (!encoding.ok) return encoding;
  const distribution = makeDistribution(encoding.value);
  return distribution.ok ? parsed(distribution.value) : failed(said(distribution.diagnostics));
}

const said = (diagnostics: readonly { readonly message: string }[]): string =>
  diagnostics.map(({ message }) => message).join('; ');
