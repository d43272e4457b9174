/**
 * The package as it is published: packed, installed into an empty folder, and used from there. What its README and the README
 * of the repository tell a user to run is run; the library answers on each Node and, bundled, in a browser.
 *
 * LDSCOPE_NODES names more Nodes, with `:` between their paths; those of PATH under names such as `node22` are taken too.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../../../apps/web/tools/chromium.ts';
import { runPage, shellIn } from './pages.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const example = (path: string): string => join(repository, 'examples', path);
const isBuilt = existsSync(join(repository, 'packages/cli/dist/ldscope.cjs'));
if (!isBuilt) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const nodes = [...new Set([process.execPath, ...givenNodes()])].map((path) => ({
  path,
  version: spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim(),
}));

function givenNodes(): string[] {
  const named = (process.env['LDSCOPE_NODES'] ?? '').split(delimiter);
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['node20', 'node22', 'node24'].map((name) => join(folder, name)));
  return [...named, ...found].filter((path) => path !== '' && existsSync(path));
}

/** The kernel of README's first report. */
const CONFLICTS = 7936;

describe.skipIf(!isBuilt)('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ldscope-package-'));
  const place = join(folder, 'place');
  const tools = join(place, 'node_modules/.bin');
  const installed = join(place, 'node_modules/ldscope');
  let problem: string | undefined;

  const npm = (...argv: string[]) =>
    spawnSync('npm', [...argv, '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: place,
      encoding: 'utf8',
    });

  beforeAll(() => {
    mkdirSync(place);
    const packed = npm('pack', join(repository, 'packages/cli'), '--pack-destination', folder);
    expect(packed.status, packed.stderr).toBe(0);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
    const { status, stderr } = npm('install', '--prefer-offline', join(folder, tarball));
    if (status === 0) return;
    // Where neither npm's cache nor a registry has what it depends on, there is nothing to test.
    expect(stderr).toMatch(
      /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|E40[134]|network/,
    );
    problem = `npm cannot install what the package depends on: ${stderr.split('\n')[0] ?? ''}`;
    console.log(`skipped: ${problem}`);
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('brings what it declares, and nothing of its tests', ({ skip }) => {
    if (problem !== undefined) skip(problem);
    const text = readFileSync(join(installed, 'package.json'), 'utf8');
    const { bin, exports, man } = JSON.parse(text) as {
      readonly bin: Readonly<Record<string, string>>;
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
      readonly man: readonly string[];
    };
    const files = [bin, exports].flatMap((one) =>
      Object.values(one).flatMap((value) =>
        typeof value === 'string' ? [value] : Object.values(value),
      ),
    );
    for (const file of [...files, ...man, 'README.md', 'LICENSE', 'include/hip'])
      expect(existsSync(join(installed, file)), file).toBe(true);
    expect(readdirSync(installed)).not.toContain('src');
    expect(readdirSync(installed)).not.toContain('test');
  });

  it('does what its README shows', ({ skip }) => {
    if (problem !== undefined) skip(problem);
    const page = readFileSync(join(installed, 'README.md'), 'utf8');
    expect(runPage(page, 'packages/cli/README.md', { place, tools, repository })).toBe(3);
  }, 240_000);

  it('does what the README of the repository tells a user to run', ({ skip }) => {
    if (problem !== undefined) skip(problem);
    const folderOf = join(folder, 'commands');
    mkdirSync(join(folderOf, 'kernels'), { recursive: true });
    const put = (path: string, name: string): void =>
      copyFileSync(example(path), join(folderOf, name));
    put('transpose-plain/kernel.mlir', 'kernel.mlir');
    put('transpose-swizzled/kernel.mlir', 'kernels/good.mlir');
    put('compiled-transpose/kernel.s', 'kernel.s');
    put('compiled-transpose/launch.yaml', 'launch.yaml');
    // Inputs are known by what they hold.
    put('compiled-transpose/kernel.s', 'libkernels.so');
    const tile =
      'element: f16\ntile: ${M}x${K}\naccesses:\n' +
      '  - { write: row-copy b128 }\n  - { read: mfma-a v_mfma_f32_16x16x16_f16 b64 }\n';
    writeFileSync(join(folderOf, 'tile.yaml'), tile);
    const address = Array.from({ length: 32 }, (_, lane) => 8 * lane);
    const measured = {
      op: 'ld.shared.b32',
      mask: 'ffffffff',
      address,
      wavefronts: 2,
      conflicts: 1,
    };
    writeFileSync(join(folderOf, 'measured.jsonl'), JSON.stringify(measured));
    const page = readFileSync(join(repository, 'README.md'), 'utf8');
    const commands = [...page.matchAll(/^ {4}npx (?<command>ldscope .*)$/gm)].map(
      ({ groups: { command = '' } = {} }) => command,
    );
    expect(commands.length).toBeGreaterThanOrEqual(12);
    const run = shellIn(folderOf, tools);
    for (const command of commands) {
      const { status, stdout, stderr } = run(command);
      expect(status, `${command}\n${stderr}`).toBe(0);
      expect(stdout.length, command).toBeGreaterThan(0);
    }
  }, 240_000);

  it.for(nodes)('runs on Node $version', ({ path }, { skip }) => {
    if (problem !== undefined) skip(problem);
    const run = (...argv: string[]): string => {
      const { stdout, stderr, status } = spawnSync(path, argv, { cwd: place, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      return stdout;
    };
    const kernel = example('transpose-plain/kernel.mlir');
    const bin = join(installed, 'bin/ldscope.cjs');
    expect(run(bin, 'analyze', kernel, '-m', 'gfx942')).toContain('7,936 of 8,448');
    writeFileSync(
      join(place, 'use.mjs'),
      `import { readFileSync } from 'node:fs';
       import { analyzeKernel } from 'ldscope';
       const text = readFileSync(${JSON.stringify(kernel)}, 'utf8');
       console.log(analyzeKernel(text, { machine: 'gfx942' }).analysis.report.totals.bankConflict);`,
    );
    expect(run('use.mjs').trim()).toBe(String(CONFLICTS));
  });
  for (const version of ['v20.', 'v22.', 'v24.'])
    if (!nodes.some((one) => one.version.startsWith(version)))
      console.log(`skipped: no Node ${version.slice(1, -1)} is there (LDSCOPE_NODES names one)`);

  const chromium = findChromium();
  if (chromium === undefined) console.log('skipped: no Chromium, the bundle is not run');

  it.skipIf(chromium === undefined)(
    'answers in a browser, bundled',
    async ({ skip }) => {
      if (problem !== undefined) skip(problem);
      const kernel = readFileSync(example('transpose-plain/kernel.mlir'), 'utf8');
      writeFileSync(
        join(place, 'page.mjs'),
        `import { analyzeKernel, fixText, suggestKernel } from 'ldscope';
       const kernel = ${JSON.stringify(kernel)};
       const conflicts = (text) => analyzeKernel(text, { machine: 'gfx942' }).analysis.report.totals.bankConflict;
       const fixed = fixText(kernel, { machines: ['gfx942'] });
       const verdict = suggestKernel(kernel, { machines: ['gfx942'] }).report.buffers[0].verdict;
       document.title = [conflicts(kernel), verdict, conflicts(fixed.text)].join(' ');`,
      );
      await build({
        cwd: place,
        config: false,
        entry: { page: 'page.mjs' },
        format: 'iife',
        platform: 'browser',
        outDir: 'bundle',
        dts: false,
        deps: { alwaysBundle: [/./] },
        logLevel: 'error',
      });
      const [script = ''] = readdirSync(join(place, 'bundle'));
      expect(readFileSync(join(place, 'bundle', script), 'utf8')).not.toMatch(/["']node:/);
      const html = join(place, 'page.html');
      writeFileSync(html, `<!doctype html><script src="bundle/${script}"></script>`);
      const { stdout } = spawnSync(
        chromium ?? '',
        [
          '--headless',
          '--no-sandbox',
          '--virtual-time-budget=60000',
          '--dump-dom',
          pathToFileURL(html).href,
        ],
        { encoding: 'utf8' },
      );
      expect(/<title>(.*)<\/title>/.exec(stdout)?.[1]).toBe(`${CONFLICTS} solved 0`);
    },
    120_000,
  );
});
