/**
 * Public CUDA programs, and launches of their kernels as their host code makes them, most with smaller sizes.
 *
 *     programs.jsonl          a line per program: its source, and how it is compiled
 *     launches/NAME.yaml      a launch file (docs/launch.md): a kernel is named by a part of its symbol between two stars
 *     launches/NAME.cu        what is compiled instead of the source, where there is one: it includes it
 *     checks.ts               what the kernels compute, by plain loops
 */
import { existsSync } from 'node:fs';
import type { Extent, KernelArgument } from '@ldscope/core';
import { type LaunchFile, launchFileOptions, parseLaunchFile } from '@ldscope/engine';
import { inputPath, inputRows, inputText } from '../base/inputs.ts';
import { filled } from './fills.ts';

interface Row {
  /** The name of its launch file. */
  readonly launches: string;
  /** Below the folder with the three repositories. */
  readonly source: string;
  /** Of the compiler, behind `-O3 -std=c++17`; `@` stands for the folder. Samples include what is beside them. */
  readonly flags?: readonly string[];
  /** Smaller values of its `#define`s than the program has. */
  readonly sizes?: Readonly<Record<string, number>>;
  /** What tells its kernels apart in the table, where they have one name. */
  readonly titles?: readonly string[];
}

export interface ProgramFile extends Row {
  readonly flags: readonly string[];
  readonly wrapper?: string | undefined;
}

const inLaunches = (name: string): string => `cuda-programs/launches/${name}`;

/** Where the sources of NVIDIA's samples find headers; some have a folder of their own. */
const sampleFlags = (source: string): string[] => {
  const folder = source.slice(0, source.lastIndexOf('/'));
  return [
    '-I@/cuda-samples/Common',
    ...['', '/inc'].map((below) => `-I@/${folder}${below}`),
    `-I@/${folder.replace(/\/src$/, '')}/inc`,
  ];
};

export const programFiles: readonly ProgramFile[] = inputRows<Row>(
  'cuda-programs/programs.jsonl',
).map((row) => {
  const wrapper = inLaunches(`${row.launches}.cu`);
  return {
    ...row,
    flags: row.flags ?? sampleFlags(row.source),
    wrapper: existsSync(inputPath(wrapper)) ? inputText(wrapper) : undefined,
  };
});

export interface ProgramLaunch {
  /** A part of the symbol that no other kernel of the file has. */
  readonly kernel: string;
  readonly grid: Extent;
  readonly block: Extent;
  readonly dynamicLdsBytes: number;
  readonly arguments: readonly KernelArgument[];
  readonly globals: readonly KernelArgument[];
}

/** The launches of a program, each behind those that its file runs before it, over arrays of their own. */
export async function launchesOf({
  launches,
}: ProgramFile): Promise<readonly (readonly ProgramLaunch[])[]> {
  const text = inputText(inLaunches(`${launches}.yaml`));
  const read = async (): Promise<LaunchFile> => {
    const file = await parseLaunchFile(text, (name) => Promise.resolve(filled(name)));
    if (file.ok) return file.value;
    throw new Error(`${launches}: ${file.diagnostics.map(({ message }) => message).join('; ')}`);
  };
  const { kernels, run } = await read();
  const counted = [...kernels.keys()].filter((pattern) => !run.slice(0, -1).includes(pattern));
  return Promise.all(
    counted.map(async (pattern) => {
      const file = await read();
      return (pattern === run.at(-1) ? run : [pattern]).map((name) => launchOf(file, name));
    }),
  );
}

function launchOf(file: LaunchFile, pattern: string): ProgramLaunch {
  const { extents = {}, ...given } = launchFileOptions(file).kernels?.get(pattern) ?? {};
  return {
    kernel: pattern.replaceAll('*', ''),
    grid: extents.grid ?? [1, 1, 1],
    block: extents.block ?? [1, 1, 1],
    dynamicLdsBytes: extents.dynamicLdsBytes ?? 0,
    arguments: given.arguments ?? [],
    globals: given.globals ?? [],
  };
}
