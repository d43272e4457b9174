/** Files and folders that arguments name. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A path as it was given, from where npm was called. */
export function givenPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** The files with an ending below a folder, sorted; a file as it is; `undefined` where there is nothing. */
export function filesBelow(root: string, ending: RegExp): readonly string[] | undefined {
  try {
    if (statSync(root).isFile()) return [root];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .sort()
      .map((name) => join(root, name));
  } catch {
    return undefined;
  }
}
