/** The built command as a process; skipped when it has not been built. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copy } from './kernels.ts';

const bin = fileURLToPath(new URL('../bin/ldscope.js', import.meta.url));
const built = existsSync(new URL('../dist/bin.js', import.meta.url));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const start = (argv: readonly string[], input = '') =>
  spawnSync(process.execPath, [bin, ...argv], { input, encoding: 'utf8' });

describe.skipIf(!built)('the built command', () => {
  test('reads the standard input and answers on the standard output', () => {
    const { status, stdout, stderr } = start(['analyze', '-', '-m', 'gfx942'], copy);
    expect(stderr).toBe('');
    expect(stdout).toContain('No bank conflicts');
    expect(status).toBe(0);
  });

  test('ends with 2 and one error for a file that is not there', () => {
    const { status, stdout, stderr } = start(['analyze', 'no-such-file.mlir']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('usage/unreadable');
  });

  test('is silent when its reader goes away', () => {
    const command = `"${process.execPath}" "${bin}" machine gfx950 -f json | head -n 1`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['{\n', '']);
  });
});

test('the command is linked before anything is built', () => {
  const { bin: bins } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { bin: Readonly<Record<string, string>> };
  const target = new URL(`../${bins['ldscope'] ?? ''}`, import.meta.url);
  const { status, stdout } = spawnSync(
    'git',
    ['ls-files', '--error-unmatch', fileURLToPath(target)],
    {
      encoding: 'utf8',
    },
  );
  // npm links what is there when it installs: the file has to be committed.
  expect([status, stdout.trim()]).toEqual([0, expect.stringContaining('ldscope.js')]);
});
