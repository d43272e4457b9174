/** Triton's kernels on the model of a compute unit. */
import { parseAssembly } from '@ldscope/amdgcn';
import type { MatrixChip } from '@ldscope/core';
import { timedKernel } from '@ldscope/engine';
import {
  type CompiledKernel,
  constant,
  kernelNames,
  launchOf,
  readKernel,
} from '../triton/kernels.ts';
import { type KernelTiming, timeKernel } from './kernel-timing.ts';

/** Times around the loop: enough for a steady state behind the deepest pipeline. */
const ITERATIONS = 12;

/** Tiles that a workgroup goes through; an attention kernel takes `BN` keys at a time, and no fewer than `BM` queries. */
function stepsOf(kernel: CompiledKernel): number {
  if (!kernel.name.startsWith('attention-')) return ITERATIONS;
  const [queries, keys] = [constant(kernel, 'BM'), constant(kernel, 'BN')];
  return Math.ceil((ITERATIONS * keys) / Math.max(queries, keys));
}

export interface TimedTriton extends KernelTiming {
  readonly chip: string;
  readonly name: string;
}

export function timeTriton(kernel: CompiledKernel): TimedTriton {
  const { machine, assembly, chip, name } = kernel;
  const { program } = parseAssembly(assembly);
  const timed = timedKernel(program, assembly, machine.name as MatrixChip, machine, {
    file: name,
    ...launchOf(kernel, stepsOf(kernel)),
    workgroups: 1,
  });
  const wrong = timed.diagnostics.find(({ code }) => code !== 'emulate/lds-beyond-chip')?.message;
  if (wrong !== undefined) throw new Error(`${chip}/${name}: ${wrong}`);
  return { chip, name, ...timeKernel(timed.program, machine, timed.occupancy) };
}

/** Every kernel of a folder. */
export function surveyTriton(folder: string): readonly TimedTriton[] {
  return kernelNames(folder).map((name) => timeTriton(readKernel(folder, name)));
}
