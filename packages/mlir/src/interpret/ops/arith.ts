/** `arith` and `math`: constants, integers, floats, comparisons, casts. Semantics: MLIR "arith" dialect reference. */
import {
  compareFloats,
  compareIntegers,
  extendSigned,
  extendUnsigned,
  floatCast,
  floats,
  floatToInteger,
  integers,
  integerToFloat,
  named,
  truncate,
  wholeResult,
} from '../arithmetic/elementwise.ts';
import { floatOperations } from '../arithmetic/floats.ts';
import { bitOperations, integerOperations } from '../arithmetic/integers.ts';
import { bitcast, constant, select } from '../llvm/values.ts';
import type { LowerOperation } from '../lowering.ts';

const { absi, ctlz, ctpop, cttz } = bitOperations;

export const arith: Readonly<Record<string, LowerOperation>> = {
  ...named('', floatOperations[1], (row) => floats(1, row)),
  ...named('', floatOperations[2], (row) => floats(2, row)),
  ...named('', floatOperations[3], (row) => floats(3, row)),
  ...named('arith.', integerOperations, (row) => integers(2, row)),
  ...named('math.', { absi, ctlz, ctpop, cttz }, (row) => integers(1, row)),
  'arith.constant': constant,
  'arith.select': select,
  'arith.cmpi': compareIntegers,
  'arith.cmpf': compareFloats,
  'arith.index_cast': extendSigned,
  'arith.index_castui': extendUnsigned,
  'arith.extsi': extendSigned,
  'arith.extui': extendUnsigned,
  'arith.trunci': truncate,
  'arith.extf': floatCast,
  'arith.truncf': floatCast,
  'arith.sitofp': integerToFloat(true),
  'arith.uitofp': integerToFloat(false),
  'arith.fptosi': floatToInteger(true),
  'arith.fptoui': floatToInteger(false),
  'arith.bitcast': bitcast(false),
  'arith.mulsi_extended': wholeResult((a, b) => a * b, true, true),
  'arith.mului_extended': wholeResult((a, b) => a * b, false, true),
  'arith.addui_extended': wholeResult((a, b) => a + b, false, true),
};
