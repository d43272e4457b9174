/**
 * Lines of source per room: a package, and the folders in it; tests apart.
 *
 *     packages/core/src/base/span.ts    packages/core, base
 *     packages/core/test/span.test.ts   tests of packages/core
 *
 * A line is a physical one, comments and blank lines included. Only `.ts` and `.tsx` count, and not what `npm run isa` writes.
 */

export interface CountedFile {
  readonly path: string;
  readonly lines: number;
}

export interface Room {
  /** `packages/core`. */
  readonly house: string;
  /** `base`; empty for files that are in no folder, `tests` for tests. */
  readonly folder: string;
}

const HOUSE = /^(?:packages|apps)\/[^/]+|^[^/]+(?=\/)/;
/** Tables that a tool measures. */
const GENERATED = 'packages/amdgcn/src/decode/tables/';
const TEST = /\.test\.tsx?$|(?:^|\/)test\//;

/** The room of a file, from the root of the repository. */
export function roomOf(path: string): Room {
  const house = HOUSE.exec(path)?.[0] ?? 'root';
  if (TEST.test(path)) return { house, folder: 'tests' };
  const inside = path.slice(house === 'root' ? 0 : house.length + 1).replace(/^src\//, '');
  return { house, folder: inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : '' };
}

/** Lines by house and folder. */
export type Census = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function censusOf(files: readonly CountedFile[]): Census {
  const census = new Map<string, Map<string, number>>();
  for (const { path, lines } of files) {
    if (path.startsWith(GENERATED)) continue;
    const { house, folder } = roomOf(path);
    const folders = census.get(house) ?? new Map<string, number>();
    census.set(house, folders.set(folder, (folders.get(folder) ?? 0) + lines));
  }
  return census;
}

const TESTS = 'tests';

/** Lines of source of a house: all but its tests. */
function sourceOf(folders: ReadonlyMap<string, number> | undefined): number {
  let lines = 0;
  for (const [folder, own] of folders ?? []) if (folder !== TESTS) lines += own;
  return lines;
}

const total = (census: Census, count: (folders: ReadonlyMap<string, number>) => number): number =>
  [...census.values()].reduce((sum, folders) => sum + count(folders), 0);

/** The names of both, in order of the alphabet. */
const namesOf = (...maps: readonly (ReadonlyMap<string, unknown> | undefined)[]): string[] =>
  [...new Set(maps.flatMap((map) => [...(map?.keys() ?? [])]))].sort();

const grouped = (value: number): string => value.toLocaleString('en-US');
const signed = (value: number): string => (value > 0 ? `+${grouped(value)}` : grouped(value));

/** The table: a house per block, its folders under it; with a second census also what changed from it. */
export function roomLines(
  now: Census,
  before?: { readonly name: string; readonly census: Census },
): string[] {
  const row = (name: string, lines: number, old: number): string =>
    [
      name.padEnd(24),
      ...(before === undefined ? [] : [grouped(old).padStart(9)]),
      grouped(lines).padStart(9),
      ...(before === undefined ? [] : [signed(lines - old).padStart(9)]),
    ].join(' ');
  const old = before?.census ?? new Map<string, ReadonlyMap<string, number>>();
  const head = [before?.name.slice(0, 9), 'now', before && 'change']
    .flatMap((title) => (title === undefined ? [] : [title.padStart(9)]))
    .join(' ');
  const houses = namesOf(now, old).flatMap((house) => {
    const [folders, others] = [now.get(house), old.get(house)];
    if (sourceOf(folders) === 0 && sourceOf(others) === 0) return [];
    const inside = namesOf(folders, others).filter((name) => name !== TESTS && name !== '');
    return [
      row(house, sourceOf(folders), sourceOf(others)),
      ...inside.map((name) => row(`  ${name}`, folders?.get(name) ?? 0, others?.get(name) ?? 0)),
    ];
  });
  const tests = (folders: ReadonlyMap<string, number>): number => folders.get(TESTS) ?? 0;
  return [
    `${''.padEnd(24)} ${head}`,
    ...houses,
    '',
    row('source', total(now, sourceOf), total(old, sourceOf)),
    row('tests', total(now, tests), total(old, tests)),
  ];
}
