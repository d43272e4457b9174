/**
 * The buffers of a Triton kernel, as far as the layouts of its module say them: each with one encoding for all its views.
 * The scratch memory of conversions is laid out by the compiler and left out.
 */
import {
  append,
  type AccessTrace,
  cTypeOf,
  diagnose,
  type Diagnostic,
  emptyLaunch,
  failure,
  hasErrors,
  type KernelSummary,
  type Machine,
  messages,
  problemFromTrace,
  type Result,
  type RunOptions,
  sharedToTile,
  success,
  tileExtent,
  TraceBuilder,
  distinctDiagnostics,
} from '@ldscope/core';
import {
  executeTtgir,
  type Module,
  type ParseResult,
  readTtgir,
  type SharedBuffer,
  type View,
} from '@ldscope/mlir';
import { alikeMachines } from '../buffers/alike.ts';
import type { BufferRequest, FoundBuffer, FoundBuffers } from '../source/found.ts';
import { residentOf } from '../buffers/resident.ts';

export function ttgirBuffers(
  text: string,
  { machines, kernel: asked, triton, buffer }: BufferRequest,
  { module, diagnostics }: ParseResult,
): Result<FoundBuffers> {
  const wanted = buffer?.replace(/^(?!%)/, '%');
  if (hasErrors(diagnostics)) return failure(...diagnostics);
  const runs = machines.map((machine) =>
    runTtgir(module, text, machine, { kernel: asked, triton }),
  );
  const said = distinctDiagnostics(runs.flatMap((one) => one.diagnostics));
  if (hasErrors(said)) return failure(...said);
  const [first] = runs;
  const views = first?.views ?? new Map<string, readonly View[]>();
  const names = [...views.keys()];
  if (wanted !== undefined && !views.has(wanted)) {
    return failure(diagnose(messages.fix.noBuffer(wanted, names)));
  }
  const found: FoundBuffer[] = [];
  const leftOut: string[] = [];
  for (const [name, list] of views) {
    if (wanted !== undefined && name !== wanted) continue;
    const [view] = list;
    if (view === undefined) continue;
    const { shape, elementBytes } = view.type;
    const alikeViews = list.every(({ type }) => type.shape.join() === shape.join());
    if (!alikeViews || view.origin.some((start) => start !== 0)) {
      said.push(messages.suggest.parts(name));
      leftOut.push(name);
      continue;
    }
    const tile = sharedToTile(view.encoding, shape, elementBytes);
    if (!tile.ok) {
      for (const each of tile.diagnostics.slice(0, 1)) said.push(each);
      continue;
    }
    const now = tile.value.layout;
    const { baseBytes, bytes } = view.buffer;
    const extent = tileExtent(now);
    const copies = Math.max(1, Math.floor(bytes / extent));
    const traces = runs.map(({ machine, trace }) => ({ machine, trace: partOf(trace, name) }));
    for (const { machines: alike, trace } of alikeMachines(traces)) {
      const otherBytes = Math.max(0, (first?.ldsBytes ?? 0) - bytes);
      const seen = { layout: now, baseBytes, copies };
      const problem = problemFromTrace(trace, seen, alike, {
        cutsVectors: true,
        otherBytes,
        lastPad: 'left-out',
        ...residentOf(first?.summary),
      });
      const element = cTypeOf(view.type.element, alike[0]?.isa === 'ptx');
      if (problem.ok)
        found.push({ names: [name], tiles: [{ problem: problem.value, now, element }] });
      else said.push(...problem.diagnostics.slice(0, 1));
    }
  }
  const kernel = first?.kernel ?? '';
  return success({
    kernel,
    block: first?.summary.block,
    notation: 'triton',
    buffers: found,
    leftOut,
    diagnostics: said,
  });
}

/** A kernel of Triton on a chip: every operation once, and the buffers by the views that are accessed. */
export interface TtgirRun {
  readonly machine: Machine;
  readonly trace: AccessTrace;
  readonly views: ReadonlyMap<string, readonly View[]>;
  readonly kernel: string;
  readonly ldsBytes: number;
  /** Since Triton 3.5, as far as the text tells. */
  readonly isNew: boolean;
  readonly summary: KernelSummary;
  readonly diagnostics: readonly Diagnostic[];
}

export function runTtgir(
  module: Module,
  text: string,
  machine: Machine,
  { kernel, triton }: Pick<RunOptions, 'kernel' | 'triton'>,
): TtgirRun {
  let trace: AccessTrace = new TraceBuilder(64).finish();
  const execution = executeTtgir(module, text, {
    machine,
    launch: emptyLaunch,
    kernel,
    triton,
    onWorkgroup: (made) => {
      trace = made;
    },
  });
  const read = readTtgir(module, text, { machine, kernel, triton });
  const views = new Map<string, View[]>();
  for (const { access } of 'lowered' in read ? read.lowered : []) {
    if (access.view === undefined) continue;
    const { name }: SharedBuffer = access.buffer;
    append(views, name, access.view);
  }
  const { diagnostics, kernel: summary } = execution;
  const { name, ldsBytes } = summary;
  const isNew = 'lowered' in read && read.waves.conversions === 'swizzled';
  return { machine, trace, diagnostics, views, kernel: name, ldsBytes, isNew, summary };
}

/** The rows of one buffer. */
function partOf(trace: AccessTrace, name: string): AccessTrace {
  const { waveSize, count, addressBytes, site, sites } = trace;
  const builder = new TraceBuilder(waveSize, sites);
  for (let row = 0; row < count; row++) {
    if (sites[site[row] ?? 0]?.buffer !== name) continue;
    builder.addLike(trace, row, addressBytes.subarray(row * waveSize, (row + 1) * waveSize));
  }
  return builder.finish();
}
