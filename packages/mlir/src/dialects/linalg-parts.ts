/** `ins(%a : type) outs(%b : type)`: what every operation of `linalg` works on. */
import type { Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseOperands } from '../text/pieces.ts';
import type { Draft, State } from '../text/state.ts';
import { builtinType, parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const i32 = builtinType('i32');

/** Reads `ins(%a, %b : type, type)` for a keyword. */
function parseGroup(state: State, keyword: string): Value[] {
  const values: Value[] = [];
  if (!state.eatWord(keyword)) return values;
  state.expect(Token.leftParen, "'('");
  parseOperands(state, values);
  if (values.length === 0 && state.lexer.kind === Token.rightParen) {
    state.lexer.next();
    return values;
  }
  state.expect(Token.colon, "':'");
  let index = 0;
  do {
    const at = state.lexer.start;
    if (state.failed) return values;
    const type = parseType(state);
    const value = values[index++];
    if (value !== undefined && !state.failed) applyType(state, value, type, at);
  } while (state.eat(Token.comma));
  if (index !== values.length && !state.failed) state.fail(`${values.length} types`);
  state.expect(Token.rightParen, "')'");
  return values;
}

/** Reads `{...} ins(...) outs(...)`; answers how many values there are in each. */
export function parseParts(state: State, operation: Draft): readonly [number, number] {
  if (state.eat(Token.less)) {
    parseDictionary(state, operation.attributes);
    state.expect(Token.greater, "'>'");
  }
  if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  const inputs = parseGroup(state, 'ins');
  const outputs = parseGroup(state, 'outs');
  operation.operands = [...inputs, ...outputs];
  return [inputs.length, outputs.length];
}

export function setSegments({ attributes }: Draft, values: readonly number[]): void {
  attributes.set('operandSegmentSizes', { kind: 'dense_array', element: i32, values });
}

/** ` ins(%a : type) outs(%b : type)`. */
export function printParts(
  writer: Writer,
  inputs: readonly Value[],
  outputs: readonly Value[],
): void {
  for (const [keyword, values] of [['ins', inputs] as const, ['outs', outputs] as const]) {
    if (values.length > 0) {
      writer.write(` ${keyword}(${writer.values(values)} : ${writer.types(values)})`);
    }
  }
}

/** Inputs and outputs by the sizes of the groups. */
export function partsOf({
  operands,
  attributes,
}: Operation): readonly [Value[], Value[]] | undefined {
  const sizes = attributes.get('operandSegmentSizes');
  if (sizes?.kind !== 'dense_array') return undefined;
  const [inputs = 0, outputs = 0] = sizes.values.map(Number);
  if (inputs + outputs !== operands.length) return undefined;
  return [operands.slice(0, inputs), operands.slice(inputs)];
}
