/** What a first visit loads, and what it does not. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstLoad } from '../../tools/first-load.ts';
import { describeInBrowser } from './browser.ts';

const BUDGET_BYTES = 220_000;

describeInBrowser('the first load', ({ open, site }) => {
  test('is at most 220 kB before the editor, and the engine is not among it', async () => {
    const { page } = await open('favicon.svg');
    const { files, bytes } = await firstLoad(page, site);
    expect(await page.locator('textarea.editor-fallback').count()).toBe(1);
    console.log(`first load: ${files} files, ${(bytes / 1000).toFixed(0)} kB gzipped`);
    expect(bytes).toBeLessThan(BUDGET_BYTES);
    expect(bytes).toBeGreaterThan(20_000);
  });

  test('has no address that depends on the folder it is served from', () => {
    const texts = readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|css)$/.test(name))
      .map((name) => readFileSync(join(site.folder, name), 'utf8'));
    for (const text of texts) expect(text).not.toMatch(/(?:src|href)="\/|url\(\//);
  });
});
