/**
 * A walk in Firefox: a kernel pasted and corrected, a layout tried on, a link followed, an explorer played. What every page has
 * in detail is tested in Chromium; here it is that the second engine runs the same workers, streams and styles.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Browser, launch, type Page } from 'puppeteer-core';

const site = inject('site');
const executablePath = site?.firefox;

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element instanceof HTMLElement ? element.innerText : ''));

const settled = async (page: Page): Promise<void> => {
  await page.waitForSelector('.cm-content');
  await page.waitForSelector('.pane-right[aria-busy="false"]');
};

const until = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction((part) => document.body.innerText.includes(part), {}, text);
};

describe.skipIf(site === undefined || executablePath === undefined)(
  executablePath === undefined ? 'Firefox is absent' : 'in Firefox',
  () => {
    let browser: Browser | undefined;
    const complaints: string[] = [];
    beforeAll(async () => {
      browser = await launch({
        browser: 'firefox',
        executablePath: executablePath ?? '',
        headless: true,
      });
    });
    afterAll(async () => {
      await browser?.close();
    });
    const open = async (place: string): Promise<Page> => {
      if (browser === undefined) throw new Error('there is no browser');
      const page = await browser.newPage();
      page.setDefaultTimeout(100_000);
      await page.setViewport({ width: 1280, height: 900 });
      page.on('console', (message) => {
        if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(new URL(place, site?.url).href);
      return page;
    };

    test('the playground analyses, answers to the keyboard, and is shared by a link', async () => {
      const page = await open('index.html');
      await settled(page);
      expect(await page.$$eval('.picture [data-lane]', (all) => all.length)).toBeGreaterThan(0);
      const before = await textOf(page, '.summary');
      // The editor takes what is typed, and the worker answers: what cannot be read is reported.
      await page.focus('.cm-content');
      await page.keyboard.type('garbage ');
      await until(page, 'error');
      for (let undone = 0; undone < 8; undone++) await page.keyboard.press('Backspace');
      await page.waitForFunction(
        (text) => document.querySelector<HTMLElement>('.summary')?.innerText === text,
        {},
        before,
      );
      await settled(page);
      const { hash } = new URL(page.url());
      await page.keyboard.down('Alt');
      await page.keyboard.press('Digit2');
      await page.keyboard.up('Alt');
      await page.waitForSelector('#tab-tile[aria-selected="true"]');
      await page.waitForSelector('.picture [data-element]');
      // Links need the streams that pack them.
      await page.waitForFunction(
        (old) => location.hash.startsWith('#1.') && location.hash !== old,
        {},
        hash,
      );
      const link = page.url();
      const other = await open(link);
      await settled(other);
      await other.waitForSelector('#tab-tile[aria-selected="true"]');
      expect(await textOf(other, '.summary')).toBe(before);
      expect(complaints).toEqual([]);
    });

    test('an explorer is played by keyboard and fits into the window', async () => {
      const page = await open('explore/xor-descriptor.html');
      await page.waitForSelector('.stepper input[type=range]');
      const first = await page.$eval('.figure .picture', (picture) => picture.innerHTML);
      await page.focus('.stepper input[type=range]');
      await page.keyboard.press('End');
      await page.waitForFunction(
        (html) => document.querySelector('.figure .picture')?.innerHTML !== html,
        {},
        first,
      );
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    });
  },
);
