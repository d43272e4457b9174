/**
 * A kernel's file, whatever it is: text, a source that a compiler turns into assembly, or a code object, which
 * is disassembled here, or by LLVM where this cannot decode the chip.
 */
import { combine, disassemble, isCodeObject, readCodeObject } from '@ldscope/amdgcn';
import { diagnose, type Diagnostic, type Message, messages } from '@ldscope/core';
import { programSource, resolveMachine, type Source } from '@ldscope/engine';
import { sourceLanguage } from './compile/language.ts';
import { fileProblem, type Io } from './io.ts';
import type { CompilerOptions } from './options.ts';
import { processorSeconds } from './processor-time.ts';

export interface KernelInput {
  readonly text: string;
  /** What places are said to be in, where it is not the file that was named: the assembly of a source. */
  readonly file?: string;
  /** What it was compiled from, by paths in its line tables. */
  readonly sources?: ReadonlyMap<string, string>;
  /** For a code object: what was read. */
  readonly source?: Source;
  /** Processor time that reading it has taken, without that of the disassembler. */
  readonly readSeconds: number;
}

/** A file that was not read: why, and the text that the places are of. */
export interface UnreadInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
}

/** Where LLVM's disassembler may be, the default name first. */
const DISASSEMBLERS = [
  'llvm-objdump',
  ...[22, 21, 20, 19].map((version) => `llvm-objdump-${version}`),
  '/opt/rocm/llvm/bin/llvm-objdump',
];

/** The chip of sources where none is named. */
const DEFAULT_CHIP = 'gfx950';

/** Reads a file; `machine` is what sources are compiled for, and chooses among the chips of a bundle. */
export async function readKernel(
  io: Io,
  path: string,
  machine: string | undefined,
  options: CompilerOptions = {},
): Promise<KernelInput | UnreadInput> {
  const began = processorSeconds();
  const chip = machine === undefined ? undefined : resolveMachine(machine);
  const language = sourceLanguage(path);
  if (language !== undefined) {
    if (chip !== undefined && chip.vendor !== 'AMD')
      return unread(messages.compile.notAmd(chip.name));
    const { compiler, saveTemps, compilerFlags: flags } = options;
    const name = chip?.name ?? DEFAULT_CHIP;
    const compiled = await io.compile({ path, language, chip: name, compiler, saveTemps, flags });
    if (!('assembly' in compiled)) return compiled;
    const { assembly, sources } = compiled;
    if (!assembly.includes('.amdhsa_kernel')) return unread(messages.compile.noKernels(path));
    const readSeconds = processorSeconds() - began;
    return { text: assembly, file: `${path} (assembly)`, sources, readSeconds };
  }
  let bytes: Uint8Array;
  try {
    bytes = await io.readBytes(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return unread(messages.usage.unreadable(path, reason));
  }
  if (!isCodeObject(bytes)) {
    const text = new TextDecoder().decode(bytes);
    return { text, readSeconds: processorSeconds() - began };
  }
  const read = readCodeObject(bytes, chip?.name ?? machine);
  const [problem] = read.diagnostics;
  if (!read.ok) {
    return unread(problem ?? messages.usage.unreadable(path, 'it is not a code object'));
  }
  const combined = (text: string): KernelInput => {
    const { program, diagnostics } = combine(read.value, text);
    const source = programSource(program, text, [...read.diagnostics, ...diagnostics]);
    return { text, source, readSeconds: processorSeconds() - began };
  };
  const listing = disassemble(read.value);
  if (listing !== undefined) return combined(listing);
  let failed: Message | undefined;
  for (const command of DISASSEMBLERS) {
    const made = await io.disassemble(command, read.value.bytes);
    if (made === undefined) continue;
    if ('problem' in made) {
      failed ??= messages.usage.disassemblerFailed(command, path, made.problem);
      continue;
    }
    return combined(made.text);
  }
  return unread(failed ?? messages.usage.noDisassembler(path));
}

function unread(problem: Diagnostic): UnreadInput {
  return { diagnostics: [diagnose(problem)], text: '' };
}
