/** A terminal and a file system in memory. */
import { run } from '../src/main.ts';
import { messages } from '@ldscope/core';
import { readNpy } from '@ldscope/engine';
import { expect } from 'vitest';
import type { Compiled, CompileRequest } from '../src/compile/compile.ts';
import type { Sass, SassRequest } from '../src/compile/sass.ts';
import type { FoundTool } from '../src/compile/find-tools.ts';
import type { LowerMlir } from '../src/compile/lower-mlir.ts';
import type { Disassembled, Io, RunIreeOpt } from '../src/io/io.ts';

export interface Surroundings {
  readonly files?: Readonly<Record<string, string>>;
  /** Files that are not text. */
  readonly binaries?: Readonly<Record<string, Uint8Array>>;
  /** Stands for `llvm-objdump`. */
  readonly disassemble?: (command: string, codeObject: Uint8Array) => Disassembled | undefined;
  /** Stands for ptxas and nvdisasm; by default there are none. */
  readonly sass?: (request: SassRequest) => Sass;
  /** Stands for a compiler; by default there is none. */
  readonly compile?: (request: CompileRequest) => Compiled | Promise<Compiled>;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly now?: () => number;
  /** The day; one of 2026 unless told. */
  readonly today?: string;
  /** Thrown by every read. */
  readonly fault?: Error;
  /** Stands for `mlir-opt`. */
  readonly verify?: (command: string, text: string) => string | undefined;
  /** Stands for iree-opt; by default it is not installed. */
  readonly ireeOpt?: RunIreeOpt;
  /** Stands for LLVM's lowering of MLIR; by default it is not installed. */
  readonly lower?: LowerMlir;
  /** Stands for the next change of a file; by default there is none. */
  readonly changed?: (paths: readonly string[]) => Promise<boolean>;
  /** Programs of the machine; none by default. */
  readonly tools?: readonly FoundTool[];
  /** Stands for a browser: gets the address, says whether there is one. */
  readonly browse?: (address: string) => boolean;
  /** Settles when the command is interrupted; at once unless told. */
  readonly interrupted?: Promise<void>;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly written: ReadonlyMap<string, string>;
  /** The same as bytes, where bytes were written. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/**
 * Runs a command line as a shell would, without a process: `ldscope('analyze k.s -m gfx942', { files: { 'k.s': text } })`. Words with
 * blanks are given as a list.
 */
export async function ldscope(
  line: string | readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const { io, outcome } = fakeIo(surroundings);
  const code = await run(typeof line === 'string' ? line.split(' ') : line, io);
  return { ...outcome(), code };
}

/** The bytes of an array that a command has written as .npy. */
export function arrayIn({ bytes }: Pick<Outcome, 'bytes'>, file: string): Uint8Array {
  const array = readNpy(bytes.get(file) ?? new Uint8Array());
  if (typeof array === 'string') throw new Error(array);
  return array.data.slice();
}

/** A text with its words as a terminal of any width breaks them. */
export const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Expects that a command line ends with 2 and prints nothing but errors, which say each of the texts. */
export async function expectRefused(
  line: string | readonly string[],
  surroundings: Surroundings = {},
  ...said: readonly string[]
): Promise<void> {
  const { code, stdout, stderr } = await ldscope(line, surroundings);
  for (const text of said) expect(flat(stderr)).toContain(text);
  expect([code, stdout]).toEqual([2, '']);
}

export function fakeIo(surroundings: Surroundings = {}): {
  readonly io: Io;
  readonly outcome: () => Omit<Outcome, 'code'>;
} {
  const { files = {}, env = {}, isTTY = false, columns, now = () => 0, fault } = surroundings;
  const { verify, binaries = {}, disassemble, browse = () => false } = surroundings;
  const { compile = noCompiler, sass = noDisassembler } = surroundings;
  const { interrupted = Promise.resolve() } = surroundings;
  const written = new Map<string, string>();
  const bytes = new Map<string, Uint8Array>();
  let stdout = '';
  let stderr = '';
  const size = columns === undefined ? {} : { columns };
  const io: Io = {
    stdout: { isTTY, ...size, write: (text) => (stdout += text) },
    stderr: { isTTY, ...size, write: (text) => (stderr += text) },
    env,
    readFile: (path) => {
      if (fault !== undefined) return Promise.reject(fault);
      const text = files[path];
      return text === undefined ? Promise.reject(missing()) : Promise.resolve(text);
    },
    readBytes: async (path) => binaries[path] ?? new TextEncoder().encode(await io.readFile(path)),
    readRevision: (revision, path) =>
      files[`git ${revision}:${path}`] === undefined
        ? Promise.reject(missing())
        : Promise.resolve(new TextEncoder().encode(files[`git ${revision}:${path}`])),
    readFolder: (path) =>
      Promise.resolve(folderOf([...Object.keys(files), ...Object.keys(binaries)], path)),
    disassemble: (command, codeObject) => Promise.resolve(disassemble?.(command, codeObject)),
    compile: async (request) => await compile(request),
    disassembleSass: (request) => Promise.resolve(sass(request)),
    assemblePtx: () => Promise.resolve(undefined),
    verifyMlir: (command, text) => Promise.resolve(verify?.(command, text)),
    ireeOpt: () => Promise.resolve(surroundings.ireeOpt ?? (() => undefined)),
    mlirLowering: () => Promise.resolve(surroundings.lower ?? (() => undefined)),
    writeFile: (path, content) => {
      if (path.startsWith('nowhere/')) return Promise.reject(missing());
      if (typeof content === 'string') written.set(path, content);
      else bytes.set(path, content);
      return Promise.resolve();
    },
    tools: () => Promise.resolve(surroundings.tools ?? []),
    changed: (paths) => surroundings.changed?.(paths) ?? Promise.resolve(false),
    openBrowser: (address) => Promise.resolve(browse(address)),
    interrupted: () => interrupted,
    now,
    today: () => surroundings.today ?? '2026-06-30',
  };
  return { io, outcome: () => ({ stdout, stderr, written, bytes }) };
}

function missing(): Error {
  return Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
}

function noCompiler({ path }: CompileRequest): Compiled {
  return { diagnostics: [messages.compile.noCompiler(path, 'AMD')], text: '' };
}

function noDisassembler(): Sass {
  return { diagnostics: [messages.sass.noTool('nvdisasm')] };
}

/** What is in a folder of some paths; there are no empty folders. */
function folderOf(paths: readonly string[], path: string): string[] | undefined {
  const folder = path === '.' ? '' : `${path.replace(/\/+$/, '')}/`;
  const inside = paths.flatMap((one) => (one.startsWith(folder) ? [one.slice(folder.length)] : []));
  const names = inside.map((one) => (one.includes('/') ? one.slice(0, one.indexOf('/') + 1) : one));
  return names.length === 0 ? undefined : [...new Set(names)].sort();
}
