/**
 * `pcf`: IREE's parallel control flow. Workers of a scope execute a body; what they produce goes through
 * references, each tied to an initial value or made with the sizes of its result.
 *
 *     %r:2 = pcf.generic sync true scope(#s) initialize {...} -> (%x: index)
 *       execute(%ref = %init, %new)[%id: index, %count: index]
 *            : (!pcf.sref<4xi32, #s>, !pcf.sref<?xi32, #s>) -> (tensor<4xi32>, tensor<?xi32>{%n}) {...}
 *
 * `is_tied` says which references have an initial value, in the order of the results.
 */
import { resolveType, unknownType } from '../ir/types.ts';
import type { Attribute } from '../ir/types.ts';
import type { Operation, Value } from '../ir/ir.ts';
import { smallInteger } from '../text/attributes.ts';
import { declaration } from '../text/directive-lists.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { argumentsOf } from '../text/format-print.ts';
import { Token } from '../text/lexer.ts';
import { applyType, checkCount, parseBinding, parseOperand, parseTypes } from '../text/pieces.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';
import { singleBranch } from './cf.ts';
import { dynamicSizes, parseSizes, printSizedType } from './tied.ts';

const i64 = builtinType('i64');

/** Which references have an initial value. */
function tiedOf({ attributes }: Pick<Operation, 'attributes'>): readonly boolean[] {
  const list = attributes.get('is_tied');
  if (list?.kind !== 'array') return [];
  return list.elements.map((each) => each.kind === 'bool' && each.value);
}

/** `%id: index, %count: index`: arguments whose number is an attribute. */
const counted: Directive = (line, name = '', attribute = '') => {
  const count = line.attribute(attribute);
  const list = declaration(line, `${name}*:type`, ({ operation }) => {
    const value = operation.attributes.get(count);
    return value?.kind === 'integer' ? Number(value.value) : -1;
  });
  const index = line.argument(name) ?? 0;
  const set = ({ operation, arguments: all }: Parameters<typeof list.parse>[0]): void => {
    operation.attributes.set(count, smallInteger(all[index]?.length ?? 0, i64));
  };
  return {
    ...list,
    parse: (reading) => {
      list.parse(reading);
      set(reading);
    },
    absent: set,
  };
};

/** `%ref = %init, %new`: references, some with an initial value. */
const references: Directive = (line, refs = '', inits = '') => {
  const group = line.group(inits);
  line.attribute('is_tied');
  const declared = line.declare(refs, ({ operation }) => tiedOf(operation).length);
  return {
    parse: ({ state, operation, groups, arguments: all }) => {
      const own: Value[] = [];
      const starts: Value[] = [];
      const elements: Attribute[] = [];
      do {
        own.push(parseBinding(state, unknownType));
        const value = state.eat(Token.equal);
        elements.push({ kind: 'bool', value });
        if (value) starts.push(parseOperand(state));
      } while (state.eat(Token.comma));
      all[declared] = own;
      groups[group] = starts;
      operation.attributes.set('is_tied', { kind: 'array', elements });
    },
    print: (printing) => {
      const { writer, operation, groups } = printing;
      const starts = [...(groups[group] ?? [])];
      const tied = tiedOf(operation);
      const texts = argumentsOf(printing, declared).map((value, i) => {
        const start = tied[i] === true ? starts.shift() : undefined;
        return `${writer.value(value)}${start === undefined ? '' : ` = ${writer.value(start)}`}`;
      });
      return starts.length === 0 ? texts.join(', ') : undefined;
    },
    present: (printing) => argumentsOf(printing, declared).length > 0,
    absent: ({ operation }) => operation.attributes.set('is_tied', { kind: 'array', elements: [] }),
  };
};

/** The types of the references, one for each. */
const referenceTypes: Directive = (line, refs = '') => {
  const declared = line.argument(refs) ?? 0;
  return {
    parse: ({ state, arguments: all }) => {
      const at = state.lexer.start;
      const types = parseTypes(state);
      const own = all[declared] ?? [];
      checkCount(state, own.length, types.length, at);
      for (const [i, value] of own.entries()) value.type = types[i] ?? unknownType;
    },
    print: (printing) => printing.writer.types(argumentsOf(printing, declared)),
    present: (printing) => argumentsOf(printing, declared).length > 0,
  };
};

/** `tensor<4xi32>, tensor<?xi32>{%n}`: the types of the results, with sizes for those without an initial value. */
const madeResults: Directive = (line, inits = '', sizes = '') => {
  const [group = 0, extents = 0] = line.groups([inits, sizes]);
  return {
    parse: (reading) => {
      const { state, results, groups, operation } = reading;
      const from = state.lexer.start;
      const tied = tiedOf(operation);
      const starts = [...operandsOf(reading, group)];
      const own: Value[] = [];
      do {
        const at = state.lexer.start;
        const type = parseType(state);
        const start = tied[results.length] === true ? starts.shift() : undefined;
        if (start !== undefined) applyType(state, start, type, at);
        else parseSizes(state, own);
        results.push(type);
      } while (state.eat(Token.comma));
      groups[extents] = own;
      checkCount(state, tied.length, results.length, from);
    },
    print: ({ writer, groups, operation }) => {
      const { results } = operation;
      const all = groups[extents] ?? [];
      const tied = tiedOf(operation);
      let at = 0;
      const texts = results.map(({ type }, i) => {
        const count = tied[i] === true ? 0 : dynamicSizes(resolveType(type));
        return printSizedType(writer, type, all.slice(at, (at += count)));
      });
      return at === all.length && results.length === tied.length ? texts.join(', ') : undefined;
    },
  };
};

const scope = '{ sync $sync_on_return:bool=false }? scope ( $scope:any )';
const execute = (indices: string): string =>
  `execute { ( custom<References>(&refs,%inits) ) }? ~ [ ${indices} ] { : ( custom<ReferenceTypes>(refs) ) -> ( custom<MadeResults>(inits,%dynamic_sizes) ) }?`;

/** `[%i, 0] [4, 4] [1, 1]`: offsets, sizes, strides. */
const slice =
  'indices(%offsets,$static_offsets) indices(%sizes,$static_sizes) indices(%strides,$static_strides)';

export const pcf: DialectSyntax = {
  name: 'pcf',
  directives: {
    Counted: counted,
    References: references,
    ReferenceTypes: referenceTypes,
    MadeResults: madeResults,
  },
  operations: {
    'alloc': '( %dynamicSizes* ) dict : type(result)',
    'generic': `${scope} { initialize region }? { -> ( custom<Counted>(&leading,$num_leading_args) ) }? ${execute('custom<Counted>(&indices,$num_index_args)')} region(block) dict ; segments`,
    'loop': `${scope} count ( %count* ) ${execute('&indices*:type')} region(block,implied=pcf.return) dict ; segments`,
    'br.cond_return': { format: '%condition successor dict', successors: singleBranch(1) },
    'write_slice': `%source into %dest ~ ${slice} dict : type(source) into type(dest) ; segments`,
    'read_slice': `%source ~ ${slice} dict : type(source) to type(result) ; segments`,
    'get_memref': `%source ~ ${slice} dict : type(source) to type(result) ; segments`,
    'yield': 'dict %operands* : types(operands)',
    'return': 'dict',
  },
};
