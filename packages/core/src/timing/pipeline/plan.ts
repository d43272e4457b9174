/**
 * What the pipeline of a GEMM is made of: a K step of a wave as matrix instructions, reads from LDS, and pieces of the tile that the
 * wave brings from global memory.
 *
 *     256 x 256 x 32 f16, 2 x 2 waves, v_mfma_f32_32x32x8_f16 on gfx942
 *     products    4 x 4 x 4            of 32 x 32 x 8, in two slices of 16 in k
 *     reads       8 for a slice        ds_read_b128: a row's operand for two instructions
 *     pieces      8                    buffer_load_dwordx4, then ds_write_b128
 *
 * A slice is what is read ahead: operands of one are in registers while those of the next arrive in other registers.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import type { Machine } from '../../machine/machine.ts';
import { hasCopy } from '../copies.ts';
import {
  type GemmBudget,
  gemmBudget,
  type GemmProducts,
  type GemmStep,
  type GemmStepRequest,
} from '../gemm-budget.ts';
import type { Overlap, PipelineLayout } from './choices.ts';

/** `slice` is what is read ahead; by default half of k, or all where half is less than an instruction takes. */
export interface PipelineRequest extends GemmStepRequest {
  readonly overlap: Overlap;
  /** Tiles on their way from global memory in registers. */
  readonly prefetch: number;
  /** Copies from global memory to LDS without registers. */
  readonly directToLds: boolean;
  readonly layout: PipelineLayout;
  /** K steps of the kernel: its K divided by that of the tile. */
  readonly steps: number;
}

/** Instructions of one kind that move a part of the tile. */
interface Moves {
  /** Instructions of a wave: for a slice where they read, else for a step. */
  readonly count: number;
  /** Bytes of a lane. */
  readonly widthBytes: number;
}

export interface PipelinePlan {
  readonly request: PipelineRequest;
  readonly step: GemmStep;
  readonly budget: GemmBudget;
  readonly products: GemmProducts;
  /** Slices of a step, and instructions along k of one. */
  readonly slices: number;
  readonly sliceDepth: number;
  /** Of one operand: `perRead` instructions along k have it from one read, or one has it from `parts` reads. */
  readonly reads: Moves & { readonly perRead: number; readonly parts: number };
  /** Pieces of the tile that a wave fetches, and writes to LDS where that is not one instruction. */
  readonly pieces: Moves;
}

const LANES = 64;
const WIDTHS = [16, 12, 8, 4] as const;

/** Tiles in flight in registers, and in LDS, at most: a loop is unrolled by both. */
const MOST_PREFETCHED = 2;
export const MOST_BUFFERS = 3;

export function planPipeline(request: PipelineRequest, machine: Machine): Result<PipelinePlan> {
  const { buffers, prefetch, directToLds } = request;
  for (const [what, value, most] of [
    ['prefetch', prefetch, MOST_PREFETCHED],
    ['the number of LDS buffers', buffers, MOST_BUFFERS],
  ] as const) {
    if (value > most) return failure(diagnose(messages.timing.beyondLimit(what, value, most)));
  }
  const whole = gemmBudget({ ...request, slice: request.k }, machine);
  if (!whole.ok) return whole;
  const depth = whole.value.products.row.k;
  const half = request.k / 2;
  const slice = request.slice ?? (half % depth === 0 ? half : request.k);
  const found = gemmBudget({ ...request, slice }, machine);
  if (!found.ok) return found;
  const { step, budget, products } = found.value;
  const sliceDepth = slice / products.row.k;
  const read = readOf(step.accessBytes, products.operandBytes, sliceDepth);
  if (read === undefined) {
    return failure(
      diagnose(messages.timing.unevenTile(`an operand of ${products.operandBytes} bytes`, '4')),
    );
  }
  const rowBytes = request.k * step.elementBytes;
  const width = WIDTHS.find(
    (bytes) =>
      bytes <= step.accessBytes &&
      rowBytes % bytes === 0 &&
      (!directToLds || hasCopy(bytes / 4, machine)),
  );
  if (width === undefined) {
    const parts = `${directToLds ? 'a copy to LDS' : 'an access'} of the chip`;
    return failure(diagnose(messages.timing.unevenTile(`a row of ${rowBytes} bytes`, parts)));
  }
  const waves = request.waves[0] * request.waves[1];
  const { perRead, parts } = read;
  return success({
    request,
    step,
    budget,
    products,
    slices: request.k / slice,
    sliceDepth,
    reads: {
      ...read,
      count: ((products.rows + products.columns) * sliceDepth * parts) / perRead,
    },
    pieces: { count: Math.ceil(budget.stepBytes / waves / LANES / width), widthBytes: width },
  });
}

/** The widest read that brings whole operands of a slice, or a whole part of one. */
function readOf(
  accessBytes: number,
  operandBytes: number,
  sliceDepth: number,
): Pick<PipelinePlan['reads'], 'widthBytes' | 'perRead' | 'parts'> | undefined {
  for (const widthBytes of WIDTHS) {
    if (widthBytes > accessBytes) continue;
    const perRead = Math.max(1, widthBytes / operandBytes);
    const parts = Math.max(1, operandBytes / widthBytes);
    if (![perRead, parts].every(Number.isInteger) || sliceDepth % perRead !== 0) continue;
    return { widthBytes, perRead, parts };
  }
  return undefined;
}
