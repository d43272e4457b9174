/**
 * `npm run validate -- slice mlir [FOLDER ...]`: what `slice` does, for every kernel of the MLIR files of some folders: our own
 * and `../shared` by default.
 */
import { readFileSync } from 'node:fs';
import { findMachine, hasErrors, type Launch, type Machine } from '@ldscope/core';
import {
  executeKernel,
  kernelNames,
  type Module,
  parseModule,
  partText,
  splitChunks,
} from '@ldscope/mlir';
import type { Output } from '../base/output.ts';
import { filesBelow, givenPath } from '../base/paths.ts';
import { compareSlice, type ExecuteWith, type SliceComparison } from './compare.ts';
import { SliceTable } from './table.ts';

/** The first on which a kernel is executed decides. */
const CHIPS = ['gfx950', 'gfx1100', 'sm_90'];
const WORKGROUPS = 2;
const REPEATS = 3;
const FOLDERS = [
  'examples',
  'packages/mlir/test',
  '../shared/kernels/wave',
  '../shared/review/repro-wave-iree',
];
const BLOCK: Launch = { block: [64, 1, 1], scalars: new Map() };

export interface KernelComparison {
  readonly name: string;
  /** Absent for a kernel that is not executed. */
  readonly comparison: SliceComparison | undefined;
}

/** Every kernel of every part of a file. */
export function* compareMlirFile(file: string, repeats?: number): Generator<KernelComparison> {
  const whole = readFileSync(file, 'utf8');
  const chunks = splitChunks(whole).map((span) => partText(whole, span));
  for (const [at, text] of chunks.entries()) {
    const { module, diagnostics } = parseModule(text);
    if (hasErrors(diagnostics)) continue;
    const part = chunks.length === 1 ? '' : `#${at + 1}`;
    for (const kernel of kernelNames(module)) {
      const execute = executionOf(module, text, kernel);
      const name = `${file}${part} ${kernel}`;
      yield { name, comparison: execute && compareSlice(execute, repeats) };
    }
  }
}

/** How a kernel can be executed: on which chip, and with a workgroup of ours where it names none. */
function executionOf(module: Module, text: string, kernel: string): ExecuteWith | undefined {
  const launches: readonly (Launch | undefined)[] = [undefined, BLOCK];
  return CHIPS.flatMap((chip) => findMachine(chip) ?? [])
    .flatMap((machine) => launches.map((launch) => bind(module, text, kernel, machine, launch)))
    .find((execute) => !hasErrors(execute({}).diagnostics));
}

const bind =
  (
    module: Module,
    text: string,
    kernel: string,
    machine: Machine,
    launch: Launch | undefined,
  ): ExecuteWith =>
  (options) =>
    executeKernel(module, text, {
      machine,
      kernel,
      launch,
      workgroups: WORKGROUPS,
      unknownValues: true,
      ...options,
    });

/** Runs the program; returns its exit code. */
export function main(given: readonly string[], { print }: Output): number {
  const table = new SliceTable(print);
  for (const folder of given.length === 0 ? FOLDERS : given.map(givenPath)) {
    for (const file of filesBelow(folder, /\.mlir$/) ?? [])
      for (const { name, comparison } of compareMlirFile(file, REPEATS))
        table.add(name, comparison);
  }
  table.end();
  return table.wrong === 0 ? 0 : 1;
}
