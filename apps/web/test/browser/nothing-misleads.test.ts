/** What is shown is of the kernel that stands there, and what weighs is seen. */
import { expect, test } from 'vitest';
import {
  chooseExample,
  describeInBrowser,
  paste,
  repositoryFile,
  settled,
  shows,
  tab,
  turnedByBlock,
} from './browser.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');

/** Half of each line that its load fetches is used. */
const everyOther = `gpu.module @example {
  gpu.func @half(%in: memref<128xf32>, %out: memref<64xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %id = gpu.thread_id x
    %two = arith.constant 2 : index
    %at = arith.muli %id, %two : index
    %value = memref.load %in[%at] : memref<128xf32>
    memref.store %value, %out[%id] : memref<64xf32>
    gpu.return
  }
}
`;

describeInBrowser('the playground', ({ playground }) => {
  test('takes a click on the number of a cell as one on the cell', async () => {
    const page = await playground();
    const marks = await page.locator('.picture rect[data-lane]').evaluateAll((all) =>
      all.map((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const isNumber = document.elementFromPoint(x, y) instanceof SVGTextElement;
        return { lane: mark.dataset['lane'] ?? '', x, y, isNumber };
      }),
    );
    const numbers = marks.filter(({ isNumber }) => isNumber);
    expect(numbers.length).toBeGreaterThan(8);
    const lane = page.getByRole('spinbutton', { name: 'lane' });
    const frames = marks.filter(({ isNumber }) => !isNumber);
    for (const mark of [...numbers.slice(0, 8), ...frames.slice(0, 4)]) {
      await page.mouse.click(mark.x, mark.y);
      expect(await lane.inputValue()).toBe(mark.lane);
      await page.mouse.click(mark.x, mark.y);
      expect(await lane.inputValue()).toBe('');
    }
  });

  test('says of an exchange between lanes that it passes by the banks', async () => {
    const page = await playground();
    await paste(
      page,
      `  .amdgcn_target "amdgcn-amd-amdhsa--gfx942"
  .text
  .globl k
k:
  v_lshlrev_b32 v1, 2, v0
  ds_bpermute_b32 v2, v1, v0
  s_endpgm
  .section .rodata,"a",@progbits
  .amdhsa_kernel k
    .amdhsa_next_free_vgpr 8
    .amdhsa_next_free_sgpr 16
    .amdhsa_group_segment_fixed_size 4096
    .amdhsa_accum_offset 8
  .end_amdhsa_kernel
`,
    );
    await page.getByRole('textbox', { name: 'Launch' }).fill('block=64');
    const row = page.locator('.sites tbody tr', { hasText: 'ds_bpermute_b32' });
    await row.waitFor();
    await settled(page);
    await row.click();
    await page
      .locator('#view-panel', {
        hasText: 'ds_bpermute_b32 has no banks to show (passes by the banks',
      })
      .waitFor();
  });

  test('marks results as those of the kernel before, until there are new ones', async () => {
    const page = await playground();
    expect(await page.locator('.pane-right.stale').count()).toBe(0);
    await paste(page, plain.replaceAll('memref<32x32xf32, #lds>', 'memref<32x33xf32, #lds>'));
    await page.locator('.pane-right.stale').waitFor();
    await settled(page);
    expect(await page.locator('.pane-right.stale').count()).toBe(0);
  });

  test('shows another timeline whole, however the last one was looked at', async () => {
    const page = await playground();
    await chooseExample(page, 'GEMM hot loop (schedule)', 'mfma v_mfma');
    const axis = async (): Promise<string> => await page.locator('.timeline .picture').innerHTML();
    const whole = await axis();
    for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(axis).not.toBe(whole);
    await page
      .getByLabel('Example')
      .selectOption({ label: 'Transpose, compiled (gfx942 assembly)' });
    await page.locator('.cm-content', { hasText: '.amdgcn_target' }).waitFor();
    await tab(page, 'Timeline');
    const other = await axis();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    expect(await axis()).toBe(other);
  });

  test('opens warnings and hazards, and counts them apart from notes', async () => {
    const page = await playground();
    const many = turnedByBlock(plain)
      .replace('array<i32: 4, 2, 1>', 'array<i32: 64, 64, 1>')
      .replace('    gpu.barrier\n', '');
    await paste(page, many);
    await page.locator('.problems[open]').waitFor();
    await settled(page);
    const words = await page.locator('.problems summary').innerText();
    expect(words).toMatch(/\d+ hazards?, 1 warning/);
    expect(await page.locator('.problems li').first().isVisible()).toBe(true);
    expect(await page.locator('.summary .facts').innerText()).toMatch(/hazards\s+\d+/);
  });

  test('speaks of a chip in the words of its vendor, and of one wave as one', async () => {
    const page = await playground();
    const machine = page.locator('.toolbar').getByLabel('Machine');
    await machine.selectOption('sm_90');
    await shows(page, '.summary', 'warps executed');
    const words = await page.locator('.pane-right, .cm-content').allInnerTexts();
    expect(words.join('\n')).toMatch(/shared 32 ways · 7,936 of 8,192 wavefronts/);
    expect(words.join('\n')).not.toMatch(/\bLDS\b.*cycles|conflict cycles|\bwaves executed/);
    // 1,024 threads per block: not as many blocks as shared memory alone has room for.
    expect(words.join('\n')).toContain('room for 2 blocks per SM by warps and shared memory');
    // A chip beside it keeps its own words.
    await page.getByLabel('Compare with').selectOption('gfx942');
    await settled(page);
    expect(await page.locator('.summary .facts').innerText()).toContain(
      'conflict cycles on gfx942',
    );
    await tab(page, 'Layouts');
    await page.getByLabel('Compare with').selectOption('');
    await settled(page);
    const heads = page.getByRole('region', { name: 'Layouts' });
    expect(await heads.locator('caption').innerText()).toContain(
      'conflict wavefronts and shared memory per block',
    );
    expect(await heads.locator('th').allInnerTexts()).toEqual(
      expect.arrayContaining(['shared memory', 'blocks']),
    );

    await machine.selectOption('gfx942');
    await paste(page, plain.replace('array<i32: 32, 32, 1>', 'array<i32: 8, 8, 1>'));
    await page.getByRole('textbox', { name: 'Launch' }).fill('grid=1x1');
    await page.locator('.summary', { hasText: '1 wave executed' }).waitFor();
    // A part that no launch has is not taken in silence.
    await page.getByRole('textbox', { name: 'Launch' }).fill('grid=1x1,bloc=64');
    const problem = page.locator('.launch-problem');
    await problem
      .filter({ hasText: "'bloc' is not a part of this launch" })
      .waitFor({ state: 'attached' });
    expect(await problem.innerText()).toContain("write 'block'");
  });

  test('begins another view at its head', async () => {
    const page = await playground();
    await page.setViewportSize({ width: 1280, height: 600 });
    const top = (): Promise<number> => page.locator('#view-panel').evaluate((one) => one.scrollTop);
    await page.locator('#view-panel').evaluate((one) => one.scrollTo(0, 300));
    expect(await top()).toBeGreaterThan(0);
    await tab(page, 'Layouts');
    expect(await top()).toBe(0);
  });

  test('strikes no share of a global line through, not at one half either', async () => {
    const page = await playground();
    await paste(page, everyOther);
    await page.locator('.summary', { hasText: 'half' }).waitFor();
    await tab(page, 'Global memory');
    const shares = page.locator('.view .picture text', { hasText: /^50 %$/ });
    await shares.first().waitFor();
    const struck = await shares.evaluateAll((labels) => {
      const bars = [...document.querySelectorAll('.view .picture rect.good[data-block]')];
      return labels.flatMap((share) => {
        const { left, right, top, bottom } = share.getBoundingClientRect();
        // Letters take the middle half of their box.
        const [over, under] = [top + (bottom - top) / 4, bottom - (bottom - top) / 4];
        return bars
          .map((bar) => bar.getBoundingClientRect())
          .filter((bar) => bar.left < right && bar.right > left)
          .flatMap((bar) => [bar.top, bar.bottom].filter((edge) => over < edge && edge < under));
      });
    });
    expect(struck).toEqual([]);
  });

  test('says once which wait is missing before an instruction', async () => {
    const page = await playground();
    const schedule = repositoryFile('examples/schedules/gemm-256x256x32.sched');
    await paste(page, schedule.replaceAll(/^ *wait_cnt\(.*\n/gm, ''));
    const missing = page.locator('.view-body', { hasText: 'missing: ' });
    await missing.waitFor();
    await settled(page);
    const lines = (await missing.innerText()).match(/missing: .*/g) ?? [];
    expect(lines.length).toBeGreaterThan(4);
    const places = lines.map((line) =>
      line.replace(/ needs .*: wait for (\w+)\(\d+\) before it.*/, ' $1'),
    );
    expect(new Set(places).size).toBe(lines.length);
    expect(lines.join()).toMatch(/and \d+ other operations/);
  });

  test('gives a layout one size, and conflicts of a workgroup with those of all', async () => {
    const page = await playground();
    const fact = (name: string): Promise<string> =>
      page.locator('.summary .facts div', { hasText: name }).first().locator('dd').innerText();
    const [, each = '', executed = ''] =
      /([\d,]+) → 0 per workgroup \((\d+) executed\)/.exec(
        await page.locator('.cure').innerText(),
      ) ?? [];
    const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
    expect(numberOf(each) * numberOf(executed)).toBe(numberOf(await fact('conflict cycles')));
    await tab(page, 'Layouts');
    const table = page.getByRole('region', { name: 'Layouts' });
    const heads = await table.locator('thead th').allInnerTexts();
    const row = table.locator('tbody tr', { hasText: 'rows of 132 B' }).first();
    const size = (await row.locator('td, th').allInnerTexts())[heads.indexOf('LDS')];
    expect(size).toBe('4,224 B');
    await page.getByRole('button', { name: 'Fix', exact: true }).click();
    await page.getByRole('region', { name: 'The last rewriting' }).waitFor();
    await settled(page);
    expect(await fact('LDS of a workgroup')).toBe(size);
  });
});
