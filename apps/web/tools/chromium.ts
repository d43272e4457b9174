/** Chromium: where it is, how it is started, when the playground in it has settled, and the clock of its main thread. */
import { existsSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium, as `CHROMIUM` names it or where systems have it; `undefined` where it is absent. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM'], ...candidates].find(
    (path) => path !== undefined && existsSync(path),
  );
}

/**
 * What a page under test does without. The menus of the address bar are pages of their own, which each window loads: a quarter of the
 * processor's time. Of several such lists Chromium takes the last, so those of Playwright that matter here are in it again.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Texts that look the same on every machine, as far as a browser can be told to. */
export const launchArguments = [
  '--no-sandbox',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  `--disable-features=${featuresOff.join(',')}`,
];

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
