/** `ldscope sweep PATHS`: whole libraries. Plans the jobs, does those without a result, and keeps what they give. */
import { availableParallelism } from 'node:os';
import { isSwept, type Message, messages, type SweepResult, type SweepRow } from '@ldscope/core';
import { failedResult, type SweepJob } from '@ldscope/engine';
import { saySweep, writeText } from '@ldscope/render';
import { exitCode, printDiagnostics } from '../answer/failure.ts';
import { fileProblem } from '../system/file-problem.ts';
import { findKernels } from '../input/find-kernels.ts';
import type { Io } from '../io/io.ts';
import { readLaunch } from '../run/launch.ts';
import { writeTables } from '../sweep/data-base.ts';
import { failedRow, type SweepPlan } from '../sweep/plan-file.ts';
import { each, type Ended, Pool } from '../sweep/pool.ts';
import { rateText, sweepProgress } from '../sweep/progress.ts';
import { SweepStore } from '../sweep/store.ts';
import type { Limits } from '../sweep/task.ts';
import { pageOf } from '../answer/terminal.ts';
import type { LimitOptions, SweepCommandOptions } from '../options/commands.ts';

/** Rows that are printed at the end. */
const SHOWN = 10;

/** Sweeps; exit code 1 where jobs are left, 2 where a path cannot be read, nothing can be swept or results cannot be kept. */
export async function sweepCommand(
  io: Io,
  paths: readonly string[],
  options: SweepCommandOptions,
): Promise<number> {
  const refuse = (...problems: Parameters<typeof printDiagnostics>[1]): number => {
    printDiagnostics(io, problems);
    return exitCode.wrong;
  };
  if (paths.length === 0) return refuse(messages.sweep.noPaths());
  for (const launch of options.launch) {
    const read = await readLaunch(io, launch);
    if (!read.ok) {
      printDiagnostics(io, read.diagnostics, { file: read.file, source: read.text });
      return exitCode.wrong;
    }
  }
  const { files, unmatched } = await findKernels(io, paths, { containers: true });
  if (files.length === 0) return refuse(messages.sweep.nothing(paths));
  const { queue: address } = options;
  const queue = address === undefined ? undefined : await import('../sweep/queue.ts');
  const server = await queue?.openQueue(io, options);
  if (server !== undefined && 'code' in server) return refuse(server);
  const { pool, width, limits } = poolOf(options);
  let isOver = false;
  const end = async (): Promise<void> => {
    isOver = true;
    await pool.close();
  };
  const interrupted = io.interrupted().then(end);
  let store: SweepStore | undefined;
  try {
    const opened = await SweepStore.begin(options.store);
    if (!opened.ok) return refuse(...opened.diagnostics.map(placed));
    const into = (store = opened.value);
    const planned = await planAll(
      io,
      { pool, width, limits },
      files,
      planOf(options),
      () => isOver,
    );
    const missing = unmatched.map((file) =>
      failedRow({ file }, [messages.usage.unreadable(file, 'no kernel is found in it')]),
    );
    if (isOver) return exitCode.unmet;
    const failed = [...planned.failed, ...missing];
    if (planned.jobs.length + failed.length === 0) return refuse(messages.sweep.nothing(paths));
    const unread = unreadOf(failed, paths);
    if (planned.jobs.length === 0 && unread.length === failed.length) return refuse(...unread);
    await into.plan(planned.jobs, failed);
    const todo = jobsToDo(planned.jobs, into, options.retry === true);
    const began = io.now();
    let gone: Message | undefined;
    if (queue === undefined || server === undefined) {
      const progress = sweepProgress(io, 'job', todo.length);
      await each(
        todo,
        width,
        async (job) => {
          const ended = await pool.run({ kind: 'job', job });
          if (isOver) return;
          const result = resultOf(job.job, ended, limits);
          into.add(result);
          progress.done(isSwept(result));
        },
        () => isOver,
      );
      progress.end();
    } else {
      const { queueWait: waitSeconds } = options;
      gone = await queue.doByQueue(io, server, {
        jobs: todo,
        store: into,
        interrupted,
        waitSeconds,
      });
    }
    into.sync();
    const code = await summarize(io, into, { jobs: planned.jobs, todo, began });
    printDiagnostics(io, [...unread, ...(gone === undefined ? [] : [gone])]);
    return unread.length > 0 ? exitCode.wrong : code;
  } catch (error) {
    // Problems of inputs are in rows: these are problems of the store, a disk that is full or a folder that has gone.
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return refuse(messages.sweep.storeUnwritable(options.store, reason));
  } finally {
    server?.end();
    await end();
    store?.close();
  }
}

/** Why paths that are given could not be read; other unreadable files, such as those of a folder, have a row only. */
function unreadOf(failed: readonly SweepRow[], paths: readonly string[]): Message[] {
  return failed.flatMap(({ file, code, reason }) =>
    code === messages.usage.unreadable('', '').code && paths.includes(file)
      ? [{ ...messages.usage.unreadable(file, ''), message: reason }]
      : [],
  );
}

const placed = (problem: Parameters<typeof printDiagnostics>[1][number]) => problem;

/** The threads of this machine, as options bound them. */
export function poolOf(options: LimitOptions): {
  readonly pool: Pool;
  readonly width: number;
  readonly limits: Limits;
} {
  const { compiler, compilerFlags, saveTemps, workers = availableParallelism() } = options;
  const limits = { seconds: options.seconds, megabytes: options.memory };
  const pool = new Pool({
    limits,
    compiler: {
      ...(compiler === undefined ? {} : { compiler }),
      ...(compilerFlags === undefined ? {} : { compilerFlags }),
      ...(saveTemps === undefined ? {} : { saveTemps }),
    },
  });
  return { pool, width: workers, limits };
}

function planOf(options: SweepCommandOptions): SweepPlan {
  const { machine, model, launch, kernel, workgroups, layouts = false, time = false } = options;
  return {
    machines: machine,
    models: model,
    launches: launch,
    kernel,
    work: { workgroups, layouts, time },
  };
}

interface Planning {
  readonly pool: Pool;
  readonly width: number;
  readonly limits: Limits;
}

async function planAll(
  io: Io,
  { pool, width, limits }: Planning,
  files: readonly string[],
  plan: SweepPlan,
  isOver: () => boolean,
): Promise<{ readonly jobs: readonly SweepJob[]; readonly failed: readonly SweepRow[] }> {
  const found = new Map<string, { jobs: readonly SweepJob[]; failed: readonly SweepRow[] }>();
  const progress = sweepProgress(io, 'file', files.length);
  const planOne = async (path: string): Promise<void> => {
    const ended = await pool.run({ kind: 'plan', path, plan });
    if (ended.kind === 'done') found.set(path, ended.value);
    else {
      const { status, problem } = problemOf(ended, limits);
      found.set(path, { jobs: [], failed: [failedRow({ file: path }, [problem], status)] });
    }
    progress.done(ended.kind === 'done');
  };
  await each(files, width, planOne, isOver);
  progress.end();
  // In the order of the files, whichever was planned first.
  const planned = files.flatMap((path) => found.get(path) ?? []);
  return {
    jobs: planned.flatMap(({ jobs }) => jobs),
    failed: planned.flatMap(({ failed }) => failed),
  };
}

/** Each job without a result once: those first that state their launch, otherwise in the order of the files. */
function jobsToDo(jobs: readonly SweepJob[], store: SweepStore, retry: boolean): SweepJob[] {
  const todo = new Map<string, SweepJob>();
  for (const job of jobs) {
    const result = store.resultOf(job.job);
    const isDone = result !== undefined && !(retry && isRetried(result));
    if (!isDone && !todo.has(job.job)) todo.set(job.job, job);
  }
  return [...todo.values()].sort((a, b) => a.stage - b.stage);
}

const isRetried = ({ status }: SweepResult): boolean =>
  status === 'time' || status === 'memory' || status === 'crashed';

function problemOf(
  ended: Exclude<Ended<unknown>, { kind: 'done' }>,
  { seconds, megabytes }: Limits,
): {
  readonly status: 'time' | 'memory' | 'crashed';
  readonly problem: ReturnType<typeof messages.sweep.time>;
} {
  const status = ended.kind;
  if (status === 'time') return { status, problem: messages.sweep.time(seconds) };
  if (status === 'memory') return { status, problem: messages.sweep.memory(megabytes) };
  return { status, problem: messages.sweep.crashed(ended.problem) };
}

/** What a worker made of a job, as its result. */
export function resultOf(job: string, ended: Ended<SweepResult>, limits: Limits): SweepResult {
  if (ended.kind === 'done') return ended.value;
  const { status, problem } = problemOf(ended, limits);
  return failedResult(job, status, problem, status === 'time' ? limits.seconds : 0);
}

interface Done {
  readonly jobs: readonly SweepJob[];
  readonly todo: readonly SweepJob[];
  /** Milliseconds, by the clock of the surroundings. */
  readonly began: number;
}

async function summarize(io: Io, store: SweepStore, { jobs, todo, began }: Done): Promise<number> {
  const report = await store.report();
  if (!report.ok) {
    printDiagnostics(io, report.diagnostics.map(placed));
    return exitCode.wrong;
  }
  const seconds = (io.now() - began) / 1000;
  const done = todo.filter(({ job }) => store.resultOf(job) !== undefined).length;
  const page = pageOf(io);
  io.stdout.write(writeText(saySweep(report.value, { most: SHOWN }), page));
  const known = new Set(jobs.map(({ job }) => job)).size - todo.length;
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  if (io.isQuiet !== true) {
    const speed = done === 0 ? '' : `, ${rateText(done / Math.max(seconds, 0.001))}`;
    io.stderr.write(
      `${done} done in ${seconds.toFixed(1)} s${speed}, ${known} known before; at most ${peak} MiB; ${store.folder}/results.jsonl\n`,
    );
  }
  try {
    const isTable = await writeTables(store.folder, report.value.rows);
    if (!isTable) printDiagnostics(io, [messages.sweep.noTables()]);
  } catch (error) {
    // The journal has all of them.
    const problem = error instanceof Error ? error.message : String(error);
    printDiagnostics(io, [messages.sweep.tablesFailed(problem.split('\n')[0] ?? problem)]);
  }
  return report.value.pending > 0 ? exitCode.unmet : exitCode.done;
}
