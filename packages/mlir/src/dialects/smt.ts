/**
 * `smt`: the part of upstream's dialect that constraints on tile sizes are written in.
 *
 *     %ok = smt.eq %a, %b : !smt.int
 *     %less = smt.int.cmp le %a, %b
 */
import { resolveType } from '../ir/types.ts';
import { casesCodec } from '../text/codecs.ts';
import { Token } from '../text/lexer.ts';
import { parseSignedInteger } from '../text/pieces.ts';
import type { Codec, DialectSyntax } from '../text/syntax.ts';

/**
 * A number of any size: its attribute is unsigned, with four bits for each digit and one more where the
 * first bit would be a sign. 5 is `5 : ui4`, -1 is `15 : ui4`, 8 is `8 : ui5`.
 */
const numeral: Codec = {
  parse: (state) => {
    const value = parseSignedInteger(state);
    const magnitude = value < 0n ? -value : value;
    const digits = magnitude === 0n ? 16 : String(magnitude).length;
    const signed = magnitude >> BigInt(4 * digits - 1) !== 0n;
    const width = 4 * digits + (signed ? 1 : 0);
    const type = { kind: 'integer', width, signedness: 'unsigned' } as const;
    return { kind: 'integer', value: BigInt.asUintN(width, value), type };
  },
  print: (attribute) => {
    if (attribute.kind !== 'integer') return undefined;
    const type = resolveType(attribute.type);
    return type.kind === 'integer' && type.signedness === 'unsigned'
      ? String(BigInt.asIntN(type.width, attribute.value))
      : undefined;
  },
  starts: ({ lexer }) => lexer.kind === Token.integer || lexer.kind === Token.minus,
};

const alike = '%inputs* dict : type(inputs) => !smt.bool';
const connected = '%inputs* dict => !smt.bool';
const summed = '%inputs* dict => !smt.int';
const divided = '%lhs , %rhs dict => !smt.int';

export const smt: DialectSyntax = {
  name: 'smt',
  codecs: { numeral, predicate: casesCodec('i64', 'lt le gt ge') },
  operations: {
    'solver': '( %inputs* ) dict : function(inputs) region',
    'yield': 'dict { %values* : types(values) }?',
    'declare_fun': '{ $namePrefix:string }? dict : type(result)',
    'eq': alike,
    'distinct': alike,
    'and': connected,
    'or': connected,
    'xor': connected,
    'not': '%input dict => !smt.bool',
    'implies': '%lhs , %rhs dict => !smt.bool',
    'ite': '%cond , %thenValue , %elseValue dict : type(thenValue,elseValue) => thenValue',
    'assert': '%input dict',
    'constant': '$value:bool dict => !smt.bool',
    'int.constant': '$value:numeral dict => !smt.int',
    'int.add': summed,
    'int.mul': summed,
    'int.sub': divided,
    'int.div': divided,
    'int.mod': divided,
    'int.abs': '%input dict => !smt.int',
    'int.cmp': '$pred:predicate %lhs , %rhs dict => !smt.bool',
  },
};
