/**
 * Pages as they looked when somebody has looked at them. `UPDATE_GOLDENS=1` takes them anew; the picture of a difference is
 * left beside the one that was expected, in the temporary folder that the message names. Another version of Chromium may
 * draw the same page in other pixels: then nothing is compared, and a line says so.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';
import { pages } from './pages.ts';

const folder = fileURLToPath(new URL('goldens/', import.meta.url));
const versionFile = join(folder, 'CHROMIUM');
const updating = process.env['UPDATE_GOLDENS'] === '1';

/** Of all pixels; the edges of letters differ from run to run. */
const MOST_DIFFERENT = 0.002;

const looks = [
  { name: 'wide', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

async function ready(page: Page, place: string): Promise<void> {
  if (place === 'index.html') await settled(page);
  else await page.locator('main h1').waitFor();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // The caret blinks, and a focus ring depends on what came before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.waitForLoadState('networkidle');
}

/** What differs between two pictures, as a share of their pixels and as a picture. */
function difference(
  expected: Buffer,
  actual: Buffer,
): { readonly share: number; readonly png: Buffer } {
  const [a, b] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  if (a.width !== b.width || a.height !== b.height) return { share: 1, png: actual };
  const shown = new PNG({ width: a.width, height: a.height });
  const pixels = pixelmatch(a.data, b.data, shown.data, a.width, a.height, { threshold: 0.15 });
  return { share: pixels / (a.width * a.height), png: PNG.sync.write(shown) };
}

const majorOf = (version: string): string => version.split('.')[0] ?? '';

describeInBrowser('a page looks as it did', ({ open, version }) => {
  test.each(pages.flatMap((place) => looks.map((look) => [place, look.name, look] as const)))(
    '%s, %s',
    async (place, _, { name, viewport, colorScheme }) => {
      const recorded = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
      if (!updating && recorded !== majorOf(version())) {
        console.log(`goldens are of Chromium ${recorded}, this is ${version()}: not compared`);
        return;
      }
      const { page } = await open(place, { viewport, colorScheme });
      await ready(page, place);
      const actual = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const file = `${place.replace(/^explore\//, 'explore-').replace('.html', '')}-${name}.png`;
      const path = join(folder, file);
      if (updating) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, actual);
        writeFileSync(versionFile, `${majorOf(version())}\n`);
        return;
      }
      const { share, png } = difference(readFileSync(path), actual);
      if (share <= MOST_DIFFERENT) return;
      const left = mkdtempSync(join(tmpdir(), 'ldscope-golden-'));
      writeFileSync(join(left, file), actual);
      writeFileSync(join(left, `difference-${file}`), png);
      expect.fail(`${(100 * share).toFixed(2)} % of the pixels of ${file} differ: see ${left}`);
    },
  );
});
