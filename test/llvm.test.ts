/** What a test hears of LLVM's tools: shell scripts stand in for tools of other versions. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LlvmTool, llvmTool, skips } from './llvm.ts';

const NAME = 'llvm-mca';
const around = process.env['PATH'] ?? '';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ldscope-tools-'));
  vi.stubEnv('PATH', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A tool that prints a version and the targets that it was built with. */
function install(name: string, version: string, ...targets: string[]): string {
  const path = join(folder, name);
  const lines = [`LLVM version ${version}`, ...targets.map((target) => `    ${target}  - it`)];
  writeFileSync(path, `#!/bin/sh\nPATH='${around}'\ncat <<'END'\n${lines.join('\n')}\nEND\n`);
  chmodSync(path, 0o755);
  return path;
}

it('takes the version that tests were written with, by its name first', () => {
  install(NAME, '22.0.1', 'amdgcn');
  const named = install(`${NAME}-22`, '22.1.8', 'amdgcn');
  expect(llvmTool(NAME, 'amdgcn')).toEqual({
    release: 'llvm-mca 22',
    command: named,
    version: '22.1.8',
    missing: undefined,
  });
});

/** Where LLVM 22 is in its own folder, that one is found; these need a name that no LLVM has. */
const elsewhere = 'llvm-no-such-tool' as typeof NAME;

it('takes no other version, and says which there is', () => {
  const path = install(elsewhere, '18.1.3', 'amdgcn');
  expect(llvmTool(elsewhere).missing).toBe(
    `needs ${elsewhere} of LLVM 22; ${path} is of LLVM 18.1.3`,
  );
});

it('takes none without the target', () => {
  const path = install(elsewhere, '22.1.8', 'x86-64', 'amdgcnish');
  expect(llvmTool(elsewhere, 'amdgcn').missing).toBe(
    `needs ${elsewhere} of LLVM 22 for amdgcn; ${path} is without amdgcn`,
  );
  expect(llvmTool(elsewhere)).toMatchObject({ command: path, missing: undefined });
});

it('prints why tests are skipped, and nothing where they are not', () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const there: LlvmTool = { release: 'a 22', command: '/a', version: '22.1.8', missing: undefined };
  expect(skips(there)).toBe(false);
  expect(print).not.toHaveBeenCalled();
  expect(skips(there, llvmTool(elsewhere, 'amdgcn'))).toBe(true);
  expect(print.mock.calls).toEqual([[`skipped: needs ${elsewhere} of LLVM 22 for amdgcn in PATH`]]);
  print.mockRestore();
});
