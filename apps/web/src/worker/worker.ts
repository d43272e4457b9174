/** The engine off the main thread: one task at a time, with progress; to cancel it, the page ends the worker. */
import {
  analyzeKernels,
  describeCkLayouts,
  fixText,
  optText,
  outlineText,
  passesFor,
  readLaunchText,
  suggestKernel,
  timelineKernel,
} from '@ldscope/engine';
import type { LaunchOptions, Source } from '@ldscope/engine';
import { type Diagnostic, placeDiagnostics, type ReportDiagnostic } from '@ldscope/core';
import { openFiles, sourceOf } from './open-files.ts';
import type {
  KernelTask,
  KernelText,
  LayoutsOfText,
  LayoutsTask,
  Progress,
  Reply,
  Request,
  Task,
  TaskResults,
} from './tasks.ts';

/** The part of a worker's global scope used here; the DOM's types do not have it. */
interface WorkerScope {
  postMessage(reply: Reply): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Request>) => void): void;
}

const scope: WorkerScope = self;

/** The least time between two reports of progress. */
const PROGRESS_MILLISECONDS = 60;

scope.addEventListener('message', ({ data: { id, task } }) => {
  let told = 0;
  const onProgress = (done: number, all: number): void => {
    const now = performance.now();
    if (now - told < PROGRESS_MILLISECONDS) return;
    told = now;
    const progress: Progress = { done, all };
    scope.postMessage({ id, kind: 'progress', progress });
  };
  run(task, onProgress).then(
    (result) => scope.postMessage({ id, kind: 'result', result }),
    (error: unknown) =>
      scope.postMessage({
        id,
        kind: 'fault',
        message: error instanceof Error ? error.message : String(error),
      }),
  );
});

type OnProgress = (done: number, all: number) => void;

async function run(task: Task, onProgress: OnProgress): Promise<TaskResults[Task['kind']]> {
  switch (task.kind) {
    case 'open':
      return openFiles(task.files, task);
    case 'passes':
      return passesFor(task.text, { ...task, onProgress });
    case 'opt':
      return optText(task.text, task.passes, task);
    case 'layouts':
      return layoutsOf(task);
    case 'outline':
      return outlineText(task.text, { file: task.file, source: listed(task) });
    default:
      return await compute(task, onProgress);
  }
}

function layoutsOf({ text, ...request }: LayoutsTask): LayoutsOfText {
  const described = describeCkLayouts(text, request);
  const all =
    request.use === undefined ? described : describeCkLayouts(text, { ...request, use: undefined });
  return {
    layouts: described.ok ? described.value : [],
    names: all.ok ? all.value.map(({ name }) => name) : [],
    diagnostics: placeDiagnostics(described.diagnostics, text),
  };
}

async function compute(
  task: KernelTask,
  onProgress: OnProgress,
): Promise<TaskResults[KernelTask['kind']]> {
  const launch = await readLaunchText(task.launch ?? '');
  if (!launch.ok) {
    const diagnostics = launch.diagnostics.map(withoutPlace);
    switch (task.kind) {
      case 'analyze':
        return [{ diagnostics }];
      case 'suggest':
        return { buffers: [], diagnostics };
      case 'fix':
        return { source: task.text, diagnostics };
      case 'timeline':
        return { diagnostics };
    }
  }
  const { dynamicLdsBytes } = task;
  const options = {
    ...kernelOptions(task),
    ...launch.value,
    launchDefaults: { dynamicLdsBytes },
    source: listed(task),
  };
  const { machine, model } = task;
  const machines = machine === undefined ? {} : { machines: [machine] };
  switch (task.kind) {
    case 'analyze':
      return analyzeKernels(task.text, {
        now: () => performance.now() / 1000,
        ...options,
        machine,
        model,
        workgroups: task.workgroups,
        onProgress,
      });
    case 'suggest':
      return suggestKernel(task.text, {
        now: () => performance.now() / 1000,
        ...options,
        ...(task.machines.length === 0 ? {} : { machines: task.machines }),
        tile: task.tile,
        at: task.at,
      });
    case 'fix':
      return fixText(task.text, {
        ...options,
        ...machines,
        buffer: task.buffer,
        layout: task.layout,
        workgroups: task.workgroups,
        onProgress,
      });
    case 'timeline':
      return timelineKernel(task.text, { ...options, machine });
  }
}

/** The code object that a text is the listing of. */
function listed({ code, text }: Pick<KernelText, 'code' | 'text'>): Source | undefined {
  const read = code === undefined ? undefined : sourceOf(code, text);
  return read?.ok === true ? read.value : undefined;
}

/** A diagnostic of the launch's text: its positions are not those of the kernel. */
const withoutPlace = ({ code, severity, message, hint, about }: Diagnostic): ReportDiagnostic => ({
  code,
  severity,
  message,
  hint,
  about,
});

const kernelOptions = ({
  file,
  kernel,
  triton,
}: KernelText): Pick<KernelText, 'file' | 'kernel' | 'triton'> & LaunchOptions => ({
  file,
  kernel,
  triton,
});
