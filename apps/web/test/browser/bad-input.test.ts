/** Whatever is put in: the page stays, says what is wrong and where, and keeps what was right. */
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  describeInBrowser,
  paste,
  repositoryFile,
  settled,
  sharedKernel,
  shows,
} from './browser.ts';

const plain = repositoryFile('examples/transpose-plain/kernel.mlir');

const amdgcnTarget = '.amdgcn_target "amdgcn-amd-amdhsa--gfx942"\n';
const gone = { state: 'detached' } as const;

const linkOf = (state: unknown): string =>
  `index.html#1.${deflateRawSync(JSON.stringify(state)).toString('base64url')}`;

describeInBrowser('a kernel that is broken', ({ open, playground }) => {
  test('is diagnosed in its place, and the last good result stays and says so', async () => {
    const page = await playground();
    await paste(page, plain);
    await shows(page, '.summary', '1 of 2');
    await paste(
      page,
      plain.replace('memref.store %value, %tile[%y, %x]', 'memref.store %value, %tile[%y, '),
    );
    await shows(page, '.problems .tag', 'error');
    expect(await page.locator('.problems').innerText()).toMatch(/error\s+18:\d+/);
    expect(await page.locator('.problems .hint').first().innerText()).not.toBe('');
    expect(await page.locator('.summary').innerText()).toContain('1 of 2');
    expect(await page.locator('.status').innerText()).toContain(
      'Showing results for the last version',
    );
    expect(await page.locator('.pane-right.stale').count()).toBe(1);

    await paste(page, plain);
    await page.locator('.pane-right:not(.stale)').waitFor();
    await settled(page);
    expect(await page.locator('.problems .tag', { hasText: 'error' }).count()).toBe(0);
  });

  test('never blanks the page, whatever is wrong with it', async () => {
    const page = await playground();
    for (const [what, text, rows] of [
      ['an unclosed MLIR module', 'gpu.module @m { gpu.func @f() kernel {', 2],
      ['an unknown instruction', `${amdgcnTarget}f:\n  v_nothing v0, v1\n`, 0],
      ['a specification without a tile', 'accesses: []\n', 0],
      ['zeros', '\u0000'.repeat(1000), 2],
    ] as const) {
      await paste(page, text);
      await shows(page, '.problems .tag', 'error');
      // Results of a kernel in another language are not those of an earlier version of this text.
      expect(await page.locator('.sites tbody tr').count(), what).toBe(rows);
      expect((await page.locator('.picture').count()) > 0, what).toBe(rows > 0);
      expect(await page.title(), what).toBe('ldscope: find and fix bank conflicts');
      await paste(page, plain);
      await page.locator('.problems .tag', { hasText: 'error' }).first().waitFor(gone);
      await page.locator('.pane-right:not(.stale)').waitFor();
      await settled(page);
    }
  });

  test('or not a kernel at all takes the results of the last one away, and says why', async () => {
    const page = await open('index.html');
    const panel = page.locator('#view-panel');
    for (const [text, words] of [
      [' ', 'Paste a kernel at the left'],
      ['lorem ipsum dolor sit amet', 'is not in a format that ldscope reads'],
      [
        '<img src=x onerror="document.title=\'gone\'"><script>document.title="gone"</script>',
        'is not in a format that ldscope reads',
      ],
    ] as const) {
      await paste(page, plain);
      await page.locator('.sites tbody tr').nth(1).waitFor();
      await settled(page);
      await paste(page, text);
      await panel.filter({ hasText: words }).waitFor();
      await settled(page);
      expect(await page.locator('.sites tbody tr').count()).toBe(0);
      expect(await page.locator('.pane-right.stale').count()).toBe(0);
      expect(await page.title()).toBe('ldscope: find and fix bank conflicts');
    }
  });

  test('or a schedule keeps its last timeline', async () => {
    const page = await playground();
    await page.getByLabel('Example').selectOption({ label: 'GEMM hot loop (schedule)' });
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
    await settled(page);
    const cycles = await page.locator('.view-body .facts').first().innerText();
    expect(cycles).toMatch(/cycles\s+[\d,]+/);
    const schedule = repositoryFile('examples/schedules/gemm-256x256x32.sched');
    await paste(page, schedule.replace('waves 4', 'waves many'));
    await shows(page, '.problems .tag', 'error');
    expect(await page.locator('.problems').innerText()).toMatch(/error\s+4:1/);
    expect(await page.locator('.pane-right.stale').count()).toBe(1);
    expect(await page.locator('.view-body .facts').first().innerText()).toBe(cycles);
    await paste(page, schedule);
    await page.locator('.pane-right:not(.stale)').waitFor();
    await settled(page);
    expect(await page.locator('.problems').count()).toBe(0);
  });

  const long = sharedKernel('triton/gfx942/attention-fp32-d128-128x64/kernel.amdgcn');
  if (long === undefined) console.log('needs ../shared/kernels: no long assembly is opened');
  test.skipIf(long === undefined)('or long is analyzed while the page answers', async () => {
    const page = await playground();
    await paste(page, long ?? '');
    // The page answers while the worker works.
    await page.getByRole('tab', { name: 'Machine' }).click();
    await page.getByText('Service rules').first().waitFor();
    await settled(page);
    // 4,524 lines, as the command line counts them.
    expect(await page.locator('.sites tbody tr').count()).toBe(228);
    expect(await page.locator('.summary').innerText()).toContain('31,232');
  });
});

describeInBrowser('a link', ({ complaints, open, playground, site }) => {
  test('that cannot be followed is refused, and the page works', async () => {
    const whole = linkOf({ text: plain, machine: 'gfx950' });
    for (const [place, reason] of [
      ['index.html#1.AAAA', 'damaged'],
      [whole.slice(0, -20), 'damaged'],
      ['index.html#foo', 'not an ldscope link'],
      ['index.html#9.abc', 'version 9'],
      ['index.html?opened', 'no longer served'],
    ] as const) {
      const page = await open(place);
      const told = page.getByRole('alert').filter({ hasText: reason });
      await told.waitFor();
      await settled(page);
      // Nothing that could pass for the link's kernel, and the address as it came.
      expect(await page.locator('.sites tbody tr, .summary, .problems').count(), place).toBe(0);
      expect(page.url()).toBe(new URL(place, site.url).href);
      await told.getByRole('button', { name: 'Open the example' }).click();
      await page.locator('.sites tbody tr').first().waitFor();
      await settled(page);
      expect(await page.getByRole('alert').count()).toBe(0);
      await expect.poll(() => new URL(page.url()).hash).toMatch(/^#1\./);
      // The one that is not there any more is told of by the browser as well.
      if (place === 'index.html?opened') complaints();
    }

    // Others one after the other in an open page.
    const page = await playground();
    for (const [place, reason] of [
      ['index.html#3.AAAA', 'version 3'],
      ['index.html#2.AAAAAAAA', 'damaged'],
      ['index.html#javascript:alert(1)', 'not an ldscope link'],
      [linkOf({ hello: 'world' }), 'not a playground state'],
      [linkOf({ text: plain, view: '<img src=x onerror=alert(1)>' }), 'not a playground state'],
      [linkOf({ text: { toString: 1 } }), 'not a playground state'],
      [
        `index.html#1.${deflateRawSync(Buffer.alloc(64_000_000, 32)).toString('base64url')}`,
        'too large',
      ],
    ] as const) {
      await page.goto(new URL(place, site.url).href);
      await page.getByRole('alert').filter({ hasText: reason }).waitFor();
      await settled(page);
      expect(await page.locator('.sites tbody tr').count(), reason).toBe(0);
      await page.goto(new URL('index.html#', site.url).href);
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }
  });

  test('shows hostile texts as texts', async () => {
    const name = '"><img src=x onerror="document.title=\'gone\'">';
    const place = linkOf({
      text: plain.replace('// Transposes', `// ${name}`),
      file: name,
      machine: name,
      kernel: name,
      site: name,
      launch: name,
      tile: name,
      layout: name,
    });
    const page = await open(place);
    await settled(page);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toBe('ldscope: find and fix bank conflicts');
    expect(await page.locator('.problems').innerText()).toContain('error');
  });
});
