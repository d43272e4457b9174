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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { patternOf, runPage } from './pages.ts';

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

describe.skipIf(!built).each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
  'docs/start/%s',
  (name) => {
    test('does what it shows', () => {
      const page = readFileSync(join(folder, name), 'utf8');
      const ran = runPage(page, `docs/start/${name}`, { ...folders(), repository });
      expect(ran, 'blocks of sh').toBeGreaterThan(0);
    }, 180_000);
  },
);

test('a shown text is a pattern of lines', () => {
  expect('one\n two  three\nfour\n').toMatch(patternOf('...\ntwo three\n...\n'));
  expect('one\ntwo\n').not.toMatch(patternOf('one\n'));
  expect('one (1) of 2\n').toMatch(patternOf('one (1) of ...\n'));
  expect('one 11 of 2\n').not.toMatch(patternOf('one (1) of ...\n'));
});
