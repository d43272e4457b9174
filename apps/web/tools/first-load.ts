/**
 * What a first visit loads before the editor and the engine, file by file.
 *
 *     runs          14,204 B   packages/core/src/machine/model/amd.ts 9,120, ...
 *
 * Bytes are what a server sends: texts gzipped, fonts as they are. The modules of a chunk have their sizes before
 * compression, the largest first.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { ServedApp } from './site.ts';

export interface LoadedFile {
  /** Without the digest: `runs.js`. Files of one name are one. */
  readonly name: string;
  readonly bytes: number;
  /** What the bundler put into it, the largest first. */
  readonly modules: readonly string[];
}

export interface FirstLoad {
  readonly files: readonly LoadedFile[];
  readonly bytes: number;
}

/** Behind the name of a chunk is its digest, of eight characters. */
const DIGEST = /-[\w-]{8}(?=\.\w+$)/;
const MODULES_NAMED = 4;

/** Visits the playground with neither the editor nor a worker getting through; requests without them count. */
export async function firstLoad(
  page: Page,
  { url, folder, modules }: Pick<ServedApp, 'url' | 'folder' | 'modules'>,
): Promise<FirstLoad> {
  const requested = new Set<string>();
  const base = new URL(url).pathname;
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (/\/(?:editor|worker)-[\w-]{8}\.(?:js|css)$/.test(pathname)) {
      await route.abort();
      return;
    }
    requested.add(pathname.slice(base.length));
    await route.continue();
  });
  await page.goto(`${url}index.html`, { waitUntil: 'networkidle' });
  // On a machine that is busy the network may rest before the first text needs its letters.
  await page.locator('textarea.editor-fallback').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  const byName = new Map<string, LoadedFile>();
  for (const path of requested) {
    const content = readFileSync(join(folder, path));
    const name = (path.split('/').at(-1) ?? path).replace(DIGEST, '');
    const { bytes: before = 0, modules: named = [] } = byName.get(name) ?? {};
    const bytes = before + (path.endsWith('.woff2') ? content.length : gzipSync(content).length);
    byName.set(name, {
      name,
      bytes,
      modules: [...named, ...(modules[path] ?? []).slice(0, MODULES_NAMED)],
    });
  }
  const files = [...byName.values()].sort((a, b) => b.bytes - a.bytes);
  return { files, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** A line for each file that is larger than it was, the largest growth first; nothing for files that are smaller. */
export function growthOf(
  files: readonly LoadedFile[],
  recorded: ReadonlyMap<string, number>,
): string[] {
  return files
    .map((file) => ({ ...file, growth: file.bytes - (recorded.get(file.name) ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .map(
      ({ name, bytes, growth, modules }) =>
        `${name} +${growth} B, now ${bytes} B${modules.length === 0 ? '' : `: ${modules.join(', ')}`}`,
    );
}
