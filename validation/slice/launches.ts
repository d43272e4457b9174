/**
 * Launches on grids, whatever executes them: kernels of this folder and of others, with launch files beside them.
 *
 *     edges.yaml     kernels of edges.cu and edges.hip, in each form in which they are kept
 *     grids.yaml     kernels of grids.mlir
 *     cuda.yaml      measured CUDA kernels, which are written for a few blocks
 */
import { readFileSync } from 'node:fs';
import { executePrepared, parseAssembly, PreparedProgram } from '@ldscope/amdgcn';
import {
  type ExecuteOptions,
  type Execution,
  type Extent,
  type KernelArgument,
  type Launch,
  type Machine,
  ownMemory,
} from '@ldscope/core';
import { launchFileOptions, parseLaunchFile } from '@ldscope/engine';
import { executeKernel, parseModule } from '@ldscope/mlir';
import { executePtx, parsePtx, type SassOf } from '@ldscope/ptx';
import { inputText } from '../base/inputs.ts';
import type { ExecuteWith } from './compare.ts';

type Run = (options: ExecuteOptions & { readonly kernel?: string | undefined }) => Execution;

/** A kernel with a launch. */
export interface GridLaunch {
  readonly name: string;
  readonly machine: Machine;
  readonly run: Run;
  readonly kernel?: string | undefined;
  readonly launch: Launch;
  /** Unknown where they are absent. */
  readonly arguments?: readonly KernelArgument[] | undefined;
}

/** The launch of a name on another grid. */
export function onGrid(launches: readonly GridLaunch[], name: string, grid: Extent): GridLaunch {
  const own = launches.find((one) => one.name === name);
  if (own === undefined) throw new Error(`no ${name}`);
  return { ...own, launch: { ...own.launch, grid } };
}

/** Executes a launch, with memory of its own each time. */
export const executionOf =
  ({ machine, run, kernel, launch, arguments: list }: GridLaunch): ExecuteWith =>
  (options) =>
    run({
      machine,
      kernel,
      launch,
      arguments: ownMemory({ arguments: list }).arguments,
      ...options,
    });

export function machineCode(text: string): Run {
  const { program } = parseAssembly(text);
  return (options) => executePrepared(new PreparedProgram(program, text), options);
}

export function mlir(text: string): Run {
  const { module } = parseModule(text);
  return (options) => executeKernel(module, text, options);
}

/** `sass`: its machine code, whose accesses are counted instead. */
export function ptx(text: string, sass?: SassOf): Run {
  const { module } = parsePtx(text);
  return (options) => executePtx(module, text, { ...options, sass });
}

/** Small numbers that loops of kernels run to. */
function lengths(bytes: number): Uint8Array {
  const words = Int32Array.from({ length: bytes / 4 }, (_, i) => (i * 7919) % 6);
  return new Uint8Array(words.buffer);
}

/** The launches of a launch file by the names of their kernels; one without such names is `file`. */
export async function launchesIn(
  text: string,
  file: string,
): Promise<ReadonlyMap<string, Pick<GridLaunch, 'launch' | 'arguments'>>> {
  const parsed = await parseLaunchFile(text, (name) =>
    Promise.resolve(lengths(Number(/^lengths-(\d+)$/.exec(name)?.[1]))),
  );
  if (!parsed.ok) throw new Error(`${file}: ${parsed.diagnostics[0]?.message}`);
  const options = launchFileOptions(parsed.value);
  const entries = [...(options.kernels ?? [[file, options] as const])];
  return new Map(
    entries.map(([kernel, { extents = {}, arguments: list }]) => [
      kernel,
      { launch: { ...extents, scalars: new Map() }, arguments: list },
    ]),
  );
}

/** Those of a launch file of this folder whose kernels a text has. */
export async function ownLaunches(
  file: string,
  text: string,
  machine: Machine,
  run: Run,
): Promise<GridLaunch[]> {
  const all = await launchesIn(inputText(`slice/${file}`), file);
  return [...all].flatMap(([kernel, launch]) =>
    new RegExp(String.raw`\b${kernel}\b`).test(text)
      ? [{ ...launch, name: kernel, kernel, machine, run }]
      : [],
  );
}

export const textOf = (path: string): string => readFileSync(path, 'utf8');
