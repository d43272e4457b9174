/**
 * A vector through shared memory: what vector allocation puts between two layouts.
 *
 *     gpu.barrier memfence [#gpu.address_space<workgroup>]                  at the start of the block
 *     %t = bufferization.alloc_tensor() {memory_space = workgroup}
 *     %h = iree_codegen.swizzle_hint %t[...]                                where a mitigation was chosen
 *     %w = vector.transfer_write %v, %h[0, 0]
 *     %b = iree_gpu.value_barrier %w
 *     %r = vector.transfer_read %b[0, 0]
 *
 * The first barrier keeps writes behind the reads of a loop's iteration before. Source: iree-org/iree @b48a5955
 * `GPUVectorAlloc.cpp` (allocateTensorAndWriteVector, readVectorFromTensor).
 */
import { type IreeSwizzle, printIreeSwizzle, type Span } from '@ldscope/core';
import type { Attribute, Type, VectorType } from '../../../ir/types.ts';
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { Builder } from '../builder.ts';
import { paddingHint } from '../padding/padding-hint.ts';
import { resultOf, type Rewriter } from '../../rewriter.ts';
import { swizzleHint } from '../hints/swizzle-hint.ts';

const workgroup: Attribute = { kind: 'opaque', text: '#gpu.address_space<workgroup>' };

/** The layout attributes of the tensor. */
export type AllocationHint =
  | { readonly kind: 'swizzle'; readonly swizzle: IreeSwizzle }
  | { readonly kind: 'padding'; readonly bits: number };

export interface SharedRoundTrip {
  readonly allocation: Value;
  readonly read: Value;
}

/** The barrier at the start of the block of an operation. */
export function addBlockBarrier(op: Operation, rewriter: Rewriter): void {
  const attributes: [string, Attribute][] = [
    ['address_spaces', { kind: 'array', elements: [workgroup] }],
  ];
  rewriter.insertAtStart(rewriter.blockOf(op), createOperation('gpu.barrier', { attributes }));
}

export interface RoundTripPlace {
  /** What comes behind it. */
  readonly anchor: Operation;
  /** The operation that asks for it, in the text. */
  readonly span: Span;
}

/** Writes a vector to shared memory of a shape and reads it back. */
export function addRoundTrip(
  vector: Value,
  type: VectorType,
  shape: readonly number[],
  { anchor, span }: RoundTripPlace,
  rewriter: Rewriter,
  hint?: AllocationHint,
): SharedRoundTrip {
  const build = new Builder(rewriter, anchor);
  const tensor: Type = { kind: 'tensor', shape, element: type.element, encoding: workgroup };
  const allocation = resultOf(
    rewriter.insertBefore(
      anchor,
      createOperation('bufferization.alloc_tensor', {
        results: [[`lds_${vector.name}`, tensor]],
        attributes: [
          ['memory_space', workgroup],
          ['operandSegmentSizes', segments([0, 0, 0])],
        ],
        span,
      }),
    ),
  );
  const hinted = hint === undefined ? allocation : addHint(allocation, tensor, hint, build);
  const rank = type.shape.length;
  const written = build.value(
    'vector.transfer_write',
    [vector, hinted, ...zeros(build, rank)],
    tensor,
    transferAttributes(rank, [1, 1, rank, 0]),
  );
  const synced = build.value('iree_gpu.value_barrier', [written], tensor);
  const indices = zeros(build, rank);
  const poison: Attribute = { kind: 'opaque', text: '#ub.poison' };
  const padding = build.value('ub.poison', [], type.element, [['value', poison]]);
  const read = build.value(
    'vector.transfer_read',
    [synced, ...indices, padding],
    type,
    transferAttributes(rank, [1, rank, 1, 0]),
    vector.name,
  );
  return { allocation, read };
}

function addHint(allocation: Value, type: Type, hint: AllocationHint, build: Builder): Value {
  if (hint.kind === 'padding') {
    const bits: Attribute = {
      kind: 'integer',
      value: BigInt(hint.bits),
      type: { kind: 'integer', width: 64, signedness: 'signless' },
    };
    return build.value(paddingHint, [allocation], type, [['padding_bits', bits]]);
  }
  const text = printIreeSwizzle(hint.swizzle);
  return build.value(swizzleHint, [allocation], type, [['swizzle', { kind: 'opaque', text }]]);
}

/** As many uses of one zero as there are dimensions. */
function zeros(build: Builder, rank: number): Value[] {
  if (rank === 0) return [];
  const zero = build.constant(0);
  return Array.from({ length: rank }, () => zero);
}

function transferAttributes(rank: number, sizes: readonly number[]): [string, Attribute][] {
  const results = Array.from(
    { length: rank },
    (_, index) => ({ kind: 'dimension', index }) as const,
  );
  return [
    ['in_bounds', { kind: 'array', elements: results.map(() => ({ kind: 'bool', value: true })) }],
    ['permutation_map', { kind: 'affine_map', map: { dimensions: rank, symbols: 0, results } }],
    ['operandSegmentSizes', segments(sizes)],
  ];
}

function segments(values: readonly number[]): Attribute {
  const element = { kind: 'integer', width: 32, signedness: 'signless' } as const;
  return { kind: 'dense_array', element, values };
}
