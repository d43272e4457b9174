/** The built command as a process; skipped when it has not been built. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { copy } from './kernels.ts';
import { inFolder } from '../../../test/in-folder.ts';

const bin = fileURLToPath(new URL('../bin/ldscope.cjs', import.meta.url));
const dist = new URL('../dist/', import.meta.url);
const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const built = existsSync(new URL('ldscope.cjs', dist));
if (!built) console.log('skipped: packages/cli/dist is absent, run npm run build first');

const start = (argv: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [bin, ...argv], {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

/** A file of the bundle by its path, or by the name before its hash. */
function textOf(file: string): string {
  const named = readdirSync(dist).find(
    (name) => name.startsWith(`${file}-`) && name.endsWith('.cjs'),
  );
  return readFileSync(new URL(named ?? file, dist), 'utf8');
}

/** What a file of the bundle imports before it runs, itself included, at any distance. */
function imports(file: string, found = new Set<string>()): readonly string[] {
  if (found.has(file)) return [];
  found.add(file);
  if (!file.startsWith('./')) return [...found];
  const statements = /^(?:import (?:.* from )?|(?:(?:const|let) \w+ = )?require\()"([^"]+)"\)?;$/gm;
  for (const [, imported = ''] of textOf(file).matchAll(statements)) imports(imported, found);
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
    const [, machine = ''] = /require\("(\.\/machine-[\w-]+\.cjs)"\)/.exec(textOf('start')) ?? [];
    const read = [...imports('./command.cjs'), ...imports(machine)];
    const names = read.map((file) => /^(?:\.\/)?([a-z]+)/.exec(file)?.[1]);
    expect([...new Set(names)].sort()).toEqual(
      'answer chip command commander machine node print rolldown start'.split(' '),
    );
  });

  test.each([
    ['mlir', 'transpose-plain/kernel.mlir', 'gfx942', '32x32'],
    ['ptx', 'cuda/transpose.ptx', 'sm_90', '32x8'],
    ['amdgcn', 'compiled-transpose/kernel.s', 'gfx942', '32x8'],
  ])('reads of all languages %s alone for %s', (language, file, machine, block) => {
    inFolder((folder) => {
      const env = { XDG_CACHE_HOME: folder, NODE_DISABLE_COMPILE_CACHE: undefined };
      const { stderr } = start(
        ['analyze', join(examples, file), '-m', machine, '-l', `block=${block}`],
        '',
        env,
      );
      expect(stderr).not.toContain('error');
      const code = join(folder, 'ldscope/code');
      const kept = readFileSync(join(code, readdirSync(code)[0] ?? '')).toString('latin1');
      const languages = kept.matchAll(/"on-demand-(mlir|ptx|amdgcn)-/g);
      expect(Array.from(languages, ([, name]) => name)).toEqual([language]);
    });
  });

  test('takes what is loaded on demand by its names: nobody asks such a file for all that it has', () => {
    const files = readdirSync(dist).filter((name) => name.endsWith('.cjs'));
    const uses = files.flatMap((name) => [
      ...readFileSync(new URL(name, dist), 'utf8').matchAll(/\brequire_on_demand_\w+(.{2})/g),
    ]);
    expect(uses.length).toBeGreaterThan(100);
    expect(uses.filter(([, next = '']) => next !== ' =' && !next.startsWith('.'))).toEqual([]);
  });

  test('is a library besides, which needs no Node', () => {
    const outside = imports('./index.js').filter((name) => !name.startsWith('./'));
    expect(outside).toEqual([]);
  });

  describe('keeps its compiled code', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ldscope-built-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const code = join(folder, 'ldscope/code');
    const kept = (): string => join(code, readdirSync(code)[0] ?? '');
    const env = { XDG_CACHE_HOME: folder, NODE_DISABLE_COMPILE_CACHE: undefined };
    const answer = (more: NodeJS.ProcessEnv = {}): string => {
      const { status, stdout, stderr } = start(['machine', 'gfx950'], '', { ...env, ...more });
      expect([status, stderr]).toEqual([0, '']);
      return stdout;
    };

    test('not where it is told not to, where it is confined, or where nothing can be written', () => {
      const whole = answer({ NODE_DISABLE_COMPILE_CACHE: '1' });
      expect(whole).toContain('gfx950');
      expect(answer({ LDSCOPE_CONFINED: '{ "roots": [] }' })).toBe(whole);
      expect(readdirSync(folder)).toEqual([]);
      expect(answer({ XDG_CACHE_HOME: bin })).toBe(whole);
    });

    test('and takes it while it is whole', () => {
      const whole = answer();
      const file = kept();
      const bytes = readFileSync(file);
      expect(answer()).toBe(whole);
      expect(readFileSync(file).equals(bytes)).toBe(true);
      // Blocks of a disk are lost as a whole.
      const damaged = [0, 512, 65_536, bytes.length - 512].map((at) =>
        Buffer.from(bytes).fill(0x55, at, at + 512),
      );
      const cut = [bytes.subarray(0, -8), bytes.subarray(0, 5000), bytes.subarray(0, 2), ''];
      for (const wrong of [...damaged, ...cut]) {
        writeFileSync(file, wrong);
        expect(answer()).toBe(whole);
        expect(readFileSync(file).length).toBeGreaterThan(bytes.length / 2);
      }
    });

    test('of files of this bundle, for a month', () => {
      answer();
      const file = kept();
      const old = join(code, 'old.bin');
      writeFileSync(old, '');
      utimesSync(old, 0, 0);
      rmSync(file);
      answer();
      expect(existsSync(old)).toBe(false);
      expect(readdirSync(code)).toEqual([basename(file)]);
    });
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
    { encoding: 'utf8' },
  );
  // npm links what is there when it installs: the file has to be committed.
  expect([status, stdout.trim()]).toEqual([0, expect.stringContaining('ldscope.cjs')]);
});
