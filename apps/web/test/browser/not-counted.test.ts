/** A kernel with an access that has no count: the page says so wherever it would say that there are no conflicts. */
import { analyzeKernel } from '@ldscope/engine';
import { expect, test } from 'vitest';
import { describeInBrowser, paste, settled } from './browser.ts';

/** Compilers make a loop of compare-and-swap of the addition, on this chip. */
const kernel = `gpu.module @m [#rocdl.target<chip = "gfx908">] {
  gpu.func @uncounted(%a: memref<64xf64>) workgroup(%t : memref<64xf64, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %x = gpu.thread_id x
    %v = memref.load %a[%x] : memref<64xf64>
    memref.store %v, %t[%x] : memref<64xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %w = memref.atomic_rmw addf %v, %t[%x] : (f64, memref<64xf64, #gpu.address_space<workgroup>>) -> f64
    gpu.return
  }
}
`;

describeInBrowser('a kernel with an access that is not counted', ({ playground }) => {
  test('has no conflicts that are known, and the numbers of its account', async () => {
    const account = analyzeKernel(kernel, { machine: 'gfx908' }).analysis?.report.account;
    expect(account?.isCovered).toBe(false);
    const page = await playground();
    await paste(page, kernel);
    const summary = page.locator('.summary', { hasText: 'uncounted' });
    await summary.waitFor();
    await settled(page);
    const text = (await summary.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('gfx908');
    expect(text.match(/not known/g)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain(`${account?.counted} of ${account?.instructions}`);
    for (const { reason } of account?.missing ?? []) expect(text).toContain(reason);
    expect(text.toLowerCase()).not.toContain('no bank conflicts');
  });
});
