/** The editor by keyboard, on the kernel that the playground begins with. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, settled } from './browser.ts';
import { chosenOf } from '../../../../test/cases.ts';

/** What a screen reader has been told, kept: CodeMirror takes each announcement away after a moment. */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const node = document.querySelector<HTMLElement>('.cm-announced');
    if (node === null) return;
    new MutationObserver(() => {
      const text = node.textContent.trim();
      if (text !== '') document.documentElement.dataset['announced'] = text;
    }).observe(node, { childList: true, subtree: true });
  });
  return async () => (await page.locator('html').getAttribute('data-announced')) ?? '';
}

const inEditor = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('.cm-editor') instanceof Element);

describeInBrowser('the editor', ({ playground }) => {
  test('goes through results, edits and is left, without a mouse', async () => {
    const page = await playground();
    const announced = await listen(page);
    await page.locator('.line-result').nth(1).waitFor();
    await page.locator('.cm-content').focus();

    await page.keyboard.press('F9');
    await expect.poll(() => announced()).toMatch(/^Line 18: LDS no conflict/);
    await page.keyboard.press('Alt+Enter');
    await page.locator('.view-head h2', { hasText: 'at 18:5' }).waitFor();
    await page.keyboard.press('Shift+F9');
    await expect.poll(() => announced()).toMatch(/^Line 22: LDS 32 ways/);

    // A line more above: the results move along, and are of an older text until they come anew.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    const moved = page.locator('.cm-line', { hasText: '%turned =' }).locator('.line-result');
    expect(await page.locator('.cm-editor.old-marks').count()).toBe(1);
    expect(await moved.innerText()).toContain('32 ways');
    await page.locator('.cm-editor:not(.old-marks)').waitFor();
    await settled(page);
    expect(await moved.innerText()).toContain('32 ways');

    const text = await page.locator('.cm-content').innerText();
    await page.keyboard.press('Tab');
    expect(await inEditor(page)).toBe(true);
    expect(await page.locator('.cm-content').innerText()).not.toBe(text);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await inEditor(page)).toBe(false);
  });

  test.each(chosenOf([390, 1280], 1))(
    'tells what is wrong, and what to do, at %i px',
    async (width) => {
      const page = await playground({ viewport: { width, height: 900 } });
      const announced = await listen(page);
      await page.locator('.cm-content').focus();
      await page.keyboard.press('F9');
      await page.keyboard.type('x');
      await page.locator('.cm-lintRange-error').first().waitFor();
      await settled(page);
      // What is wrong is of this text, whatever the results are of.
      expect(await page.locator('.cm-editor.old-problems').count()).toBe(0);

      await page.keyboard.press('Control+Home');
      await page.keyboard.press('F8');
      const tooltip = page.locator('.cm-tooltip');
      await tooltip.waitFor();
      expect(await tooltip.locator('.hint').first().innerText()).not.toBe('');
      await expect.poll(async () => (await tooltip.boundingBox())?.y).toBeGreaterThan(0);
      await expect.poll(() => announced()).toMatch(/^Line 18: error: /);
      await page.keyboard.press('Escape');
      await tooltip.waitFor({ state: 'detached' });
    },
  );

  test.each(chosenOf([390, 1280], 1))('has its results in sight at %i px', async (width) => {
    const page = await playground({ viewport: { width, height: 900 } });
    await page.locator('.line-result').nth(1).waitFor();
    for (const result of await page.locator('.line-result').all()) {
      await result.scrollIntoViewIfNeeded();
      const [editor, box] = await Promise.all([
        page.locator('.cm-scroller').boundingBox(),
        result.boundingBox(),
      ]);
      if (editor === null || box === null) throw new Error('it is not drawn');
      expect(box.x).toBeGreaterThanOrEqual(editor.x);
      expect(box.x + box.width).toBeLessThanOrEqual(editor.x + editor.width);
    }
    expect(await page.locator('.cm-scroller').evaluate((node) => node.scrollLeft)).toBe(0);
  });

  test('places its results by the width of its letters, also when their font comes late', async () => {
    const page = await playground();
    const below = page.locator('.line-results.below');
    await expect.poll(() => below.count()).toBe(2);
    // As narrow as another font would be: nothing else tells the editor of it.
    await page.addStyleTag({
      content: '.code-editor .cm-editor .cm-scroller { font-size: 6px; line-height: 19.5px }',
    });
    await expect.poll(() => below.count()).toBe(0);
  });

  test('does not have its cursor under results', async () => {
    const page = await playground();
    await page.locator('.line-result').nth(1).waitFor();
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Shift+F9');
    // How far the cursor is behind the left end of the results of its line, in pixels.
    const covered = (): Promise<number | undefined> =>
      page.evaluate(() => {
        const cursor = getSelection()?.getRangeAt(0).getBoundingClientRect();
        const results = document.querySelector('.cm-activeLine .line-results');
        const { left, top, bottom } = results?.getBoundingClientRect() ?? {};
        if (cursor === undefined || left === undefined) return undefined;
        // Results below their line are behind nothing of it.
        return cursor.bottom <= (top ?? 0) + 2 || cursor.top >= (bottom ?? 0) - 2
          ? 0
          : cursor.right - left;
      });
    for (let column = 0; column < 6; column++) {
      for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight');
      await expect.poll(covered).toBeLessThanOrEqual(1);
    }
  });
});
