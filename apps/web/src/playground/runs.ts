/**
 * When the engine runs: an analysis follows each change of the inputs, everything else is computed when a view needs it.
 * Tasks are spread over lanes that run one task at a time, so that a timeline does not hold up an analysis.
 */
import type { ReportDiagnostic, TileLayout } from '@ldscope/core';
import { batch, computed, effect, signal, type Signal, untracked } from '@preact/signals';
import { PINNED } from '../share/state.ts';
import { Cancelled, Lane } from '../worker/client.ts';
import type { KernelText, ResultOf, Task, TaskResults } from '../worker/tasks.ts';
import { isCkCpp, layoutsRun, layoutsTask } from './ck/state.ts';
import {
  type Analyses,
  analyses,
  analysisRun,
  analyzed,
  baseline,
  bufferIndex,
  compared,
  comparedKernel,
  comparedWith,
  compareName,
  comparisonKey,
  comparisonRun,
  diagnosed,
  diagnostics,
  file,
  fixRun,
  isOtherKernel,
  isSchedule,
  launch,
  loading,
  openedText,
  openings,
  otherSuggestRun,
  otherTimelineRun,
  machineName,
  modelName,
  opening,
  report,
  type Run,
  stale,
  suggestRun,
  text,
  tileAt,
  tileText,
  timelineRun,
  view,
  workgroups,
} from './state.ts';

const analysisLane = new Lane();
const comparisonLane = new Lane();
const viewLane = new Lane();
const fixLane = new Lane();
const otherLane = new Lane();
const otherTimelineLane = new Lane();
const layoutsLane = new Lane();

const lanes = [
  layoutsLane,
  analysisLane,
  comparisonLane,
  viewLane,
  fixLane,
  otherLane,
  otherTimelineLane,
];

/** A pause of typing after which the kernel is analyzed. */
const PAUSE_MILLISECONDS = 250;

/** The inputs of an execution of the kernel. */
const kernelText = computed<KernelText>(() => ({
  text: text.value,
  file: file.value,
  machine: machineName.value,
  model: modelName.value,
  ...(launch.value.trim() === '' ? {} : { launch: launch.value }),
  workgroups: workgroups.value,
  code: openedText.value?.code,
  dynamicLdsBytes: openedText.value?.dynamicLdsBytes,
  triton: openedText.value?.triton,
}));

let versions = 0;

/** A key that differs for each version of the inputs. */
const inputKey = computed(() => {
  void kernelText.value;
  void openings.value;
  return String(++versions);
});
/** The inputs after a pause of typing. */
const settledKey = signal<string | undefined>(undefined);

/** How often the reader has restarted cancelled runs. */
const attempts = signal(0);

/** A run has the result of these inputs, or is about to. */
const isAt = <T>({ status, of, asked }: Run<T>, key: string): boolean =>
  status === 'running' ? asked === key : of === key && status === 'done';

/** By signal: the number of tasks run for it. */
const taskCounts = new WeakMap<object, number>();

/**
 * Runs a task whose result goes into a signal; the old result stays until the new one is there, and `settle` can keep it
 * longer. `settle` is called before anything else sees the signal.
 */
async function runInto<T extends Task>(
  lane: Lane,
  task: T,
  into: Signal<Run<ResultOf<T>>>,
  key: string,
  settle: (result: ResultOf<T>, done: Run<ResultOf<T>>) => void = (_, done) => {
    into.value = done;
  },
): Promise<ResultOf<T> | undefined> {
  const { result: last, of } = into.peek();
  const before = last === undefined ? {} : { result: last, ...(of === undefined ? {} : { of }) };
  into.value = { ...before, status: 'running', asked: key };
  const count = (taskCounts.get(into) ?? 0) + 1;
  taskCounts.set(into, count);
  // Another state may have been opened meanwhile, or the same is asked again: this result is no longer needed.
  const isAwaited = (): boolean => into.peek().asked === key && taskCounts.get(into) === count;
  try {
    const result = await lane.run(task, (progress) => {
      if (isAwaited()) into.value = { ...before, status: 'running', asked: key, progress };
    });
    if (!isAwaited()) return undefined;
    batch(() => settle(result, { status: 'done', result, of: key }));
    return result;
  } catch (error) {
    if (!isAwaited()) return undefined;
    if (error instanceof Cancelled) {
      // A task of another kind may have the lane now: this one begins again when something needs it.
      const status = !lane.busy ? 'cancelled' : last === undefined ? 'idle' : 'done';
      into.value = { ...before, status };
    } else {
      into.value = {
        ...before,
        status: 'fault',
        fault: error instanceof Error ? error.message : String(error),
      };
    }
    return undefined;
  }
}

const isUsable = (all: Analyses): boolean => all.some(({ analysis }) => analysis !== undefined);

async function analyze(): Promise<void> {
  const key = inputKey.peek();
  const task = { kind: 'analyze', ...kernelText.peek() } as const;
  const { result: last, of: lastKey } = analysisRun.peek();
  await runInto(analysisLane, task, analysisRun, key, (result, done) => {
    const notes = openedText.peek()?.notes ?? [];
    const said = distinct([...notes, ...result.flatMap((one) => one.diagnostics)]);
    const wasSchedule = isSchedule.value;
    isSchedule.value = result[0]?.abilities?.analyze === false;
    if (isSchedule.value) {
      // A schedule has a timeline and nothing else.
      analysisRun.value = { status: 'idle' };
      if (!wasSchedule && view.value !== 'machine') view.value = 'timeline';
      // A timeline that came before this answer was not known to be that of a schedule; later ones are judged when they come.
      if (!wasSchedule && timelineRun.value.status === 'done') judgeSchedule(undefined);
      return;
    }
    diagnostics.value = said;
    diagnosed.value = key;
    // The timeline of a schedule is not that of the kernel which has taken its place.
    if (wasSchedule && isUsable(result)) timelineRun.value = { status: 'idle' };
    // The last good result stays, and is marked. A text in another language, or in none, is not a version of the earlier
    // kernel.
    const before = last?.find(({ analysis }) => analysis !== undefined)?.abilities?.language;
    const isOther =
      isOtherKernel.value && !isUsable(result) && result[0]?.abilities?.language !== before;
    stale.value = !isUsable(result) && !isOther && last !== undefined && isUsable(last);
    if (isOther) forgetResults();
    isOtherKernel.value = false;
    analysisRun.value =
      stale.value && last !== undefined && lastKey !== undefined
        ? { status: 'done', result: last, of: lastKey }
        : done;
  });
}

/** An empty text has no results. */
function nothingThere(): void {
  batch(() => {
    cancelAll();
    diagnostics.value = [];
    diagnosed.value = inputKey.value;
    stale.value = false;
    isOtherKernel.value = false;
    isSchedule.value = false;
    forgetResults();
  });
}

function forgetResults(): void {
  for (const run of [analysisRun, comparisonRun, suggestRun, timelineRun, otherTimelineRun, fixRun])
    run.value = { status: 'idle' };
}

/** Several kernels of a file say some things once each. */
function distinct(all: readonly ReportDiagnostic[]): ReportDiagnostic[] {
  const seen = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...seen.values()];
}

/** Begins to follow the inputs; returns what ends it. */
export function followInputs(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = true;
  const ends = [
    effect(() => {
      const key = inputKey.value;
      clearTimeout(timer);
      if (text.value.trim() === '') {
        untracked(nothingThere);
        return;
      }
      const settle = (): void => {
        // C++ of CK Tile has layouts and nothing to execute.
        if (isCkCpp.peek()) nothingThere();
        settledKey.value = key;
        if (!isCkCpp.peek()) void analyze();
      };
      timer = setTimeout(settle, first ? 0 : PAUSE_MILLISECONDS);
      first = false;
    }),
    effect(() => {
      const key = settledKey.value;
      const task = layoutsTask.value;
      void attempts.value;
      if (key === undefined || !isCkCpp.value) {
        layoutsRun.value = { status: 'idle' };
        return;
      }
      untracked(() => {
        void runInto(layoutsLane, task, layoutsRun, JSON.stringify(task), (result, done) => {
          layoutsRun.value = done;
          diagnostics.value = result.diagnostics;
          diagnosed.value = inputKey.value;
        });
      });
    }),
    effect(() => {
      const chip = compared.value;
      const pinned = comparedKernel.value;
      const key = comparisonKey.value;
      void attempts.value;
      if (chip === undefined && pinned === undefined) {
        comparisonRun.value = { status: 'idle' };
        comparisonLane.cancel();
        return;
      }
      if (analysisRun.value.status !== 'done' || key === undefined || stale.value) return;
      untracked(() => {
        if (isAt(comparisonRun.value, key) || text.value.trim() === '') return;
        const { model: _model, ...input } = kernelText.value;
        const { machine, model } = chip ?? {};
        const other = pinned ?? { ...input, machine: machine?.name, model: model?.name };
        void runInto(comparisonLane, { kind: 'analyze', ...other }, comparisonRun, key);
      });
    }),
    effect(() => {
      const pinned = comparedKernel.value;
      const key = comparisonKey.value;
      const { status } = comparisonRun.value;
      void attempts.value;
      if (pinned === undefined) {
        otherSuggestRun.value = { status: 'idle' };
        otherLane.cancel();
        return;
      }
      const isShown = ['tile', 'mitigations', 'compare'].includes(view.value);
      if (!isShown || key === undefined || status !== 'done') return;
      untracked(() => {
        if (isAt(otherSuggestRun.value, key)) return;
        const { machine } = comparedWith.value?.of ?? {};
        const machines = machine === undefined ? [] : [machine.name];
        void runInto(otherLane, { kind: 'suggest', ...pinned, machines }, otherSuggestRun, key);
      });
    }),
    effect(() => {
      const chip = compared.value;
      const pinned = comparedKernel.value;
      const key = settledKey.value;
      void attempts.value;
      if (chip === undefined && pinned === undefined) {
        otherTimelineRun.value = { status: 'idle' };
        otherTimelineLane.cancel();
        return;
      }
      const isShown = view.value === 'timeline' && timelineRun.value.result?.report !== undefined;
      if (!isShown || key === undefined) return;
      const { machine, model } = chip ?? {};
      const { model: _model, ...input } = kernelText.value;
      const of = [comparisonKey.value ?? key, machine?.name, model?.name, named().kernel];
      const all = of.join(' ');
      untracked(() => {
        if (isAt(otherTimelineRun.value, all)) return;
        const other = pinned ?? {
          ...input,
          ...named(),
          machine: machine?.name,
          model: model?.name,
        };
        void runInto(otherTimelineLane, { kind: 'timeline', ...other }, otherTimelineRun, all);
      });
    }),
    effect(() => {
      const shown = view.value;
      const { of, status } = analysisRun.value;
      void attempts.value;
      // The timeline of a schedule is its analysis.
      const timed = shown === 'timeline' || isSchedule.value;
      if (status !== 'done' && !timed) return;
      const searched = ['tile', 'mitigations', 'banks', 'compare'].includes(shown);
      const key = settledKey.value;
      if (key === undefined) return;
      const second = compared.value?.machine.name;
      // The field for it is there only where the text does not specify the tile.
      const isGiven = tileText.value !== '' && analyzed.value?.abilities?.needsTile === true;
      const tile = isGiven ? { tile: tileText.value, at: tileAt.value } : {};
      untracked(() => {
        if (timed) runTimeline(key);
        else if (searched && of === key) runSuggest(key, second, tile);
      });
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
    cancelAll();
  };
}

function runSuggest(
  key: string,
  second: string | undefined,
  tile: { readonly tile?: string; readonly at?: number },
): void {
  const machine = analyzed.value?.machine?.name;
  const machines = [...new Set([machine, second])].filter((name) => name !== undefined);
  const all = `${key} ${named().kernel ?? ''} ${machines.join(' ')} ${JSON.stringify(tile)}`;
  if (isAt(suggestRun.value, all)) return;
  bufferIndex.value = 0;
  void runInto(
    viewLane,
    { kind: 'suggest', ...kernelText.value, ...named(), machines, ...tile },
    suggestRun,
    all,
  );
}

function runTimeline(key: string): void {
  const all = `${key} ${named().kernel ?? ''}`;
  if (isAt(timelineRun.value, all) || text.value.trim() === '') return;
  const last = timelineRun.value;
  const task = { kind: 'timeline', ...kernelText.value, ...named() } as const;
  void runInto(viewLane, task, timelineRun, all, (_, done) => {
    timelineRun.value = done;
    if (isSchedule.value) judgeSchedule(last);
  });
}

/** The diagnostics of a schedule are those of its simulation; the last successful timeline stays, marked as old. */
function judgeSchedule(last: Run<TaskResults['timeline']> | undefined): void {
  const { result } = timelineRun.value;
  if (result === undefined) return;
  diagnostics.value = result.diagnostics;
  diagnosed.value = settledKey.value;
  stale.value = result.report === undefined && last?.result?.report !== undefined;
  const { of } = timelineRun.value;
  if (stale.value && last !== undefined) {
    timelineRun.value = { ...last, status: 'done', ...(of === undefined ? {} : { of }) };
  }
}

/** Rewrites the kernel to a layout, or to the best one found. */
export async function runFix(
  buffer: string | undefined,
  layout: 'plain' | TileLayout | undefined,
): Promise<string | undefined> {
  const machine = analyzed.value?.machine?.name;
  const result = await runInto(
    fixLane,
    {
      kind: 'fix',
      ...kernelText.value,
      ...named(),
      ...(machine === undefined ? {} : { machine }),
      ...(buffer === undefined ? {} : { buffer }),
      ...(layout === undefined ? {} : { layout }),
    },
    fixRun,
    inputKey.value,
  );
  return result?.text;
}

/** Pins the kernel that is looked at, as it is executed now, and compares others with it. */
export function pinKernel(): void {
  const { machine, model } = analyzed.value ?? {};
  const tile = analyzed.value?.abilities?.needsTile === true ? tileText.value : '';
  batch(() => {
    baseline.value = {
      ...kernelText.value,
      ...named(),
      machine: machine?.name ?? machineName.value,
      model: model?.name ?? modelName.value,
      ...(tile === '' ? {} : { tile, at: tileAt.value }),
    };
    compareName.value = PINNED;
  });
}

/** The selected kernel of several. */
function named(): { kernel?: string } {
  const name = report.value?.kernel.name;
  return name === undefined || analyses.value.length < 2 ? {} : { kernel: name };
}

export function cancelAll(): void {
  for (const lane of lanes) lane.cancel();
}

const repeatable = [
  analysisRun,
  layoutsRun,
  comparisonRun,
  suggestRun,
  otherSuggestRun,
  timelineRun,
  otherTimelineRun,
] as const;

/** The reader has cancelled a run that can be repeated. */
export const wasCancelled = computed(() =>
  repeatable.some(({ value }) => value.status === 'cancelled'),
);

/** Runs again what was cancelled. */
export function runAgain(): void {
  if (analysisRun.value.status === 'cancelled') void analyze();
  attempts.value++;
}

/** The running task, for the status line. */
export const running = computed(() => {
  const runs = [
    ['Analysing', analysisRun.value],
    ['Reading layouts', layoutsRun.value],
    ['Comparing', comparisonRun.value],
    ['Searching layouts', suggestRun.value],
    ['Reading the pinned kernel', otherSuggestRun.value],
    ['Simulating', timelineRun.value],
    ['Simulating the other side', otherTimelineRun.value],
    ['Rewriting and proving', fixRun.value],
  ] as const;
  return runs.flatMap(([what, { status, progress }]) =>
    status === 'running' ? [{ what, ...(progress === undefined ? {} : { progress }) }] : [],
  );
});

/** The results are those of the text in the editor: not of an earlier text, and not of a failed run. */
export const isCurrent = computed(
  () => !stale.value && (isSchedule.value || analysisRun.value.of === inputKey.value),
);

/** The diagnostics are those of the text in the editor. */
export const isDiagnosed = computed(() => diagnosed.value === inputKey.value);

/** The results shown are of an earlier text or launch, whether or not a run is about to replace them. */
export const isOutdated = computed(() => {
  if (stale.value) return true;
  const { of, result } = isSchedule.value ? timelineRun.value : analysisRun.value;
  // A timeline depends on the inputs and the selected kernel.
  return result !== undefined && of?.split(' ', 1)[0] !== inputKey.value;
});

/** Results are pending: the page may change without an action of the reader. */
export const busy = computed(
  () =>
    opening.value ||
    loading.value > 0 ||
    running.value.length > 0 ||
    (text.value.trim() !== '' && settledKey.value !== inputKey.value),
);
