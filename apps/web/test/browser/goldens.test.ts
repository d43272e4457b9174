/**
 * Pages as they looked when somebody has looked at them: each is loaded once, and goes through its widths and themes. `UPDATE_GOLDENS=1` takes them anew; the picture of a difference is
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
import { chosenOf } from '../../../../test/cases.ts';
import { describeInBrowser, settled } from './browser.ts';
import { pages } from './pages.ts';

const folder = fileURLToPath(new URL('goldens/', import.meta.url));
const versionFile = join(folder, 'CHROMIUM');
const updating = process.env['UPDATE_GOLDENS'] === '1';

/** Of all pixels; the edges of letters differ from run to run. */
const MOST_DIFFERENT = 0.002;

/** The looks that every page is compared in have shorter names. */
const fewNames: Readonly<Record<string, string>> = { 'wide-light': 'wide', 'phone-dark': 'phone' };

const widths = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 768, height: 1024 },
  { name: 'wide', width: 1280, height: 900 },
  { name: 'desktop', width: 1920, height: 1080 },
] as const;

const themes = ['light', 'dark'] as const;

interface Look {
  /** Part of the file's name. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

/** All widths in both themes; the order spares a page changes of its theme. */
const allLooks: readonly Look[] = themes.flatMap((theme) =>
  widths.map(({ name, width, height }) => ({
    name: fewNames[`${name}-${theme}`] ?? `${name}-${theme}`,
    width,
    height,
    theme,
  })),
);

/** Pages whose frame all others share: of these every look, of the others every width in one theme. */
const everyLook: ReadonlySet<string> = new Set([
  'index.html',
  'explore/index.html',
  'explore/gcd.html',
]);

const oneLookPerWidth: ReadonlySet<string> = new Set([
  'phone',
  'tablet-light',
  'wide',
  'desktop-dark',
]);

/** With a share of the cases, one look. */
const looksOf = (place: string): readonly Look[] =>
  chosenOf(
    everyLook.has(place) ? allLooks : allLooks.filter(({ name }) => oneLookPerWidth.has(name)),
    1,
  );

async function ready(page: Page, place: string): Promise<void> {
  if (place === 'index.html') await settled(page);
  else await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  // Pictures of cards are drawn when they come into view.
  const cards = page.locator('.thumbnail');
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator('svg').waitFor();
  }
}

/** The page at a width and in a theme, at rest. */
async function show(page: Page, place: string, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  const change = page.getByRole('button', { name: `Switch to the ${theme} theme` });
  if ((await change.count()) > 0) await change.click();
  if (place === 'index.html') await settled(page);
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    // The caret blinks, and a focus ring depends on what came before.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    await document.fonts.ready;
    // The editor measures its width, places its results by it, and measures these again: some frames after the size has changed.
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
}

/** What differs between two pictures, as a share of their pixels and as a picture. */
function difference(
  expected: Buffer,
  actual: Buffer,
): { readonly share: number; readonly png: Buffer } {
  if (expected.equals(actual)) return { share: 0, png: actual };
  const [a, b] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  if (a.width !== b.width || a.height !== b.height) return { share: 1, png: actual };
  const shown = new PNG({ width: a.width, height: a.height });
  const pixels = pixelmatch(a.data, b.data, shown.data, a.width, a.height, { threshold: 0.15 });
  return { share: pixels / (a.width * a.height), png: PNG.sync.write(shown) };
}

const majorOf = (version: string): string => version.split('.')[0] ?? '';

/** What is wrong with a shot, in a sentence; nothing where it looks as it did, or was taken anew. */
function compare(file: string, actual: Buffer): readonly string[] {
  const path = join(folder, file);
  if (updating) {
    writeFileSync(path, actual);
    return [];
  }
  const { share, png } = difference(readFileSync(path), actual);
  if (share <= MOST_DIFFERENT) return [];
  const left = mkdtempSync(join(tmpdir(), 'ldscope-golden-'));
  writeFileSync(join(left, file), actual);
  writeFileSync(join(left, `difference-${file}`), png);
  return [`${(100 * share).toFixed(2)} % of the pixels of ${file} differ: see ${left}`];
}

describeInBrowser('a page looks as it did', ({ open, version }) => {
  test.each(chosenOf(pages, 8))('%s', async (place) => {
    const recorded = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
    if (!updating && recorded !== majorOf(version())) {
      console.log(`goldens are of Chromium ${recorded}, this is ${version()}: not compared`);
      return;
    }
    if (updating) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(versionFile, `${majorOf(version())}\n`);
    }
    const page = await open(place, { colorScheme: 'light' });
    await ready(page, place);
    const different: string[] = [];
    for (const look of looksOf(place)) {
      await show(page, place, look);
      const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      const stem = place.replaceAll('/', '-').replace('.html', '');
      different.push(...compare(`${stem}-${look.name}.png`, shot));
    }
    expect(different).toEqual([]);
  });
});
