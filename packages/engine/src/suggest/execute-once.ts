/** One workgroup of a kernel on each of several chips: what a search for layouts of machine code begins with. */
import {
  type AccessTrace,
  diagnose,
  type Diagnostic,
  distinctDiagnostics,
  failure,
  hasErrors,
  type KernelSummary,
  type LdsCoverage,
  type LdsObject,
  type Machine,
  ownMemory,
  type Result,
  runOptionsOf,
  success,
} from '@ldscope/core';
import { settleBlock } from '../execute/block-shape.ts';
import { nvidiaLaunchProblem } from '../execute/nvidia-launch.ts';
import type { ExecutableSource, ExecutionRequest, ExecutionResult } from '../source/source.ts';
import type { BufferRequest } from '../source/found.ts';

export interface ExecutedOnce {
  readonly summary: Omit<KernelSummary, 'frontend' | 'language'> | undefined;
  readonly traces: readonly { readonly machine: Machine; readonly trace: AccessTrace }[];
  /** Instructions that touch LDS and have no counts; absent where all have. */
  readonly coverage: LdsCoverage | undefined;
  /** What LDS holds, where that is named. */
  readonly ldsObjects: readonly LdsObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Every run has arguments of its own. */
export function executeOnce(
  source: ExecutableSource,
  request: BufferRequest,
): Result<ExecutedOnce> {
  const { machines, launch } = request;
  const kernel = request.kernel ?? source.kernels?.[0];
  const problem = nvidiaLaunchProblem(source, request);
  if (problem !== undefined) return failure(diagnose(problem));
  const runs = machines.map((machine) => {
    let trace: AccessTrace | undefined;
    const asked: ExecutionRequest = {
      ...runOptionsOf(request),
      machine,
      launch,
      workgroups: 1,
      kernel,
      isOutOfTime: request.isOutOfTime,
    };
    const onWorkgroup = (seen: AccessTrace): void => {
      trace = seen;
    };
    const execute = (accessesOnly: boolean): ExecutionResult =>
      source.execute({ ...asked, ...ownMemory(request), accessesOnly, onWorkgroup });
    const sliced = execute(true);
    const executed = sliced.isMissed === true ? execute(false) : sliced;
    const [model, coalescing] = [machine.models[0], machine.coalescing[0]];
    const settled = settleBlock(source, asked, executed, { model, coalescing });
    return { machine, executed, settled, trace };
  });
  const diagnostics = distinctDiagnostics([
    ...(source.diagnosticsOf?.(kernel) ?? source.diagnostics),
    ...runs.flatMap(({ executed, settled }) => [...settled, ...executed.diagnostics]),
  ]).filter(({ about }) => about !== 'sample');
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  return success({
    summary: runs[0]?.executed.kernel,
    coverage: runs
      .map(({ executed }) => executed.kernel?.ldsInstructions)
      .find((one) => one !== undefined && one.counted < one.instructions),
    traces: runs.flatMap(({ machine, trace }) => (trace === undefined ? [] : [{ machine, trace }])),
    ldsObjects: runs[0]?.executed.ldsObjects ?? [],
    diagnostics,
  });
}
