/**
 * Tiles in the LDS of a kernel that does not specify its buffers, such as machine code. The user gives one tile, where it begins and what
 * its layout is; or the kernel was compiled from a source that declares arrays:
 *
 *     __shared__ float tile[2][32][33]        64 rows of 33 elements of 4 B, where the compiler has put them
 */
import {
  greatestOf,
  leastOf,
  allocatedBytes,
  constraintsOf,
  cTypeOf,
  diagnose,
  type Diagnostic,
  failure,
  type LdsObject,
  messages,
  opcodeAt,
  plainLayout,
  type Problem,
  type ProblemAccess,
  problemFromTrace,
  type Result,
  success,
  type TileLayout,
  tileExtent,
  type Tile,
} from '@ldscope/core';
import { alikeMachines, type Alike } from '../buffers/alike.ts';
import { residentOf } from '../buffers/resident.ts';
import { uncountedIn } from '../buffers/uncounted.ts';
import type { ExecutableSource } from '../source/source.ts';
import { type ExecutedOnce, executeOnce } from './execute-once.ts';
import type {
  BufferRequest,
  FoundBuffer,
  FoundBuffers,
  StatedTile,
  TileQuestion,
} from '../source/found.ts';

/** The tile of one workgroup; accesses elsewhere are left out. */
export function traceBuffer(
  source: ExecutableSource,
  request: BufferRequest,
  { tile, element: name, layout: now = plainLayout(tile) }: StatedTile,
): Result<FoundBuffers> {
  const { at: baseBytes = 0 } = request;
  const once = executeOnce(source, request);
  if (!once.ok) return once;
  const union = once.value.ldsObjects.find(
    ({ isUnion, offset, bytes }) =>
      isUnion === true && offset < baseBytes + tileExtent(now) && baseBytes < offset + bytes,
  );
  if (union !== undefined) return failure(diagnose(messages.suggest.union(union.name)));
  const buffers: FoundBuffer[] = [];
  for (const alike of alikeMachines(once.value.traces)) {
    const problem = problemAt(once.value, alike, now, baseBytes);
    if (!problem.ok) return failure(...once.value.diagnostics, ...problem.diagnostics);
    if (constraintsOf(problem.value).length === 0) {
      const nothing = messages.suggest.nothingThere(baseBytes, tileExtent(now));
      return failure(...once.value.diagnostics, diagnose(nothing));
    }
    const isPtx = alike.machines.every(({ isa }) => isa === 'ptx');
    const title = `${isPtx ? 'shared memory' : 'LDS'} from byte ${baseBytes}`;
    const element = cTypeOf(name, isPtx);
    const { coverage } = once.value;
    const question = { problem: problem.value, now, coverage, element };
    buffers.push({ names: [title], tiles: [question], isCompiled: true });
  }
  return success(foundBuffers(once.value, buffers, []));
}

/** The arrays of two or more dimensions that the source of the kernel declares; `undefined` where none is known. */
export function declaredBuffers(
  source: ExecutableSource,
  request: BufferRequest,
): Result<FoundBuffers> | undefined {
  if (source.declaresArrays !== true) return undefined;
  const once = executeOnce(source, request);
  if (!once.ok) return once;
  const { ldsObjects, traces } = once.value;
  const { buffer: asked } = request;
  const wanted = ldsObjects.filter(({ name }) => asked === undefined || asked === name);
  if (asked !== undefined && wanted.length === 0) {
    const names = ldsObjects.map(({ name }) => name);
    return failure(diagnose(messages.fix.noBuffer(asked, names)));
  }
  const buffers: FoundBuffer[] = [];
  const left: Diagnostic[] = [];
  const leftOut = new Set<string>();
  for (const object of wanted) {
    const tile = declaredTile(object);
    if (tile === undefined) continue;
    for (const alike of alikeMachines(traces)) {
      const question = declaredQuestion(once.value, alike, tile, object);
      if (!question.ok) {
        for (const one of question.diagnostics) left.push({ ...one, severity: 'warning' });
        leftOut.add(object.name);
      } else if (constraintsOf(question.value.problem).length > 0) {
        const { partBytes } = question.value;
        if (partBytes < tile.elementBytes)
          left.push(messages.suggest.inParts(object.name, tile.elementBytes, partBytes));
        const tiles = [{ ...question.value, coverage: once.value.coverage }] as const;
        buffers.push({ names: [object.name], tiles, declared: object, isCompiled: true });
      }
    }
    const isSeen = buffers.some(({ declared }) => declared === object);
    if (once.value.coverage !== undefined && !isSeen && !leftOut.has(object.name)) {
      left.push(messages.suggest.notCounted(object.name, uncountedIn(once.value.coverage)));
      leftOut.add(object.name);
    }
  }
  if (wanted.every((object) => declaredTile(object) === undefined)) return undefined;
  return success({ ...foundBuffers(once.value, buffers, left), leftOut: [...leftOut] });
}

/** An array as rows along its last dimension. */
function declaredTile({ shape = [], elementBytes = 0 }: LdsObject): Tile | undefined {
  const columns = shape.at(-1);
  if (shape.length < 2 || columns === undefined || elementBytes === 0) return undefined;
  const rows = shape.slice(0, -1).reduce((product, length) => product * length, 1);
  return rows < 2 || columns < 2 ? undefined : { rows, columns, elementBytes };
}

/** The accesses of an array by its elements, or by the largest parts of them that every access has whole ones of. */
function declaredQuestion(
  once: ExecutedOnce,
  alike: Alike,
  tile: Tile,
  { offset }: LdsObject,
): Result<Pick<TileQuestion, 'problem' | 'now'> & { readonly partBytes: number }> {
  const { elementBytes, columns } = tile;
  const parts = [8, 4, 2, 1].filter((bytes) => bytes < elementBytes && elementBytes % bytes === 0);
  let first: Result<Problem> | undefined;
  for (const partBytes of [elementBytes, ...parts]) {
    const partTile = {
      ...tile,
      columns: (columns * elementBytes) / partBytes,
      elementBytes: partBytes,
    };
    const now = plainLayout(partTile);
    const problem = problemAt(once, alike, now, offset);
    first ??= problem;
    const isWhole = ({ op }: ProblemAccess): boolean => opcodeAt(op).widthBytes % partBytes === 0;
    if (problem.ok && constraintsOf(problem.value).every(isWhole))
      return success({ problem: problem.value, now, partBytes });
  }
  return first?.ok === false ? first : failure();
}

function problemAt(
  { summary, ldsObjects }: ExecutedOnce,
  { machines, trace }: Alike,
  now: TileLayout,
  baseBytes: number,
): Result<Problem> {
  const otherBytes = Math.max(0, (summary?.ldsBytes ?? 0) - allocatedBytes(now, tileExtent(now)));
  const buffer = { layout: now, baseBytes };
  const limitBytes = staticLimit(summary?.ldsBytes ?? 0, machines, ldsObjects, baseBytes);
  const limit = limitBytes === undefined ? {} : { limitBytes };
  const options = { otherBytes, ...limit, sitesRepeat: true, ...residentOf(summary) };
  return problemFromTrace(trace, buffer, machines, options);
}

/** What a workgroup may have where the array at a byte is declared with its size: dynamic memory comes on top of it. */
function staticLimit(
  ldsBytes: number,
  machines: Alike['machines'],
  objects: readonly LdsObject[],
  baseBytes: number,
): number | undefined {
  const staticEnd = Math.max(0, greatestOf(objects.map(({ offset, bytes }) => offset + bytes)));
  const limits = machines.flatMap(({ sharedMemory }) => sharedMemory.staticBytes?.value ?? []);
  if (baseBytes >= staticEnd || limits.length === 0) return undefined;
  return leastOf(limits) + Math.max(0, ldsBytes - staticEnd);
}

function foundBuffers(
  { summary, diagnostics }: ExecutedOnce,
  buffers: readonly FoundBuffer[],
  more: readonly Diagnostic[],
): FoundBuffers {
  const { name: kernel = '', workgroups, block } = summary ?? {};
  return { kernel, buffers, workgroups, block, diagnostics: [...diagnostics, ...more] };
}
