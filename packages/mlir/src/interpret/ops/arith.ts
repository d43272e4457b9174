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
import { mergedViews } from '../merged-views.ts';
import { maskWhere, without } from '../registers.ts';
import { takes } from '../take.ts';
import { isMemory } from '../value-types.ts';

const { absi, ctlz, ctpop, cttz } = bitOperations;

/** `arith.select`, of memrefs as well. */
const selectAny: LowerOperation = (op, lowering) => {
  const [result] = op.results;
  if (result === undefined || !isMemory(result.type)) return select(op, lowering);
  selectMemory(op, lowering);
};

const selectMemory = takes(3, 1, ([condition, yes, no, result], lowering, op) => {
  const slot = lowering.data(condition);
  const [from, otherwise, to] = [yes, no, result].map((value) => lowering.memref(value));
  if (from === undefined || otherwise === undefined || to === undefined) return;
  lowering.emit((wave) => {
    const holds = maskWhere(wave.mask, wave.values(slot), wave.lanes);
    const [view, other] = [wave.memref(from), wave.memref(otherwise)];
    // Inactive lanes take the view that makes the choice uniform, where there is one.
    const rest = without(wave.mask, holds);
    const isUniform = rest.low === 0 && rest.high === 0;
    wave.memrefs[to] = isUniform ? view : mergedViews(wave, other, view, holds, op.name);
  });
});

export const arith: Readonly<Record<string, LowerOperation>> = {
  ...named('', floatOperations[1], (row) => floats(1, row)),
  ...named('', floatOperations[2], (row) => floats(2, row)),
  ...named('', floatOperations[3], (row) => floats(3, row)),
  ...named('arith.', integerOperations, (row) => integers(2, row)),
  ...named('math.', { absi, ctlz, ctpop, cttz }, (row) => integers(1, row)),
  'arith.constant': constant,
  'arith.select': selectAny,
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
