/** Two kernels, or two chips, side by side in the playground: the same figures as the engine's comparison. */
import { expect, test } from 'vitest';
import { analyzeKernels, compareKernels } from '@ldscope/engine';
import { causeText } from '@ldscope/render';
import { violations } from './axe.ts';
import {
  describeInBrowser,
  overhang,
  paste,
  pictures,
  repositoryFile,
  settled,
  shows,
  tab,
  turnedByBlock,
} from './browser.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');
const padded = repositoryFile('examples/transpose-padded/kernel.mlir');

describeInBrowser('a comparison', ({ again, playground }) => {
  test('has a pinned kernel beside the present one in every view, and in the link', async () => {
    const page = await playground();
    await paste(page, plain);
    await shows(page, '.summary', '7,936');
    await page.getByRole('button', { name: 'Pin' }).click();
    await paste(page, `// Another line.\n\n${padded}`);
    await shows(page, '.summary .facts dd', /^0$/);

    const [before, after] = [plain, padded].map((text) =>
      analyzeKernels(text).map((analyzed) => ({ analyzed })),
    );
    const { comparisons } = compareKernels(before ?? [], after ?? []);
    const [change] = comparisons[0]?.sites ?? [];
    const cause = change?.causes[0];
    if (cause === undefined) expect.unreachable();

    const fact = page.locator('.summary .facts div', { hasText: 'of the pinned kernel' });
    expect(await fact.locator('dd').innerText()).toBe('7,936');
    expect(await page.locator('.sites thead th').last().innerText()).toContain('pinned');
    // Matched though its line is another.
    expect(await page.locator('.sites tbody tr', { hasText: '24:5' }).innerText()).toContain(
      '7,936',
    );
    await page.locator('.sites tbody tr', { hasText: '24:5' }).click();
    expect(await pictures(page)).toEqual([
      'pinned: ds_read_b32 at 22:5: ds_read_b32, phase 1 of 2',
      'Here: ds_read_b32, phase 1 of 2',
    ]);
    await tab(page, 'Tile');
    expect(await pictures(page)).toHaveLength(4);
    await tab(page, 'Layouts');
    const side = page.getByRole('region', { name: 'The pinned kernel' });
    expect(await side.innerText()).toContain('plain');
    await tab(page, 'Global memory');
    expect(await pictures(page)).toHaveLength(2);
    await tab(page, 'Compare');
    const said = await page.locator('#view-panel').innerText();
    expect(said).toContain(causeText(cause));
    expect(said).toContain('plain -> rows of 132 B (128 + 4)');
    expect(await violations(page)).toEqual([]);

    await page.waitForTimeout(700);
    const other = await again(page);
    expect(await other.locator('#view-panel').innerText()).toBe(said);

    // It stays while another kernel is opened, and goes with "nothing".
    await page.getByLabel('Compare with').selectOption('');
    await settled(page);
    expect(await page.getByRole('tab', { name: 'Compare' }).count()).toBe(0);
    await page.getByLabel('Compare with').selectOption('gfx90a');
    await settled(page);
    await tab(page, 'Banks');
    expect(await pictures(page)).toHaveLength(2);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  });
});

describeInBrowser('two chips', ({ playground }) => {
  test('are side by side in the timeline, in global memory and in what is known about them', async () => {
    const page = await playground();
    await page.getByRole('button', { name: 'HIP', exact: true }).click();
    await shows(page, '.cm-content', 'amdgcn');
    await page.getByLabel('Compare with').selectOption('gfx950');
    await settled(page);
    await tab(page, 'Timeline');
    const other = page.getByRole('heading', { name: /^gfx950 one compute unit of gfx950/ });
    await other.waitFor();
    const titles = await pictures(page);
    expect(titles).toHaveLength(2);
    // The other side is looked at over the same cycles.
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => new Set(await pictures(page)).size).toBe(1);
    expect(await pictures(page)).not.toEqual(titles);
    await tab(page, 'Global memory');
    expect(await pictures(page)).toHaveLength(2);
    await tab(page, 'Machine');
    for (const name of ['Service rules of gfx942 and gfx950', 'Facts of gfx942 and gfx950'])
      expect(await page.getByRole('region', { name }).count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });
});

describeInBrowser('workgroups of a launch', ({ playground }) => {
  test('are a sample until all are executed, which can be cancelled', async () => {
    const page = await playground();
    const field = page.locator('.toolbar').getByLabel('Workgroups');
    expect(await field.count()).toBe(0);
    const grid = turnedByBlock(plain)
      .replaceAll('64x128xf32', '4096x4096xf32')
      .replaceAll('128x64xf32', '4096x4096xf32')
      .replace('array<i32: 4, 2, 1>', 'array<i32: 64, 32, 1>');
    await paste(page, grid);
    await shows(page, '.summary', 'sampled 80 of 2,048');
    const conflicts = page.locator('.summary .facts dd').first();
    expect(await conflicts.innerText()).toBe('79,360');
    // What is a hint of the command leads to the field.
    expect(await page.locator('.problems').innerText()).toContain('all in the field Workgroups');
    await field.selectOption('all');
    await page.locator('.status', { hasText: 'Analysing: workgroup' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.status', { hasText: 'Cancelled' }).waitFor();
    expect(await page.locator('.pane-right.stale').count()).toBe(1);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('.pane-right:not(.stale)').waitFor({ timeout: 60_000 });
    await settled(page);
    expect(await conflicts.innerText()).toBe('2,031,616');
    expect(await page.locator('.summary').innerText()).not.toContain('sampled');
    await page.waitForTimeout(700);
    expect(page.url()).toContain('#1.');
  });
});
