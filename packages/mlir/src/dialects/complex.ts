/** `complex`: complex numbers. */
import type { Type } from '../ir/types.ts';
import { resolveType, unknownType } from '../ir/types.ts';
import { flagsCodec } from '../text/codecs.ts';
import { applyType } from '../text/pieces.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax, FormatSyntax } from '../text/syntax.ts';
import { builtinType } from '../text/types.ts';

const fast = '{ fastmath ~ $fastmath:fastmath=<none> }?';
const unary = `%complex ${fast} dict : type(complex) => complex`;
const binary = `%lhs , %rhs ${fast} dict : type(lhs,rhs) => lhs`;
const compared = '%lhs , %rhs dict : type(lhs,rhs) => i1';

/** `f32` of `complex<f32>`. */
function partOf(type: Type | undefined): Type {
  const plain = type === undefined ? undefined : resolveType(type);
  const name = plain?.kind === 'opaque' ? /^complex<(\w+)>$/.exec(plain.text)?.[1] : undefined;
  return name === undefined ? unknownType : builtinType(name);
}

/** One real number of a complex one. */
const part: FormatSyntax = {
  format: `%complex ${fast} dict : type(complex)`,
  infer: (_, { operands: [complex] }, results) => {
    results.push(partOf(complex?.type));
  },
};

const create: FormatSyntax = {
  format: '%real , %imaginary dict : type(result)',
  infer: (state, { operands, span }, results) => {
    const type = partOf(results.at(0));
    for (const value of operands) applyType(state, value, type, span.start);
  },
};

export const complex: DialectSyntax = {
  name: 'complex',
  codecs: { fastmath: flagsCodec('#arith.fastmath', ',') },
  operations: {
    ...spread('abs angle im re', part),
    ...spread('conj cos exp expm1 log log1p neg rsqrt sign sin sqrt tan tanh', unary),
    ...spread('add atan2 div mul pow sub', binary),
    powi: '%lhs , %rhs { fastmath ~ $fastmath:fastmath }? dict : type(lhs) , type(rhs) => lhs',
    ...spread('eq neq', compared),
    bitcast: '%operand dict : type(operand) to type(result)',
    constant: '$value:any dict : type(result)',
    create,
  },
};
