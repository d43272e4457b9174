/**
 * `stream.async.dispatch`: a kernel on ranges of resources.
 *
 *     %r = stream.async.dispatch on(#dev) @exe::@f[%x](%a[%c0 to %n for %n], %s) : (!stream.resource<*>{%n}, i32) -> %a{%n}
 */
import type { Attribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { parseDictionary, parseSymbol } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseOperand, parseOperandList } from '../text/pieces.ts';
import { printAttribute } from '../text/print-types.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { segmentsOf, setSegments } from './segments.ts';
import { parseInputTypes, parseTiedResults, printSizedTypes, printTiedResults } from './tied.ts';

export const asyncDispatch: OperationSyntax = {
  parse: (state, operation, results) => {
    const { attributes } = operation;
    if (state.eatWord('on')) {
      state.expect(Token.leftParen, "'('");
      attributes.set('affinity', state.grammar.attribute(state));
      state.expect(Token.rightParen, "')'");
    }
    const entry: Attribute[] = [];
    if (state.eat(Token.leftBrace)) {
      parseList(state, Token.rightBrace, "'}'", () => entry.push(parseSymbol(state)));
    } else entry.push(parseSymbol(state));
    attributes.set('entry_points', { kind: 'array', elements: entry });
    let workload: Value[] = [];
    if (state.eat(Token.leftBracket)) {
      workload = parseOperandList(state);
      state.expect(Token.rightBracket, "']'");
    }
    const inputs: Value[] = [];
    const offsets: Value[] = [];
    const ends: Value[] = [];
    const lengths: Value[] = [];
    if (state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () => {
        inputs.push(parseOperand(state));
        if (!state.eat(Token.leftBracket)) return;
        offsets.push(parseOperand(state));
        state.expectWord('to');
        ends.push(parseOperand(state));
        state.expectWord('for');
        lengths.push(parseOperand(state));
        state.expect(Token.rightBracket, "']'");
      });
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.colon, "':'");
    const sizes: Value[] = [];
    parseInputTypes(state, inputs, sizes);
    state.expect(Token.arrow, "'->'");
    const resultSizes: Value[] = [];
    parseTiedResults(state, operation, results, inputs, resultSizes);
    const groups = [workload, inputs, sizes, offsets, ends, lengths, resultSizes];
    setSegments(operation, groups);
  },
  print: (writer, operation) => {
    const { attributes } = operation;
    const entries = attributes.get('entry_points');
    const affinity = attributes.get('affinity');
    const groups = segmentsOf(operation);
    if (entries?.kind !== 'array' || groups === undefined) return false;
    const [workload = [], inputs = [], sizes = [], offsets = [], ends = [], lengths = []] = groups;
    const types = inputs.map(({ type }) => type);
    const texts = printSizedTypes(writer, types, sizes);
    const results = printTiedResults(writer, operation, inputs, groups[6] ?? []);
    if (texts === undefined || results === undefined) return false;
    let next = 0;
    const list = inputs.map((value) => {
      const type = resolveType(value.type);
      if (type.kind !== 'opaque' || !type.text.startsWith('!stream.resource<')) {
        return writer.value(value);
      }
      const range = [offsets[next], ends[next], lengths[next]];
      next++;
      const [from, to, size] = range.map((one) => (one === undefined ? '?' : writer.value(one)));
      return `${writer.value(value)}[${from} to ${to} for ${size}]`;
    });
    if (next !== offsets.length || next !== ends.length || next !== lengths.length) return false;
    if (affinity !== undefined) writer.write(` on(${printAttribute(affinity)})`);
    const names = entries.elements.map((one) => printAttribute(one));
    writer.write(` ${names.length === 1 ? names[0] : `{${names.join(', ')}}`}`);
    if (workload.length > 0) writer.write(`[${writer.values(workload)}]`);
    writer.write(`(${list.join(', ')})`);
    const spelled = asyncDispatch.properties ?? [];
    writer.dictionary(attributes, (name) => spelled.includes(name));
    writer.write(` : (${texts.join(', ')}) -> ${results}`);
    return true;
  },
  properties: ['affinity', 'entry_points', 'operandSegmentSizes', 'tied_operands'],
};
