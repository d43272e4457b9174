/**
 * From any text that can be rewritten, MLIR or a GEMM of CK Tile, to the same without its conflicts: the function behind `ldscope fix`. It chooses
 * part, chips and launch, and leaves the rest to the frontend (for MLIR `fix-kernel.ts`).
 */
import {
  diagnose,
  type Diagnostic,
  type FixReport,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  type RunOptions,
  runOptionsOf,
  type TileLayout,
} from '@ldscope/core';
import { launchForSource, launchOf, type LaunchOptions } from '../launch/launch-options.ts';
import { chipOf, machinesFor } from '../input/machine-choice.ts';
import { choosePart, type ReadOptions } from '../read/parts.ts';
import type { CorrectedSide, SecondsOf } from '../source/fix-outcome.ts';

/** What is rewritten, for which chips, under which launch. */
export interface FixTextOptions extends RunOptions, ReadOptions, LaunchOptions {
  /** Chips, products or architectures; by default what the kernel names, else gfx950. */
  readonly machines?: readonly string[] | undefined;
  /** Only this buffer, by the name of one of its allocations, with or without its sign. */
  readonly buffer?: string | undefined;
  /** This layout instead of a search; as a text it is in any notation. */
  readonly layout?: string | TileLayout | undefined;
  /** Only corrects this side of buffers that are written and read under different layouts. */
  readonly correct?: CorrectedSide | undefined;
  /** Most workgroups to execute: 64 by default. */
  readonly workgroups?: number | 'all' | undefined;
  /** Predicted seconds of a rewritten text on a chip: layouts are ranked by time where it gives one. */
  readonly secondsOf?: SecondsOf | undefined;
  /** Called after each workgroup. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
}

/** A kernel after its rewriting: the report with its verdict, and the new text where it is proven. */
export interface FixedText {
  /** Absent when the text is not a kernel that can be rewritten, or an option is wrong. */
  readonly report?: FixReport;
  /** The rewritten kernel; absent unless it is proven. For a part of a text, only that part. */
  readonly text?: string | undefined;
  /** The part that was read, in which diagnostics have their places. */
  readonly source: string;
  /** The name of its language; absent where it could not be read. */
  readonly language?: string | undefined;
  /** The same as those of the report. */
  readonly diagnostics: readonly ReportDiagnostic[];
}

const USUAL_WORKGROUPS = 64;

/** Rewrites what conflicts, or what the options name. Never throws on an input; what is wrong is in `diagnostics`. */
export function fixText(whole: string, given: FixTextOptions = {}): FixedText {
  const failed = (source: string, diagnostics: readonly Diagnostic[]): FixedText => ({
    source,
    diagnostics: placeDiagnostics(diagnostics, source),
  });
  const part = choosePart(whole, given);
  if (!part.ok) return failed(whole, part.diagnostics);
  const { text: source } = part.value;
  const read = part.value.source();
  const options = launchForSource(given, read.ok ? read.value : undefined);
  const { file = 'the input', buffer, layout, correct } = options;
  const fix = read.ok ? read.value.fix : undefined;
  if (fix === undefined) return failed(source, [diagnose(messages.fix.notMlir(file))]);
  const choice = machinesFor(options.machines ?? [], source, chipOf(source, whole));
  if ('code' in choice) return failed(source, [choice]);
  const launch = launchOf(options);
  if (!launch.ok) return failed(source, launch.diagnostics);
  const { workgroups = USUAL_WORKGROUPS, onProgress, secondsOf } = options;
  const { report, text } = fix({
    machines: choice.machines,
    launch: launch.value,
    ...runOptionsOf(options),
    buffer: buffer?.replace(/^(?![%@])/, '%'),
    layout,
    correct,
    workgroups: workgroups === 'all' ? undefined : workgroups,
    secondsOf,
    onProgress,
  });
  const notes = placeDiagnostics([...part.value.notes, ...choice.notes], source);
  const diagnostics = [...notes, ...report.diagnostics];
  // The lines that stand for what is before a part are left out.
  const fixed = source === whole ? text : text?.trimStart();
  const language = read.ok ? read.value.language.name : undefined;
  return { report: { ...report, diagnostics }, text: fixed, source, language, diagnostics };
}
