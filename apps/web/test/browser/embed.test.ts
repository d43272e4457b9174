/** Where pages are used besides a server: one figure in the frame of another page, and a folder on disk. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from './browser.ts';

/** Names of what can be seen and used. */
const visibleControls = (page: Page): Promise<readonly string[]> =>
  page
    .locator('a, button, select, textarea, h1, h2')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
    );

describeInBrowser('?embed', ({ open, site }) => {
  test('shows one figure of an explorer, and leads to the page in the state that is reached', async () => {
    const page = await open('explore/rules.html?embed&theme=dark');
    await page.locator('.embedded svg').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    const controls = await visibleControls(page);
    expect(controls).not.toContain('Playground');
    expect(controls.some((name) => /^Sources$|→$/.test(name))).toBe(false);
    expect(await page.locator('section.figure').filter({ visible: true }).count()).toBe(1);
    await page.getByRole('radio', { name: 'sm_90' }).first().check({ force: true });
    await page.waitForFunction(() => location.hash.includes('sm_90'));
    const link = page.locator('.embed-link');
    await link.focus();
    const address = await link.getAttribute('href');
    expect(address).toMatch(/\/explore\/rules\.html#.*chip=sm_90/);
    const [width, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(width).toBe(0);
    expect(height).toBeLessThan(4000);

    await page.goto(`${site.url}explore/rules.html?embed=2`);
    await page.locator('.embedded').waitFor();
    const shown = page.locator('section.figure').filter({ visible: true });
    expect(await shown.count()).toBe(1);
    expect(await page.locator('section.figure').nth(1).isVisible()).toBe(true);
  });

  test('shows the view of the playground that a link has', async () => {
    const page = await open('index.html?embed');
    await page.locator('.embedded .picture').first().waitFor();
    const controls = await visibleControls(page);
    expect(controls).not.toContain('Open file');
    expect(await page.locator('.cm-content').isVisible()).toBe(false);
    expect(await page.locator('.view-panel').isVisible()).toBe(true);
    expect(controls.at(-1)).toContain('open in ldscope');
  });
});

describeInBrowser('from a folder on disk', ({ complaints, open, site }) => {
  const onDisk = (path: string): string => pathToFileURL(join(site.folder, path)).href;

  test('the documentation is read, and the app says what it needs', async () => {
    const page = await open(onDisk('docs/start/hip.html'));
    await page.getByRole('heading', { name: 'Quick start: HIP' }).waitFor();
    const columns = await page
      .locator('.docs')
      .evaluate((element) => getComputedStyle(element).display);
    expect(columns).toBe('grid');
    await page.locator('main').getByRole('link', { name: 'format' }).click();
    await page.waitForURL(/docs\/launch\.html$/);
    await page.getByRole('link', { name: 'Explorers' }).click();
    await page.waitForURL(/explore\/index\.html$/);
    await page.getByRole('heading', { name: 'This page needs a server' }).waitFor();
    await page.getByRole('link', { name: 'documentation' }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    // Scripts are kept from pages of a disk, and nothing else is wrong.
    const others = complaints().filter((one) => !/CORS policy|ERR_FAILED/.test(one));
    expect(others).toEqual([]);
  });
});
