/** A compiled text in one run: the whole launch executed on copies of its buffers, counted and timed. */
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
  type Report,
  ReportBuilder,
  type Result,
  runOptionsOf,
  success,
  timingOf,
} from '@ldscope/core';
import { predictedSeconds } from '../commands/timeline-kernel.ts';
import { nvidiaLaunchProblem } from '../execute/nvidia-launch.ts';
import { launchOf } from '../launch/launch-options.ts';
import { isExecutable } from '../source/source.ts';
import { openKernel } from '../suggest/suggest-kernel.ts';
import type { SuggestOptions } from '../suggest/suggest-options.ts';
import { costsOf, type LeftBuffer, type Measured } from '../tried/measured.ts';

/** One execution that a change has to serve: a kernel with a launch, on one chip. */
export interface Run {
  readonly options: SuggestOptions;
  readonly machine: string;
  /** The launch with the values of its buffers in other places: for conflicts that depend on data. */
  readonly isShifted?: boolean | undefined;
}

/** A whole launch, executed on copies of its buffers. */
export interface WholeLaunch {
  readonly machine: Machine;
  /** Of the execution, with what the text says of its launch. */
  readonly options: SuggestOptions;
  /** Buffers before it, and after. */
  readonly given: readonly LeftBuffer[];
  readonly memory: readonly LeftBuffer[];
  readonly workgroups: number;
  readonly report: Report;
  readonly objects: readonly LdsObject[];
  /** Accesses of the first workgroup. */
  readonly trace?: AccessTrace | undefined;
}

/** Why a launch was not executed: by diagnostics where the text or its launch is wrong. */
export interface NotWhole {
  readonly reason: string;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
}

/** Registers by the symbols of kernels, for texts that have none. */
type Assembled = ReadonlyMap<string, KernelRegisters>;

/** Executes the whole launch; not where there is none, where it stops, or where it leaves values that are not known. */
export function executeWhole(
  text: string,
  { options, machine: name }: Pick<Run, 'options' | 'machine'>,
  assembled?: Assembled,
): WholeLaunch | NotWhole {
  const wrong = (...diagnostics: readonly Diagnostic[]): NotWhole => ({
    reason: diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'it is not read',
    diagnostics,
  });
  const opened = openKernel(text, { ...options, machines: name === '' ? [] : [name] });
  if (!opened.ok) return wrong(...opened.diagnostics);
  const { source, options: given, machines } = opened.value;
  const [machine] = machines;
  const launch = launchOf(given);
  if (!launch.ok) return wrong(...launch.diagnostics);
  if (!isExecutable(source) || source.changesBuffers !== true || machine === undefined)
    return { reason: 'its values are not computed' };
  if (launch.value.grid === undefined || given.arguments === undefined)
    return { reason: 'the launch gives no grid or no arguments' };
  const own = ownMemory(runOptionsOf(given));
  const kernel = given.kernel ?? source.kernels?.[0];
  const request = { ...runOptionsOf(given), ...own, machine, launch: launch.value, kernel };
  const problem = nvidiaLaunchProblem(source, request);
  if (problem !== undefined) return wrong(diagnose(problem));
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
  if (hasErrors(diagnostics)) return wrong(...diagnostics);
  const fault = firstError(hazards);
  if (fault !== undefined) return { reason: fault };
  if (execution.kernel.hasUnknownValues === true)
    return { reason: 'some of its values are not known' };
  const { executed, launched } = execution.kernel.workgroups ?? { executed: 0, launched: 0 };
  if (executed === 0 || executed < launched) return { reason: 'not all of the launch is executed' };
  const { name: frontend, title, unit = 'instruction' } = source.language;
  const { registers = assembled?.get(execution.kernel.name) } = execution.kernel;
  const summary = { ...execution.kernel, registers, frontend, language: { title, unit } };
  const { report } = builder.finish(summary, hazards, []);
  return {
    machine,
    options: given,
    given: buffersOf(given),
    memory: buffersOf(own),
    workgroups: executed,
    report,
    objects: ldsObjects,
    trace,
  };
}

/** Executes the whole launch on copies of its buffers, and says what it costs. */
export function measure(text: string, run: Run, assembled?: Assembled): Result<Measured> {
  const whole = executeWhole(text, run, assembled);
  if ('reason' in whole) {
    const { diagnostics = [diagnose(messages.suggest.notTried(whole.reason))] } = whole;
    return failure(...diagnostics);
  }
  const { isShifted = false } = run;
  const { machine, options, memory, workgroups, objects, trace, report } = whole;
  return success({
    ...costsOf(report),
    machine,
    isShifted,
    memory,
    workgroups,
    isCovered: report.account.isCovered,
    seconds:
      isShifted || timingOf(machine) === undefined
        ? undefined
        : predictedSeconds(text, { ...options, machine: machine.name }),
    objects,
    trace,
  });
}

const firstError = (hazards: readonly Pick<Diagnostic, 'severity' | 'message'>[]) =>
  hazards.find(({ severity }) => severity === 'error')?.message;

/** The buffers of the arguments and globals of a launch. */
const buffersOf = ({
  arguments: own = [],
  globals = [],
}: Pick<SuggestOptions, 'arguments' | 'globals'>): LeftBuffer[] =>
  [...own, ...globals].flatMap((one, index) => memoryOf(one, String(index)));

/** The buffers of an argument, and those that it points to. */
function memoryOf(argument: KernelArgument, fallback: string): LeftBuffer[] {
  const name = argument.name ?? argument.key ?? fallback;
  const pointed = (list: readonly PointedMemory[] = []): LeftBuffer[] =>
    list.flatMap((one) => [{ name, data: one.data }, ...pointed(one.pointers)]);
  return argument.kind === 'buffer' ? [{ name, data: argument.data }] : pointed(argument.pointers);
}
