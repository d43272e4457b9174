/** Pictures of the playground at every width: texts of 10 pixels or more, and nothing that has to be scrolled on a laptop. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';

interface Measured {
  readonly smallest: number;
  /** Pixels that have to be scrolled. */
  readonly hidden: number;
}

const measured = (page: Page): Promise<Measured[]> =>
  page.locator('.view .picture').evaluateAll((all) =>
    all.flatMap((svg) => {
      if (!(svg instanceof SVGSVGElement) || svg.parentElement === null) return [];
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
      const sizes = [...svg.querySelectorAll('text')].map(
        (text) => scale * Number.parseFloat(getComputedStyle(text).fontSize),
      );
      const { scrollWidth, clientWidth } = svg.parentElement;
      return [{ smallest: Math.min(...sizes), hidden: scrollWidth - clientWidth }];
    }),
  );

const example = (page: Page, label: string): Promise<string[]> =>
  page
    .locator('.toolbar label', { hasText: /^Example/ })
    .locator('select')
    .selectOption({ label });

describeInBrowser('pictures', ({ playground }) => {
  test('have texts of 10 pixels at every width, and fit', async () => {
    const page = await playground();
    const check = async (what: string): Promise<void> => {
      await settled(page);
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
        [768, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        const all = (): Promise<Measured[]> => measured(page);
        // A picture follows the width of its panel.
        const isReadable = (ones: readonly Measured[]): boolean =>
          ones.length > 0 &&
          ones.every(({ smallest, hidden }) => smallest > 9.98 && (width < 768 || hidden <= 1));
        await expect
          .poll(async () => [what, width, isReadable(await all())], { timeout: 5000 })
          .toEqual([what, width, true]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    for (const tab of ['Banks', 'Tile', 'Global memory', 'Machine']) {
      await page.getByRole('tab', { name: tab }).click();
      await check(tab);
    }
    await page.getByRole('tab', { name: 'Banks' }).click();
    // 64 banks, and two of them side by side.
    await example(page, 'GEMM with gather_to_lds, plain (MLIR)');
    await page.locator('.cm-content', { hasText: 'gather_to_lds' }).waitFor();
    await check('64 banks');
    await page.getByLabel('Try a layout').selectOption({ index: 1 });
    await check('before and after');
    await example(page, 'GEMM hot loop (schedule)');
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
    await page.locator('.timeline .picture').waitFor();
    await check('Timeline');
  });
});
