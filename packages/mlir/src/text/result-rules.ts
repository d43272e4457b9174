/**
 * Types of results that the syntax does not spell, by rules behind `=>` in a line:
 *
 *     a  a*          the type of operand a, of each operand of group a
 *     bool(a)        an i1 in its shape
 *     element(a)     its element; elements(a): one element for each of the vector
 *     pointee(a)     what the pointers in it point to
 *     shuffle(a)     as many of its elements as attribute `mask` lists
 *     typeof(b)      the type of attribute b
 *     again          the type of the result before
 *     anything else  a type
 */
import { resolveType, unknownType } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Line, Reading, ResultRule } from './format.ts';
import { builtinType } from './types.ts';

const i1 = builtinType('i1');

/** Rules that make one type of the type of an operand. */
const ofType: Readonly<Record<string, (type: Type, attributes: Reading['operation']) => Type>> = {
  bool: (type) => inShapeOf(type, i1),
  element: (type) => elementType(type),
  pointee,
  shuffle: (type, { attributes }) => {
    const base = resolveType(type);
    const mask = attributes.get('mask');
    if (base.kind !== 'vector' || mask?.kind !== 'dense_array') return unknownType;
    return { ...base, shape: [mask.values.length, ...base.shape.slice(1)] };
  },
  same: (type) => type,
};

/** Compiles a rule; names that are not operands are types. */
export function resultRule(
  word: string,
  line: Line,
  isGroup: (name: string) => boolean,
): ResultRule {
  const call = /^([a-z]+)\((\w+)\)$/.exec(word);
  const kind = call?.[1] ?? 'same';
  const name = call?.[2] ?? word.replace('*', '');
  if (kind === 'typeof') {
    return ({ results, operation }) =>
      results.push(typeOfAttribute(operation.attributes.get(name)));
  }
  if (word === 'again') {
    return ({ results }) => results.push(results.at(results.length - 1) ?? unknownType);
  }
  if (call === null && !isGroup(name)) {
    const type = builtinType(word);
    return ({ results }) => results.push(type);
  }
  const group = line.group(name);
  if (word.endsWith('*')) {
    return (reading, operandsOf) => {
      for (const { type } of operandsOf(reading, group)) reading.results.push(type);
    };
  }
  if (kind === 'elements') {
    return (reading, operandsOf) => {
      const type = resolveType(operandsOf(reading, group)[0]?.type ?? unknownType);
      if (type.kind !== 'vector') return;
      const count = type.shape.reduce((product, size) => product * size, 1);
      for (let i = 0; i < Math.min(count, 65_536); i++) reading.results.push(type.element);
    };
  }
  const rule = ofType[kind];
  if (rule === undefined) throw new Error(`no rule for a result type: ${word}`);
  return (reading, operandsOf) => {
    const type = operandsOf(reading, group)[0]?.type ?? unknownType;
    reading.results.push(rule(type, reading.operation));
  };
}

/** The type that a constant with this value has. */
function typeOfAttribute(attribute: Attribute | undefined): Type {
  switch (attribute?.kind) {
    case 'bool':
      return i1;
    case 'integer':
    case 'float':
    case 'dense':
      return attribute.type;
    case 'alias':
      return typeOfAttribute(attribute.attribute);
    case 'string':
      return attribute.type ?? unknownType;
    case 'opaque': {
      const colon = attribute.text.lastIndexOf(' : ');
      return colon < 0 ? unknownType : { kind: 'opaque', text: attribute.text.slice(colon + 3) };
    }
    default:
      return unknownType;
  }
}

/** `element` in the shape of a vector or tensor; `element` itself for a scalar. */
function inShapeOf(type: Type, element: Type): Type {
  const base = resolveType(type);
  if (base.kind === 'vector' || base.kind === 'tensor') return { ...base, element };
  return base.kind === 'opaque' && type === unknownType ? unknownType : element;
}

/** The type that `!tt.ptr<f16>`, or a tensor of such pointers, points to. */
export function pointee(type: Type): Type {
  const base = resolveType(type);
  if (base.kind === 'tensor') return { ...base, element: pointee(base.element) };
  if (base.kind !== 'opaque') return unknownType;
  const inner = /^!tt\.ptr<([^,]*)(?:, \d+)?>$/.exec(base.text)?.[1];
  return inner === undefined ? unknownType : builtinType(inner);
}

export function elementType(type: Type): Type {
  const base = resolveType(type);
  return 'element' in base ? base.element : unknownType;
}
