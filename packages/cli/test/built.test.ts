/** The built command as a process; skipped when it has not been built. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { copy } from './kernels.ts';

const bin = fileURLToPath(new URL('../bin/ldscope.js', import.meta.url));
const dist = new URL('../dist/', import.meta.url);
const built = existsSync(new URL('bin.js', dist));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const start = (argv: readonly string[], input = '') =>
  spawnSync(process.execPath, [bin, ...argv], { input, encoding: 'utf8' });

/** A file of the bundle by its path, or by the name before its hash. */
function textOf(file: string): string {
  const named = readdirSync(dist).find(
    (name) => name.startsWith(`${file}-`) && name.endsWith('.js'),
  );
  return readFileSync(new URL(named ?? file, dist), 'utf8');
}

/** What a file of the bundle imports before it runs, itself included, at any distance. */
function imports(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [];
  found.add(file);
  if (!file.startsWith('./')) return [...found];
  for (const [, imported = ''] of textOf(file).matchAll(/^import (?:.* from )?"([^"]+)";$/gm)) {
    imports(imported, found);
  }
  return [...found];
}

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

  test('reads few files of its own before a short answer', () => {
    const [, machine = ''] = /import\("(\.\/machine-[\w-]+\.js)"\)/.exec(textOf('start')) ?? [];
    const read = [...imports('./bin.js'), ...imports(machine)];
    const names = read.map((file) => /^(?:\.\/)?([a-z]+)/.exec(file)?.[1]);
    expect([...new Set(names)].sort()).toEqual(
      'answer bin check chip commander machine node print start'.split(' '),
    );
  });

  test('is a library besides, which needs no Node', () => {
    const outside = imports('./index.js').filter((name) => !name.startsWith('./'));
    expect(outside).toEqual([]);
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
