/**
 * What the command line needs from its surroundings, as data and functions, so that a test can stand in for
 * the terminal and the file system.
 */
import type { IreeOpt } from '@ldscope/mlir';
import type { Compiled, CompileRequest } from '../compile/compile.ts';
import type { FoundTool } from '../compile/find-tools.ts';
import type { AssembledPtx } from '../compile/ptxas.ts';
import type { Threads } from '@ldscope/engine';
import type { LowerMlir } from '../compile/lower-mlir.ts';
import type { Sass, SassRequest } from '../compile/sass.ts';

/** What iree-opt makes of a text by a pipeline; synchronous, as passes are; `undefined` when there is no such program. */
export type RunIreeOpt = (
  command: string,
  pipeline: string,
  text: string,
) => ReturnType<IreeOpt> | undefined;

export interface Sink {
  readonly isTTY: boolean;
  /** Width of the terminal, where it is one. */
  readonly columns?: number | undefined;
  write(text: string): void;
}

export interface Io {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The text of a file; `-` is the standard input. */
  readFile(path: string): Promise<string>;
  /** The bytes of a file; a file with more than `most` is refused. */
  readBytes(path: string, most?: number): Promise<Uint8Array>;
  /** The bytes of a file at a commit, as git names both; throws as `readBytes` does. */
  readRevision(revision: string, path: string): Promise<Uint8Array>;
  /** The names of what is in a folder, those of folders with `/` behind; `undefined` where it is none that can be read. */
  readFolder(path: string): Promise<readonly string[] | undefined>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** What a disassembler makes of a code object; `undefined` when there is no such program. */
  disassemble(command: string, codeObject: Uint8Array): Promise<Disassembled | undefined>;
  /** A listing of SASS, of a cubin or of PTX that is assembled before. */
  disassembleSass(request: SassRequest): Promise<Sass>;
  /** Registers of the kernels of PTX; `undefined` for other texts, and where there is no ptxas. */
  assemblePtx(ptx: string): Promise<AssembledPtx | undefined>;
  /** Makes assembly of a source; throws as `readFile` does where the file cannot be read. */
  compile(request: CompileRequest): Promise<Compiled>;
  /** Why a program rejects a text of MLIR, '' when it does not; `undefined` when there is no such program. */
  verifyMlir(command: string, text: string): Promise<string | undefined>;
  /** The function that runs iree-opt. */
  ireeOpt(): Promise<RunIreeOpt>;
  /** The function that makes assembly of a chip of a text of MLIR, by LLVM's mlir-opt. */
  mlirLowering(): Promise<LowerMlir>;
  /** The programs that ldscope can use, as they are on this machine. */
  tools(): Promise<readonly FoundTool[]>;
  /** Shows an address in a browser; false when there is none. */
  openBrowser(address: string): Promise<boolean>;
  /** Settles when the user, or the system, asks the process to end. */
  interrupted(): Promise<void>;
  /** Settles when one of some files or folders changes; false where nothing can be watched any more. */
  changed(paths: readonly string[]): Promise<boolean>;
  /** Only errors are printed in addition to the answer: no warnings, notes or progress. */
  readonly isQuiet?: boolean | undefined;
  /** As many threads, by default one per processor core; absent where all work is done in one. */
  threads?: ((count: number | undefined) => Promise<Threads | undefined>) | undefined;
  /** Milliseconds since some start. */
  now(): number;
  /** The day in UTC: `2027-03-31`. */
  today(): string;
}

/** A disassembly, or the first line of what the disassembler complains about. */
export type Disassembled = { readonly text: string } | { readonly problem: string };
