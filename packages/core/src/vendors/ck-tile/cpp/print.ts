/**
 * Descriptors and encodings in CK Tile's C++.
 *
 *     constexpr auto lds_desc_0 = make_naive_tensor_descriptor(
 *         make_tuple(number<8>{}, number<32>{}, number<8>{}),
 *         make_tuple(number<8>{}, number<64>{}, number<1>{}),
 *         number<8>{}, number<1>{});
 */
import type { Stage } from '../adaptor.ts';
import type { DescriptorSpec } from '../descriptor.ts';
import type { DescriptorBase } from '../descriptor-base.ts';
import type { TileDistributionEncoding } from '../encoding.ts';
import { rowOf } from '../transforms/table.ts';
import type { Transform } from '../transforms/transform.ts';

/** The statements that make a descriptor; the last one defines `name`. */
export function descriptorToCpp({ base, stages }: DescriptorSpec, name = 'desc'): string {
  const nameOf = (stage: number): string => (stage === stages.length ? name : `${name}_${stage}`);
  const statements = [`constexpr auto ${nameOf(0)} = ${baseToCpp(base)};`];
  for (const [i, stage] of stages.entries()) {
    const call = stageToCpp(nameOf(i), stage);
    statements.push(`constexpr auto ${nameOf(i + 1)} = ${call};`);
  }
  return statements.join('\n');
}

/** A `tile_distribution_encoding` type. */
export function encodingToCpp(encoding: TileDistributionEncoding): string {
  const { rs, hs, psMajor, psMinor, ysMajor, ysMinor } = encoding;
  return list('tile_distribution_encoding', '<', '>', [
    sequence(rs),
    tupleType(hs),
    tupleType(psMajor),
    tupleType(psMinor),
    sequence(ysMajor),
    sequence(ysMinor),
  ]);
}

/** `make_xor_transform(make_tuple(number<32>{}, number<8>{}))`. */
function transformToCpp(transform: Transform): string {
  const row = rowOf(transform);
  const args = row
    .cpp(transform)
    .map((part) => (typeof part === 'number' ? number(part) : tuple(part.map((n) => number(n)))));
  if (transform.kind === 'xor' && !transform.applyModulo) args.push('bool_constant<false>{}');
  const suffix =
    transform.kind === 'merge' && transform.division === 'divide' ? '_v3_division_mod' : '';
  return `make_${transform.kind}_transform${suffix}(${args.join(', ')})`;
}

function baseToCpp(base: DescriptorBase): string {
  const name = `make_naive_tensor_descriptor${base.kind === 'naive' ? '' : `_${base.kind}`}`;
  const lengths = tuple(base.lengths.map((length) => number(length)));
  switch (base.kind) {
    case 'naive': {
      const vector = base.vector?.map((value) => number(value)) ?? [];
      return call(name, [lengths, tuple(base.strides.map((n) => number(n))), ...vector]);
    }
    case 'packed': {
      const vector = base.vectorLength === undefined ? [] : [number(base.vectorLength)];
      return call(name, [lengths, ...vector]);
    }
    case 'aligned':
      return call(name, [lengths, number(base.align)]);
    case 'with_offset':
      return call(name, [lengths, tuple(base.strides.map((n) => number(n))), number(base.offset)]);
  }
}

function stageToCpp(below: string, { transforms, lower, upper }: Stage): string {
  return call('transform_tensor_descriptor', [
    below,
    tuple(transforms.map((transform) => transformToCpp(transform))),
    tuple(lower.map((ids) => `${sequence(ids)}{}`)),
    tuple(upper.map((ids) => `${sequence(ids)}{}`)),
  ]);
}

const number = (value: number): string => `number<${value}>{}`;
const sequence = (values: readonly number[]): string => `sequence<${values.join(', ')}>`;
const tuple = (parts: readonly string[]): string => call('make_tuple', parts);
const tupleType = (lists: readonly (readonly number[])[]): string =>
  list(
    'tuple',
    '<',
    '>',
    lists.map((values) => sequence(values)),
  );
const call = (name: string, args: readonly string[]): string => list(name, '(', ')', args);

/** On one line when it fits, else an argument per line. */
function list(name: string, open: string, close: string, args: readonly string[]): string {
  const line = `${name}${open}${args.join(', ')}${close}`;
  if (line.length <= 80 && !line.includes('\n')) return line;
  const indented = args.map((arg) => `    ${arg.replaceAll('\n', '\n    ')}`);
  return `${name}${open}\n${indented.join(',\n')}${close}`;
}
