/**
 * The files of the web app, by their addresses. They are listed once, when the server starts, so that an address can only
 * ever name one of them: there is no path to walk out of.
 *
 *     /               index.html
 *     /explore/       explore/index.html
 *     /assets/a.js    assets/a.js
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface StaticFile {
  readonly path: string;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  txt: 'text/plain; charset=utf-8',
};

/** The files of a folder by their addresses; empty when there is no such folder. */
export async function listStaticFiles(root: string): Promise<ReadonlyMap<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(root, path).split(sep).join('/')}`;
    const file = { path, type: typeOf(entry.name) };
    files.set(address, file);
    if (entry.name === 'index.html') files.set(address.slice(0, -entry.name.length), file);
  }
  return files;
}

export function readStaticFile({ path }: StaticFile): Promise<Uint8Array> {
  return readFile(path);
}

function typeOf(name: string): string {
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPES[ending] ?? 'application/octet-stream';
}
