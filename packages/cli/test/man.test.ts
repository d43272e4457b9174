/** The manual page: it is that of the definitions, and groff finds nothing to warn of. `npx vitest run packages/cli/test/man -u` writes it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { manPage } from '../src/completion/man-page.ts';
import { buildProgram } from '../src/main.ts';
import { nodeIo } from '../src/node/node-io.ts';
import { ownVersion } from '../src/system/package-files.ts';

const path = join(import.meta.dirname, '../man/ldscope.1');
const program = buildProgram(nodeIo(), () => () => Promise.resolve());
const page = manPage(program, ownVersion());

it('is the page of the package', async () => {
  await expect(page).toMatchFileSnapshot(path);
});

const hasGroff = spawnSync('groff', ['--version']).status === 0;
if (!hasGroff) console.log('skipped: groff is not installed, nothing reads the manual page');

it.skipIf(!hasGroff)('is read by groff without a warning, with every command and option', () => {
  const argv = ['-man', '-ww', '-Tascii', '-P-cbou'];
  const { stdout, stderr, status } = spawnSync('groff', argv, { input: page, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  for (const command of program.commands) {
    expect(stdout).toContain(`ldscope ${command.name()}`);
    for (const { long, hidden } of command.options) if (!hidden) expect(stdout).toContain(long);
  }
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Exit codes: 0 done, or nothing to do; 1 no searched layout helps, or it is not known; 2 bad input',
  );
});

it('is installed with the package', () => {
  const { man } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
  ) as { readonly man: readonly string[] };
  expect(man.map((one) => join(import.meta.dirname, '..', one))).toEqual([path]);
});
