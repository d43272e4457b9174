/**
 * The whole site in a folder: the playground, the explorers, the documentation with its search, and the cards of links.
 *
 *     npm run site                                     into site/
 *     npm run site -- OUT --url https://example.org/ldscope/ --source https://github.com/OWNER/NAME/blob/main/
 *
 * All addresses in it are relative, so that it works below any path. `--url` is where it will be: only with it pages have cards,
 * whose pictures are our own figures as Chromium draws them; without Chromium cards have no picture. `--source` is where files of
 * the repository are published: without it documents name them without a link.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { explorers } from '../src/explore/explorers.ts';
import { CARD_HEIGHT, CARD_WIDTH, withCard } from './cards.ts';
import { findChromium, launchArguments } from './chromium.ts';
import { serveFolder } from './site.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, source: { type: 'string' } },
});
const out = resolve(positionals[0] ?? 'site');
const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

if (values.source !== undefined) process.env['SOURCE_URL'] = withSlash(values.source);
await build({
  configFile: 'apps/web/vite.config.ts',
  build: { outDir: out, emptyOutDir: true },
  logLevel: 'warn',
});

/** A card is looked at: its controls are of no use. */
const CARD_STYLE = '.stepper, .view-tools, .table-twin, .embed-link { display: none !important; }';

/** Pictures of cards, by the pages that they are of. */
async function drawCards(): Promise<ReadonlyMap<string, string>> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.log('Chromium is absent (CHROMIUM=PATH names one): cards have no pictures');
    return new Map();
  }
  mkdirSync(join(out, 'cards'), { recursive: true });
  const served = await serveFolder(out);
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  const page = await browser.newPage({
    viewport: { width: CARD_WIDTH, height: CARD_HEIGHT },
    reducedMotion: 'reduce',
  });
  const images = new Map<string, string>();
  for (const place of ['index', ...explorers.map(({ slug }) => `explore/${slug}`)]) {
    const image = `cards/${place.replace('explore/', '')}.png`;
    await page.goto(`${served.url}${place}.html?embed&theme=light`, { waitUntil: 'networkidle' });
    await page.locator('.embedded svg').first().waitFor();
    await page.addStyleTag({ content: CARD_STYLE });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(out, image) });
    images.set(`${place}.html`, image);
  }
  await browser.close();
  await served.close();
  return images;
}

const pages = readdirSync(out, { recursive: true, encoding: 'utf8' })
  .map((path) => path.split(sep).join('/'))
  .filter((path) => path.endsWith('.html'));
if (values.url !== undefined) {
  const images = await drawCards();
  for (const page of pages) {
    const path = join(out, page);
    const image = images.get(page) ?? images.get('index.html');
    const card = { url: withSlash(values.url), page, image };
    writeFileSync(path, withCard(readFileSync(path, 'utf8'), card));
  }
}
console.log(`${pages.length} pages in ${out}`);
