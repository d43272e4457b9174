/** The real surroundings: this process, its terminal and its files. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { compileSource } from './compile/compile.ts';
import { ireeOpt } from './compile/iree-opt.ts';
import { lowerMlir } from './compile/lower-mlir.ts';
import { disassembleSass } from './compile/sass.ts';
import { findTools } from './compile/find-tools.ts';
import { fileProblem } from './file-problem.ts';
import { nextChange } from './watch.ts';
import type { Disassembled, Io, Sink } from './io.ts';
import { readRevision } from './revision.ts';

/** The surroundings of this process. A reader that closes the pipe early ends the process in silence. */
export function nodeIo(): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  return {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    env: process.env,
    readFile: async (path) => new TextDecoder().decode(await readBytes(path)),
    readBytes,
    readRevision: async (revision, path) => readRevision(revision, path),
    readFolder,
    writeFile: (path, content) => writeFile(path, content),
    disassemble,
    compile: compileSource,
    disassembleSass,
    verifyMlir: (command, text) => Promise.resolve(verifyMlir(command, text)),
    ireeOpt,
    lowerMlir: (text, chip) => Promise.resolve(lowerMlir(text, chip)),
    tools: findTools,
    changed: nextChange,
    openBrowser,
    interrupted,
    now: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
  };
}

function sink(stream: NodeJS.WriteStream): Sink {
  return {
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    write: (text) => {
      stream.write(text);
    },
  };
}

function endQuietly(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit();
  throw error;
}

/** Devices are refused, as some have no end; a pipe ends when its writer does. */
async function readBytes(path: string, most = Infinity): Promise<Uint8Array> {
  if (path === '-') return await readInput();
  const kind = await stat(path);
  if (kind.isCharacterDevice() || kind.isBlockDevice()) {
    throw Object.assign(new Error(`${path} is a device`), { code: 'ENXIO' });
  }
  if (kind.size > most) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return await readFile(path);
}

async function readFolder(path: string): Promise<readonly string[] | undefined> {
  try {
    const inside = await readdir(path, { withFileTypes: true });
    // Pipes, sockets and devices are files that nobody put there to be read.
    return inside
      .filter((one) => one.isFile() || one.isDirectory() || one.isSymbolicLink())
      .map((one) => (one.isDirectory() ? `${one.name}/` : one.name))
      .sort();
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

/** Longest output of a disassembler that is read. */
const MOST_OUTPUT = 2 ** 28;

/** The listing goes through a file: a pipe takes longer than the disassembler itself, and some are 100 MB long. */
async function disassemble(
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
function verifyMlir(command: string, text: string): string | undefined {
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

function openBrowser(address: string): Promise<boolean> {
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

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
