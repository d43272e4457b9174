/**
 * Hint or no hint for a round trip through shared memory, with the reason: by the rule of IREE's pull request, and by
 * what its accesses cost.
 *
 *     64x128xf16, 8 neighbours written and read      xor_shuffle<128, 8>: 384 conflict cycles become 0
 *                                                    the pull request's rule: xor_shuffle<128, 8, 128, 1>
 *
 * Costs decide in the corrected flow. What they choose is said with the operations that IREE has: a swizzle hint, or a
 * padding hint, of 0 bits where nothing is needed. Where they cannot be counted there is no hint, and padding may apply.
 */
import {
  accessFault,
  chooseMitigation,
  conflictCycles,
  type CountedMitigation,
  decideSwizzle,
  type Mitigation,
  type NestedLayout,
  type PassVerdict,
  periodFault,
  printIreeSwizzle,
  roundTripCounter,
  type RoundTrip,
  type SwizzleDecision,
} from '@ldscope/core';
import { statedBlock, statedWaveSize } from '../../../module/workgroup-size.ts';
import type { Operation } from '../../../ir/ir.ts';
import type { Type } from '../../../ir/types.ts';
import { elementBitsOf } from '../padding/pad-allocation.ts';
import type { PassContext } from '../pass.ts';
import type { AllocationHint } from './shared-round-trip.ts';
import { targetOf } from '../target-attribute.ts';

export interface RoundTripQuestion {
  readonly shape: readonly number[];
  readonly element: Type;
  readonly writer: NestedLayout | undefined;
  readonly reader: NestedLayout | undefined;
  /** Bytes of shared memory that this allocation may take. */
  readonly limitBytes: number;
}

export interface HintDecision {
  readonly hint?: AllocationHint;
  readonly verdict: PassVerdict;
  readonly reason: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** The decision for a round trip of this function. */
export function decideHint(
  question: RoundTripQuestion,
  func: Operation,
  context: PassContext,
): HintDecision {
  const rule = pullRequestRule(question, func, context);
  switch (context.like) {
    case 'iree':
      return { verdict: 'unhinted', reason: 'upstream gives no hint here', figures: {} };
    case 'iree-pr-23778':
      if (rule.kind === 'none') return { verdict: 'unhinted', reason: rule.reason, figures: {} };
      return {
        hint: { kind: 'swizzle', swizzle: rule.swizzle },
        verdict: 'hinted',
        reason: printIreeSwizzle(rule.swizzle),
        figures: {},
      };
    case 'corrected':
      return byCost(question, rule, func, context);
  }
}

function pullRequestRule(
  { shape, element, writer, reader }: RoundTripQuestion,
  func: Operation,
  { module, rewriter, machine, likeIree }: PassContext,
): SwizzleDecision {
  const width = (layout: NestedLayout | undefined): number | undefined =>
    layout?.element_tile.at(-1);
  const [writerWidth, readerWidth] = [width(writer), width(reader)];
  const stated = targetOf(func, module, rewriter).banks;
  const banks = stated ?? (likeIree ? undefined : machine.sharedMemory.banks.value);
  return decideSwizzle({
    shape,
    elementBits: elementBitsOf(element) ?? 0,
    ...(writerWidth !== undefined && { writerWidth }),
    ...(readerWidth !== undefined && { readerWidth }),
    ...(banks !== undefined && { banks }),
  });
}

function byCost(
  question: RoundTripQuestion,
  rule: SwizzleDecision,
  func: Operation,
  { machine, resolvableBy }: PassContext,
): HintDecision {
  const { shape, element, writer, reader, limitBytes } = question;
  const ruleWords = `; IREE's rule: ${rule.kind === 'hint' ? printIreeSwizzle(rule.swizzle) : `none, ${rule.reason}`}`;
  const uncounted = (why: string): HintDecision => {
    const reason = `its accesses cannot be counted: ${why}${ruleWords}`;
    return { verdict: 'unhinted', reason, figures: {} };
  };
  const block = statedBlock(func);
  const waveSize = statedWaveSize(func) ?? machine.waveSizes[0];
  const elementBits = elementBitsOf(element);
  if (reader === undefined) return uncounted('the layout of the reader is not known');
  if (writer === undefined) return uncounted('the layout of the writer is not known');
  if (block === undefined) return uncounted('the size of the workgroup is not stated');
  if ((waveSize !== 32 && waveSize !== 64) || elementBits === undefined) {
    return uncounted('subgroup or elements have an unsupported size');
  }
  const threads = block[0] * block[1] * block[2];
  const layouts = { shape, elementBits, writer, reader };
  const trip: RoundTrip = { ...layouts, threads, subgroupSize: waveSize, machine };
  const choice = chooseMitigation(trip, {
    limitBytes,
    ...(resolvableBy === 'iree' ? { accepts: (one) => trapOf(one, trip) === '' } : {}),
  });
  if (!choice.ok) return uncounted(choice.diagnostics[0]?.message ?? 'the layouts do not fit');
  const { chosen, none, best } = choice.value;
  const figures: Record<string, number> = {
    conflictCyclesBefore: conflictCycles(none),
    conflictCyclesAfter: conflictCycles(chosen),
    cyclesBefore: none.cost.cycles,
    cyclesAfter: chosen.cost.cycles,
    instructionsBefore: none.cost.instructions,
    instructionsAfter: chosen.cost.instructions,
    ldsBytes: chosen.cost.ldsBytes,
  };
  const padded = best.find(({ family }) => family === 'padding');
  if (padded !== undefined) figures['conflictCyclesOfBestPadding'] = conflictCycles(padded);
  const ofRule = ruleCost(rule, trip);
  if (ofRule !== undefined) figures['conflictCyclesOfIreeRule'] = ofRule;
  const illegal =
    rule.kind === 'hint' && ofRule === undefined ? ', which loses elements or cuts accesses' : '';
  const change = `${conflictCycles(none)} conflict cycles become ${conflictCycles(chosen)}`;
  const words = `${wordsOf(chosen, elementBits)}: ${change}${trapOf(chosen.mitigation, trip)}${ruleWords}${illegal}`;
  const hint = hintOf(chosen.mitigation, elementBits);
  return { hint, verdict: verdictOf(chosen), reason: words, figures };
}

/** Conflict cycles of what the rule hints; `undefined` where that is not legal. */
function ruleCost(rule: SwizzleDecision, trip: RoundTrip): number | undefined {
  const counter = roundTripCounter(trip);
  if (!counter.ok) return undefined;
  const mitigation: Mitigation =
    rule.kind === 'hint' ? { kind: 'swizzle', swizzle: rule.swizzle } : { kind: 'none' };
  const cost = counter.value(mitigation);
  return cost && cost.writeConflictCycles + cost.readConflictCycles;
}

const verdictOf = ({ family }: CountedMitigation): PassVerdict =>
  family === 'none' ? 'unhinted' : 'hinted';

function wordsOf({ mitigation }: CountedMitigation, elementBits: number): string {
  switch (mitigation.kind) {
    case 'none':
      return 'no mitigation saves cycles';
    case 'swizzle':
      return printIreeSwizzle(mitigation.swizzle);
    case 'padding':
      return `padding by ${mitigation.elements * elementBits} bits`;
  }
}

/** The result of IREE's own resolver, where it is wrong or missing. */
function trapOf(mitigation: Mitigation, { shape, writer, reader }: RoundTrip): string {
  if (mitigation.kind !== 'swizzle') return '';
  const elements = shape.reduce((all, size) => all * size, 1);
  const widths = [writer, reader].map(({ element_tile }) => element_tile.at(-1) ?? 1);
  const drops = widths.flatMap((width) => accessFault(mitigation.swizzle, 0, width) ?? []);
  const trap = drops[0] ?? periodFault(mitigation.swizzle, elements);
  return trap === undefined ? '' : `; resolved by IREE itself, ${trap.message}`;
}

function hintOf(mitigation: Mitigation, elementBits: number): AllocationHint {
  switch (mitigation.kind) {
    case 'none':
      return { kind: 'padding', bits: 0 };
    case 'swizzle':
      return { kind: 'swizzle', swizzle: mitigation.swizzle };
    case 'padding':
      return { kind: 'padding', bits: mitigation.elements * elementBits };
  }
}
