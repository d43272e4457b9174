/** What suggest tells the author of a source to declare: done as told, compiled and counted again. What fix writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { llvmTool, skips } from '../../../test/llvm.ts';
import { ldscope } from './fake-io.ts';
import { compileFolder, compileWithKnownHeaders } from './compiling.ts';

interface Declaration {
  readonly name: string;
  readonly line: number;
  readonly better: readonly number[];
  readonly conflicts: readonly { readonly before: number; readonly after: number }[];
}

interface Suggested {
  readonly buffers: readonly { readonly verdict: string; readonly declaration?: Declaration }[];
}

interface Report {
  readonly totals: { readonly bankConflict: number };
  readonly kernel: { readonly workgroups: { readonly executed: number } };
}

const examples = fileURLToPath(new URL('../../../examples/hip', import.meta.url));
const compiler = llvmTool('clang', 'amdgcn');

/** The last dimension of the array that a line declares. */
function edited(source: string, { line, better }: Declaration): string {
  const lines = source.split('\n');
  const before = lines[line - 1] ?? '';
  expect(before).toContain('__shared__');
  lines[line - 1] = before.replace(/\[[^\]]*\];/, `[${better.at(-1)}];`);
  expect(lines[line - 1]).not.toBe(before);
  return lines.join('\n');
}

describe.skipIf(skips(compiler))('a declaration that is changed as told', () => {
  const folder = compileFolder();

  /** Runs a command on a file with the launch of an example. */
  const run = async (command: string, path: string, name: string, ...more: readonly string[]) => {
    const launch = join(examples, `${name}.yaml`);
    const files = { [launch]: readFileSync(launch, 'utf8') };
    const line = [command, path, '-m', 'gfx942', '-l', launch, ...more];
    return await ldscope(line, { compile: compileWithKnownHeaders, files });
  };

  const conflictsOf = async (path: string, name: string): Promise<number> => {
    const { stdout } = await run('analyze', path, name, '--workgroups', '1', '-f', 'json');
    // Of one workgroup, as suggestions are: those of a class have the same.
    const { totals, kernel } = JSON.parse(stdout) as Report;
    return totals.bankConflict / kernel.workgroups.executed;
  };

  test.each(['transpose', 'stencil', 'mfma'])(
    '%s has as few conflicts as predicted',
    async (name) => {
      const path = join(examples, `${name}.hip`);
      const { stdout } = await run('suggest', path, name, '-f', 'json');
      const { buffers } = JSON.parse(stdout) as Suggested;
      const declarations = buffers.flatMap(({ declaration }) => declaration ?? []);
      expect(declarations.length).toBeGreaterThan(0);
      const source = declarations.reduce(edited, readFileSync(path, 'utf8'));
      const changed = join(folder(), `${name}.hip`);
      writeFileSync(changed, source);
      const sum = (when: 'before' | 'after'): number =>
        declarations.reduce((all, { conflicts }) => all + (conflicts[0]?.[when] ?? 0), 0);
      expect(await conflictsOf(path, name)).toBe(sum('before'));
      expect(await conflictsOf(changed, name)).toBe(sum('after'));
      if (name === 'transpose') expect(sum('after')).toBe(0);
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
