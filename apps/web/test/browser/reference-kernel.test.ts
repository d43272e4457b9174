/** The reference kernel as a user meets it: pasted, read, broken, corrected, shared. */
import { expect, test } from 'vitest';
import { describeInBrowser, paste, settled, sharedKernel, shows, tab } from './browser.ts';

const kernel = sharedKernel('wave/gemm.mlir');
if (kernel === undefined) {
  console.log('needs ../shared/kernels beside the repository: the reference kernel is not opened');
}

describeInBrowser('the reference kernel in the playground', ({ open, playground, site }) => {
  test.skipIf(kernel === undefined)('goes from paste to proof and to a link', async () => {
    const page = await playground();
    await paste(page, kernel ?? '');
    await page.getByText('gemm_prefetch, 128 waves executed', { exact: false }).waitFor();
    await settled(page);

    // Every access of shared memory has its result at its line; none conflicts.
    const sites = page.locator('.sites tbody tr');
    expect(await sites.count()).toBe(28);
    expect(await page.locator('.summary').innerText()).toContain('0 of 28');

    // The read of the B tile, phase by phase.
    await sites.filter({ hasText: '%alloc_1, %alloc, %alloc_0' }).first().click();
    expect(await page.locator('.view-head h2').innerText()).toBe('ds_read_b128 at 124:7');
    const phase = page.locator('.stepper output');
    expect(await phase.innerText()).toBe('Phase 1 of 4: 1 cycle');
    const picture = page.locator('.view-body .view-scroll').first();
    await picture.focus();
    const lanes = new Set<string>();
    for (let step = 0; step < 4; step++) {
      expect(await phase.innerText()).toBe(`Phase ${step + 1} of 4: 1 cycle`);
      for (const lane of await page.locator('.picture [data-lane]').all()) {
        const number = await lane.getAttribute('data-lane');
        if (number !== null) lanes.add(number);
      }
      await page.keyboard.press('ArrowRight');
    }
    expect(lanes.size).toBe(64);

    // Without the XOR the same reads are served in four turns.
    await tab(page, 'Layouts');
    await page.getByRole('button', { name: 'Make it plain' }).click();
    await page.getByText('rewritten').waitFor();
    await settled(page);
    const conflicting = page.locator('.sites tbody tr', { hasText: '10,752' });
    expect(await conflicting.count()).toBe(4);
    for (const row of await conflicting.all()) {
      expect(await row.locator('td').nth(3).innerText()).toBe('4');
      expect(await row.innerText()).toContain('ds_read_b128');
    }
    expect(await page.locator('.summary').innerText()).toContain('8 of 28');
    expect(await page.locator('.cm-editor').innerText()).not.toBe('');

    // The layout that is proposed, in IREE's words.
    await page.getByRole('button', { name: /Copy the form for IREE/ }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '#iree_codegen.xor_shuffle<64, 8, 64, 2>',
    );

    // It is tried on before it is taken: before and after side by side.
    await page.getByRole('button', { name: 'XOR of 16 B units with (row / 2) mod 8' }).click();
    await page.getByRole('tab', { name: 'Banks' }).click();
    expect(await page.locator('.side-by-side .picture').count()).toBe(2);
    await page.getByRole('tab', { name: 'Layouts' }).click();

    // A link to where we are, opened by somebody else.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link.startsWith(`${site.url}index.html#2.`)).toBe(true);
    const other = await open(link.slice(site.url.length));
    await settled(other);
    for (const part of ['.summary', '.sites', '.view-body']) {
      const mine = page.locator(part).first();
      // What became of a rewriting is the history of this visit.
      const [here, there] = await Promise.all([
        mine.evaluate((node) => {
          const copy = node.cloneNode(true);
          if (copy instanceof Element) copy.querySelector('.fix')?.remove();
          return copy.textContent;
        }),
        other.locator(part).first().textContent(),
      ]);
      expect(there?.replace('Copied', 'Copy')).toBe(here?.replace('Copied', 'Copy'));
    }

    // The XOR is taken: the kernel is rewritten and proven, and conflicts are gone.
    await page
      .getByRole('row', { name: /XOR of 16 B units with \(row \/ 2\) mod 8/ })
      .getByRole('button', { name: 'Rewrite the kernel' })
      .click();
    await shows(page, '.summary', '0 of 28');
    expect(await page.locator('.fix').innerText()).toMatch(/memory: holds/);

    // The editor's own undo takes it back.
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+Z');
    await page.locator('.summary', { hasText: '8 of 28' }).waitFor();
  });
});
