/**
 * One tile in the LDS of a kernel that does not say its buffers, such as machine code. The user gives the tile, where it begins
 * and what its layout is.
 */
import {
  type AccessTrace,
  allocatedBytes,
  diagnose,
  distinctDiagnostics,
  failure,
  hasErrors,
  messages,
  plainLayout,
  problemFromTrace,
  type Result,
  runOptionsOf,
  success,
  tileExtent,
} from '@ldscope/core';
import { settleBlock } from '../block-shape.ts';
import { ownArgument } from '../executed-report.ts';
import type { ExecutableSource, ExecutionRequest } from '../source.ts';
import { alikeMachines } from '../buffers/alike.ts';
import type { BufferRequest, FoundBuffer, FoundBuffers, StatedTile } from './found.ts';
import { residentOf } from '../buffers/resident.ts';

/** The tile of one workgroup; accesses elsewhere are left out. Every run has arguments of its own. */
export function traceBuffer(
  source: ExecutableSource,
  request: BufferRequest,
  { tile, layout: now = plainLayout(tile) }: StatedTile,
): Result<FoundBuffers> {
  const { machines, launch, arguments: list, at: baseBytes = 0 } = request;
  const kernel = request.kernel ?? source.kernels?.[0];
  const runs = machines.map((machine) => {
    const traces: AccessTrace[] = [];
    const asked: ExecutionRequest = {
      ...runOptionsOf(request),
      machine,
      launch,
      workgroups: 1,
      arguments: list?.map(ownArgument),
      kernel,
      isOutOfTime: request.isOutOfTime,
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
  const { name = '', workgroups, block } = summary ?? {};
  return success({ kernel: name, buffers, workgroups, block, diagnostics });
}
