/** The desk of the playground: panes that resize and close, and stay so. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser } from './browser.ts';

const widthOf = async (pane: Locator): Promise<number> => (await pane.boundingBox())?.width ?? 0;
const heightOf = async (pane: Locator): Promise<number> => (await pane.boundingBox())?.height ?? 0;

/** Nothing is wider than the window. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describeInBrowser('the panes of the playground', ({ playground }) => {
  test('resize by keyboard and pointer, close, and are remembered', async () => {
    const page = await playground();
    const kernel = page.locator('#pane-kernel');
    const line = page.getByRole('separator', { name: 'Width of the kernel' });
    const picture = page.locator('.view .picture').first();
    const first = await widthOf(kernel);
    const firstPicture = await widthOf(picture);

    await line.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await line.getAttribute('aria-valuenow')).toBe('40');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await line.getAttribute('aria-valuenow')).toBe('32');
    expect(await widthOf(kernel)).toBeLessThan(first - 100);
    // The picture takes the width.
    expect(await widthOf(picture)).toBeGreaterThan(firstPicture + 100);
    await page.keyboard.press('End');
    expect(await line.getAttribute('aria-valuenow')).toBe('80');
    expect(await fits(page)).toBe(true);
    await line.dblclick();
    expect(await widthOf(kernel)).toBe(first);

    const drag = async (from: Locator, byX: number, byY: number): Promise<void> => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await from.boundingBox()) ?? {};
      const [atX, atY] = [x + width / 2, y + height / 2];
      await page.mouse.move(atX, atY);
      await page.mouse.down();
      await page.mouse.move(atX + byX, atY + byY, { steps: 3 });
      await page.mouse.up();
    };
    await drag(line, -200, 0);
    expect(Math.abs((await widthOf(kernel)) - (first - 200))).toBeLessThan(12);
    const sites = page.locator('#pane-sites');
    const before = await heightOf(sites);
    await drag(page.getByRole('separator', { name: 'Height of the instruction pane' }), 0, -24);
    expect(await heightOf(sites)).toBeLessThan(before);

    const panes = page.getByRole('group', { name: 'Panes' });
    await panes.getByRole('button', { name: 'Instructions' }).click();
    expect(await sites.count()).toBe(0);
    await panes.getByRole('button', { name: 'Kernel' }).click();
    expect(await kernel.isVisible()).toBe(false);
    expect(await widthOf(page.locator('.pane-right'))).toBe(1280);

    await page.reload();
    await page.locator('.pane-right[aria-busy="false"]').waitFor();
    expect(await kernel.isVisible()).toBe(false);
    expect(await sites.count()).toBe(0);
    await panes.getByRole('button', { name: 'Kernel' }).click();
    await panes.getByRole('button', { name: 'Instructions' }).click();
    expect(Math.abs((await widthOf(kernel)) - (first - 200))).toBeLessThan(12);
    expect(await violations(page)).toEqual([]);

    // Narrow windows have one column, and nothing to drag.
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await fits(page)).toBe(true);
    expect(await line.isVisible()).toBe(false);
    expect(await widthOf(kernel)).toBe(390);
    await panes.getByRole('button', { name: 'Views' }).click();
    expect(await page.getByRole('tablist').count()).toBe(0);
  });

  test('of a launch file show its lines', async () => {
    const page = await playground();
    const launch = page.getByRole('textbox', { name: 'Launch' });
    await launch.fill('');
    const one = await heightOf(launch);
    await launch.fill('grid: [2, 1, 1]\nblock: [32, 32, 1]\n# a note\n');
    expect(await heightOf(launch)).toBeGreaterThan(one + 30);
    await launch.fill('# a line\n'.repeat(100));
    expect(await heightOf(launch)).toBeLessThan(200);
  });
});
