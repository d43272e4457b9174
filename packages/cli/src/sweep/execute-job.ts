/** A job, done: the kernel is analyzed, and where requested its layouts are searched and its time is simulated. */
import { messages, placeDiagnostics, type SweepResult } from '@ldscope/core';
import {
  analyzeKernels,
  failedResult,
  hasConflicts,
  suggestKernel,
  type SweepJob,
  sweepResult,
  timelineKernel,
} from '@ldscope/engine';
import type { OpenFiles } from './open-files.ts';

export interface JobSurroundings {
  readonly files: OpenFiles;
  /** Seconds after which executions with unknown values end, and give what was counted. */
  readonly seconds: number;
  /** The clock, in seconds. It is asked again and again while a kernel is executed, so it may throw to end that. */
  readonly now: () => number;
}

/** The result of a job; throws only where the clock does, or at a fault of ldscope's. */
export async function executeJob(
  job: SweepJob,
  { files, seconds, now }: JobSurroundings,
): Promise<SweepResult> {
  const began = now();
  const taken = (): number => Math.round((now() - began) * 1000) / 1000;
  const read = await files.read(job.file, job.opened, job.part);
  const launch = await files.launch(job.launch);
  if (!launch.ok) {
    const [problem = messages.sweep.changed(job.launch)] = launch.diagnostics;
    return failedResult(job.job, 'launch', problem, taken());
  }
  if (read === undefined || ('content' in read && read.content !== job.content))
    return failedResult(job.job, 'refused', messages.sweep.changed(job.file), taken());
  if (launch.hash !== job.launchHash)
    return failedResult(job.job, 'refused', messages.sweep.changed(job.launch), taken());
  if ('diagnostics' in read) {
    const [problem = messages.sweep.changed(job.file)] = placeDiagnostics(
      read.diagnostics,
      read.text,
    );
    return failedResult(job.job, 'refused', problem, taken());
  }
  const { text, source, triton, file = job.file, launch: launchDefaults, readSeconds } = read.input;
  const { workgroups, layouts, time } = job.work;
  const given = (name: string): string | undefined => (name === '' ? undefined : name);
  const kernel = given(job.kernel);
  const common = {
    file,
    source,
    ...launch.value,
    launchDefaults,
    triton,
    kernel,
    chunk: job.chunk,
  };
  const machine = given(job.machine);
  const [analyzed] = analyzeKernels(text, {
    ...common,
    machine,
    model: given(job.model),
    workgroups,
    now,
    seconds,
    readSeconds: Math.min(readSeconds, seconds / 2),
    onProgress: () => void now(),
  });
  if (analyzed === undefined) throw new Error('an analysis gives at least one result');
  const chip = analyzed.machine?.name;
  // The search knows the first model of a chip alone.
  const isSearched =
    layouts && hasConflicts(analyzed) && analyzed.model === analyzed.machine?.models[0];
  const suggested =
    isSearched && chip !== undefined
      ? suggestKernel(text, { ...common, machines: [chip], now, seconds })
      : undefined;
  const timed =
    time && analyzed.analysis !== undefined && analyzed.abilities?.timeline === true
      ? timelineKernel(text, { ...common, machine: chip })
      : undefined;
  return sweepResult(job.job, { analyzed, suggested, timed }, taken());
}
