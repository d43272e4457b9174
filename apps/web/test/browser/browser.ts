/** One browser for all test files of a worker, and pages that remember what went wrong in them. */
import { readFileSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { launchArguments, settled } from '../../tools/chromium.ts';
import type { Site } from './setup.ts';

export { settled };

export interface Driver {
  readonly site: Site;
  readonly version: () => string;
  /**
   * A new page at a place of the app (`index.html`, `explore/gcd.html`) or any address. After the test it is closed, and has to
   * have written no error and no warning to its console, and thrown nothing.
   */
  readonly open: (place: string, options?: BrowserContextOptions) => Promise<Page>;
  /** A new page of the playground with its first example, settled. */
  readonly playground: (options?: BrowserContextOptions) => Promise<Page>;
  /** A new page with the kernel and the view that the address of another has. */
  readonly again: (page: Page) => Promise<Page>;
  /** Takes what pages have complained about so far, where a test expects it. */
  readonly complaints: () => string[];
}

interface BrowserOptions {
  /** A profile for each page, or one for all pages of the same options: what was loaded for one is there for the next. */
  readonly profile?: 'own' | 'shared';
}

/** Not one of all workers: what is copied in one page is pasted in another. It ends with its worker. */
const launched = new Map<string, Promise<Browser>>();

function launchOnce(executablePath: string): Promise<Browser> {
  const browser =
    launched.get(executablePath) ?? chromium.launch({ executablePath, args: launchArguments });
  launched.set(executablePath, browser);
  return browser;
}

/** Tests in a browser; skipped without one. */
export function describeInBrowser(
  name: string,
  tests: (driver: Driver) => void,
  { profile = 'own' }: BrowserOptions = {},
): void {
  const site = inject('site');
  if (site?.chromium === undefined) {
    describe.skip(`${name}: Chromium is absent`, () => {
      tests({
        site: { url: '', folder: '', modules: {}, chromium: undefined, firefox: undefined },
        version: () => '',
        open: unopened,
        playground: unopened,
        again: unopened,
        complaints: () => [],
      });
    });
    return;
  }
  const chromiumPath = site.chromium;
  describe(name, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      browser = await launchOnce(chromiumPath);
    });
    const opened: { readonly close: () => Promise<void> }[] = [];
    const complaints: string[] = [];
    afterEach(async () => {
      const all = complaints.splice(0);
      await Promise.all(opened.splice(0).map(async (one) => await one.close()));
      expect(all, 'what pages complain about').toEqual([]);
    });
    afterAll(async () => {
      for (const context of shared.values()) await (await context).close();
    });
    const shared = new Map<string, Promise<BrowserContext>>();
    const contextFor = async (own: Browser, options: BrowserContextOptions) => {
      const make = () =>
        own.newContext({
          viewport: { width: 1280, height: 900 },
          permissions: ['clipboard-read', 'clipboard-write'],
          reducedMotion: 'reduce',
          ...options,
        });
      if (profile === 'own') {
        const context = await make();
        opened.push(context);
        return context;
      }
      const key = JSON.stringify(options);
      const context = shared.get(key) ?? make();
      shared.set(key, context);
      return await context;
    };
    const open: Driver['open'] = async (place, options = {}) => {
      if (browser === undefined) return await unopened();
      const context = await contextFor(browser, options);
      const page = await context.newPage();
      // A page that executes thousands of workgroups waits for the other worker's.
      page.setDefaultTimeout(100_000);
      if (profile === 'shared') opened.push(page);
      listen(page, complaints);
      await page.goto(new URL(place, site.url).href, { waitUntil: 'load' });
      return page;
    };
    const playground: Driver['playground'] = async (options) =>
      await whole(open('index.html', options));
    tests({
      site,
      version: () => browser?.version() ?? '',
      open,
      playground,
      again: async (page) => await whole(open(`index.html${new URL(page.url()).hash}`)),
      complaints: () => complaints.splice(0),
    });
  });
}

async function whole(opened: Promise<Page>): Promise<Page> {
  const page = await opened;
  await settled(page);
  return page;
}

/** Adds what a page complains about from now on. */
function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}

const unopened = (): Promise<never> => Promise.reject(new Error('there is no browser'));

/** Replaces the kernel as a user does: all of it selected, and another pasted. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((kernel) => navigator.clipboard.writeText(kernel), text);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

/** Shows a view of the playground. */
export async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await settled(page);
}

/** What the pictures of the view show, in words. */
export const pictures = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.view .view-scroll[role="group"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** A figure of the summary. */
export const fact = (page: Page, name: string): Promise<string> =>
  page.locator('.summary .facts div', { hasText: name }).first().locator('dd').innerText();

/** Waits until a part of the page has a text, and all results are there. */
export async function shows(page: Page, part: string, hasText: string | RegExp): Promise<void> {
  await page.locator(part, { hasText }).first().waitFor();
  await settled(page);
}

/** Opens an example, of which a part of its text is known. */
export async function chooseExample(page: Page, label: string, part: string): Promise<void> {
  await page.getByLabel('Example').selectOption({ label });
  await shows(page, '.cm-content', part);
}

/** Pixels by which a page is wider than its window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Leaves a picture for somebody who asks for it: `SHOTS=FOLDER`. */
export async function shot(
  part: Page | Locator,
  name: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder !== undefined) await part.screenshot({ path: `${folder}/${name}.png`, ...options });
}

const root = new URL('../../../../', import.meta.url);

/** A file of the repository. */
export const repositoryFile = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A kernel that lies beside the repository; `undefined` where it is absent. */
export function sharedKernel(path: string): string | undefined {
  try {
    return readFileSync(new URL(`../shared/kernels/${path}`, root), 'utf8');
  } catch {
    return undefined;
  }
}

/** The bundled transpose with its tile turned by the block: 32 x 32 workgroups with other addresses each, which cost the same. */
export const turnedByBlock = (plain: string): string =>
  plain
    .replace(
      '    %row = affine.apply',
      `    %q = affine.apply affine_map<()[s0, s1] -> ((s0 + s1) mod 32)>()[%x, %bx]
    %p = affine.apply affine_map<()[s0, s1] -> ((s0 + s1) mod 32)>()[%y, %by]
    %row = affine.apply`,
    )
    .replace('%tile[%y, %x]', '%tile[%p, %q]')
    .replace('%tile[%x, %y]', '%tile[%q, %p]');
