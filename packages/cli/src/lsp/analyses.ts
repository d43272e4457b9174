/**
 * The analysis of each open document: started a moment after an edit, abandoned by the next one, and told in three steps.
 *
 *     edit -> 60 ms -> one workgroup -> told -> the whole launch -> told -> rewritings of what conflicts -> told
 */
import { append } from '@ldscope/core';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { sourceLanguage } from '../compile/language.ts';
import { pathOf } from './paths.ts';
import type { Settings } from './settings.ts';
import { type RunTask, Stopped } from './work/pool.ts';
import type { AnalyzedText, Fixes, FixTarget } from './work/request.ts';

/** What is known about a text of a document. */
export interface DocumentAnalysis {
  readonly text: string;
  readonly kernels: readonly AnalyzedText[];
  /** Absent while they are searched, and where nothing is to be fixed. */
  readonly fixes?: Fixes | undefined;
  /** Why the analysis has no result. */
  readonly stopped?: Stopped | undefined;
}

interface Entry {
  readonly document: TextDocument;
  readonly controller: AbortController;
  timer?: NodeJS.Timeout;
  /** Settles when the rewritings are told, or the document changes before. */
  done: Promise<void>;
}

export interface AnalysesOptions {
  readonly run: RunTask;
  readonly settings: () => Settings;
  /** The texts of open documents by their paths. */
  readonly texts: () => ReadonlyMap<string, string>;
  /** Told of each step. */
  readonly onStep: (document: TextDocument, analysis: DocumentAnalysis) => void;
}

/** Keys that come in this time are one edit. */
const DEBOUNCE_MS = 60;

export class Analyses {
  readonly #options: AnalysesOptions;
  readonly #running = new Map<string, Entry>();
  readonly #known = new Map<string, DocumentAnalysis>();

  constructor(options: AnalysesOptions) {
    this.#options = options;
  }

  /** The last that was told; of an earlier text while a new one is analyzed. */
  of(uri: string): DocumentAnalysis | undefined {
    return this.#known.get(uri);
  }

  /** Analyzes the document as it is after a moment; what runs for it is abandoned. */
  start(document: TextDocument, delayMs = DEBOUNCE_MS): void {
    const { uri } = document;
    this.#abandon(uri);
    const controller = new AbortController();
    const entry: Entry = { document, controller, done: Promise.resolve() };
    entry.done = new Promise((settle) => {
      controller.signal.addEventListener('abort', () => settle(), { once: true });
      entry.timer = setTimeout(() => {
        this.#work(document, controller.signal, settle).then(settle, settle);
      }, delayMs);
    });
    this.#running.set(uri, entry);
  }

  /** Settles when the rewritings of the document are told, or when it changes before. */
  async settled(uri: string): Promise<void> {
    await this.#running.get(uri)?.done;
  }

  close(uri: string): void {
    this.#abandon(uri);
    this.#known.delete(uri);
  }

  closeAll(): void {
    for (const uri of this.#running.keys()) this.close(uri);
  }

  #abandon(uri: string): void {
    const entry = this.#running.get(uri);
    clearTimeout(entry?.timer);
    entry?.controller.abort();
    this.#running.delete(uri);
  }

  /** `settle` is called when the rewritings are told; other layouts may follow. */
  async #work(document: TextDocument, signal: AbortSignal, settle: () => void): Promise<void> {
    const { run, settings, texts } = this.#options;
    const { machine, launch, workgroups, compile: compiles } = settings();
    const text = document.getText();
    const path = pathOf(document.uri);
    const request = {
      path,
      texts: new Map([...texts(), [path, text]]),
      machine,
      launch,
      workgroups,
      compiles,
    };
    const tell = (analysis: DocumentAnalysis): void => {
      if (signal.aborted) return;
      this.#known.set(document.uri, analysis);
      this.#options.onStep(document, analysis);
    };
    try {
      const first = await run('glance', request, signal);
      const isSample = first.some(isSampled) && workgroups !== 1;
      tell({ text, kernels: isSample ? first.map(withoutSample) : first });
      const kernels = isSample ? await run('analyze', request, signal) : first;
      if (isSample) tell({ text, kernels });
      const isSource = sourceLanguage(path) !== undefined;
      const targets = isSource ? sourceTargets(kernels) : fixTargets(kernels);
      if (targets.length === 0) return;
      const fixes = await run('fix', { ...request, targets }, signal).catch((error: unknown) => {
        // Trials of a source take a compiler each: where time ends them, the analysis stays as it is.
        if (!isSource || !(error instanceof Stopped) || error.reason === 'cancelled') throw error;
        const reason = 'changes were not tried to their end: use ldscope fix';
        return { offered: [], refused: targets.map((one) => ({ ...one, reason })) };
      });
      tell({ text, kernels, fixes });
      settle();
      if (isSource || fixes.offered.length === 0) return;
      const known = fixes.offered;
      const others = await run('otherFixes', { ...request, targets, known }, signal);
      if (others.length > 0)
        tell({ text, kernels, fixes: { ...fixes, offered: [...known, ...others] } });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      if (error.reason === 'cancelled') return;
      const known = this.#known.get(document.uri);
      // Results that were told of this text before stay: the first workgroup, or the analysis without its rewritings.
      tell({ ...(known?.text === text ? known : { text, kernels: [] }), stopped: error });
    }
  }
}

function isSampled({ report }: AnalyzedText): boolean {
  const { executed = 0, launched = 0 } = report?.kernel.workgroups ?? {};
  return executed < launched;
}

/** A sample that is shown only for a moment is not worth a warning; its figures say what they cover. */
const withoutSample = (one: AnalyzedText): AnalyzedText => ({
  ...one,
  diagnostics: one.diagnostics.filter(({ about }) => about !== 'sample'),
});

/** The kernels of a source that conflict, under each of their launches. */
const sourceTargets = (kernels: readonly AnalyzedText[]): FixTarget[] =>
  kernels.flatMap(({ kernel, launchOption, report }) => {
    if (report === undefined || report.totals.bankConflict === 0) return [];
    const buffers = conflictingBuffers(report);
    return [{ kernel, machines: [report.machine], launchOption, buffers }];
  });

const conflictingBuffers = (report: AnalyzedText['report']): string[] => {
  const sites = (report?.sites ?? []).filter(({ bankConflict }) => bankConflict > 0);
  return [...new Set(sites.flatMap(({ buffer }) => (buffer === '' ? [] : [buffer])))];
};

/** The kernels that conflict, each once: one that is launched in several ways is left to `ldscope fix`. */
function fixTargets(kernels: readonly AnalyzedText[]): FixTarget[] {
  const byName = new Map<string, AnalyzedText[]>();
  for (const one of kernels) {
    if (!one.isFixable || one.report === undefined) continue;
    append(byName, one.kernel, one);
  }
  return [...byName].flatMap(([kernel, cases]): FixTarget[] => {
    const launches = new Set(cases.map(({ launchOption = '' }) => launchOption));
    const buffers = cases.flatMap(({ report }) => conflictingBuffers(report));
    if (launches.size > 1 || buffers.length === 0) return [];
    return [
      {
        kernel,
        machines: [...new Set(cases.flatMap(({ report }) => report?.machine ?? []))],
        launchOption: cases[0]?.launchOption,
        buffers: [...new Set(buffers)],
      },
    ];
  });
}
