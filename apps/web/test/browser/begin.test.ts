/** Ten seconds: what the page is for, how one begins, and that what was there before does not get in the way. */
import { expect, test } from 'vitest';
import { describeInBrowser, paste, repositoryFile, settled } from './browser.ts';
import { chosenOf } from '../../../../test/cases.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');
const assembly = repositoryFile('examples/compiled-transpose/kernel.s');
const long = `${assembly}${'; nothing\n'.repeat(3000)}`;

describeInBrowser('the bare page', ({ playground }) => {
  test('says what it is for, offers three ways to begin, and rests on measured rules', async () => {
    const page = await playground({ viewport: { width: 1280, height: 800 } });
    const begin = page.getByRole('region', { name: 'Begin' });
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      'Find and fix shared-memory bank conflicts, without a GPU',
    ]);
    expect(await begin.locator('p').innerText()).toMatch(/^ldscope .*proven/s);
    expect(await begin.locator('button').allInnerTexts()).toEqual([
      'Paste a kernel',
      'Open file',
      'MLIR',
      'HIP',
      'CUDA',
      'Triton',
      'CK Tile',
      'IREE / Wave',
    ]);
    expect(
      await begin.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    ).toEqual(['./docs/index.html', './docs/glossary.html']);
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toContain('PTX');
    // All of it is on the first screen, with the number and its picture.
    for (const place of [begin, page.locator('.summary'), page.locator('.picture').first()]) {
      const { y = Infinity } = (await place.boundingBox()) ?? {};
      expect(y).toBeLessThan(600);
    }
    expect(await page.locator('.summary .tag').allInnerTexts()).toEqual(['measured']);

    // Which example it is, and each language has one.
    const example = page.locator('.toolbar label', { hasText: /^Example/ }).locator('select');
    const chosen = (): Promise<string> =>
      example.evaluate(
        (one) => (one instanceof HTMLSelectElement ? one.selectedOptions[0]?.label : '') ?? '',
      );
    expect(await chosen()).toBe('Transpose, plain (MLIR)');
    for (const [language, title] of [
      ['HIP', 'Transpose, compiled (gfx942 assembly)'],
      ['CUDA', 'Transpose, compiled from CUDA (PTX)'],
      ['Triton', 'Matmul layouts (TTGIR)'],
    ] as const) {
      await begin.getByRole('button', { name: language, exact: true }).click();
      await expect.poll(chosen).toBe(title);
      expect(await begin.getByRole('button', { pressed: true }).innerText()).toBe(language);
    }
    await settled(page);
    // The example that is open, once more: its results were there, and are there again.
    const summary = await page.locator('.summary').innerText();
    await begin.getByRole('button', { name: 'Triton', exact: true }).click();
    await expect.poll(() => page.locator('.summary').innerText()).toBe(summary);
    // It is known again behind a link.
    await page.waitForTimeout(600);
    await page.reload();
    await settled(page);
    await expect.poll(chosen).toBe('Matmul layouts (TTGIR)');

    // By the button, what was copied; the page is the reader's then.
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      plain.replace('64x128', '32x128'),
    );
    await page.getByRole('button', { name: 'Paste a kernel' }).click();
    await page.locator('.cm-content', { hasText: '32x128' }).waitFor();
    expect(await begin.count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await chosen()).toBe('Choose one ...');

    // The way back from another page leads to the kernel that was open, and the link here changes nothing.
    await page.waitForTimeout(600);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.getByRole('link', { name: 'Explorers', exact: true }).click();
    await page.waitForURL(/explore/);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.locator('.cm-content', { hasText: '32x128' }).waitFor();

    // From the documentation too, and to a text that is too long for an address.
    await settled(page);
    await paste(page, `${plain.replace('64x128', '16x128')}${'// a remark\n'.repeat(30_000)}`);
    const remembered = () => page.evaluate(() => sessionStorage.getItem('ldscope-kernel'));
    const before = await remembered();
    await settled(page);
    await expect.poll(remembered).not.toBe(before);
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('link', { name: 'Docs', exact: true }).click();
    await page.waitForURL(/docs/);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.locator('.cm-content', { hasText: '16x128' }).waitFor();
  });

  test('gives the command of a compiler to copy, and tells an empty editor what it reads', async () => {
    const page = await playground();
    await paste(page, repositoryFile('examples/cuda/transpose.cu'));
    const panel = page.locator('#view-panel .refused');
    await panel.waitFor();
    expect(await panel.innerText()).toContain('CUDA C++');
    // Nothing of the example is shown as if it were of this.
    expect(await page.locator('.summary').count()).toBe(0);
    await panel.getByRole('button', { name: /^Copy: nvcc/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^nvcc .* -ptx .* kernel\.cu -o kernel\.ptx$/);

    await paste(page, 'import numpy as np\nx = np.zeros(3)\n');
    await panel.filter({ hasText: 'is Python' }).waitFor();
    expect(await panel.getByRole('button').count()).toBe(0);

    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.locator('.cm-placeholder', { hasText: 'nvcc -ptx' }).waitFor();
    await page.getByText('Paste a kernel at the left').waitFor();
    expect(await page.locator('.status').innerText()).not.toContain('analysed');
  });

  test('forgets what came with an example, and goes to the worst place of a kernel', async () => {
    const page = await playground();
    const launch = page.getByRole('textbox', { name: 'Launch' });
    await page.getByRole('button', { name: 'HIP', exact: true }).click();
    await expect.poll(() => launch.inputValue()).toContain('grid');
    const line = (): Promise<string> => page.locator('.cm-activeLineGutter').first().innerText();
    const worst = (): Promise<string> => page.locator('.sites tr.chosen .place').innerText();
    const isAtWorst = async (): Promise<void> => {
      await settled(page);
      const [number = ''] = (await worst()).split(':');
      await expect.poll(line).toBe(number);
      await page.locator('.cm-activeLine').waitFor();
      const [own, all] = await Promise.all(
        ['.cm-activeLine', '.cm-scroller'].map((one) => page.locator(one).boundingBox()),
      );
      expect(own?.y).toBeGreaterThan(all?.y ?? Infinity);
      expect(own?.y).toBeLessThan((all?.y ?? 0) + (all?.height ?? 0));
    };
    await isAtWorst();
    await paste(page, long);
    await page.getByRole('region', { name: 'Begin' }).waitFor({ state: 'detached' });
    expect(await launch.inputValue()).toBe('');
    await isAtWorst();

    // The overview has a mark per line with a result; a press leads there.
    const marks = page.locator('.ruler-mark.conflict');
    expect(await marks.count()).toBeGreaterThan(0);
    await page.locator('.cm-scroller').evaluate((one) => one.scrollTo(0, one.scrollHeight));
    const scrolled = (): Promise<number> =>
      page.locator('.cm-scroller').evaluate((one) => one.scrollTop);
    expect(await scrolled()).toBeGreaterThan(10_000);
    const mark = await marks.first().boundingBox();
    await page.mouse.click((mark?.x ?? 0) + 2, (mark?.y ?? 0) + 1);
    await expect.poll(scrolled).toBeLessThan(5000);
    expect(await page.locator('.line-result.conflict').count()).toBeGreaterThan(0);

    // What is wrong is the worst place of a text that cannot be analysed.
    await paste(page, plain.replace('%column = ', '%columns = '));
    await page.locator('.cm-lintRange-error').waitFor();
    await expect.poll(line).toBe('17');
  });

  test.each(chosenOf([1280, 1920], 1))(
    'shows results without covering code, at %d px',
    async (width) => {
      const page = await playground({ viewport: { width, height: 800 } });
      await paste(page, plain.replace('%tile[%x, %y]', '%tile[%z, %y]'));
      await page.locator('.line-result.diagnostic').waitFor();
      await paste(page, plain);
      await page.locator('.line-result', { hasText: '32 ways' }).waitFor();
      const covered = await page.locator('.line-results').evaluateAll((all) =>
        all.flatMap((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const range = document.createRange();
          const line = one.closest('.cm-line');
          if (line === null) return ['a result without a line'];
          range.selectNodeContents(line);
          range.setEndBefore(one);
          return [...range.getClientRects()].flatMap((code) =>
            code.right > left + 1 &&
            code.left < right - 1 &&
            code.bottom > top + 2 &&
            code.top < bottom - 2
              ? [`${line.textContent}`]
              : [],
          );
        }),
      );
      expect(covered).toEqual([]);
      expect(await page.locator('.line-result').first().innerText()).toContain('cycles');
    },
  );
});
