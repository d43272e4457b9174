/** Passes on one's own MLIR: what each would do, the difference, the kernel rewritten, and taken back. */
import { expect, test } from 'vitest';
import { optText, passesFor } from '@ldscope/engine';
import { violations } from './axe.ts';
import {
  describeInBrowser,
  overhang,
  paste,
  repositoryFile,
  settled,
  shot,
  shows,
} from './browser.ts';

const kernel = repositoryFile('examples/swizzle-flow/lanes.mlir');

describeInBrowser('passes', ({ open, playground }) => {
  test('are listed by what they do, run, compared, applied and taken back', async () => {
    const page = await playground();
    await paste(page, kernel);
    await shows(page, '.cm-content', 'swizzle_hint');
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
    const { after = '', states } = optText(kernel, 'iree-swizzle');
    const added = await result.locator('.diff tr.added code').allInnerTexts();
    expect(added.length).toBeGreaterThan(0);
    for (const line of added) expect(after).toContain(line.trim());
    expect(await result.innerText()).toContain('resolved');
    // Each state: what it costs, and the difference that its pass makes.
    const words = (await result.innerText()).replaceAll(/\s+/g, ' ');
    for (const { pass = 'the input', functions } of states) {
      const { instructions, idxActive, bankConflict } =
        functions[0]?.totals ?? expect.fail('not executed');
      const name = pass.replace(/\{.*/, '');
      expect(words).toContain(`${name} ${instructions} ${idxActive} ${bankConflict} the same`);
    }
    const steps = result.getByLabel('Difference made by');
    await steps.selectOption({ label: '1. flatten-swizzle-hint-allocs' });
    expect(await result.locator('.diff tr.added code').allInnerTexts()).toContainEqual(
      expect.stringContaining('memref.expand_shape'),
    );
    await steps.selectOption({ label: 'all passes' });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await shot(page, `passes-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    await page.getByRole('button', { name: 'Put the result into the editor' }).click();
    await page.locator('.cm-content:not(:has-text("swizzle_hint"))').waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Undo the passes' }).click();
    await shows(page, '.cm-content', 'swizzle_hint');

    const field = page.getByRole('textbox', { name: 'Passes' });
    await field.fill('no-such-pass');
    await field.press('Enter');
    await page.locator('.pass-result .bad').waitFor();
    expect(await page.locator('.pass-result').innerText()).toContain('no-such-pass');
  });

  test("follow the reader's own MLIR through the flow of the explorer", async () => {
    const page = await open('explore/iree.html');
    const figure = page.locator('.figure', { hasText: 'The passes, one by one' });
    await figure.getByText('Your own MLIR', { exact: true }).click();
    const own = figure.getByRole('textbox', { name: 'Your MLIR' });
    await own.fill((await own.inputValue()).replaceAll('@load_tile', '@mine'));
    await figure.getByText('fewest cycles', { exact: true }).click();
    await figure.getByRole('button', { name: 'Run the passes' }).click();
    await figure.getByRole('button', { name: 'resolve-swizzle-hints' }).click();
    await figure
      .getByText('xor_shuffle<128, 4>: each access is proven')
      .waitFor({ timeout: 30_000 });
    const facts = (await figure.innerText()).replaceAll(/\s+/g, ' ');
    expect(facts).toMatch(/conflict cycles, executed 0/i);
    expect(facts).toMatch(/memory, beside the kernel the same/i);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await shot(figure, `own-${width}`);
    }
    expect(await violations(page)).toEqual([]);
  });
});
