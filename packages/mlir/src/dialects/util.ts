/**
 * `util`: functions, globals and hints of IREE's host and device code.
 *
 *     %1 = util.assume.int %0<umin = 0, umax = 4096, udiv = 16> : index
 *     %3:2 = util.assume.int %a[<umin = 1>, <umin = 2>], %b<umax = 8> : index, i32
 *     util.global private mutable @count = 4 : i32
 */
import { resolveAttribute } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { parseDictionary } from '../text/attributes.ts';
import { headlessCodec } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import {
  applyType,
  parseList,
  parseOperand,
  parseOperands,
  parseSymbolName,
  parseTypes,
} from '../text/pieces.ts';
import { printAttribute, printSymbol, printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { DialectSyntax, OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import { visibilityCodec } from './executables.ts';
import { parseInputTypes, parseTiedResults, printSizedTypes, printTiedResults } from './tied.ts';
import { utilFunction } from './util-func.ts';

const assumption = headlessCodec('#util.int.assumption');

/** One assumption for an operand, or a list of one for each caller; `assumptions` has a list for each. */
const assumeInt: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    const lists: Attribute[] = [];
    do {
      operands.push(parseOperand(state));
      const elements: Attribute[] = [];
      if (!state.eat(Token.leftBracket)) elements.push(assumption.parse(state));
      else {
        parseList(state, Token.rightBracket, "']'", () => elements.push(assumption.parse(state)));
      }
      lists.push({ kind: 'array', elements });
    } while (state.eat(Token.comma));
    attributes.set('assumptions', { kind: 'array', elements: lists });
    if (!state.expect(Token.colon, "':'")) return;
    const at = state.lexer.start;
    const types: Type[] = [];
    parseTypes(state, types);
    if (!state.failed && types.length !== operands.length) state.fail('a type for each operand');
    if (state.failed) return;
    for (const [i, value] of operands.entries()) {
      const type = types[i];
      if (type !== undefined) applyType(state, value, type, at);
    }
    results.pushAll(types);
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
  },
  print: (writer, { operands, attributes }) => {
    const lists = attributes.get('assumptions');
    if (lists?.kind !== 'array' || lists.elements.length !== operands.length) return false;
    const texts: string[] = [];
    for (const [i, value] of operands.entries()) {
      const list = lists.elements[i];
      if (list?.kind !== 'array') return false;
      const own = list.elements.map((element) => assumption.print(element) ?? '');
      texts.push(`${writer.value(value)}${own.length === 1 ? own[0] : `[${own.join(', ')}]`}`);
    }
    writer.write(` ${texts.join(', ')} : ${writer.types(operands)}`);
    writer.dictionary(attributes, (name) => name === 'assumptions');
    return true;
  },
  properties: ['assumptions'],
};

/** `util.global private @name = 4 : i32`, or `: type = value` where the value does not say the type. */
const global: OperationSyntax = {
  parse: (state, { attributes }) => {
    const visibility = visibilityCodec.starts(state) ? visibilityCodec.parse(state) : undefined;
    if (visibility !== undefined) attributes.set('sym_visibility', visibility);
    if (state.eatWord('mutable')) attributes.set('is_mutable', { kind: 'unit' });
    attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    const written = state.eat(Token.colon) ? parseType(state) : undefined;
    if (written !== undefined) attributes.set('type', { kind: 'type', type: written });
    if (written === undefined && state.lexer.kind !== Token.equal) state.fail("':' or '='");
    if (!state.eat(Token.equal)) return;
    const value = state.grammar.attribute(state);
    const type = written ?? typeOf(value);
    if (type === undefined) state.fail('a value with a type');
    else attributes.set('type', { kind: 'type', type });
    attributes.set('initial_value', value);
  },
  print: (writer, { attributes }) => {
    const name = attributes.get('sym_name');
    const visibility = attributes.get('sym_visibility');
    const type = attributes.get('type');
    const value = attributes.get('initial_value');
    if (name?.kind !== 'string' || type?.kind !== 'type') return false;
    if (visibility?.kind === 'string') writer.write(` ${visibility.value}`);
    if (attributes.has('is_mutable')) writer.write(' mutable');
    writer.write(` ${printSymbol(name.value)}`);
    writer.dictionary(attributes, (key) => global.properties?.includes(key) === true);
    const own = value === undefined ? undefined : typeOf(value);
    if (own === undefined || printType(own) !== printType(type.type)) {
      writer.write(` : ${printType(type.type)}`);
    }
    if (value !== undefined) writer.write(` = ${printAttribute(value)}`);
    return true;
  },
  properties: ['sym_visibility', 'sym_name', 'type', 'is_mutable', 'initial_value'],
};

/** The type that an attribute names itself. */
function typeOf(written: Attribute): Type | undefined {
  const attribute = resolveAttribute(written);
  switch (attribute.kind) {
    case 'integer':
    case 'float':
    case 'dense':
      return attribute.type;
    case 'bool':
      return { kind: 'integer', width: 1, signedness: 'signless' };
    case 'opaque': {
      const [, named] = / : ((?:(?! : ).)+)$/s.exec(attribute.text) ?? [];
      if (named !== undefined) return builtinType(named);
      return attribute.text.startsWith('#stream.timepoint<')
        ? builtinType('!stream.timepoint')
        : undefined;
    }
    default:
      return undefined;
  }
}

/** `util.call @f(%a, %b) : (index, tensor<?xf32>{%n}) -> (%a, tensor<4xf32>)`. */
const call: OperationSyntax = {
  parse: (state, operation, results) => {
    const { operands, attributes } = operation;
    attributes.set('callee', { kind: 'symbol', path: [parseSymbolName(state)] });
    if (state.expect(Token.leftParen, "'('")) parseOperands(state, operands);
    state.expect(Token.rightParen, "')'");
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, attributes);
    state.expect(Token.colon, "':'");
    parseInputTypes(state, operands.slice(), []);
    state.expect(Token.arrow, "'->'");
    parseTiedResults(state, operation, results, operands, []);
  },
  print: (writer, operation) => {
    const { operands, attributes } = operation;
    const callee = attributes.get('callee');
    const types = operands.map(({ type }) => type);
    const inputs = printSizedTypes(writer, types, []);
    const results = printTiedResults(writer, operation, operands, []);
    if (callee === undefined || inputs === undefined || results === undefined) return false;
    writer.write(` ${printAttribute(callee)}(${writer.values(operands)})`);
    writer.dictionary(attributes, (name) => name === 'callee' || name === 'tied_operands');
    writer.write(` : (${inputs.join(', ')}) -> ${results}`);
    return true;
  },
  properties: ['callee', 'tied_operands'],
};

/** `util.initializer {...}`: runs when a program is loaded. */
const initializer: OperationSyntax = {
  parse: (state, operation) => {
    const type: Type = { kind: 'function', inputs: [], results: [] };
    operation.attributes.set('function_type', { kind: 'type', type });
    if (state.eatWord('attributes')) parseDictionary(state, operation.attributes);
    if (!state.failed)
      addRegion(operation, state.grammar.region(state, { isolated: true, block: true }));
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const [body] = regions;
    if (body === undefined) return false;
    writer.dictionary(attributes, (name) => name === 'function_type', ' attributes ');
    writer.write(' ');
    writer.region(operation, body);
    return true;
  },
  properties: ['function_type'],
};

const compared = '%lhs , %rhs dict : type(lhs,rhs) => i1';
const extreme = '%operands* dict : type(result)';

export const util: DialectSyntax = {
  name: 'util',
  operations: {
    'func': utilFunction,
    'call': call,
    'return': 'dict { %operands* : types(operands) }?',
    'initializer': initializer,
    'unreachable': '{ $message:string }? dict',
    'scf.unreachable': '{ $message:string }? dict',
    'null': 'dict : type(result)',
    'cast': '%operand dict : type(operand) to type(result)',
    'cmp.eq': compared,
    'cmp.ne': compared,
    'align': '%value , %alignment dict : type(value,alignment) => value',
    'sizeof': '$sizedType:type dict-keyword => index',
    'range.min': extreme,
    'range.max': extreme,
    'numeric.optional_narrow':
      '%operand : type(operand) as $semantic_type:type dict => operand ; min_value:any max_value:any',
    'assume.int': assumeInt,
    'optimization_barrier': 'dict { %operands* : types(operands) }? => operands*',
    'global': global,
    'global.address': '{ immutable $is_immutable:unit }? $global:symbol dict : type(result)',
    'global.load': '{ immutable $is_immutable:unit }? $global:symbol dict : type(result)',
    'global.load.indirect':
      '{ immutable $is_immutable:unit }? %global dict : type(global) -> type(result)',
    'global.store': '%value , $global:symbol dict : type(value)',
    'global.store.indirect': '%value , %global dict : type(value) -> type(global)',
    'list.create': '{ %initial_capacity? }? dict : type(result)',
    'list.size': '%list dict : type(list) => index',
    'list.resize': '%list , %new_size dict : type(list)',
  },
};
