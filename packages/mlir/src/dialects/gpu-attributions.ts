/** Memory that a kernel or a launch declares beside its operands: `workgroup(%a : memref<...>) private(...)`. */
import type { Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import { parseType } from '../text/types.ts';
import type { Writer } from '../text/writer.ts';
import { argumentAttributes, setAttributeLists } from './functions.ts';
import type { Attributes } from './functions.ts';

/** Memory that a kernel declares in its signature, by keyword. */
export const attributions = ['workgroup', 'private'] as const;

/** Reads `(%a : memref<...> {...}, ...)` behind a keyword; the attributes become a list of the operation. */
export function parseAttribution(
  state: State,
  keyword: string,
  into: Value[],
  operation: Draft,
): number {
  if (!state.eatWord(keyword)) return 0;
  const lists: Attributes[] = [];
  const before = into.length;
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => {
      const { start, nameEnd, kind } = state.lexer;
      if (kind !== Token.value) {
        state.fail('a value');
        return;
      }
      const name = state.text.slice(start + 1, nameEnd);
      state.lexer.next();
      state.expect(Token.colon, "':'");
      const type = parseType(state);
      const own: Attributes = new Map();
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, own);
      lists.push(own);
      into.push({ name, index: 0, group: 1, type, definition: undefined });
    });
  }
  setAttributeLists(operation, `${keyword}_attrib_attrs`, lists);
  return into.length - before;
}

/** ` workgroup(%a : memref<...> {...})`; nothing when there are none. */
export function printAttribution(
  writer: Writer,
  operation: Operation,
  keyword: string,
  values: readonly Value[],
): void {
  if (values.length === 0) return;
  const texts = values.map((value, i) => {
    const own = argumentAttributes(operation, `${keyword}_attrib_attrs`, i);
    return `${writer.value(value)} : ${printType(value.type)}${own}`;
  });
  writer.write(` ${keyword}(${texts.join(', ')})`);
}

export function countOf(operation: Operation, name: string): number {
  const attribute = operation.attributes.get(name);
  return attribute?.kind === 'integer' ? Number(attribute.value) : 0;
}
