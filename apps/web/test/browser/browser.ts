/** One browser for all test files of a worker, and pages that remember what went wrong in them. */
import { readFileSync } from 'node:fs';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { launchArguments, settled } from '../../tools/chromium.ts';
import type { Site } from './setup.ts';

export { settled };

/** A page, and what it wrote to its console as an error or a warning, or threw. */
interface Opened {
  readonly page: Page;
  readonly complaints: readonly string[];
}

export interface Driver {
  readonly site: Site;
  readonly version: () => string;
  /** A new page, which is closed after the test, at a place of the app (`index.html`, `explore/gcd.html`) or any address. */
  readonly open: (place: string, options?: BrowserContextOptions) => Promise<Opened>;
  /** A new page of the playground with its first example, settled. */
  readonly playground: () => Promise<Opened>;
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
    afterEach(async () => {
      await Promise.all(opened.splice(0).map(async (one) => await one.close()));
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
      if (profile === 'shared') opened.push(page);
      const complaints = listen(page);
      await page.goto(new URL(place, site.url).href, { waitUntil: 'load' });
      return { page, complaints };
    };
    tests({
      site,
      version: () => browser?.version() ?? '',
      open,
      playground: async () => {
        const playground = await open('index.html');
        await settled(playground.page);
        return playground;
      },
    });
  });
}

/** What a page complains about from now on. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

const unopened = (): Promise<never> => Promise.reject(new Error('there is no browser'));

/** Replaces the kernel as a user does: all of it selected, and another pasted. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((kernel) => navigator.clipboard.writeText(kernel), text);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
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
