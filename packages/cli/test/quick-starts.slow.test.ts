/** The quick starts are run against the built command; `pages.ts` has what their blocks mean. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { patternOf, runPage } from './pages.ts';
import { chosenOf } from '../../../test/cases.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(repository, 'docs/start');
const bin = join(repository, 'packages/cli/bin/ldscope.cjs');
const built = existsSync(join(repository, 'packages/cli/dist/ldscope.cjs'));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const cleanUps: (() => void)[] = [];
afterAll(() => {
  for (const cleanUp of cleanUps) cleanUp();
});

/** A folder, and one with `ldscope` in it. */
function folders(): { readonly place: string; readonly tools: string } {
  const place = mkdtempSync(join(tmpdir(), 'ldscope-quick-start-'));
  const tools = mkdtempSync(join(tmpdir(), 'ldscope-quick-start-bin-'));
  cleanUps.push(() =>
    [place, tools].forEach((path) => rmSync(path, { recursive: true, force: true })),
  );
  writeFileSync(join(tools, 'ldscope'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(join(tools, 'ldscope'), 0o755);
  return { place, tools };
}

describe.skipIf(!built).each(chosenOf(readdirSync(folder).filter((name) => name.endsWith('.md'))))(
  'docs/start/%s',
  (name) => {
    test('does what it shows', () => {
      const page = readFileSync(join(folder, name), 'utf8');
      const ran = runPage(page, `docs/start/${name}`, { ...folders(), repository });
      expect(ran, 'blocks of sh').toBeGreaterThan(0);
    }, 180_000);
  },
);

/** Stand-ins for what compilers write of the kernels of the pages: those kernels, and no others. */
describe('a stand-in', () => {
  const kernelOf = (page: string, name: string): string => {
    const text = readFileSync(join(folder, page), 'utf8');
    return new RegExp('```cpp ' + name.replace('.', '\\.') + '\n([^`]*)```').exec(text)?.[1] ?? '';
  };
  /** Without comments, versions and directives of debuggers. */
  const instructionsOf = (text: string): string[] =>
    text
      .split('\n')
      .map((line) => line.replace(/\s*(?:;|\/\/).*$/, '').trim())
      .filter((line) => /^(?:[sv]_|ds_|global_|ld|st|mov|add|mul|mad|bar|set)/.test(line));

  test.skipIf(!built)('has the instructions of the page: transpose-gfx942.s', ({ skip }) => {
    const { place } = folders();
    writeFileSync(join(place, 'transpose.hip'), kernelOf('hip.md', 'transpose.hip'));
    const options = '-m gfx942 -l block=32x8 --save-temps . --compiler clang++-22'.split(' ');
    const words = ['analyze', 'transpose.hip', ...options, '--', '-g0'];
    const { status } = spawnSync(process.execPath, [bin, ...words], { cwd: place });
    if (status !== 0) skip('clang++-22 is not installed');
    const made = readFileSync(join(place, 'transpose.hip-gfx942.s'), 'utf8');
    expect(instructionsOf(made)).toEqual(instructionsOf(standIn('transpose-gfx942.s')));
  });

  test('has the instructions of the page: transpose.ptx', ({ skip }) => {
    const { place } = folders();
    writeFileSync(join(place, 'transpose.cu'), kernelOf('cuda.md', 'transpose.cu'));
    const words = ['-ptx', '-arch=sm_90', '-lineinfo', 'transpose.cu', '-o', 'transpose.ptx'];
    const { status } = spawnSync('nvcc', words, { cwd: place });
    const own = standIn('transpose.ptx');
    const made = status === 0 ? readFileSync(join(place, 'transpose.ptx'), 'utf8') : '';
    const [, version = ''] = /^\.version (\S+)/m.exec(own) ?? [];
    if (!made.includes(`.version ${version}\n`)) skip(`nvcc of PTX ${version} is not installed`);
    expect(instructionsOf(made)).toEqual(instructionsOf(own));
  });
});

const standIn = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'stand-ins', name), 'utf8');

test('a shown text is a pattern of lines', () => {
  expect('one\n two  three\nfour\n').toMatch(patternOf('...\ntwo three\n...\n'));
  expect('one\ntwo\n').not.toMatch(patternOf('one\n'));
  expect('one (1) of 2\n').toMatch(patternOf('one (1) of ...\n'));
  expect('one 11 of 2\n').not.toMatch(patternOf('one (1) of ...\n'));
});
