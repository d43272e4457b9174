/**
 * The kernels of two files side by side: the function behind `ldscope compare`. Kernels of the same name are compared,
 * and the only kernel of one file with the only one of the other whatever their names.
 */
import {
  compareAnalyses,
  type AnalysisOf,
  type Comparison,
  readableName,
  type WorkgroupCounts,
} from '@ldscope/core';
import type { Analyzed } from '../commands/analyze.ts';
import { compareOutputs, type OutputsOf } from './compare-outputs.ts';
import { type PresentLayout, withLayouts } from './with-layouts.ts';

export interface ComparedKernels {
  readonly comparisons: readonly Comparison[];
  /** Kernels of one file alone, by name. */
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
}

/** An analysed kernel, with the layouts of its buffers where they are known, and how to execute it again. */
export interface ComparedInput {
  readonly analyzed: Analyzed;
  readonly layouts?: readonly PresentLayout[] | undefined;
  readonly outputs?: OutputsOf | undefined;
}

/** Compares the kernels that were analysed; others are left out. */
export function compareKernels(
  before: readonly ComparedInput[],
  after: readonly ComparedInput[],
): ComparedKernels {
  const [own, other] = [usable(before), usable(after)];
  const [first, second] = [own[0], other[0]];
  if (own.length === 1 && other.length === 1 && first !== undefined && second !== undefined) {
    return { comparisons: [compared(first, second)], onlyBefore: [], onlyAfter: [] };
  }
  const free = [...other];
  const onlyBefore: string[] = [];
  const comparisons: Comparison[] = [];
  for (const one of own) {
    const at = free.findIndex(({ name }) => name === one.name);
    const [partner] = at < 0 ? [] : free.splice(at, 1);
    if (partner === undefined) onlyBefore.push(one.name);
    else comparisons.push(compared(one, partner));
  }
  return { comparisons, onlyBefore, onlyAfter: free.map(({ name }) => name) };
}

interface Usable {
  readonly name: string;
  readonly of: AnalysisOf;
  readonly layouts: readonly PresentLayout[];
  readonly outputs: OutputsOf | undefined;
}

const usable = (inputs: readonly ComparedInput[]): Usable[] =>
  inputs.flatMap(({ analyzed: { analysis, machine, model }, layouts = [], outputs }) =>
    analysis === undefined || machine === undefined || model === undefined
      ? []
      : [
          {
            name: readableName(analysis.report.kernel.name),
            of: { analysis, machine, model },
            layouts,
            outputs,
          },
        ],
  );

function compared(before: Usable, after: Usable): Comparison {
  const comparison = withLayouts(
    compareAnalyses(before.of, after.of),
    before.layouts,
    after.layouts,
  );
  if (before.outputs === undefined || after.outputs === undefined) return comparison;
  const { sides } = comparison;
  const large = [sides.before.workgroups, sides.after.workgroups].find(isLarge);
  return { ...comparison, outputs: compareOutputs(before.outputs, after.outputs, large?.launched) };
}

/** Launches of as many workgroups are executed whole, whatever the analysis does. */
const MOST_WORKGROUPS = 256;

/** True where the analysis has not executed them all, and there are too many to do so unasked. */
const isLarge = (counts: WorkgroupCounts | undefined): counts is WorkgroupCounts =>
  counts !== undefined &&
  counts.launched > MOST_WORKGROUPS &&
  (counts.classes !== undefined || counts.executed < counts.launched);
