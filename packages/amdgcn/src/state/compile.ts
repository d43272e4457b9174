/**
 * From an instruction to a step: each family of instructions registers a compiler for its mnemonics.
 *
 * Compiling happens once per instruction of the file, executing millions of times: all decisions that do not
 * depend on registers (which rows, which modifiers, which loop) belong here.
 */
import type { Message } from '@ldscope/core';
import type { Instruction } from '../text/program.ts';
import { type CodeMode, codeOf, existsOn, type Target } from './target.ts';
import type { Step } from './wave.ts';

export interface CompileContext extends CodeMode {
  /** Number of the instruction that is compiled. */
  readonly number: number;
  /** Instruction that a label names. */
  readonly label: (name: string) => number | undefined;
  /** Address of an instruction, and the instruction at an address. */
  readonly addressOf: (number: number) => number;
  readonly numberAt: (address: number) => number | undefined;
  /** Address of the literal of this instruction: what distances to symbols count from. */
  readonly literalAddress: () => number;
  /** Address of a symbol: code, data or a `.set` constant. */
  readonly symbol: (name: string) => number | undefined;
  /** Reports an error in the instruction; the step is then left out. */
  readonly report: (message: Message) => void;
}

/** Makes the step of an instruction; `undefined` after a report. */
export type CompileInstruction = (
  instruction: Instruction,
  context: CompileContext,
) => Step | undefined;

/** The compilers of a family, by mnemonic. */
export type Family = ReadonlyMap<string, CompileInstruction>;

interface FamilyRow {
  readonly mnemonic: string;
  /** Where it exists; on CDNA when absent. */
  readonly targets?: readonly string[] | undefined;
}

/** The compilers of those rows of a table that a chip has. */
export function familyOf<R extends FamilyRow>(
  rows: readonly R[],
  target: Target,
  compile: (row: R, ...from: Parameters<CompileInstruction>) => Step | undefined,
): Family {
  const own = rows.filter(({ targets }) => existsOn(targets, target));
  return new Map(own.map((row) => [row.mnemonic, (...from) => compile(row, ...from)]));
}

/** A family of RDNA with the names of CDNA under which assemblers take its instructions, too. */
export function withAliases(
  family: Family,
  target: Target,
  aliases: ReadonlyMap<string, string>,
): Family {
  if (codeOf(target).family === 'cdna') return family;
  const all = new Map(family);
  for (const [alias, name] of aliases) {
    const compile = family.get(name);
    if (compile !== undefined && !all.has(alias)) all.set(alias, compile);
  }
  return all;
}

/**
 * Which registers an instruction reads and writes, for the checks of wait counters and unknown arguments.
 * Vector registers by row (`wave.ts`), scalars by machine number.
 */
export interface RegisterUse {
  readonly reads: { readonly rows: readonly number[]; readonly scalars: readonly number[] };
  readonly writes: { readonly rows: readonly number[]; readonly scalars: readonly number[] };
}
