/**
 * The workgroup buffers of an MLIR kernel: it is executed on each chip, and the accesses of one workgroup are kept.
 */
import {
  type AccessTrace,
  cTypeOf,
  diagnose,
  distinctDiagnostics,
  failure,
  hasErrors,
  type HintReport,
  type Machine,
  messages,
  plainLayout,
  problemFromTrace,
  type Result,
  runOptionsOf,
  success,
} from '@ldscope/core';
import { type ExecuteOptions, layoutObstacle, type ParseResult, printType } from '@ldscope/mlir';
import { resolvedHints } from '../hints/resolved-hints.ts';
import { observe, type Observed } from '../buffers/observe.ts';
import { readKernel, type ReadKernel } from '../buffers/read-kernel.ts';
import { type Alike, alikeMachines } from '../buffers/alike.ts';
import type { BufferRequest, FoundBuffer, FoundBuffers, TileQuestion } from '../source/found.ts';
import { layoutDiagnostics, mixedDiagnostic } from '../buffers/mixed-layouts.ts';
import { plainTraces } from '../buffers/plain-trace.ts';
import { type PresentTile, presentTiles } from '../buffers/present-tiles.ts';
import { residentOf } from '../buffers/resident.ts';
import { uncountedIn } from '../buffers/uncounted.ts';

/** Errors are those of the kernel and of its execution. */
export function mlirBuffers(
  text: string,
  request: BufferRequest,
  parsed: ParseResult,
): Result<FoundBuffers> {
  const { machines, launch } = request;
  const wanted = request.buffer?.replace(/^(?![%@])/, '%');
  const [machine] = machines;
  if (machine === undefined) return failure();
  const read = readKernel(text, machine, request, parsed);
  if (!('text' in read)) return failure(...read);
  const { description, buffers } = read;
  if (wanted !== undefined && !buffers.some(({ names }) => names.includes(wanted))) {
    const names = buffers.flatMap((buffer) => buffer.names);
    return failure(diagnose(messages.fix.noBuffer(wanted, names)));
  }
  const run = { ...runOptionsOf(request), kernel: description.name, launch };
  const observed = machines.map((one) => observe(read, one, { ...run, workgroups: 1 }));
  const said = observed.flatMap(({ diagnostics }) => diagnostics);
  // One workgroup of many is executed on purpose.
  const diagnostics = distinctDiagnostics(said.filter(({ about }) => about !== 'sample'));
  if (hasErrors(diagnostics)) {
    const why = layoutDiagnostics(read.module, { ...run, machine });
    return failure(...diagnostics, ...why);
  }
  const found: FoundBuffer[] = [];
  const leftOut: string[] = [];
  for (const [index, buffer] of buffers.entries()) {
    const { names } = buffer;
    if (wanted !== undefined && !names.includes(wanted)) continue;
    if (observed.some((one) => one.buffers[index]?.complete === false)) {
      diagnostics.push({ ...messages.fix.partlyElsewhere(names.join(', ')), severity: 'warning' });
      leftOut.push(names.join(', '));
      continue;
    }
    const traces = machines.flatMap((one, m) => {
      const trace = observed[m]?.buffers[index]?.traces[0];
      return trace === undefined ? [] : [{ machine: one, trace }];
    });
    const [known, said] = [found.length, diagnostics.length];
    for (const alike of alikeMachines(traces)) {
      const seen = observed[machines.findIndex((one) => one === alike.machines[0])];
      if (seen === undefined) continue;
      const present = presentTiles(read, buffer, [seen], index, request.tile?.tile);
      if (present.kind === 'mixed') {
        diagnostics.push(mixedDiagnostic(names, present, text));
        break;
      }
      const questions = present.tiles.map((tile) => {
        const [machine] = alike.machines;
        const plain = plainTraces(read, buffer, index, tile.layout, {
          ...run,
          machines: alike.machines,
        });
        const element = cTypeOf(printType(buffer.type.element), machine?.isa === 'ptx');
        const question = tileQuestion(index, tile, seen, alike, machine && plain?.get(machine));
        return question.ok ? success({ ...question.value, element }) : question;
      });
      const sound = questions.flatMap((question) => (question.ok ? [question.value] : []));
      if (sound.length > 0) found.push({ names, tiles: sound });
      else
        diagnostics.push(
          ...distinctDiagnostics(questions.flatMap((one) => one.diagnostics)).slice(0, 1),
        );
    }
    const coverage = observed[0]?.kernel.ldsInstructions;
    const isSilent = found.length === known && diagnostics.length === said;
    if (isSilent && coverage !== undefined && coverage.missing.length > 0) {
      diagnostics.push(messages.suggest.notCounted(names.join(', '), uncountedIn(coverage)));
      leftOut.push(names.join(', '));
    }
  }
  const notation = notationOf(text);
  const hints = hintsOn(machines, read, text, { ...run, workgroups: 1 });
  return success({
    kernel: description.name,
    block: { shape: description.block, from: description.blockFrom },
    notation,
    buffers: found,
    leftOut,
    workgroups: observed[0]?.workgroups,
    hints,
    diagnostics,
  });
}

/** Wave's kernels carry IREE's attributes without one of its pipelines; other MLIR takes any formula. */
function notationOf(text: string): string | undefined {
  if (!text.includes('iree_codegen.translation_info')) return undefined;
  return /translation_info<pipeline = None\b/.test(text) ? 'wave' : 'iree';
}

/** What each resolver makes of the hints of one workgroup, machine by machine. */
function hintsOn(
  machines: readonly Machine[],
  { module, description }: ReadKernel,
  text: string,
  request: Omit<ExecuteOptions, 'machine'>,
): HintReport | undefined {
  const reports = machines.flatMap(
    (machine) =>
      resolvedHints(module, text, { ...request, machine, kernel: description.name }) ?? [],
  );
  const [first] = reports;
  return first && { ...first, resolutions: reports.flatMap(({ resolutions }) => resolutions) };
}

function tileQuestion(
  index: number,
  { layout: now, missing, unknown }: PresentTile,
  observed: Observed,
  { machines, trace }: Alike,
  plainTrace: AccessTrace | undefined,
): Result<TileQuestion> {
  const objects = observed.buffers[index]?.objects ?? [];
  const copyBytes = objects[0]?.bytes ?? 0;
  const otherBytes = Math.max(0, observed.ldsBytes - objects.length * copyBytes);
  const seen = { layout: now, baseBytes: 0, copies: objects.length, copyBytes };
  const besides = { otherBytes, cutsVectors: true, ...residentOf(observed.kernel) };
  const problem = problemFromTrace(trace, seen, machines, besides);
  if (!problem.ok) return failure(...problem.diagnostics);
  // The problem holds the accesses that have no rule.
  const coverage = observed.kernel.ldsInstructions;
  const rows = { layout: plainLayout(now.tile), baseBytes: 0, copies: objects.length };
  const wide = plainTrace && problemFromTrace(plainTrace, rows, machines, besides);
  return success({
    problem: problem.value,
    now,
    coverage: coverage !== undefined && coverage.missing.length > 0 ? coverage : undefined,
    missing,
    obstacleTo: layoutObstacle,
    unknown,
    wide: wide?.ok === true ? wide.value : undefined,
  });
}
