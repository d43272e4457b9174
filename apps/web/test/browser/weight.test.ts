/**
 * What a first visit loads, and what it does not. `first-load.txt` has the bytes of each file as they were: when the budget is
 * spent, the test names what grew since. `UPDATE_WEIGHT=1` records them anew.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstLoad, growthOf } from '../../tools/first-load.ts';
import { describeInBrowser } from './browser.ts';

const BUDGET_BYTES = 220_000;
const recordFile = new URL('first-load.txt', import.meta.url);

const recorded = (): ReadonlyMap<string, number> =>
  new Map(
    readFileSync(recordFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [bytes = '', name = ''] = line.trim().split(' ');
        return [name, Number(bytes)];
      }),
  );

describeInBrowser('the first load', ({ complaints, open, site }) => {
  test('is at most 220 kB before the editor, and the engine is not among it', async () => {
    const page = await open('favicon.svg');
    const { files, bytes } = await firstLoad(page, site);
    // The editor and the workers are kept from the page.
    complaints();
    expect(await page.locator('textarea.editor-fallback').count()).toBe(1);
    if (process.env['UPDATE_WEIGHT'] === '1') {
      const lines = files.map(({ name, bytes: size }) => `${String(size).padStart(6)} ${name}\n`);
      writeFileSync(recordFile, lines.join(''));
    }
    const grown = growthOf(files, recorded());
    console.log(`first load: ${files.length} files, ${bytes} of ${BUDGET_BYTES} bytes, gzipped`);
    expect(bytes, ['first load', ...grown].join('\n')).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(bytes).toBeGreaterThan(20_000);
    expect(files.filter(({ name }) => name.endsWith('.woff2')).length).toBeGreaterThan(0);
    // Every file of scripts is of modules that the bundler named, so that a growth is never without a cause.
    for (const { name, modules } of files) {
      if (name.endsWith('.js') && name !== 'theme.js') expect(modules, name).not.toEqual([]);
    }
  });

  test('has no address that depends on the folder it is served from', () => {
    const texts = readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|css)$/.test(name))
      .map((name) => readFileSync(join(site.folder, name), 'utf8'));
    for (const text of texts) expect(text).not.toMatch(/(?:src|href)="\/|url\(\//);
  });
});
