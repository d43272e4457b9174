/** A kernel of MLIR as what `fix` changes: layouts are written into its memrefs and indices, and it is executed by the interpreter. */
import {
  type FixedBuffer,
  failure,
  type Machine,
  messages,
  plainLayout,
  problemFromTrace,
  type Result,
  type RowLayout,
  runOptionsOf,
  success,
  sum,
} from '@ldscope/core';
import { layoutObstacle, type WorkgroupBuffer } from '@ldscope/mlir';
import { alikeMachines } from '../buffers/alike.ts';
import { mixedDiagnostic } from '../buffers/mixed-layouts.ts';
import { conflictsOf, observe, type Observed } from '../buffers/observe.ts';
import { plainTraces } from '../buffers/plain-trace.ts';
import { presentTiles } from '../buffers/present-tiles.ts';
import { moveBuffer, readKernel, type ReadKernel } from '../buffers/read-kernel.ts';
import { residentOf } from '../buffers/resident.ts';
import { readLayout } from '../layout/layout-words.ts';
import type { FixOptions } from '../source/fix-outcome.ts';
import { costsOf, type Measured } from '../tried/measured.ts';
import { type Asked, chooseLayouts } from './choose-layout.ts';
import { summaryOf, uncountedOf } from './outcome.ts';
import { proveRewriting } from './prove.ts';
import type { Attempt, Attempts, Doubt, LayoutPart, Subject } from './subject.ts';

/** A kernel that is to be rewritten, executed as it is on each machine. */
export interface ExecutedKernel {
  readonly read: ReadKernel;
  readonly options: FixOptions;
  readonly before: readonly Observed[];
}

/** Executes a kernel on every machine. */
export function observeAll(read: ReadKernel, options: FixOptions): Observed[] {
  const { machines, launch, workgroups, onProgress } = options;
  const run = { ...runOptionsOf(options), launch, workgroups, onProgress };
  return machines.map((machine) => observe(read, machine, run));
}

export function mlirSubject(kernel: ExecutedKernel): Subject<readonly Observed[]> {
  const { read, options, before } = kernel;
  const { machines, layout } = options;
  const [machine] = machines;
  const reread = (text: string): ReturnType<typeof readKernel> =>
    machine === undefined ? [] : readKernel(text, machine, options);
  const elsewhere = sum(before.map((one) => one.elsewhere));
  return {
    text: read.text,
    options,
    buffers: read.buffers.map(({ names }, index) => ({
      names,
      conflicts: conflictsOf(before, index),
    })),
    measured: measuredOf(kernel, before),
    unknown: [
      ...uncountedOf(before.map(({ report }) => report.account)),
      ...(elsewhere > 0 ? [messages.fix.elsewhere(elsewhere)] : []),
    ],
    attempts: (index) => attemptsFor(kernel, index),
    write: (text, index, layouts) => {
      const [now, buffer] = [reread(text), read.buffers[index]];
      if (!('text' in now)) return failure(...now);
      return buffer === undefined ? failure() : moveBuffer(now, buffer, layouts);
    },
    execute: (text, parts) => {
      const now = reread(text);
      if (!('text' in now)) return failure(...now);
      const seen = observeAll(now, options);
      const proof = proveRewriting(read, now, before, seen, parts, {
        machines,
        better: layout === undefined,
      });
      return success({ seen, measured: measuredOf(kernel, seen), proof });
    },
    summary: (part, after) => bufferSummary(kernel, part, after),
    doubtful: (doubt, names) => doubtful(kernel, doubt, names),
  };
}

/** What counts of executions, covered where as many accesses are counted as of the kernel as it is. */
const measuredOf = (
  { options: { machines }, before }: ExecutedKernel,
  all: readonly Observed[],
): Measured[] =>
  all.flatMap((observed, m) => {
    const [machine, as] = [machines[m], before[m]];
    return machine === undefined || as === undefined ? [] : [measuredOn(machine, observed, as)];
  });

function measuredOn(machine: Machine, observed: Observed, before: Observed): Measured {
  const { report, memory, workgroups, objects } = observed;
  const { missing, counted } = report.account;
  return {
    ...costsOf(report),
    machine,
    isShifted: false,
    memory: [...memory].map(([number, data]) => ({ name: `argument ${number}`, data })),
    workgroups: workgroups.executed,
    isCovered: missing.length === 0 || counted >= before.report.account.counted,
    objects,
  };
}

function attemptsFor(kernel: ExecutedKernel, index: number): Attempts {
  const { read, options, before } = kernel;
  const buffer = read.buffers[index];
  if (buffer === undefined) return { refused: [] };
  const names = buffer.names.join(', ');
  if (buffer.obstacles.length > 0) return { refused: buffer.obstacles };
  if (before.some((observed) => observed.buffers[index]?.complete === false))
    return { refused: [messages.fix.partlyElsewhere(names)] };
  const present = presentTiles(read, buffer, before, index);
  if (present.kind === 'mixed')
    return { refused: [mixedDiagnostic(buffer.names, present, read.text)], isUnclear: true };
  const copied = buffer.accesses.some(({ direction }) => direction === 'copy');
  const mustKnow = copied || options.layout !== undefined;
  const unclear = present.tiles.find(
    ({ unknown, isTorn }) => unknown !== undefined && (mustKnow || isTorn === true),
  );
  if (unclear?.unknown !== undefined)
    return { refused: [messages.fix.unknownLayout(names, unclear.unknown)], isUnclear: true };
  const found = present.tiles.map(({ layout }) => attemptsFrom(kernel, buffer, index, layout));
  return {
    all: found.flatMap((one) => (one.ok ? one.value : [])),
    problems: found.flatMap((one) => (one.ok ? [] : one.diagnostics)),
  };
}

function attemptsFrom(
  { read, options, before }: ExecutedKernel,
  buffer: WorkgroupBuffer,
  index: number,
  from: RowLayout,
): Result<readonly Attempt[]> {
  const { layout, machines } = options;
  const attempts = (choices: readonly Attempt['choice'][]) =>
    success(choices.map((choice): Attempt => ({ from, choice })));
  if (layout !== undefined) {
    const typed = typeof layout === 'string' ? readLayout(layout, from.tile) : success(layout);
    return typed.ok ? attempts([{ layout: typed.value, conflicts: 0, optimality: '' }]) : typed;
  }
  const traces = machines.flatMap((machine, m) => {
    const trace = before[m]?.buffers[index]?.traces[0];
    return trace === undefined ? [] : [{ machine, trace }];
  });
  const plain = plainTraces(read, buffer, index, from, {
    ...runOptionsOf(options),
    machines,
    kernel: read.description.name,
    launch: options.launch,
  });
  const objects = before[0]?.buffers[index]?.objects ?? [];
  const [copies, copyBytes] = [objects.length, objects[0]?.bytes ?? 0];
  const otherBytes = (before[0]?.ldsBytes ?? 0) - copies * copyBytes;
  const besides = { otherBytes, ...residentOf(before[0]?.kernel) };
  const asked: Asked[] = [];
  for (const { machines: alike, trace } of alikeMachines(traces)) {
    const seen = { layout: from, baseBytes: 0, copies, copyBytes };
    const present = problemFromTrace(trace, seen, alike, besides);
    const plainTrace = alike[0] && plain?.get(alike[0]);
    const rows = { layout: plainLayout(from.tile), baseBytes: 0, copies };
    const wide = plainTrace && problemFromTrace(plainTrace, rows, alike, besides);
    const problem = wide ?? present;
    if (!problem.ok) return failure(...problem.diagnostics);
    const nowProblem = wide !== undefined && present.ok ? present.value : undefined;
    asked.push({ problem: problem.value, nowProblem });
  }
  const found = chooseLayouts(asked, { now: from, obstacleTo: layoutObstacle });
  return found.ok ? attempts(found.value) : found;
}

/** A buffer before and after, with its conflicts. */
export function bufferSummary(
  { read, options, before }: ExecutedKernel,
  part: Pick<LayoutPart, 'index' | 'from' | 'to' | 'accesses' | 'changed' | 'optimality'>,
  after: readonly Observed[],
): FixedBuffer {
  const { index } = part;
  const conflicts = options.machines.map(({ name }, m) => {
    const [old, now] = [before[m]?.buffers[index], after[m]?.buffers[index]];
    return {
      machine: name,
      readBefore: old?.reads ?? 0,
      readAfter: now?.reads ?? 0,
      writeBefore: old?.writes ?? 0,
      writeAfter: now?.writes ?? 0,
    };
  });
  return summaryOf(read.buffers[index]?.names ?? [], part, conflicts);
}

const SELECTS_BUFFER = /\barith\.select\b.*\bmemref</;

/** A doubt in words; `names` are of the buffer that keeps its layout, where others may have another one. */
export function doubtful(
  { read, before }: ExecutedKernel,
  { step, verdict }: Doubt,
  names?: string,
): ReturnType<typeof messages.fix.unproven> {
  if (verdict === 'unproven')
    return messages.fix.unproven(step.detail, SELECTS_BUFFER.test(read.text), names);
  const { executed = 0, launched = 0 } = before[0]?.workgroups ?? {};
  return messages.fix.sampled(step.detail, executed === launched, names);
}
