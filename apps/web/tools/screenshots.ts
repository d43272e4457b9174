/**
 * The pictures of README: the app as it is, opened in Chromium.
 *
 *     npm run screenshots
 */
import { mkdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { settled } from './chromium.ts';
import { openApp } from './site.ts';

const OUT = 'docs/images';

interface Shot {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  readonly page: string;
  readonly prepare: (page: Page) => Promise<void>;
}

async function openKernel(page: Page, file: string): Promise<void> {
  await settled(page);
  await page.setInputFiles('input[type=file]', file);
  await page.locator('.pane-right[aria-busy="true"]').waitFor();
  await settled(page);
}

/** The picture at the head of README, which shows it in the reader's theme. */
const playground = (theme: Shot['theme']): Shot => ({
  name: theme === 'light' ? 'playground' : 'playground-dark',
  theme,
  width: 1440,
  height: 900,
  page: 'index.html',
  prepare: async (page) => {
    await openKernel(page, 'examples/gemm-gather-plain/kernel.mlir');
    await page.locator('.sites tbody tr .place').first().click();
    await page.locator('.selected').getByLabel('lane').fill('2');
  },
});

const shots: readonly Shot[] = [
  playground('light'),
  playground('dark'),
  {
    name: 'layouts',
    theme: 'dark',
    width: 1440,
    height: 900,
    page: 'index.html',
    prepare: async (page) => {
      await settled(page);
      await page.getByRole('tab', { name: 'Layouts' }).click();
      await settled(page);
      await page.locator('.view-body tbody .place').nth(1).click();
      await page.getByRole('tab', { name: 'Banks' }).click();
    },
  },
  {
    name: 'timeline',
    theme: 'light',
    width: 1440,
    height: 900,
    page: 'index.html',
    prepare: async (page) => {
      await openKernel(page, 'examples/schedules/gemm-level-2.sched');
      await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
      await settled(page);
    },
  },
  {
    name: 'explorers',
    theme: 'light',
    width: 1280,
    height: 860,
    page: 'explore/index.html',
    prepare: async () => {},
  },
  {
    name: 'xor-descriptor',
    theme: 'dark',
    width: 1280,
    height: 860,
    page: 'explore/xor-descriptor.html',
    prepare: async () => {},
  },
];

const { app, browser, close } = await openApp();
mkdirSync(OUT, { recursive: true });
for (const { name, theme, width, height, page: place, prepare } of shots) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
  const page = await context.newPage();
  await page.goto(app.url + place);
  await page.evaluate(() => document.fonts.ready);
  await prepare(page);
  const path = `${OUT}/${name}.png`;
  await page.screenshot({ path });
  console.log(`${path}: ${(readFileSync(path).length / 1000).toFixed(0)} kB`);
  await context.close();
}
await close();
