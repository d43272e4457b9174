/** The documentation on the site: every link leads somewhere, and a word that is typed leads to its section. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser } from './browser.ts';
import { addressesIn, brokenLinks } from './links.ts';

/** Presses the key of the search until the page listens. */
async function goToSearch(page: Page): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.waitFor();
  await expect
    .poll(async () => {
      const isFocused = await field.evaluate((one) => one === document.activeElement);
      if (!isFocused) await page.keyboard.press('/');
      return isFocused;
    })
    .toBe(true);
}

describeInBrowser('the documentation', ({ open, site }) => {
  const pages = (): string[] =>
    readdirSync(site.folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );

  test('links to files and headings that are there', () => {
    const broken = pages().flatMap((page) =>
      brokenLinks(
        site.folder,
        page,
        addressesIn(readFileSync(join(site.folder, page), 'utf8')),
      ).map((address) => `${page}: ${address}`),
    );
    expect(broken).toEqual([]);
    expect(pages().filter((page) => page.startsWith('docs/')).length).toBeGreaterThan(80);
    expect(
      brokenLinks(site.folder, 'docs/cli.html', ['launch.html#nothing', 'no.html', '#machines']),
    ).toEqual(['launch.html#nothing', 'no.html']);
  });

  test('is reached from the app, and searched by keyboard', async () => {
    const page = await open('explore/gcd.html');
    await page.getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('heading', { name: 'Documentation', level: 1 }).waitFor();
    await goToSearch(page);
    await page.keyboard.type('launch arg');
    const found = page.locator('.docs-found');
    await found.getByText(/^\d+ sections$/).waitFor();
    expect(await found.locator('li').count()).toBeGreaterThan(2);
    await page.keyboard.press('ArrowDown');
    const first = await found.locator('a').first().getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href.endsWith(String(first).replace(/^(?:\.\.\/)+/, '')));
    await goToSearch(page);
    await page.keyboard.type('zzzz');
    await found.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await found.waitFor({ state: 'detached' });
  });
});
