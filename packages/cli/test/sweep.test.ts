/** Sweeps: jobs and their hashes, the bounds of workers, the store, and what is told of the results. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SweepResult, type SweepRow, sweepReport } from '@ldscope/core';
import { failedResult, kernelsOfText } from '@ldscope/engine';
import { saySweep, writeHtml, writeText } from '@ldscope/render';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { forAll } from '../../../test/for-all.ts';
import { executeJob } from '../src/sweep/execute-job.ts';
import { query, writeTables } from '../src/sweep/data-base.ts';
import { OpenFiles } from '../src/sweep/open-files.ts';
import { planFile, type SweepPlan } from '../src/sweep/plan-file.ts';
import { each, Pool } from '../src/sweep/pool.ts';
import { progressLine } from '../src/sweep/progress.ts';
import { watchServer } from '../src/sweep/server-watch.ts';
import { SweepStore } from '../src/sweep/store.ts';
import { expectRefused, fakeIo, ldscope } from './fake-io.ts';
import { copy, transpose } from './kernels.ts';
import { caseText } from './case-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'ldscope-sweep-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plan: SweepPlan = {
  machines: ['gfx942'],
  launches: [],
  models: [],
  work: { layouts: false, time: false },
};

const filesOf = (files: Readonly<Record<string, string>>): OpenFiles =>
  new OpenFiles(fakeIo({ files }).io);

const planOf = async (
  files: Readonly<Record<string, string>>,
  path: string,
  given: Partial<SweepPlan> = {},
) => await planFile(filesOf(files), path, { ...plan, ...given });

describe('jobs', () => {
  it('have the same hash for the same kernel, wherever its file is', async () => {
    const files = { 'a.mlir': transpose, 'b/c.mlir': transpose, 'd.mlir': copy };
    const hash = async (path: string, given: Partial<SweepPlan> = {}) =>
      (await planOf(files, path, given)).jobs.map(({ job }) => job);
    const [own = ''] = await hash('a.mlir');
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash('b/c.mlir')).toEqual([own]);
    const others = [
      await hash('d.mlir'),
      await hash('a.mlir', { machines: ['gfx950'] }),
      await hash('a.mlir', { launches: ['grid=2'] }),
      await hash('a.mlir', { models: ['x'] }),
      await hash('a.mlir', { work: { ...plan.work, layouts: true } }),
      await hash('a.mlir', { work: { ...plan.work, workgroups: 'all' } }),
    ].flat();
    expect(new Set([own, ...others]).size).toBe(7);
  });

  it('depend on what a launch file says, not on its name', async () => {
    const files = {
      'a.mlir': transpose,
      'one.yaml': 'grid: 2\n',
      'two.yaml': '# the same\ngrid: 2\n',
      'three.yaml': 'grid: 3\n',
    };
    const { jobs } = await planOf(files, 'a.mlir', {
      launches: ['one.yaml', 'two.yaml', 'three.yaml'],
    });
    const [one, two, three] = jobs.map(({ job }) => job);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
  });

  it('are made of every chunk, machine, launch and model', async () => {
    const text = `${transpose}\n// -----\n${copy}\n// -----\n// nothing\n`;
    const { jobs } = await planOf({ 'a.mlir': text }, 'a.mlir', {
      machines: ['gfx942', 'gfx950'],
      launches: ['grid=1', 'grid=2'],
    });
    expect(jobs.length).toBe(8);
    expect(new Set(jobs.map(({ chunk }) => chunk))).toEqual(new Set([1, 2]));
  });

  it('end as rows where a file cannot be read', async () => {
    const { jobs, failed } = await planOf({}, 'gone.mlir');
    expect(jobs).toEqual([]);
    expect(failed.map(({ status, code }) => [status, code])).toEqual([
      ['refused', 'usage/unreadable'],
    ]);
  });

  it('refuse a file that has changed since', async () => {
    const files: Record<string, string> = { 'a.mlir': transpose };
    const { jobs } = await planOf(files, 'a.mlir');
    const [job] = jobs;
    if (job === undefined) throw new Error('no job');
    const surroundings = { seconds: 10, now: () => 0 };
    const done = await executeJob(job, { ...surroundings, files: filesOf(files) });
    expect([done.status, done.job, done.conflictCycles > 0]).toEqual(['counted', job.job, true]);
    files['a.mlir'] = copy;
    const changed = await executeJob(job, { ...surroundings, files: filesOf(files) });
    expect([changed.status, changed.code]).toEqual(['refused', 'sweep/changed']);
  });

  it('have the figures of analyze', async () => {
    const files = { 'a.mlir': transpose };
    const [job] = (await planOf(files, 'a.mlir', { work: { layouts: true, time: true } })).jobs;
    if (job === undefined) throw new Error('no job');
    const result = await executeJob(job, { files: filesOf(files), seconds: 10, now: () => 0 });
    const { stdout } = await ldscope('analyze a.mlir -m gfx942 -f json', { files });
    const { totals, sites } = JSON.parse(stdout) as {
      readonly totals: { readonly idxActive: number; readonly bankConflict: number };
      readonly sites: readonly unknown[];
    };
    expect([result.cycles, result.conflictCycles, result.sites]).toEqual([
      totals.idxActive,
      totals.bankConflict,
      sites.length,
    ]);
    expect(result.searchedCycles).toBe(result.conflictCycles);
    expect([result.remainingCycles, result.layout === '']).toEqual([0, false]);
  });
});

describe('the kernels of a text', () => {
  it('are found in any text without a fault', () => {
    const pieces = fc.constantFrom(
      transpose,
      copy,
      '// -----',
      '// IR Dump After x',
      'module {',
      '',
    );
    forAll([fc.array(fc.oneof(pieces, fc.string()), { maxLength: 4 })], 40, (lines) => {
      const kernels = kernelsOfText(lines.join('\n'), { file: 'a.mlir' });
      expect(kernels.ok ? kernels.value.length : kernels.diagnostics.length).toBeGreaterThan(0);
    });
  });
});

/** A worker that does what its task says: the bounds hold for whatever a thread does. */
const UNRULY = caseText('unruly.mjs');

describe('workers', () => {
  it('are ended by their limits, and nothing else is', async () => {
    const program = join(folder, 'unruly.mjs');
    writeFileSync(program, UNRULY);
    const poolOf = (seconds: number): Pool =>
      new Pool({ limits: { seconds, megabytes: 32 }, compiler: {} }, pathToFileURL(program));
    const [pool, patient] = [poolOf(0.5), poolOf(60)];
    const ends = new Map<string, string>();
    const tasks = ['good', 'loop', 'memory', 'throw', 'exit', 'alive', 'good'];
    await each(tasks, 4, async (path) => {
      const own = path === 'loop' || path === 'alive' ? pool : patient;
      const ended = await own.run({ kind: 'plan', path, plan });
      ends.set(path, ended.kind === 'crashed' ? ended.problem : ended.kind);
    });
    await patient.close();
    await pool.close();
    expect(Object.fromEntries(ends)).toEqual({
      good: 'done',
      loop: 'time',
      memory: 'memory',
      throw: 'oh',
      exit: 'exit code 7',
      // It takes longer than the limit, and is heard of again and again.
      alive: 'done',
    });
  });
});

const row = (changes: Partial<SweepRow> = {}): SweepRow => ({
  ...failedResult('j', 'counted', { code: '', message: '' }),
  file: 'a.mlir',
  part: 1,
  kernel: 'k',
  title: 'k',
  machine: '',
  launch: '',
  model: '',
  chip: 'gfx942',
  cycles: 100,
  ...changes,
});

const begun = async (folder: string): Promise<SweepStore> => {
  const opened = await SweepStore.begin(folder);
  return opened.ok ? opened.value : expect.unreachable('not opened');
};

describe('the store', () => {
  const resultOf = (job: string, seconds: number): SweepResult => ({
    ...failedResult(job, 'counted', { code: '', message: '' }),
    seconds,
  });

  it('has what was written before a process was killed', async () => {
    const here = join(folder, 'killed');
    const first = await begun(here);
    first.add(resultOf('one', 1));
    first.add(resultOf('two', 2));
    first.add(resultOf('one', 3));
    appendFileSync(join(here, 'results.jsonl'), '{"job":"three","sta');
    first.close();
    const second = await begun(here);
    expect(second.resultOf('one')?.seconds).toBe(3);
    expect(second.resultOf('three')).toBeUndefined();
    second.add(resultOf('three', 4));
    const third = await SweepStore.open(here);
    expect(third.ok && third.value.resultOf('three')?.seconds).toBe(4);
  });

  it.each(['Größe', '核', '🧮', 'kernel'])(
    'goes on behind half a line with %s in the lines before',
    async (name) => {
      const here = join(folder, `cut-${name}`);
      const first = await begun(here);
      first.add({ ...resultOf('one', 1), title: name });
      first.add({ ...resultOf('two', 2), title: name });
      first.close();
      const file = join(here, 'results.jsonl');
      const whole = readFileSync(file);
      const end = whole.indexOf('\n') + 1;
      // From the whole first line up to all but the end of the second: within characters too.
      for (let cut = end; cut < whole.length; cut++) {
        writeFileSync(file, whole.subarray(0, cut));
        const again = await begun(here);
        again.add(resultOf('three', 3));
        again.close();
        const read = await SweepStore.open(here);
        expect(read.ok && [read.value.resultOf('one')?.title, read.value.resultOf('two')]).toEqual([
          name,
          undefined,
        ]);
        expect(read.ok && read.value.resultOf('three')?.seconds).toBe(3);
      }
    },
  );

  // A file made in the very millisecond in which a result came may be without it.
  it.each([
    ['jobs.jsonl', 0, true],
    ['results.jsonl', 0, true],
    ['results.jsonl', 1, true],
    ['results.jsonl', -1, false],
  ] as const)(
    'knows by the time of %s, %i s after it, what is made of it',
    async (name, after, isOld) => {
      const here = join(folder, `made-${name}${after}`);
      const opened = await begun(here);
      const at = 1_700_000_000;
      for (const source of ['jobs.jsonl', 'results.jsonl', 'made']) {
        appendFileSync(join(here, source), '');
        utimesSync(join(here, source), at, source === 'made' ? at : at - 60);
      }
      utimesSync(join(here, name), at, at + after);
      expect(await opened.isNewerThan('made')).toBe(isOld);
      opened.close();
    },
  );

  it('refuses a journal that something else has written in', async () => {
    const here = join(folder, 'damaged');
    mkdirSync(here);
    writeFileSync(join(here, 'results.jsonl'), '{"job":"one"}\nnonsense\n{"job":"two"}\n');
    const opened = await SweepStore.open(here);
    expect(opened.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^sweep\/damaged-store line 2 of /),
    ]);
  });

  it('is written by one sweep at a time, and read by whoever wants', async () => {
    const here = join(folder, 'shared', 'deep');
    const first = await begun(here);
    first.add(resultOf('one', 1));
    // Half a line of a sweep that is writing stays as it is.
    appendFileSync(join(here, 'results.jsonl'), '{"job":"two","sta');
    const reader = await SweepStore.open(here);
    expect(reader.ok && reader.value.resultOf('one')?.seconds).toBe(1);
    expect(readFileSync(join(here, 'results.jsonl'), 'utf8')).toContain('"two"');
    const second = await SweepStore.begin(here);
    expect(second.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['sweep/in-use', expect.stringContaining(`process ${process.pid} of ${hostname()}`)],
    ]);
    first.close();
    expect(existsSync(join(here, 'sweep.lock'))).toBe(false);
  });

  it('is taken over from a process that is gone, on this machine', async () => {
    const here = join(folder, 'left');
    mkdirSync(here);
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(join(here, 'sweep.lock'), `${pid} ${hostname()}\n`);
    const taken = await SweepStore.begin(here);
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.value.close();
    writeFileSync(join(here, 'sweep.lock'), '1 another-machine\n');
    const refused = await SweepStore.begin(here);
    expect(refused.diagnostics.map(({ code }) => code)).toEqual(['sweep/in-use']);
  });

  it.each([
    ['a file', 'taken', 'there is a file of this name'],
    ['a folder in a file', 'taken/store', 'a part of the path is not a directory'],
    ['a file system without new folders', '/proc/store', 'no such file or directory'],
  ])('is not made where there is %s', async (_, path, reason) => {
    writeFileSync(join(folder, 'taken'), '');
    writeFileSync(join(folder, 'a.mlir'), transpose);
    const store = resolve(folder, path);
    const words = ['sweep', join(folder, 'a.mlir'), '-m', 'gfx942', '--store', store];
    const { code, stderr } = await ldscope(words, {
      files: { [join(folder, 'a.mlir')]: transpose },
    });
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(reason)]);
    expect(stderr).toContain('sweep/store-unwritable');
  });

  it('says where there is none', async () => {
    for (const words of [['report'], ['sql', 'SELECT 1']]) {
      await expectRefused(['sweep', ...words, '--store', 'nowhere'], {}, 'sweep/no-store');
    }
  });
});

const hasDuckDB = await import('@duckdb/node-api').then(
  () => true,
  () => false,
);
if (!hasDuckDB) console.log('skipped: @duckdb/node-api is not installed');

describe.skipIf(!hasDuckDB)('the table', () => {
  const here = join(folder, 'table');
  const rows = [row({ conflictCycles: 7 }), row({ title: `'; DROP TABLE results; --`, part: 2 })];

  const answerTo = async (sql: string) => {
    const asked = await query(here, sql);
    if (asked === 'damaged') throw new Error('the table is damaged');
    return asked;
  };

  it('answers queries', async () => {
    mkdirSync(here);
    expect(await writeTables(here, rows)).toBe(true);
    const asked = await answerTo('SELECT title, part, conflictCycles FROM results ORDER BY part');
    expect(asked.ok && asked.value).toEqual({
      columns: ['title', 'part', 'conflictCycles'],
      rows: [
        ['k', '1', '7'],
        [`'; DROP TABLE results; --`, '2', '0'],
      ],
    });
    // The same, made again.
    expect(await writeTables(here, rows)).toBe(true);
    expect(readFileSync(join(here, 'results.parquet')).subarray(0, 4).toString()).toBe('PAR1');
  });

  it.each([
    'DROP TABLE results',
    'DELETE FROM results',
    `COPY results TO '${here}/out.csv'`,
    `SELECT * FROM read_csv('${here}/results.parquet')`,
    `SELECT * FROM '${here}/results.parquet'`,
    `ATTACH '${here}/other.db' AS other`,
    'SET enable_external_access = true',
    'INSTALL httpfs',
    'SELECT',
  ])('refuses %s', async (sql) => {
    const asked = await answerTo(sql);
    expect(asked.ok).toBe(false);
    expect(asked.diagnostics.map(({ code }) => code)).toEqual(['sweep/sql']);
  });

  it('is made again of the results where its file is damaged, and that is said', async () => {
    const store = join(folder, 'damaged-table');
    const opened = await begun(store);
    const planned = { file: 'a', part: 0, kernel: 'k', machine: 'gfx942', launch: '', model: '' };
    await opened.plan([], [row({ ...planned, conflictCycles: 7 })]);
    opened.close();
    const ask = ['sweep', 'sql', 'SELECT sum(conflictCycles) AS c FROM results', '--store', store];
    const answered = async (): Promise<string> => {
      const { code, stdout, stderr } = await ldscope([...ask, '-f', 'csv'], {
        files: { [join(store, 'jobs.jsonl')]: '' },
      });
      return [code, stdout, /(?:error|warning) (\S+):/.exec(stderr)?.[1] ?? ''].join(' ');
    };
    expect(await answered()).toBe('0 c\r\n7\r\n ');
    const file = join(store, 'results.duckdb');
    const whole = readFileSync(file);
    const damaged = [0, 4096, 8192, whole.length >> 1].map((at) =>
      Buffer.from(whole).fill(0x55, at, at + 64),
    );
    const others = [whole.subarray(0, 100), whole.subarray(0, 5000), '', 'words'];
    for (const bytes of [...damaged, ...others]) {
      writeFileSync(file, bytes);
      // Bytes that no answer reads may be anything.
      expect(['0 c\r\n7\r\n sweep/damaged-table', '0 c\r\n7\r\n ']).toContain(await answered());
    }
    writeFileSync(file, 'words');
    expect(await answered()).toBe('0 c\r\n7\r\n sweep/damaged-table');
    expect(await answered()).toBe('0 c\r\n7\r\n ');
  });
});

describe('the report', () => {
  it('ranks by conflict cycles of the whole launch, and groups what has none by its reason', () => {
    const report = sweepReport(
      [
        row({ title: 'few', conflictCycles: 50 }),
        row({ title: 'none' }),
        row({ title: 'sampled', conflictCycles: 10, workgroups: 2, launched: 100 }),
        row({ file: 'b', status: 'launch', code: 'launch/which-block', reason: 'no block' }),
        row({ file: 'c', status: 'launch', code: 'launch/which-block', reason: 'no block' }),
      ],
      3,
    );
    expect(report.rows.slice(0, 3).map(({ title }) => title)).toEqual(['sampled', 'few', 'none']);
    const text = writeText(saySweep(report, { most: 2 }), {});
    expect(text).toContain('and 1 more kernel');
    expect(text).toMatch(/2 +needs a launch/);
    expect(text).toContain(
      '3 kernels counted on gfx942: 2 (66.7 %) have bank conflicts; 2 without figures; 3 not done yet',
    );
  });

  it('keeps what a kernel is called out of its page', () => {
    const evil = `</script><img src=x onerror=alert(1)>`;
    const page = writeHtml(
      saySweep(sweepReport([row({ title: evil, file: evil, chip: evil, conflictCycles: 1 })]), {
        most: 10,
      }),
    );
    expect(page).not.toContain('<img');
    expect(page.match(/<script>/g)?.length).toBe(2);
    // Both scripts by their hash, and none besides.
    expect(page).toMatch(/script-src (?:&#39;sha256-[\w+/=]+&#39; ?){2};/);
    expect(page).toContain('data-filter');
  });
});

it('the progress line estimates the rest', () => {
  const line = progressLine({ what: 'job', done: 100, all: 1100, without: 3, seconds: 50 });
  expect(line).toBe('job 100 of 1,100, 2.0 per second, 9 min left, 3 without an answer');
  expect(progressLine({ what: 'job', done: 0, all: 5, without: 0, seconds: 0 })).toBe('job 0 of 5');
});

describe('a server', () => {
  it('is gone when it has not answered for as long as it is waited for', async () => {
    const silent = { ping: () => new Promise<'PONG'>(() => {}) };
    const { gone, stop } = watchServer(silent, 0.05);
    expect(await gone).toMatchObject({ code: 'sweep/server-gone', severity: 'error' });
    stop();
  });

  it('is not gone while it answers, or answers again', async () => {
    let asked = 0;
    const away = {
      ping: () => (++asked % 2 === 0 ? Promise.reject(new Error('away')) : Promise.resolve('PONG')),
    };
    const { gone, stop } = watchServer(away as Parameters<typeof watchServer>[0], 0.4);
    const first = await Promise.race([gone, new Promise((settle) => setTimeout(settle, 1000))]);
    stop();
    expect([first, asked > 3]).toEqual([undefined, true]);
  });
});
