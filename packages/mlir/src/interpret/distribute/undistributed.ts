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
import { factsOf, tellsLanesApart } from '../../rows/facts.ts';
import { wordsOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import type { LaunchShape } from '../kernel.ts';
import { dependentOn } from '../slice/ids.ts';
import type { Source } from '../slice/flow.ts';
import { flowsOf } from '../slice/slice.ts';
import { accessOf } from '../unknown/accesses.ts';
import { isMemory } from '../value-types.ts';

/** Bytes of registers that a lane has at most: 512 on CDNA, 256 on RDNA, 255 on NVIDIA. */
const LANE_BYTES: Readonly<Record<Machine['vendor'], number>> = { AMD: 2048, NVIDIA: 1024 };
/**
 * The most elements that a lane stores at once. A larger store that all lanes make to one address is not a per-lane program,
 * unless lanes differ.
 */
const WIDEST_STORE = 16;

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
  const found = [...walk([kernel])].filter(movesVector);
  if (found.length === 0) return [];
  const flows = flowsOf(kernel, new Map());
  const depending = dependentOn(flows, tellsLanesApart);
  const accesses = found.map((op) => vectorAccess(op, depending));
  const refused = accesses.filter(({ bytes }) => bytes > LANE_BYTES[vendor]);
  const isDistributed = /VectorDistribute/.test(wordsOf(kernel, 'translation_info'));
  const areApart = flows.some(
    ({ op, flow }) =>
      ['access', 'control', 'stop', 'other'].includes(flow.kind) &&
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

/** True for a load or store of a vector at indices of a memref. */
function movesVector(op: Operation): boolean {
  const { effect, data } = factsOf(op);
  const [place] = effect === 'load' || effect === 'store' ? (accessOf(op)?.places ?? []) : [];
  const moved = op.results[0] ?? op.operands[0];
  return data === 'front' && place !== undefined && isMemory(place.base.type) && countOf(moved) > 1;
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
