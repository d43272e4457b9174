/** Lists of numbers and values, `(%n, 4)`: numbers in an attribute, values as operands. */
import type { Attribute } from '../ir/types.ts';
import { dynamicSize } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { Token } from '../text/lexer.ts';
import { narrow, parseList, parseOperand, parseSignedInteger } from '../text/pieces.ts';
import type { State } from '../text/state.ts';
import { builtinType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';

const i64 = builtinType('i64');

/** The attribute for numbers that are all known. */
export function staticIndices(values: readonly (number | bigint)[]): Attribute {
  return { kind: 'dense_array', element: i64, values };
}

/** Reads `(%n, 4)`; a value is marked in the attribute. */
export function parseMixedIndices(state: State, into: Value[]): Attribute {
  const values: (number | bigint)[] = [];
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => {
      if (state.lexer.kind === Token.value) {
        into.push(parseOperand(state));
        values.push(dynamicSize);
      } else values.push(narrow(parseSignedInteger(state)));
    });
  }
  return staticIndices(values);
}

/** `(%n, 4)`; `undefined` when there are not as many values as marks. */
export function printMixedIndices(
  writer: Writer,
  attribute: Attribute | undefined,
  operands: readonly Value[],
): string | undefined {
  if (attribute?.kind !== 'dense_array') return undefined;
  let next = 0;
  const texts: string[] = [];
  for (const value of attribute.values) {
    const operand = value === dynamicSize ? operands[next++] : undefined;
    if (value === dynamicSize && operand === undefined) return undefined;
    texts.push(operand === undefined ? String(value) : writer.value(operand));
  }
  return next === operands.length ? `(${texts.join(', ')})` : undefined;
}
