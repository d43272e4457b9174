/**
 * A kernel's file, whatever it is: text, or a code object that LLVM's disassembler turns into text.
 */
import { combine, isCodeObject, readCodeObject } from '@ldscope/amdgcn';
import { diagnose, type Diagnostic, type Message, messages } from '@ldscope/core';
import { programSource, type Source } from '@ldscope/engine';
import { fileProblem, type Io } from './io.ts';
import { processorSeconds } from './processor-time.ts';

export interface KernelInput {
  readonly text: string;
  /** For a code object: what was read. */
  readonly source?: Source;
  /** Processor time that reading it has taken, without that of the disassembler. */
  readonly readSeconds: number;
}

/** Where LLVM's disassembler may be, the usual name first. */
const DISASSEMBLERS = [
  'llvm-objdump',
  ...[22, 21, 20, 19].map((version) => `llvm-objdump-${version}`),
  '/opt/rocm/llvm/bin/llvm-objdump',
];

/** Reads a file; `target` chooses among the chips of a bundle. */
export async function readKernel(
  io: Io,
  path: string,
  target: string | undefined,
): Promise<KernelInput | Diagnostic> {
  const began = processorSeconds();
  let bytes: Uint8Array;
  try {
    bytes = await io.readBytes(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return messages.usage.unreadable(path, reason);
  }
  if (!isCodeObject(bytes)) {
    const text = new TextDecoder().decode(bytes);
    return { text, readSeconds: processorSeconds() - began };
  }
  const read = readCodeObject(bytes, target);
  const [problem] = read.diagnostics;
  if (!read.ok) return problem ?? messages.usage.unreadable(path, 'it is not a code object');
  let failed: Message | undefined;
  for (const command of DISASSEMBLERS) {
    const made = await io.disassemble(command, read.value.bytes);
    if (made === undefined) continue;
    if ('problem' in made) {
      failed ??= messages.usage.disassemblerFailed(command, path, made.problem);
      continue;
    }
    const { text } = made;
    const { program, diagnostics } = combine(read.value, text);
    const all = [...read.diagnostics, ...diagnostics];
    const source = programSource(program, text, all);
    return { text, source, readSeconds: processorSeconds() - began };
  }
  return diagnose(failed ?? messages.usage.noDisassembler(path));
}
