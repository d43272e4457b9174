/**
 * Everything that the playground shows follows from these signals: the inputs, the results, and the selection. Views read
 * them; `actions.ts` and `runs.ts` change them.
 */
import {
  type AccessExplanation,
  type AnalysisGlobalSite,
  type AnalysisSite,
  explainAccess,
  explainGlobalAccess,
  findMachine,
  type GlobalExplanation,
  type ReportDiagnostic,
} from '@ldscope/core';
import { type MachineChoice, type Selection, type Terms, termsFor } from '@ldscope/render';
import { computed, signal } from '@preact/signals';
import { PINNED, type SharedKernel, type ViewName, type Workgroups } from '../share/state.ts';
import type { NamedBytes, OpenedFiles, Progress, TaskResults } from '../worker/tasks.ts';

// Inputs.

export const text = signal('');
export const file = signal<string | undefined>(undefined);
/** The reader's choice; `undefined` leaves it to the kernel. */
export const machineName = signal<string | undefined>(undefined);
export const modelName = signal<string | undefined>(undefined);
/**
 * The other side of a comparison: a second chip, another model of the same chip (`gfx950`, `gfx942/document`), or the pinned
 * kernel.
 */
export const compareName = signal<string | undefined>(undefined);
/** The pinned kernel that others are compared with, with the inputs of its analysis. */
export const baseline = signal<Baseline | undefined>(undefined);
export const launch = signal('');
export const kernelName = signal<string | undefined>(undefined);
/** The most workgroups that are executed; 64 by default. */
export const workgroups = signal<Workgroups | undefined>(undefined);
/** For machine code: the tile of its buffer, `64x64xf16`, and the byte of LDS at which it begins. */
export const tileText = signal('');
export const tileAt = signal(0);

/** The page is asking the reader for the tile. */
export const toAskTile = signal(false);

export interface Baseline extends SharedKernel {
  /** The code object that its text is the listing of, which a link does not carry. */
  readonly code?: Uint8Array | undefined;
  readonly dynamicLdsBytes?: number | undefined;
  readonly triton?: string | undefined;
}

/** The opened files, and which of their kernels the text in the editor is; `undefined` for a text without files. */
export const opened = signal<Opened | undefined>(undefined);

export interface Opened {
  readonly files: readonly NamedBytes[];
  readonly content: Extract<OpenedFiles, { readonly text: string }>;
}

/** Why files could not be opened. */
export const openProblems = signal<readonly ReportDiagnostic[]>([]);

/** The opened files, as long as the text in the editor is theirs. */
export const openedText = computed(() => {
  const content = opened.value?.content;
  return content?.text === text.value ? content : undefined;
});

/** The chip and model of `compareName`; `undefined` when it names none. */
export const compared = computed<MachineChoice | undefined>(() => {
  const [name = '', wanted] = (compareName.value ?? '').split('/');
  const machine = findMachine(name);
  const model = machine?.models.find((one) => one.name === wanted);
  if (machine === undefined || (wanted !== undefined && model === undefined)) return undefined;
  return { machine, model };
});

/** The pinned kernel, while it is compared with. */
export const comparedKernel = computed(() =>
  compareName.value === PINNED ? baseline.value : undefined,
);

/** The page is still finding out what to show first: a link's state, or an example. */
export const opening = signal(true);

/** Why the address's link was not followed, in words, until there is a text. */
export const refusedLink = signal<string | undefined>(undefined);

/** The text that the results belong to was replaced: they are dropped if the new text is not a kernel. */
export const isOtherKernel = signal(false);

/** Another kernel was opened: the editor goes to its worst place once that is known. */
export const toReveal = signal(false);

/** The line that the reader has put the cursor on; `undefined` until then. */
export const cursorLine = signal<number | undefined>(undefined);

/** Views that are being loaded, and files that are being read. */
export const loading = signal(0);

// Results.

/** Runs of one task: the last result, its inputs, and the state of the present run. */
export interface Run<T> {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'fault';
  readonly progress?: Progress;
  readonly result?: T;
  /** The key of the result's inputs. */
  readonly of?: string;
  /** The key of the running task's inputs. */
  readonly asked?: string;
  /** A fault of ldscope itself. */
  readonly fault?: string;
}

export type Analyses = TaskResults['analyze'];

/** The last analysis with results; kept while another runs or when that fails. */
export const analysisRun = signal<Run<Analyses>>({ status: 'idle' });
/** The diagnostics of the last analysis, also when it had no results. */
export const diagnostics = signal<readonly ReportDiagnostic[]>([]);
/** The key of the diagnostics' inputs. */
export const diagnosed = signal<string | undefined>(undefined);
/** The text is a schedule: it has a timeline and no addresses. */
export const isSchedule = signal(false);
/** The results are of an earlier text: what is there now could not be analyzed. */
export const stale = signal(false);
/**
 * How often a whole state was opened: a state equal to the present one is analyzed again, since its results were dropped.
 */
export const openings = signal(0);
export const comparisonRun = signal<Run<Analyses>>({ status: 'idle' });
export const suggestRun = signal<Run<TaskResults['suggest']>>({ status: 'idle' });
/** Layouts of the pinned kernel. */
export const otherSuggestRun = signal<Run<TaskResults['suggest']>>({ status: 'idle' });
export const timelineRun = signal<Run<TaskResults['timeline']>>({ status: 'idle' });
/** Runs of the other side of a comparison. */
export const otherTimelineRun = signal<Run<TaskResults['timeline']>>({ status: 'idle' });
export const fixRun = signal<Run<TaskResults['fix']>>({ status: 'idle' });

// Selection.

export const view = signal<ViewName>('banks');
export const siteId = signal<string | undefined>(undefined);
export const phase = signal(0);
/** The picked mark, and the mark under the pointer. */
export const pinned = signal<Selection>({});
export const hovered = signal<Selection | undefined>(undefined);
/** The buffer of the suggestions, where the selected site does not determine it. */
export const bufferIndex = signal(0);
/** The tried layout: a suggested one in words, or the text of any; `undefined` for the buffer as it is. */
export const triedWords = signal<string | undefined>(undefined);

export const selection = computed<Selection>(() => hovered.value ?? pinned.value);

// Computed signals.

export const analyses = computed<Analyses>(() => analysisRun.value.result ?? []);

/** The selected kernel: the one asked for, or the first that could be analyzed. */
export const analyzed = computed(() => {
  const all = analyses.value;
  const wanted = kernelName.value;
  return (
    all.find(({ analysis }) => analysis?.report.kernel.name === wanted) ??
    all.find(({ analysis }) => analysis !== undefined) ??
    all[0]
  );
});

/** The terms of the chip's vendor. */
export const terms = computed<Terms>(() => termsFor(analyzed.value?.machine));

export const report = computed(() => analyzed.value?.analysis?.report);

let pins = 0;
/** A key that differs for each pinned kernel. */
const baselineKey = computed(() => {
  void baseline.value;
  return `pinned ${++pins}`;
});

/** Which comparison belongs to the analysis that is shown; `undefined` for none. */
export const comparisonKey = computed(() => {
  if (comparedKernel.value !== undefined) return baselineKey.value;
  const { of } = analysisRun.value;
  const other = compared.value;
  return of === undefined || other === undefined
    ? undefined
    : `${of} ${other.machine.name} ${other.model?.name ?? ''}`;
});

/** The comparison for the selected kernel; `undefined` until it is computed. */
const comparison = computed(() => {
  const { of, result = [] } = comparisonRun.value;
  if (of === undefined || of !== comparisonKey.value) return undefined;
  const name = report.value?.kernel.name;
  return result.find(({ analysis }) => analysis?.report.kernel.name === name) ?? result[0];
});

/**
 * The other side of the comparison: its name, and its analysis or the reason why it has none; neither while it is computed.
 */
export const comparedWith = computed(() => {
  const names = comparedNames();
  if (names === undefined) return undefined;
  const { analysis, machine, model, coalescing, diagnostics: said = [] } = comparison.value ?? {};
  const wrong = said.find(({ severity }) => severity === 'error');
  const of =
    analysis === undefined || machine === undefined || model === undefined
      ? undefined
      : { analysis, machine, model, coalescing };
  return {
    ...names,
    terms: termsFor(machine ?? compared.value?.machine),
    ...(of === undefined ? {} : { report: of.analysis.report, of }),
    ...(wrong === undefined ? {} : { why: wrong.message }),
  };
});

/** `gfx942` and `on gfx942`; `pinned` and `of the pinned kernel`. */
function comparedNames(): { readonly name: string; readonly phrase: string } | undefined {
  if (comparedKernel.value !== undefined) return { name: 'pinned', phrase: 'of the pinned kernel' };
  const other = compared.value;
  if (other === undefined) return undefined;
  const { machine, model } = other;
  const name = model === undefined ? machine.name : `${machine.name}, ${model.name}`;
  return { name, phrase: `on ${name}` };
}

const sites = computed<readonly AnalysisSite[]>(() => analyzed.value?.analysis?.sites ?? []);
const globalSites = computed<readonly AnalysisGlobalSite[]>(
  () => analyzed.value?.analysis?.globalSites ?? [],
);

/** The selected site of shared memory: the chosen one, else the most expensive one. */
export const site = computed<AnalysisSite | undefined>(
  () => sites.value.find(({ id }) => id === siteId.value) ?? sites.value[0],
);

export const globalSite = computed<AnalysisGlobalSite | undefined>(
  () => globalSites.value.find(({ id }) => id === siteId.value) ?? globalSites.value[0],
);

export const explanation = computed<AccessExplanation | undefined>(() => {
  const { machine, model } = analyzed.value ?? {};
  const at = site.value;
  return at === undefined || machine === undefined || model === undefined
    ? undefined
    : explainAccess(at.worst, 0, machine, model);
});

export const globalExplanation = computed<GlobalExplanation | undefined>(() => {
  const { coalescing } = analyzed.value ?? {};
  const at = globalSite.value;
  return at === undefined || coalescing === undefined
    ? undefined
    : explainGlobalAccess(at.worst, 0, coalescing);
});

/** The phase that is shown: as chosen, limited to those of the access. */
export const shownPhase = computed(() =>
  Math.max(0, Math.min(phase.value, (explanation.value?.phases.length ?? 1) - 1)),
);
