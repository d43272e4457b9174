/** Runs a few instructions on one wave, or a small kernel, in tests. */
import {
  type AccessTrace,
  copyGlobalTrace,
  copyTrace,
  Findings,
  GlobalMemory,
  type GlobalTrace,
  type KernelArgument,
  Lds,
  machineNamed,
  type Region,
} from '@ldscope/core';
import {
  type ExecuteOptions,
  executeProgram,
  type Execution,
  parseAssembly,
  type Program,
} from '@ldscope/amdgcn';
import { Code } from '../../src/emulate/code.ts';
import { type Environment, Recorder } from '../../src/state/environment.ts';
import { GlobalAccesses } from '../../src/state/global-accesses.ts';
import { runWorkgroup } from '../../src/emulate/run.ts';
import { Waits } from '../../src/state/waits.ts';
import { Wave } from '../../src/state/wave.ts';
import { codeOf, type Target, type WaveSize } from '../../src/state/target.ts';

/** Mnemonics that `run` and `runKernel` executed in this file of tests: what a family's last test looks at. */
export const executed = new Set<string>();

function remember(program: Program, executions: Float64Array): void {
  for (const [number, { mnemonic }] of program.instructions.entries())
    if ((executions[number] ?? 0) > 0) executed.add(mnemonic);
}

export interface Bench {
  readonly wave: Wave;
  readonly environment: Environment;
  /** A buffer of 4096 bytes in global memory. */
  readonly buffer: Region;
  readonly data: Uint8Array;
  /** Accesses to global memory so far. */
  readonly globals: GlobalTrace[];
  readonly run: (text: string) => void;
}

/** A wave with LDS and a buffer; `run` executes a few lines on it. */
export function bench(
  target: Target = 'gfx950',
  ldsBytes = 4096,
  late = false,
  waveSize: WaveSize = codeOf(target).family === 'cdna' ? 64 : 32,
): Bench {
  const findings = new Findings();
  const memory = new GlobalMemory();
  const data = new Uint8Array(4096);
  const buffer = memory.addBytes('argument x', data);
  const scratch = memory.addSparse('private memory', 64 * 64);
  const lds = new Lds(ldsBytes, 1);
  const waits = new Waits((tag) => lds.settle(tag), codeOf(target).counters.value);
  const wave = new Wave(0, 0, waits, undefined, waveSize);
  const globals: GlobalTrace[] = [];
  const global = new GlobalAccesses(
    (trace) => globals.push(copyGlobalTrace(trace)),
    memory,
    findings,
    (number) => ({ id: `${number}` }),
    waveSize,
  );
  const environment: Environment = {
    target,
    waveSize,
    memory,
    lds,
    recorder: new Recorder((number) => ({ id: `instruction ${number}` }), waveSize),
    global,
    log: undefined,
    findings,
    late,
    scratch: { laneBytes: 64, base: scratch.base },
  };
  lds.reset([wave]);
  wave.privateBase = scratch.base;
  if (codeOf(target).family === 'cdna') setPair(wave, 102, scratch.base);
  const compiled = new Map<string, { readonly program: Program; readonly code: Code }>();
  const compile = (text: string): { readonly program: Program; readonly code: Code } => {
    const { program, diagnostics } = parseAssembly(`${text}\ns_endpgm\n`);
    const wrong = diagnostics.filter(({ severity }) => severity === 'error');
    if (wrong.length > 0) throw new Error(`${text}: ${wrong[0]?.message}`);
    const code = new Code(program, environment, () => undefined);
    for (const number of program.instructions.keys()) {
      const isCompiled = code.compile(number);
      const [problem] = findings.problems;
      if (!isCompiled) throw new Error(`${text}: ${problem?.message.message ?? 'not compiled'}`);
    }
    return { program, code };
  };
  const run = (text: string): void => {
    const known = compiled.get(text) ?? compile(text);
    compiled.set(text, known);
    const { program, code } = known;
    wave.pc = 0;
    wave.status = 'running';
    const executions = new Float64Array(program.instructions.length);
    environment.recorder.begin();
    const { instructions } = program;
    const run = { code, executions, environment, instructions, maxSteps: 1e6, budget: undefined };
    const failure = runWorkgroup([wave], run);
    if (failure !== undefined) throw new Error(`${text}: ${failure.message.message}`);
    global.flush();
    remember(program, executions);
  };
  return { wave, environment, buffer, data, globals, run };
}

export function setPair(wave: Wave, index: number, value: number): void {
  wave.setPair(index, value % 2 ** 32, Math.floor(value / 2 ** 32));
}

/** Sets one register of all lanes. */
export function setRow(wave: Wave, row: number, value: (lane: number) => number): void {
  for (let lane = 0; lane < 64; lane++) wave.u[row * 64 + lane] = value(lane);
}

export const rowOf = (wave: Wave, row: number): number[] =>
  Array.from(wave.u.subarray(row * 64, row * 64 + 64));

export interface KernelRun {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
}

const isCdna = (chip: string): boolean => machineNamed(chip).waveSizes[0] === 64;

/** Wraps lines into a kernel of a chip with a descriptor: arguments at s[0:1], workgroup ids from s2; the body begins in line 7. */
export function kernelText(body: string, fields = '', chip = 'gfx942'): string {
  return `  .amdgcn_target "amdgcn-amd-amdhsa--${chip}"
  .text
  .globl k
  .p2align 8
  .type k,@function
k:
${body}
  s_endpgm
  .section .rodata,"a",@progbits
  .p2align 6, 0x0
  .amdhsa_kernel k
    .amdhsa_group_segment_fixed_size 1024
    .amdhsa_user_sgpr_kernarg_segment_ptr 1
    .amdhsa_system_sgpr_workgroup_id_x 1
    .amdhsa_system_sgpr_workgroup_id_y 1
    .amdhsa_next_free_vgpr 32
    .amdhsa_next_free_sgpr 32
    ${isCdna(chip) ? '.amdhsa_accum_offset 32' : ''}
    ${fields}
  .end_amdhsa_kernel
`;
}

/** Metadata of the kernel of `kernelText`, with arguments like `x:8* n:4`: their bytes, and `*` for a pointer. */
export function metadataText(list: string, chip = 'gfx942'): string {
  let offset = 0;
  const rows = list.split(' ').map((one) => {
    const [name = '', size = ''] = one.split(':');
    const kind = size.endsWith('*')
      ? 'global_buffer, .address_space: global'
      : name.startsWith('hidden')
        ? name
        : 'by_value';
    const row = `      - { .offset: ${offset}, .size: ${parseInt(size)}, .value_kind: ${kind}, .name: ${name} }`;
    offset += parseInt(size);
    return row;
  });
  return `
  .amdgpu_metadata
---
amdhsa.kernels:
  - .args:
${rows.join('\n')}
    .kernarg_segment_size: ${offset}
    .group_segment_fixed_size: 1024
    .private_segment_fixed_size: 16
    .max_flat_workgroup_size: 128
    .name: k
    .symbol: k.kd
    .wavefront_size: ${isCdna(chip) ? 64 : 32}
...
  .end_amdgpu_metadata
`;
}

export interface KernelOptions extends Partial<Omit<ExecuteOptions, 'machine'>> {
  readonly machine?: string;
  readonly block?: readonly [number, number, number];
  readonly grid?: readonly [number, number, number];
  readonly dynamicLdsBytes?: number;
}

export function runKernel(text: string, options: KernelOptions = {}): KernelRun {
  const { program } = parseAssembly(text);
  const traces: AccessTrace[] = [];
  const { block = [64, 1, 1], grid = [1, 1, 1], dynamicLdsBytes } = options;
  const { machine: name = 'gfx942', ...rest } = options;
  const execution = executeProgram(program, text, {
    launch: { block, grid, dynamicLdsBytes, scalars: new Map() },
    ...rest,
    machine: machineNamed(name),
    onWorkgroup: (trace) => traces.push(copyTrace(trace)),
  });
  remember(program, execution.executions);
  return { execution, traces };
}

export const buffer = (data: Uint8Array, name?: string): KernelArgument => ({
  kind: 'buffer',
  data,
  ...(name === undefined ? {} : { name }),
});

export function int32(value: number): KernelArgument {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return { kind: 'value', bytes };
}

/** Codes of the hazards of an execution, each once. */
export const hazardCodes = ({ hazards }: Execution): string[] => [
  ...new Set(hazards.map(({ code }) => code)),
];
