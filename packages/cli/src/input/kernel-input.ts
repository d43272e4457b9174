/** The result of reading a kernel's file: its parts, each with what commands need to execute it. */
import { diagnose, type Diagnostic } from '@ldscope/core';
import type { LaunchOptions, Source } from '@ldscope/engine';

export interface KernelInput {
  readonly text: string;
  /** The file name for locations, where it is not the named file: the assembly of a source. */
  readonly file?: string | undefined;
  /** What it was compiled from, by paths in its line tables. */
  readonly sources?: ReadonlyMap<string, string> | undefined;
  /** The texts that were compiled, headers of the project among them, by absolute path. */
  readonly project?: ReadonlyMap<string, string> | undefined;
  /** What was read, where it is more than the text: of a code object. */
  readonly source?: Source | undefined;
  /** The code object that the text is the listing of. */
  readonly code?: Uint8Array | undefined;
  /** Launch data stored next to it: Triton's metadata. */
  readonly launch?: LaunchOptions['launchDefaults'];
  /** The Triton that compiled it, where the metadata says it. */
  readonly triton?: string | undefined;
  /** Processor time that reading it has taken, without that of the disassembler. */
  readonly readSeconds: number;
}

/** A file that was not read: why, and the text that the places are of. */
export interface UnreadInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

/** A part of a file: one of its code objects, or all of it. */
export interface InputPart {
  /** The symbols of its kernels, where they are known before it is read. */
  readonly kernels?: readonly string[] | undefined;
  /** Another chip has other code, in the same file or compiled for it. */
  readonly isOfOneChip?: boolean | undefined;
  /** The chips that the file has code for, where it has code for several. */
  readonly targets?: readonly string[] | undefined;
  readonly read: () => Promise<KernelInput | UnreadInput>;
}

/** A file as its parts, at least one. */
export type InputParts = readonly [InputPart, ...InputPart[]];

export function unread(...problems: readonly Diagnostic[]): UnreadInput {
  return { diagnostics: problems.map((problem) => diagnose(problem)), text: '' };
}

/** A part that was read. */
export function readPart(input: KernelInput, isOfOneChip = false): InputPart {
  return { kernels: input.source?.kernels, isOfOneChip, read: () => Promise.resolve(input) };
}
