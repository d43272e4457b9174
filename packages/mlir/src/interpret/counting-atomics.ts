/**
 * Atomics that count lanes: NVIDIA has an instruction for those that add 1 and whose old value is unused, as in PTX.
 *
 *     %old = memref.atomic_rmw addi %c1, %m[%i]      ATOMS.POPC.INC, unless something takes %old
 */
import type { Value } from '../ir/ir.ts';
import { constantOf } from '../rows/facts.ts';
import type { Lowering } from './lowering.ts';

/** Whether an atomic adds 1 and its old value is unused. LLVM makes an addition of a subtraction. */
export function countsLanes(
  lowering: Lowering,
  stem: string | undefined,
  value: Value,
  result: Value | undefined,
): boolean {
  const by = constantOf(value);
  const adds = (stem === 'ds_add_u' && by === 1) || (stem === 'ds_sub_u' && by === -1);
  return adds && (result === undefined || !lowering.isUsed(result));
}
