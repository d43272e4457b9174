/**
 * The other side of a comparison, for every view: another chip, another model, or the pinned kernel. The comparison matches
 * its sites with those here, so that both pictures show the same instruction.
 */
import {
  type AccessExplanation,
  type AnalysisGlobalSite,
  type AnalysisSite,
  compareAnalyses,
  type Comparison,
  explainAccess,
  explainGlobalAccess,
  type GlobalExplanation,
  matchSites,
  type ProblemAccess,
  type SiteName,
  siteText,
  type Target,
} from '@ldscope/core';
import type { BufferSuggestion } from '@ldscope/engine';
import { type MachineChoice, unservedCell, worstExecution } from '@ldscope/render';
import { computed } from '@preact/signals';
import { buffers as ownBuffers } from '../focus.ts';
import {
  analyzed,
  compared,
  comparedKernel,
  comparedWith,
  comparisonKey,
  globalSite,
  otherSuggestRun,
  site,
} from '../state.ts';

/** The comparison of the other side with the present one; `undefined` while one of them is missing. */
export const comparison = computed<Comparison | undefined>(() => {
  const { analysis, machine, model } = analyzed.value ?? {};
  const other = comparedWith.value?.of;
  return analysis === undefined || machine === undefined || model === undefined
    ? undefined
    : other && compareAnalyses(other, { analysis, machine, model });
});

/** Conflicts of the other side, by the id of the site here; a text where its cycles are unknown. */
export const otherConflicts = computed<ReadonlyMap<string, number | string>>(
  () =>
    new Map(
      comparison.value?.sites.flatMap(({ before, after }) =>
        before === undefined || after === undefined
          ? []
          : [
              [
                after.id,
                before.unserved === undefined ? before.bankConflict : unservedCell(before.unserved),
              ],
            ],
      ),
    ),
);

/** The other side's counterpart of the selected instruction. */
export const otherSite = computed<AnalysisSite | undefined>(() => {
  const id = site.value?.id;
  const found = comparison.value?.sites.find(({ after }) => after?.id === id)?.before?.id;
  return comparedWith.value?.of?.analysis.sites.find((one) => one.id === found);
});

export const otherExplanation = computed<AccessExplanation | undefined>(() => {
  const { machine, model } = comparedWith.value?.of ?? {};
  const at = otherSite.value;
  return at === undefined || machine === undefined || model === undefined
    ? undefined
    : explainAccess(at.worst, 0, machine, model);
});

const globalName = ({ op, direction, buffer, location }: AnalysisGlobalSite): SiteName => ({
  op: `${direction} ${op}`,
  direction: direction === 'load' ? 'read' : 'write',
  buffer,
  text: siteText(location.text ?? ''),
});

const inOrder = (all: readonly AnalysisGlobalSite[]): AnalysisGlobalSite[] =>
  all.toSorted(
    ({ location: a }, { location: b }) =>
      (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );

/** The other side's counterpart of the selected access to global memory. */
export const otherGlobalSite = computed<AnalysisGlobalSite | undefined>(() => {
  const own = inOrder(analyzed.value?.analysis?.globalSites ?? []);
  const other = inOrder(comparedWith.value?.of?.analysis.globalSites ?? []);
  const at = own.findIndex(({ id }) => id === globalSite.value?.id);
  const pair = matchSites(other.map(globalName), own.map(globalName)).find(
    ([, after]) => after === at,
  );
  return pair && other[pair[0]];
});

export const otherGlobalExplanation = computed<GlobalExplanation | undefined>(() => {
  const { coalescing } = comparedWith.value?.of ?? {};
  const at = otherGlobalSite.value;
  return at === undefined || coalescing === undefined
    ? undefined
    : explainGlobalAccess(at.worst, 0, coalescing);
});

/** The chip and the model of the other side, where they differ from this side's. */
export const otherChoice = computed<MachineChoice | undefined>(() => {
  const { machine, model } = comparedWith.value?.of ?? {};
  const own = analyzed.value;
  const isSame = machine?.name === own?.machine?.name && model?.name === own?.model?.name;
  return compared.value ?? (machine === undefined || isSame ? undefined : { machine, model });
});

/** The tile of the other side, with its access and the execution of it that conflicts most. */
export interface OtherTile {
  readonly buffer: BufferSuggestion;
  readonly target: Target;
  readonly access: ProblemAccess;
  readonly instance: number;
}

/** Buffers of the other side; those of the kernel itself for another chip or model. */
export const otherBuffers = computed<readonly BufferSuggestion[]>(() => {
  if (comparedKernel.value === undefined) return ownBuffers.value;
  const { of, result } = otherSuggestRun.value;
  return of === comparisonKey.value ? (result?.buffers ?? []) : [];
});

export const otherTile = computed<OtherTile | undefined>(() => {
  const { machine, model } = comparedWith.value?.of ?? {};
  const id = otherSite.value?.id;
  if (machine === undefined || model === undefined) return undefined;
  for (const buffer of otherBuffers.value) {
    const { problem, now } = buffer;
    const access = problem.accesses.find(({ name }) => name === id);
    const isOnChip = problem.targets.some((one) => one.machine.name === machine.name);
    if (access === undefined || !isOnChip) continue;
    const target = { machine, model };
    const { instance = 0 } = worstExecution(problem, [access], now, target) ?? {};
    return { buffer, target, access, instance };
  }
  return undefined;
});
