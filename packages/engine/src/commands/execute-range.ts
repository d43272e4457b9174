/** Ranges of the workgroups of a launch, executed for another thread (`execute/launch-job.ts`). */
import {
  type ExecutedRange,
  findCoalescing,
  findMachine,
  findModel,
  ownMemory,
  ReportBuilder,
  type WorkgroupRange,
} from '@ldscope/core';
import type { LaunchJob } from '../execute/launch-job.ts';
import { programSource } from '../frontends/amdgcn.ts';
import { readSource } from '../read/read-source.ts';
import { type ExecutableSource, isExecutable, type Source } from '../source/source.ts';

/** Executes ranges of one launch: the text is read once. */
export class RangeExecutor {
  readonly #job: LaunchJob;
  readonly #source: ExecutableSource | undefined;

  constructor(job: LaunchJob) {
    this.#job = job;
    const source = sourceOf(job);
    this.#source = source !== undefined && isExecutable(source) ? source : undefined;
  }

  /** What the workgroups of a range leave; `undefined` where something out of the ordinary happened. */
  execute(range: WorkgroupRange): ExecutedRange | undefined {
    const { machine: name, models, request, threads } = this.#job;
    const machine = findMachine(name);
    if (machine === undefined || this.#source === undefined) return undefined;
    const model = models && findModel(machine, models.model);
    const coalescing = models && findCoalescing(machine, models.coalescing);
    const builder = models && new ReportBuilder(machine, model, coalescing);
    let left: { readonly state: unknown } | undefined;
    const keepsMemory = request.accessesOnly === true && this.#source.keepsMemory === true;
    this.#source.execute({
      ...request,
      ...(keepsMemory ? {} : ownMemory(request)),
      machine,
      model,
      range,
      memoryShare: 1 / threads,
      onLeft: (state) => (left = { state }),
      ...(builder && {
        onWorkgroup: (trace, _done, _all, times) => builder.add(trace, undefined, times),
        onGlobal: (trace, times) => builder.addGlobal(trace, times),
      }),
    });
    return left && { ...left, counts: builder?.leave() };
  }
}

function sourceOf({ text, file, program, machine }: LaunchJob): Source | undefined {
  if (program !== undefined) return programSource(program, text, []);
  const read = readSource(text, file, { machine });
  return read.ok ? read.value : undefined;
}
