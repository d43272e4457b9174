/** LLVM's FileCheck on texts: one call per question. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../../test/in-folder.ts';

const programs = ['FileCheck', 'FileCheck-22', '/usr/lib/llvm-22/bin/FileCheck'];

/** The installed FileCheck, `undefined` where there is none. */
export function findFileCheck(): string | undefined {
  return programs.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** What FileCheck says against an output; empty when all checks hold. */
export function fileCheck(
  program: string,
  checks: string,
  output: string,
  prefixes: readonly string[],
): string {
  return inFolder((folder) => {
    const file = join(folder, 'checks');
    writeFileSync(file, checks);
    const { status, stderr } = spawnSync(
      program,
      [file, `--check-prefixes=${prefixes.join(',')}`, '--allow-unused-prefixes'],
      { input: output === '' ? '\n' : output, encoding: 'utf8' },
    );
    return status === 0 ? '' : stderr.trim() || `it ends with ${status}`;
  });
}
