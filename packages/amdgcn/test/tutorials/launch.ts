/** Launches the machine code of a tutorial on a matrix of random bits, and checks that what comes out is the transpose. */
import { executeProgram, type Execution } from '@ldscope/amdgcn';
import {
  type AccessTrace,
  copyTrace,
  type KernelArgument,
  machineNamed,
  TILE_M,
} from '@ldscope/core';
import { numbers } from '../emulate/hip/case.ts';
import { buffer, int32 } from '../emulate/harness.ts';
import type { Chip, Compiled } from './compiled.ts';
import { type BufferCounts, tutorial } from './model.ts';

export interface Launched {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
  /** Elements of the result that are wrong. */
  readonly wrong: number;
  /** Buffer instructions that all waves executed, by mnemonic. */
  readonly buffers: BufferCounts;
}

const kernelOf = (name: string): string => `tutorial_${name.replace('-', '_')}`;

/** Runs a tutorial on m x k elements. Loads complete early, or as late as the waits of the kernel let them. */
export function launch(
  { program, text }: Compiled,
  name: string,
  chip: Chip,
  m: number,
  k: number,
  asyncCompletion: 'early' | 'late' = 'late',
): Launched {
  const halves = tutorial(name).spec(32).elementBytes === 2;
  const { word } = numbers(m + k);
  const x = halves ? new Uint16Array(m * k) : new Uint32Array(m * k);
  for (let i = 0; i < x.length; i++) x[i] = word();
  const y = halves ? new Uint16Array(m * k) : new Uint32Array(m * k);
  // Nothing that is left as it was can be right.
  for (let i = 0; i < y.length; i++) y[i] = ~(x[(i % m) * k + Math.floor(i / m)] ?? 0);
  const traces: AccessTrace[] = [];
  const execution = executeProgram(program, text, {
    machine: machineNamed(chip),
    kernel: kernelOf(name),
    launch: { block: [256, 1, 1], grid: [m / TILE_M, 1, 1], scalars: new Map() },
    arguments: [memory(x), memory(y), int32(m), int32(k)],
    asyncCompletion,
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  let wrong = 0;
  for (let i = 0; i < y.length; i++) if (y[i] !== x[(i % m) * k + Math.floor(i / m)]) wrong++;
  const buffers: Record<string, number> = {};
  for (const [number, { mnemonic }] of program.instructions.entries()) {
    const times = execution.executions[number] ?? 0;
    if (mnemonic.startsWith('ds_') || !/^(?:buffer|global|flat)_/.test(mnemonic) || times === 0)
      continue;
    buffers[mnemonic] = (buffers[mnemonic] ?? 0) + times;
  }
  return { execution, traces, wrong, buffers };
}

const memory = (array: Uint16Array | Uint32Array): KernelArgument =>
  buffer(new Uint8Array(array.buffer));
