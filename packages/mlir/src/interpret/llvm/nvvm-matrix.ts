/**
 * `nvvm.mma.sync`: D = A B + C of a warp, 16 x K by K x 8; see `mmaPlan`.
 *
 * LIMITATION. f64 and the forms of 8 rows, of single bits and of sparse A are not executed.
 */
import type { Operation, Value } from '../../ir/ir.ts';
import { integersOf, wordsOf } from '../attributes.ts';
import type { ElementType } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { emitProduct, mmaPlan, operandType, readAs, unintegerElement } from '../matrix-cores.ts';

import { bitsOf, leavesOf, scalarOf } from './types.ts';
import { takes } from '../take.ts';

const ROWS = 16;
const COLUMNS = 8;

/** Elements of A and B by the name of their type. */
function multiplicand(name: string): ElementType | undefined {
  switch (name) {
    case 'f16':
    case 'bf16':
      return operandType(name, '');
    case 'tf32':
      return operandType('xf32', '');
    case 's8':
      return operandType('i8', '');
    case 'u8':
      return unintegerElement(8);
    default:
      return undefined;
  }
}

/** The types of A and B: an attribute, or what their registers say. */
function typeOf(op: Operation, name: string, value: Value): ElementType | undefined {
  const stated = /(\w+)\W*$/.exec(wordsOf(op, name))?.[1];
  if (stated !== undefined) return multiplicand(stated);
  const own = scalarOf(value.type)?.element;
  return own?.float === true ? multiplicand(own.name) : undefined;
}

const multiply = takes(0, 1, ([result], lowering, op) => {
  const [countA = 0, countB = 0, countC = 0] = integersOf(op, 'operandSegmentSizes');
  const a = op.operands.slice(0, countA);
  const b = op.operands.slice(countA, countA + countB);
  const c = op.operands.slice(countA + countB);
  const [, m, n, k] = (/m = (\d+), n = (\d+), k = (\d+)/.exec(wordsOf(op, 'shape')) ?? []).map(
    Number,
  );
  const [firstA] = a;
  const [firstB] = b;
  if (firstA === undefined || firstB === undefined || k === undefined) return;
  const left = typeOf(op, 'multiplicandAPtxType', firstA);
  const right = typeOf(op, 'multiplicandBPtxType', firstB) ?? left;
  const sum = leavesOf(result.type)?.map(({ type }) => scalarOf(type));
  const element = sum?.[0]?.element;
  const known = left !== undefined && right !== undefined && element !== undefined;
  const fits =
    known &&
    m === ROWS &&
    n === COLUMNS &&
    left.width === right.width &&
    countA * (32 / left.width) === k / 2 &&
    2 * countB === countA &&
    c.length === countC &&
    elementCount(result.type) === 4 &&
    c.reduce((all, value) => all + elementCount(value.type), 0) === 4 &&
    c.every((value) => scalarOf(value.type)?.element.name === element.name) &&
    [...a, ...b].every(({ type }) => bitsOf(scalarOf(type)) === 32);
  if (!fits || lowering.launch.waveSize !== 32) return lowering.unsupported('this form');
  const p = 32 / left.width;
  const plan = mmaPlan(m, n, k, p);
  const operands = [
    readAs(lowering, a, left, countA * p),
    readAs(lowering, b, right, countB * p),
    readAs(lowering, c, element, 4),
  ];
  emitProduct(lowering, plan, operands, element, result);
});

export const nvvmMatrix: Readonly<Record<string, LowerOperation>> = {
  'nvvm.mma.sync': multiply,
};
