/**
 * Triton's cache as it is: a folder of an entry, the folder of all entries, or a file of one.
 *
 *     ldscope analyze ~/.triton/cache/HASH     machine code, and TTGIR next to it
 *     ldscope analyze ~/.triton/cache -k "*matmul*"
 *
 * Code is read before TTGIR; a file that is named comes first.
 */
import { messages } from '@ldscope/core';
import {
  readSource,
  readTritonMetadata,
  resolveMachine,
  type Source,
  tritonEntries,
  type TritonEntry,
  tritonEntryOf,
  type TritonFile,
  tritonLaunchFile,
  type TritonMetadata,
} from '@ldscope/engine';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { processorSeconds } from '../system/processor-time.ts';
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
      for (const each of tritonEntries(names.map((one) => within + one))) entries.push(each);
    }
  }
  const opened = await Promise.all(entries.map((entry) => openEntry(io, entry)));
  const known = opened.flatMap((one) => (one === undefined ? [] : [one]));
  // Of a whole cache, the entries for the requested chip.
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

/** A file with metadata next to it, which lists the files that belong to it. */
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
  const [first, ...others] = partsOf(io, opened).sort((a, b) => named(a) - named(b));
  return first && [first, ...others];
}

interface EntryPart extends InputPart {
  readonly path: string;
}

function partsOf(io: Io, { entry, metadata }: OpenEntry): EntryPart[] {
  const kernels = [metadata.name];
  const { files } = entry;
  const part = (
    kind: TritonFile,
    read: (path: string) => Promise<KernelInput | UnreadInput>,
  ): EntryPart[] => {
    const path = files.get(kind);
    return path === undefined ? [] : [{ path, kernels, read: () => read(path) }];
  };
  const isPtx = !files.has('amdgcn') && files.has('ptx');
  const beside = isPtx ? { ptx: files.get('ptx'), ttgir: files.get('ttgir') } : {};
  const text = part(isPtx ? 'ptx' : 'amdgcn', (path) =>
    readTextPart(io, path, metadata, launchOf(metadata), beside),
  );
  const code = text.length > 0 ? text : part('hsaco', (path) => readObjectPart(io, path, metadata));
  return [...code, ...part('ttgir', (path) => readTextPart(io, path, metadata, {}, beside))];
}

/** A launch gives the kernel its shared memory: assembly has none of its own. */
const launchOf = ({ sharedBytes }: TritonMetadata): KernelInput['launch'] =>
  sharedBytes === undefined ? {} : { dynamicLdsBytes: sharedBytes };

/** Files of an entry that its launch is read from. */
interface Beside {
  readonly ptx?: string | undefined;
  readonly ttgir?: string | undefined;
}

async function readTextPart(
  io: Io,
  path: string,
  metadata: TritonMetadata,
  launch: KernelInput['launch'],
  beside: Beside,
): Promise<KernelInput | UnreadInput> {
  const began = processorSeconds();
  const text = await readText(io, path);
  if (typeof text !== 'string') return unread(messages.usage.unreadable(path, text.problem));
  const read = readSource(text, path);
  if (!read.ok) return { diagnostics: read.diagnostics, text };
  const launchFile = await launchFileOf(io, metadata, beside);
  const source = { ...read.value, ...(launchFile && { launchFile }) };
  const { version: triton } = metadata;
  return { text, file: path, source, launch, triton, readSeconds: processorSeconds() - began };
}

/** The launch file of PTX, with what its TTGIR and the metadata say; `undefined` where there is no PTX. */
async function launchFileOf(
  io: Io,
  metadata: TritonMetadata,
  { ptx, ttgir }: Beside,
): Promise<Source['launchFile']> {
  if (ptx === undefined) return undefined;
  const code = await readText(io, ptx);
  if (typeof code !== 'string') return undefined;
  const module = ttgir === undefined ? undefined : await readText(io, ttgir);
  const names = typeof module === 'string' ? module : undefined;
  return () => tritonLaunchFile(code, names, metadata);
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
