/** Files that are dropped on the page or chosen, with their bytes; a folder gives all its files, with their paths. */
import { messages, type ReportDiagnostic } from '@ldscope/core';
import type { NamedBytes } from '../worker/tasks.ts';

const MOST_FILES = 500;
const MOST_BYTES = 2 ** 29;

export type Read =
  | { readonly files: readonly NamedBytes[] }
  | { readonly problems: readonly ReportDiagnostic[] };

/** A file, and its path in the dropped folder. */
interface Named {
  readonly name: string;
  readonly file: File;
}

/** The dropped files; has to be called while the event is handled. */
export async function readDropped({ items, files }: DataTransfer): Promise<Read> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return await readFiles([...files]);
  const named: Named[] = [];
  for (const entry of entries) await collect(entry, named);
  return await readNamed(named);
}

/** The files chosen in a dialog. */
export async function readFiles(files: readonly File[]): Promise<Read> {
  return await readNamed(
    files.map((file) => ({
      name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
      file,
    })),
  );
}

async function readNamed(named: readonly Named[]): Promise<Read> {
  const size = named.reduce((sum, { file }) => sum + file.size, 0);
  if (named.length > MOST_FILES || size > MOST_BYTES)
    return { problems: [messages.usage.tooMuchForPage(MOST_FILES, MOST_BYTES)] };
  const files = await Promise.all(
    named.map(async ({ name, file }) => ({
      name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  return { files };
}

/** Adds the files of an entry, at most one more than are read, so that an excess is noticed and refused. */
async function collect(entry: FileSystemEntry, into: Named[]): Promise<void> {
  if (into.length > MOST_FILES) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    into.push({ name: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A reader gives its folder in parts; the last is empty.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0 || into.length > MOST_FILES) return;
    for (const one of part) await collect(one, into);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
