/** `arith` and `math`: numbers. Most operations are one of a few shapes. */
import { resolveType, unknownType } from '../ir/types.ts';
import { casesCodec, flagsCodec } from '../text/codecs.ts';
import type { Directive } from '../text/format.ts';
import { operandsOf } from '../text/format-parse.ts';
import { Token } from '../text/lexer.ts';
import { applyType } from '../text/pieces.ts';
import { printType } from '../text/print-types.ts';
import { spread } from '../text/syntax.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { builtinType, parseType } from '../text/types.ts';

const i1 = builtinType('i1');

/** `f32`, or `vector<4xi1>, vector<4xf32>`: the type of a condition is written only when it is not `i1`. */
const selectTypes: Directive = (line, ...parts) => {
  const groups = line.groups(parts);
  return {
    parse: (reading) => {
      const { state } = reading;
      const at = state.lexer.start;
      const first = parseType(state);
      const masked = state.eat(Token.comma);
      const type = masked ? parseType(state) : first;
      if (state.failed) return;
      const types = [masked ? first : i1, type, type];
      for (const [i, group] of groups.entries()) {
        for (const value of operandsOf(reading, group)) {
          applyType(state, value, types[i] ?? unknownType, at);
        }
      }
      reading.results.push(type);
    },
    print: ({ groups: values, operation: { results } }) => {
      const mask = values[groups[0] ?? 0]?.[0]?.type ?? i1;
      const type = printType(results[0]?.type ?? unknownType);
      return resolveType(mask).kind === 'integer' ? type : `${printType(mask)}, ${type}`;
    },
  };
};

const integer = '%lhs , %rhs dict : type(lhs,rhs) => lhs';
const wrapping =
  '%lhs , %rhs { overflow ~ $overflowFlags:overflow=<none> }? dict : type(lhs,rhs) => lhs';
const exact = '%lhs , %rhs { exact $isExact:unit }? dict : type(lhs,rhs) => lhs';
const fast = '{ fastmath ~ $fastmath:fastmath=<none> }?';
const float = `%lhs , %rhs ${fast} dict : type(lhs,rhs) => lhs`;
const floatUnary = `%operand ${fast} dict : type(operand) => operand`;
const cast = '%in dict : type(in) to type(result)';
const extended = '%lhs , %rhs dict : type(lhs,rhs) => lhs lhs';

/** How a value is combined with what is there: `AtomicRMWKind`, of `memref` and `affine`. */
export const atomicKinds =
  'addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori';

const fastmath = flagsCodec('#arith.fastmath', ',');

export const arith: DialectSyntax = {
  name: 'arith',
  codecs: {
    'overflow': flagsCodec('#arith.overflow'),
    'fastmath': fastmath,
    'integer-predicate': casesCodec('i64', 'eq ne slt sle sgt sge ult ule ugt uge'),
    'float-predicate': casesCodec(
      'i64',
      'false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true',
    ),
    'rounding-mode': casesCodec(
      'i32',
      'to_nearest_even downward upward toward_zero to_nearest_away',
    ),
  },
  directives: { SelectTypes: selectTypes },
  operations: {
    select:
      '%condition , %trueValue , %falseValue dict : custom<SelectTypes>(condition,trueValue,falseValue)',
    constant: 'dict $value:any => typeof(value)',
    ...spread('addi subi muli shli', wrapping),
    ...spread('divui divsi shrui shrsi', exact),
    ...spread(
      'ceildivui ceildivsi floordivsi remui remsi andi ori xori maxsi maxui minsi minui',
      integer,
    ),
    ...spread('addf subf mulf divf remf maximumf maxnumf minimumf minnumf', float),
    negf: floatUnary,
    ...spread('mulsi_extended mului_extended', extended),
    addui_extended: '%lhs , %rhs dict : type(result) , type(result)',
    ...spread('extui extsi uitofp sitofp fptoui fptosi index_cast index_castui bitcast', cast),
    trunci: '%in { overflow ~ $overflowFlags:overflow=<none> }? dict : type(in) to type(result)',
    extf: '%in { fastmath ~ $fastmath:fastmath }? dict : type(in) to type(result)',
    truncf:
      '%in { $roundingmode:rounding-mode }? { fastmath ~ $fastmath:fastmath }? dict : type(in) to type(result)',
    scaling_extf:
      '%in , %scale { fastmath ~ $fastmath:fastmath }? dict : type(in) , type(scale) to type(result)',
    scaling_truncf:
      '%in , %scale { $roundingmode:rounding-mode }? { fastmath ~ $fastmath:fastmath }? dict : type(in) , type(scale) to type(result)',
    cmpi: '$predicate:integer-predicate , %lhs , %rhs dict : type(lhs,rhs) => bool(lhs)',
    cmpf: `$predicate:float-predicate , %lhs , %rhs ${fast} dict : type(lhs,rhs) => bool(lhs)`,
  },
};

export const math: DialectSyntax = {
  name: 'math',
  codecs: { fastmath },
  operations: {
    ...spread(
      'absf acosh asin asinh atan atanh cbrt ceil cos acos cosh sin sinh erf erfc exp exp2 expm1 floor log log10 log1p log2 rsqrt sqrt tan tanh roundeven round trunc',
      floatUnary,
    ),
    ...spread('absi ctlz cttz ctpop', '%operand dict : type(operand) => operand'),
    ...spread('atan2 copysign powf', float),
    ipowi: integer,
    fpowi: `%lhs , %rhs ${fast} dict : type(lhs) , type(rhs) => lhs`,
    fma: `%a , %b , %c ${fast} dict : type(a,b,c) => a`,
    clampf: `%value to _ [ %min , %max ] ${fast} dict : type(value,min,max) => value`,
    sincos: `%operand ${fast} dict : type(operand) => operand operand`,
    ...spread(
      'isfinite isinf isnan isnormal',
      '%operand dict : type(operand) => bool(operand) ; fastmath:fastmath=<none>',
    ),
  },
};
