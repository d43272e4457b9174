/** The real surroundings: this process, its terminal and its files. */
// Node loads what is behind this name where it is first used: not for answers without files.
import { promises } from 'node:fs';
import { directOutput } from './direct-output.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io, Sink } from '../io/io.ts';

/**
 * The surroundings of this process. The code that calls other programs is loaded at its first use, as most commands do
 * without. A reader that closes the pipe early gets no more, and the command ends with its exit code all the same:
 * `check | head` fails where `check` does. Output that cannot be written for another reason, as on a full disk, ends
 * the process with the reason. `isMain`: this is the thread that the process began with.
 */
export function nodeIo({ isMain = false } = {}): Io {
  let isEnding = false;
  let isUnread = false;
  const ends = (name: string) => (error: unknown) => {
    if (hasCode(error, 'EPIPE')) {
      isUnread = true;
      return;
    }
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    if (isEnding) return;
    isEnding = true;
    void import('../answer/failure.ts').then(({ exitCode, printUnwritable }) => {
      printUnwritable(io, name, reason);
      process.exit(exitCode.wrong);
    });
  };
  const io: Io = {
    stdout: sink(() => process.stdout, ends('the standard output'), isMain ? 1 : undefined),
    stderr: sink(() => process.stderr, ends('the standard error'), isMain ? 2 : undefined),
    env: process.env,
    readFile: async (path) => new TextDecoder().decode(await readBytes(path)),
    readBytes,
    readRevision: async (revision, path) =>
      (await import('../io/revision.ts')).readRevision(revision, path),
    readFolder,
    writeFile: (path, content) => promises.writeFile(path, content),
    disassemble: async (command, codeObject) =>
      await (await import('./programs.ts')).disassemble(command, codeObject),
    compile: async (request) =>
      await (await import('../compile/compile.ts')).compileSource(request),
    disassembleSass: async (request) =>
      await (await import('../compile/sass.ts')).disassembleSass(request),
    assemblePtx: async (ptx) => await (await import('../compile/ptxas.ts')).assemblePtx(ptx),
    verifyMlir: async (command, text) => (await import('./programs.ts')).verifyMlir(command, text),
    ireeOpt: async () => (await import('../compile/iree-opt.ts')).ireeOpt,
    mlirLowering: async () => (await import('../compile/lower-mlir.ts')).lowerMlir,
    tools: async () => (await import('../compile/find-tools.ts')).findTools(),
    changed: async (paths) => {
      // Nobody would read the result of the change.
      if (isUnread) process.exit();
      return await (await import('./watch.ts')).nextChange(paths);
    },
    openBrowser: async (address) => await (await import('./programs.ts')).openBrowser(address),
    interrupted,
    ...(isMain && {
      threads: async (count) => (await import('../threads/threads.ts')).threadsOf(count),
    }),
    now: () => performance.now(),
    today: () => new Date().toISOString().slice(0, 10),
  };
  return io;
}

/** A stream of the process, which Node makes when it is first asked for; without it where its descriptor is written directly. */
function sink(
  make: () => NodeJS.WriteStream,
  fail: (error: unknown) => void,
  descriptor?: number,
): Sink {
  let made: NodeJS.WriteStream | undefined;
  let isClosed = false;
  const failed = (error: unknown): void => {
    isClosed = true;
    fail(error);
  };
  const stream = (): NodeJS.WriteStream => (made ??= make().on('error', failed));
  const direct = descriptor === undefined ? undefined : directOutput(descriptor, stream);
  const write = direct ?? ((text: string) => void stream().write(text));
  return {
    get isTTY() {
      return direct === undefined && stream().isTTY;
    },
    get columns() {
      return direct === undefined ? stream().columns : undefined;
    },
    write: (text) => {
      if (isClosed) return;
      try {
        write(text);
      } catch (error) {
        failed(error);
      }
    },
  };
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Devices are refused, as some have no end; a pipe ends when its writer does. */
async function readBytes(path: string, most = Infinity): Promise<Uint8Array> {
  if (path === '-') return await readInput();
  const kind = await promises.stat(path);
  if (kind.isCharacterDevice() || kind.isBlockDevice()) {
    throw Object.assign(new Error(`${path} is a device`), { code: 'ENXIO' });
  }
  if (kind.size > most) throw Object.assign(new Error(`${path} is too large`), { code: 'EFBIG' });
  return await promises.readFile(path);
}

async function readFolder(path: string): Promise<readonly string[] | undefined> {
  try {
    const inside = await promises.readdir(path, { withFileTypes: true });
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
