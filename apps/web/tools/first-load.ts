/** What a first visit loads before the editor and the engine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import type { ServedApp } from './site.ts';

/** Visits the playground with neither the editor nor a worker getting through; what is asked for without them counts. */
export async function firstLoad(
  page: Page,
  { url, folder }: Pick<ServedApp, 'url' | 'folder'>,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const asked = new Set<string>();
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    // Behind the name of a chunk is its digest, of eight characters.
    if (/\/(?:editor|worker)-[\w-]{8}\.(?:js|css)$/.test(pathname)) {
      await route.abort();
      return;
    }
    asked.add(pathname);
    await route.continue();
  });
  await page.goto(`${url}index.html`, { waitUntil: 'networkidle' });
  const base = new URL(url).pathname;
  const sizes = [...asked].map((name) => {
    const content = readFileSync(join(folder, name.slice(base.length)));
    // Fonts are compressed already.
    return name.endsWith('.woff2') ? content.length : gzipSync(content).length;
  });
  return { files: asked.size, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
