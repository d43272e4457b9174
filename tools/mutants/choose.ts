/** Chooses sites by a seed: as many of each kind, of a file by its lines, at most two of one file. */
import { randomWords } from '@ldscope/core';
import { kinds, type Site } from './sites.ts';

const MOST_OF_FILE = 2;

/** At most `count` of the sites, in the order of files; `linesOf` has the lines of each file. */
export function chooseSites(
  sites: readonly Site[],
  linesOf: ReadonlyMap<string, number>,
  count: number,
  seed: number,
): Site[] {
  const words = randomWords(seed);
  const below = (limit: number): number => Math.floor((words() / 2 ** 32) * limit);
  const chosen = new Set<Site>();
  const ofFile = new Map<string, number>();

  const chooseOne = (own: readonly Site[]): Site | undefined => {
    const free = own.filter(
      (site) => !chosen.has(site) && (ofFile.get(site.path) ?? 0) < MOST_OF_FILE,
    );
    const paths = [...new Set(free.map(({ path }) => path))];
    const weight = (path: string): number => linesOf.get(path) ?? 1;
    let left = below(paths.reduce((sum, path) => sum + weight(path), 0));
    const path = paths.find((path) => (left -= weight(path)) < 0);
    const ofPath = free.filter((site) => site.path === path);
    return ofPath[below(ofPath.length)];
  };

  const groups = kinds.map((kind) => sites.filter((site) => site.kind === kind));
  for (let before = -1; chosen.size > before && chosen.size < count;) {
    before = chosen.size;
    for (const group of groups) {
      const site = chosen.size < count ? chooseOne(group) : undefined;
      if (site === undefined) continue;
      chosen.add(site);
      ofFile.set(site.path, (ofFile.get(site.path) ?? 0) + 1);
    }
  }
  return sites.filter((site) => chosen.has(site));
}
