/**
 * Runs the cases of a list of IREE's behaviour (`schema: iree-cases/1`): each by the pass that it names, as IREE does it.
 *
 * Counters that were measured go to the conflict model. Cases of passes that we do not have are shown and not counted.
 */
import { type CaseOutcome, Comparison } from '../base/comparison.ts';
import { scoreIreeCase } from '../published/iree.ts';
import { type JsonObject, objectAt, textAt } from '../base/json.ts';
import { compareAsync, compareCoalesced } from './copies.ts';
import { compareAbsorb, compareFlatten, compareFold, compareReinsert } from './hint-passes.ts';
import { comparePadding } from './padding.ts';
import { compareResolve } from './resolve.ts';
import type { IreeCase } from './run-passes.ts';
import {
  compareBounds,
  compareConfiguration,
  compareDecision,
  compareOffsets,
  comparePhaseGroups,
  compareValidity,
  compareVerifier,
} from './rules.ts';
import { compareVectorAlloc } from './vector-alloc.ts';

type Compare = (one: IreeCase, to: Comparison) => void;

/** By the pass that a case names. */
const passes: Readonly<Record<string, Compare>> = {
  'resolve-swizzle-hints': compareResolve,
  'gpu-reduce-bank-conflicts': comparePadding,
  'flatten-swizzle-hint-allocs': compareFlatten,
  'absorb-swizzle-hint-to-alloc': compareAbsorb,
  'reinsert-swizzle-hints': compareReinsert,
  'gpu-apply-tiling-level (fold patterns)': compareFold,
  'gpu-apply-tiling-level': compareFold,
  'gpu-vector-alloc': compareVectorAlloc,
  'amdgpu-lower-coalesced-dma-to-gather-lds': compareCoalesced,
  'amdgpu-lower-async-dma': compareAsync,
  'gpu-vector-alloc decision': compareDecision,
  'swizzleOffset': compareOffsets,
  'attribute verifier': compareVerifier,
  'isXORShuffleValid': compareValidity,
  'getXorShuffleBounds': compareBounds,
  'getPhaseGroups': comparePhaseGroups,
  'llvmgpu-select-lowering-strategy': compareConfiguration,
};

/** Passes that prepare or follow the flow, and that we do not have. */
const elsewhere: ReadonlySet<string> = new Set([
  'gpu-promote-matmul-operands',
  'rocdl lowering pipeline (VectorDistribute)',
]);

/** The outcome of one case, by the pass that it names. */
export function runIreeCase(item: JsonObject): CaseOutcome {
  const id = textAt(item, 'id') ?? 'case without id';
  const pass = textAt(item, 'pass') ?? '';
  const to = new Comparison();
  const score = scoreIreeCase(item);
  if (score !== undefined) {
    to.equal('the counter', score.measured, score.predicted ?? score.reason ?? 'nothing');
    return to.outcome(id, 'hardware counters');
  }
  if (elsewhere.has(pass)) {
    return {
      id,
      kind: pass,
      verdict: 'elsewhere',
      remarks: [`ldscope does not have ${pass}`],
      compared: 0,
    };
  }
  // Two defects are told as what a permutation does.
  const compare = id.startsWith('defect-') ? compareOffsets : passes[pass];
  if (compare === undefined) to.fail(`'${pass}' is not a pass that we know`);
  else {
    const input = objectAt(item, 'input') ?? {};
    compare({ item, input, expected: objectAt(item, 'expected') ?? {} }, to);
  }
  return to.outcome(id, pass);
}
