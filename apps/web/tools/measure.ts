/**
 * What the app costs a reader: bytes of a first visit, the time from a paste to its result, script time of an interaction.
 *
 *     npm run web:measure [KERNEL]
 *     npm run web:measure -- explorers [NAME ...]    explorers alone, or some of them
 *
 * Medians; script time is that of the page's main thread as Chromium counts it, with the drawing that it causes.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { median, scriptClock, scriptMilliseconds, settled } from './chromium.ts';
import { firstLoad } from './first-load.ts';
import { measureExplorers } from './measure-explorers.ts';
import { openApp } from './site.ts';

const ROUNDS = 15;
const [what, ...names] = process.argv.slice(2);
const onlyExplorers = what === 'explorers';
const kernelFile =
  what === undefined || onlyExplorers ? 'examples/gemm-gather-to-lds/kernel.mlir' : what;

const { app, browser, close } = await openApp();

const LONG_LINES = 4500;

/** A kernel of this many lines; of 20 lines two access LDS, as in the assembly of a GEMM. */
function longKernel(lines: number): string {
  const tile = 'memref<64x64xf32, #gpu.address_space<workgroup>>';
  const head = [
    'gpu.module @example {',
    `gpu.func @long(%out: memref<64xf32>) workgroup(%tile: ${tile}) kernel`,
    'attributes {known_block_size = array<i32: 64, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {',
    '%x = gpu.thread_id x',
    '%v0 = memref.load %out[%x] : memref<64xf32>',
  ];
  const groups = Math.floor((lines - head.length - 3) / 20);
  const body = Array.from({ length: groups }, (_, group) => {
    const at = 17 * group;
    return [
      `%c${at} = arith.constant ${group % 64} : index`,
      `memref.store %v${at}, %tile[%x, %c${at}] : ${tile}`,
      `%r${at} = memref.load %tile[%c${at}, %x] : ${tile}`,
      ...Array.from(
        { length: 17 },
        (__, step) => `%v${at + step + 1} = arith.addf %v${at + step}, %r${at} : f32`,
      ),
    ];
  }).flat();
  return [...head, ...body, 'gpu.return', '}', '}'].join('\n');
}

/** Milliseconds of the processor that all processes of the browser have taken: page, engine and drawing. */
async function processorMilliseconds(): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * Milliseconds from a paste until the table of its instructions is there, by the clock and of the processor; layouts are searched
 * for after that.
 */
async function pasteToAnswer(
  kernel: string,
): Promise<{ readonly clock: number; readonly processor: number }> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${app.url}index.html`);
  await settled(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), kernel);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  const before = await processorMilliseconds();
  const begin = performance.now();
  await page.keyboard.press('Control+V');
  await page.locator('.summary', { hasText: 'long' }).waitFor();
  const clock = performance.now() - begin;
  const processor = (await processorMilliseconds()) - before;
  await context.close();
  return { clock, processor };
}

/** Milliseconds from a paste until nothing changes any more: analysis, its pictures, and the search of layouts. */
async function pasteToResult(kernel: string): Promise<number> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${app.url}index.html`);
  await settled(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), kernel);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  const begin = performance.now();
  await page.keyboard.press('Control+V');
  await page.locator('.pane-right[aria-busy="true"]').waitFor();
  await settled(page);
  const time = performance.now() - begin;
  await context.close();
  return time;
}

/** Script milliseconds of an interaction, by round. */
async function interaction(
  kernel: string,
  tab: string,
  act: (page: Page, round: number) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await page.goto(`${app.url}index.html`);
  await settled(page);
  await page.setInputFiles('input[type=file]', {
    name: basename(kernelFile),
    mimeType: 'text/plain',
    buffer: Buffer.from(kernel),
  });
  await page.locator('.pane-right[aria-busy="true"]').waitFor();
  await settled(page);
  await page.getByRole('tab', { name: tab }).click();
  await settled(page);
  const session = await scriptClock(page);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.waitForTimeout(500);
    const before = await scriptMilliseconds(session);
    await act(page, round);
    await page.waitForTimeout(50);
    times.push((await scriptMilliseconds(session)) - before);
  }
  await context.close();
  return median(times);
}

async function measurePlayground(): Promise<void> {
  const kernel = readFileSync(kernelFile, 'utf8');
  const visit = await browser.newPage();
  const { files, bytes } = await firstLoad(visit, app);
  await visit.close();
  console.log(
    `first load before the editor   ${files.length} files, ${(bytes / 1000).toFixed(0)} kB gzipped`,
  );
  const pastes: number[] = [];
  for (let round = 0; round < 5; round++) pastes.push(await pasteToResult(kernel));
  console.log(`paste to full result           ${median(pastes).toFixed(0)} ms   ${kernelFile}`);
  const long = longKernel(LONG_LINES);
  const answers: { readonly clock: number; readonly processor: number }[] = [];
  for (let round = 0; round < 5; round++) answers.push(await pasteToAnswer(long));
  console.log(
    `paste to the first answer      ${median(answers.map(({ processor }) => processor)).toFixed(0)} ms of the processor, ` +
      `${median(answers.map(({ clock }) => clock)).toFixed(0)} ms   ${LONG_LINES} lines of MLIR`,
  );
  const nextPhase = await interaction(kernel, 'Banks', async (page, round) => {
    await page
      .getByRole('button', { name: round % 2 === 0 ? 'Next phase' : 'Previous phase' })
      .click();
  });
  console.log(`script of a step of phases     ${nextPhase.toFixed(1)} ms`);
  const nextSite = await interaction(kernel, 'Banks', async (page, round) => {
    await page
      .locator('.sites .place')
      .nth(round % 2)
      .click();
  });
  console.log(`script of another instruction  ${nextSite.toFixed(1)} ms`);
  const nextLane = await interaction(kernel, 'Banks', async (page, round) => {
    await page.locator('.selected').getByLabel('lane').fill(String(round));
  });
  console.log(`script of a lane, bank grid    ${nextLane.toFixed(1)} ms`);
  const nextElement = await interaction(kernel, 'Tile', async (page, round) => {
    await page.locator('.selected').getByLabel('lane').fill(String(round));
  });
  console.log(`script of a lane, tile         ${nextElement.toFixed(1)} ms`);
}

if (!onlyExplorers) await measurePlayground();
await measureExplorers(app, browser, onlyExplorers ? names : []);
await close();
