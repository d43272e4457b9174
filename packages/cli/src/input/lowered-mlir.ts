/** A kernel of MLIR as machine code, with a launch that its own types give: for commands that need instructions. */
import {
  diagnose,
  messages,
  placeDiagnostics,
  type ReportDiagnostic,
  timingOf,
} from '@ldscope/core';
import {
  launchFileOptions,
  type LaunchOptions,
  parseLaunchFile,
  predictedSeconds,
  readSource,
  resolveMachine,
  type SecondsOf,
  type Source,
} from '@ldscope/engine';
import type { Io } from '../io/io.ts';
import type { KernelInput } from './kernel-input.ts';

/** The input as assembly of a chip; its launch has what the one that is given leaves open. */
export interface LoweredInput {
  readonly input: KernelInput;
  readonly launch: LaunchOptions;
}

/** The chip of modules that name none. */
const DEFAULT_CHIP = 'gfx942';

/** True for an input that has to be lowered before it can be timed. */
export const isMlir = ({ source }: KernelInput, text: string, file: string): boolean => {
  const read = source ?? valueOf(readSource(text, file));
  return read?.language.name === 'mlir';
};

const valueOf = <T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }) =>
  result.ok ? result.value : undefined;

/** Lowers a module; what prevents it is in the diagnostics. */
export async function loweredMlir(
  io: Io,
  { text, source }: KernelInput,
  options: {
    readonly file: string;
    readonly machine: string | undefined;
    readonly kernel: string | undefined;
    readonly launch: LaunchOptions;
  },
): Promise<LoweredInput | { readonly diagnostics: readonly ReportDiagnostic[] }> {
  const { file, machine = DEFAULT_CHIP, kernel, launch } = options;
  const lower = await io.mlirLowering();
  const lowered = lower(text, resolveMachine(machine)?.name ?? machine);
  if (lowered === undefined || 'problem' in lowered) {
    const why =
      lowered === undefined
        ? messages.timing.noLowering()
        : messages.timing.notLowered(lowered.problem);
    return { diagnostics: placeDiagnostics([diagnose(why)], text) };
  }
  const read = source ?? valueOf(readSource(text, file));
  return {
    input: {
      text: lowered.assembly,
      file: `${file} (assembly)`,
      readSeconds: 0,
    },
    launch: { ...(await launchOfTypes(read, kernel)), ...launch },
  };
}

/** The time of rewritten texts of a kernel of MLIR, where they can be lowered and the chip has a model of time. */
export async function secondsOfMlir(
  io: Io,
  text: string,
  kernel: string | undefined,
  launch: LaunchOptions,
): Promise<SecondsOf | undefined> {
  const read = valueOf(readSource(text));
  if (read?.language.name !== 'mlir') return undefined;
  const lower = await io.mlirLowering();
  const own = { ...(await launchOfTypes(read, kernel)), ...launch };
  return (changed, machine) => {
    const lowered = timingOf(machine) && lower(changed, machine.name);
    if (lowered === undefined || 'problem' in lowered) return undefined;
    return predictedSeconds(lowered.assembly, { ...own, kernel, machine: machine.name });
  };
}

/** The launch that the types of a kernel give. */
async function launchOfTypes(
  read: Source | undefined,
  kernel: string | undefined,
): Promise<LaunchOptions> {
  const template = read?.launchFile?.(kernel);
  const own = template?.ok === true ? await parseLaunchFile(template.value, noFile) : undefined;
  const { extents, ...rest } = own?.ok === true ? launchFileOptions(own.value) : {};
  return { ...rest, launchDefaults: extents && withoutScalars(extents) };
}

function withoutScalars({ grid, block, dynamicLdsBytes }: NonNullable<LaunchOptions['extents']>) {
  return { grid, block, dynamicLdsBytes };
}

/** A launch made from types names no files. */
const noFile = (): Promise<undefined> => Promise.resolve(undefined);
