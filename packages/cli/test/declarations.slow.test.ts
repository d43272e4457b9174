/** What suggest tells the author of a source to change: done as told, compiled and counted again. What fix writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TriedChange } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, compileWithKnownHeaders, patched } from './compiling.ts';

interface Suggested {
  readonly diff: string;
  readonly candidates: readonly [TriedChange];
}

interface Report {
  readonly totals: { readonly bankConflict: number };
}

const examples = fileURLToPath(new URL('../../../examples/hip', import.meta.url));
const compiler = llvmTool('clang', 'amdgcn');

describe.skipIf(skips(compiler))('a source that is changed as told', () => {
  const folder = compileFolder();

  /** Runs a command on a file with the launch of an example. */
  const run = async (command: string, path: string, name: string, ...more: readonly string[]) => {
    const launch = join(examples, `${name}.yaml`);
    const files = { [launch]: readFileSync(launch, 'utf8') };
    const line = [command, path, '-m', 'gfx942', '-l', launch, ...more];
    return await ldscope(line, { compile: compileWithKnownHeaders, files });
  };

  const conflictsOf = async (path: string, name: string): Promise<number> => {
    const { stdout } = await run('analyze', path, name, '--workgroups', 'all', '-f', 'json');
    const { totals } = JSON.parse(stdout) as Report;
    return totals.bankConflict;
  };

  test.each(['transpose', 'stencil', 'mfma'])(
    '%s has as few conflicts as told',
    async (name) => {
      const path = join(examples, `${name}.hip`);
      const { stdout } = await run('suggest', path, name, '-f', 'json');
      const { diff, candidates } = JSON.parse(stdout) as Suggested;
      const [{ runs }] = candidates;
      const changed = join(folder(), `${name}.hip`);
      writeFileSync(changed, patched(readFileSync(path, 'utf8'), diff));
      expect(await conflictsOf(path, name)).toBe(runs[0]?.before.conflicts);
      expect(await conflictsOf(changed, name)).toBe(runs[0]?.after.conflicts);
      if (name === 'transpose') expect(runs[0]?.after.conflicts).toBe(0);
    },
    180_000,
  );

  test('fix prints it as a diff, and writes it where -o says', async () => {
    const path = join(examples, 'transpose.hip');
    const printed = await run('fix', path, 'transpose');
    expect(printed.code).toBe(0);
    const edits = printed.stdout.split('\n').filter((line) => /^[-+] /.test(line));
    expect(edits.map((line) => line.trim().replace(/\s+/g, ' '))).toEqual([
      '- __shared__ float tile[TILE][TILE];',
      '+ __shared__ float tile[TILE][TILE + 1];',
    ]);
    expect(printed.stderr).toContain('no conflicts are left');
    const { code, written } = await run('fix', path, 'transpose', '-o', 'out.hip');
    const source = readFileSync(path, 'utf8');
    expect(code).toBe(0);
    expect([...written]).toEqual([
      ['out.hip', source.replace('tile[TILE][TILE];', 'tile[TILE][TILE + 1];')],
    ]);
    const checked = await run('fix', path, 'transpose', '--check');
    expect([checked.code, checked.written.size]).toEqual([0, 0]);
    expect(checked.stdout).not.toContain('diff --git');
    const padded = await run('fix', join(examples, 'transpose-padded.hip'), 'transpose-padded');
    expect(padded.code).toBe(0);
    expect(padded.stdout).toContain('nothing to do');
  }, 180_000);
});
