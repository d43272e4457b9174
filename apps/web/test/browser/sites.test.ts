/** The table of instructions, of a kernel with many: sorted, filtered, grouped, one stop of the Tab key. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser, paste, shot, shows } from './browser.ts';

/** Writes of rows and reads of columns of two tiles, at a line each. */
function kernelOf(lines: number): string {
  const accesses = Array.from({ length: lines }, (_, index) => {
    const tile = index % 3 === 0 ? '%b' : '%a';
    return index % 2 === 0
      ? `    memref.store %value, ${tile}[%y, %x] : memref<32x32xf32, #lds>`
      : `    %v${index} = memref.load ${tile}[%x, %y] : memref<32x32xf32, #lds>`;
  });
  return `#lds = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @many() workgroup(%a : memref<32x32xf32, #lds>, %b : memref<32x32xf32, #lds>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %value = arith.constant 1.0 : f32
    %none = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
${accesses.slice(20).join('\n    gpu.barrier\n')}
    scf.for %i = %none to %two step %one {
${accesses.slice(0, 20).join('\n    gpu.barrier\n')}
    }
    gpu.return
  }
}
`;
}

const rows = (page: Page) => page.locator('.sites tbody tr');
const numbers = async (page: Page, column: number): Promise<number[]> =>
  (await page.locator(`.sites tbody tr:not(.group) td:nth-child(${column})`).allInnerTexts()).map(
    (text) => Number(text.replaceAll(',', '')),
  );

describeInBrowser('the table of instructions', ({ playground }) => {
  test('is sorted, filtered and grouped, and is one stop of the Tab key', async () => {
    const page = await playground();
    // Two rows need no filter.
    expect(await page.locator('.site-filter').count()).toBe(0);
    await paste(page, kernelOf(60));
    await shows(page, '.summary', 'many');
    expect(await rows(page).count()).toBe(60);

    const table = page.getByRole('grid', { name: 'Instructions' });
    const head = (name: string) => table.getByRole('columnheader', { name });
    const titles = await table.getByRole('columnheader').allInnerTexts();
    expect(titles.map((title) => title.trim())).toEqual([
      'site',
      'instruction',
      'buffer',
      'ways',
      'cycles',
      'conflict',
      'share',
    ]);
    await head('site').getByRole('button').click();
    expect(await head('site').getAttribute('aria-sort')).toBe('ascending');
    const first = await table.locator('tbody .place').allInnerTexts();
    const lines = first.map((id) => Number(id.split(':')[0]));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    await head('conflict').getByRole('button').click();
    expect(await head('conflict').getAttribute('aria-sort')).toBe('descending');
    expect(await head('site').getAttribute('aria-sort')).toBe('none');
    const conflicts = await numbers(page, 6);
    expect(conflicts).toEqual(conflicts.toSorted((a, b) => b - a));

    // One stop: from the filter into the table, and with the next Tab out of it.
    expect(await table.locator('[tabindex="0"]').count()).toBe(1);
    await page.getByLabel('Group by').focus();
    await page.keyboard.press('Tab');
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.closest('tr')?.innerText ?? '');
    const start = await focused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).not.toBe(start);
    const picked = await table.locator('tr.chosen .place').innerText();
    expect(await focused()).toContain(picked);
    expect(await page.locator('.view-head h2').innerText()).toContain(picked);
    await page.keyboard.press('End');
    expect(await table.locator('tbody tr').last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toContain('instruction');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull();

    // A filter of words, of conflicts, of kinds.
    const count = page.locator('.site-filter .count');
    await page.getByLabel('conflicts only').check();
    expect(await count.innerText()).toBe('30 of 60 instructions');
    expect((await numbers(page, 6)).every((value) => value > 0)).toBe(true);
    await page.getByLabel('Filter instructions').fill('%b read');
    expect(await count.innerText()).toBe('10 of 60 instructions');
    await page.getByLabel('Filter instructions').fill('nothing');
    expect(await table.innerText()).toContain('No instruction matches the filter');
    await page.getByLabel('Filter instructions').fill('');
    await page.getByLabel('conflicts only').uncheck();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('write');
    expect(await count.innerText()).toBe('30 of 60 instructions');
    await page.getByRole('combobox', { name: 'Show' }).selectOption('all');

    // Groups with their sums, which fold with the arrow keys.
    await page.getByLabel('Group by').selectOption('buffer');
    const groups = table.locator('tr.group');
    expect(await groups.count()).toBe(2);
    const sums = (await groups.locator('td:nth-of-type(2)').allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    );
    const all = (await numbers(page, 5)).reduce((sum, value) => sum + value, 0);
    expect(sums.reduce((sum, value) => sum + value, 0)).toBe(all);
    await groups.first().getByRole('button').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await groups.first().getByRole('button').getAttribute('aria-expanded')).toBe('false');
    expect(await rows(page).count()).toBeLessThan(62);
    await page.getByLabel('Group by').selectOption('loop');
    await page.locator('tr.group', { hasText: 'loop at lines' }).waitFor();
    expect(await groups.locator('th').allInnerTexts()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/loop at lines \d+ to \d+ \(20\)/),
        expect.stringMatching(/not in a loop \(40\)/),
      ]),
    );
    expect(await violations(page)).toEqual([]);
    await shot(page, 'sites-groups');
  });
});
