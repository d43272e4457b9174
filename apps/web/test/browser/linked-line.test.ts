/** A link to a line shows it, whatever takes its place beside it afterwards. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, repositoryFile, settled } from './browser.ts';
import { chosenOf } from '../../../../test/cases.ts';

/** With a line table, so that the source comes to stand below the kernel. */
const lines = repositoryFile('examples/cuda/transpose.ptx').split('\n');
const end = lines.findIndex((line) => line.includes('ret;'));
const text = lines.toSpliced(end, 0, ...Array.from({ length: 400 }, () => '// more')).join('\n');
const last = text.split('\n').length;

const placeOf = (line: number): string => {
  const launch = repositoryFile('examples/cuda/transpose.yaml');
  const state = { text, file: 'transpose.ptx', launch, line };
  return `index.html#1.${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;
};

/** The numbers of the lines that are whole in the editor. */
const visible = async (page: Page): Promise<number[]> =>
  await page.evaluate(() => {
    const box = document.querySelector('.cm-scroller')?.getBoundingClientRect();
    return [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].flatMap((one) => {
      const { top, bottom, height } = one.getBoundingClientRect();
      const isInside =
        box !== undefined && height > 0 && top >= box.top - 1 && bottom <= box.bottom + 1;
      return isInside ? Number(one.textContent) : [];
    });
  });

describeInBrowser('a link to a line', ({ open }) => {
  test.each(
    chosenOf(
      [
        [1440, 900],
        [700, 900],
        [1440, 500],
      ],
      1,
    ),
  )('shows it at %i x %i, and moves of the source keep it', async (width, height) => {
    for (const line of [1, 60, 215, last - 9, last]) {
      const page = await open(placeOf(line), { viewport: { width, height } });
      await settled(page);
      await page.locator('.source-pane').waitFor();
      await expect.poll(() => visible(page), { message: `line ${line}` }).toContain(line);
      for (const name of ['Hide', 'Below the kernel'])
        if (line === 215) {
          await page.getByRole('button', { name, exact: true }).first().click();
          await expect.poll(() => visible(page), { message: name }).toContain(line);
        }
      await page.close();
    }
  });

  test('leaves the reader alone who has scrolled away', async () => {
    const page = await open(placeOf(300), { viewport: { width: 1440, height: 900 } });
    await settled(page);
    await page.locator('.cm-scroller').hover();
    await page.mouse.wheel(0, -20_000);
    await expect.poll(() => visible(page)).toContain(1);
    await page.locator('.source-pane').getByRole('button', { name: 'Hide' }).click();
    await page.waitForTimeout(300);
    expect(await visible(page)).toContain(1);
  });
});
