/** `arith` and `math`: numbers. Most operations are one of a few shapes. */
import { casesCodec, flagsCodec } from '../text/codecs.ts';
import { select } from './select.ts';
import type { DialectSyntax } from '../text/syntax.ts';
import { spread } from './spread.ts';

const integer = '%lhs , %rhs dict : type(lhs,rhs) => lhs';
const wrapping =
  '%lhs , %rhs { overflow ~ $overflowFlags:overflow=<none> }? dict : type(lhs,rhs) => lhs';
const exact = '%lhs , %rhs { exact $isExact:unit }? dict : type(lhs,rhs) => lhs';
const fast = '{ fastmath ~ $fastmath:fastmath=<none> }?';
const float = `%lhs , %rhs ${fast} dict : type(lhs,rhs) => lhs`;
const floatUnary = `%operand ${fast} dict : type(operand) => operand`;
const cast = '%in dict : type(in) to type(result)';
const extended = '%lhs , %rhs dict : type(lhs,rhs) => lhs lhs';

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
  operations: {
    select,
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
