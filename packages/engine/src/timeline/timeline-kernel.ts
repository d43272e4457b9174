/**
 * From the text of a kernel or a schedule to its time on the model of one compute unit: the function behind `ldscope
 * timeline`.
 *
 *     machine code -> executed, a compute unit's worth of workgroups -+
 *                                                                     +-> simulate -> report
 *     schedule -> lowered to the instructions of the chip ------------+
 */
import { blockQuestionOf } from '@ldscope/amdgcn';
import {
  analyzeTiming,
  diagnose,
  type Diagnostic,
  type Fact,
  hasErrors,
  lowerListing,
  type Machine,
  type MatrixChip,
  messages,
  type OccupancyReport,
  type ParsedListing,
  parseListing,
  placeDiagnostics,
  type ReportDiagnostic,
  type Result,
  failure,
  success,
  timedChips,
  type TimedProgram,
  type Timeline,
  timelineReport,
  type TimelineReport,
  type TimingModel,
  timingOf,
  type WorkgroupShape,
} from '@ldscope/core';
import { requireBlock } from '../block-shape.ts';
import { detectFrontend, type Frontend } from '../detect-frontend.ts';
import { readSource } from '../frontends.ts';
import { launchOf, type LaunchOptions } from '../launch/launch-options.ts';
import { chipNamedIn, resolveMachine } from '../machine-choice.ts';
import type { ReadSource } from '../source.ts';
import { timedKernel } from './machine-code.ts';

export interface TimelineOptions extends LaunchOptions {
  /** A chip, product or architecture; by default what the text names, else gfx942. */
  readonly machine?: string;
  /** Which kernel; by default the first. */
  readonly kernel?: string;
  /** Workgroups to simulate; by default as many as a compute unit holds. */
  readonly workgroups?: number | 'all';
  /** Bytes per cycle that global memory gives the compute unit; by default what one alone gets. */
  readonly bandwidth?: number;
  /** Most operations that one wave may execute. */
  readonly maxSteps?: number;
  /** The name of the file, for its ending and for places. */
  readonly file?: string;
  /** The text as it was read, when the caller has done so (code objects). */
  readonly source?: ReadSource;
}

export type TimedText =
  | {
      readonly report: TimelineReport;
      readonly program: TimedProgram;
      readonly timeline: Timeline;
      /** The same as those of the report. */
      readonly diagnostics: readonly ReportDiagnostic[];
    }
  | { readonly report?: undefined; readonly diagnostics: readonly ReportDiagnostic[] };

/** What is taken where neither the user nor the text names a chip. */
const USUAL_MACHINE = 'gfx942';

/** What the input is; nothing, and bytes that are no text, are for the reader of schedules to refuse. */
function frontendOf(text: string, { source, file }: TimelineOptions): Frontend | undefined {
  if (source !== undefined) return 'amdgcn';
  return text.trim() === '' || text.includes('\0') ? undefined : detectFrontend(text, file);
}

const ASSEMBLY =
  'give the assembly that a compiler makes of it (with --launch), or write its loop as a schedule: docs/timeline.md';

/** Inputs of other commands, in words, and what to do with them. */
const others: Readonly<Partial<Record<Frontend, readonly [input: string, hint: string]>>> = {
  'mlir': ['MLIR', ASSEMBLY],
  'ttgir': ["Triton's TTGIR", ASSEMBLY],
  'ck-tile': ['a CK Tile specification', ASSEMBLY],
  'spec': ['a tile specification', ASSEMBLY],
};

interface Simulated {
  readonly name: string;
  readonly program: TimedProgram;
  readonly occupancy?: OccupancyReport;
  readonly block?: WorkgroupShape;
}

/** Simulates machine code or a schedule. Never throws on an input; what is wrong is in `diagnostics`. */
export function timelineKernel(text: string, options: TimelineOptions = {}): TimedText {
  const failed = (diagnostics: readonly Diagnostic[]): TimedText => ({
    diagnostics: placeDiagnostics(diagnostics, text),
  });
  const frontend = frontendOf(text, options);
  const other = frontend === undefined ? undefined : others[frontend];
  if (other !== undefined) return failed([diagnose(messages.timing.takes(...other))]);
  const isCode = frontend === 'amdgcn';
  const parsed = isCode ? undefined : parseListing(text);
  const named =
    options.machine ??
    (isCode ? (options.source?.target ?? chipNamedIn(text)) : parsed?.listing.machine) ??
    USUAL_MACHINE;
  const machine = resolveMachine(named);
  const own = machine && timingOf(machine);
  const timing = own && withBandwidth(own, options.bandwidth);
  if (machine === undefined || timing === undefined) {
    return failed([diagnose(messages.timing.noTiming(named, timedChips))]);
  }
  const simulated =
    parsed === undefined
      ? fromCode(text, machine, options)
      : fromListing(
          parsed,
          machine,
          timing,
          options.file ?? 'the schedule',
          frontend === 'schedule',
        );
  if (!simulated.ok) return failed(simulated.diagnostics);
  const { program } = simulated.value;
  const analysis = analyzeTiming(program, { machine, timing });
  const diagnostics = placeDiagnostics(simulated.diagnostics, text);
  const report = timelineReport(program, analysis, {
    ...simulated.value,
    machine: machine.name,
    timing,
    bandwidthGiven: options.bandwidth !== undefined,
    text,
    diagnostics,
  });
  return { report, program, timeline: analysis.timeline, diagnostics };
}

function fromCode(text: string, machine: Machine, options: TimelineOptions): Result<Simulated> {
  const launch = launchOf(options);
  if (!launch.ok) return launch;
  const { file, arguments: list, maxSteps, workgroups } = options;
  const source = options.source ?? readSource('amdgcn', text, file);
  const { program } = source;
  if (program === undefined) return failure(...source.diagnostics);
  const { kernel } = options;
  const diagnostics = source.diagnosticsOf?.(kernel) ?? source.diagnostics;
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  const open = requireBlock(blockQuestionOf(program, { launch: launch.value, ...named(kernel) }));
  if (hasErrors(open)) return failure(...open);
  const timed = timedKernel(program, text, machine.name as MatrixChip, machine, {
    launch: launch.value,
    ...(file === undefined ? {} : { file }),
    ...(list === undefined ? {} : { arguments: list }),
    ...named(kernel),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(typeof workgroups === 'number' ? { workgroups } : {}),
  });
  if (hasErrors(timed.diagnostics)) return failure(...timed.diagnostics);
  return success(timed, timed.diagnostics);
}

const named = (kernel: string | undefined): { readonly kernel?: string } =>
  kernel === undefined ? {} : { kernel };

function fromListing(
  { listing, diagnostics: read }: ParsedListing,
  machine: Machine,
  timing: TimingModel,
  name: string,
  isSchedule: boolean,
): Result<Simulated> {
  const { program, diagnostics: lowered } = lowerListing(listing, machine, timing);
  const diagnostics = [...read, ...lowered];
  if (!isSchedule && program.instructions.length === 0 && hasErrors(read)) {
    return failure(diagnose(messages.timing.takes('neither', ASSEMBLY)));
  }
  return hasErrors(diagnostics) ? failure(...diagnostics) : success({ name, program }, diagnostics);
}

/** The share of a compute unit among many, in place of what one alone gets. */
function withBandwidth(timing: TimingModel, bandwidth: number | undefined): TimingModel {
  if (bandwidth === undefined) return timing;
  const { vmem } = timing;
  const source = 'given by the user';
  const limited = ({ value }: Fact<number>): Fact<number> => ({
    value: Math.min(value, bandwidth),
    evidence: 'inferred',
    source,
  });
  return {
    ...timing,
    vmem: {
      ...vmem,
      bytesPerCycle: { value: bandwidth, evidence: 'inferred', source },
      toLdsBytesPerCycle: limited(vmem.toLdsBytesPerCycle),
    },
  };
}
