/**
 * A kernel's file, whatever it is, as parts: text, a source that a compiler turns into assembly, or what holds code objects.
 */
import { isCodeObject, isTextBundle, readTextBundle } from '@ldscope/amdgcn';
import { diagnose, messages, symbolsNamed } from '@ldscope/core';
import { readSource, resolveMachine, withNotes } from '@ldscope/engine';
import { sourceLanguage } from '../compile/language.ts';
import { fileProblem } from '../system/file-problem.ts';
import type { Io } from '../io/io.ts';
import type { CompilerOptions } from '../options/options.ts';
import { processorSeconds } from '../system/processor-time.ts';
import { codeObjectParts } from './code-objects.ts';
import { compiledParts } from './compiled.ts';
import {
  type InputPart,
  type InputParts,
  type KernelInput,
  readPart,
  unread,
  type UnreadInput,
} from './kernel-input.ts';
import { tritonParts } from './triton.ts';

export interface ReadKernelOptions extends CompilerOptions {
  /** Only parts with a kernel of this name, where some have one. */
  readonly kernel?: string | undefined;
}

/**
 * Opens a file; `machine` is what sources are compiled for, and chooses among the chips of a bundle. Where there are
 * several parts, those that have the kernel of the options are taken.
 */
export async function openKernels(
  io: Io,
  path: string,
  machine: string | undefined,
  options: ReadKernelOptions = {},
): Promise<InputParts | UnreadInput> {
  const opened = await openFile(io, path, machine, options);
  const { kernel } = options;
  if (!('length' in opened) || opened.length === 1 || kernel === undefined) return opened;
  const hasKernel = ({ kernels = [] }: InputPart): boolean =>
    symbolsNamed(kernels, kernel).length > 0;
  const [first, ...others] = opened.filter(hasKernel);
  return first === undefined ? opened : [first, ...others];
}

/** Reads one part: the first, or the first with the kernel of the options; a note says so where there are more. */
export async function readKernel(
  io: Io,
  path: string,
  machine: string | undefined,
  options: ReadKernelOptions = {},
): Promise<KernelInput | UnreadInput> {
  const opened = await openKernels(io, path, machine, options);
  return 'length' in opened ? await readFirst(opened) : opened;
}

/** An input with the chips that it is for. */
export interface InputForChips {
  readonly machines: readonly string[];
  readonly input: KernelInput | UnreadInput;
}

/** Reads one part for each of some chips, which share it where all have the same code. */
export async function readKernelFor(
  io: Io,
  path: string,
  machines: readonly string[],
  options: ReadKernelOptions = {},
): Promise<readonly InputForChips[]> {
  const [machine, ...others] = machines;
  const opened = await openKernels(io, path, machine, options);
  const input = 'length' in opened ? await readFirst(opened) : opened;
  if (machine === undefined || !('length' in opened) || opened[0].isOfOneChip !== true)
    return [{ machines, input }];
  const inputs = [{ machines: [machine], input }];
  for (const other of others)
    inputs.push({ machines: [other], input: await readKernel(io, path, other, options) });
  return inputs;
}

async function readFirst(parts: InputParts): Promise<KernelInput | UnreadInput> {
  const input = await parts[0].read();
  if (parts.length === 1 || 'diagnostics' in input || input.source === undefined) return input;
  const note = diagnose(messages.usage.firstOfParts(parts.length));
  return { ...input, source: withNotes(input.source, [note]) };
}

async function openFile(
  io: Io,
  path: string,
  machine: string | undefined,
  options: CompilerOptions,
): Promise<InputParts | UnreadInput> {
  const began = processorSeconds();
  const language = sourceLanguage(path);
  if (language !== undefined) return await compiledParts(io, path, language, machine, options);
  const triton = path === '-' ? undefined : await tritonParts(io, path, machine);
  if (triton !== undefined) return triton;
  let bytes: Uint8Array;
  try {
    bytes = await io.readBytes(path);
  } catch (error) {
    const reason = fileProblem(error);
    if (reason === undefined) throw error;
    return unread(messages.usage.unreadable(path, reason));
  }
  if (isCodeObject(bytes)) return codeObjectParts(io, path, bytes, asked(machine));
  const text = new TextDecoder().decode(bytes);
  const whole = { text, readSeconds: processorSeconds() - began };
  return isTextBundle(text) ? bundledText(path, text, asked(machine)) : [readPart(whole)];
}

/** The chip as containers name it, with its features: `gfx90a:xnack-`. */
function asked(machine: string | undefined): string | undefined {
  if (machine === undefined) return undefined;
  const [, ...features] = machine.split(':');
  return [resolveMachine(machine)?.name ?? machine.split(':')[0], ...features].join(':');
}

/** The section of a bundle of texts for a chip, or the first. */
function bundledText(
  path: string,
  whole: string,
  chip: string | undefined,
): InputParts | UnreadInput {
  const began = processorSeconds();
  const entries = readTextBundle(whole).filter(({ target }) => target !== undefined);
  const targets = [...new Set(entries.map(({ target = '' }) => target))];
  const wanted = chip?.split(':')[0] ?? targets[0];
  const entry = entries.find(({ target }) => target === wanted);
  if (entry === undefined) return unread(messages.amdgcn.noCodeObject(chip, targets));
  const { text, id } = entry;
  const file = `${path} (${id})`;
  const read = readSource(text, file);
  if (!read.ok) return { diagnostics: read.diagnostics, text };
  const isOpen = chip === undefined && targets.length > 1;
  const notes = isOpen ? [diagnose(messages.amdgcn.severalChips(wanted ?? '', targets))] : [];
  const source = withNotes(read.value, notes);
  const input = { text, file, source, readSeconds: processorSeconds() - began };
  return [{ ...readPart(input, targets.length > 1), targets }];
}
