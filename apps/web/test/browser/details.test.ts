/** Small things on which a reader's trust rests: each was wrong once. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, shows, tab } from './browser.ts';

/** The classes of all tags that tell evidence in a part of a page, by the word. */
const looks = async (part: Locator): Promise<Readonly<Record<string, readonly string[]>>> => {
  const tags = await part
    .locator('.tag')
    .evaluateAll((all) => all.map((tag) => [tag.textContent, tag.className] as const));
  const words = ['measured', 'documented', 'inferred', 'disputed'];
  return Object.fromEntries(
    words.map((word) => [
      word,
      [...new Set(tags.flatMap(([text, look]) => (text === word ? [look] : [])))],
    ]),
  );
};

describeInBrowser('a detail', ({ open, playground }) => {
  test('evidence has one look per word, and heads of columns explain themselves', async () => {
    const page = await playground();
    await page.locator('.toolbar').getByLabel('Machine').selectOption('gfx950');
    await shows(page, '.summary .tag', 'disputed');
    await tab(page, 'Machine');
    const whole = await looks(page.locator('body'));
    const summary = await looks(page.locator('.summary'));
    const view = await looks(page.locator('#view-panel'));
    expect(summary['disputed']).toEqual(view['disputed']);
    for (const [word, classes] of Object.entries(whole))
      expect(classes.length, word).toBeLessThanOrEqual(1);
    expect(new Set(Object.values(whole).flat()).size).toBeGreaterThan(1);
    const titles = await page
      .locator('.sites thead button')
      .evaluateAll((all) => all.map((head) => head.getAttribute('title') ?? ''));
    expect(titles.filter((title) => title === '')).toEqual([]);
    expect(titles.join()).toContain('serves one after another');
  });

  test('the tile of machine code is searched by its button, not by Enter alone', async () => {
    const page = await playground();
    await page.getByRole('button', { name: 'HIP', exact: true }).click();
    await shows(page, '.cm-content', 'amdgcn');
    await tab(page, 'Tile');
    const question = page.locator('.tile-question');
    await question.getByLabel('Tile of the buffer').fill('64x32xf16');
    await question.getByRole('button', { name: 'Search layouts' }).click();
    await shows(page, '.cure', /→ 0 per /);
    expect(await page.locator('.view .picture [data-element]').count()).toBeGreaterThan(0);
  });

  test('a number on a mark of an explorer is the mark, and code is copied by a button', async () => {
    let numbers = 0;
    for (const place of ['gcd', 'padding-xor', 'checklist', 'wave', 'tutorials']) {
      const page = await open(`explore/${place}.html`);
      await page.locator('main h1').waitFor();
      const picture = page.locator('.figure .picture').first();
      await picture.scrollIntoViewIfNeeded();
      // A number over a mark that says what it is, in the middle of the window.
      const found = await picture.evaluate((svg) => {
        const scrolled = svg.parentElement?.getBoundingClientRect();
        for (const text of svg.querySelectorAll('text')) {
          const { left, top, width, height } = text.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          if (y < 0 || y > innerHeight || x > (scrolled?.right ?? 0)) continue;
          const marks = document
            .elementsFromPoint(x, y)
            .filter((one) => one instanceof SVGRectElement && one.querySelector('title') !== null);
          if (marks.length > 0) return { x, y, title: marks[0]?.textContent ?? '' };
        }
        return undefined;
      });
      if (found === undefined) continue;
      numbers++;
      const readout = page.locator('.figure output.readout').first();
      await page.mouse.move(found.x, found.y);
      await expect.poll(() => readout.innerText(), { message: place }).not.toBe('');
    }
    expect(numbers).toBeGreaterThan(2);
    const page = await open('explore/xor-descriptor.html');
    const copy = page.getByRole('button', { name: 'Copy' }).first();
    await copy.scrollIntoViewIfNeeded();
    await copy.click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('make_xor');
  });
});
