/** The values that branches pass to each block that they may go to. */
import type { Operation, Value } from '../../ir/ir.ts';
import { integersOf } from '../attributes.ts';

/** The values for a successor: its own, or its part of the operands of a branch in generic form. */
export function successorOperands(op: Operation, index: number): readonly Value[] {
  const { successors, operands } = op;
  const own = successors[index]?.operands ?? [];
  if (own.length > 0 || successors.some((successor) => successor.operands.length > 0)) return own;
  const segments = integersOf(op, 'operandSegmentSizes');
  if (successors.length === 1) return segments.length === 0 ? operands : [];
  const cases = integersOf(op, 'case_operand_segments');
  const [condition = 1, ...rest] = segments;
  const sizes = cases.length > 0 ? [rest[0] ?? 0, ...cases] : rest;
  const start = sizes.slice(0, index).reduce<number>((sum, size) => sum + (size ?? 0), condition);
  return operands.slice(start, start + (sizes[index] ?? 0));
}
