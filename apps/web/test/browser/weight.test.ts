/** What a first visit loads, and what it does not. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeInBrowser } from './browser.ts';

const BUDGET_BYTES = 250_000;

describeInBrowser('the first load', ({ open, site }) => {
  test('is at most 250 kB before the editor, and the engine is not among it', async () => {
    // Neither the editor nor a worker gets through: what is asked for without them is the first load.
    const asked = new Set<string>();
    const { page } = await open('favicon.svg');
    await page.route('**/*', async (route) => {
      const name = new URL(route.request().url()).pathname;
      if (/\/(editor|worker)-[^/]*\.(js|css)$/.test(name)) {
        await route.abort();
        return;
      }
      asked.add(name);
      await route.continue();
    });
    await page.goto(`${site.url}index.html`, { waitUntil: 'networkidle' });
    expect(await page.locator('textarea.editor-fallback').count()).toBe(1);
    const base = new URL(site.url).pathname;
    const sizes = [...asked].map((name) => {
      const bytes = readFileSync(join(site.folder, name.slice(base.length)));
      // Fonts are compressed already.
      return name.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length;
    });
    const sum = sizes.reduce((all, bytes) => all + bytes, 0);
    console.log(`first load: ${asked.size} files, ${(sum / 1000).toFixed(0)} kB gzipped`);
    expect(sum).toBeLessThan(BUDGET_BYTES);
    expect(sum).toBeGreaterThan(20_000);
  });

  test('has no address that depends on the folder it is served from', () => {
    const texts = readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|css)$/.test(name))
      .map((name) => readFileSync(join(site.folder, name), 'utf8'));
    for (const text of texts) expect(text).not.toMatch(/(?:src|href)="\/|url\(\//);
  });
});
