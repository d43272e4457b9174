/**
 * Calls of the `llvm` dialect: of functions in the module, of device libraries, and of intrinsics by name.
 *
 *     llvm.call @__ockl_get_local_size(%zero)                               a size of the launch
 *     llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32         rocdl.workitem.id.x
 *     llvm.call_intrinsic "llvm.smax.i32"(%a, %b) : (i32, i32) -> i32       llvm.intr.smax
 */
import { executedName, factsOf, intrinsicOperations } from '../../rows/facts.ts';
import { wordsOf } from '../attributes.ts';
import { calledFunction, symbolText } from '../flow/blocks.ts';
import type { LowerOperation } from '../lowering.ts';
import { launchNumber } from '../ops/gpu.ts';
import { arith } from '../ops/arith.ts';

const call: LowerOperation = (op, lowering) => {
  const callee = calledFunction(op, lowering.symbols);
  if (callee !== undefined) {
    lowering.body?.call(op, callee);
    return;
  }
  const { id, dimension } = factsOf(op);
  const number = dimension === undefined ? undefined : launchNumber;
  const known = id === undefined ? arith[executedName(op)] : number;
  const name = symbolText(op);
  if (known !== undefined) known(op, lowering);
  else {
    const what = name === '' ? 'a function pointer' : `@${name}, which is not in the module,`;
    lowering.unsupported(what);
  }
};

/** `llvm.call_intrinsic`, with every operation that can be executed. */
const callIntrinsic =
  (operations: Readonly<Record<string, LowerOperation>>): LowerOperation =>
  (op, lowering) => {
    const name = wordsOf(op, 'intrin');
    const known = intrinsicOperations(name).find((one) => Object.hasOwn(operations, one));
    const lower = known === undefined ? undefined : operations[known];
    if (lower === undefined) return lowering.unsupported(`the intrinsic ${name}`);
    lower(op, lowering);
  };

/** Calls, given the operations that intrinsics may stand for. */
export function llvmCalls(
  operations: Readonly<Record<string, LowerOperation>>,
): Readonly<Record<string, LowerOperation>> {
  return { 'llvm.call': call, 'llvm.call_intrinsic': callIntrinsic(operations) };
}
