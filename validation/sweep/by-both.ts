/**
 * A sweep by a queue on a real server, in which workers are killed and the server is restarted, beside the same sweep by one
 * process: for a test with few jobs, and for `npm run validate -- sweep-queue` with many.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import type { SweepResult } from '@ldscope/core';
import { jsonLines, readText } from '../base/read.ts';
import { filled } from '../base/template.ts';

/** The server of this machine, by its name; `undefined` where there is none. */
export function findServer(): string | undefined {
  return ['redis-server', 'valkey-server'].find(
    (name) => spawnSync(name, ['--version']).status === 0,
  );
}

/** A port that nobody has. */
const freePort = (): Promise<number> =>
  new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        settle(typeof address === 'object' && address !== null ? address.port : 0),
      );
    });
  });

const wait = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms));

/** Waits until something is so. */
export async function until(what: string, isSo: () => boolean, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`${what} takes more than ${seconds} s`);
    await wait(50);
  }
}

/** A server on loopback that writes all that it is told to its append-only file, with an account that only knows its password. */
export class QueueServer {
  readonly #program: string;
  readonly #folder: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(program: string, folder: string, port: number) {
    this.#program = program;
    this.#folder = folder;
    this.#port = port;
  }

  static async start(program: string, folder: string): Promise<QueueServer> {
    mkdirSync(folder, { recursive: true });
    const server = new QueueServer(program, folder, await freePort());
    server.begin();
    return server;
  }

  /** With the credentials of its account. */
  get url(): string {
    return `redis://sweeper:secret@127.0.0.1:${this.#port}`;
  }

  get urlWithoutPassword(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  begin(): void {
    const settings = `bind 127.0.0.1
port ${this.#port}
dir ${this.#folder}
save ""
appendonly yes
appendfsync always
user default off
user sweeper on >secret ~ldscope:* &* +@all
`;
    const file = join(this.#folder, 'server.conf');
    writeFileSync(file, settings);
    this.#process = spawn(this.#program, [file], { stdio: 'ignore' });
  }

  /** Ends as a machine does that loses its power. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((settle) => child.once('exit', settle));
    child.kill('SIGKILL');
    await gone;
  }
}

/** The limits are of wall time: on a busy machine none may be reached by one sweep and not by the other. */
const LIMITS = ['--seconds', '600'];
/** A busy machine renews a lease late. */
const LEASE_SECONDS = '5';

export interface TestedSweep {
  /** The built command. */
  readonly command: string;
  readonly server: QueueServer;
  readonly folder: string;
  readonly paths: readonly string[];
  readonly machines: readonly string[];
  /** Seconds after which all has to be done. */
  readonly seconds: number;
  readonly workers: number;
  /** Shares of the jobs at which a worker is killed, and another begins. */
  readonly kills: readonly number[];
  /** The share at which the server is killed, and begins again. */
  readonly restart: number;
}

export interface SweptByBoth {
  /** Results by one process, and by the queue: lines of the journals. */
  readonly alone: readonly SweepResult[];
  readonly queued: readonly SweepResult[];
  readonly aloneSeconds: number;
  readonly queuedSeconds: number;
  /** Of the sweep that has the queue, and of the largest worker. */
  readonly peakMebibytes: readonly [sweep: number, worker: number];
  /** What was printed: credentials must not be in it. */
  readonly printed: string;
  readonly killed: number;
}

/** Does both. */
export async function sweepByBoth(tested: TestedSweep): Promise<SweptByBoth> {
  const { command, server, folder, paths, machines, seconds, workers, kills, restart } = tested;
  let printed = '';
  const children = new Set<ChildProcess>();
  const peaks: [sweep: number, worker: number] = [0, 0];
  const start = (words: readonly string[], url: string): ChildProcess => {
    const child = spawn(process.execPath, [command, ...words, '--queue', url], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (printed += text.toString()));
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const sweepWords = (store: string): string[] => [
    'sweep',
    ...paths,
    '-m',
    machines.join(','),
    '--store',
    join(folder, store),
    '-j',
    String(workers),
    ...LIMITS,
  ];
  let began = Date.now();
  const alone = spawnSync(process.execPath, [command, ...sweepWords('alone')], {
    encoding: 'utf8',
  });
  if (alone.status !== 0) throw new Error(alone.stderr);
  const aloneSeconds = (Date.now() - began) / 1000;
  const expected = resultsOf(join(folder, 'alone'));
  const startWorker = (): ChildProcess =>
    start(['worker', '-j', '1', '--lease', LEASE_SECONDS, '--idle', '600', ...LIMITS], server.url);
  began = Date.now();
  const sweep = start(sweepWords('queued'), server.url);
  const ended = new Promise<number | null>((settle) => sweep.once('exit', settle));
  const running = Array.from({ length: workers }, startWorker);
  const done = (): number => resultsOf(join(folder, 'queued')).length;
  const watch = setInterval(() => {
    peaks[0] = Math.max(peaks[0], residentMebibytes(sweep.pid));
    for (const worker of running) peaks[1] = Math.max(peaks[1], residentMebibytes(worker.pid));
  }, 250);
  try {
    const events = [
      ...kills.map((share) => ({ share, restarts: false })),
      { share: restart, restarts: true },
    ].sort((a, b) => a.share - b.share);
    for (const { share, restarts } of events) {
      await until('the sweep', () => done() >= share * expected.length, seconds);
      if (restarts) {
        await server.kill();
        server.begin();
      } else {
        running.shift()?.kill('SIGKILL');
        running.push(startWorker());
      }
    }
    // Nobody waits for this timer once the sweep has ended: the program would stay for its time.
    const late = new Promise<'late'>((settle) =>
      setTimeout(settle, seconds * 1000, 'late').unref(),
    );
    const code = await Promise.race([ended, late]);
    if (code !== 0) throw new Error(`the sweep ended with ${code}: ${printed}`);
  } finally {
    clearInterval(watch);
    for (const child of children) child.kill('SIGKILL');
  }
  return {
    alone: expected,
    queued: resultsOf(join(folder, 'queued')),
    aloneSeconds,
    queuedSeconds: (Date.now() - began) / 1000,
    peakMebibytes: peaks,
    printed,
    killed: kills.length,
  };
}

/** The whole lines of a journal. */
function resultsOf(store: string): SweepResult[] {
  const file = join(store, 'results.jsonl');
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  return jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));
}

/** What is the same however often a job is done, by job. */
export function figuresByJob(results: readonly SweepResult[]): Record<string, unknown> {
  return Object.fromEntries(
    [...results]
      .sort((a, b) => (a.job < b.job ? -1 : 1))
      .map((result) => [result.job, { ...result, seconds: 0 }]),
  );
}

/** Of a process; 0 where the system does not say. */
function residentMebibytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Kernels that differ: tiles of f32 whose rows have a pitch, read down their columns by a number of waves. */
export function writeKernels(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < count; number++) {
    const pitch = 16 + (number % 97);
    const lanes = 64 * (1 + (Math.floor(number / 97) % 4));
    const rounds = 8 + Math.floor(number / 388);
    const elements = lanes * pitch;
    const text = filled(readText('validation/sweep/walk.template'), {
      number,
      pitch,
      lanes,
      rounds,
      elements,
    });
    writeFileSync(join(folder, `walk-${number}.mlir`), text);
  }
}
