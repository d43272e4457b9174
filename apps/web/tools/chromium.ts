/** Chromium with the built app open to it, and the clock of its main thread. */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium, launchArguments, type ServedApp, serveApp } from './site.ts';

export interface OpenApp {
  readonly app: ServedApp;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

/** Builds, serves and opens the app; ends the process where there is no Chromium. */
export async function openApp(): Promise<OpenApp> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    console.error('Chromium is absent; CHROMIUM=PATH names one');
    process.exit(2);
  }
  const app = await serveApp('apps/web/vite.config.ts');
  const browser = await chromium.launch({ executablePath, args: launchArguments });
  return {
    app,
    browser,
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/** Waits until the playground has read its text and shows all of its results. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.cm-content').waitFor();
  await page.locator('.pane-right[aria-busy="false"]').waitFor();
}

/** A session whose `scriptMilliseconds` counts from now on: time of the thread, not while others have the processor. */
export async function scriptClock(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** Script milliseconds of the page's main thread so far, with the drawing that script causes. */
export async function scriptMilliseconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
