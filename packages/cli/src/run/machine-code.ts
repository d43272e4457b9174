/** The machine code of an input. */
import { success } from '@ldscope/core';
import { readSource, type Source } from '@ldscope/engine';
import type { KernelInput } from '../input/kernel-input.ts';

export type MachineCode = Source & Required<Pick<Source, 'program'>>;

/** Machine code; `undefined` for any other input. */
export function machineCodeOf(
  { source, text }: KernelInput,
  file: string,
): MachineCode | undefined {
  const read = source === undefined ? readSource(text, file) : success(source);
  if (!read.ok || read.value.program === undefined) return undefined;
  return { ...read.value, program: read.value.program };
}
