/** What was edited right before another page was opened is there again, whichever way leads back. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';

describeInBrowser('an edit of the last moment', ({ open }) => {
  const edited = async (page: Page, remark: string): Promise<void> => {
    await settled(page);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText(`// ${remark}\n`);
  };
  const isThere = async (page: Page, remark: string): Promise<void> => {
    await page.locator('.cm-content', { hasText: `// ${remark}` }).waitFor();
  };

  test('is not lost', async () => {
    const page = await open('index.html');
    // The first address is written, so that the way back leads to it.
    await settled(page);
    await expect.poll(() => new URL(page.url()).hash).not.toBe('');

    const leave = (): Promise<void> =>
      page.evaluate(() => {
        document.querySelector<HTMLAnchorElement>('nav a[href$="explore/index.html"]')?.click();
      });
    await edited(page, 'by link');
    await leave();
    await page.waitForURL(/explore/);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await isThere(page, 'by link');

    await edited(page, 'by the way back');
    await leave();
    await page.waitForURL(/explore/);
    await page.goBack();
    await isThere(page, 'by the way back');

    await edited(page, 'by loading again');
    await page.reload();
    await isThere(page, 'by loading again');

    // A link to something else is followed.
    await settled(page);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('ldscope-unsaved')))
      .toBe(null);
    const here = page.url();
    await edited(page, 'of the tab');
    await page.goto('about:blank');
    await page.goto(`${new URL(here).origin}${new URL(here).pathname}`);
    await settled(page);
    expect(await page.locator('.cm-content').innerText()).not.toContain('// of the tab');
  });
});
