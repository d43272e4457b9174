/**
 * The layout that is tried in place of the buffer's own: a suggested one, or one that the user typed in any notation. The
 * parser of notations is loaded with the first of them; until then the page is busy.
 *
 *     triedWords = 'XOR of 4 B units with row mod 32'     of the front
 *     triedWords = 'Sw<2,0,3> o 0 o (32,32):(32,1)'       typed
 */
import type { AccessExplanation, Problem, Result, TileLayout } from '@ldscope/core';
import type { TriedLayout } from '@ldscope/engine';
import { explainUnder } from '@ldscope/render';
import { computed, signal } from '@preact/signals';
import { buffer, focus, layoutIndex, target } from '../focus.ts';
import { loading, triedWords } from '../state.ts';
import type * as Reader from './reader.ts';

export const reader = signal<typeof Reader | undefined>(undefined);
const isLoading = signal(false);
/** The parser of notations could not be loaded. */
export const readerFailed = signal(false);

/** Loads the parser, once. */
export function loadReader(): void {
  if (reader.value !== undefined || isLoading.value) return;
  isLoading.value = true;
  readerFailed.value = false;
  loading.value = loading.peek() + 1;
  void import('./reader.ts')
    .then(
      (found) => {
        reader.value = found;
      },
      () => {
        readerFailed.value = true;
      },
    )
    .finally(() => {
      isLoading.value = false;
      loading.value = loading.peek() - 1;
    });
}

/** The text that the reader typed; `undefined` where there is none, or one of the suggested is tried. */
export const typedText = computed(() =>
  layoutIndex.value >= 0 || triedWords.value?.trim() === '' ? undefined : triedWords.value,
);

/** The accesses on which layouts are tried, on the chips of the search, under the selected model. */
const problem = computed<Problem | undefined>(() => {
  const of = buffer.value;
  return of === undefined ? undefined : withModel(of.whole);
});

function withModel(of: Problem): Problem {
  const on = target.value;
  return {
    ...of,
    targets: of.targets.map((one) => (one.machine.name === on?.machine.name ? on : one)),
  };
}

/** The typed layout, read and counted; `undefined` as long as nothing is typed or it cannot be read yet. */
export const typed = computed<Result<TriedLayout> | undefined>(() => {
  const words = typedText.value;
  const of = problem.value;
  return words === undefined || of === undefined ? undefined : reader.value?.tryLayout(words, of);
});

/** A layout with the accesses under it, split where it does not keep vectors contiguous. */
interface Tried {
  readonly layout: TileLayout;
  readonly problem: Problem | undefined;
  readonly words: string;
}

/** The tried layout; `undefined` while the buffer is shown as it is, and for a layout that the accesses cannot use. */
export const tried = computed<Tried | undefined>(() => {
  const { front = [], frontProblems = [], suggested } = buffer.value ?? {};
  const index = layoutIndex.value;
  const chosen = front[index];
  if (chosen !== undefined) {
    const words = suggested?.front[index]?.layout ?? '';
    return { layout: chosen, problem: frontProblems[index], words };
  }
  const read = typed.value;
  if (read?.ok !== true || read.value.cost === undefined) return undefined;
  const { layout, words, cost } = read.value;
  return { layout, problem: cost.problem, words };
});

/** Cost of the layout that is tried on, and of the present one; `undefined` until they can be counted. */
export const triedCosts = computed(() => {
  const of = buffer.value;
  const all = problem.value;
  const present = tried.value;
  const { countLayout } = reader.value ?? {};
  if (of === undefined || all === undefined || present === undefined || countLayout === undefined)
    return undefined;
  return {
    targets: all.targets,
    now: countLayout(of.now, withModel(of.problem)).cost,
    tried: countLayout(present.layout, all).cost,
  };
});

/** The instruction under the layout that is tried on. */
export const triedExplanation = computed<AccessExplanation | undefined>(() => {
  const at = focus.value;
  const present = tried.value;
  if (at === undefined || present === undefined) return undefined;
  const { buffer: of, access, instance, target: on } = at;
  return explainUnder(of.problem, access, instance, present.layout, on, present.problem);
});
