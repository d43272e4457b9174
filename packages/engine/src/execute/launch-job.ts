/**
 * A launch as other threads execute parts of it: plain data, which a thread can send. A thread reads the text again and executes ranges
 * of its workgroups (`commands/execute-range.ts`); what they leave is added here.
 *
 *     analyze(text, threads) -> execute -> helpers -> job + ranges -> threads -> what each range leaves
 */
import {
  type Crew,
  findCoalescing,
  findMachine,
  findModel,
  type Helpers,
  ownMemory,
  type WorkgroupRange,
} from '@ldscope/core';
import type { Program } from '@ldscope/amdgcn';
import type { CountingModels, ExecutionRequest, Source } from '../source/source.ts';

/** The options of an execution that are plain data. */
const PLAIN = [
  'launch',
  'kernel',
  'file',
  'arguments',
  'globals',
  'asyncCompletion',
  'maxSteps',
  'triton',
  'workgroups',
  'unknownValues',
  'accessesOnly',
  'classes',
] as const satisfies readonly (keyof ExecutionRequest)[];

/** A launch for other threads. */
export interface LaunchJob {
  readonly text: string;
  readonly file: string | undefined;
  /** Of a code object: the program that it holds, of which the text is a listing. */
  readonly program: Program | undefined;
  readonly machine: string;
  /** The models that count; absent where only results are computed. */
  readonly models: { readonly model: string; readonly coalescing: string } | undefined;
  readonly request: Pick<ExecutionRequest, (typeof PLAIN)[number]>;
  /** Threads that share its memory. */
  readonly threads: number;
}

/** Threads for the workgroups of large launches: `threadsOf` of `ldscope/threads` gives those of Node. */
export interface Threads {
  /** How many, the caller's own among them. */
  readonly count: number;
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The shortest rest of a launch that the others help with, in milliseconds; a standard number by default. */
  readonly leastMs?: number | undefined;
  /** Has ranges of a launch executed by the others. */
  readonly begin: (job: LaunchJob, ranges: readonly WorkgroupRange[]) => Crew;
}

/** The text that a source is read from, for another thread; `undefined` where that would read something else. */
export interface SourceText {
  readonly text: string;
  readonly file: string | undefined;
  readonly source: Source;
  /** The source was given, not read from the text. */
  readonly isGiven: boolean;
}

/** The threads that help with an execution; `undefined` where it cannot be described to them. */
export function helpersFor(
  threads: Threads | undefined,
  { text, file, source, isGiven }: SourceText,
  request: ExecutionRequest,
  models?: CountingModels,
): Helpers | undefined {
  const { machine } = request;
  if (threads === undefined || threads.count < 2 || request.sass !== undefined) return undefined;
  const { program } = source;
  const given = isGiven && program?.ok === true ? program.value : undefined;
  const isSame =
    findMachine(machine.name) === machine &&
    (models === undefined ||
      (findModel(machine, models.model.name) === models.model &&
        findCoalescing(machine, models.coalescing.name) === models.coalescing));
  if (!isSame || (isGiven && given === undefined)) return undefined;
  const { now, leastMs } = threads;
  const count = Math.min(threads.count, mostThreads(request));
  const jobOf = (): LaunchJob => {
    const plain = Object.fromEntries(PLAIN.map((name) => [name, request[name]]));
    return {
      text,
      file,
      program: given,
      machine: machine.name,
      models: models && { model: models.model.name, coalescing: models.coalescing.name },
      request: { ...(plain as LaunchJob['request']), ...ownMemory(request, shared) },
      threads: count,
    };
  };
  return { threads: count, now, leastMs, begin: (ranges) => threads.begin(jobOf(), ranges) };
}

/** Bytes of buffers that all other threads together may have. */
const MOST_BYTES = 2 ** 31;

/** As many threads as there is memory for: those that compute results have buffers of their own. */
function mostThreads(request: ExecutionRequest): number {
  let bytes = 1;
  ownMemory(request, (data) => {
    bytes += data.byteLength;
    return data;
  });
  const others = MOST_BYTES / bytes;
  return 1 + Math.floor(request.accessesOnly === true && others >= 1 ? Infinity : others);
}

/** A copy that all threads see, and none changes. */
function shared(data: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(data.byteLength));
  copy.set(data);
  return copy;
}
