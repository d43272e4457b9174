/** Fingers instead of a pointer: a tap selects and shows its figures, and the timeline is moved by one finger and zoomed by two. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, paste, repositoryFile, settled } from './browser.ts';

const schedule = repositoryFile('examples/schedules/gemm-256x256x32.sched').replace(
  'loop 100:',
  'loop 4:',
);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

const touch = async (
  session: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  points: readonly Point[] = [],
): Promise<void> => {
  const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
  await session.send('Input.dispatchTouchEvent', { type, touchPoints });
};

/** Fingers go from where they are to where they shall be, in steps, as hands do. */
async function drag(
  page: Page,
  from: readonly Point[],
  to: readonly Point[],
  steps = 6,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await touch(session, 'touchStart', from);
  for (let step = 1; step <= steps; step++) {
    const share = step / steps;
    const points = from.map(({ x, y }, finger) => ({
      x: x + share * ((to[finger]?.x ?? x) - x),
      y: y + share * ((to[finger]?.y ?? y) - y),
    }));
    await touch(session, 'touchMove', points);
  }
  await touch(session, 'touchEnd');
  await session.detach();
}

/** The middle of an element, in the window. */
async function middleOf(element: Locator): Promise<Point> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function tap(page: Page, element: Locator): Promise<void> {
  const { x, y } = await middleOf(element);
  await page.touchscreen.tap(x, y);
}

describeInBrowser('by touch', ({ open, playground }) => {
  test('a tap on a cell selects its lane and shows its figures, and lets it go', async () => {
    const page = await playground(phone);
    const cell = page.locator('.view .picture rect[data-lane]').nth(5);
    const lane = (await cell.getAttribute('data-lane')) ?? '';
    const readout = page.locator('.view output.readout').first();
    await tap(page, cell);
    await expect.poll(() => readout.innerText()).toMatch(new RegExp(`lane\\s+${lane}\\b`));
    expect(await page.getByRole('spinbutton', { name: 'lane' }).inputValue()).toBe(lane);
    await tap(page, cell);
    await expect.poll(() => page.getByRole('spinbutton', { name: 'lane' }).inputValue()).toBe('');
    await expect.poll(() => readout.innerText()).not.toMatch(/lane\s+\d/);
  });

  test('a tap in the picture of an explorer keeps what it says', async () => {
    const page = await open('explore/phases.html', phone);
    await page.locator('main h1').waitFor();
    const figure = page.locator('.figure').first();
    await tap(page, figure.locator('.picture [data-lane]').first());
    const readout = figure.locator('output.readout').first();
    await expect.poll(() => readout.innerText()).not.toBe('');
  });

  test('one finger moves the timeline, two zoom it, and a tap picks an execution', async () => {
    const page = await playground(phone);
    await paste(page, schedule);
    await page.locator('.timeline .picture').waitFor();
    await settled(page);
    const picture = page.locator('.timeline .view-scroll').first();
    const shown = async (): Promise<readonly [number, number]> => {
      const title = (await picture.getAttribute('aria-label')) ?? '';
      const [from = 0, to = 0] = [...title.matchAll(/\d[\d,]*/g)].map(([text]) =>
        Number(text.replaceAll(',', '')),
      );
      return [from, to];
    };
    const { x, y } = await middleOf(picture);
    const [, all] = await shown();
    // Two fingers, apart to three times as far.
    await drag(
      page,
      [
        { x: x - 20, y },
        { x: x + 20, y },
      ],
      [
        { x: x - 60, y },
        { x: x + 60, y },
      ],
    );
    await expect.poll(async () => (await shown())[1]).toBeLessThan(all);
    const [from, to] = await shown();
    expect((to - from) / all).toBeCloseTo(1 / 3, 1);
    // One finger to the left shows what comes later, as long a stretch.
    await drag(page, [{ x: x + 60, y }], [{ x: x - 20, y }]);
    await expect.poll(async () => (await shown())[0]).toBeGreaterThan(from);
    const [later, end] = await shown();
    expect(Math.abs(end - later - (to - from))).toBeLessThanOrEqual(1);
    for (let i = 0; i < 5; i++) await tap(page, page.getByRole('button', { name: 'Zoom in' }));
    await tap(page, page.locator('.timeline .picture [data-execution]').first());
    await page.locator('.explained table').waitFor();
    for (let i = 0; i < 5; i++) await tap(page, page.getByRole('button', { name: 'Zoom out' }));
    await picture.scrollIntoViewIfNeeded();
    // Together again, all is shown.
    await drag(
      page,
      [
        { x: x - 80, y },
        { x: x + 80, y },
      ],
      [
        { x: x - 10, y },
        { x: x + 10, y },
      ],
    );
    await expect.poll(shown).toEqual([0, all]);
    // Up and down the page scrolls.
    expect(await picture.evaluate((one) => getComputedStyle(one).touchAction)).toBe('pan-y');
  });
});
