/**
 * What holds of every page: nothing is complained about, nothing sticks out, no text is too small to read, axe-core finds no error in it, and the keyboard
 * reaches all of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { explorers } from '../../src/explore/explorers.ts';
import { violations } from './axe.ts';
import { describeInBrowser, settled } from './browser.ts';
import { keyboardFaults } from './keyboard.ts';
import { brokenLinks } from './links.ts';
import { documentPages, pages } from './pages.ts';
import { smallTexts } from './small-texts.ts';
import { chosenOf } from '../../../../test/cases.ts';

const widths = [1920, 768, 390, 1280] as const;

async function ready(page: Page, place: string): Promise<void> {
  if (place === 'index.html') await settled(page);
  else await page.locator('main h1').waitFor();
  await page.evaluate(() => document.fonts.ready);
}

describeInBrowser(
  'every page',
  ({ open, site }) => {
    test('of an explorer has its title from the list', () => {
      for (const { slug, title } of explorers) {
        const html = readFileSync(join(site.folder, 'explore', `${slug}.html`), 'utf8');
        expect(html).toContain(`<title>${title} · ldscope</title>`);
      }
    });

    describe.each(chosenOf([...pages, ...documentPages], 8))('%s', (place) => {
      test('has no accessibility error in either theme, fits into every width with texts of 10 px, and is walked by keyboard', async () => {
        const page = await open(place, { colorScheme: 'light' });
        await ready(page, place);
        expect(await violations(page), 'one theme').toEqual([]);
        for (const width of chosenOf(widths)) {
          await page.setViewportSize({ width, height: 900 });
          const [needed, given] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            document.documentElement.clientWidth,
          ]);
          expect(needed, `at ${width} px`).toBeLessThanOrEqual(given ?? 0);
          // Some pictures follow the width of their panel.
          await expect
            .poll(async () => [width, ...(await smallTexts(page))], { timeout: 4000 })
            .toEqual([width]);
        }
        expect(await keyboardFaults(page)).toEqual([]);
        const addresses = await page
          .locator('a[href]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
        expect(brokenLinks(site.folder, place, addresses)).toEqual([]);
        // Pages of one profile remember the theme: whichever it was, it is the other one now.
        await page.getByRole('button', { name: /^Switch to the/ }).click();
        expect(await violations(page, 'colours'), 'the other theme').toEqual([]);
      });
    });
  },
  { profile: 'shared' },
);

describeInBrowser('every view of the playground', ({ playground }) => {
  const views = ['Banks', 'Tile', 'Layouts', 'Global memory', 'Timeline', 'Machine'] as const;
  test('has no accessibility error in either theme', async () => {
    const page = await playground({ colorScheme: 'light' });
    const change = page.getByRole('button', { name: /^Switch to the/ });
    for (const [index, name] of views.entries()) {
      await page.keyboard.press(`Alt+Digit${index + 1}`);
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await settled(page);
      expect(await violations(page), name).toEqual([]);
      await change.click();
      expect(await violations(page, 'colours'), `${name}, the other theme`).toEqual([]);
    }
  });
});
