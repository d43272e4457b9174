/** Reads attributes of operations in the shapes that passes and the interpreter need. */
import { type Attribute, resolveAttribute } from './types.ts';
import type { Operation } from './ir.ts';

/** The value that upstream writes for a dynamic entry of a static list (`ShapedType::kDynamic`). */
const DYNAMIC = -9223372036854775808n;

export function attributeOf(
  op: Operation,
  name: string,
): ReturnType<typeof resolveAttribute> | undefined {
  const attribute = op.attributes.get(name);
  return attribute === undefined ? undefined : resolveAttribute(attribute);
}

/** An integer or boolean attribute as a number. */
export function integerOf(op: Operation, name: string): number | undefined {
  const attribute = attributeOf(op, name);
  if (attribute?.kind === 'integer') return Number(attribute.value);
  if (attribute?.kind === 'bool') return attribute.value ? 1 : 0;
  return undefined;
}

/** A list of integers, `undefined` where it is dynamic; empty when the attribute is absent. */
export function integersOf(op: Operation, name: string): (number | undefined)[] {
  const attribute = attributeOf(op, name);
  if (attribute?.kind === 'dense_array') return attribute.values.map(staticValue);
  if (attribute?.kind !== 'array') return [];
  return attribute.elements.map((element) => {
    const resolved = resolveAttribute(element);
    return resolved.kind === 'integer' ? staticValue(resolved.value) : undefined;
  });
}

function staticValue(value: number | bigint | boolean): number | undefined {
  return value === DYNAMIC ? undefined : Number(value);
}

/** The words of an attribute that is spelled as a keyword or `#dialect<keyword ...>`. */
export function wordsOf(op: Operation, name: string): string {
  const attribute = attributeOf(op, name);
  if (attribute === undefined) return '';
  if (attribute.kind === 'opaque') return attribute.text;
  return attribute.kind === 'string' ? attribute.value : '';
}

/** Splits operands by `operandSegmentSizes`; all in one group when the attribute is absent. */
export function operandSegments(op: Operation): Operation['operands'][] {
  const sizes = integersOf(op, 'operandSegmentSizes');
  if (sizes.length === 0) return [op.operands];
  let at = 0;
  return sizes.map((size = 0) => op.operands.slice(at, (at += size)));
}

/** The last part of a symbol reference. */
export function symbolOf(attribute: Attribute | undefined): string | undefined {
  const resolved = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (resolved?.kind === 'symbol') return resolved.path.at(-1);
  return resolved?.kind === 'string' ? resolved.value : undefined;
}
