/**
 * The operands and results that an operation must have before it can be lowered, as its verifier promises.
 *
 *     const dim = takes(2, 1, ([source, index, result], lowering) => { ... })      two operands, then a result
 *
 * Text may have fewer; then the first that is missing is reported, and the operation is not lowered. More operands (indices,
 * optional ones) are left to the function, which gets the operation too.
 */
import type { Operation, Value } from '../ir/ir.ts';
import type { LowerOperation, Lowering } from './lowering.ts';

type Values<N extends number, T extends readonly Value[] = readonly []> = T['length'] extends N
  ? T
  : Values<N, readonly [...T, Value]>;

/** The first operands of an operation, then its first results. */
type Taken<I extends number, O extends number> = readonly [...Values<I>, ...Values<O>];

/** Lowers operations that have `operands` operands and `results` results or more; reports others. */
export function takes<const I extends number, const O extends number>(
  operands: I,
  results: O,
  lower: (values: Taken<I, O>, lowering: Lowering, op: Operation) => void,
): LowerOperation {
  return (op, lowering) => {
    const values = [...op.operands.slice(0, operands), ...op.results.slice(0, results)];
    if (op.operands.length < operands)
      return lowering.lacks('operand', op.operands.length, operands);
    if (op.results.length < results) return lowering.lacks('result', op.results.length, results);
    if (isTaken(values, operands, results)) lower(values, lowering, op);
  };
}

function isTaken<I extends number, O extends number>(
  values: readonly Value[],
  operands: I,
  results: O,
): values is readonly Value[] & Taken<I, O> {
  return values.length === operands + results;
}
