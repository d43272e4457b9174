/** The buffer of the selected instruction, and its access, once layouts have been searched. */
import type { ProblemAccess, Target } from '@ldscope/core';
import type { BufferSuggestion } from '@ldscope/engine';
import { worstExecution } from '@ldscope/render';
import { computed } from '@preact/signals';
import { analyzed, bufferIndex, site, suggestRun, triedWords } from './state.ts';

export const buffers = computed<readonly BufferSuggestion[]>(
  () => suggestRun.value.result?.buffers ?? [],
);

/** An access of a buffer, and the one of its executions that conflicts most under the present layout. */
export interface Focus {
  readonly buffer: BufferSuggestion;
  readonly access: ProblemAccess;
  readonly instance: number;
  readonly target: Target;
}

export const buffer = computed<BufferSuggestion | undefined>(() => {
  const id = site.value?.id;
  const all = buffers.value;
  return (
    all.find(({ problem }) => problem.accesses.some(({ name }) => name === id)) ??
    all[bufferIndex.value] ??
    all[0]
  );
});

/** The chip of the analysis, under the model that was chosen; layouts are searched under its first. */
export const target = computed<Target | undefined>(() => {
  const { machine, model } = analyzed.value ?? {};
  const all = buffer.value?.problem.targets ?? [];
  const found = all.find((one) => one.machine.name === machine?.name);
  return found === undefined || model === undefined ? (found ?? all[0]) : { ...found, model };
});

export const focus = computed<Focus | undefined>(() => {
  const found = buffer.value;
  const id = site.value?.id;
  const access = found?.problem.accesses.find(({ name }) => name === id);
  const on = target.value;
  if (found === undefined || access === undefined || on === undefined) return undefined;
  const { problem, now } = found;
  const { instance = 0 } = worstExecution(problem, [access], now, on) ?? {};
  return { buffer: found, access, target: on, instance };
});

/** The index of the tried layout in the front; -1 while the buffer is shown as it is. */
export const layoutIndex = computed(() => {
  const words = triedWords.value;
  return buffer.value?.suggested.front.findIndex(({ layout }) => layout === words) ?? -1;
});

/** The first element that a lane of the shown access moves, where the tile is known. */
export const elementOfLane = computed(() => {
  const at = focus.value;
  if (at === undefined) return undefined;
  const { access, instance, buffer: of } = at;
  return (lane: number): readonly [number, number] | undefined => {
    const index = instance * of.problem.waveSize + lane;
    const row = access.rows[index];
    const column = access.columns[index];
    return row === undefined || column === undefined ? undefined : [row, column];
  };
});
