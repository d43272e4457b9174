/** The HTML report as a user opens it: one file, from the disk, without a network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyzeKernel, suggestKernel } from '@ldscope/engine';
import { htmlReport } from '@ldscope/render';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser, repositoryFile } from './browser.ts';
import { chosenOf } from '../../../../test/cases.ts';

const file = 'examples/gemm-gather-plain/kernel.mlir';

describeInBrowser('the HTML report', ({ open }) => {
  let folder = '';
  let address = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ldscope-report-'));
    const source = repositoryFile(file);
    const analyzed = analyzeKernel(source, { machine: 'gfx950' });
    const { buffers } = suggestKernel(source, { machines: ['gfx950'] });
    const path = join(folder, 'report.html');
    writeFileSync(path, htmlReport({ file, source, kernels: [{ ...analyzed, layouts: buffers }] }));
    address = pathToFileURL(path).href;
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(chosenOf(['light', 'dark'] as const, 1))(
    'works from the disk, alone, in the %s theme',
    async (colorScheme) => {
      const page = await open(address, { colorScheme });
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').length);
      expect(loaded).toBe(0);
      await expect.poll(() => page.locator('svg').count()).toBeGreaterThan(0);
      expect(await page.locator('main').innerText()).toContain('ds_read_b128');
      expect(await violations(page)).toEqual([]);

      // Arrow keys step the phases of a picture.
      const figures = page.locator('.steps', { has: page.locator('input[type=radio]') }).first();
      await figures.evaluate((node) => node.scrollIntoView({ block: 'center' }));
      const chosen = (): Promise<number> =>
        figures
          .locator('input[type=radio]')
          .evaluateAll((all) =>
            all.findIndex((one) => one instanceof HTMLInputElement && one.checked),
          );
      const before = await chosen();
      await page.keyboard.press('ArrowRight');
      await expect.poll(chosen).toBe(before + 1);
    },
  );

  test('does not scroll sideways on a phone', async () => {
    const page = await open(address, { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});
