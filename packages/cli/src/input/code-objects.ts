/**
 * Code objects, wherever a build has put them, as parts: each is disassembled on demand, here, or by LLVM for chips
 * that ldscope cannot decode.
 */
import { combine, disassemble, type PlacedCodeObject, readCodeObjects } from '@ldscope/amdgcn';
import { diagnose, type Diagnostic, type Message, messages } from '@ldscope/core';
import { programSource } from '@ldscope/engine';
import { DISASSEMBLERS } from '../compile/llvm-programs.ts';
import type { Io } from '../io/io.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { type InputParts, type KernelInput, unread, type UnreadInput } from './kernel-input.ts';

/** The code objects of a file for a chip, or for the first that it has code for. */
export function codeObjectParts(
  io: Io,
  path: string,
  bytes: Uint8Array,
  chip: string | undefined,
): InputParts | UnreadInput {
  const read = readCodeObjects(bytes, chip);
  if (!read.ok) return unread(...read.diagnostics);
  const { objects, targets } = read.value;
  const [first, ...others] = objects;
  const part = (object: PlacedCodeObject, said: readonly Diagnostic[]) => ({
    kernels: object.kernels.map(({ name }) => name),
    isOfOneChip: targets.length > 1,
    targets,
    read: () => disassembled(io, path, object, said),
  });
  return [part(first, read.diagnostics), ...others.map((object) => part(object, []))];
}

async function disassembled(
  io: Io,
  path: string,
  object: PlacedCodeObject,
  said: readonly Diagnostic[],
): Promise<KernelInput | UnreadInput> {
  const began = processorSeconds();
  const name = object.member === undefined ? path : `${path}(${object.member})`;
  const combined = (text: string): KernelInput => {
    const { program, diagnostics } = combine(object, text);
    const source = programSource(program, text, [...said, ...diagnostics]);
    const file = object.member === undefined ? undefined : name;
    return { text, file, source, code: object.bytes, readSeconds: processorSeconds() - began };
  };
  const listing = disassemble(object);
  if (listing !== undefined) return combined(listing);
  let failed: Message | undefined;
  for (const command of DISASSEMBLERS) {
    const made = await io.disassemble(command, object.bytes);
    if (made === undefined) continue;
    if ('problem' in made) {
      failed ??= messages.usage.disassemblerFailed(command, name, made.problem);
      continue;
    }
    return combined(made.text);
  }
  return unread(diagnose(failed ?? messages.usage.noDisassembler(name)));
}
