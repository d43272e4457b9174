/** The playground as kernel engineers use it: pictures that follow, chips compared, runs ended, launches corrected. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { analyzeKernel } from '@ldscope/engine';
import {
  chooseExample,
  describeInBrowser,
  fact,
  overhang,
  paste,
  pictures,
  repositoryFile,
  settled,
  shows,
  tab,
} from './browser.ts';
import { chosenOf } from '../../../../test/cases.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');

describeInBrowser('pictures in the playground', ({ again, playground }) => {
  test('follow the phase, the instruction, the layout and the selection', async () => {
    const page = await playground();
    expect(await pictures(page)).toEqual(['%tile: ds_read_b32, phase 1 of 2']);
    await page.getByRole('button', { name: 'Next phase' }).click();
    expect(await pictures(page)).toEqual(['%tile: ds_read_b32, phase 2 of 2']);
    await page.locator('.sites tbody tr', { hasText: '18:5' }).click();
    expect(await pictures(page)).toEqual(['%tile: ds_write_b32, phase 1 of 2']);
    await page.locator('.line-result', { hasText: '32 ways' }).click();
    expect(await pictures(page)).toEqual(['%tile: ds_read_b32, phase 1 of 2']);

    await page
      .getByLabel('Try a layout')
      .selectOption({ label: 'XOR of 4 B units with row mod 32' });
    expect(await pictures(page)).toEqual([
      'As it is: ds_read_b32, phase 1 of 2',
      'XOR of 4 B units with row mod 32: ds_read_b32, phase 1 of 2',
    ]);
    expect(await page.locator('.side-by-side').innerText()).toMatch(/32 ways[^]*1 way,/);

    // A lane that is picked in one view is picked in all, and in the link.
    await page.locator('.picture [data-lane="7"]').first().click();
    const lane = page.getByRole('spinbutton', { name: 'lane' });
    expect(await lane.inputValue()).toBe('7');
    await tab(page, 'Tile');
    expect(await lane.inputValue()).toBe('7');
    expect(await page.locator('.picture [data-element]').count()).toBeGreaterThan(0);
    await expect.poll(() => page.url()).toContain('#1.');
    await page.waitForTimeout(600);
    const other = await again(page);
    expect(await other.getByRole('spinbutton', { name: 'lane' }).inputValue()).toBe('7');
    expect(await pictures(other)).toEqual(await pictures(page));

    // What is selected or under the pointer is told in figures.
    const readout = page.locator('.readout').first();
    expect(await readout.innerText()).toMatch(
      /element \[\d+, \d+\].*address 0x.*bank \d+.*lane 7/s,
    );
    await tab(page, 'Banks');
    const seven = await readout.innerText();
    expect(seven).toMatch(/lane 7.*address 0x.*element \[7, 0\].*bank \d+.*phase 1 of 2.*32 ways/s);
    await page.locator('.view .view-scroll').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await readout.innerText()).toContain('lane 8');
    await page.keyboard.press('ArrowUp');
    expect(await readout.innerText()).toBe(seven);
    await page.locator('.picture [data-lane="9"]').first().hover();
    expect(await readout.innerText()).toContain('lane 9');
    await tab(page, 'Timeline');
    expect(await lane.count()).toBe(0);
    await tab(page, 'Tile');

    // What no lane touches is an element by itself.
    await page.locator('.picture [data-element="5"]:not([data-lane])').first().click();
    const selected = page.getByRole('group', { name: 'Selection' });
    expect(await selected.innerText()).toContain('element 5');
  });

  test('are awaited as long as the code of their view is', async () => {
    const page = await playground();
    // On a machine that is busy the next frame comes late.
    await page.evaluate(() => {
      window.requestAnimationFrame = (frame) => window.setTimeout(frame, 200);
    });
    await page.route(/\.js$/, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await tab(page, 'Tile');
    expect(await pictures(page)).toHaveLength(2);
  });

  test.each(chosenOf(['light', 'dark'] as const, 1))('are saved whole, %s', async (colorScheme) => {
    const page = await playground({ colorScheme, acceptDownloads: true });
    for (const name of ['Banks', 'Tile', 'Global memory']) {
      await tab(page, name);
      const saved = async (kind: 'SVG' | 'PNG'): Promise<Buffer> => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page
            .getByRole('button', { name: `Save as ${kind}` })
            .first()
            .click(),
        ]);
        expect(file.suggestedFilename()).toMatch(
          new RegExp(`^transpose-gfx942-.*\\.${kind.toLowerCase()}$`),
        );
        return await readFile(await file.path());
      };
      const svg = (await saved('SVG')).toString();
      expect(svg.slice(0, 300)).toContain('xmlns="http://www.w3.org/2000/svg"');
      expect(svg.trimEnd().slice(-6)).toBe('</svg>');
      // It says what it is of, and what drew it.
      expect(svg).toMatch(/transpose: [^<]*(ds_read_b32 at 22:5|global_\w+ at)[^<]*</);
      expect(svg).toMatch(/>gfx942, [^<]+<[^]*>ldscope \d+\.\d+\.\d+</);
      // It stands alone: no colour of the page is needed.
      const names = (pattern: RegExp): Set<string> =>
        new Set([...svg.matchAll(pattern)].map(([, name = '']) => name));
      const defined = names(/(--[\w-]+):/g);
      expect([...names(/var\((--[\w-]+)\)/g)].filter((name) => !defined.has(name))).toEqual([]);
      const png = await saved('PNG');
      const [, width = 0] = /<svg [^>]*width="(\d+)/.exec(svg)?.map(Number) ?? [];
      expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(2 * width);
    }
  });
});

describeInBrowser('chips and launches in the playground', ({ open, playground }) => {
  test('are compared with another model and another chip', async () => {
    const page = await playground();
    const compare = page.getByLabel('Compare with');
    // Of narrow reads on this chip sources disagree.
    await page.locator('.toolbar').getByLabel('Machine').selectOption('gfx950');
    await settled(page);
    await compare.selectOption('gfx950/narrow-1x64');
    await settled(page);
    const alternative = await fact(page, 'conflict cycles on gfx950, narrow-1x64');
    expect(await page.locator('.sites th').last().innerText()).toBe('gfx950, narrow-1x64');
    // The same that the analysis itself names as the other reading.
    expect(await page.locator('.summary .rests').innerText()).toMatch(
      new RegExp(`64 banks[^:]*: ${alternative}`),
    );

    await compare.selectOption('gfx942');
    await settled(page);
    await tab(page, 'Layouts');
    const heads = page.getByRole('region', { name: 'Layouts' }).locator('th');
    expect((await heads.allInnerTexts()).slice(1, 3)).toEqual(['gfx950', 'gfx942']);
    await tab(page, 'Machine');
    expect(await page.locator('.data-table tr.marked').count()).toBeGreaterThan(0);

    // Taken back at once, nothing of it comes late.
    await compare.selectOption('gfx90a');
    await compare.selectOption('');
    await settled(page);
    expect(await page.locator('.sites th').count()).toBe(7);
  });

  test('or a launch that is wrong says so at its field, and leaves what was right', async () => {
    const page = await playground();
    const launch = page.getByRole('textbox', { name: 'Launch' });
    await launch.fill('grid=');
    await page.locator('.pane-right.stale').waitFor();
    await settled(page);
    expect(await launch.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('.launch-problem').innerText()).toContain('grid=256x2');
    expect(await page.locator('.line-result').count()).toBe(2);
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
    await tab(page, 'Layouts');
    expect(await page.locator('.view-body').innerText()).toContain(
      'a layout removes all conflicts',
    );

    await launch.fill('grid=1x1');
    await shows(page, '.summary', '16 waves');
    expect(await launch.getAttribute('aria-invalid')).toBe('false');
    expect(await page.locator('.pane-right.stale').count()).toBe(0);
  });

  test('of a long run can be cancelled, and run again', async () => {
    const page = await playground();
    await paste(
      page,
      plain.replace(
        'gpu.barrier',
        `%none = arith.constant 0 : index
    %one = arith.constant 1 : index
    %many = arith.constant 3000 : index
    scf.for %i = %none to %many step %one {
      memref.store %value, %tile[%y, %x] : memref<32x32xf32, #lds>
    }
    gpu.barrier`,
      ),
    );
    await page.locator('.status', { hasText: 'Analysing' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.status', { hasText: 'Cancelled' }).waitFor();
    // What is shown is of before, and looks so.
    expect(await page.locator('.sites tbody tr').count()).toBe(2);
    expect(await page.locator('.pane-right.stale').count()).toBe(1);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('.pane-right:not(.stale)').waitFor();
    await settled(page);
    expect(await page.locator('.sites tbody tr').count()).toBe(3);
  });

  test('of a view that another view has interrupted come when one is back', async () => {
    const page = await open('index.html');
    await page.locator('.status', { hasText: 'Searching layouts' }).waitFor();
    await page.keyboard.press('Alt+Digit5');
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
    await settled(page);
    await page.keyboard.press('Alt+Digit2');
    await page.getByRole('tab', { name: 'Tile', selected: true }).waitFor();
    await settled(page);
    expect(await page.locator('.view .picture').count()).toBeGreaterThan(0);
  });
});

describeInBrowser('advice in the playground', ({ playground }) => {
  test('is there for CK Tile, with what the command line says', async () => {
    const page = await playground();
    expect(await page.getByRole('tab', { name: 'Advice' }).count()).toBe(0);
    await chooseExample(page, 'CK Tile index swapping (specification)', 'lds_swapping');
    await tab(page, 'Advice');
    const spec = repositoryFile('examples/ck-tile-swapped/spec.yaml');
    const { analysis } = analyzeKernel(spec, { file: 'spec.yaml' });
    const advice = analysis?.report.advice ?? [];
    const violated = advice.filter(({ verdict }) => verdict === 'violated');
    expect(violated.length).toBeGreaterThan(3);
    const shown = page.locator('.advice .document > ul > li');
    expect(await shown.count()).toBe(violated.length);
    for (const [i, { rule, finding }] of violated.entries()) {
      const text = await shown.nth(i).innerText();
      expect(text).toContain(rule);
      expect(text).toContain(finding);
    }
    await page.locator('.advice summary', { hasText: 'hold' }).click();
    const holding = advice.filter(({ verdict }) => verdict === 'holds').length;
    expect(await page.locator('.advice details[open] > ul > li').count()).toBe(holding);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  });
});

describeInBrowser('languages in the playground', ({ playground }) => {
  test('each show what they have, and say what they have not', async () => {
    const page = await playground();
    await tab(page, 'Timeline');
    expect(await page.locator('#view-panel').innerText()).toContain('machine code or a schedule');

    await chooseExample(page, 'Matmul layouts (TTGIR)', 'tt.func');
    expect(await page.locator('.summary').innerText()).toContain('1 of 4');
    await tab(page, 'Tile');
    expect(await pictures(page)).toHaveLength(2);

    await chooseExample(page, 'Transpose, compiled (gfx942 assembly)', '.amdgcn_target');
    await tab(page, 'Layouts');
    await page.getByLabel('Tile of the buffer').fill('64x32xf16');
    await page.keyboard.press('Enter');
    await page.getByText('a layout removes all conflicts').waitFor();
    await tab(page, 'Timeline');
    expect(await page.locator('.view-body .facts').innerText()).toMatch(/cycles\s+[\d,]+/);

    await chooseExample(page, 'CK Tile index swapping (specification)', 'lds_swapping');
    expect(await fact(page, 'conflict cycles')).toMatch(/^\d+$/);

    await chooseExample(page, 'GEMM hot loop (schedule)', 'mfma v_mfma');
    await tab(page, 'Banks');
    expect(await page.locator('#view-panel').innerText()).toContain('no addresses');
    await tab(page, 'Machine');
    expect(await page.locator('.view-body h2').innerText()).toContain('gfx942');

    // What a schedule did in time is nothing of the kernel that takes its place.
    await tab(page, 'Timeline');
    await paste(page, plain);
    await shows(page, '.summary', '1 of 2');
    expect(await page.locator('#view-panel').innerText()).toContain('machine code or a schedule');
  });

  test('may have several kernels in a file', async () => {
    const page = await playground();
    const [kernel = ''] = /^ {2}gpu\.func[^]*?\n {2}\}\n/m.exec(plain) ?? [];
    const second = kernel.replace('@transpose', '@copy').replace('%tile[%x, %y]', '%tile[%y, %x]');
    await paste(page, plain.replace(kernel, kernel + second));
    const choice = page.locator('.toolbar label', { hasText: /^Kernel/ }).locator('select');
    await choice.waitFor();
    await settled(page);
    expect(await fact(page, 'instructions with conflicts')).toBe('1 of 2');
    await choice.selectOption('copy');
    await settled(page);
    expect(await fact(page, 'instructions with conflicts')).toBe('0 of 2');
    await tab(page, 'Layouts');
    expect(await page.locator('.view-body').innerText()).toContain('nothing to do');
  });
});

describeInBrowser('the playground without a mouse', ({ playground }) => {
  test('shows views, steps phases and picks lanes', async () => {
    const page = await playground();
    await page.keyboard.press('Alt+2');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Tile');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Banks');
    await settled(page);
    await page.locator('.view .view-scroll').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await pictures(page)).toEqual(['%tile: ds_read_b32, phase 2 of 2']);
    await page.locator('.sites .place', { hasText: '18:5' }).focus();
    await page.keyboard.press('Enter');
    expect(await pictures(page)).toEqual(['%tile: ds_write_b32, phase 1 of 2']);
    await page.getByRole('spinbutton', { name: 'lane' }).focus();
    await page.keyboard.type('5');
    expect(await page.locator('.picture .selected, .picture .chosen').count()).toBeGreaterThan(0);
  });
});
