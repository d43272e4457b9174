/** The next change of files, for `--watch`. */
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

/** Editors write a file in several steps: its last one counts. */
const SETTLED_MS = 80;

/**
 * Settles when a file, or something in a folder, changes; false where none of them can be watched. A file is watched through
 * its folder, since editors replace files.
 */
export async function nextChange(paths: readonly string[]): Promise<boolean> {
  const watchers: FSWatcher[] = [];
  const changed = new Promise<boolean>((settle) => {
    let timer: NodeJS.Timeout | undefined;
    const note = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => settle(true), SETTLED_MS);
    };
    void Promise.all(
      paths.map(async (path) => {
        const isFolder = await stat(path).then(
          (one) => one.isDirectory(),
          () => false,
        );
        try {
          const watcher = isFolder
            ? watch(path, { recursive: true }, note)
            : watch(dirname(path), (_, name) => {
                if (name === null || name === basename(path)) note();
              });
          watchers.push(watcher.on('error', () => {}));
        } catch {
          // It is gone, and so is its folder.
        }
      }),
    ).then(() => {
      if (watchers.length === 0) settle(false);
    });
  });
  try {
    return await changed;
  } finally {
    for (const watcher of watchers) watcher.close();
  }
}
