/** CUDA on the page: PTX is analyzed without a compiler, and its source stands beside it. */
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { chooseExample, describeInBrowser, overhang, repositoryFile, shot } from './browser.ts';

describeInBrowser('the transpose from CUDA', ({ playground }) => {
  test('has its conflicts at the lines of its source', async () => {
    const page = await playground();
    await chooseExample(page, 'Transpose, compiled from CUDA (PTX)', '.version 9.0');
    const lines = repositoryFile('examples/cuda/transpose.cu').split('\n');
    const at = lines.findIndex((line) => line.includes('tile[threadIdx.x][row];')) + 1;
    const row = page.locator(`.source-lines [data-line="${at}"]`);
    expect(await row.innerText()).toMatch(/tile\[threadIdx\.x\]\[row\];[^]*32 ways/);
    for (const theme of ['light', 'dark'])
      for (const width of [1280, 700]) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
        expect(await overhang(page)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
        await shot(page, `cuda-${theme}-${width}`);
      }
  });
});
