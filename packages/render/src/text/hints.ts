/** Swizzle hints that no pass has resolved yet, in sentences that every output shows below the verdict. */
import { append, type HintReport, type HintResolution } from '@ldscope/core';
import type { Terms } from './terminology.ts';
import { grouped } from './numbers.ts';

/** First the scope of the figures, then the result of each resolver; resolvers that agree share a sentence. */
export function hintSentences({ allocations, resolutions }: HintReport, terms: Terms): string[] {
  const several = allocations.length > 1;
  // Node takes longer to make it than most commands to answer, and few kernels have hints.
  const list = new Intl.ListFormat('en-GB');
  const machines = new Set(resolutions.map(({ machine }) => machine));
  const groups = new Map<string, HintResolution[]>();
  for (const resolution of resolutions) {
    const on = machines.size > 1 ? ` on ${resolution.machine}` : '';
    const outcome = `${outcomeOf(resolution, terms)}${on}`;
    append(groups, outcome, resolution);
  }
  return [
    `${list.format(allocations)} ${several ? 'have swizzle hints' : 'has a swizzle hint'} that no pass has resolved yet: ` +
      `figures are of memory as the kernel addresses it now`,
    ...[...groups].map(
      ([outcome, group]) =>
        `Resolved by ${list.format(group.map(({ resolver }) => resolver))}: ${outcome}`,
    ),
  ];
}

function outcomeOf(
  { totals, reason, difference, decisions }: HintResolution,
  terms: Terms,
): string {
  const others = decisions
    .filter(({ verdict }) => verdict !== 'resolved')
    .map((one) => `; the hint of ${one.allocation} is ${one.verdict}: ${one.reason}`)
    .join('');
  if (totals === undefined) return `not counted, since ${reason ?? 'the passes fail'}${others}`;
  const { bankConflict, idxActive } = totals;
  const wrong =
    difference === undefined
      ? ''
      : `; the kernel then computes something else: it leaves another value in ${difference}`;
  return `${grouped(bankConflict)} of ${grouped(idxActive)} ${terms.memoryCycles} are conflicts${wrong}${others}`;
}
