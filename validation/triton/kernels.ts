/**
 * Triton's compiled kernels and one run of each: a workgroup that goes `STEPS` times around its loop.
 *
 * A kernel is a folder with `kernel.amdgcn`, `kernel.ttgir` and `options.json` (argument types, constants, the bytes
 * of shared memory). The numbers that it works on are zeros: addresses in shared memory do not depend on them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  type AccessTrace,
  findMachine,
  type KernelArgument,
  type Launch,
  type Machine,
} from '@ldscope/core';
import { executeProgram, parseAssembly } from '@ldscope/amdgcn';
import { asObject, type JsonObject, numberAt, objectAt, textAt } from '../base/json.ts';
import { readBuffers, type SharedBuffer } from './ttgir.ts';

/** Tiles that the workgroup goes through: enough for the deepest pipeline to enter its loop. */
export const STEPS = 3;

/** More than any kernel asks for: those that ask for more than the chip has are counted too. */
export const ENOUGH_LDS_BYTES = 2 ** 18;

export interface CompiledKernel {
  readonly chip: string;
  readonly name: string;
  readonly machine: Machine;
  readonly assembly: string;
  readonly ttgir: string;
  readonly options: JsonObject;
}

export interface Matmul extends CompiledKernel {
  readonly buffers: readonly SharedBuffer[];
  /** Waves of the workgroup. */
  readonly warps: number;
}

/** Names of the kernels of a folder, chip by chip: `gfx942/matmul-fp16-...`; empty when it is not there. */
export function kernelNames(folder: string): string[] {
  const chips = ['gfx90a', 'gfx942', 'gfx950'].filter((chip) => existsSync(`${folder}/${chip}`));
  return chips.flatMap((chip) =>
    readdirSync(`${folder}/${chip}`)
      .sort()
      .map((name) => `${chip}/${name}`),
  );
}

export function readKernel(folder: string, path: string): CompiledKernel {
  const file = (name: string): string => readFileSync(`${folder}/${path}/${name}`, 'utf8');
  const [chip = '', name = ''] = path.split('/');
  const machine = findMachine(chip);
  const options = asObject(JSON.parse(file('options.json')));
  if (machine === undefined || options === undefined) throw new Error(`cannot read ${path}`);
  const [assembly, ttgir] = [file('kernel.amdgcn'), file('kernel.ttgir')];
  return { chip, name, machine, assembly, ttgir, options };
}

/** A matmul with its buffers. */
export function asMatmul(kernel: CompiledKernel): Matmul {
  const warps = numberAt(objectAt(kernel.options, 'options'), 'num_warps') ?? 0;
  return { ...kernel, warps, buffers: readBuffers(kernel.ttgir, kernel.machine) };
}

const BYTES: Readonly<Record<string, number>> = { fp32: 4, fp16: 2, bf16: 2, i32: 4 };

/** A constant of the kernel: `BM`, `BN`, `BK`, or a stride that is 1; 0 when it has none. */
export function constant({ options }: CompiledKernel, name: string): number {
  return numberAt(objectAt(options, 'constexpr'), name) ?? 0;
}

/** Scalars of a kernel, and elements of its buffers. */
interface Sizes {
  readonly values: Readonly<Record<string, number>>;
  readonly elements: Readonly<Record<string, number>>;
}

function matmulSizes(kernel: CompiledKernel, steps: number): Sizes {
  const of = (name: string): number => constant(kernel, name);
  const [M, N, K] = [of('BM'), of('BN'), steps * of('BK')];
  const strides = {
    ...(of('sam') === 1 ? { sam: 1, sak: M } : { sam: K, sak: 1 }),
    ...(of('sbk') === 1 ? { sbk: 1, sbn: K } : { sbk: N, sbn: 1 }),
  };
  return {
    values: { M, N, K, ...strides, scm: N, scn: 1 },
    elements: { a_ptr: M * K, b_ptr: K * N, c_ptr: M * N },
  };
}

/** By the first word of a kernel's name: what a launch with one workgroup gives it. */
const SIZES: Readonly<Record<string, (kernel: CompiledKernel, steps: number) => Sizes>> = {
  matmul: matmulSizes,
  attention: (kernel, steps) => {
    const L = steps * Math.max(constant(kernel, 'BM'), constant(kernel, 'BN'));
    const all = L * constant(kernel, 'D');
    return {
      values: { L, scale: 1 },
      elements: { q_ptr: all, k_ptr: all, v_ptr: all, o_ptr: all },
    };
  },
  transpose: (kernel) => {
    const [M, N] = [constant(kernel, 'BM'), constant(kernel, 'BN')];
    return { values: { M, N }, elements: { x_ptr: M * N, y_ptr: M * N } };
  },
  softmax: (kernel) => {
    const N = constant(kernel, 'B');
    return { values: { N }, elements: { x_ptr: N, y_ptr: N } };
  },
  histogram: (kernel) => {
    const N = constant(kernel, 'B');
    return { values: { N }, elements: { x_ptr: N, y_ptr: constant(kernel, 'NB') } };
  },
};

/** How a kernel is started, with one workgroup that goes `steps` times around its loop. */
export function launchOf(
  kernel: CompiledKernel,
  steps = STEPS,
): { readonly launch: Launch; readonly arguments: readonly KernelArgument[] } {
  const { options } = kernel;
  const sizes = SIZES[kernel.name.split('-')[0] ?? '']?.(kernel, steps);
  if (sizes === undefined) throw new Error(`no launch is known for ${kernel.name}`);
  const types = objectAt(options, 'args') ?? {};
  const list = Object.keys(types)
    .filter((name) => objectAt(options, 'constexpr')?.[name] === undefined)
    .map((name): KernelArgument => {
      const type = (textAt(types, name) ?? '').replace('*', '');
      const count = sizes.elements[name];
      if (count !== undefined)
        return { kind: 'buffer', name, data: new Uint8Array(count * (BYTES[type] ?? 1)) };
      const value = sizes.values[name] ?? 0;
      const bytes = type === 'fp32' ? Float32Array.of(value) : Int32Array.of(value);
      return { kind: 'value', name, bytes: new Uint8Array(bytes.buffer) };
    });
  const dynamicLdsBytes = numberAt(options, 'shared') ?? 0;
  return { launch: { grid: [1, 1, 1], dynamicLdsBytes, scalars: new Map() }, arguments: list };
}

/** The accesses of the workgroup. */
export function runKernel(kernel: CompiledKernel): AccessTrace {
  const { assembly, machine } = kernel;
  const { program } = parseAssembly(assembly);
  const traces: AccessTrace[] = [];
  const { diagnostics, hazards } = executeProgram(program, assembly, {
    machine,
    ...launchOf(kernel),
    onWorkgroup: (trace) => traces.push(trace),
  });
  const wrong = diagnostics.find(({ code }) => code !== 'emulate/lds-beyond-chip')?.message;
  const [trace] = traces;
  if (wrong !== undefined || hazards.length > 0 || trace === undefined)
    throw new Error(`${kernel.chip}/${kernel.name}: ${wrong ?? 'it does not run cleanly'}`);
  return trace;
}
