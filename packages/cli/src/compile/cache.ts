/**
 * Earlier compilations, by content: an entry is found by the command line and the compiler's version, and holds while
 * every file that the compiler read (the source and its headers) is what it was, and so is the assembly itself, with
 * the names and lines in it.
 *
 *     ~/.cache/ldscope/compiled/3f2a...b1.s     the assembly
 *     ~/.cache/ldscope/compiled/3f2a...b1.json  { "output": "71aa...", "files": { "/home/me/kernel.hip": "9d0c..." } }
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../system/cache-folder.ts';

/** Entries above this number go, the oldest first. */
const MOST_ENTRIES = 200;

interface Kept {
  readonly assembly: string;
  readonly files: readonly string[];
}

export class CompileCache {
  readonly #folder: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#folder = join(cacheFolder(env), 'compiled');
  }

  /** The assembly of a compilation that was done before, while none of its files has changed, and these files. */
  async find(key: string): Promise<Kept | undefined> {
    try {
      const listed: unknown = JSON.parse(await readFile(this.#path(key, 'json'), 'utf8'));
      if (typeof listed !== 'object' || listed === null || !('files' in listed)) return undefined;
      const files = Object.entries(listed.files ?? {});
      for (const [file, digest] of files) {
        if (digestOf(await readFile(file)) !== digest) return undefined;
      }
      const assembly = await readFile(this.#path(key, 's'));
      // Half a file, or another one, would give figures of another kernel.
      return 'output' in listed && listed.output === digestOf(assembly)
        ? { assembly: assembly.toString('utf8'), files: files.map(([file]) => file) }
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps a compilation; where nothing can be written, nothing is kept. */
  async keep(key: string, assembly: string, files: readonly string[]): Promise<void> {
    try {
      const digests: Record<string, string> = {};
      for (const file of files) digests[resolve(file)] = digestOf(await readFile(file));
      await mkdir(this.#folder, { recursive: true });
      await this.#prune();
      await writeFile(this.#path(key, 's'), assembly);
      await writeFile(
        this.#path(key, 'json'),
        JSON.stringify({ output: digestOf(assembly), files: digests }),
      );
    } catch {
      // A cache that cannot be written costs time only.
    }
  }

  #path(key: string, ending: string): string {
    return join(this.#folder, `${key}.${ending}`);
  }

  async #prune(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.s'));
    if (names.length < MOST_ENTRIES) return;
    const ages = await Promise.all(
      names.map(async (name) => ({ name, ms: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    ages.sort((a, b) => a.ms - b.ms);
    for (const { name } of ages.slice(0, names.length - MOST_ENTRIES / 2)) {
      await rm(join(this.#folder, name), { force: true });
      await rm(join(this.#folder, name.replace(/\.s$/, '.json')), { force: true });
    }
  }
}

/** The key of a compilation: everything that decides about it besides the files it reads. */
export function compileKey(parts: readonly string[]): string {
  return digestOf(JSON.stringify(parts)).slice(0, 40);
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
