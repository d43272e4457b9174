/**
 * Results that are operands updated in place: `-> %b` is the operand `%b` again, `-> %b as tensor<4xi8>`
 * the same with another type. `tied_operands` holds, for each result, the number of its operand or -1.
 *
 *     flow.dispatch @exe::@f(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, %b)
 *     util.call @f(%a, %b) : (tensor<4xf32>, index) -> %a
 */
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType, unknownType } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand, parseOperands } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import type { TypeBuffer } from '../text/type-buffer.ts';
import { parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const indexType: Type = { kind: 'index' };

/** Reads `{%a, %b}` behind a dynamic type. */
export function parseSizes(state: State, into: Value[]): void {
  if (!state.eat(Token.leftBrace)) return;
  parseOperands(state, into);
  state.expect(Token.rightBrace, "'}'");
}

/** Reads `(tensor<?xf32>{%n}, index)`, the types of `inputs`; sizes go to `sizes`. */
export function parseInputTypes(state: State, inputs: readonly Value[], sizes: Value[]): void {
  let index = 0;
  if (!state.expect(Token.leftParen, "'('")) return;
  parseList(state, Token.rightParen, "')'", () => {
    const at = state.lexer.start;
    const type = parseType(state);
    const value = inputs[index++];
    if (value !== undefined) applyType(state, value, type, at);
    parseSizes(state, sizes);
  });
  if (index !== inputs.length) state.fail('a type for each operand');
}

/** Reads results, `(type{%n}, %operand as type)` or one without parentheses, and sets `tied_operands`. */
export function parseTiedResults(
  state: State,
  operation: Draft,
  results: TypeBuffer,
  inputs: readonly Value[],
  sizes: Value[],
): void {
  const tied: bigint[] = [];
  const result = (): void => {
    const { type, operand } = parseTied(state);
    results.push(type);
    tied.push(operand === undefined ? -1n : BigInt(inputs.indexOf(operand)));
    parseSizes(state, sizes);
  };
  if (state.eat(Token.leftParen)) parseList(state, Token.rightParen, "')'", result);
  else if (!state.failed) result();
  if (!tied.some((operand) => operand >= 0n)) return;
  const elements = tied.map((value): Attribute => ({ kind: 'integer', value, type: indexType }));
  operation.attributes.set('tied_operands', { kind: 'array', elements });
}

/** Reads `%operand`, `%operand as type` or a type. */
function parseTied(state: State): { type: Type; operand: Value | undefined } {
  if (state.lexer.kind !== Token.value) {
    return { type: state.failed ? unknownType : parseType(state), operand: undefined };
  }
  const operand = parseOperand(state);
  const type = state.eatWord('as') ? parseType(state) : operand.type;
  return { type, operand };
}

/** How many sizes follow a type in the text: one for each `?` of a shape, and the bytes of a resource. */
export function dynamicSizes(type: Type): number {
  const plain = resolveType(type);
  if (plain.kind === 'opaque') {
    return plain.text.startsWith('!stream.resource<') ? 1 : plain.text.split('?').length - 1;
  }
  const shape = plain.kind === 'tensor' || plain.kind === 'memref' ? plain.shape : undefined;
  return shape === undefined ? 0 : shape.filter((size) => size === undefined).length;
}

/** Types with the sizes of the dynamic ones; `undefined` when the sizes do not fit. */
export function printSizedTypes(
  writer: Writer,
  types: readonly Type[],
  sizes: readonly Value[],
): string[] | undefined {
  let at = 0;
  const texts = types.map((type) => {
    const count = dynamicSizes(type);
    const own = sizes.slice(at, at + count);
    at += count;
    return count === 0 ? printType(type) : `${printType(type)}{${writer.values(own)}}`;
  });
  // Sizes may be left out altogether.
  if (sizes.length === 0) return types.map((type) => printType(type));
  return at === sizes.length ? texts : undefined;
}

/** `{%n}` for each result: some operations have sizes for all, some for those that are not an operand. */
function sizeLists(
  writer: Writer,
  types: readonly Type[],
  operands: readonly (Value | undefined)[],
  sizes: readonly Value[],
): string[] | undefined {
  const counts = types.map(dynamicSizes);
  const own = counts.map((count, i) => (operands[i] === undefined ? count : 0));
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  const fitting = [counts, own, counts.map(() => 0)].find((all) => sum(all) === sizes.length);
  let at = 0;
  return fitting?.map((count) => {
    const list = sizes.slice(at, (at += count));
    return count === 0 ? '' : `{${writer.values(list)}}`;
  });
}

/** The results of an operation as text; `undefined` when the sizes do not fit. */
export function printTiedResults(
  writer: Writer,
  { attributes, results }: Pick<Operation, 'attributes' | 'results'>,
  inputs: readonly Value[],
  sizes: readonly Value[],
): string | undefined {
  const numbers = attributes.get('tied_operands');
  const tied = numbers?.kind === 'array' ? numbers.elements : [];
  const operands = results.map((_, i) => {
    const element = tied[i] === undefined ? undefined : resolveAttribute(tied[i]);
    return element?.kind === 'integer' ? inputs[Number(element.value)] : undefined;
  });
  const types = results.map(({ type }) => type);
  const list = sizeLists(writer, types, operands, sizes);
  if (list === undefined) return undefined;
  const texts = types.map((type, i) => {
    const operand = operands[i];
    if (operand === undefined) return `${printType(type)}${list[i]}`;
    const alike = printType(operand.type) === printType(type);
    return `${writer.value(operand)}${alike ? '' : ` as ${printType(type)}`}${list[i]}`;
  });
  return texts.length === 1 ? texts[0] : `(${texts.join(', ')})`;
}
