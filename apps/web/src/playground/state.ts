/**
 * Everything that the playground shows follows from these signals: the inputs, what was computed of them, and what the
 * reader looks at. Views read them; `actions.ts` and `runs.ts` change them.
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
/** As the reader has chosen; `undefined` leaves it to the kernel. */
export const machineName = signal<string | undefined>(undefined);
export const modelName = signal<string | undefined>(undefined);
/** What is compared with: a second chip, another model of the same (`gfx950`, `gfx942/document`), or the pinned kernel. */
export const compareName = signal<string | undefined>(undefined);
/** A kernel that was pinned to compare others with it, with what its analysis was for. */
export const baseline = signal<Baseline | undefined>(undefined);
export const launch = signal('');
export const kernelName = signal<string | undefined>(undefined);
/** Most workgroups that are executed; 64 where the reader does not say more. */
export const workgroups = signal<Workgroups | undefined>(undefined);
/** Of machine code: the tile that its buffer is, `64x64xf16`, and the byte of LDS that it begins at. */
export const tileText = signal('');
export const tileAt = signal(0);

/** The page asks the reader for the tile now. */
export const toAskTile = signal(false);

export interface Baseline extends SharedKernel {
  /** The code object that its text is the listing of, which a link does not carry. */
  readonly code?: Uint8Array | undefined;
  readonly dynamicLdsBytes?: number | undefined;
  readonly triton?: string | undefined;
}

/** Files that were opened, and what the text in the editor is of them; `undefined` for a text without any. */
export const opened = signal<Opened | undefined>(undefined);

export interface Opened {
  readonly files: readonly NamedBytes[];
  readonly content: Extract<OpenedFiles, { readonly text: string }>;
}

/** Why files could not be opened. */
export const openProblems = signal<readonly ReportDiagnostic[]>([]);

/** What was opened, as long as its text is the one in the editor. */
export const openedText = computed(() => {
  const content = opened.value?.content;
  return content?.text === text.value ? content : undefined;
});

/** What `compareName` says; `undefined` when it names nothing that there is. */
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

/** A text was put in place of the one that the results are of: where it is not a kernel at all, they go. */
export const isOtherKernel = signal(false);

/** Another kernel was opened: the editor goes to its worst place once that is known. */
export const toReveal = signal(false);

/** The line that the reader has put the cursor on; `undefined` until then. */
export const cursorLine = signal<number | undefined>(undefined);

/** Views that are being loaded, and files that are being read. */
export const loading = signal(0);

// What was computed.

/** A run of the engine: what it gave last, for which text, and how the present one goes. */
export interface Run<T> {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'fault';
  readonly progress?: Progress;
  readonly result?: T;
  /** The key of the inputs that the result is of. */
  readonly of?: string;
  /** The key of the inputs that the running task is of. */
  readonly asked?: string;
  /** What went wrong in ldscope itself. */
  readonly fault?: string;
}

export type Analyses = TaskResults['analyze'];

/** The last analysis that gave something to show; kept while another runs or when that fails. */
export const analysisRun = signal<Run<Analyses>>({ status: 'idle' });
/** What the last analysis said, also when it gave nothing to show. */
export const diagnostics = signal<readonly ReportDiagnostic[]>([]);
/** The key of the inputs that the diagnostics are of. */
export const diagnosed = signal<string | undefined>(undefined);
/** The text is a schedule: it has a timeline and no addresses. */
export const isSchedule = signal(false);
/** The results are of an earlier text: what is there now could not be analyzed. */
export const stale = signal(false);
/** How often a whole state was opened: one that equals what is there is analyzed again, since its results were dropped. */
export const openings = signal(0);
export const comparisonRun = signal<Run<Analyses>>({ status: 'idle' });
export const suggestRun = signal<Run<TaskResults['suggest']>>({ status: 'idle' });
/** Layouts of the pinned kernel. */
export const otherSuggestRun = signal<Run<TaskResults['suggest']>>({ status: 'idle' });
export const timelineRun = signal<Run<TaskResults['timeline']>>({ status: 'idle' });
/** Of what is compared with. */
export const otherTimelineRun = signal<Run<TaskResults['timeline']>>({ status: 'idle' });
export const fixRun = signal<Run<TaskResults['fix']>>({ status: 'idle' });

// What is looked at.

export const view = signal<ViewName>('banks');
export const siteId = signal<string | undefined>(undefined);
export const phase = signal(0);
/** What the reader has picked, and what the pointer is over. */
export const pinned = signal<Selection>({});
export const hovered = signal<Selection | undefined>(undefined);
/** Which buffer of the suggestions, where the site that is looked at does not specify it. */
export const bufferIndex = signal(0);
/** The layout that is tried on: a suggested one in words, or the text of any; `undefined` for the buffer as it is. */
export const triedWords = signal<string | undefined>(undefined);

export const selection = computed<Selection>(() => hovered.value ?? pinned.value);

// What follows.

export const analyses = computed<Analyses>(() => analysisRun.value.result ?? []);

/** The kernel that is looked at: the one that was requested, or the first that could be analyzed. */
export const analyzed = computed(() => {
  const all = analyses.value;
  const wanted = kernelName.value;
  return (
    all.find(({ analysis }) => analysis?.report.kernel.name === wanted) ??
    all.find(({ analysis }) => analysis !== undefined) ??
    all[0]
  );
});

/** The words of the vendor whose chip it is. */
export const terms = computed<Terms>(() => termsFor(analyzed.value?.machine));

export const report = computed(() => analyzed.value?.analysis?.report);

let pins = 0;
/** Another text for each pinned kernel. */
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

/** What the comparison gave for the kernel that is looked at; `undefined` until it is there. */
const comparison = computed(() => {
  const { of, result = [] } = comparisonRun.value;
  if (of === undefined || of !== comparisonKey.value) return undefined;
  const name = report.value?.kernel.name;
  return result.find(({ analysis }) => analysis?.report.kernel.name === name) ?? result[0];
});

/** What is compared with: its name, its analysis, or why it has none; neither while it is computed. */
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

/** The site of shared memory that is looked at: the chosen one, else the most expensive one. */
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
