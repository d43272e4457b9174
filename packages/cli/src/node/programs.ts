/** Other programs that are started: disassemblers, verifiers, browsers. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Disassembled } from '../io/io.ts';

/** Longest output of a disassembler that is read. */
const MOST_OUTPUT = 2 ** 28;

/** The listing goes through a file: a pipe takes longer than the disassembler itself, and some are 100 MB long. */
export async function disassemble(
  command: string,
  codeObject: Uint8Array,
): Promise<Disassembled | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'ldscope-'));
  try {
    const file = join(folder, 'kernel.co');
    await writeFile(file, codeObject);
    const listing = join(folder, 'kernel.s');
    const output = await open(listing, 'w');
    const { status, stderr, error } = spawnSync(command, ['-d', file], {
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT,
      stdio: ['ignore', output.fd, 'pipe'],
    });
    await output.close();
    if (status === 0) {
      const { size } = await stat(listing);
      if (size > MOST_OUTPUT) return { problem: `its output has more than ${MOST_OUTPUT} bytes` };
      return { text: await readFile(listing, 'utf8') };
    }
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
    const line = stderr?.split('\n').find((text) => text.trim() !== '');
    return { problem: line?.replaceAll(file, 'it') ?? error?.message ?? 'it failed' };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Dialects that the program lacks are let through: their operations come in generic form. */
export function verifyMlir(command: string, text: string): string | undefined {
  const { status, stderr, error } = spawnSync(
    command,
    ['--allow-unregistered-dialect', '--verify-each', '-o', '/dev/null'],
    { input: text, encoding: 'utf8', maxBuffer: MOST_OUTPUT },
  );
  if (error !== undefined || status === null) return undefined;
  return status === 0 ? '' : (stderr.split('\n')[0] ?? 'it was rejected');
}

/** The program that opens addresses on a system. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

export function openBrowser(address: string): Promise<boolean> {
  const [command, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const opener = spawn(command, [...before, address], { detached: true, stdio: 'ignore' });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
}
