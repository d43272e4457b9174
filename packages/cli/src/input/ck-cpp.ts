/** C++ with descriptors and encodings of CK Tile, as files and options give it. */
import { includedTexts, isCkTileCpp, isPrinted, namesCkTile } from '@ldscope/core';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import type { CkOptions } from '../options/options.ts';

/** Endings of files that hold descriptors and are not compiled: headers, and pieces that were copied. */
const ENDING = /\.(?:hpp|hh|hxx|h|inc|ipp)$/i;
const SOURCE = /\.(?:cpp|cc|cxx)$/i;

/** Endings of what a program printed, or a person copied. */
const PLAIN = /\.(?:txt|log|out)$/i;

/** The text of a file, if it is C++ of CK Tile without a kernel, or what its `print()` wrote; `undefined` for any other. */
export async function readCkCpp(io: Io, path: string): Promise<string | undefined> {
  if (![ENDING, SOURCE, PLAIN].some((ending) => ending.test(path))) return undefined;
  const text = await readText(io, path);
  if (text === undefined) return undefined;
  if (isPrinted(text)) return text;
  const isText = ENDING.test(path) ? namesCkTile(text) : isCkTileCpp(text);
  return isText ? text : undefined;
}

async function readText(io: Io, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await io.readBytes(path));
  } catch (error) {
    if (fileProblem(error) === undefined) throw error;
    return undefined;
  }
}

/** The texts of the headers that a text includes: next to its file, and in the folders that are named. */
export async function ckHeaders(
  io: Io,
  text: string,
  path: string,
  { include = [] }: CkOptions,
): Promise<readonly string[]> {
  const folder = /^(.*)[\\/]/.exec(path)?.[1];
  const folders = [folder === undefined ? '' : `${folder}/`, ...include.map((each) => `${each}/`)];
  return await includedTexts(text, async (wanted) => {
    for (const each of folders) {
      const found = await readText(io, each + wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  });
}
