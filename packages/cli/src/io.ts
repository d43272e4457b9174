/**
 * What the command line needs from its surroundings, as data and functions, so that a test can stand in for
 * the terminal and the file system.
 */
import type { Compiled, CompileRequest } from './compile/compile.ts';
import type { Sass, SassRequest } from './compile/sass.ts';

export interface Sink {
  readonly isTTY: boolean;
  /** Width of the terminal, where it is one. */
  readonly columns?: number;
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
  /** The names of what is in a folder, those of folders with `/` behind; `undefined` where it is none that can be read. */
  readFolder(path: string): Promise<readonly string[] | undefined>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** What a disassembler makes of a code object; `undefined` when there is no such program. */
  disassemble(command: string, codeObject: Uint8Array): Promise<Disassembled | undefined>;
  /** A listing of SASS, of a cubin or of PTX that is assembled before. */
  disassembleSass(request: SassRequest): Promise<Sass>;
  /** Makes assembly of a source; throws as `readFile` does where the file cannot be read. */
  compile(request: CompileRequest): Promise<Compiled>;
  /** Why a program rejects a text of MLIR, '' when it does not; `undefined` when there is no such program. */
  verifyMlir(command: string, text: string): Promise<string | undefined>;
  /** Shows an address in a browser; false when there is none. */
  openBrowser(address: string): Promise<boolean>;
  /** Settles when the user, or the system, asks the process to end. */
  interrupted(): Promise<void>;
  /** Milliseconds since some start. */
  now(): number;
}

/** A disassembly, or the first line of what the disassembler complains about. */
export type Disassembled = { readonly text: string } | { readonly problem: string };
