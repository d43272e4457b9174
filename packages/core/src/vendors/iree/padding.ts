/**
 * IREE's padding of shared memory: each allocation gets some bits at the end of its rows, or the function gets none.
 *
 *     memref<4x32x64xf32>, 64 bits          rows of 66, 128 rows: 1,024 bytes more
 *     32,768 + 1,024 bytes fit into 65,536  ->  4x32x66
 *
 * The estimate is upstream's, with its gaps: an element of less than a byte counts as none, and nothing is padded when
 * the whole does not fit. `bytesOfAllocation` is right for them too. Source: iree-org/iree @b48a5955
 * `GPUReduceBankConflicts.cpp`; bits per allocation: pull requests 23486 and 23487.
 */
import { roundUp } from '../../base/numbers.ts';

/** A shared-memory allocation, as far as padding looks at it. */
export interface LdsAllocation {
  /** `undefined` where a size is dynamic. */
  readonly shape: readonly (number | undefined)[];
  /** Bits of an element; 64 for `index`. */
  readonly elementBits: number;
  readonly alignmentBytes?: number;
  /** Padding bits of this allocation instead of those of the pass: 0 for none. */
  readonly paddingBits?: number;
}

/** The defaults of upstream: those of the pass, and those of the pipelines that run it. */
export const defaultPaddingBits = { pass: 128, pipeline: 64 } as const;

/** Shared memory of a workgroup where no target says. */
const defaultLdsBytes = 65536;

/** What the padding pass of IREE does with all allocations of a function, and why. */
export type PaddingPlan =
  /** The pass looks no further. */
  | { readonly kind: 'exit'; readonly reason: 'dynamic-shape' }
  | {
      readonly kind: 'exit';
      readonly reason: 'limit';
      readonly usedBytes: number;
      readonly extraBytes: number;
    }
  | { readonly kind: 'pad'; readonly usedBytes: number; readonly extraBytes: number };

/** The shape with padded rows; `undefined` for a shape without dimensions or with a row of unknown length. */
export function paddedShape(
  { shape, elementBits }: LdsAllocation,
  paddingBits: number,
): (number | undefined)[] | undefined {
  const row = shape.at(-1);
  if (row === undefined) return undefined;
  return [...shape.slice(0, -1), row + Math.floor(paddingBits / elementBits)];
}

/** What the padding pass of IREE does with all allocations of a function: pad them, or leave. Equal to the limit still pads. */
export function paddingPlan(
  allocations: readonly LdsAllocation[],
  paddingBits: number = defaultPaddingBits.pass,
  limitBytes: number = defaultLdsBytes,
): PaddingPlan {
  let usedBytes = 0;
  let extraBytes = 0;
  for (const allocation of allocations) {
    const elements = elementsOf(allocation.shape);
    if (elements === undefined) return { kind: 'exit', reason: 'dynamic-shape' };
    const bytes = Math.floor(allocation.elementBits / 8) * elements;
    const alignment = allocation.alignmentBytes ?? 1;
    usedBytes += roundUp(bytes, alignment);
    extraBytes += upstreamExtraBytes(allocation, allocation.paddingBits ?? paddingBits);
  }
  return usedBytes + extraBytes > limitBytes
    ? { kind: 'exit', reason: 'limit', usedBytes, extraBytes }
    : { kind: 'pad', usedBytes, extraBytes };
}

function upstreamExtraBytes({ shape, elementBits }: LdsAllocation, paddingBits: number): number {
  const rows = elementsOf(shape.slice(0, -1));
  if (shape.length === 0 || rows === undefined) return 0;
  return rows * Math.floor(paddingBits / elementBits) * Math.floor(elementBits / 8);
}

/** Bytes of an allocation, elements of less than a byte packed; `undefined` for a dynamic shape. */
export function bytesOfAllocation({ shape, elementBits }: LdsAllocation): number | undefined {
  const elements = elementsOf(shape);
  return elements === undefined ? undefined : Math.ceil((elements * elementBits) / 8);
}

function elementsOf(shape: readonly (number | undefined)[]): number | undefined {
  const product = shape.reduce<number>((all, size) => all * (size ?? Number.NaN), 1);
  return Number.isNaN(product) ? undefined : product;
}
