/**
 * Which tests reach a fault: all of the repository's without a browser run once, with a call at the place of each fault.
 *
 * A fault in what a module does while it is loaded reaches every test that imports the module. Test files share their modules
 * with others of a worker, so that only the first one is seen to reach it: there imports decide.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { groupBy } from '@ldscope/core';
import type { Distances } from './imports.ts';
import type { Reached } from './reach-setup.ts';
import { folder, runVitest } from './run.ts';
import { marked, type Site } from './sites.ts';

export interface Reach {
  /** Seconds of each test file that passes without a fault. */
  readonly secondsOf: ReadonlyMap<string, number>;
  /** The tests that reach each site. */
  readonly testsOf: ReadonlyMap<Site, readonly string[]>;
  /** Files that fail without a fault: they say nothing about one. */
  readonly failed: readonly string[];
}

function readReached(file: string): Reached[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): Reached => JSON.parse(line));
}

export async function measureReach(
  sites: readonly Site[],
  sources: ReadonlyMap<string, string>,
  distances: ReadonlyMap<string, Distances>,
): Promise<Reach> {
  const numbered = sites.map((site, number) => ({ path: site.path, place: site.place, number }));
  const modules = [...groupBy(numbered, ({ path }) => path)].map(([path, marks]) => ({
    path,
    text: marked(sources.get(path) ?? '', marks),
  }));
  const file = join(folder, `${process.pid}-reached.jsonl`);
  const { happenings, output } = await runVitest({ modules, isMarked: true }, Infinity, [], {
    REACHED: file,
  });
  if (!happenings.some(({ event }) => event === 'done'))
    throw new Error(`Vitest ended without a result:\n${output}`);
  const ends = happenings.filter((one) => one.event === 'end');
  const reached = readReached(file);
  rmSync(file, { force: true });
  const own = new Map(reached.map(({ test, seconds }) => [relative('', test), seconds]));
  const secondsOf = new Map(
    ends.flatMap(({ path, seconds, failed }) => (failed ? [] : [[path, own.get(path) ?? seconds]])),
  );
  const testsOf = new Map<Site, string[]>(sites.map((site) => [site, []]));
  const add = (number: number, test: string): void => {
    const site = sites[number];
    const tests = site && testsOf.get(site);
    if (secondsOf.has(test) && tests?.includes(test) === false) tests.push(test);
  };
  for (const { test, numbers } of reached)
    for (const number of numbers) add(number, relative('', test));
  for (const number of new Set(reached.flatMap(({ loading }) => loading))) {
    const path = sites[number]?.path ?? '';
    for (const [test, own] of distances) if (own.has(path)) add(number, test);
  }
  return { secondsOf, testsOf, failed: ends.flatMap(({ path, failed }) => (failed ? [path] : [])) };
}
