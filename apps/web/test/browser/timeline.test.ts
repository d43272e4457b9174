/** The timeline under the hands of a reader: zoomed, moved, searched, measured, exported. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { describeInBrowser, paste, repositoryFile, settled, shot } from './browser.ts';

const schedule = repositoryFile('examples/schedules/gemm-256x256x32.sched');

describeInBrowser('the timeline', ({ playground }) => {
  test('is zoomed, moved, searched, measured and exported', async () => {
    const page = await playground({ acceptDownloads: true });
    await paste(page, schedule);
    await page.locator('.timeline .picture').waitFor();
    await settled(page);
    const picture = page.locator('.timeline .view-scroll');
    const shown = async (): Promise<readonly number[]> => {
      const title = (await picture.getAttribute('aria-label')) ?? '';
      return [...title.matchAll(/\d[\d,.]*k?/g)].map(([text]) =>
        text.endsWith('k')
          ? 1000 * Number(text.slice(0, -1).replaceAll(',', ''))
          : Number(text.replaceAll(',', '')),
      );
    };
    const [, all = 0] = await shown();
    await picture.focus();
    const press = async (keys: string): Promise<readonly number[]> => {
      for (const key of keys) await page.keyboard.press(key);
      return await shown();
    };
    const [from = 0, to = 0] = await press('ww');
    expect(to - from).toBeLessThan(all / 2);
    const [later = 0] = await press('d');
    expect(later).toBeGreaterThan(from);
    expect((await press('a'))[0]).toBeCloseTo(from, -1);
    const [, wide = 0] = await press('s');
    expect(wide).toBeGreaterThan(to);
    expect(await press('0')).toEqual([0, all]);

    // The wheel: with Ctrl around the pointer, with Shift sideways, alone the page's.
    const box = await picture.boundingBox();
    if (box === null) throw new Error('no picture');
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    const [zoomedFrom = 0, zoomedTo = 0] = await shown();
    expect(zoomedTo - zoomedFrom).toBeLessThan(all);
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 120, box.y + 100, { steps: 4 });
    await page.mouse.up();
    expect((await shown())[0]).toBeGreaterThan(zoomedFrom);
    await page.keyboard.press('0');

    // Between two points, and of what is picked.
    const measured = page.getByRole('region', { name: 'Measured stretch' });
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + box.width / 3, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + (2 * box.width) / 3, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const cycles = /([\d,]+) cycles/.exec(await measured.innerText())?.[1] ?? '';
    expect(Number(cycles.replaceAll(',', ''))).toBeGreaterThan(all / 6);
    expect(Number(cycles.replaceAll(',', ''))).toBeLessThan(all / 2);
    expect(await measured.locator('tbody tr').count()).toBeGreaterThan(1);
    expect(await page.locator('.timeline .measure').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await shot(page, 'timeline');
    await picture.focus();
    await page.keyboard.press('Escape');
    expect(await measured.count()).toBe(0);

    const search = page.getByRole('searchbox', { name: 'Find an instruction' });
    await search.fill('mfma');
    const output = page.locator('.timeline-search output');
    expect(await output.innerText()).toMatch(/^[\d,]+ executions$/);
    await search.press('Enter');
    await search.press('Enter');
    expect(await output.innerText()).toMatch(/^2 of /);
    expect(await page.locator('.explained').innerText()).toMatch(/mfma/i);
    await picture.focus();
    await page.keyboard.press('f');
    const [near = 0, far = 0] = await shown();
    expect(far - near).toBeLessThan(all / 10);
    await page.keyboard.press('m');
    expect(await measured.count()).toBe(1);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Perfetto trace' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/gfx942\.trace\.json$/);
    const trace: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(trace).toMatchObject({ traceEvents: expect.any(Array) });
  });
});
