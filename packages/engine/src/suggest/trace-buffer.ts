/**
 * One tile in the LDS of a kernel that does not say its buffers: machine code. The user gives the tile, where it begins
 * and what its layout is.
 */
import type { KernelArgument } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  allocatedBytes,
  diagnose,
  failure,
  hasErrors,
  type Launch,
  type Machine,
  messages,
  problemFromTrace,
  type Result,
  success,
  type TileLayout,
  tileExtent,
  distinctDiagnostics,
} from '@ldscope/core';
import { settleBlock } from '../block-shape.ts';
import { ownArgument } from '../executed-report.ts';
import type { ExecutionRequest, ReadSource } from '../source.ts';
import type { TimeBudget } from '../time-budget.ts';
import { alikeMachines } from '../buffers/alike.ts';
import type { FoundBuffer, FoundBuffers } from './found.ts';
import { residentOf } from '../buffers/resident.ts';

export interface TraceRequest extends TimeBudget {
  readonly machines: readonly Machine[];
  readonly kernel?: string;
  readonly launch: Launch;
  /** Of machine code, in order; every run has buffers of its own. */
  readonly arguments?: readonly KernelArgument[];
  /** The layout that the tile has. */
  readonly now: TileLayout;
  /** Where it begins. */
  readonly baseBytes: number;
  readonly maxSteps?: number;
}

/** The tile of one workgroup; accesses elsewhere are left out. */
export function traceBuffer(source: ReadSource, request: TraceRequest): Result<FoundBuffers> {
  const { machines, launch, arguments: list, now, baseBytes, maxSteps } = request;
  const kernel = request.kernel ?? source.kernels[0];
  const runs = machines.map((machine) => {
    const traces: AccessTrace[] = [];
    const { isOutOfTime } = request;
    const asked: ExecutionRequest = {
      machine,
      launch,
      workgroups: 1,
      ...(list === undefined ? {} : { arguments: list.map(ownArgument) }),
      ...(kernel === undefined ? {} : { kernel }),
      ...(maxSteps === undefined ? {} : { maxSteps }),
      ...(isOutOfTime === undefined ? {} : { isOutOfTime }),
    };
    const onWorkgroup = (trace: AccessTrace): unknown => traces.push(trace);
    const executed = source.execute({ ...asked, onWorkgroup });
    const [model, coalescing] = [machine.models[0], machine.coalescing[0]];
    const settled = settleBlock(source, asked, executed, { model, coalescing });
    return { machine, executed, settled, trace: traces[0] };
  });
  const diagnostics = distinctDiagnostics([
    ...(source.diagnosticsOf?.(kernel) ?? source.diagnostics),
    ...runs.flatMap(({ executed, settled }) => [...settled, ...executed.diagnostics]),
  ]).filter(({ about }) => about !== 'sample');
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  const summary = runs[0]?.executed.kernel;
  const extent = tileExtent(now);
  const buffers: FoundBuffer[] = [];
  const traces = runs.flatMap(({ machine, trace }) =>
    trace === undefined ? [] : [{ machine, trace }],
  );
  for (const { machines: alike, trace } of alikeMachines(traces)) {
    const otherBytes = Math.max(0, (summary?.ldsBytes ?? 0) - allocatedBytes(now, extent));
    const problem = problemFromTrace(trace, { layout: now, baseBytes }, alike, {
      otherBytes,
      sitesRepeat: true,
      ...residentOf(summary),
    });
    if (!problem.ok) return failure(...diagnostics, ...problem.diagnostics);
    if (problem.value.accesses.length === 0) {
      return failure(...diagnostics, diagnose(messages.suggest.nothingThere(baseBytes, extent)));
    }
    const name = `LDS from byte ${baseBytes}`;
    buffers.push({ names: [name], tiles: [{ problem: problem.value, now }] });
  }
  const { name = '', frontend = '', workgroups, block } = summary ?? {};
  const part = workgroups === undefined ? {} : { workgroups };
  const shape = block === undefined ? {} : { block };
  return success({ kernel: name, frontend, buffers, ...part, ...shape, diagnostics });
}
