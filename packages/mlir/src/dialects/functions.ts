/**
 * The signature of a function, shared by `func.func`, `gpu.func`, `tt.func` and others.
 *
 *     @name(%a: i32 {x.y = 1}, %b: f32) -> (f32 {x.z})
 *     attributes: sym_name, function_type, arg_attrs and res_attrs (when an argument or result has some)
 */
import { addRegion } from '../text/state.ts';
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { voidType } from '../text/llvm-types.ts';
import { parseList, parseLocation, parseSymbolName } from '../text/pieces.ts';
import { printDictionary, printSymbol, printType } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import { parseType } from '../text/types.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import type { Writer } from '../text/writer.ts';

export type Attributes = Map<string, Attribute>;

/** Reads `%a: i32 {...} loc(...)`; a declaration has only types. */
export function parseParameter(state: State, values: Value[], attributes: Attributes[]): void {
  const lexer = state.lexer;
  let name = '';
  if (lexer.kind === Token.value) {
    name = state.text.slice(lexer.start + 1, lexer.nameEnd);
    lexer.next();
    state.expect(Token.colon, "':'");
  }
  const type = parseType(state);
  const own: Attributes = new Map();
  if (lexer.kind === Token.leftBrace) parseDictionary(state, own);
  const location = parseLocation(state);
  attributes.push(own);
  const value: Value = { name, index: 0, group: 1, type, definition: undefined };
  values.push(location === undefined ? value : { ...value, location });
}

export interface Signature {
  readonly parameters: Value[];
  readonly results: Type[];
}

/** Keeps the attributes of each argument or result, when one has some. */
export function setAttributeLists(
  operation: Draft,
  name: string,
  lists: readonly Attributes[],
): void {
  if (lists.every((list) => list.size === 0)) return;
  const elements = lists.map((entries): Attribute => ({ kind: 'dictionary', entries }));
  operation.attributes.set(name, { kind: 'array', elements });
}

/** Reads `public`, `private` or `nested`. */
export function parseVisibility(state: State, operation: Draft): void {
  for (const value of ['public', 'private', 'nested']) {
    if (!state.eatWord(value)) continue;
    operation.attributes.set('sym_visibility', { kind: 'string', value });
    return;
  }
}

/** Makes the type of a function; `variadic` when the parameters end in `...`. */
type MakeType = (inputs: readonly Type[], results: readonly Type[], variadic: boolean) => Type;

const plainType: MakeType = (inputs, results) => ({ kind: 'function', inputs, results });

/** Reads `@name(parameters) -> results` and sets the attributes that say the same. */
export function parseSignature(
  state: State,
  operation: Draft,
  makeType: MakeType = plainType,
): Signature {
  const { attributes } = operation;
  attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
  const parameters: Value[] = [];
  const parameterAttributes: Attributes[] = [];
  let variadic = false;
  if (state.expect(Token.leftParen, "'('")) {
    parseList(state, Token.rightParen, "')'", () => {
      if (state.eat(Token.ellipsis)) variadic = true;
      else parseParameter(state, parameters, parameterAttributes);
    });
  }
  const results: Type[] = [];
  const resultAttributes: Attributes[] = [];
  const result = (): void => {
    results.push(parseType(state));
    const own: Attributes = new Map();
    if (state.lexer.kind === Token.leftBrace) parseDictionary(state, own);
    resultAttributes.push(own);
  };
  if (state.eat(Token.arrow)) {
    if (state.eat(Token.leftParen)) parseList(state, Token.rightParen, "')'", result);
    else results.push(parseType(state));
  }
  const inputs = parameters.map(({ type }) => type);
  attributes.set('function_type', { kind: 'type', type: makeType(inputs, results, variadic) });
  setAttributeLists(operation, 'arg_attrs', parameterAttributes);
  setAttributeLists(operation, 'res_attrs', resultAttributes);
  return { parameters, results };
}

/** Inputs and results of the type of a function; `undefined` for any other type. */
function signatureOf(
  attribute: Attribute | undefined,
): { inputs: readonly Type[]; results: readonly Type[]; variadic: boolean } | undefined {
  const type = attribute?.kind === 'type' ? resolveType(attribute.type) : undefined;
  if (type?.kind === 'function') return { ...type, variadic: false };
  if (type?.kind !== 'opaque' || type.llvm?.kind !== 'function') return undefined;
  const { result, parameters, variadic } = type.llvm;
  const results = printType(result) === voidType.text ? [] : [result];
  return { inputs: parameters, results, variadic };
}

/** The attributes of one argument as ` {...}`. */
export function argumentAttributes(operation: Operation, list: string, index: number): string {
  const attribute = operation.attributes.get(list);
  if (attribute?.kind !== 'array') return '';
  const own = attribute.elements[index];
  const entries = own === undefined ? own : resolveAttribute(own);
  if (entries?.kind !== 'dictionary' || entries.entries.size === 0) return '';
  return ` ${printDictionary(entries.entries)}`;
}

/** Writes ` @name(...) -> ...`; false when the attributes do not say a signature. */
export function printSignature(writer: Writer, operation: Operation): boolean {
  const { attributes, regions } = operation;
  const name = attributes.get('sym_name');
  const type = signatureOf(attributes.get('function_type'));
  if (name?.kind !== 'string' || type === undefined) return false;
  const { inputs, results, variadic } = type;
  const entry = regions[0]?.blocks[0];
  if (entry !== undefined && entry.arguments.length < inputs.length) return false;
  const parameters = inputs.map((input, i) => {
    const value = entry?.arguments[i];
    const own = argumentAttributes(operation, 'arg_attrs', i);
    if (value === undefined) return printType(input) + own;
    const location = value.location === undefined ? '' : ` loc(${value.location})`;
    return `${writer.value(value)}: ${printType(value.type)}${own}${location}`;
  });
  if (variadic) parameters.push('...');
  writer.write(` ${printSymbol(name.value)}(${parameters.join(', ')})`);
  if (results.length === 0) return true;
  const texts = results.map((result, i) => {
    return printType(result) + argumentAttributes(operation, 'res_attrs', i);
  });
  const only = results.length === 1 ? results[0] : undefined;
  const bare = only !== undefined && only.kind !== 'function' && !(texts[0] ?? '').endsWith('}');
  writer.write(bare ? ` -> ${texts[0]}` : ` -> (${texts.join(', ')})`);
  return true;
}

export const signatureAttributes: readonly string[] = [
  'sym_name',
  'function_type',
  'arg_attrs',
  'res_attrs',
  'sym_visibility',
];

/** `func.func private @f(%a: i32) -> i32 attributes {...} { ... }`; without a body a declaration. */
export const functionSyntax: OperationSyntax = {
  parse: (state, operation) => {
    parseVisibility(state, operation);
    const { parameters } = parseSignature(state, operation);
    if (state.eatWord('attributes')) parseDictionary(state, operation.attributes);
    if (state.failed) return;
    if (state.lexer.kind === Token.leftBrace) {
      const options = { entry: parameters, isolated: true };
      addRegion(operation, state.grammar.region(state, options));
    } else addRegion(operation, { blocks: [] });
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const visibility = attributes.get('sym_visibility');
    if (visibility?.kind === 'string') writer.write(` ${visibility.value}`);
    const body = regions[0];
    if (!writer.inside(body, () => printSignature(writer, operation))) return false;
    writer.dictionary(attributes, (name) => signatureAttributes.includes(name), ' attributes ');
    if (body !== undefined && body.blocks.length > 0) {
      writer.write(' ');
      writer.region(operation, body, { hideArguments: true });
    }
    return true;
  },
  properties: [...signatureAttributes, 'no_inline'],
};
