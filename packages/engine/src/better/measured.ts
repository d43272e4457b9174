/**
 * A compiled text in one run: what the whole launch leaves in memory, what its accesses cost, and what the chip needs for it.
 *
 *     t[32][32]     4,096 bytes of `out`     992 conflict cycles     4 KiB     8 workgroups     11.4 us
 *
 * A candidate is judged by two of these, before and after the change: nothing else is believed of it.
 */
import {
  type AccessTrace,
  copyTrace,
  diagnose,
  type Diagnostic,
  failure,
  hasErrors,
  type KernelArgument,
  type KernelRegisters,
  type LdsObject,
  type Machine,
  messages,
  ownMemory,
  type PointedMemory,
  ReportBuilder,
  type ReportSite,
  type Result,
  runOptionsOf,
  success,
  timingOf,
} from '@ldscope/core';
import { timelineKernel } from '../commands/timeline-kernel.ts';
import { nvidiaLaunchProblem } from '../execute/nvidia-launch.ts';
import { launchOf } from '../launch/launch-options.ts';
import { isExecutable } from '../source/source.ts';
import { openKernel } from '../suggest/suggest-kernel.ts';
import type { SuggestOptions } from '../suggest/suggest-options.ts';

/** One execution that a change has to serve: a kernel with a launch, on one chip. */
export interface Run {
  readonly options: SuggestOptions;
  readonly machine: string;
  /** The launch with the values of its buffers in other places: for conflicts that depend on data. */
  readonly isShifted?: boolean | undefined;
}

/** Memory of the launch after it. */
export interface LeftBuffer {
  readonly name: string;
  readonly data: Uint8Array;
}

/** What a source line does to shared memory: the widest instruction that the compiler made of it, and its cycles. */
export interface LineCost {
  readonly file: string;
  readonly line: number;
  /** Bytes per lane of its widest read, and of its widest write; 0 without one. */
  readonly reads: number;
  readonly writes: number;
  readonly conflicts: number;
  readonly cycles: number;
}

/** A text in one run. Cycles are those of the launch: LDS cycles on AMD, wavefronts on NVIDIA. */
export interface Measured {
  readonly kernel: string;
  readonly machine: Machine;
  readonly isShifted: boolean;
  readonly memory: readonly LeftBuffer[];
  readonly workgroups: number;
  /** Warnings of the execution: uninitialized memory, misaligned vectors. */
  readonly hazards: readonly string[];
  readonly conflicts: number;
  readonly cycles: number;
  /** Every access to the banks is counted. */
  readonly isCovered: boolean;
  readonly lines: readonly LineCost[];
  /** Bytes of shared memory of a workgroup. */
  readonly ldsBytes: number;
  readonly registers?: KernelRegisters | undefined;
  /** Workgroups that a compute unit holds at once, as far as it is known. */
  readonly resident?: number | undefined;
  /** Instructions of all waves; absent where the frontend does not count them. */
  readonly instructions?: number | undefined;
  /** Seconds on the chip by the model of a compute unit, at least and at most; absent where there is no model or no device. */
  readonly seconds?: readonly [least: number, most: number] | undefined;
  readonly objects: readonly LdsObject[];
  /** Accesses of the first workgroup. */
  readonly trace?: AccessTrace | undefined;
}

const notTried = (reason: string): Result<never> =>
  failure(diagnose(messages.suggest.notTried(reason)));

/**
 * Executes the whole launch on copies of its buffers; fails where it has none, stops, or leaves values that are not known. `assembled`:
 * registers by the symbols of kernels, for texts that have none.
 */
export function measure(
  text: string,
  { options, machine: name, isShifted = false }: Run,
  assembled?: ReadonlyMap<string, KernelRegisters>,
): Result<Measured> {
  const opened = openKernel(text, { ...options, machines: name === '' ? [] : [name] });
  if (!opened.ok) return opened;
  const { source, options: given, machines } = opened.value;
  const [machine] = machines;
  const launch = launchOf(given);
  if (!launch.ok) return launch;
  if (!isExecutable(source) || source.changesBuffers !== true || machine === undefined)
    return notTried('its values are not computed');
  if (launch.value.grid === undefined || given.arguments === undefined)
    return notTried('the launch gives no grid or no arguments');
  const own = ownMemory(runOptionsOf(given));
  const kernel = given.kernel ?? source.kernels?.[0];
  const request = { ...runOptionsOf(given), ...own, machine, launch: launch.value, kernel };
  const problem = nvidiaLaunchProblem(source, request);
  if (problem !== undefined) return failure(diagnose(problem));
  const builder = new ReportBuilder(machine);
  let trace: AccessTrace | undefined;
  const execution = source.execute({
    ...request,
    onWorkgroup: (seen, _done, _all, times) => {
      trace ??= copyTrace(seen);
      builder.add(seen, undefined, times);
    },
  });
  const { diagnostics, hazards, ldsObjects = [] } = execution;
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  const fault = firstError(hazards);
  if (fault !== undefined) return notTried(fault);
  if (execution.kernel.hasUnknownValues === true)
    return notTried('some of its values are not known');
  const { executed, launched } = execution.kernel.workgroups ?? { executed: 0, launched: 0 };
  if (executed === 0 || executed < launched) return notTried('not all of the launch is executed');
  const { name: frontend, title, unit = 'instruction' } = source.language;
  const { registers = assembled?.get(execution.kernel.name) } = execution.kernel;
  const summary = { ...execution.kernel, registers, frontend, language: { title, unit } };
  const { report } = builder.finish(summary, hazards, []);
  const { account, occupancy, totals, sites } = report;
  return success({
    kernel: summary.name,
    machine,
    isShifted,
    memory: [...(own.arguments ?? []), ...(own.globals ?? [])].flatMap((one, index) =>
      memoryOf(one, String(index)),
    ),
    workgroups: executed,
    hazards: hazards.flatMap(({ severity, message }) => (severity === 'note' ? [] : [message])),
    conflicts: totals.bankConflict,
    cycles: totals.idxActive,
    isCovered: account.isCovered,
    lines: linesOf(sites),
    ldsBytes: summary.ldsBytes,
    registers: summary.registers,
    resident: occupancy?.workgroups,
    instructions: summary.executedInstructions,
    seconds: isShifted ? undefined : secondsOf(text, { ...given, machine: machine.name }, machine),
    objects: ldsObjects,
    trace,
  });
}

const firstError = (hazards: readonly Pick<Diagnostic, 'severity' | 'message'>[]) =>
  hazards.find(({ severity }) => severity === 'error')?.message;

/** The buffers of an argument, and those that it points to. */
function memoryOf(argument: KernelArgument, fallback: string): LeftBuffer[] {
  const name = argument.name ?? argument.key ?? fallback;
  const pointed = (list: readonly PointedMemory[] = []): LeftBuffer[] =>
    list.flatMap((one) => [{ name, data: one.data }, ...pointed(one.pointers)]);
  return argument.kind === 'buffer' ? [{ name, data: argument.data }] : pointed(argument.pointers);
}

/** Sites by the source line that the author sees, in the function that has the access. */
function linesOf(sites: readonly ReportSite[]): LineCost[] {
  const found = new Map<string, LineCost>();
  for (const { location, direction, widthBytes, bankConflict, idxActive } of sites) {
    const [{ file = '', line = 0 } = location] = location.source ?? [];
    const key = `${file}:${line}`;
    const known = found.get(key) ?? { file, line, reads: 0, writes: 0, conflicts: 0, cycles: 0 };
    const isRead = direction === 'read';
    found.set(key, {
      ...known,
      reads: Math.max(known.reads, isRead ? widthBytes : 0),
      writes: Math.max(known.writes, isRead ? 0 : widthBytes),
      conflicts: known.conflicts + bankConflict,
      cycles: known.cycles + idxActive,
    });
  }
  return [...found.values()];
}

/** The time of the launch by the model of a compute unit. */
function secondsOf(
  text: string,
  options: SuggestOptions & { readonly machine: string },
  machine: Machine,
): Measured['seconds'] {
  if (timingOf(machine) === undefined) return undefined;
  // It executes a part of the launch, on copies too.
  const { report } = timelineKernel(text, { ...options, ...ownMemory(options) });
  const time = report?.kernelTime;
  return time && [time.leastSeconds ?? time.seconds, time.seconds];
}
