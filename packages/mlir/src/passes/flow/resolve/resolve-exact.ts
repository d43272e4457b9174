/**
 * `resolve-swizzle-hints` with a proof: every access of a memory goes to its swizzled offset, or none does.
 *
 * What has to hold, and is upstream's defect where it is not asked for:
 *
 * - the swizzle is a permutation of the buffer: an XOR has a power of two of groups, rows end with the buffer;
 * - every access of the memory is behind a hint, the hints are the same, and views of it begin where the permutation does;
 * - each access stays within a group, or is split where groups end (`plan-access.ts`);
 * - offsets are computed exactly (`swizzled-offset.ts`): nothing is reduced by a period.
 *
 * Where one of these does not hold the memory is padded instead (`pad-hinted.ts`), and where that cannot be done either
 * the logical layout stays. `amdgpu.gather_to_lds` is not touched: its lowering has permuted the source already, so a
 * memory with such a copy must resolve.
 */
import {
  exactPeriod,
  groupsOf,
  type IreeSwizzle,
  isPowerOfTwo,
  messages,
  permutationFault,
  printIreeSwizzle,
} from '@ldscope/core';
import { workgroupAttributions } from '../../../ir/attributions.ts';
import type { Operation } from '../../../ir/ir.ts';
import { resolveType } from '../../../ir/types.ts';
import { Emitter } from '../../emit.ts';
import { add, constant, remainder, zero } from '../../expression.ts';
import { IndexAnalysis } from '../../index-analysis.ts';
import { elementCount, memrefOf } from '../../memref-types.ts';
import {
  type HintedAccess,
  hintedMemories,
  type HintedMemory,
  startOf,
  unknownIndex,
} from './hinted-memory.ts';
import { redirect } from '../index/memory-access.ts';
import { padHinted } from './pad-hinted.ts';
import { type Decision, type PassContext, shownName } from '../pass.ts';
import { planAccess, type PlannedPiece } from './plan-access.ts';
import { dropHints, type ResolveTools } from './resolve-tools.ts';
import { splitLoad, splitStore } from './split-access.ts';
import { swizzleOf } from '../hints/swizzle-hint.ts';
import { swizzledOffset } from './swizzled-offset.ts';
import { workgroupOf } from '../workgroup.ts';

interface PlannedAccess extends HintedAccess {
  readonly pieces: readonly PlannedPiece[];
}

export function resolveExactly(func: Operation, context: PassContext): void {
  const { rewriter } = context;
  const ownerOf = rewriter.ownerOf.bind(rewriter);
  const analysis = new IndexAnalysis({ ...workgroupOf(func, context.machine), ownerOf });
  const memories = hintedMemories(func, rewriter, analysis);
  if (memories.length === 0) return;
  const emitter = new Emitter(func, rewriter, analysis);
  for (const memory of memories) resolveMemory(memory, { context, analysis, emitter, func });
}

const isCopy = ({ access }: HintedAccess): boolean => access.op.name === 'amdgpu.gather_to_lds';

function resolveMemory(memory: HintedMemory, tools: ResolveTools): void {
  const { context } = tools;
  const [root] = memory.roots;
  const [hint] = memory.hints;
  const swizzle = hint && swizzleOf(hint);
  if (root === undefined || swizzle === undefined) return;
  const copies = memory.hinted.filter(isCopy);
  const plan = planMemory(memory, swizzle, tools);
  const figures = { accesses: memory.all.length, copies: copies.length };
  if (typeof plan !== 'string') {
    let pieces = 0;
    for (const access of plan) {
      rewrite(access, swizzle, tools);
      pieces += access.pieces.length;
    }
    dropHints(memory, context);
    warnOfCaller(memory, swizzle, context);
    context.decide(root, {
      ...outcomeOf(plan, copies, swizzle),
      figures: { ...figures, pieces },
    });
    return;
  }
  if (copies.some(({ access }) => access.direction === 'copy destination')) {
    context.decide(root, { verdict: 'refused', reason: plan, figures });
    context.fail(messages.opt.gatherUnresolved(), root.definition ?? hint);
    return;
  }
  const padded = padHinted(memory, swizzle, tools);
  if (typeof padded !== 'string') {
    context.decide(padded.allocation, {
      verdict: 'padded',
      reason: `${plan}; rows of ${padded.pitch} elements are ${padded.pad} longer instead`,
      figures: { ...figures, ...padded.figures },
    });
    return;
  }
  dropHints(memory, context);
  const reason = `${plan}; it is not padded either, since ${padded}: the logical layout stays`;
  context.decide(root, { verdict: 'dropped', reason, figures });
}

function outcomeOf(
  plan: readonly PlannedAccess[],
  copies: readonly HintedAccess[],
  swizzle: IreeSwizzle,
): Pick<Decision, 'verdict' | 'reason'> {
  const text = printIreeSwizzle(swizzle);
  if (plan.length > 0) {
    const reason = `${text}: each access is proven to stay within groups of ${swizzle.accessWidth}`;
    return { verdict: 'resolved', reason };
  }
  if (copies.length === 0) return { verdict: 'dropped', reason: 'nothing accesses it' };
  return copies.some(({ access }) => access.direction === 'copy destination')
    ? { verdict: 'resolved', reason: `${text}: only copies write it, from permuted places` }
    : { verdict: 'dropped', reason: 'only copies read it, whose lowering permutes what they read' };
}

/** The new form of each access; a text says what prevents the swizzle. */
function planMemory(
  memory: HintedMemory,
  swizzle: IreeSwizzle,
  { analysis, context, emitter }: ResolveTools,
): readonly PlannedAccess[] | string {
  const text = printIreeSwizzle(swizzle);
  const other = memory.hints
    .map((hint) => swizzleOf(hint))
    .find((one) => one !== undefined && printIreeSwizzle(one) !== text);
  if (other !== undefined) return `it has two hints, ${text} and ${printIreeSwizzle(other)}`;
  const obstacle = memory.obstacle ?? unknownIndex(memory, analysis, emitter);
  if (obstacle !== undefined) return obstacle;
  const fault = swizzleFault(swizzle) ?? placementFault(memory, swizzle, { analysis, context });
  if (fault !== undefined) return fault;
  const accesses = memory.hinted.filter((one) => !isCopy(one));
  const reading = memory.hinted.find(({ access }) => access.direction === 'copy source');
  if (reading !== undefined && accesses.length > 0) {
    return `${reading.access.op.name} reads it by logical offsets`;
  }
  const planned: PlannedAccess[] = [];
  for (const access of accesses) {
    const pieces = planAccess(access.access, access.offset, swizzle);
    if (typeof pieces === 'string') return pieces;
    planned.push({ ...access, pieces });
  }
  return planned;
}

/** Why an attribute is not a permutation of whole rows. */
function swizzleFault(swizzle: IreeSwizzle): string | undefined {
  const groups = groupsOf(swizzle);
  if (swizzle.kind === 'rotate_rows' || isPowerOfTwo(groups)) return undefined;
  const { rowWidth, accessWidth } = swizzle;
  const rotate = printIreeSwizzle({ kind: 'rotate_rows', rowWidth, accessWidth });
  return `a row has ${groups} groups, which is not a power of two: XOR leaves the row (${rotate} would not)`;
}

/** Why the permutation of what a hint shows is not that of the memory. */
function placementFault(
  memory: HintedMemory,
  swizzle: IreeSwizzle,
  { analysis, context }: Pick<ResolveTools, 'analysis' | 'context'>,
): string | undefined {
  const shown = memory.hints.map(({ operands: [operand] }) => {
    const type = memrefOf(operand);
    const start = operand && startOf(operand, context.rewriter, analysis);
    return { operand, start, elements: type && elementCount(type) };
  });
  const [first] = shown;
  if (first === undefined) return undefined;
  const { elements } = first;
  const isRoot = shown.every(({ operand }) => operand !== undefined && operand === memory.roots[0]);
  if (elements === undefined) {
    return isRoot ? undefined : 'its size is not known, and hints are on views of it';
  }
  const broken = permutationFault(swizzle, elements);
  if (broken !== undefined) return broken.message;
  const alike = shown.every((one) => one.elements === elements);
  const period = alike ? elements : exactPeriod(swizzle);
  for (const { operand, start } of shown) {
    const name = operand === undefined ? '' : shownName(operand);
    if (start === undefined) return `where ${name} begins is not known`;
    if (remainder(start, period).key === zero.key) continue;
    return `${name} does not begin at a multiple of ${period} elements`;
  }
  if (alike || shown.every((one) => (one.elements ?? 0) % swizzle.rowWidth === 0)) return undefined;
  return 'the hints show parts that do not end with a row';
}

function rewrite(
  { access, hint, offset, pieces }: PlannedAccess,
  swizzle: IreeSwizzle,
  tools: ResolveTools,
): void {
  const { emitter, context } = tools;
  const { rewriter } = context;
  const [memory] = hint.operands;
  const { op } = access;
  if (memory === undefined) return;
  const indexOf = (start: number): ReturnType<typeof emitter.emit> =>
    emitter.emit(swizzledOffset(swizzle, add(offset, constant(start))), op);
  const [only, second] = pieces;
  if (only !== undefined && second === undefined) {
    redirect(rewriter, access, memory, [indexOf(0)]);
    // The alignment of the logical offset may be more than groups preserve.
    op.attributes.delete('alignment');
    return;
  }
  const parts = pieces.map(({ start, length }) => ({ start, length, index: () => indexOf(start) }));
  const [stored] = op.operands;
  const type = op.results[0] && resolveType(op.results[0].type);
  if (type?.kind === 'vector') splitLoad(rewriter, op, memory, type, parts);
  else if (stored !== undefined) splitStore(rewriter, op, memory, stored, parts);
}

/** Memory that a caller gives is filled or read by others as well. */
function warnOfCaller({ roots }: HintedMemory, swizzle: IreeSwizzle, context: PassContext): void {
  for (const root of roots) {
    if (root.definition !== undefined) continue;
    const owner = context.rewriter.ownerOf(root);
    if (owner !== undefined && workgroupAttributions(owner).includes(root)) continue;
    context.report(messages.opt.callersMemory(shownName(root), printIreeSwizzle(swizzle)), owner);
  }
}
