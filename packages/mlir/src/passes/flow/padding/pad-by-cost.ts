/**
 * Padding where it pays: the conflict cycles that it saves each allocation decide whether and how much.
 *
 *     %a 64x64xf16, reads of 8 bytes    960 conflict cycles as it is, 0 with 4 elements a row: padded by 64 bits
 *     %b written by gather_to_lds       kept: hardware writes lane after lane
 *     %c 32x36xf32                      kept: no conflicts
 *
 * The kernel is executed once; a pad moves the accesses that were seen, and instructions follow the alignment that is left
 * (`padded-trace.ts` of core). Those that save most cycles get memory first. Where nothing can be executed, the pass's bits
 * are taken, unless they make rows a multiple of the bank period.
 *
 * Allocations with a swizzle hint are left alone when the hint will resolve; else the hint goes and they are padded as
 * others are: a hint that is dropped later would leave them with nothing.
 */
import {
  type AccessTrace,
  bytesOfAllocation,
  type ObservedCost,
  type ObservedTile,
  paddedCost,
  usefulPads,
} from '@ldscope/core';
import { createOperation } from '../../../ir/build.ts';
import { integerOf } from '../../../ir/attribute-values.ts';
import type { Operation } from '../../../ir/ir.ts';
import { dialectOf, factsOf, seesNoElements, touchesMemory } from '../../../rows/facts.ts';
import { isViewOperation } from '../../views.ts';
import { memrefOf, staticShape } from '../../memref-types.ts';
import { derivedUses, isDirectCopyInto } from './derived-users.ts';
import { hintOutcome, resolvedAccesses } from './hint-cost.ts';
import { hintFault } from './hint-prospects.ts';
import {
  elementBitsOf,
  padAllocation,
  type PaddedTypes,
  paddedTypes,
  paddingFault,
  sharedAllocation,
  wholeWords,
} from './pad-allocation.ts';
import { takePaddingHints } from './padding-hint.ts';
import { type Decision, type PassContext, shownName } from '../pass.ts';
import { operationsIn, resultOf, type Rewriter } from '../../rewriter.ts';
import { absorbedSwizzle, swizzleHint, swizzleOf } from '../hints/swizzle-hint.ts';
import { targetOf } from '../target-attribute.ts';
import { isTypedView } from './view-types.ts';

/** The report for an allocation that stays as it is. */
interface Kept {
  readonly kind: 'kept';
  readonly reason: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Wanted pads, the best first; the first that fits is taken. */
interface Plan {
  readonly kind: 'wanted';
  readonly pads: readonly WantedPad[];
  /** Cycles that the best pad saves: who saves most is served first. */
  readonly savedCycles: number;
}

interface Wanted extends Plan {
  readonly allocation: Allocation;
}

interface WantedPad {
  readonly types: PaddedTypes;
  readonly extraBytes: number;
  readonly reason: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** An allocation, with the hint that it had and could not keep. */
interface Allocation {
  readonly op: Operation;
  readonly dropped?: string;
}

/** The accesses of an allocation. */
interface Seen {
  /** As it is: none were found, or nothing was executed. */
  readonly now: AccessTrace | 'untouched' | 'unknown';
  /** With its hint resolved, where it has one and that could be executed. */
  readonly resolved?: AccessTrace;
}

export function padByCost(func: Operation, context: PassContext): void {
  const { rewriter, machine, module, decide } = context;
  const hinted = takePaddingHints(func, context);
  const allocations = allocationsIn(func).map((op) => withoutHopelessHints(op, context));
  if (allocations.length === 0) return;
  const observed = context.observe?.(module, func);
  const isHinted = ({ op }: Allocation): boolean => hintOf(op, rewriter) !== undefined;
  const resolved = allocations.some(isHinted) ? resolvedAccesses(func, context) : undefined;
  const limit = Math.min(
    machine.sharedMemory.bytesPerWorkgroup.value,
    targetOf(func, module, rewriter).ldsBytes ?? Number.POSITIVE_INFINITY,
  );
  const say = ({ op, dropped }: Allocation, decision: Decision): void => {
    const verdict = decision.verdict === 'kept' && dropped !== undefined ? 'dropped' : undefined;
    const why = dropped === undefined ? '' : `${dropped}; `;
    const reason = `${why}${decision.reason}`;
    decide(resultOf(op), { ...decision, reason, verdict: verdict ?? decision.verdict });
  };
  const wanted: Wanted[] = [];
  for (const allocation of allocations) {
    const { op } = allocation;
    const name = shownName(resultOf(op));
    const after = resolved?.get(name);
    const seen: Seen = {
      now: observed === undefined ? 'unknown' : (observed.get(name) ?? 'untouched'),
      ...(after === undefined ? {} : { resolved: after }),
    };
    const plan = planOf(op, hinted.get(op), seen, context);
    if (plan.kind === 'kept') say(allocation, { ...plan, verdict: 'kept' });
    else wanted.push({ ...plan, allocation });
  }
  let left = limit - allocations.reduce((sum, { op }) => sum + usedBytes(op), 0);
  wanted.sort((a, b) => b.savedCycles - a.savedCycles);
  for (const { allocation, pads } of wanted) {
    const pad = pads.find(({ extraBytes }) => extraBytes <= left);
    if (pad === undefined) {
      const [first] = pads;
      const needed = { neededBytes: first?.extraBytes ?? 0, leftBytes: Math.max(0, left) };
      const reason = 'there is no room for padding below the limit of shared memory';
      say(allocation, { verdict: 'kept', reason, figures: { ...first?.figures, ...needed } });
      continue;
    }
    left -= pad.extraBytes;
    const { reason, figures, extraBytes } = pad;
    say(allocation, { verdict: 'padded', reason, figures: { ...figures, extraBytes } });
    padAllocation(allocation.op, pad.types, rewriter);
  }
}

function allocationsIn(func: Operation): Operation[] {
  return operationsIn(func.regions).filter((op) => sharedAllocation(op, false) !== undefined);
}

/** Bytes of an allocation, rounded up to its alignment; a dynamic one counts as none. */
function usedBytes(op: Operation): number {
  const type = memrefOf(op.results[0]);
  const shape = type?.shape ?? [];
  const bytes = bytesOfAllocation({
    shape,
    elementBits: (type && elementBitsOf(type.element)) ?? 0,
  });
  const alignment = integerOf(op, 'alignment') ?? 1;
  return Math.ceil((bytes ?? 0) / alignment) * alignment;
}

const kept = (reason: string, figures: Readonly<Record<string, number>> = {}): Kept => ({
  kind: 'kept',
  reason,
  figures,
});

function planOf(
  op: Operation,
  hintBits: number | undefined,
  seen: Seen,
  context: PassContext,
): Kept | Plan {
  const { rewriter } = context;
  const type = sharedAllocation(op, false);
  const shape = type && staticShape(type);
  const bits = type && elementBitsOf(type.element);
  const row = shape?.at(-1);
  if (type === undefined || shape === undefined) return kept('its shape is dynamic');
  if (row === undefined || bits === undefined) return kept('it has no rows of known elements');
  const uses = derivedUses(resultOf(op), rewriter);
  if (op.attributes.has(absorbedSwizzle) || hintOf(op, rewriter) !== undefined) {
    return hintedPlan(op, bits, seen, context);
  }
  if (shape.length === 1) return kept('it is one row: a pad behind it moves nothing');
  const copy = uses.find(isDirectCopyInto);
  if (copy !== undefined) {
    return kept(`${copy.user.name} writes it lane after lane, as hardware orders them`);
  }
  const odd = uses.find(({ user }) => !canFollow(user));
  if (odd !== undefined) return kept(`${odd.user.name} cannot take the padded layout`);
  const rows = shape.slice(0, -1).reduce((all, size) => all * size, 1);
  const padOf = (
    elements: number,
    reason: string,
    figures: Readonly<Record<string, number>>,
  ): WantedPad | undefined => {
    const types = paddedTypes(type, elements);
    const extraBytes = Math.ceil((rows * elements * bits) / 8);
    if (types === undefined || paddingFault(op, types, rewriter) !== undefined) return undefined;
    return { types, extraBytes, reason, figures: { paddingBits: elements * bits, ...figures } };
  };
  const blocked = kept('a collapse_shape joins its rows, or it leaves the function');
  if (padOf(wholeWords(1, bits), '', {}) === undefined) return blocked;
  if (hintBits !== undefined) {
    const elements = wholeWords(Math.floor(hintBits / bits), bits);
    const pad = padOf(elements, `its hint asks for ${hintBits} bits`, {});
    if (elements === 0) return kept('its padding hint asks for none');
    return pad === undefined
      ? blocked
      : { kind: 'wanted', pads: [pad], savedCycles: Number.POSITIVE_INFINITY };
  }
  const { now } = seen;
  if (now === 'unknown') return unobserved(row, bits, padOf, context);
  if (now === 'untouched') return kept('nothing accesses it');
  return byCost({ trace: now, rowBytes: (row * bits) / 8, machine: context.machine }, bits, padOf);
}

/** The first hint of an allocation, through views. */
function hintOf(op: Operation, rewriter: Rewriter): Operation | undefined {
  return derivedUses(resultOf(op), rewriter).find(({ user }) => user.name === swizzleHint)?.user;
}

/** A hinted allocation stays: a pad would move the groups that its hint permutes. */
function hintedPlan(
  op: Operation,
  bits: number,
  { now, resolved }: Seen,
  context: PassContext,
): Kept {
  const hint = hintOf(op, context.rewriter);
  const swizzle = hint && swizzleOf(hint);
  if (
    swizzle === undefined ||
    typeof now === 'string' ||
    resolved === undefined ||
    bits % 8 !== 0
  ) {
    return kept('its swizzle hint is resolved later; what it leaves was not counted');
  }
  const elementBytes = bits / 8;
  const { machine } = context;
  const rowBytes = swizzle.rowWidth * elementBytes;
  const { reason, figures } = hintOutcome({ now, resolved, rowBytes, elementBytes, machine });
  return kept(reason, figures);
}

type PadOf = (
  elements: number,
  reason: string,
  figures: Readonly<Record<string, number>>,
) => WantedPad | undefined;

/** The pads that save cycles, the best first. */
function byCost(tile: ObservedTile, bits: number, padOf: PadOf): Kept | Plan {
  const before = Number.isInteger(tile.rowBytes) ? paddedCost(tile, 0) : undefined;
  if (before === undefined || bits % 8 !== 0) {
    return kept('its elements are parts of bytes, which are not counted');
  }
  const figures = { accesses: tile.trace.count, conflictCyclesBefore: before.conflictCycles };
  if (before.conflictCycles === 0) return kept('its accesses have no conflicts', figures);
  const better = usefulPads(tile, bits / 8).flatMap((padBytes) => {
    const cost = paddedCost(tile, padBytes);
    return cost !== undefined && cost.cycles < before.cycles ? [{ padBytes, cost }] : [];
  });
  better.sort((a, b) => compare(a.cost, b.cost) || a.padBytes - b.padBytes);
  const pads = better.flatMap(({ padBytes, cost }) => {
    const after = { conflictCyclesAfter: cost.conflictCycles };
    const split = cost.instructions - before.instructions;
    const cycles = { cyclesBefore: before.cycles, cyclesAfter: cost.cycles };
    const more = split > 0 ? `, with ${split} more instructions for what is aligned to less` : '';
    const reason = `${before.conflictCycles} conflict cycles become ${cost.conflictCycles}${more}`;
    return padOf((padBytes * 8) / bits, reason, { ...figures, ...after, ...cycles }) ?? [];
  });
  const [best] = better;
  if (best === undefined || pads.length === 0) return kept('no pad saves cycles', figures);
  return { kind: 'wanted', pads, savedCycles: before.cycles - best.cost.cycles };
}

function compare(a: ObservedCost, b: ObservedCost): number {
  return a.cycles - b.cycles || a.instructions - b.instructions;
}

/** Without accesses: the pass's bits, unless rows become a multiple of the bank period by them. */
function unobserved(
  row: number,
  bits: number,
  padOf: PadOf,
  { number, machine }: PassContext,
): Kept | Plan {
  const wanted = number('padding-bits');
  const elements = wholeWords(Math.floor(wanted / bits), bits);
  const periodBits = 32 * machine.sharedMemory.banks.value;
  if (elements === 0) return kept(`${wanted} bits are less than an element`);
  if (((row + elements) * bits) % periodBits === 0) {
    const reason = `rows of ${row + elements} are a multiple of the bank period again`;
    return kept(reason, { paddingBits: wanted });
  }
  const pad = padOf(elements, 'its accesses are not known: padded as the pass is told', {});
  if (pad === undefined) return kept('its users cannot take the padded layout');
  return { kind: 'wanted', pads: [pad], savedCycles: 0 };
}

/** True for an operation that takes a memref of any strides; views are looked at by their types. */
function canFollow(op: Operation): boolean {
  const { effect } = factsOf(op);
  const isAccess =
    touchesMemory(factsOf(op)) && !['update', 'direct copy', 'unknown'].includes(effect);
  return isAccess || isTypedView(op) || seesNoElements(op) || dialectOf(op) === 'linalg';
}

/** Takes out hints that cannot resolve; a flat allocation gets the shape back that its only view has. */
function withoutHopelessHints(op: Operation, { rewriter }: PassContext): Allocation {
  const hints = rewriter.usersOf(resultOf(op)).filter(({ name }) => name === swizzleHint);
  const faults = hints.flatMap((hint) => hintFault(hint, rewriter) ?? []);
  const [fault] = faults;
  // All hints of an allocation go together: through the others it would be read where nothing was written.
  if (fault === undefined) return { op };
  for (const hint of hints) rewriter.replace(hint, [resultOf(op)]);
  return { op: withShape(op, rewriter), dropped: `its swizzle hint cannot resolve: ${fault}` };
}

function withShape(op: Operation, rewriter: Rewriter): Operation {
  const view = rewriter.usersOf(resultOf(op)).find(isViewOperation);
  const type = memrefOf(resultOf(op));
  const shaped = view && memrefOf(view.results[0]);
  const isOnly = rewriter.useCount(resultOf(op)) === 1 && view?.name === 'memref.expand_shape';
  if (!isOnly || type?.shape?.length !== 1 || shaped?.layout !== undefined) return op;
  if (shaped === undefined || staticShape(shaped) === undefined) return op;
  const { name } = resultOf(op);
  const shape = createOperation('memref.alloc', {
    results: [[name, shaped]],
    attributes: op.attributes,
    span: op.span,
  });
  rewriter.insertBefore(op, shape);
  rewriter.replace(view, [resultOf(shape)]);
  rewriter.erase(op);
  return shape;
}
