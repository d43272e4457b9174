import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { collectSources, type StudyData } from './collect.ts';
import { OTHER_LAUNCH, rowsOfCsv } from './rows.ts';
import type { Source } from './sources.ts';
import { storeOf } from './sweep-sources.ts';

const root = mkdtempSync(join(tmpdir(), 'study-collect-'));
afterAll(() => rmSync(root, { recursive: true }));

const source = (name: string): Source => ({
  name,
  about: '',
  group: 'HIP',
  folder: name,
});

const keptRows = rowsOfCsv(`source,kernel,status,cycles
old,a,counted,4
swept,b,counted,8
`);
const kept: StudyData = { rows: keptRows, pending: { old: 3, swept: 5 } };

/** Writes a store; of each job what is planned and, where it was done, what came of it. */
function writeStore(
  name: string,
  jobs: readonly (readonly [planned: object, result?: object])[],
): void {
  const store = storeOf(root, name);
  mkdirSync(store, { recursive: true });
  const line = (object: object): string => `${JSON.stringify(object)}\n`;
  const plan = jobs.map(([planned], job) => line({ ...PLANNED, job: `${job}`, ...planned }));
  writeFileSync(join(store, 'jobs.jsonl'), plan.join(''));
  const results = jobs.flatMap(([, result], job) =>
    result === undefined ? [] : line({ ...COUNTED, job: `${job}`, ...result }),
  );
  writeFileSync(join(store, 'results.jsonl'), results.join(''));
}

const PLANNED = { file: 'f.hip', part: 1, kernel: 'c', machine: 'gfx942', launch: '' };
const COUNTED = { status: 'counted', code: '', title: '', chip: 'gfx942', cycles: 16, hazards: 0 };

test('rows of a store take the place of those of its source, and others are kept', () => {
  writeStore('swept', [[{}, {}], [{ kernel: 'd' }]]);
  const lines: string[] = [];
  const sources = [source('swept'), source('old'), source('absent')];
  const { rows, pending } = collectSources(root, sources, kept, (line) => lines.push(line));
  expect(rows.map(({ source: name, kernel, cycles }) => [name, kernel, cycles])).toEqual([
    ['swept', 'c', 16],
    ['old', 'a', 4],
  ]);
  expect(pending).toEqual({ swept: 1, old: 3 });
  expect(lines).toEqual(['swept: 1 rows, 1 not done', 'old: 1 rows, 3 not done (kept)']);
});

test.each([
  ['the first, where both fit', {}, {}, ['counted', '', 1]],
  ['the one without hazards', { hazards: 2 }, {}, ['counted', '', 2]],
  ['the one counted wholly', { status: 'part', code: 'sweep/part' }, {}, ['counted', '', 2]],
  [
    'one in part before one that does not fit',
    { status: 'part', code: 'ptx/shared-out-of-range' },
    { status: 'part', code: 'sweep/part' },
    ['part', 'sweep/part', 2],
  ],
  ['none, where none fits', { hazards: 1 }, { hazards: 2 }, ['launch', OTHER_LAUNCH, 1]],
])('of launches of a kernel on a chip it takes %s', (_, first, second, expected) => {
  writeStore('two', [
    [{ launch: 'block=256' }, { cycles: 1, ...first }],
    [{ launch: 'block=16x16' }, { cycles: 2, ...second }],
  ]);
  const { rows } = collectSources(root, [source('two')], { rows: [], pending: {} }, () => {});
  expect(rows.map(({ status, code, cycles }) => [status, code, cycles])).toEqual([expected]);
});

test('hazards under a launch that the kernel states leave its figures', () => {
  writeStore('stated', [[{}, { hazards: 3 }]]);
  const { rows } = collectSources(root, [source('stated')], { rows: [], pending: {} }, () => {});
  expect(rows.map(({ status }) => status)).toEqual(['counted']);
});
