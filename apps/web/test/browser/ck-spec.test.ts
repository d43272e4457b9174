/** CK Tile's specifications of whole products and matrices: what the page shows is what `ldscope analyze` counts. */
import { analyzeKernel } from '@ldscope/engine';
import { expect, test } from 'vitest';
import { describeInBrowser, paste, settled } from './browser.ts';

const gemm = `gemm: { m: 500, n: 384, k: 256 }
element: f16
block: [128, 128, 32]
waves: [2, 2]
warp_tile: [32, 32, 16]
kpack: 8
layout: swapped
`;

describeInBrowser("CK Tile's specifications", ({ playground }) => {
  test.each([
    ['of a product', gemm],
    ['of a matrix', 'tutorial: "01"\nmatrix: { m: 65536, k: 256 }\n'],
  ])('%s are counted as by the command', async (_, text) => {
    const page = await playground();
    await paste(page, text);
    await settled(page);
    const report = analyzeKernel(text).analysis?.report;
    if (report === undefined) expect.unreachable();
    const summary = await page.locator('.summary').innerText();
    expect(summary).toContain(report.totals.bankConflict.toLocaleString('en-US'));
    const rows = page.locator('.sites tbody tr');
    expect(await rows.count()).toBe(report.sites.length);
    for (const name of ['Tile', 'Layouts', 'Global memory', 'Timeline', 'Machine', 'Advice']) {
      const tab = page.getByRole('tab', { name, exact: true });
      if ((await tab.count()) === 0) continue;
      await tab.click();
      await settled(page);
    }
  });
});
