/**
 * A new user at 1280 x 800, from the bare page to a kernel without its conflicts: by keyboard for what is copied, and at most four clicks.
 * MLIR is rewritten and proven; of machine code and PTX the layout to write into the source is shown with its code and its proof.
 */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, fact, paste, repositoryFile, settled, shows } from './browser.ts';

const fix = (page: Page) => page.getByRole('button', { name: 'Fix', exact: true });

/** Clicks with the mouse, as the page hears them. */
const countClicks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const { dataset } = document.body;
        if (isTrusted) dataset['clicks'] = String(Number(dataset['clicks'] ?? 0) + 1);
      },
      { capture: true },
    );
  });
const clicks = async (page: Page): Promise<number> =>
  Number((await page.locator('body').getAttribute('data-clicks')) ?? 0);

describeInBrowser('a new user', ({ playground }) => {
  const opened = async (text: string) => {
    const page = await playground({ viewport: { width: 1280, height: 800 } });
    await countClicks(page);
    await paste(page, text);
    await page.getByRole('region', { name: 'Begin' }).waitFor({ state: 'detached' });
    await settled(page);
    return page;
  };

  test('rewrites a kernel in MLIR, with its proof and every changed line', async () => {
    const text = repositoryFile('examples/transpose-plain/kernel.mlir');
    const page = await opened(`${text}// of my own\n`);
    expect(await fact(page, 'conflict cycles')).toBe('7,936');
    // Beside the number, on the first screen, with what it will do.
    const cure = page.locator('.cure');
    await cure.filter({ hasText: '992 → 0 per workgroup' }).waitFor();
    expect((await cure.boundingBox())?.y).toBeLessThan(400);
    await fix(page).click();
    const rewriting = page.getByRole('region', { name: 'The last rewriting' });
    await rewriting.waitFor();
    await settled(page);
    expect(await rewriting.innerText()).toMatch(
      /^rewritten and proven\s+%tile: plain → rows of 132 B/,
    );
    expect(await rewriting.locator('li', { hasText: 'placement: holds' }).count()).toBe(1);
    const lines = (kind: string): Promise<string[]> =>
      rewriting.locator(`.diff .${kind}`).allInnerTexts();
    const added = await lines('added');
    expect(added.length).toBe((await lines('removed')).length);
    for (const line of added) expect(line).toContain('memref<32x33xf32, #lds>');
    expect(await rewriting.locator('figcaption').innerText()).toMatch(
      new RegExp(`^${added.length} lines changed`),
    );
    // In sight, as is the number.
    expect((await rewriting.locator('.diff .added').first().boundingBox())?.y).toBeLessThan(760);
    expect(await fact(page, 'conflict cycles')).toBe('0');
    expect(await fix(page).count()).toBe(0);
    expect(await clicks(page)).toBeLessThanOrEqual(4);
  });

  test.each([
    ['HIP assembly', 'examples/compiled-transpose/kernel.s', '', '64x32xf16'],
    ['PTX', 'examples/cuda/transpose.ptx', 'block=32x8', '32x32xf32'],
  ])('gets the layout for %s, with its code and its proof', async (_, path, block, tile) => {
    const page = await opened(repositoryFile(path));
    if (block !== '') {
      // What the text does not state is asked for, and nothing of another kernel is shown meanwhile.
      await page.locator('#view-panel .refused', { hasText: 'shape of a workgroup' }).waitFor();
      expect(await page.locator('.summary').count()).toBe(0);
      await page.getByRole('textbox', { name: 'Launch' }).click();
      await page.keyboard.type(block);
    }
    await fix(page).waitFor();
    await settled(page);
    await fix(page).click();
    const question = page.locator('.tile-question');
    await question.waitFor();
    await settled(page);
    expect(
      await question
        .locator('input')
        .first()
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    const guess = question.locator('.button.small');
    expect(await guess.innerText()).toBe(tile);
    await guess.click();
    await shows(page, '.cure', /→ 0 per /);
    const panel = page.locator('#view-panel');
    const words = await panel.innerText();
    expect(words).toMatch(/a layout removes all conflicts/);
    expect(words).toContain('None is recommended: ');
    expect(words).toMatch(/Proof of the first layout[^]*0 of \d+ cycles are conflicts/);
    expect(await panel.locator('.notation pre').first().innerText()).not.toBe('');
    expect(await clicks(page)).toBeLessThanOrEqual(4);
  });
});
