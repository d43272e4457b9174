/** A compiled text in one run: the whole launch executed on copies of its buffers, counted and timed. */
import {
  type AccessTrace,
  copyTrace,
  diagnose,
  type Diagnostic,
  failure,
  hasErrors,
  type KernelArgument,
  messages,
  ownMemory,
  type PointedMemory,
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

const notTried = (reason: string): Result<never> =>
  failure(diagnose(messages.suggest.notTried(reason)));

/** Executes the whole launch on copies of its buffers; fails where it has none, stops, or leaves values that are not known. */
export function measure(
  text: string,
  { options, machine: name, isShifted = false }: Run,
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
  const summary = { ...execution.kernel, frontend, language: { title, unit } };
  const { report } = builder.finish(summary, hazards, []);
  return success({
    ...costsOf(report),
    machine,
    isShifted,
    memory: [...(own.arguments ?? []), ...(own.globals ?? [])].flatMap((one, index) =>
      memoryOf(one, String(index)),
    ),
    workgroups: executed,
    isCovered: report.account.isCovered,
    seconds:
      isShifted || timingOf(machine) === undefined
        ? undefined
        : predictedSeconds(text, { ...given, machine: machine.name }),
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
