/**
 * From the text of a kernel or a schedule to its time on the model of one compute unit: the function behind `ldscope
 * timeline`.
 *
 *     machine code -> executed, a compute unit's worth of workgroups -+
 *                                                                     +-> simulate -> report
 *     schedule -> lowered to the instructions of the chip ------------+
 */
import {
  accountOf,
  analyzeTiming,
  deviceOf,
  devices,
  diagnose,
  type Diagnostic,
  type Fact,
  kernelTime,
  messages,
  ownMemory,
  placeDiagnostics,
  type ReportDiagnostic,
  type RunOptions,
  timedChips,
  type TimedProgram,
  type Timeline,
  timelineReport,
  type TimelineReport,
  type TimingModel,
  timingOf,
} from '@ldscope/core';
import { launchForSource, type LaunchOptions } from '../launch/launch-options.ts';
import { resolveMachine } from '../input/machine-choice.ts';
import { findFrontend, readAs } from '../read/read-source.ts';
import type { FrontendOptions, Source } from '../source/source.ts';
import type { TimeSource } from '../source/simulated.ts';
import { timeOfSchedule, withoutTime } from '../timeline/time-schedule.ts';

/** Which chip is simulated, with how many workgroups, at which bandwidth. */
export interface TimelineOptions extends RunOptions, LaunchOptions, FrontendOptions {
  /** A chip, product or architecture; by default what the text names, else gfx942. */
  readonly machine?: string | undefined;
  /** Workgroups to simulate; by default as many as a compute unit holds. */
  readonly workgroups?: number | 'all' | undefined;
  /** Bytes per cycle that global memory gives the compute unit; by default what one alone gets. */
  readonly bandwidth?: number | undefined;
  /** The text as it was read, when the caller has done so (code objects). */
  readonly source?: Source | undefined;
}

/** The predicted time of a text with what was simulated, or the diagnostics with the reason for its absence. */
export type TimedText =
  | {
      readonly report: TimelineReport;
      readonly program: TimedProgram;
      readonly timeline: Timeline;
      /** The same as those of the report. */
      readonly diagnostics: readonly ReportDiagnostic[];
    }
  | { readonly report?: undefined; readonly diagnostics: readonly ReportDiagnostic[] };

/** The chip where neither the user nor the text names one. */
const USUAL_MACHINE = 'gfx942';

/**
 * The source to time: that of a text, or a schedule where the text is in no known language, such as a schedule without
 * a section; else what the input is.
 */
function timeOf(
  text: string,
  file: string | undefined,
  source: Source | undefined,
): TimeSource | { readonly input: string } {
  if (source === undefined) return timeOfSchedule(text, file, false);
  return source.time ?? source.language;
}

/** Nothing, and bytes that are not text, are for the reader of schedules to refuse. */
function sourceOf(text: string, options: TimelineOptions): Source | undefined {
  if (text.trim() === '' || text.includes('\0')) return undefined;
  const frontend = findFrontend(text, options.file, options);
  return frontend && readAs(frontend, text, options.file);
}

/** Simulates machine code or a schedule. Never throws on an input; what is wrong is in `diagnostics`. */
export function timelineKernel(text: string, given: TimelineOptions = {}): TimedText {
  const { source = sourceOf(text, given), file } = given;
  const options = launchForSource(given, source);
  const failed = (diagnostics: readonly Diagnostic[]): TimedText => ({
    diagnostics: placeDiagnostics(diagnostics, text),
  });
  const time = timeOf(text, file, source);
  if ('input' in time) return failed([diagnose(withoutTime(time.input))]);
  const named = options.machine ?? options.source?.target ?? time.chip ?? USUAL_MACHINE;
  const machine = resolveMachine(named);
  const own = machine && timingOf(machine);
  const timing = own && withBandwidth(own, options.bandwidth);
  if (machine === undefined || timing === undefined) {
    return failed([diagnose(messages.timing.noTiming(named, timedChips))]);
  }
  const simulated = time.simulate({ ...options, machine, timing });
  if (!simulated.ok) return failed(simulated.diagnostics);
  const { program, launched, kernel } = simulated.value;
  const device = deviceOf(machine.name, named);
  const analysis = analyzeTiming(program, { machine, timing });
  const known = devices.filter(({ chip }) => chip === machine.name).map(({ name }) => name);
  const unknown =
    launched !== undefined && device === undefined
      ? [diagnose(messages.timing.noDevice(named, known))]
      : [];
  const diagnostics = placeDiagnostics([...unknown, ...simulated.diagnostics], text);
  const account =
    kernel &&
    accountOf({ kernel, sites: [], diagnostics, hasFixedPhases: machine.vendor === 'AMD' });
  const isCounted =
    (account === undefined || account.missing.length === 0) &&
    simulated.value.hasUnknownMemory !== true;
  const report = timelineReport(program, analysis, {
    ...simulated.value,
    account,
    kernelTime:
      launched &&
      device &&
      isCounted &&
      options.bandwidth === undefined &&
      options.workgroups === undefined
        ? kernelTime(launched, device, { machine, timing })
        : undefined,
    machine: machine.name,
    timing,
    bandwidthGiven: options.bandwidth !== undefined,
    text,
    diagnostics,
  });
  return { report, program, timeline: analysis.timeline, diagnostics };
}

/** The time of a launch by the model of a compute unit, at least and at most, on copies of its buffers; `undefined` where it has none. */
export function predictedSeconds(
  text: string,
  options: TimelineOptions,
): readonly [least: number, most: number] | undefined {
  const { report } = timelineKernel(text, { ...options, ...ownMemory(options) });
  const time = report?.kernelTime;
  return time && [time.leastSeconds ?? time.seconds, time.seconds];
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
