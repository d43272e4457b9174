/** Each explorer as a reader uses it: steps are played by keyboard, and its links lead to kernels that can be analyzed. */
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';
import { explorerPages } from './pages.ts';
import { chosenOf } from '../../../../test/cases.ts';

const explorers = explorerPages.filter((place) => place !== 'explore/index.html');

const tried = chosenOf(explorers, 5);

/** The address of a kernel in the playground, of each explorer that was walked through. */
const leads = new Map<string, string>();

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
  ({ open, playground, site }) => {
    describe.each(tried)('%s', (place) => {
      test('changes its picture by keyboard and can be saved', async () => {
        const page = await open(place);
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
          const last = await slider.inputValue();
          await expect.poll(() => new URL(page.url()).hash).not.toBe('');
          await page.reload();
          await expect.poll(() => slider.inputValue()).toBe(last);
        }
        const steps = page.locator('.stepper input[type=range]');
        for (const one of (await steps.all()).slice(1)) expect(await one.inputValue()).toBe('0');
        const download = page.waitForEvent('download');
        await page
          .getByRole('button', { name: /^Save as SVG/ })
          .first()
          .click();
        expect((await download).suggestedFilename()).toMatch(/\.svg$/);
        const links = page.locator('a[href*="index.html#1."]');
        await links.first().waitFor();
        const addresses = await links.evaluateAll((all) =>
          all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')),
        );
        // Kernels that a page offers are much alike: one of them is opened below.
        leads.set(place, addresses[0] ?? '');
      });
    });

    test('leads to a kernel that the playground analyzes', async () => {
      expect([...leads.keys()]).toEqual(tried);
      const page = await playground();
      for (const [place, address] of chosenOf([...leads])) {
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Delete');
        await page.locator('.cm-placeholder').waitFor();
        await expect.poll(() => page.locator('.sites tbody tr').count()).toBe(0);
        await page.goto(address);
        await page.locator('.cm-content .cm-placeholder').waitFor({ state: 'detached' });
        await page.locator('.picture, .view-body table').first().waitFor();
        await settled(page);
        expect(
          await page.locator('.problems .tag', { hasText: 'error' }).allInnerTexts(),
          place,
        ).toEqual([]);
      }
    });

    test('keeps what is chosen in its address', async () => {
      const page = await open('explore/rules.html');
      await page.getByRole('radio', { name: 'sm_90' }).first().check({ force: true });
      await page.getByRole('radio', { name: 'a column of 128-bit vectors' }).check({ force: true });
      await page.getByLabel('Stride, bytes').fill('132');
      await expect.poll(() => new URL(page.url()).hash).toBe('#chip=sm_90&pitchBytes=132');
      const verdict = await page.locator('.verdict.room-3').innerText();
      const again = await open(page.url().slice(site.url.length));
      expect(await again.locator('.verdict.room-3').innerText()).toBe(verdict);
      expect(await again.getByRole('radio', { name: 'your own' }).isChecked()).toBe(true);
      await again.evaluate(() => {
        location.hash = 'strides.request=write.b32';
      });
      await expect
        .poll(() => again.getByLabel('Instruction').last().inputValue())
        .toBe('write.b32');
      expect(await again.getByLabel('Stride, bytes').inputValue()).toBe('16');
    });

    test('is found in the gallery by level, picture and search, and leads to the next', async () => {
      const page = await open('explore/index.html');
      const cards = page.locator('.gallery a');
      expect(await cards.count()).toBe(explorers.length);
      expect(await page.locator('.gallery-level').count()).toBeGreaterThan(3);
      await page.locator('.thumbnail svg').first().waitFor();
      for (const card of await cards.all()) await card.scrollIntoViewIfNeeded();
      await expect.poll(() => page.locator('.thumbnail svg').count()).toBe(explorers.length);
      await page.getByLabel('Search').fill('ds_read_b128');
      expect(await cards.count()).toBe(1);
      await page.getByLabel('Search').fill('gcd');
      await cards.first().click();
      await page.getByRole('heading', { name: 'The gcd rule', level: 1 }).waitFor();
      await page.getByRole('link', { name: /→$/ }).click();
      await page.getByRole('heading', { name: 'Phases', level: 1 }).waitFor();
    });

    test('opens with its picture, lists its parts, folds what few need, and sets what it suggests', async () => {
      const page = await open('explore/gcd.html#ld=132');
      expect(await page.locator('.lead').innerText()).toMatch(/^What you will learn: why/);
      const figure = page.locator('.figure').first();
      const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
      expect(await top(figure.locator('.picture').first())).toBeLessThan(
        await top(figure.locator('input:visible').first()),
      );
      await page.getByRole('link', { name: 'Common tiles conflict' }).click();
      expect(new URL(page.url()).hash).toBe('#ld=132&at=common-tiles-conflict');
      expect(await page.getByLabel('LD, elements').inputValue()).toBe('132');
      await page.getByRole('button', { name: /^Pad by 1/ }).click();
      expect(await page.getByLabel('LD, elements').inputValue()).toBe('129');
      expect(await page.locator('.try p').first().innerText()).toContain('inside a word');
      await page.getByRole('link', { name: 'Skip to the content' }).focus();
      await page.keyboard.press('Enter');
      expect(await page.getByLabel('LD, elements').inputValue()).toBe('129');

      const folded = await open('explore/checklist.html#at=for-readers-of-the-cdna-slides');
      const part = folded.locator('details.folded');
      await part.locator('.folded-body').waitFor();
      expect(await part.locator('summary').innerText()).toContain('LDS Bank Conflicts on CDNA');
    });

    test('marks where pictures and tables go on at the side', async () => {
      const page = await open('explore/padding-xor.html', {
        viewport: { width: 390, height: 844 },
      });
      const table = page.getByRole('region', { name: /^Counted for 256 threads/ });
      await expect.poll(() => table.getAttribute('data-more')).toBe('right');
      await table.evaluate((element) => element.scrollTo(9999, 0));
      await expect.poll(() => table.getAttribute('data-more')).toBe('left');
    });
  },
  { profile: 'shared' },
);
