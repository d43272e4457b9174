/** The real surroundings: this process, its terminal and its files. */
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { Io, Sink } from './io.ts';

/** The surroundings of this process. A reader that closes the pipe early ends the process in silence. */
export function nodeIo(): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly);
  return {
    stdout: sink(process.stdout),
    stderr: sink(process.stderr),
    env: process.env,
    readFile: async (path) =>
      new TextDecoder().decode(path === '-' ? await readInput() : await readFile(path)),
    writeFile: (path, text) => writeFile(path, text),
    now: () => performance.now(),
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

async function readInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
