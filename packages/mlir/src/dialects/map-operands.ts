/** The operands of an affine map or set: `(%d0, %d1)[%s0]`. */
import type { Attribute } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { Token } from '../text/lexer.ts';
import { parseOperands } from '../text/pieces.ts';
import type { State } from '../text/state.ts';
import type { Writer } from '../text/writer.ts';

/** Reads `(%d, ...)[%s, ...]`, the operands of a map or set. */
export function parseMapOperands(state: State, into: Value[]): void {
  if (state.expect(Token.leftParen, "'('")) {
    parseOperands(state, into);
    state.expect(Token.rightParen, "')'");
  }
  if (!state.eat(Token.leftBracket)) return;
  parseOperands(state, into);
  state.expect(Token.rightBracket, "']'");
}

/** `(%d)[%s]` for the operands of a map with this many dimensions. */
export function printMapOperands(
  writer: Writer,
  operands: readonly Value[],
  dimensions: number,
): string {
  const symbols = operands.slice(dimensions);
  const list = `(${writer.values(operands.slice(0, dimensions))})`;
  return symbols.length === 0 ? list : `${list}[${writer.values(symbols)}]`;
}

export function dimensionsOf(attribute: Attribute | undefined): number | undefined {
  const plain = attribute === undefined ? undefined : resolveAttribute(attribute);
  if (plain?.kind === 'affine_map') return plain.map.dimensions;
  return plain?.kind === 'affine_set' ? plain.set.dimensions : undefined;
}
