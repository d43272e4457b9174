/** `--threads`: real threads of the built command, and what happens when one of them fails. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Crew, WorkgroupRange } from '@ldscope/core';
import { analyzeKernels, type AnalyzeOptions, type LaunchJob } from '@ldscope/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { threadsOf } from '../src/threads/threads.ts';
import { buildCommand } from './built-command.ts';

/** A loop of `turns`, in which every thread stores its sum to LDS; the block stores the last of it to global memory. */
const looping = (turns: number, body = ''): string => `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<12>;
  .reg .b64 %rd<4>;
  .reg .pred %p<4>;
  .shared .align 4 .b8 tile[16384];
  ld.param.u64 %rd1, [out];
  mov.u32 %r0, %tid.x;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, tile;
  mad.lo.u32 %r3, %r0, 36, %r2;
  mad.lo.u32 %r4, %r1, 128, %r0;
  mov.u32 %r5, 0;
AGAIN:
  add.u32 %r6, %r6, %r4;
  st.shared.u32 [%r3], %r6;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, ${turns};
  @%p1 bra AGAIN;
  ${body}
  ld.shared.u32 %r7, [%r3];
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd2, %rd1, %rd2;
  st.global.u32 [%rd2], %r7;
  ret;
}
`;
const BLOCKS = 101;
const launch = (blocks: number): string => `grid: [${blocks}]
block: [128]
args:
  - { name: out, dtype: i32, shape: [${128 * blocks}], fill: zeros }
`;

const folder = mkdtempSync(join(tmpdir(), 'ldscope-threads-'));
const at = (name: string): string => join(folder, name);
let command = '';
beforeAll(async () => {
  command = await buildCommand();
  writeFileSync(at('plain.ptx'), looping(4000));
  writeFileSync(at('counter.ptx'), looping(800, 'atom.global.add.u32 %r6, [%rd1], 1;'));
  writeFileSync(at('race.ptx'), looping(800, 'st.shared.u32 [%r2], %r1;'));
  const last = `setp.lt.u32 %p2, %r1, ${BLOCKS - 1}; @%p2 bra MOST; st.global.u32 [%rd1+80000], %r1; MOST:`;
  writeFileSync(at('beyond.ptx'), looping(800, last));
  writeFileSync(at('long.ptx'), looping(2 ** 22));
  writeFileSync(at('launch.yaml'), launch(BLOCKS));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...argv: readonly string[]): Promise<Ran> {
  const options = { cwd: folder, maxBuffer: 2 ** 26 };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [command, ...argv],
      options,
    );
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}

describe('the built command', () => {
  it.each(['plain', 'counter', 'race', 'beyond'])(
    'answers as one thread does: %s',
    async (name) => {
      const analyze = ['analyze', `${name}.ptx`, '-l', 'launch.yaml', '-w', 'all', '-f', 'json'];
      const execute = ['run', `${name}.ptx`, '-l', 'launch.yaml', '-f', 'json'];
      const answers = [];
      for (const threads of ['1', '2', '4']) {
        const dump = ['--dump', `out=${threads}.npy`];
        const analyzed = await run(...analyze, '--threads', threads);
        const { stdout, ...ran } = await run(...execute, ...dump, '--threads', threads);
        const out = ran.code === 0 ? readFileSync(at(`${threads}.npy`), 'base64') : '';
        answers.push({ analyzed, ran, stdout: stdout.replaceAll(`${threads}.npy`, 'npy'), out });
      }
      expect(answers[0]?.analyzed.stdout).toContain('ldscope-report/');
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    },
  );

  it('ends with all its threads when it is interrupted', async () => {
    const argv = [command, 'run', 'long.ptx', '-l', 'launch.yaml', '--threads', '3'];
    const child = spawn(process.execPath, argv, { cwd: folder });
    const ended = new Promise((settle) => child.on('exit', (_, signal) => settle(signal)));
    setTimeout(() => child.kill('SIGINT'), 2000);
    expect(await ended).toBe('SIGINT');
  });
});

describe('threads', () => {
  const options: AnalyzeOptions = {
    launch: `grid=${BLOCKS},block=128`,
    arguments: [{ kind: 'buffer', data: new Uint8Array(512 * BLOCKS) }],
    workgroups: 'all',
  };
  const program = (): URL => pathToFileURL(join(dirname(command), 'launch-crew.js'));
  const text = looping(100);
  const expected = (): string => JSON.stringify(analyzeKernels(text, options));

  /** The analysis with threads, which get what `change` makes of the launch. */
  function analyzed(change: (job: LaunchJob) => unknown = (job) => job, crew = program()) {
    const threads = threadsOf(3, 0.01, crew);
    if (threads === undefined) throw new Error('three threads are several');
    const begin = (job: LaunchJob, ranges: readonly WorkgroupRange[]): Crew => {
      const own = threads.begin(change(job) as LaunchJob, ranges);
      const claim = (range: number): boolean => {
        // Others have time to take what they can.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
        return own.claim(range);
      };
      const wait: Crew['wait'] = (...asked) => {
        const executed = own.wait(...asked);
        if (executed !== undefined) given++;
        return executed;
      };
      return { claim, wait, end: () => own.end() };
    };
    let given = 0;
    const reports = analyzeKernels(text, { ...options, threads: { ...threads, begin } });
    return { reports: JSON.stringify(reports), helps: given > 0 };
  }

  it('give the same report', () => {
    expect(analyzed()).toEqual({ reports: expected(), helps: true });
  });

  it.each([
    ['executes another text', (job: LaunchJob) => ({ ...job, text: 'nothing' })],
    ['fails at once', ({ request: _request, ...job }: LaunchJob) => job],
    ['is not plain data', (job: LaunchJob) => ({ ...job, text: () => {} })],
  ])('are not needed where a thread %s', (_, change) => {
    expect(analyzed(change)).toEqual({ reports: expected(), helps: false });
  });

  it('are not needed where none starts', () => {
    const crew = pathToFileURL(at('nothing.js'));
    expect(analyzed(undefined, crew)).toEqual({ reports: expected(), helps: false });
  });
});
