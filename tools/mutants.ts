/**
 * `npm run mutants -- ROOM [ID ...]`: puts faults into packages/ROOM/src, one at a time, and counts those that a test of
 * the package notices within its budget. Exit code 1 where too few are noticed.
 *
 *     --count 60     how many, chosen by --seed 1
 *     --file PART    only of files whose path has the part
 *     --list         prints them, with the tests that would run, and runs nothing
 *     --seconds 60   budget of tests for each, the nearest tests first
 *     --least 85     percent to be killed
 *
 * With identifiers (`path:line:column:kind`, as printed) these are run. Nothing is written into src: Vitest gets the text
 * (mutants/plugin.ts). Survivors that were looked at are in mutants/accepted.json. Tests are measured once; `rm -r
 * node_modules/.cache/mutants` forgets that.
 */
import { readdirSync, readFileSync } from 'node:fs';
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
import { judge, measureTests, readSeconds, type Verdict } from './mutants/run.ts';
import { isData, mutated, parse, type Site, sitesOf } from './mutants/sites.ts';
import { typeCheck } from './mutants/types.ts';

const rooms = ['core', 'amdgcn', 'mlir', 'ptx', 'engine'];
/** Each takes a core. */
const AT_A_TIME = 2;

interface Options {
  readonly room: string;
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
  const [room = '', ...ids] = positionals;
  if (!rooms.includes(room)) return `give a room: ${rooms.join(', ')}`;
  const [count = NaN, seed = NaN, seconds = NaN, least = NaN] = [
    values.count,
    values.seed,
    values.seconds,
    values.least,
  ].map(Number);
  if ([count, seed, seconds, least].some((value) => !(value >= 0)))
    return '--count, --seed, --seconds and --least are numbers';
  return { room, ids, count, seed, seconds, least, part: values.file, isList: values.list };
}

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path}`)
    .sort();
}

/** The chosen sites with the sources; prints what they were chosen from. */
function sitesFor({ room, ids, count, seed, part }: Options): {
  readonly sites: readonly Site[];
  readonly sources: ReadonlyMap<string, string>;
} {
  const paths = filesOf(`packages/${room}/src`, '.ts').filter((path) => path.includes(part));
  const sources = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const linesOf = new Map([...sources].map(([path, text]) => [path, text.split('\n').length]));
  const all = [...sources].flatMap(([path, text]) => sitesOf(path, text));
  const data = [...sources].filter(([path, text]) => isData(path, parse(path, text)));
  const dataLines = data.reduce((sum, [path]) => sum + (linesOf.get(path) ?? 0), 0);
  console.log(
    `${all.length} sites in ${paths.length - data.length} files; ${data.length} files of data and texts (${dataLines} lines) have none`,
  );
  const sites =
    ids.length > 0
      ? all.filter(({ id }) => ids.includes(id))
      : chooseSites(all, linesOf, count, seed);
  return { sites, sources };
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const { sites, sources } = sitesFor(options);
  const tests = filesOf(`packages/${options.room}/test`, '.test.ts').filter(
    (path) => !path.endsWith('.slow.test.ts'),
  );
  const distances = distancesOf(tests);
  const near = new Set(
    sites.flatMap(({ path }) => nearestTests(path, distances, new Map(), Infinity)),
  );
  if (options.isList) {
    for (const site of sites) {
      const own = nearestTests(site.path, distances, new Map(), Infinity);
      console.log(
        `${site.id}  ${site.diff}\n    ${own.length} tests: ${own.slice(0, 3).join(' ')}`,
      );
    }
    return 0;
  }
  const known = readSeconds();
  const unknown = [...near].filter((test) => !known.has(test));
  const secondsOf = unknown.length === 0 ? known : await measureTests(unknown);
  const sum = (own: readonly string[]): number =>
    own.reduce((seconds, test) => seconds + (secondsOf.get(test) ?? 0), 0);
  console.log(`${near.size} tests take ${sum([...near]).toFixed(0)} s without a mutant`);

  const isRefused = typeCheck(options.room);
  const waiting = [...sites];
  const judged: Judged[] = [];
  const work = async (): Promise<void> => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
      const own = nearestTests(site.path, distances, secondsOf, options.seconds);
      const text = mutated(sources.get(site.path) ?? '', site);
      const started = performance.now();
      const noticed = await judge({ tests: own, module: { path: site.path, text } }, sum(own));
      const isFault = noticed.kind === 'killed' || !isRefused(site.path, text);
      const verdict: Verdict = isFault ? noticed : { kind: 'refused' };
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      judged.push({ site, verdict });
      console.log(`${`${seconds} s`.padStart(6)} ${verdict.kind}: ${lineOf({ site, verdict })}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));

  const accepted: Accepted[] = JSON.parse(readFileSync('tools/mutants/accepted.json', 'utf8'));
  const inOrder = judged.sort((one, other) => sites.indexOf(one.site) - sites.indexOf(other.site));
  console.log(`\n${reportLines(inOrder, accepted).join('\n')}`);
  return killedPercent(judged, accepted) >= options.least ? 0 : 1;
}

process.exitCode = await main();
