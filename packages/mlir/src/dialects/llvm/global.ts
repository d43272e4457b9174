/**
 * `llvm.mlir.global` and `llvm.mlir.alias`.
 *
 *     llvm.mlir.global internal constant @table(dense<[1, 2]> : tensor<2xi32>) {addr_space = 4 : i32} : !llvm.array<2 x i32>
 *     llvm.mlir.global external @tile() {addr_space = 3 : i32} : !llvm.array<64 x f32> { ... }
 *
 * The type of a string may be left out: as many `i8` as it has bytes.
 */
import type { Operation } from '../../ir/ir.ts';
import { parseDictionary, parseSymbol } from '../../text/attributes.ts';
import { Token } from '../../text/lexer.ts';
import { llvmArray } from '../../text/llvm-types.ts';
import { parseSymbolName } from '../../text/pieces.ts';
import { printAttribute, printSymbol, printType } from '../../text/print-types.ts';
import { addRegion } from '../../text/state.ts';
import type { Draft, State } from '../../text/state.ts';
import type { OperationSyntax } from '../../text/syntax.ts';
import { builtinType, parseType } from '../../text/types.ts';
import type { Writer } from '../../text/writer.ts';
import { linkage, parseWord, unnamedAddress, visibility } from './words.ts';

/** Reads the words in front of the name. */
function parseWords(state: State, { attributes }: Draft): void {
  attributes.set('linkage', parseWord(state, linkage));
  attributes.set('visibility_', parseWord(state, visibility));
  if (state.eatWord('thread_local')) attributes.set('thread_local_', { kind: 'unit' });
  attributes.set('unnamed_addr', parseWord(state, unnamedAddress));
}

/** Writes the words in front of the name; false when an attribute is not one of them. */
function printWords(writer: Writer, { attributes }: Operation): boolean {
  const words = [
    linkage.print(attributes.get('linkage')),
    visibility.print(attributes.get('visibility_')),
    attributes.has('thread_local_') ? 'thread_local' : '',
    unnamedAddress.print(attributes.get('unnamed_addr')),
  ];
  for (const word of words) {
    if (word === undefined) return false;
    if (word !== '') writer.write(` ${word}`);
  }
  return true;
}

const common = ['linkage', 'visibility_', 'thread_local_', 'unnamed_addr', 'sym_name'];
const spelled = [...common, 'constant', 'value', 'comdat', 'global_type'];
const spelledAlias = [...common, 'alias_type'];
const zero = { kind: 'integer', value: 0n, type: builtinType('i32') } as const;

export const global: OperationSyntax = {
  parse: (state, operation) => {
    const { attributes } = operation;
    parseWords(state, operation);
    if (state.eatWord('constant')) attributes.set('constant', { kind: 'unit' });
    attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
    state.expect(Token.leftParen, "'('");
    let bytes: number | undefined;
    if (!state.eat(Token.rightParen)) {
      const value = state.grammar.attribute(state);
      if (value.kind === 'string') bytes = value.value.length;
      attributes.set('value', value);
      state.expect(Token.rightParen, "')'");
    }
    if (state.eatWord('comdat')) {
      state.expect(Token.leftParen, "'('");
      attributes.set('comdat', parseSymbol(state));
      state.expect(Token.rightParen, "')'");
    }
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    if (!attributes.has('addr_space')) attributes.set('addr_space', zero);
    if (bytes === undefined || state.lexer.kind === Token.colon) {
      state.expect(Token.colon, "':'");
      if (state.failed) return;
      attributes.set('global_type', { kind: 'type', type: parseType(state) });
    } else {
      const type = llvmArray(bytes, builtinType('i8'));
      attributes.set('global_type', { kind: 'type', type });
    }
    if (state.failed) return;
    if (state.lexer.kind !== Token.leftBrace) addRegion(operation, { blocks: [] });
    else addRegion(operation, state.grammar.region(state, { isolated: true }));
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const name = attributes.get('sym_name');
    const type = attributes.get('global_type');
    const value = attributes.get('value');
    const comdat = attributes.get('comdat');
    if (name?.kind !== 'string' || type?.kind !== 'type') return false;
    if (!printWords(writer, operation)) return false;
    if (attributes.has('constant')) writer.write(' constant');
    writer.write(
      ` ${printSymbol(name.value)}(${value === undefined ? '' : printAttribute(value)})`,
    );
    if (comdat !== undefined) writer.write(` comdat(${printAttribute(comdat)})`);
    writer.dictionary(attributes, (key) => spelled.includes(key));
    const text = printType(type.type);
    const bytes = value?.kind === 'string' ? `!llvm.array<${value.value.length} x i8>` : '';
    if (text !== bytes) writer.write(` : ${text}`);
    const body = regions[0];
    if (body === undefined || body.blocks.length === 0) return true;
    writer.write(' ');
    writer.region(operation, body);
    return true;
  },
  properties: [
    ...spelled,
    'dso_local',
    'externally_initialized',
    'alignment',
    'addr_space',
    'section',
    'dbg_exprs',
    'target_specific_attrs',
  ],
};

export const alias: OperationSyntax = {
  parse: (state, operation) => {
    const { attributes } = operation;
    parseWords(state, operation);
    attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.colon, "':'");
    if (state.failed) return;
    attributes.set('alias_type', { kind: 'type', type: parseType(state) });
    if (!state.failed) addRegion(operation, state.grammar.region(state, { isolated: true }));
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const name = attributes.get('sym_name');
    const type = attributes.get('alias_type');
    const body = regions[0];
    if (name?.kind !== 'string' || type?.kind !== 'type' || body === undefined) return false;
    if (!printWords(writer, operation)) return false;
    writer.write(` ${printSymbol(name.value)}`);
    writer.dictionary(attributes, (key) => spelledAlias.includes(key));
    writer.write(` : ${printType(type.type)} `);
    writer.region(operation, body);
    return true;
  },
  properties: [...spelledAlias, 'dso_local'],
};
