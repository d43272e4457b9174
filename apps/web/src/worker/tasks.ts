/** The tasks of the worker. Each has its options, its progress and its result, all plain data. */
import type { ReportDiagnostic, TileLayout } from '@ldscope/core';
import type {
  Analyzed,
  CkLayout,
  CkLayoutRequest,
  FixedText,
  OptimizedText,
  Outline,
  PassFor,
  RequestFields,
  Suggested,
  TimedText,
} from '@ldscope/engine';

/** A kernel with all inputs of its execution. */
export interface KernelText extends RequestFields<
  'machine' | 'model' | 'launch' | 'kernel' | 'workgroups'
> {
  readonly text: string;
  readonly file?: string | undefined;
  /** The code object that the text is the listing of. */
  readonly code?: Uint8Array | undefined;
  /** Facts from files next to the kernel's: shared memory that a launch adds. */
  readonly dynamicLdsBytes?: number | undefined;
  /** The Triton that compiled it, where its metadata says so. */
  readonly triton?: string | undefined;
}

/** A file that was dropped or opened; in a folder, with its path. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The contents of files, with one kernel or code object opened; or why they have none. */
export type OpenedFiles =
  | {
      readonly text: string;
      readonly file: string;
      /** The chip that it was compiled for, where the files say it. */
      readonly target?: string | undefined;
      readonly code?: Uint8Array;
      readonly dynamicLdsBytes?: number | undefined;
      readonly triton?: string | undefined;
      /** The kernels to choose from, by name, and the opened one. */
      readonly parts: readonly string[];
      readonly part: number;
      /** Texts that kernels may have been compiled from, by the names of their files. */
      readonly sources: ReadonlyMap<string, string>;
      readonly notes: readonly ReportDiagnostic[];
    }
  | { readonly problems: readonly ReportDiagnostic[] };

export interface OpenTask {
  readonly kind: 'open';
  readonly files: readonly NamedBytes[];
  readonly part?: number | undefined;
  readonly machine?: string | undefined;
}

/** Loops and source lines of a text, which is not executed. */
export type OutlineTask = { readonly kind: 'outline' } & Pick<KernelText, 'text' | 'file' | 'code'>;

/** The compiler that the passes imitate: IREE, or IREE without its defects. */
export type Likeness = 'corrected' | 'iree' | 'iree-pr-23778';

interface PassInput extends Pick<KernelText, 'text' | 'file' | 'machine'> {
  readonly like: Likeness;
  /** The compiler whose resolver has to lower hints; ldscope where absent. */
  readonly resolvableBy?: 'iree' | undefined;
}

/** Which passes would change a text, or the result of a list of passes. */
type PassTask =
  | ({ readonly kind: 'passes' } & PassInput)
  | ({ readonly kind: 'opt'; readonly passes: string } & PassInput);

/** Descriptors and distributions of C++ of CK Tile, one in full where it is named. */
export type LayoutsTask = { readonly kind: 'layouts' } & Pick<KernelText, 'text' | 'machine'> &
  Pick<CkLayoutRequest, 'define' | 'use' | 'element' | 'index' | 'move'>;

export interface LayoutsOfText {
  readonly layouts: readonly CkLayout[];
  /** The results of all layouts of the text. */
  readonly names: readonly string[];
  readonly diagnostics: readonly ReportDiagnostic[];
}

export type Task = OpenTask | OutlineTask | PassTask | LayoutsTask | KernelTask;

export type KernelTask =
  | ({ readonly kind: 'analyze' } & KernelText)
  | ({
      readonly kind: 'suggest';
      readonly machines: readonly string[];
      /** For machine code: the tile of its buffer, and the byte at which it begins. */
      readonly tile?: string | undefined;
      readonly at?: number | undefined;
    } & KernelText)
  | ({
      readonly kind: 'fix';
      readonly buffer?: string;
      readonly layout?: 'plain' | TileLayout;
    } & KernelText)
  | ({ readonly kind: 'timeline' } & KernelText);

export interface TaskResults {
  readonly open: OpenedFiles;
  readonly outline: Outline;
  readonly passes: readonly PassFor[];
  readonly opt: OptimizedText;
  readonly layouts: LayoutsOfText;
  readonly analyze: readonly Analyzed[];
  readonly suggest: Suggested;
  readonly fix: FixedText;
  readonly timeline: TimedText;
}

export type ResultOf<T extends Task> = TaskResults[T['kind']];

/** How far a task is: workgroups of a launch. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** Page to worker. */
export interface Request {
  readonly id: number;
  readonly task: Task;
}

/** Worker to page. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: Progress }
  | { readonly id: number; readonly kind: 'result'; readonly result: TaskResults[Task['kind']] }
  /** A fault of ldscope itself: what is wrong with an input is in the result. */
  | { readonly id: number; readonly kind: 'fault'; readonly message: string };
