/** What loops share: the values that a region is given, and what they start with. */
import type { Value } from '../ir/ir.ts';
import { unknownType } from '../ir/types.ts';
import type { Type } from '../ir/types.ts';
import { Token } from '../text/lexer.ts';
import { applyType, parseList, parseOperand } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { State } from '../text/state.ts';
import type { Writer } from '../text/writer.ts';

/** A value that an operation declares for its region, before its type is known. */
export function parseBinding(state: State, type: Type): Value {
  const { kind, start, nameEnd } = state.lexer;
  if (kind !== Token.value) {
    state.fail('a value');
    return { name: '', index: 0, group: 1, type, definition: undefined };
  }
  const name = state.text.slice(start + 1, nameEnd);
  state.lexer.next();
  return { name, index: 0, group: 1, type, definition: undefined };
}

/** Reads `(%x = %init, ...)`: arguments of the region and what they start with. */
export function parseInits(state: State, bindings: Value[], inits: Value[]): void {
  if (!state.expect(Token.leftParen, "'('")) return;
  parseList(state, Token.rightParen, "')'", () => {
    bindings.push(parseBinding(state, unknownType));
    state.expect(Token.equal, "'='");
    inits.push(parseOperand(state));
  });
}

/** Gives region arguments and initial values the types that are written for them. */
export function applyInitTypes(
  state: State,
  bindings: readonly Value[],
  inits: readonly Value[],
  types: readonly Type[],
  at: number,
): void {
  if (types.length !== inits.length && !state.failed) state.fail(`${inits.length} types`);
  for (const [i, type] of types.entries()) {
    const binding = bindings[i];
    const init = inits[i];
    if (binding !== undefined) binding.type = type;
    if (init !== undefined) applyType(state, init, type, at);
  }
}

export function printInits(
  writer: Writer,
  bindings: readonly Value[],
  inits: readonly Value[],
): string {
  return bindings
    .map((binding, i) => {
      const init = inits[i];
      return `${writer.value(binding)} = ${init === undefined ? '?' : writer.value(init)}`;
    })
    .join(', ');
}

/** ` -> (f32, i32)`. */
export function printResults(results: readonly Value[]): string {
  return results.length === 0
    ? ''
    : ` -> (${results.map(({ type }) => printType(type)).join(', ')})`;
}
