/** Each explorer as a reader uses it: steps are played by keyboard, and its links lead to kernels that can be analysed. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';
import { explorerPages } from './pages.ts';

const explorers = explorerPages.filter((place) => place !== 'explore/index.html');

/** Kernels that a page offers are much alike: so many of them are opened. */
const MOST_LINKS = 2;

/** What a figure is when nothing in it changes any more: what follows a step is drawn in the next tasks. */
async function drawn(figure: Locator): Promise<string> {
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await figure.innerHTML();
        const same = now === before;
        before = now;
        return same;
      },
      { interval: 40 },
    )
    .toBe(true);
  return before;
}

describeInBrowser(
  'an explorer',
  ({ open, site }) => {
    describe.each(explorers)('%s', (place) => {
      test('changes its picture by keyboard, can be saved, and leads to the playground', async () => {
        const { page, complaints } = await open(place);
        await page.locator('main h1').waitFor();
        const slider = page.locator('.stepper input[type=range]').first();
        if ((await slider.count()) > 0) {
          const figure = page.locator('.figure', { has: page.locator('.stepper') }).first();
          await slider.focus();
          await page.keyboard.press('Home');
          await expect.poll(() => slider.inputValue()).toBe('0');
          const first = await drawn(figure);
          await page.keyboard.press('End');
          await expect.poll(() => slider.inputValue()).not.toBe('0');
          await expect.poll(() => figure.innerHTML()).not.toBe(first);
        }
        const download = page.waitForEvent('download');
        await page
          .getByRole('button', { name: /^Save as SVG/ })
          .first()
          .click();
        expect((await download).suggestedFilename()).toMatch(/\.svg$/);
        expect(complaints).toEqual([]);
        const links = page.locator('a[href*="index.html#1."]');
        await links.first().waitFor();
        const addresses = await links.evaluateAll((all) =>
          all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')),
        );
        for (const address of [...new Set(addresses)].slice(0, MOST_LINKS)) {
          const opened = await open(address.slice(site.url.length));
          await settled(opened.page);
          expect(await opened.page.locator('.problems .tag', { hasText: 'error' }).count()).toBe(0);
          expect(await opened.page.locator('.picture, .view-body table').count()).toBeGreaterThan(
            0,
          );
          expect(opened.complaints).toEqual([]);
          await opened.page.close();
        }
      });
    });

    test('keeps what is chosen in its address', async () => {
      const { page, complaints } = await open('explore/rules.html');
      await page.getByRole('radio', { name: 'sm_90' }).first().check({ force: true });
      await page.getByRole('radio', { name: 'a column of vectors' }).check({ force: true });
      await page.getByLabel('Stride, bytes').fill('132');
      await expect.poll(() => new URL(page.url()).hash).toBe('#chip=sm_90&pitchBytes=132');
      const verdict = await page.locator('.rules-text').innerText();
      const again = await open(page.url().slice(site.url.length));
      expect(await again.page.locator('.rules-text').innerText()).toBe(verdict);
      expect(await again.page.getByRole('radio', { name: 'your own' }).isChecked()).toBe(true);
      await again.page.evaluate(() => {
        location.hash = 'strides.request=write.b32';
      });
      await expect
        .poll(() => again.page.getByLabel('Instruction').last().inputValue())
        .toBe('write.b32');
      expect(await again.page.getByLabel('Stride, bytes').inputValue()).toBe('16');
      expect([...complaints, ...again.complaints]).toEqual([]);
    });

    test('is left and found again by the gallery', async () => {
      const { page } = await open('explore/index.html');
      const cards = page.locator('main a[href$=".html"]');
      expect(await cards.count()).toBeGreaterThanOrEqual(explorers.length);
      await page
        .getByRole('link', { name: /The gcd rule/ })
        .first()
        .click();
      await page.getByRole('heading', { name: 'The gcd rule', level: 1 }).waitFor();
      await page.getByRole('link', { name: /→$/ }).click();
      await page.getByRole('heading', { name: 'R1, R2, R3, and the hardware' }).waitFor();
    });
  },
  { profile: 'shared' },
);
