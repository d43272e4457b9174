/**
 * Calls of the `llvm` dialect: of functions in the module, of device libraries, and of intrinsics by name.
 *
 *     llvm.call @__ockl_get_local_size(%zero)                               a size of the launch
 *     llvm.call_intrinsic "llvm.amdgcn.workitem.id.x"() : () -> i32         rocdl.workitem.id.x
 *     llvm.call_intrinsic "llvm.smax.i32"(%a, %b) : (i32, i32) -> i32       llvm.intr.smax
 */
import { wordsOf } from '../attributes.ts';
import { calledFunction, symbolText } from '../flow/blocks.ts';
import type { LowerOperation } from '../lowering.ts';
import {
  globalId,
  gridSize,
  groupId,
  groupSize,
  identity,
  type Identity,
  itemId,
} from '../ops/gpu.ts';
import { libraryFunction } from './floats.ts';
import { constantOf } from './addresses.ts';

/** Functions of AMD's device library that take a dimension. */
const dimensions: Readonly<Record<string, Identity>> = {
  __ockl_get_local_id: itemId,
  __ockl_get_group_id: groupId,
  __ockl_get_local_size: groupSize,
  __ockl_get_num_groups: gridSize,
  __ockl_get_global_id: globalId,
  __ockl_get_global_size: (_wave, _lane, dimension, { block, grid }) =>
    block[dimension] * grid[dimension],
};

const call: LowerOperation = (op, lowering) => {
  const callee = calledFunction(op, lowering.symbols);
  if (callee !== undefined) {
    lowering.body?.call(op, callee);
    return;
  }
  const name = symbolText(op);
  const ofDimension = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined;
  const [operand] = op.operands;
  const dimension = operand && constantOf(operand);
  if (ofDimension !== undefined && (dimension === 0 || dimension === 1 || dimension === 2)) {
    identity(ofDimension, () => dimension)(op, lowering);
    return;
  }
  const known = libraryFunction(name);
  if (known !== undefined) known(op, lowering);
  else {
    const what = name === '' ? 'a function pointer' : `@${name}, which is not in the module,`;
    lowering.unsupported(what);
  }
};

/** The operation that an intrinsic's name stands for: types at its end are left out one by one. */
function intrinsicOf(
  name: string,
  known: (name: string) => LowerOperation | undefined,
): LowerOperation | undefined {
  const amd = /^llvm\.amdgcn\.(.*)$/.exec(name)?.[1];
  const nvidia = /^llvm\.(nvvm\..*)$/.exec(name)?.[1];
  let stem = amd === undefined ? (nvidia ?? name.replace(/^llvm\./, 'llvm.intr.')) : `rocdl.${amd}`;
  for (;;) {
    const found = known(stem) ?? known(stem.replaceAll('.', '_').replace(/^rocdl_/, 'rocdl.'));
    const end = stem.lastIndexOf('.');
    if (found !== undefined || end <= 'rocdl'.length) return found;
    stem = stem.slice(0, end);
  }
}

/** `llvm.call_intrinsic`, with every operation that can be executed. */
const callIntrinsic =
  (known: (name: string) => LowerOperation | undefined): LowerOperation =>
  (op, lowering) => {
    const name = wordsOf(op, 'intrin');
    const lower = intrinsicOf(name, known);
    if (lower === undefined) return lowering.unsupported(`the intrinsic ${name}`);
    lower(op, lowering);
  };

/** Calls, given the operations that intrinsics may stand for. */
export function llvmCalls(
  operations: Readonly<Record<string, LowerOperation>>,
): Readonly<Record<string, LowerOperation>> {
  return {
    'llvm.call': call,
    'llvm.call_intrinsic': callIntrinsic((name) =>
      Object.hasOwn(operations, name) ? operations[name] : undefined,
    ),
  };
}
