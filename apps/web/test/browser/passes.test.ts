/** Passes on one's own MLIR: what each would do, the difference, the kernel rewritten, and taken back. */
import { expect, test } from 'vitest';
import { optText, passesFor } from '@ldscope/engine';
import { violations } from './axe.ts';
import { describeInBrowser, paste, repositoryFile, settled } from './browser.ts';

const kernel = repositoryFile('examples/swizzle-flow/lanes.mlir');

describeInBrowser('passes', ({ open }) => {
  test('are listed by what they do, run, compared, applied and taken back', async () => {
    const { page, complaints } = await open('index.html');
    await settled(page);
    await paste(page, kernel);
    await page.locator('.cm-content', { hasText: 'swizzle_hint' }).waitFor();
    await settled(page);
    await page.getByRole('tab', { name: 'Passes' }).click();
    const list = page.getByRole('region', { name: 'Passes and pipelines' });
    await list.waitFor();
    await settled(page);
    // The same as the engine says.
    const wanted = new Map(passesFor(kernel).map(({ name, outcome }) => [name, outcome]));
    expect(await list.locator('tbody tr').count()).toBe(wanted.size);
    const changing = await list
      .locator('tbody tr', { hasText: 'changes it' })
      .locator('.place')
      .allInnerTexts();
    expect(changing.toSorted()).toEqual(
      [...wanted].flatMap(([name, outcome]) => (outcome === 'changes' ? [name] : [])).toSorted(),
    );

    await list.getByRole('button', { name: 'iree-swizzle', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result of the passes' });
    await result.waitFor();
    await settled(page);
    const { after = '' } = optText(kernel, 'iree-swizzle');
    const added = await result.locator('.diff tr.new code').allInnerTexts();
    expect(added.length).toBeGreaterThan(0);
    for (const line of added) expect(after).toContain(line.trim());
    expect(await result.innerText()).toContain('resolved');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      if (process.env['SHOTS'] !== undefined)
        await page.screenshot({ path: `${process.env['SHOTS']}/passes-${width}.png` });
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('button', { name: 'Put the result into the editor' }).click();
    await page.locator('.cm-content:not(:has-text("swizzle_hint"))').waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Undo the passes' }).click();
    await page.locator('.cm-content', { hasText: 'swizzle_hint' }).waitFor();
    await settled(page);

    const field = page.getByRole('textbox', { name: 'Passes' });
    await field.fill('no-such-pass');
    await field.press('Enter');
    await page.locator('.pass-result .bad').waitFor();
    expect(await page.locator('.pass-result').innerText()).toContain('no-such-pass');
    expect(complaints).toEqual([]);
  });
});
