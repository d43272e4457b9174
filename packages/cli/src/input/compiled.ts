/** A source in HIP, OpenCL or CUDA, as the assembly or PTX that a compiler makes of it for a chip. */
import { messages } from '@ldscope/core';
import { resolveMachine } from '@ldscope/engine';
import { readBuildFlags } from '../compile/build-flags.ts';
import type { CompileRequest } from '../compile/compile.ts';
import type { SourceLanguage } from '../compile/language.ts';
import type { Io } from '../io/io.ts';
import type { CompilerOptions } from '../options/options.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { type InputParts, readPart, unread, type UnreadInput } from './kernel-input.ts';

/** The chip of sources where none is named. */
const DEFAULT_CHIP = 'gfx950';

/** With the features of the chip alone (`sm_90a`), except where the architecture is requested without them. */
function ptxTarget(asked: string, name: string): string {
  if (/^sm_\d+[af]?$/.test(asked)) return asked;
  return Number(name.replace('sm_', '')) < 90 ? name : `${name}a`;
}

export async function compiledParts(
  io: Io,
  path: string,
  language: SourceLanguage,
  machine: string | undefined,
  { compiler, saveTemps, compilerFlags = [] }: CompilerOptions,
  change: Pick<CompileRequest, 'changed' | 'isUnnamed'> = {},
): Promise<InputParts | UnreadInput> {
  const began = processorSeconds();
  const { flags, chips } = readBuildFlags(compilerFlags);
  const asked = machine ?? chips[0] ?? DEFAULT_CHIP;
  const chip = resolveMachine(asked);
  // The compiler may know a chip that is not known here, or refuse it; commands that need a machine refuse it.
  const other = machine === undefined ? asked : DEFAULT_CHIP;
  const wantsPtx = chip?.vendor === 'NVIDIA';
  if (wantsPtx && language !== 'cuda') return unread(messages.compile.notAmd(chip.name));
  const name = wantsPtx ? ptxTarget(asked, chip.name) : (chip?.name ?? other);
  const how = { chip: name, wantsPtx, compiler, saveTemps, flags };
  const compiled = await io.compile({ path, language, ...change, ...how });
  if (!('assembly' in compiled)) return compiled;
  const { assembly, sources, project } = compiled;
  if (!assembly.includes(wantsPtx ? '.entry' : '.amdhsa_kernel'))
    return unread(messages.compile.noKernels(path));
  const readSeconds = processorSeconds() - began;
  return [
    readPart(
      {
        text: assembly,
        file: `${path} (${wantsPtx ? 'PTX' : 'assembly'})`,
        sources,
        project,
        readSeconds,
      },
      true,
    ),
  ];
}
