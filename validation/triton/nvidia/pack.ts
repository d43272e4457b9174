/**
 * What compile.py and counters.py wrote -> the files in validation/data.
 *
 *     pack(['out-3.8', 'out-3.6'], ['measured-3.8.jsonl', ...], digests)      digests: check.py --digests
 *
 * The PTX is as it was measured, except for its DWARF sections and the folders of its source files, which only the machine that
 * compiled it has. A folder that has kernel.sass (PAGES/NAME.sass of measure.sh) is packed with it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dataFile } from '../../base/paths.ts';
import { packLaunches, readLaunches, type TritonLaunch } from './launches.ts';

/** Writes the archive and the counters; returns the bytes of each. */
export function pack(
  folders: readonly string[],
  counters: readonly string[],
  digests: string,
): readonly [archive: number, counters: number] {
  const known = new Map<string, Record<string, string>>();
  for (const line of digests.trim().split('\n')) {
    const [name = '', buffer = '', digest = ''] = line.split(' ');
    known.set(name, { ...known.get(name), [buffer]: digest });
  }
  const launches = folders
    .flatMap((folder) => readLaunches(folder))
    .map((launch): TritonLaunch => {
      const { ptx, ttgir, name } = launch;
      const own = known.get(name);
      return {
        ...launch,
        ...(own === undefined ? {} : { digests: own }),
        ptx: withoutFolders(withoutDwarf(ptx)),
        ttgir: withoutFolders(ttgir),
      };
    });
  const archive = packLaunches(launches.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
  const text = counters.map((file) => readFileSync(file, 'utf8')).join('');
  writeFileSync(dataFile('triton-sm90.jsonl.br'), archive);
  writeFileSync(dataFile('triton-sm90.jsonl'), text);
  return [archive.length, text.length];
}

const order = ({ kernel, name, triton }: TritonLaunch): string => `${kernel} ${name} ${triton}`;

/** `.file 1 "/home/me/kernels.py"` and `loc("/home/me/kernels.py":3:4)` without the folder. */
const withoutFolders = (text: string): string => text.replaceAll(/"\/[^"\n]*\/(?=[^"/\n]*")/g, '"');

/** Sections are what follows the code, one after another. */
function withoutDwarf(ptx: string): string {
  const from = ptx.indexOf('\n\t.section');
  return from === -1 ? ptx : ptx.slice(0, from + 1);
}
