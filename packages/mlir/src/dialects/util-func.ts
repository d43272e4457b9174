/**
 * `util.func`: a function whose results may be arguments, updated in place.
 *
 *     util.func public @f(%a: tensor<?x4xf32>, %n: index) -> (%a {x.y = 1}, index) { ... }
 *
 * `tied_operands` holds, for each result, the number of its argument or -1; see `tied.ts`.
 */
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import { Token } from '../text/lexer.ts';
import { parseList, parseSymbolName } from '../text/pieces.ts';
import { printSymbol, printType } from '../text/print-types.ts';
import { addRegion } from '../text/state.ts';
import type { State } from '../text/state.ts';
import type { OperationSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import {
  argumentAttributes,
  type Attributes,
  parseParameter,
  parseVisibility,
  setAttributeLists,
  signatureAttributes,
} from './functions.ts';

const indexType = builtinType('index');

/** Reads `%a`, `%a as type` or a type: the number of the parameter, and the type. */
function parseResult(state: State, parameters: readonly Value[]): [tied: number, type: Type] {
  const { lexer } = state;
  if (lexer.kind !== Token.value) return [-1, parseType(state)];
  const name = state.text.slice(lexer.start + 1, lexer.nameEnd);
  const tied = parameters.findIndex((parameter) => parameter.name === name);
  const own = parameters[tied]?.type;
  if (own === undefined) state.fail('a parameter of the function');
  lexer.next();
  return [tied, state.eatWord('as') || own === undefined ? parseType(state) : own];
}

export const utilFunction: OperationSyntax = {
  parse: (state, operation) => {
    const { attributes } = operation;
    parseVisibility(state, operation);
    attributes.set('sym_name', { kind: 'string', value: parseSymbolName(state) });
    const parameters: Value[] = [];
    const parameterAttributes: Attributes[] = [];
    if (state.expect(Token.leftParen, "'('")) {
      parseList(state, Token.rightParen, "')'", () =>
        parseParameter(state, parameters, parameterAttributes),
      );
    }
    const results: Type[] = [];
    const resultAttributes: Attributes[] = [];
    const tied: number[] = [];
    const result = (): void => {
      const [argument, type] = parseResult(state, parameters);
      const own: Attributes = new Map();
      if (state.lexer.kind === Token.leftBrace) parseDictionary(state, own);
      tied.push(argument);
      results.push(type);
      resultAttributes.push(own);
    };
    if (state.eat(Token.arrow)) {
      if (state.eat(Token.leftParen)) parseList(state, Token.rightParen, "')'", result);
      else {
        do {
          const [argument, type] = parseResult(state, parameters);
          tied.push(argument);
          results.push(type);
        } while (state.eat(Token.comma));
      }
    }
    const inputs = parameters.map(({ type }) => type);
    const type: Type = { kind: 'function', inputs, results };
    attributes.set('function_type', { kind: 'type', type });
    if (tied.some((argument) => argument >= 0)) {
      const elements = tied.map((argument): Attribute => {
        return { kind: 'integer', value: BigInt(argument), type: indexType };
      });
      attributes.set('tied_operands', { kind: 'array', elements });
    }
    setAttributeLists(operation, 'arg_attrs', parameterAttributes);
    setAttributeLists(operation, 'res_attrs', resultAttributes);
    if (state.eatWord('attributes')) parseDictionary(state, attributes);
    if (state.failed) return;
    if (state.lexer.kind === Token.leftBrace) {
      const options = { entry: parameters, isolated: true };
      addRegion(operation, state.grammar.region(state, options));
    } else addRegion(operation, { blocks: [] });
  },
  print: (writer, operation) => {
    const { attributes, regions } = operation;
    const name = attributes.get('sym_name');
    const signature = attributes.get('function_type');
    const visibility = attributes.get('sym_visibility');
    const body = regions[0];
    const entry = body?.blocks[0];
    if (name?.kind !== 'string' || signature?.kind !== 'type') return false;
    const { type } = signature;
    if (type.kind !== 'function') return false;
    if (entry !== undefined && entry.arguments.length !== type.inputs.length) return false;
    const list = attributes.get('tied_operands');
    const tied = list?.kind === 'array' ? list.elements.map(resolveAttribute) : [];
    if (visibility?.kind === 'string') writer.write(` ${visibility.value}`);
    const printed = writer.inside(body, () => {
      const names = type.inputs.map((_, i) => {
        const argument = entry?.arguments[i];
        return argument === undefined ? `%arg${i}` : writer.value(argument);
      });
      const parameters = type.inputs.map((input, i) => {
        const location = entry?.arguments[i]?.location;
        const place = location === undefined ? '' : ` loc(${location})`;
        const own = argumentAttributes(operation, 'arg_attrs', i);
        return `${names[i]}: ${printType(input)}${own}${place}`;
      });
      const results = type.results.map((result, i) => {
        const own = argumentAttributes(operation, 'res_attrs', i);
        const number = tied[i]?.kind === 'integer' ? Number(tied[i].value) : -1;
        const argument = type.inputs[number];
        if (argument === undefined) return `${printType(result)}${own}`;
        const alike = printType(argument) === printType(result);
        return `${names[number]}${alike ? '' : ` as ${printType(result)}`}${own}`;
      });
      const bare = results.length === 1 && !(results[0] ?? '').endsWith('}');
      const list = bare ? results[0] : `(${results.join(', ')})`;
      writer.write(` ${printSymbol(name.value)}(${parameters.join(', ')})`);
      if (results.length > 0) writer.write(` -> ${list}`);
      return true;
    });
    if (!printed) return false;
    const spelled = new Set([...signatureAttributes, 'tied_operands']);
    writer.dictionary(attributes, (key) => spelled.has(key), ' attributes ');
    if (body !== undefined && body.blocks.length > 0) {
      writer.write(' ');
      writer.region(operation, body, { hideArguments: true });
    }
    return true;
  },
  properties: [...signatureAttributes, 'tied_operands', 'inlining_policy'],
};
