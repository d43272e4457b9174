/** Surroundings in which documents have the text that their editor shows, and nothing is printed. */
import { resolve } from 'node:path';
import type { Io, Sink } from '../../io/io.ts';

const silent: Sink = { isTTY: false, write: () => {} };

/** `texts`: open documents by their absolute paths. */
export function overlayIo(io: Io, texts: ReadonlyMap<string, string>): Io {
  const textOf = (path: string): string | undefined => texts.get(resolve(path));
  return {
    ...io,
    stdout: silent,
    stderr: silent,
    isQuiet: true,
    readFile: async (path) => textOf(path) ?? (await io.readFile(path)),
    readBytes: async (path, most) => {
      const text = textOf(path);
      return text === undefined ? await io.readBytes(path, most) : new TextEncoder().encode(text);
    },
  };
}
