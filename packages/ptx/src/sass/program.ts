/** SASS as data: the machine code of NVIDIA's chips as disassemblers print it. */
import type { SourceLine } from '@ldscope/core';

export interface SassInstruction {
  /** Bytes from the beginning of its function. */
  readonly pc: number;
  /** `@!P0`: executed by the lanes where it holds. */
  readonly predicate: { readonly register: string; readonly negated: boolean } | undefined;
  readonly opcode: string;
  /** The modifiers behind the opcode, without dots: `['64']` of `LDS.64`. */
  readonly modifiers: readonly string[];
  readonly operands: readonly string[];
  /** As the listing has it, spaces made single. */
  readonly text: string;
  /** Where a branch or call goes, as an address in its function; `undefined` for others and where it is not known. */
  readonly target: number | undefined;
  /** The line of the listing, from 1. */
  readonly line: number;
  /** Lines of the source, the innermost function first; empty where the listing does not specify them. */
  readonly source: readonly SourceLine[];
}

export interface SassFunction {
  readonly name: string;
  /** By ascending address. */
  readonly instructions: readonly SassInstruction[];
}
