/**
 * Gives vectors shared memory where their elements change hands: where a load is to be promoted, and where a value is needed
 * in another layout than it has. There the layouts of writer and reader are known, so this is the place to decide how the
 * memory is laid out.
 *
 *     %r = vector.transfer_read %global ...                          %r, copied in the layout derived for the workgroup
 *     %o = to_layout %r to layout(#mfma) {shared_memory_conversion}  reads the copy
 *
 * Upstream gives no hint; pull request 23778 does by its rule, at conversions alone: it is older than the promotion of
 * loads. The corrected pass decides by cost (`round-trip-decision.ts`). Source: iree-org/iree @b48a5955
 * `GPUVectorAlloc.cpp`, and the pull request @5515b1b0.
 */
import {
  bytesOfAllocation,
  derivedWriterLayout,
  type Message,
  messages,
  needsSharedMemory,
  type NestedLayout,
  nestedShape,
} from '@ldscope/core';
import { type Attribute, resolveAttribute, resolveType } from '../../../ir/types.ts';
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Value } from '../../../ir/ir.ts';
import { statedBlock } from '../../../module/workgroup-size.ts';
import { forwardLayouts, type Layouts } from './layout-analysis.ts';
import { fixLayouts, layoutAttribute } from './layout-fixup.ts';
import { elementBitsOf } from '../padding/pad-allocation.ts';
import type { Pass, PassContext } from '../pass.ts';
import {
  conversionAttribute,
  promotionText,
  promotionTypes,
  toLayout,
} from './promotion-analysis.ts';
import { operationsIn, resultOf } from '../../rewriter.ts';
import { decideHint, type RoundTripQuestion } from './round-trip-decision.ts';
import { addBlockBarrier, addRoundTrip, type RoundTripPlace } from './shared-round-trip.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';
import { removeUnitBroadcasts } from './unit-broadcasts.ts';
import { vectorOf } from './vector-operations.ts';

export const gpuVectorAlloc: Pass = {
  name: 'gpu-vector-alloc',
  summary: 'puts vectors whose elements change hands into shared memory, with a layout hint',
  options: {
    'writer-bits': {
      summary:
        'bits that a thread writes at once, fewer where threads and tile do not divide; 0: what costs the fewest cycles, ' +
        'of 128, 64 and 32',
      value: 128,
    },
  },
  run: (context) => {
    for (const func of functionsIn(context.module)) {
      allocateVectors(func, context);
      if (context.failed()) return;
    }
  },
};

/** Bits that a thread may write at once, the widest first. */
const WIDTHS = [128, 64, 32];

/** Upstream's promotion types. */
const promotions =
  /^#iree_gpu\.(?:derived_thread_config|use_global_load_dma|promote_with_cache_swizzle|swizzle_operand)\b/;
const DERIVED = '#iree_gpu.derived_thread_config';
const derived: Attribute = { kind: 'opaque', text: DERIVED };

function allocateVectors(func: Operation, context: PassContext): void {
  const { rewriter, like } = context;
  removeUnitBroadcasts(func, rewriter);
  const isOld = like === 'iree-pr-23778';
  const wrong = isOld ? undefined : conversionsIn(func).find((op) => !isPromotion(op));
  if (wrong !== undefined) {
    context.fail(messages.opt.promotionAttribute(), wrong);
    return;
  }
  const wanted = promotionTypes(func, rewriter);
  // The pull request converts where it is asked to; main promotes what is loaded instead.
  if (!isOld) for (const op of conversionsIn(func)) op.attributes.delete(conversionAttribute);
  const layouts = forwardLayouts(func, rewriter);
  fixLayouts(func, layouts, rewriter);
  markConflicts(func, layouts);
  const loads = isOld ? [] : promotedLoads(func, wanted);
  const vectors = [
    ...loads.map(({ results: [result] }) => result),
    ...conversionsIn(func).map(({ operands: [input] }) => input),
  ];
  const budget = budgetOf(func, vectors, context);
  promoteLoads(loads, func, layouts, budget, context);
  if (context.failed()) return;
  for (const op of conversionsIn(func)) convert(op, func, layouts, budget, context);
}

function conversionsIn(func: Operation): Operation[] {
  return operationsIn(func.regions).filter(
    ({ name, attributes, results }) =>
      name === toLayout && attributes.has(conversionAttribute) && results.length === 1,
  );
}

function isPromotion({ attributes }: Operation): boolean {
  const attribute = attributes.get(conversionAttribute);
  const resolved = attribute && resolveAttribute(attribute);
  return resolved?.kind === 'opaque' && promotions.test(resolved.text);
}

/** Marks layouts between which elements change hands. */
function markConflicts(func: Operation, layouts: Layouts): void {
  for (const op of operationsIn(func.regions)) {
    const [input] = op.operands;
    const [result] = op.results;
    if (op.name !== toLayout || result === undefined) continue;
    const from = input && layouts.get(input);
    const to = layouts.get(result);
    if (from !== undefined && to !== undefined && needsSharedMemory(from, to)) {
      op.attributes.set(conversionAttribute, derived);
    }
  }
}

/** Shared memory that is left when every round trip has its own, for what mitigations add. */
interface Budget {
  spareBytes: number;
}

function budgetOf(
  func: Operation,
  vectors: readonly (Value | undefined)[],
  { machine }: PassContext,
): Budget {
  const given = operationsIn(func.regions).flatMap(({ name, results: [result] }) =>
    name === 'bufferization.alloc_tensor' ? [result] : [],
  );
  const used = [...given, ...vectors].reduce((sum, value) => sum + bytesOf(value), 0);
  return { spareBytes: machine.sharedMemory.bytesPerWorkgroup.value - used };
}

/** Bytes of a vector, or of a tensor in shared memory. */
function bytesOf(value: Value | undefined): number {
  const type = value && resolveType(value.type);
  const isShared = type?.kind === 'tensor' && type.encoding !== undefined;
  if (type?.kind !== 'vector' && !isShared) return 0;
  const elementBits = elementBitsOf(type.element) ?? 0;
  return bytesOfAllocation({ shape: type.shape ?? [], elementBits }) ?? 0;
}

/** Loads whose value is to be promoted. */
function promotedLoads(func: Operation, wanted: ReadonlyMap<Value, Attribute>): Operation[] {
  return operationsIn(func.regions).filter(({ name, results: [result] }) => {
    const promotion = result && wanted.get(result);
    const isLoad = name === 'vector.transfer_read' || name === 'vector.gather';
    return isLoad && promotion !== undefined && promotionText(promotion) === DERIVED;
  });
}

/** Puts loads through shared memory, written as the workgroup copies best. */
function promoteLoads(
  loads: readonly Operation[],
  func: Operation,
  layouts: Layouts,
  budget: Budget,
  context: PassContext,
): void {
  const { rewriter } = context;
  const block = statedBlock(func);
  /** Like upstream the file fails; corrected, the load stays as it is. */
  const refuse = (message: Message, at: Operation): void => {
    if (context.likeIree) context.fail(message, at);
    else context.report(messages.opt.notPromoted(message.message), at);
  };
  if (loads.length > 0 && block === undefined) {
    refuse(messages.opt.noWorkgroupSize(), func);
    return;
  }
  const threads = block === undefined ? 0 : block[0] * block[1] * block[2];
  for (const load of loads) {
    const vector = resultOf(load);
    const type = vectorOf(vector);
    const reader = layouts.get(vector);
    if (type === undefined || reader === undefined) {
      refuse(messages.opt.noPromotedLayout(), load);
      if (context.failed()) return;
      continue;
    }
    const shape = nestedShape(reader);
    const about = { shape, element: type.element, reader };
    const limitBytes = bytesOf(vector) + Math.max(0, budget.spareBytes);
    const chosen = writerLayout({ ...about, limitBytes }, type.shape, threads, func, context);
    if (chosen === undefined) {
      refuse(messages.opt.noDerivedLayout(), load);
      if (context.failed()) return;
      continue;
    }
    const { operations } = rewriter.blockOf(load);
    const anchor = operations[operations.indexOf(load) + 1];
    // A load at the end of a block has no users.
    if (anchor === undefined) continue;
    addBlockBarrier(load, rewriter);
    const copied = rewriter.insertAfter(
      load,
      createOperation(toLayout, {
        operands: [vector],
        results: [[vector.name, vector.type]],
        attributes: [['layout', layoutAttribute(chosen.writer)]],
      }),
    );
    const question = { ...about, ...chosen };
    const place = { anchor, span: load.span };
    const read = throughMemory(resultOf(copied), place, question, func, budget, context);
    rewriter.replaceAllUses(vector, read, (user) => user !== copied);
  }
}

/** The layout that a load is written in, with the bits of a write where the decision or the tile chose them. */
interface Writer {
  readonly writer: NestedLayout;
  readonly writerBits?: number;
}

/** The layout of the requested width, or of the next one that divides the tile; or of the width with the fewest cycles. */
function writerLayout(
  question: Omit<RoundTripQuestion, 'writer'>,
  shape: readonly number[],
  threads: number,
  func: Operation,
  context: PassContext,
): Writer | undefined {
  const elementBits = elementBitsOf(question.element) ?? 0;
  const asked = context.likeIree ? 128 : context.number('writer-bits');
  const narrower = context.likeIree ? [] : WIDTHS.filter((width) => width < asked);
  let best: (Writer & { readonly cycles: number }) | undefined;
  for (const writerBits of asked === 0 ? WIDTHS : [asked, ...narrower]) {
    const writer = derivedWriterLayout(shape, threads, elementBits, writerBits);
    if (writer === undefined) continue;
    if (asked !== 0) return writerBits === asked ? { writer } : { writer, writerBits };
    const { figures } = decideHint({ ...question, writer }, func, context);
    const cycles = figures['cyclesAfter'] ?? Number.POSITIVE_INFINITY;
    if (best === undefined || cycles < best.cycles) best = { writer, writerBits, cycles };
  }
  return best;
}

/** Puts shared memory between a conversion and its input. */
function convert(
  op: Operation,
  func: Operation,
  layouts: Layouts,
  budget: Budget,
  context: PassContext,
): void {
  const { rewriter } = context;
  const [input] = op.operands;
  const type = vectorOf(input);
  if (input === undefined || type === undefined) return;
  addBlockBarrier(op, rewriter);
  const reader = layouts.get(resultOf(op));
  // The pull request takes the reader's layout for a writer that it does not know.
  const writer = layouts.get(input);
  const question = { shape: type.shape, element: type.element, writer, reader };
  const place = { anchor: op, span: op.span };
  const read = throughMemory(input, place, question, func, budget, context);
  rewriter.setOperand(op, 0, read);
  op.attributes.delete(conversionAttribute);
}

/** The vector, read back from shared memory. */
function throughMemory(
  vector: Value,
  place: RoundTripPlace,
  { writerBits, ...question }: Omit<RoundTripQuestion, 'limitBytes'> & Pick<Writer, 'writerBits'>,
  func: Operation,
  budget: Budget,
  context: PassContext,
): Value {
  const { rewriter, decide } = context;
  const type = vectorOf(vector);
  if (type === undefined) throw new Error('only vectors go through shared memory');
  const plainBytes = bytesOf(vector);
  const limitBytes = plainBytes + Math.max(0, budget.spareBytes);
  const { hint, ...decision } = decideHint({ ...question, limitBytes }, func, context);
  const trip = addRoundTrip(vector, type, question.shape, place, rewriter, hint);
  const figures = writerBits === undefined ? decision.figures : { ...decision.figures, writerBits };
  decide(trip.allocation, { ...decision, figures });
  budget.spareBytes -= (decision.figures['ldsBytes'] ?? plainBytes) - plainBytes;
  return trip.read;
}
