/**
 * Calls of the `llvm` dialect.
 *
 *     %r = llvm.call tail @f(%a) : (i32 {llvm.noundef}) -> i32
 *     %r = llvm.call %p(%a) vararg(!llvm.func<i32 (ptr, ...)>) ["tag"(%b : i32)] : !llvm.ptr, (i32) -> i32
 *     %r = llvm.call_intrinsic "llvm.amdgcn.name"(%a) : (i32) -> i32
 *     %r = llvm.invoke @f(%a) to ^bb1(%b : i32) unwind ^bb2 : (i32) -> i32
 *
 * Operands are those of the call (the pointer in front), then those of the bundles. Attributes of arguments
 * are written behind their types.
 */
import type { Attribute, Type } from '../../ir/types.ts';
import type { Value } from '../../ir/ir.ts';
import { string, symbol } from '../../text/codecs.ts';
import type { Directive } from '../../text/format.ts';
import { applyTypes } from '../../text/format-parse.ts';
import { Token } from '../../text/lexer.ts';
import { parseList, parseOperand, parseOperandList, parseTypesOf } from '../../text/pieces.ts';
import { printType } from '../../text/print-types.ts';
import type { State } from '../../text/state.ts';
import type { FormatSyntax } from '../../text/syntax.ts';
import { builtinType, parseType } from '../../text/types.ts';
import { segmentedBranch } from '../cf.ts';
import {
  argumentAttributes,
  parseOwnAttributes,
  printResultList,
  setAttributeLists,
} from '../functions.ts';

const i32 = builtinType('i32');

/** `["tag"(%a, %b : i32, i64), "other"()]`: the operands of all bundles, their sizes and tags. */
const bundles: Directive = (line, operands = '') => {
  const group = line.group(operands);
  const [sizes, tags] = [line.attribute('op_bundle_sizes'), line.attribute('op_bundle_tags')];
  return {
    parse: ({ state, operation, groups }) => {
      const all: Value[] = [];
      const values: number[] = [];
      const one = (): Attribute => {
        const tag = string.parse(state);
        state.expect(Token.leftParen, "'('");
        const own = parseOperandList(state);
        if (own.length > 0 && state.expect(Token.colon, "':'")) parseTypesOf(state, own);
        state.expect(Token.rightParen, "')'");
        values.push(own.length);
        for (const each of own) all.push(each);
        return tag;
      };
      const listed = state.lexer.kind === Token.leftBracket;
      const elements = listed ? parseList(state, '[]', one) : [];
      groups[group] = all;
      operation.attributes.set(sizes, { kind: 'dense_array', element: i32, values });
      if (elements.length > 0) operation.attributes.set(tags, { kind: 'array', elements });
    },
    print: ({ writer, operation: { attributes }, groups }) => {
      const list = attributes.get(sizes);
      const names = attributes.get(tags);
      const counts = list?.kind === 'dense_array' ? list.values.map(Number) : [];
      const elements = names?.kind === 'array' ? names.elements : [];
      const all = groups[group] ?? [];
      let at = 0;
      const texts = counts.map((count, i) => {
        const own = all.slice(at, (at += count));
        const tag = elements[i] === undefined ? undefined : string.print(elements[i]);
        return `${tag}(${own.length === 0 ? '' : `${writer.values(own)} : ${writer.types(own)}`})`;
      });
      if (at !== all.length || elements.length !== counts.length) return undefined;
      return texts.length === 0 ? '' : `[${texts.join(', ')}]`;
    },
  };
};

/** `@f(%a, %b)`, or `%p(%a, %b)` where the pointer is the first operand. */
const called: Directive = (line, callee = '', operands = '') => {
  const name = line.attribute(callee);
  const group = line.group(operands);
  return {
    parse: ({ state, operation, groups }) => {
      const pointer = state.lexer.kind === Token.value ? [parseOperand(state)] : [];
      if (pointer.length === 0) operation.attributes.set(name, symbol.parse(state));
      state.expect(Token.leftParen, "'('");
      groups[group] = [...pointer, ...parseOperandList(state)];
      state.expect(Token.rightParen, "')'");
    },
    print: ({ writer, operation, groups }) => {
      const target = operation.attributes.get(name);
      const own = groups[group] ?? [];
      const [pointer] = own;
      if (target !== undefined) {
        const text = symbol.print(target);
        return text === undefined ? text : `${text}(${writer.values(own)})`;
      }
      if (pointer === undefined) return undefined;
      return `${writer.value(pointer)}(${writer.values(own.slice(1))})`;
    },
  };
};

/**
 * `!llvm.ptr, (i32 {a}, f32) -> (i64 {b})`: types of arguments and results with their attributes. The type of
 * the pointer is there when there is no callee.
 */
const callType: Directive = (line, operands = '', callee = '') => {
  const group = line.group(operands);
  for (const name of ['arg_attrs', 'res_attrs']) line.attribute(name);
  const one = (state: State, lists: Map<string, Attribute>[]): Type => {
    const type = parseType(state);
    parseOwnAttributes(state, lists);
    return type;
  };
  return {
    parse: (reading) => {
      const { state, operation, results } = reading;
      const types: Type[] = [];
      const inputs: Map<string, Attribute>[] = [];
      const outputs: Map<string, Attribute>[] = [];
      const at = state.lexer.start;
      if (callee !== '' && !operation.attributes.has(callee)) {
        types.push(parseType(state));
        state.expect(Token.comma, "','");
      }
      for (const each of parseList(state, '()', () => one(state, inputs))) types.push(each);
      applyTypes(reading, [group], types, at);
      if (!state.expect(Token.arrow, "'->'")) return;
      if (state.lexer.kind === Token.leftParen) {
        results.pushAll(parseList(state, '()', () => one(state, outputs)));
      } else results.push(one(state, outputs));
      setAttributeLists(operation, 'arg_attrs', inputs);
      setAttributeLists(operation, 'res_attrs', outputs);
    },
    print: ({ operation, groups }) => {
      const all = (groups[group] ?? []).map(({ type }) => printType(type));
      const indirect = callee !== '' && !operation.attributes.has(callee);
      const inputs = indirect ? all.slice(1) : all;
      const own = (name: string) => (text: string, i: number) =>
        text + argumentAttributes(operation, name, i);
      const outputs = operation.results.map(({ type }) => printType(type));
      const list = printResultList(outputs.map(own('res_attrs')));
      const head = indirect ? `${all[0]}, ` : '';
      return `${head}(${inputs.map(own('arg_attrs')).join(', ')}) -> ${list}`;
    },
  };
};

export const callDirectives = {
  Bundles: bundles,
  Called: called,
  CallType: callType,
} satisfies Readonly<Record<string, Directive>>;

const callee = 'custom<Called>($callee,%callee_operands)';
const variadic = '{ vararg ( $var_callee_type:type ) }?';
const typed =
  'custom<Bundles>(%op_bundle_operands) dict : custom<CallType>(callee_operands,callee)';
const convention = '{ $CConv:calling-convention=ccc }?';

export const call = `${convention} { $TailCallKind:tail-call=none }? ${callee} ${variadic} ${typed} ; segments fastmathFlags:fastmath=<none> memory_effects:any convergent:any no_unwind:any will_return:any no_inline:any always_inline:any inline_hint:any access_groups:any alias_scopes:any noalias_scopes:any tbaa:any`;

export const callIntrinsic =
  '$intrin:string ( %args* ) custom<Bundles>(%op_bundle_operands) dict : custom<CallType>(args) ; segments fastmathFlags:fastmath=<none>';

/** The values of the two blocks are their own; those of the call are in front of them, its bundles behind. */
export const invoke: FormatSyntax = {
  format: `${convention} ${callee} to successor unwind successor ${variadic} ${typed} ; segments branch_weights:any`,
  successors: segmentedBranch(1),
};
