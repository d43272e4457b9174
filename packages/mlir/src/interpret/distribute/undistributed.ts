/**
 * Recognizes kernels whose vectors are still those of the workgroup, though nothing says how its lanes share them.
 *
 *     vector.transfer_write %v, %lds[%c0, %c0] : vector<64x128xf16>, ...      256 lanes: each would store all 16 KiB
 *
 * Executed as it is, every lane would access the whole tile. Signs of it are a vector that no lane can hold, and a store of a vector
 * by all lanes to one place: in a pipeline that distributes vectors, or where no access and no condition of the kernel tells lanes apart. A kernel of
 * one lane, or one whose vectors have a `to_layout`, has none of them.
 */
import { diagnose, type Diagnostic, type Machine, messages, volume } from '@ldscope/core';
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { walk } from '../../ir/walk.ts';
import { wordsOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import type { LaunchShape } from '../kernel.ts';
import { dependentOn } from '../slice/ids.ts';
import { executedName, type Source } from '../slice/flow.ts';
import { flowsOf } from '../slice/slice.ts';
import { accessOf } from '../unknown/accesses.ts';

/** Bytes of registers that a lane has at most: 512 on CDNA, 256 on RDNA, 255 on NVIDIA. */
const LANE_BYTES: Readonly<Record<Machine['vendor'], number>> = { AMD: 2048, NVIDIA: 1024 };
/**
 * The most elements that a lane stores at once. A larger store that all lanes make to one address is not a per-lane program,
 * unless lanes differ.
 */
const WIDEST_STORE = 16;

/** Operations whose results differ between lanes of a workgroup. */
const LANES =
  /^gpu\.(?:thread_id|lane_id|subgroup_id|global_id|shuffle|rotate)$|workitem\.id|mbcnt|sreg\.(?:tid|laneid|warpid)|permlane|dpp|swizzle|readlane/;

const VECTOR_ACCESS = /^vector\.(?:transfer_(?:read|write)|load|store)$/;

interface VectorAccess {
  readonly op: Operation;
  readonly bytes: number;
  readonly isStore: boolean;
  /** All lanes access the same place. */
  readonly isUniform: boolean;
}

export function undistributedVectors(
  kernel: Operation,
  { block }: LaunchShape,
  { vendor }: Machine,
): readonly Diagnostic[] {
  if (volume(block) === 1) return [];
  const found = [...walk([kernel])].filter(({ name }) => VECTOR_ACCESS.test(name));
  if (found.length === 0) return [];
  const flows = flowsOf(kernel, new Map());
  const depending = dependentOn(flows, (op) => LANES.test(executedName(op)));
  const accesses = found.map((op) => vectorAccess(op, depending));
  const refused = accesses.filter(({ bytes }) => bytes > LANE_BYTES[vendor]);
  const isDistributed = /VectorDistribute/.test(wordsOf(kernel, 'translation_info'));
  const areApart = flows.some(
    ({ op, flow }) =>
      (flow.kind === 'access' || flow.kind === 'control' || flow.kind === 'other') &&
      op.operands.some((operand) => depending.has(operand)),
  );
  const least = isDistributed ? 0 : areApart ? Infinity : WIDEST_STORE;
  const shared = accesses.filter(
    ({ op, bytes, isStore, isUniform }) =>
      isStore && isUniform && bytes > least && countOf(op.operands[0]) > 1,
  );
  const [first] = [...refused, ...shared];
  return first === undefined
    ? []
    : [diagnose(messages.execute.notDistributed(first.op.name), first.op.span)];
}

function vectorAccess(op: Operation, depending: ReadonlySet<Source>): VectorAccess {
  const isStore = op.results.length === 0;
  const value = isStore ? op.operands[0] : op.results[0];
  const places = accessOf(op)?.places ?? [];
  const isUniform = places.every(
    ({ base, indices }) => ![base, ...indices].some((one) => depending.has(one)),
  );
  const type = value && resolveType(value.type);
  const element = type?.kind === 'vector' ? elementType(type.element) : undefined;
  return { op, bytes: (element?.pitchBytes ?? 0) * countOf(value), isStore, isUniform };
}

function countOf(value: Value | undefined): number {
  const type = value && resolveType(value.type);
  return type?.kind === 'vector' ? type.shape.reduce<number>((all, size) => all * size, 1) : 1;
}
