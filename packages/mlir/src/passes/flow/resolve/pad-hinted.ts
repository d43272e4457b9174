/**
 * The way out for a hint that cannot be resolved: longer rows, at resolve time on an allocation that is flat already.
 *
 *     %a = memref.alloc() : memref<4096xf16>          memref<4352xf16>: 64 rows of 64 + 4
 *     vector.load %h[%o]                        ->    vector.load %a[%o + (%o floordiv 64) * 4]
 *
 * Each access is proven to stay within a row. The padding is 8 bytes, as that of `gpu-reduce-bank-conflicts` on AMD. The
 * allocations of the function still have to fit into the machine's LDS.
 */
import { type IreeSwizzle, rowStrideOf } from '@ldscope/core';
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { isLds } from '../../../ir/memory-space.ts';
import type { MemRefType } from '../../../ir/types.ts';
import { elementBytesOf } from '../../buffers.ts';
import { add, type Expression, quotient, remainder, scale } from '../../expression.ts';
import { elementCount, memrefOf } from '../../memref-types.ts';
import { segmentSizes } from '../builder.ts';
import { flatOffset, type HintedMemory, unknownIndex } from './hinted-memory.ts';
import {
  baseOf,
  indicesOf,
  isPlainTransfer,
  type MemoryAccess,
  movedElements,
  redirect,
} from '../index/memory-access.ts';
import { wholeWords } from '../padding/pad-allocation.ts';
import { operationsIn, resultOf } from '../../rewriter.ts';
import { dropHints, type ResolveTools } from './resolve-tools.ts';

const PADDING_BYTES = 8;

interface Padded {
  readonly allocation: Value;
  readonly pitch: number;
  readonly pad: number;
  readonly figures: Readonly<Record<string, number>>;
}

/** Pads the allocation; words say why that cannot be. */
export function padHinted(
  memory: HintedMemory,
  swizzle: IreeSwizzle,
  tools: ResolveTools,
): Padded | string {
  const { context, analysis, emitter, func } = tools;
  const { rewriter, machine } = context;
  const [root, second] = memory.roots;
  const alloc = root?.definition;
  const type = memrefOf(root);
  if (root === undefined || second !== undefined) return 'it is several allocations';
  if (alloc?.name !== 'memref.alloc') return 'no memref.alloc in the function is its origin';
  if (!isLds(root)) return 'it is not in the memory of the workgroup';
  const escape = memory.escape ?? unknownIndex(memory, analysis, emitter);
  if (escape !== undefined) return escape;
  const elements = type && elementCount(type);
  const elementBytes = type && elementBytesOf(type.element);
  if (type === undefined || elements === undefined || elementBytes === undefined)
    return 'its size is not known';
  const pitch = pitchOf(type, swizzle);
  if (elements % pitch !== 0) return `${elements} elements are not whole rows of ${pitch}`;
  const pad = wholeWords(Math.ceil(PADDING_BYTES / elementBytes), 8 * elementBytes);
  const padded: MemRefType = { ...type, shape: [elements + (elements / pitch) * pad] };
  const before = ldsBytes(func);
  const after = before + (elements / pitch) * pad * elementBytes;
  const limit = machine.sharedMemory.bytesPerWorkgroup.value;
  if (after > limit) return `the workgroup would need ${after} B of ${limit} B of LDS`;
  const moves: { readonly access: MemoryAccess; readonly place: Expression }[] = [];
  for (const access of memory.all) {
    const base = baseOf(access);
    const at = indicesOf(access).map((index) => analysis.expressionOf(index));
    const offset = base && flatOffset(base, at, analysis, rewriter);
    const length = movedElements(access);
    const { name } = access.op;
    if (name === 'amdgpu.gather_to_lds') return `${name} writes the places of lanes in a row`;
    if (length === undefined || !isPlainTransfer(access.op))
      return `${name} is not known to move neighbours`;
    if (offset === undefined) return `the offset of ${name} in it is not known`;
    if (remainder(offset, pitch).high + length > pitch) {
      return `${name} of ${length} elements is not proven to stay within a row of ${pitch}`;
    }
    moves.push({ access, place: add(offset, scale(quotient(offset, pitch), pad)) });
  }
  if (
    memory.members.some((one) => rewriter.usersOf(one).some(({ name }) => name === 'memref.dim'))
  ) {
    return 'memref.dim asks for its size';
  }
  const grown = createOperation('memref.alloc', {
    results: [[root.name, padded]],
    attributes: [['operandSegmentSizes', segmentSizes([0, 0])]],
    span: alloc.span,
  });
  rewriter.insertBefore(alloc, grown);
  const allocation = resultOf(grown);
  for (const { access, place } of moves) {
    redirect(rewriter, access, allocation, [emitter.emit(place, access.op)]);
    access.op.attributes.delete('alignment');
  }
  for (const member of memory.members) {
    for (const user of rewriter.usersOf(member)) {
      if (user.name === 'memref.dealloc') rewriter.setOperands(user, [allocation]);
    }
  }
  dropHints(memory, context);
  rewriter.sweep(memory.members);
  if (rewriter.usersOf(root).length === 0) rewriter.erase(alloc);
  const figures = { padElements: pad, ldsBytesBefore: before, ldsBytes: after };
  return { allocation, pitch, pad, figures };
}

/** Elements from one row to the next: the last dimension, or what the swizzle takes for it. */
function pitchOf({ shape }: MemRefType, swizzle: IreeSwizzle): number {
  const inner = shape?.at(-1);
  if (shape !== undefined && shape.length > 1 && inner !== undefined) return inner;
  return swizzle.kind === 'xor_shuffle' ? rowStrideOf(swizzle) : swizzle.rowWidth;
}

/** Bytes of all allocations of a function in the workgroup's memory. */
function ldsBytes(func: Operation): number {
  let bytes = 0;
  for (const {
    name,
    results: [result],
  } of operationsIn(func.regions)) {
    const type = memrefOf(result);
    if (name !== 'memref.alloc' || type === undefined || result === undefined || !isLds(result))
      continue;
    bytes += (elementCount(type) ?? 0) * (elementBytesOf(type.element) ?? 0);
  }
  return bytes;
}
