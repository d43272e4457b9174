/** Paths of annotations and of SARIF, from any folder of a repository. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../src/main.ts';
import { nodeIo } from '../src/node/node-io.ts';
import { repositoryPaths } from '../src/io/repository.ts';
import { transpose } from './kernels.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ldscope-repository-')));
const start = process.cwd();
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, '.git'));
mkdirSync(join(root, 'sub/deep'), { recursive: true });
writeFileSync(join(root, 'sub/a kernel.mlir'), transpose);
mkdirSync(join(root, 'tree'));
writeFileSync(join(root, 'tree/.git'), 'gitdir: ../.git\n');
cpSync(join(root, 'sub/a kernel.mlir'), join(root, 'tree/k.mlir'));

/** What a command prints in a folder. */
async function printed(
  folder: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  let text = '';
  const sink = { isTTY: false, write: (part: string) => void (text += part) };
  process.chdir(folder);
  try {
    await run(argv, { ...nodeIo(), env, stdout: sink, stderr: { ...sink, write: () => {} } });
    return text;
  } finally {
    process.chdir(start);
  }
}

describe.each(['.', 'sub', 'sub/deep'])('in %s of a repository', (folder) => {
  const here = join(root, folder);
  const path = relative(here, join(root, 'sub/a kernel.mlir'));

  test('annotations have paths of the repository', async () => {
    const text = await printed(here, ['check', path, '-m', 'gfx942', '-f', 'github']);
    const files = [...text.matchAll(/^::error file=([^,]*),/gm)].map(([, file]) => file);
    expect(new Set(files)).toEqual(new Set(['sub/a kernel.mlir']));
  });

  test.each(['check', 'analyze'])('SARIF of %s has addresses from its root', async (command) => {
    const text = await printed(here, [command, path, '-m', 'gfx942', '-f', 'sarif']);
    const {
      runs: [{ results, originalUriBaseIds }],
    } = JSON.parse(text);
    expect(Object.keys(originalUriBaseIds)).toEqual(['%SRCROOT%']);
    expect(results.length).toBeGreaterThan(0);
    for (const { locations } of results)
      expect(locations[0].physicalLocation.artifactLocation).toEqual({
        uri: 'sub/a%20kernel.mlir',
        uriBaseId: '%SRCROOT%',
      });
  });
});

test('a work tree has a file for its folder of git', async () => {
  const text = await printed(join(root, 'tree'), 'check k.mlir -m gfx942 -f github'.split(' '));
  expect(text).toContain('file=k.mlir,');
});

test('a job starts from its workspace, and what is outside keeps its path', async () => {
  const env = { GITHUB_WORKSPACE: join(root, 'sub') };
  process.chdir(join(root, 'sub/deep'));
  const pathOf = await repositoryPaths({ ...nodeIo(), env });
  expect(pathOf?.('../a.mlir')).toBe('a.mlir');
  expect(pathOf?.('../../a.mlir')).toBe('../../a.mlir');
  expect(pathOf?.('/usr/include/a.h')).toBe('/usr/include/a.h');
  process.chdir(start);
});
