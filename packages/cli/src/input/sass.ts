/** The machine code for PTX: a listing or a cubin that the user gives, or what ptxas makes of the PTX. */
import { diagnose, messages } from '@ldscope/core';
import type { SassText } from '@ldscope/engine';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import { unread, type UnreadInput } from './kernel-input.ts';

/** `given`: the file of `--sass`, or true without one. `chip`: what the PTX is for. */
export async function readSassText(
  io: Io,
  given: string | true,
  ptx: string,
  chip: string | undefined,
): Promise<SassText | UnreadInput> {
  if (given === true) {
    const target = /^[^\S\n]*\.target\s+(sm_\w+)/m.exec(ptx)?.[1] ?? chip;
    if (target === undefined) return unread(diagnose(messages.ptx.noFunctions()));
    const made = await io.disassembleSass({ ptx, chip: target });
    return 'text' in made ? made : { ...made, text: '' };
  }
  try {
    const bytes = await io.readBytes(given);
    if (!isElf(bytes)) return { text: new TextDecoder().decode(bytes), file: given };
    const made = await io.disassembleSass({ cubin: bytes });
    return 'text' in made ? made : { ...made, text: '' };
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return unread(messages.usage.unreadable(given, reason));
  }
}

const isElf = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
