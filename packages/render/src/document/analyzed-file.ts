/**
 * The input of documents: a file, and for each of its kernels the results of the analysis, of the search for layouts and of
 * the simulation of a compute unit. Callers get them from the engine; documents only show them.
 */
import type {
  Analysis,
  CoalescingModel,
  ConflictModel,
  Machine,
  Problem,
  ReportDiagnostic,
  SuggestedBuffer,
  TileLayout,
  TimedProgram,
  Timeline,
  TimelineReport,
} from '@ldscope/core';

/** A file with the analyses of its kernels: what reports are written from. */
export interface AnalyzedFile {
  /** The name of the file, as it was given. */
  readonly file: string;
  /** The subject of the report, where it is not the text itself: the source that it was compiled from. */
  readonly title?: string;
  /** Its text; absent when it could not be read. */
  readonly source?: string | undefined;
  /** Of compiled kernels: texts of the files that they were compiled from, by their paths in line tables. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** At least one; without an analysis, its diagnostics give the reason. */
  readonly kernels: readonly AnalyzedKernel[];
}

/** A kernel of a file with its analysis and other results. */
export interface AnalyzedKernel {
  /** The name of its text, where it differs from the file's: of a member of an archive, or of another chip's code. */
  readonly file?: string;
  readonly source?: string | undefined;
  /** Its symbol, where the file has several. */
  readonly kernel?: string;
  readonly analysis?: Analysis;
  readonly machine?: Machine;
  readonly model?: ConflictModel;
  readonly coalescing?: CoalescingModel;
  readonly diagnostics: readonly ReportDiagnostic[];
  /** The layouts that were found for its buffers. */
  readonly layouts?: readonly BufferLayouts[] | undefined;
  /** Diagnostics of the search: why a buffer is left out. */
  readonly layoutNotes?: readonly ReportDiagnostic[] | undefined;
  /** Its time on one compute unit. */
  readonly time?: KernelTime;
}

/** A buffer with the recommended layout and other trade-offs, and the tile to show under each of them. */
export interface BufferLayouts {
  readonly suggested: SuggestedBuffer;
  readonly problem: Problem;
  readonly now: TileLayout;
  readonly front: readonly TileLayout[];
  /** By layout of the front: the problem of its figures. */
  readonly frontProblems: readonly Problem[];
}

export interface KernelTime {
  readonly report: TimelineReport;
  readonly program: TimedProgram;
  readonly timeline: Timeline;
}
