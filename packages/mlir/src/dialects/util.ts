/**
 * `util`: functions, globals and hints of IREE's host and device code.
 *
 *     %1 = util.assume.int %0<umin = 0, umax = 4096, udiv = 16> : index
 *     %3:2 = util.assume.int %a[<umin = 1>, <umin = 2>], %b<umax = 8> : index, i32
 *     util.global private mutable @count = 4 : i32
 */
import { resolveAttribute } from '../ir/types.ts';
import type { Attribute, Type } from '../ir/types.ts';
import type { Value } from '../ir/ir.ts';
import { headlessCodec, oneOrListCodec } from '../text/codecs.ts';
import type { Directive } from '../text/format.ts';
import { Token } from '../text/lexer.ts';
import { parseOperand } from '../text/pieces.ts';
import { printAttribute, printType } from '../text/print-types.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import { tiedFunction } from './functions.ts';

const assumption = oneOrListCodec(headlessCodec('#util.int.assumption'), '[]');

/** `%a<umin = 1>, %b[<...>, <...>]`: an assumption for each operand, or a list of one for each caller. */
const assumptions: Directive = (line, operands = '', lists = '') => {
  const group = line.group(operands);
  const name = line.attribute(lists);
  return {
    parse: ({ state, operation, groups }) => {
      const values: Value[] = [];
      const elements: Attribute[] = [];
      do {
        values.push(parseOperand(state));
        elements.push(assumption.parse(state));
      } while (state.eat(Token.comma));
      groups[group] = values;
      operation.attributes.set(name, { kind: 'array', elements });
    },
    print: ({ writer, operation, groups }) => {
      const values = groups[group] ?? [];
      const attribute = operation.attributes.get(name);
      const elements = attribute?.kind === 'array' ? attribute.elements : [];
      const texts = elements.map((each) => assumption.print(each));
      if (texts.length !== values.length || texts.includes(undefined)) return undefined;
      return values.map((value, i) => `${writer.value(value)}${texts[i]}`).join(', ');
    },
  };
};

/** `: type`, `= value`, or `: type = value` where the value does not specify the type. */
const typeOrValue: Directive = (line, type = '', value = '') => {
  const [typeName, valueName] = [line.attribute(type), line.attribute(value)];
  return {
    parse: ({ state, operation: { attributes } }) => {
      const set = (own: Type): unknown => attributes.set(typeName, { kind: 'type', type: own });
      const written = state.eat(Token.colon) ? parseType(state) : undefined;
      if (written !== undefined) set(written);
      if (written === undefined && state.lexer.kind !== Token.equal) state.fail("':' or '='");
      if (!state.eat(Token.equal)) return;
      const initial = state.grammar.attribute(state);
      const own = written ?? typeOf(initial);
      if (own === undefined) state.fail('a value with a type');
      else set(own);
      attributes.set(valueName, initial);
    },
    print: ({ operation: { attributes } }) => {
      const own = attributes.get(typeName);
      const initial = attributes.get(valueName);
      if (own?.kind !== 'type') return undefined;
      const said = initial === undefined ? undefined : typeOf(initial);
      const written = printType(own.type);
      const typed = said === undefined || printType(said) !== written ? `: ${written}` : '';
      const equals = initial === undefined ? '' : `= ${printAttribute(initial)}`;
      return [typed, equals].filter((text) => text !== '').join(' ');
    },
  };
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

const compared = '%lhs , %rhs dict : type(lhs,rhs) => i1';
const extreme = '%operands* dict : type(result)';

export const util: DialectSyntax = {
  name: 'util',
  directives: { Assumptions: assumptions, TypeOrValue: typeOrValue },
  operations: {
    'func': tiedFunction,
    'call':
      '$callee:symbol ( %operands* ) dict : ( custom<SizedTypes>(operands) ) -> custom<TiedResults>(operands)',
    'return': 'dict { %operands* : types(operands) }?',
    'initializer': 'dict-keyword region(isolated,block) ; function_type:type=()->()',
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
    'assume.int': 'custom<Assumptions>(%operands,$assumptions) : types(operands) dict => operands*',
    'optimization_barrier': 'dict { %operands* : types(operands) }? => operands*',
    'global':
      '{ $sym_visibility:visibility }? { mutable $is_mutable:unit }? $sym_name:symbol-name dict custom<TypeOrValue>($type,$initial_value)',
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
