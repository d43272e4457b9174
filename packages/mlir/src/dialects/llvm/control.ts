/**
 * Operations of the `llvm` dialect whose syntax the format language cannot express.
 *
 *     %p = llvm.alloca inalloca %n x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr<5>
 *     llvm.indirectbr %p : !llvm.ptr, [^bb1(%x : i32), ^bb2]
 *     %l = llvm.landingpad cleanup (catch %a : !llvm.ptr) (filter %b : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
 *     llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i64)] : i1
 */
import type { Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { parseDictionary } from '../../text/attributes.ts';
import { Token } from '../../text/lexer.ts';
import { applyType, parseList, parseOperand } from '../../text/pieces.ts';
import { printType } from '../../text/print-types.ts';
import { parseSuccessor } from '../../text/regions.ts';
import type { State } from '../../text/state.ts';
import type { OperationSyntax } from '../../text/syntax.ts';
import { parseResultTypes, parseType } from '../../text/types.ts';
import { countedBranch, printTarget } from '../branches.ts';
import { parseBundles, printBundles } from './call.ts';

/** Reads `: type` and gives it to a value. */
function parseTypeOf(state: State, value: Value): void {
  state.expect(Token.colon, "':'");
  if (state.failed) return;
  const at = state.lexer.start;
  const type = parseType(state);
  if (!state.failed) applyType(state, value, type, at);
}

export const alloca: OperationSyntax = {
  parse: (state, { operands, attributes }, results) => {
    if (state.eatWord('inalloca')) attributes.set('inalloca', { kind: 'unit' });
    const size = parseOperand(state);
    operands.push(size);
    state.expectWord('x');
    if (state.failed) return;
    attributes.set('elem_type', { kind: 'type', type: parseType(state) });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    const alignment = attributes.get('alignment');
    if (alignment?.kind === 'integer' && alignment.value === 0n) attributes.delete('alignment');
    state.expect(Token.colon, "':'");
    const at = state.lexer.start;
    state.expect(Token.leftParen, "'('");
    if (state.failed) return;
    applyType(state, size, parseType(state), at);
    state.expect(Token.rightParen, "')'");
    state.expect(Token.arrow, "'->'");
    if (!state.failed) results.pushAll(parseResultTypes(state));
  },
  print: (writer, { operands, attributes, results }) => {
    const [size] = operands;
    const [result] = results;
    const element = attributes.get('elem_type');
    if (size === undefined || result === undefined || element?.kind !== 'type') return false;
    const inalloca = attributes.has('inalloca') ? ' inalloca' : '';
    writer.write(`${inalloca} ${writer.value(size)} x ${printType(element.type)}`);
    writer.dictionary(attributes, (name) => name === 'elem_type' || name === 'inalloca');
    writer.write(` : (${printType(size.type)}) -> ${printType(result.type)}`);
    return true;
  },
  properties: ['alignment', 'elem_type', 'inalloca'],
};

export const indirectBranch: OperationSyntax = {
  parse: (state, operation) => {
    const address = parseOperand(state);
    operation.operands.push(address);
    parseTypeOf(state, address);
    state.expect(Token.comma, "','");
    if (state.expect(Token.leftBracket, "'['")) {
      parseList(state, Token.rightBracket, "']'", () => parseSuccessor(state, operation));
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, { operands, successors, attributes }) => {
    const [address] = operands;
    if (address === undefined || operands.length !== 1) return false;
    writer.write(` ${writer.value(address)} : ${printType(address.type)}, [`);
    for (const [i, target] of successors.entries()) {
      writer.line();
      writer.write(`${printTarget(writer, target)}${i < successors.length - 1 ? ',' : ''}`);
    }
    if (successors.length > 0) writer.line();
    writer.write(']');
    writer.dictionary(attributes, () => false);
    return true;
  },
  properties: ['indbr_operand_segments'],
  successors: countedBranch(1, 'indbr_operand_segments'),
};

/** An array is what a filter lists; anything else is caught. */
const clauseOf = ({ type }: Value): string => {
  const plain = resolveType(type);
  return plain.kind === 'opaque' && plain.text.startsWith('!llvm.array') ? 'filter' : 'catch';
};

export const landingPad: OperationSyntax = {
  parse: (state, { operands, attributes }, results) => {
    if (state.eatWord('cleanup')) attributes.set('cleanup', { kind: 'unit' });
    while (state.eat(Token.leftParen)) {
      if (!state.eatWord('filter')) state.expectWord('catch');
      const value = parseOperand(state);
      operands.push(value);
      parseTypeOf(state, value);
      state.expect(Token.rightParen, "')'");
    }
    state.expect(Token.colon, "':'");
    if (!state.failed) results.push(parseType(state));
  },
  print: (writer, { operands, attributes, results }) => {
    const [result] = results;
    if (result === undefined || attributes.size > (attributes.has('cleanup') ? 1 : 0)) return false;
    if (attributes.has('cleanup')) writer.write(' cleanup');
    for (const value of operands) {
      writer.write(` (${clauseOf(value)} ${writer.value(value)} : ${printType(value.type)})`);
    }
    writer.write(` : ${printType(result.type)}`);
    return true;
  },
  properties: ['cleanup'],
};

export const assume: OperationSyntax = {
  parse: (state, operation) => {
    const condition = parseOperand(state);
    const extra = parseBundles(state, operation);
    operation.operands = [condition, ...extra];
    parseTypeOf(state, condition);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, operation.attributes);
  },
  print: (writer, operation) => {
    const [condition, ...extra] = operation.operands;
    if (condition === undefined) return false;
    const bundles = printBundles(writer, operation, extra);
    if (bundles === undefined) return false;
    writer.write(` ${writer.value(condition)}${bundles} : ${printType(condition.type)}`);
    writer.dictionary(operation.attributes, (name) => name.startsWith('op_bundle_'));
    return true;
  },
  properties: ['op_bundle_sizes', 'op_bundle_tags'],
};
