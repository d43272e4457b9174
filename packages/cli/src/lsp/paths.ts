/** Paths of documents. */
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a document; of one that is in no file, a name in the folder of the process. */
export function pathOf(uri: string): string {
  try {
    if (uri.startsWith('file:')) return fileURLToPath(uri);
  } catch {
    // A file of another machine, or an address that is none.
  }
  return resolve(basename(uri.replaceAll(/[\0?#]/g, '_')) || 'untitled');
}

export const uriOf = (path: string): string => pathToFileURL(resolve(path)).href;
