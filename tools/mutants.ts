/**
 * `npm run mutants -- ROOM ... [ID ...]`: puts faults into packages/ROOM/src, one at a time, and counts those that a test
 * notices within its budget; `all` takes every room. Exit code 1 where too few of a room are noticed.
 *
 *     --count 60     how many of a room, chosen by --seed 1
 *     --file PART    only of files whose path has the part
 *     --list         prints them, and runs nothing
 *     --seconds 60   budget of tests for each: those that reach the fault, the nearest first
 *     --least 85     percent to be killed
 *
 * With identifiers (`path:line:column:kind`, as printed) these are run. Nothing is written into src: Vitest gets the text
 * (mutants/plugin.ts). All tests without a browser run once first, to see which reach what (mutants/reach.ts), and take a
 * tenth of their cases, as on a commit (`FUZZ_SHARE`). Survivors that were looked at are in mutants/accepted.json.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { chooseSites } from './mutants/choose.ts';
import { distancesOf, nearestTests } from './mutants/imports.ts';
import {
  type Accepted,
  type Judged,
  killedPercent,
  lineOf,
  reportLines,
} from './mutants/report.ts';
import { measureReach } from './mutants/reach.ts';
import { judge, type Verdict } from './mutants/run.ts';
import { isData, mutated, parse, type Site, sitesOf } from './mutants/sites.ts';
import { typeCheck } from './mutants/types.ts';

const rooms = ['core', 'amdgcn', 'mlir', 'ptx', 'engine'];
/** Each takes a core. */
const AT_A_TIME = availableParallelism();

interface Options {
  readonly rooms: readonly string[];
  readonly ids: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly seconds: number;
  readonly least: number;
  readonly part: string;
  readonly isList: boolean;
}

function readOptions(): Options | string {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '60' },
      least: { type: 'string', default: '85' },
      file: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
    },
  });
  const ids = positionals.filter((one) => one.includes(':'));
  const named = new Set(positionals.filter((one) => !one.includes(':')));
  const chosen = rooms.filter((one) => named.has('all') || named.has(one));
  if (chosen.length === 0) return `give a room: all, ${rooms.join(', ')}`;
  const [count = NaN, seed = NaN, seconds = NaN, least = NaN] = [
    values.count,
    values.seed,
    values.seconds,
    values.least,
  ].map(Number);
  if ([count, seed, seconds, least].some((value) => !(value >= 0)))
    return '--count, --seed, --seconds and --least are numbers';
  return {
    rooms: chosen,
    ids,
    count,
    seed,
    seconds,
    least,
    part: values.file,
    isList: values.list,
  };
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path}`)
    .sort();
}

interface Chosen {
  readonly sites: readonly Site[];
  readonly sources: ReadonlyMap<string, string>;
}

/** The chosen sites of a room with its sources; prints what they were chosen from. */
function sitesFor(room: string, { ids, count, seed, part }: Options): Chosen {
  const paths = filesOf(`packages/${room}/src`, '.ts').filter((path) => path.includes(part));
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const linesOf = new Map([...sources].map(([path, text]) => [path, text.split('\n').length]));
  const all = [...sources].flatMap(([path, text]) => sitesOf(path, text));
  const data = [...sources].filter(([path, text]) => isData(path, parse(path, text)));
  const dataLines = data.reduce((sum, [path]) => sum + (linesOf.get(path) ?? 0), 0);
  console.log(
    `${room}: ${all.length} sites in ${paths.length - data.length} files; ${data.length} files of data and texts (${dataLines} lines) have none`,
  );
  const sites =
    ids.length > 0
      ? all.filter(({ id }) => ids.includes(id))
      : chooseSites(all, linesOf, count, seed);
  return { sites, sources };
}

const inBrowser = /^apps\/web\/test\/browser\//;
const testFolders = ['packages', 'apps', 'examples', 'validation', 'test'];

/** The verdicts on sites, in their order. */
async function judgeAll(chosen: readonly Chosen[], seconds: number): Promise<Judged[]> {
  const sites = chosen.flatMap(({ sites }) => sites);
  const sources = new Map(chosen.flatMap(({ sources }) => [...sources]));
  const tests = testFolders
    .flatMap((folder) => filesOf(folder, '.test.ts'))
    .filter((path) => !inBrowser.test(path) && !path.includes('node_modules'));
  const distances = distancesOf(tests);
  const { secondsOf, testsOf, failed } = await measureReach(sites, sources, distances);
  const sum = (own: Iterable<string>): number =>
    [...own].reduce((seconds, test) => seconds + (secondsOf.get(test) ?? 0), 0);
  console.log(`${secondsOf.size} files of tests take ${sum(secondsOf.keys()).toFixed(0)} s`);
  for (const path of failed) console.log(`left out, for it fails without a fault: ${path}`);

  const refusals = new Map<string, ReturnType<typeof typeCheck>>();
  const isRefused = (path: string, text: string): boolean => {
    const [, room = ''] = path.split('/');
    const check = refusals.get(room) ?? typeCheck(room);
    refusals.set(room, check);
    return check(path, text);
  };
  const waiting = [...sites];
  const judged: Judged[] = [];
  const work = async (): Promise<void> => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
      const { path } = site;
      const own = nearestTests(path, testsOf.get(site) ?? [], distances, secondsOf, seconds);
      const text = mutated(sources.get(path) ?? '', site);
      const started = performance.now();
      const noticed = await judge({ tests: own, modules: [{ path, text }] }, sum(own));
      const isFault = noticed.kind === 'killed' || !isRefused(path, text);
      const verdict: Verdict = isFault ? noticed : { kind: 'refused' };
      const took = ((performance.now() - started) / 1000).toFixed(0);
      judged.push({ site, verdict });
      console.log(`${`${took} s`.padStart(6)} ${verdict.kind}: ${lineOf({ site, verdict })}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return judged.sort((one, other) => sites.indexOf(one.site) - sites.indexOf(other.site));
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const chosen = options.rooms.map((room) => sitesFor(room, options));
  if (options.isList) {
    for (const { sites } of chosen) for (const { id, diff } of sites) console.log(`${id}  ${diff}`);
    return 0;
  }
  const judged = await judgeAll(chosen, options.seconds);
  const accepted: Accepted[] = JSON.parse(readFileSync('tools/mutants/accepted.json', 'utf8'));
  const isEnough = options.rooms.map((room) => {
    const own = judged.filter(({ site }) => site.path.startsWith(`packages/${room}/`));
    console.log(`\n${room}\n${reportLines(own, accepted).join('\n')}`);
    return killedPercent(own, accepted) >= options.least;
  });
  return isEnough.includes(false) ? 1 : 0;
}

process.exitCode = await main();
