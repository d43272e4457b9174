/**
 * Operations that give what they get: promises to the compiler, and casts that change nothing for an execution.
 *
 *     %j = util.assume.int %i<umin = 0, umax = 63> : index
 *     %b = iree_gpu.buffer_resource_cast %m : memref<64xf32>
 */
import { elementNameOf } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount, isMemory } from '../value-types.ts';

const passOn: LowerOperation = (op, lowering) => {
  for (const [i, result] of op.results.entries()) {
    const operand = op.operands[i];
    if (operand === undefined) return;
    if (isMemory(operand.type) && isMemory(result.type)) {
      lowering.emitView(operand, result, (view) => view);
      continue;
    }
    const alike =
      elementNameOf(operand) === elementNameOf(result) &&
      elementCount(operand.type) === elementCount(result.type);
    if (!alike) return lowering.unsupported('a change of type');
    const [from, to] = lowering.slots(operand, result);
    lowering.emit((wave) => {
      wave.values(to).set(wave.values(from));
    });
  }
};

export const hints: Readonly<Record<string, LowerOperation>> = {
  'iree_codegen.fusion_barrier': passOn,
  'iree_codegen.index_hint': passOn,
  'iree_gpu.buffer_resource_cast': passOn,
  'iree_tensor_ext.dispatch.workload.ordinal': passOn,
  'memref.distinct_objects': passOn,
  'util.assume.int': passOn,
  'util.optimization_barrier': passOn,
};
