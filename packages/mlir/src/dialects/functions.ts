/**
 * The signature of a function, shared by `func.func`, `gpu.func`, `llvm.func`, `util.func` and others.
 *
 *     (%a: i32 {x.y = 1}, %b: f32) -> (f32 {x.z})      function_type, and arg_attrs and res_attrs when some have any
 *     (%a: tensor<?xf32>, %n: index) -> (%a, index)     a tied result: parameter a, updated in place
 *
 * `tied_operands` holds, for each result, the number of its parameter or -1.
 */
import type { Attribute, Type } from '../ir/types.ts';
import { resolveAttribute, resolveType } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { parseDictionary } from '../text/attributes.ts';
import type { Directive } from '../text/format.ts';
import { argumentsOf, inside } from '../text/format-print.ts';
import { Token } from '../text/lexer.ts';
import { llvmFunction, voidType } from '../text/llvm-types.ts';
import { parseBinding, parseList, parseLocation } from '../text/pieces.ts';
import { printDictionary, printType } from '../text/print-types.ts';
import type { Draft, State } from '../text/state.ts';
import { builtinType, parseType } from '../text/types.ts';

const index = builtinType('index');

/** Attributes of each argument or result. */
type AttributeLists = Map<string, Attribute>[];

/** Reads `{...}` behind an argument or a result into a list, empty where nothing is there. */
export function parseOwnAttributes(state: State, lists: AttributeLists): void {
  const own = new Map<string, Attribute>();
  if (state.lexer.kind === Token.leftBrace) parseDictionary(state, own);
  lists.push(own);
}

/** Keeps the attributes of each argument or result, when one has some. */
export function setAttributeLists(operation: Draft, name: string, lists: AttributeLists): void {
  if (lists.every((list) => list.size === 0)) return;
  const elements = lists.map((entries): Attribute => ({ kind: 'dictionary', entries }));
  operation.attributes.set(name, { kind: 'array', elements });
}

/** The attributes of one argument as ` {...}`. */
export function argumentAttributes(operation: Operation, list: string, at: number): string {
  const attribute = operation.attributes.get(list);
  if (attribute?.kind !== 'array') return '';
  const own = attribute.elements[at];
  const entries = own === undefined ? own : resolveAttribute(own);
  if (entries?.kind !== 'dictionary' || entries.entries.size === 0) return '';
  return ` ${printDictionary(entries.entries)}`;
}

/** `-> f32`, `-> (f32, i1)`: one type needs parentheses when it is a function or has attributes. */
export function printResultList(texts: readonly string[]): string {
  const [only = '', ...more] = texts;
  const bare = texts.length > 0 && more.length === 0 && !only.endsWith('}');
  return bare && !only.startsWith('(') ? only : `(${texts.join(', ')})`;
}

/** Which results are operands or parameters, as an attribute; none when no result is. */
export function setTied(operation: Draft, tied: readonly number[]): void {
  if (tied.every((number) => number < 0)) return;
  const elements = tied.map((number): Attribute => {
    return { kind: 'integer', value: BigInt(number), type: index };
  });
  operation.attributes.set('tied_operands', { kind: 'array', elements });
}

/** The number of the operand or parameter of each result, -1 for one that is new. */
export function tiedOf({ attributes }: Pick<Operation, 'attributes'>, count: number): number[] {
  const list = attributes.get('tied_operands');
  return Array.from({ length: count }, (_, i) => {
    const element = list?.kind === 'array' ? list.elements[i] : undefined;
    const number = element === undefined ? element : resolveAttribute(element);
    return number?.kind === 'integer' ? Number(number.value) : -1;
  });
}

/** A result that is an operand or a parameter, `%a`, with its type where that differs. */
export function printTied(name: string, own: Type, type: Type): string {
  return `${name}${printType(own) === printType(type) ? '' : ` as ${printType(type)}`}`;
}

interface Signature {
  readonly inputs: readonly Type[];
  readonly results: readonly Type[];
  readonly variadic: boolean;
}

/** Inputs and results of the type of a function; `undefined` for any other type. */
function signatureOf({ attributes }: Operation): Signature | undefined {
  const attribute = attributes.get('function_type');
  const type = attribute?.kind === 'type' ? resolveType(attribute.type) : undefined;
  if (type?.kind === 'function') return { ...type, variadic: false };
  if (type?.kind !== 'opaque' || type.llvm?.kind !== 'function') return undefined;
  const { result, parameters, variadic } = type.llvm;
  const results = printType(result) === voidType.text ? [] : [result];
  return { inputs: parameters, results, variadic };
}

/** Reads `%a: i32`; a declaration has only types. */
function parseParameter(state: State): Value {
  const named = state.lexer.kind === Token.value;
  if (!named)
    return { name: '', index: 0, group: 1, type: parseType(state), definition: undefined };
  const value = parseBinding(state, index);
  state.expect(Token.colon, "':'");
  return { ...value, type: parseType(state) };
}

/** Reads a result, which may be one of the parameters when they are given: its number and type. */
function parseResult(state: State, parameters: readonly Value[] | undefined): [number, Type] {
  if (parameters === undefined || state.lexer.kind !== Token.value) return [-1, parseType(state)];
  const { name } = parseBinding(state, index);
  const tied = parameters.findIndex((parameter) => parameter.name === name);
  const own = parameters[tied]?.type;
  if (own === undefined) state.fail('a parameter of the function');
  return [tied, state.eatWord('as') || own === undefined ? parseType(state) : own];
}

/** `Signature(&parameters)`; with `llvm` of LLVM's type of functions, with `tied` with tied results. */
export const signature: Directive = (line, parameters = '', sort = '') => {
  const declared = line.declare(
    parameters,
    ({ operation }) => signatureOf(operation)?.inputs.length ?? 0,
  );
  for (const name of ['function_type', 'arg_attrs', 'res_attrs']) line.attribute(name);
  if (sort === 'tied') line.attribute('tied_operands');
  return {
    parse: (reading) => {
      const { state, operation } = reading;
      const attributes: AttributeLists = [];
      let variadic = false;
      const parameter = (): Value[] => {
        if (sort === 'llvm' && state.eat(Token.ellipsis)) {
          variadic = true;
          return [];
        }
        const value = parseParameter(state);
        parseOwnAttributes(state, attributes);
        const location = parseLocation(state);
        return [location === undefined ? value : { ...value, location }];
      };
      const values = parseList(state, '()', parameter).flat();
      reading.arguments[declared] = values;
      const results: Type[] = [];
      const resultAttributes: AttributeLists = [];
      const tied: number[] = [];
      const result = (): void => {
        const [number, type] = parseResult(state, sort === 'tied' ? values : undefined);
        tied.push(number);
        results.push(type);
      };
      if (state.eat(Token.arrow)) {
        if (state.lexer.kind === Token.leftParen) {
          parseList(state, '()', () => {
            result();
            parseOwnAttributes(state, resultAttributes);
          });
        } else {
          result();
          if (sort === 'tied') while (state.eat(Token.comma)) result();
        }
      }
      const inputs = values.map(({ type }) => type);
      const type: Type =
        sort === 'llvm'
          ? llvmFunction(results[0] ?? voidType, inputs, variadic)
          : { kind: 'function', inputs, results };
      operation.attributes.set('function_type', { kind: 'type', type });
      if (sort === 'tied') setTied(operation, tied);
      setAttributeLists(operation, 'arg_attrs', attributes);
      setAttributeLists(operation, 'res_attrs', resultAttributes);
    },
    print: (printing) => {
      const { writer, operation, format } = printing;
      const type = signatureOf(operation);
      if (type === undefined) return undefined;
      const { inputs, results, variadic } = type;
      const entry = argumentsOf(printing, declared);
      const tied = tiedOf(operation, results.length);
      return inside(printing, format.arguments[declared]?.region ?? 0, () => {
        const name = (i: number): string => {
          const value = entry[i];
          if (value !== undefined) return writer.value(value);
          return sort === 'tied' ? `%arg${i}` : '';
        };
        const list = inputs.map((input, i) => {
          const location = entry[i]?.location;
          const place = location === undefined ? '' : ` loc(${location})`;
          const own = argumentAttributes(operation, 'arg_attrs', i);
          return `${name(i) === '' ? '' : `${name(i)}: `}${printType(input)}${own}${place}`;
        });
        if (variadic) list.push('...');
        const texts = results.map((result, i) => {
          const number = tied[i] ?? -1;
          const input = sort === 'tied' ? inputs[number] : undefined;
          const text =
            input === undefined ? printType(result) : printTied(name(number), input, result);
          return text + argumentAttributes(operation, 'res_attrs', i);
        });
        const arrow = texts.length === 0 ? '' : ` -> ${printResultList(texts)}`;
        return `(${list.join(', ')})${arrow}`;
      });
    },
  };
};

const visibility = '{ $sym_visibility:visibility }?';
const body = 'dict-keyword { region(isolated) }?';

/** `func.func private @f(%a: i32) -> i32 attributes {...} { ... }`; without a body a declaration. */
export const functionSyntax = `${visibility} $sym_name:symbol-name ~ custom<Signature>(&parameters) ${body} ; no_inline:any`;

/** The same with tied results. */
export const tiedFunction = `${visibility} $sym_name:symbol-name ~ custom<Signature>(&parameters,tied) ${body} ; inlining_policy:any`;
