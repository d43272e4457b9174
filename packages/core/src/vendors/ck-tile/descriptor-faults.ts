/**
 * What is wrong with the lengths of a descriptor. CK computes without a check; here each mistake names the
 * transform and the first index that goes wrong.
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { numbers } from '../../layout/index/numbers.ts';
import { type Stage, type TensorAdaptor, topLengths } from './adaptor.ts';
import type { DescriptorBase } from './descriptor-base.ts';
import { at, rowOf } from './transforms/table.ts';
import type { Transform } from './transforms/transform.ts';

/** Lengths that are not lengths, lists of different sizes: nothing can be computed. */
export function baseFaults(base: DescriptorBase): Diagnostic[] {
  const { lengths } = base;
  const name = `make_naive_tensor_descriptor${base.kind === 'naive' ? '' : `_${base.kind}`}`;
  const bad = lengths.findIndex((length) => !isLength(length));
  if (lengths.length === 0 || bad >= 0) {
    return [diagnose(messages.layout.notALength(name, bad, lengths[bad]))];
  }
  if ('strides' in base && base.strides.length !== lengths.length) {
    const what = `${name} has ${lengths.length} lengths and ${base.strides.length} strides`;
    return [diagnose(messages.layout.counts(what))];
  }
  if (lengths.reduce((a, b) => a * b, 1) > MOST_ELEMENTS) {
    return [diagnose(messages.layout.tooLarge(name, MOST_ELEMENTS))];
  }
  return [];
}

/** A promised vector that the strides do not give. CK does not check the promise. */
export function promiseFaults(base: DescriptorBase): Diagnostic[] {
  if (base.kind === 'naive') return vectorFaults(base, 'make_naive_tensor_descriptor');
  return packedVectorFaults(base, 'make_naive_tensor_descriptor_packed');
}

/** CK's indices have 31 bits. */
const MOST_ELEMENTS = 2 ** 31 - 1;

const isLength = (value: number): boolean => Number.isInteger(value) && value > 0;

/** A promise of n elements next to each other, where the last stride says that they are not. */
function vectorFaults(
  base: Extract<DescriptorBase, { kind: 'naive' }>,
  name: string,
): Diagnostic[] {
  const [length, stride] = base.vector ?? [1, 1];
  const actual = base.strides.at(-1) ?? 1;
  if (length <= 1 || stride === actual || (base.lengths.at(-1) ?? 1) === 1) return [];
  return [diagnose(messages.layout.vectorStride(name, length, stride, actual))];
}

function packedVectorFaults(base: DescriptorBase, name: string): Diagnostic[] {
  if (base.kind !== 'packed' || base.vectorLength === undefined) return [];
  const last = base.lengths.at(-1) ?? 1;
  if (base.vectorLength <= last || base.vectorLength % last === 0) return [];
  return [diagnose(messages.layout.vectorLength(name, base.vectorLength, last))];
}

/** An adaptor over memory, with the number of elements there. */
type MeasuredAdaptor = TensorAdaptor & { readonly elementSpaceSize: number };

/** The lengths that the transforms of a stage state, against those of the dimensions that they get. */
export function stageLengthFaults(
  old: MeasuredAdaptor,
  stage: Stage,
  number: number,
): Diagnostic[] {
  const extents = actualLengths(old);
  return stage.transforms.flatMap((transform, i) => {
    const where = `${describeTransform(transform)}, stage ${number}, transform ${i}`;
    const below = (stage.lower[i] ?? []).map((position) => at(extents, position));
    const own = ownFault(transform, where);
    return own === undefined ? needFaults(transform, below, where) : [own];
  });
}

/** `merge(4, 8)`, `xor(32, 8)`: for messages. */
function describeTransform(transform: Transform): string {
  const parts = rowOf(transform)
    .cpp(transform)
    .flatMap((part) => (typeof part === 'number' ? [part] : part));
  return `${transform.kind}(${parts.join(', ')})`;
}

/** The first dimension of `xor` is as long as what is below it, whatever the transform states. */
function actualLengths(descriptor: MeasuredAdaptor): number[] {
  const stated = topLengths(descriptor, [descriptor.elementSpaceSize]);
  const nodeOf = (id: number) => descriptor.nodes.find(({ upper }) => upper.includes(id));
  const lengthOf = (id: number, fallback: number): number => {
    const node = nodeOf(id);
    if (node === undefined || node.upper[0] !== id) return fallback;
    const { kind } = node.transform;
    if (kind !== 'xor' && kind !== 'cyclic_shift' && kind !== 'inverse_cyclic_shift') {
      return fallback;
    }
    const below = at(node.lower, 0);
    const belowNode = nodeOf(below);
    const [position] = belowNode === undefined ? [] : [belowNode.upper.indexOf(below)];
    const lengths = belowNode && rowOf(belowNode.transform).upperLengths(belowNode.transform);
    return lengthOf(below, position === undefined ? fallback : (lengths?.[position] ?? fallback));
  };
  return descriptor.tops.map((id, i) => lengthOf(id, at(stated, i)));
}

/** The faults of a transform by itself, whatever is around it. */
function ownFault(transform: Transform, where: string): Diagnostic | undefined {
  const lengths = rowOf(transform).upperLengths(transform);
  const bad = lengths.findIndex((length) => !isLength(length));
  if (bad >= 0) return diagnose(messages.layout.notALength(where, bad, lengths[bad]));
  if (transform.kind === 'xor') return xorFault(transform, where);
  if (transform.kind === 'embed' && transform.coefficients.length !== lengths.length) {
    const what = `${where}: ${lengths.length} lengths and ${transform.coefficients.length} coefficients`;
    return diagnose(messages.layout.counts(what));
  }
  return undefined;
}

/**
 * XOR permutes [0, n) only where n is a power of two and the key stays below it. The first key that leaves the range
 * is the lowest bit of n: smaller ones keep to the bits below, and with it n - key becomes n.
 */
function xorFault(
  transform: Extract<Transform, { kind: 'xor' }>,
  where: string,
): Diagnostic | undefined {
  const [rows, columns] = transform.lengths;
  const keys = transform.applyModulo ? Math.min(rows, columns) : rows;
  const row = columns & -columns;
  if (keys <= row) return undefined;
  const upper = [row, columns - row];
  const lower = rowOf(transform).lower(transform, upper, numbers);
  return diagnose(messages.layout.xorRange(where, upper, lower, columns));
}

function needFaults(transform: Transform, below: readonly number[], where: string): Diagnostic[] {
  if (transform.kind === 'merge') return mergeFaults(transform.lowerLengths, below, where);
  return rowOf(transform)
    .needs(transform)
    .flatMap((need, q) => {
      const length = at(below, q);
      if (need === undefined) return [];
      if (need.as === 'reach' ? need.length <= length : need.length === length) return [];
      if (transform.kind === 'unmerge') {
        return [
          diagnose(
            messages.layout.lengthsProduct(where, transform.upperLengths, need.length, length),
          ),
        ];
      }
      return need.as === 'reach'
        ? [diagnose(messages.layout.reach(where, need.length - 1, length))]
        : [diagnose(messages.layout.length(where, q, need.length, length))];
    });
}

/** A merge whose lengths are not those below skips elements or leaves their range. */
function mergeFaults(
  lengths: readonly number[],
  below: readonly number[],
  where: string,
): Diagnostic[] {
  const q = lengths.findIndex((length, i) => length !== below[i]);
  if (q < 0) return [];
  const [stated, actual] = [at(lengths, q), at(below, q)];
  const place = lengths.map((_, i) => (i === q ? Math.min(stated, actual) : 0));
  const upper = lengths
    .slice(q + 1)
    .reduce((index, length) => index * length, Math.min(stated, actual));
  return [
    diagnose(
      stated > actual
        ? messages.layout.mergeOutside(where, upper, place, q, actual)
        : messages.layout.mergeMisses(where, place, q, stated, actual),
    ),
  ];
}
