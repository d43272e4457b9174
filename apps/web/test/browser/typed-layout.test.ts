/** Layouts that are typed in the playground, beside what the engine says of the same. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { suggestKernel, tryLayout } from '@ldscope/engine';
import { describeInBrowser, pictures, repositoryFile, settled, shows, tab } from './browser.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');

/** The cells of the table of costs, row by row. */
const costs = (page: Page): Promise<string[][]> =>
  page
    .locator('.layout-costs tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );

describeInBrowser('a layout that is typed', ({ open, playground }) => {
  test('is drawn, counted, refused at its place, converted, linked and applied', async () => {
    const page = await playground();
    const field = page.getByLabel('or type one, in any notation');
    const [buffer] = suggestKernel(plain).buffers;
    if (buffer === undefined) expect.unreachable();

    for (const text of ['pitch = 33', 'swizzle_unit = 1, max_phase = 8', 'pitch = 48']) {
      await field.fill(text);
      await settled(page);
      const expected = tryLayout(text, buffer.whole);
      if (!expected.ok) expect.unreachable();
      const { words, cost } = expected.value;
      expect(await page.locator('.layout-said').innerText()).toContain(words);
      const rows = await costs(page);
      const shown = cost?.accesses.map(({ name, counts: [one] }) => [name, one]);
      expect(
        rows
          .slice(0, -1)
          .map(([name, , ways, cycles, conflict]) =>
            [name, ways, cycles, conflict].map((cell) =>
              cell?.replace(/^.* → /, '').replaceAll(',', ''),
            ),
          ),
      ).toEqual(
        shown?.map(([name, one]) =>
          typeof one === 'object' ? [name, one.ways, one.cycles, one.conflicts].map(String) : [],
        ),
      );
      expect((await pictures(page))[1]).toContain(words);
    }

    // What cannot be read has its place, and is drawn as it is.
    await field.fill('cute: Sw<2,0,3> o 0 o (32,32):(32,oops)');
    await settled(page);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Show the error at character' }).click();
    const selected = await field.evaluate((one: HTMLTextAreaElement) =>
      one.value.slice(one.selectionStart, one.selectionEnd),
    );
    expect(selected).toBe('oops');
    expect(await pictures(page)).toHaveLength(1);

    // What is too large is not legal.
    await field.fill('pitch = 3000');
    await settled(page);
    expect(await page.locator('.layout-said').innerText()).toContain('not legal here');
    expect(await page.locator('.layout-costs').count()).toBe(0);

    await field.fill('cute: Sw<5,0,5> o 0 o (32,32):(32,1)');
    await settled(page);
    await tab(page, 'Tile');
    expect(await pictures(page)).toHaveLength(2);
    expect(await costs(page)).toHaveLength(3);

    // The link has it.
    await page.waitForTimeout(700);
    const { hash } = new URL(page.url());
    await tab(page, 'Layouts');
    const text = await page.locator('.view-body').innerText();
    expect(text).toContain('XOR of 4 B units with row mod 32, written as');
    expect(text).toContain('The present layout, plain, written as');
    await page.getByRole('button', { name: 'Rewrite the kernel to the typed layout' }).click();
    await shows(page, '.fix .tag', 'rewritten');
    const fact = page.locator('.summary .facts dd').first();
    expect(await fact.innerText()).toBe('0');
    // A kernel without conflicts has its layout in every notation too.
    expect(await page.locator('.view-body').innerText()).toContain(
      'The present layout, XOR of 4 B units with row mod 32, written as',
    );
    const other = await open(`index.html${hash}`);
    await settled(other);
    expect(await other.getByLabel('or type one, in any notation').inputValue()).toBe(
      'cute: Sw<5,0,5> o 0 o (32,32):(32,1)',
    );
    expect(await costs(other)).toHaveLength(3);
  });
});
