/** Files on the page: code objects, bundles, Triton's cache, and the source beside the assembly. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bundle, compressed, host } from '../../../../packages/amdgcn/test/object/containers.ts';
import { violations } from './axe.ts';
import { describeInBrowser, overhang, repositoryFile, shot, shows } from './browser.ts';

const source = `__global__ void transpose(float *out) {
  __shared__ float tile[64][64];
  int x = threadIdx.x;
  tile[x][0] = 1.0f;
  tile[0][x] = 2.0f;
}
`;

/** The instructions of two of its lines: stores of a column and of a row. */
const assembly = `	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.file	1 "/home/me/transpose.hip"
	.text
	.globl transpose
	.type transpose,@function
transpose:
	v_lshlrev_b32 v1, 8, v0
	v_lshlrev_b32 v2, 2, v0
	.loc	1 4 14
	ds_write_b32 v1, v0
	.loc	1 5 14
	ds_write_b32 v2, v0
	s_endpgm
	.amdhsa_kernel transpose
		.amdhsa_group_segment_fixed_size 16384
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 16
		.amdhsa_accum_offset 8
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .name: transpose
    .symbol: transpose.kd
    .group_segment_fixed_size: 16384
    .kernarg_segment_size: 0
    .max_flat_workgroup_size: 64
    .args: []
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
`;

const ids = ['gfx90a', 'gfx942'].map((chip) => `hipv4-amdgcn-amd-amdhsa--${chip}`);
const library = host(compressed(3, bundle(...ids)));

type Content = string | Uint8Array;

const given = (files: Readonly<Record<string, Content>>) =>
  Object.entries(files).map(([name, content]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  }));

async function choose(page: Page, files: Readonly<Record<string, Content>>): Promise<void> {
  await page.getByLabel("A kernel's files").setInputFiles(given(files));
}

/** Drops files on the page, as a browser does. */
async function drop(page: Page, files: Readonly<Record<string, Content>>): Promise<void> {
  const list = Object.entries(files).map(
    ([name, content]) => [name, [...Buffer.from(content)]] as const,
  );
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const [name, bytes] of all) made.items.add(new File([Uint8Array.from(bytes)], name));
    return made;
  }, list);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.locator('.drop-target').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

describeInBrowser('the source beside the assembly', ({ open, playground }) => {
  test('has what each line costs, and leads to its instructions', async () => {
    const page = await playground();
    await drop(page, { 'transpose.s': assembly, 'transpose.hip': source });
    await shows(page, '.cm-content', '.loc');
    expect(await page.locator('.drop-target').count()).toBe(0);
    const row = (line: number) => page.locator(`.source-lines [data-line="${line}"]`);
    expect(await page.locator('.source-lines tr').count()).toBe(source.split('\n').length);
    expect(await row(4).innerText()).toMatch(
      /tile\[x\]\[0\] = 1\.0f;[^]*32 ways · 62 of 64 cycles/,
    );
    expect(await row(5).innerText()).toMatch(/no conflict · 2 cycles/);
    expect(await row(4).getAttribute('aria-current')).toBe('true');
    await row(5).getByRole('button').click();
    expect(await row(5).getAttribute('aria-current')).toBe('true');
    expect(
      await page.locator('.sites tr[aria-current="true"], .sites tr.chosen').count(),
    ).toBeGreaterThan(0);
    // A line of the source and the assembly that it became are linked both ways.
    const linked = page.locator('.cm-linked');
    await row(4).locator('code').click();
    const ofLine4 = await linked.allInnerTexts();
    expect(ofLine4.join()).toContain('ds_write');
    expect(ofLine4.join()).not.toContain('.loc');
    await page.locator('.source-pane [role="region"]').focus();
    await page.keyboard.press('ArrowDown');
    expect(await row(5).getAttribute('aria-current')).toBe('true');
    expect(await linked.allInnerTexts()).not.toEqual(ofLine4);
    await page.locator('.cm-line', { hasText: 'ds_write' }).first().click();
    expect(await row(4).getAttribute('aria-current')).toBe('true');
    expect(await linked.allInnerTexts()).toEqual(ofLine4);
    expect(await row(4).locator('.heat').innerText()).toMatch(/^\d+ %$/);
    expect(await row(1).locator('.heat').innerText()).toBe('');
    await page.getByRole('button', { name: 'Beside the kernel' }).click();
    const [left, right] = await Promise.all(
      ['.source-pane', '.code-editor'].map((one) => page.locator(one).boundingBox()),
    );
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1);
    await shot(page, 'source-beside');
    await page.getByRole('button', { name: 'Below the kernel' }).click();
    for (const theme of ['light', 'dark'])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
        expect(await overhang(page)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
        await shot(page, `source-${theme}-${width}`, { fullPage: width === 390 });
      }
  });

  test('comes with what the command line serves', async () => {
    const page = await open('explore/gcd.html');
    const state = { text: assembly, file: 'transpose.hip (assembly)', machine: 'gfx942' };
    const json = { ...state, sources: { 'transpose.hip': source } };
    await page.route('**/opened.json', async (route) => await route.fulfill({ json }));
    await page.goto(new URL('../index.html?opened', page.url()).href);
    await shows(page, '.cm-content', '.loc');
    expect(await page.locator('.source-lines [data-line="4"]').innerText()).toMatch(
      /tile\[x\]\[0\] = 1\.0f;[^]*32 ways/,
    );
  });

  test('asks for the file that it does not have', async () => {
    const page = await playground();
    await choose(page, { 'transpose.s': assembly });
    await shows(page, '.cm-content', '.loc');
    expect(await page.locator('.source-head').innerText()).toContain(
      'drop this file with the kernel',
    );
    expect(await page.locator('.source-lines tr').count()).toBe(2);
  });
});

describeInBrowser('what a build leaves behind, on the page', ({ playground }) => {
  test('is listed, for the chip that is chosen', async () => {
    const page = await playground();
    await drop(page, { 'libkernels.so': library });
    await shows(page, '.cm-content', 'ds_write_b32');
    // What the listing does not say comes from the object: its kernel, and the chip.
    await page.locator('.sites tbody tr', { hasText: 'ds_write_b32' }).waitFor();
    const code = page.getByLabel('Code');
    expect(await code.locator('option').allInnerTexts()).toEqual(['gfx90a', 'gfx942']);
    expect(await page.locator('.summary').innerText()).toContain('gfx90a');
    await code.selectOption({ label: 'gfx942' });
    await shows(page, '.summary', 'gfx942');
    expect(await code.inputValue()).toBe('1');
  });

  test('of Triton is machine code, and TTGIR beside it', async () => {
    const page = await playground();
    const metadata =
      '{"name": "transpose", "num_warps": 1, "shared": 0, "target": {"backend": "hip", "arch": "gfx942"}}';
    await drop(page, {
      'transpose.json': metadata,
      'transpose.amdgcn': assembly,
      'transpose.ttgir': repositoryFile('examples/triton-matmul/kernel.ttgir'),
    });
    await shows(page, '.cm-content', '.amdgcn_target');
    const code = page.getByLabel('Code');
    await code.selectOption({ label: 'transpose: TTGIR' });
    await shows(page, '.cm-content', 'tt.func');
  });

  test('and holds no code says so, and leaves what was there', async () => {
    const page = await playground();
    const before = await page.locator('.sites').innerText();
    await choose(page, { 'program.so': host() });
    await page.locator('.problems', { hasText: 'amdgcn/no-code-object' }).waitFor();
    expect(await page.locator('.sites').innerText()).toBe(before);
  });
});
