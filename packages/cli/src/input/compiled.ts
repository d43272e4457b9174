/** A source in HIP, OpenCL or CUDA, as the assembly or PTX that a compiler makes of it for a chip. */
import { messages } from '@ldscope/core';
import { resolveMachine } from '@ldscope/engine';
import type { SourceLanguage } from '../compile/language.ts';
import type { Io } from '../io.ts';
import type { CompilerOptions } from '../options.ts';
import { processorSeconds } from '../processor-time.ts';
import { type InputParts, readPart, unread, type UnreadInput } from './kernel-input.ts';

/** The chip of sources where none is named. */
const DEFAULT_CHIP = 'gfx950';

export async function compiledParts(
  io: Io,
  path: string,
  language: SourceLanguage,
  machine: string | undefined,
  { compiler, saveTemps, compilerFlags: flags }: CompilerOptions,
): Promise<InputParts | UnreadInput> {
  const began = processorSeconds();
  const chip = machine === undefined ? undefined : resolveMachine(machine);
  const wantsPtx = chip?.vendor === 'NVIDIA';
  if (wantsPtx && language !== 'cuda') return unread(messages.compile.notAmd(chip.name));
  const name = chip?.name ?? DEFAULT_CHIP;
  const how = { chip: name, wantsPtx, compiler, saveTemps, flags };
  const compiled = await io.compile({ path, language, ...how });
  if (!('assembly' in compiled)) return compiled;
  const { assembly, sources } = compiled;
  if (!assembly.includes(wantsPtx ? '.entry' : '.amdhsa_kernel'))
    return unread(messages.compile.noKernels(path));
  const readSeconds = processorSeconds() - began;
  return [
    readPart(
      { text: assembly, file: `${path} (${wantsPtx ? 'PTX' : 'assembly'})`, sources, readSeconds },
      true,
    ),
  ];
}
