/**
 * Triton's cache as it is: a folder of an entry, the folder of all entries, or a file of one.
 *
 *     ldscope analyze ~/.triton/cache/HASH     machine code, and TTGIR beside it
 *     ldscope analyze ~/.triton/cache -k "*matmul*"
 *
 * Code is read before TTGIR; a file that is named comes first. PTX needs its arguments, so it is read where it is named, or
 * where there is no TTGIR.
 */
import { diagnose, type Diagnostic, messages } from '@ldscope/core';
import {
  readSource,
  readTritonMetadata,
  resolveMachine,
  tritonEntries,
  type TritonEntry,
  tritonEntryOf,
  type TritonFile,
  type TritonMetadata,
  withNotes,
} from '@ldscope/engine';
import { fileProblem, type Io } from '../io.ts';
import { processorSeconds } from '../processor-time.ts';
import { codeObjectParts } from './code-objects.ts';
import {
  type InputPart,
  type InputParts,
  type KernelInput,
  unread,
  type UnreadInput,
} from './kernel-input.ts';

/** Folders of one cache that are looked into. */
const MOST_FOLDERS = 10_000;

/** The parts of a folder or of a file's entry; `undefined` where the path is neither. */
export async function tritonParts(
  io: Io,
  path: string,
  machine: string | undefined,
): Promise<InputParts | UnreadInput | undefined> {
  const inside = await io.readFolder(path);
  if (inside === undefined) return await entryOfFile(io, path);
  const folder = path.replace(/[/\\]+$/, '');
  const files = inside.filter((name) => !name.endsWith('/')).map((name) => `${folder}/${name}`);
  const entries = tritonEntries(files);
  if (entries.length === 0) {
    const folders = inside.filter((name) => name.endsWith('/')).slice(0, MOST_FOLDERS);
    for (const name of folders) {
      const within = `${folder}/${name}`;
      const names = (await io.readFolder(within)) ?? [];
      entries.push(...tritonEntries(names.map((one) => within + one)));
    }
  }
  const opened = await Promise.all(entries.map((entry) => openEntry(io, entry)));
  const known = opened.flatMap((one) => (one === undefined ? [] : [one]));
  // Of a whole cache the entries for the chip that is asked for.
  const chip = machine === undefined ? undefined : resolveMachine(machine)?.name;
  const own = known.filter(({ metadata }) => metadata.target === chip);
  const [first, ...others] = (known.length > 1 && own.length > 0 ? own : known).flatMap((one) =>
    partsOf(io, one),
  );
  return first === undefined ? unread(messages.triton.noEntry(path)) : [first, ...others];
}

interface OpenEntry {
  readonly entry: TritonEntry;
  readonly metadata: TritonMetadata;
}

async function openEntry(io: Io, entry: TritonEntry): Promise<OpenEntry | undefined> {
  const text = await readText(io, entry.files.get('json') ?? '');
  const metadata = typeof text === 'string' ? readTritonMetadata(text) : undefined;
  return metadata && { entry, metadata };
}

/** A file with metadata beside it, which says what else belongs to it. */
async function entryOfFile(io: Io, path: string): Promise<InputParts | UnreadInput | undefined> {
  if (!/\.(?:json|ttgir|amdgcn|hsaco|ptx)$/.test(path)) return undefined;
  const folder = /^.*[/\\]/.exec(path)?.[0] ?? '';
  const names = (await io.readFolder(folder === '' ? '.' : folder)) ?? [];
  const entry = tritonEntryOf(
    path,
    names.map((name) => folder + name),
  );
  const opened = entry && (await openEntry(io, entry));
  if (opened === undefined) return undefined;
  const named = (part: EntryPart): number => (part.path === path ? 0 : 1);
  const [first, ...others] = partsOf(io, opened, path).sort((a, b) => named(a) - named(b));
  return first && [first, ...others];
}

interface EntryPart extends InputPart {
  readonly path: string;
}

function partsOf(io: Io, { entry, metadata }: OpenEntry, named?: string): EntryPart[] {
  const kernels = [metadata.name];
  const { files } = entry;
  const part = (
    kind: TritonFile,
    read: (path: string) => Promise<KernelInput | UnreadInput>,
  ): EntryPart[] => {
    const path = files.get(kind);
    return path === undefined ? [] : [{ path, kernels, read: () => read(path) }];
  };
  const ptx = files.get('ptx');
  const kind = files.has('amdgcn') ? 'amdgcn' : 'ptx';
  const isAside = kind === 'ptx' && ptx !== undefined && ptx !== named && files.has('ttgir');
  const notes = isAside ? [diagnose(messages.triton.ptxAside(ptx))] : [];
  const text = isAside ? [] : part(kind, (path) => readTextPart(io, path, metadata, []));
  const code = text.length > 0 ? text : part('hsaco', (path) => readObjectPart(io, path, metadata));
  return [...code, ...part('ttgir', (path) => readTextPart(io, path, undefined, notes))];
}

/** A launch gives the kernel its shared memory: assembly has none of its own. */
const launchOf = (metadata: TritonMetadata | undefined) =>
  metadata?.sharedBytes === undefined ? {} : { dynamicLdsBytes: metadata.sharedBytes };

async function readTextPart(
  io: Io,
  path: string,
  metadata: TritonMetadata | undefined,
  notes: readonly Diagnostic[],
): Promise<KernelInput | UnreadInput> {
  const began = processorSeconds();
  const text = await readText(io, path);
  if (typeof text !== 'string') return unread(messages.usage.unreadable(path, text.problem));
  const read = readSource(text, path);
  if (!read.ok) return { diagnostics: read.diagnostics, text };
  const source = withNotes(read.value, notes);
  const launch = launchOf(metadata);
  return { text, file: path, source, launch, readSeconds: processorSeconds() - began };
}

async function readObjectPart(
  io: Io,
  path: string,
  metadata: TritonMetadata,
): Promise<KernelInput | UnreadInput> {
  let bytes: Uint8Array;
  try {
    bytes = await io.readBytes(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return unread(messages.usage.unreadable(path, reason));
  }
  const parts = codeObjectParts(io, path, bytes, undefined);
  if (!('length' in parts)) return parts;
  const input = await parts[0].read();
  return 'diagnostics' in input ? input : { ...input, file: path, launch: launchOf(metadata) };
}

async function readText(io: Io, path: string): Promise<string | { readonly problem: string }> {
  try {
    return await io.readFile(path);
  } catch (error) {
    const problem = fileProblem(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}
