/** Executes PTX on small buffers, for tests. */
import {
  type AccessTrace,
  copyTrace,
  type Execution,
  type Extent,
  type KernelArgument,
  machineNamed,
} from '@ldscope/core';
import { encodeTexture, executePtx, parsePtx, readSass, type Texture } from '../src/index.ts';
import type { TensorMap } from '../src/state/tensor-map.ts';

export interface Run {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
  /** Codes of errors and warnings. */
  readonly codes: readonly string[];
}

export interface RunOptions {
  readonly block?: Extent;
  readonly grid?: Extent;
  readonly cluster?: Extent;
  readonly kernel?: string;
  readonly dynamicBytes?: number;
  readonly maxSteps?: number;
  readonly globals?: readonly KernelArgument[];
  readonly cooperative?: boolean;
  readonly inTurns?: boolean;
  /** A listing of SASS. */
  readonly sass?: string;
  /** The name of a chip. */
  readonly machine?: string;
}

/** Runs a module on buffers and 32-bit numbers, in the order of its parameters; stores change the arrays. */
export function run(
  text: string,
  args: readonly (ArrayBufferView | number | KernelArgument)[],
  {
    block = [32, 1, 1],
    grid = [1, 1, 1],
    cluster,
    cooperative,
    dynamicBytes: dynamicLdsBytes,
    sass,
    machine = 'sm_90',
    ...options
  }: RunOptions = {},
): Run {
  const { module, diagnostics } = parsePtx(text);
  const list = args.map((argument): KernelArgument => {
    if (typeof argument === 'number') {
      return { kind: 'value', bytes: new Uint8Array(Int32Array.of(argument).buffer) };
    }
    if ('kind' in argument) return argument;
    const { buffer, byteOffset, byteLength } = argument;
    return { kind: 'buffer', data: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength) };
  });
  const traces: AccessTrace[] = [];
  const execution = executePtx(module, text, {
    machine: machineNamed(machine),
    ...options,
    arguments: list,
    sass: sass === undefined ? undefined : readSass(sass),
    launch: { grid, block, cluster, cooperative, dynamicLdsBytes, scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
  });
  const all = [...diagnostics, ...execution.diagnostics];
  const codes = all.filter(({ severity }) => severity !== 'note').map(({ code }) => code);
  return { execution, traces, codes };
}

export interface Given {
  readonly chip?: string;
  readonly block?: Extent | undefined;
  readonly cluster?: Extent;
  readonly arguments?: readonly KernelArgument[];
  readonly accessesOnly?: boolean;
}

/** What is counted of a module that is given nothing, or some arguments. */
export function analyze(
  text: string,
  { chip = 'sm_90', block, cluster, arguments: given, accessesOnly }: Given = {},
) {
  const { module, diagnostics } = parsePtx(text);
  const traces: AccessTrace[] = [];
  /** Accesses to global memory that are counted, as often as they are executed. */
  const globals: string[] = [];
  const execution = executePtx(module, text, {
    machine: machineNamed(chip),
    maxSteps: 200_000,
    arguments: given,
    accessesOnly,
    launch: { block, grid: cluster, cluster, scalars: new Map() },
    onWorkgroup: (trace) => void traces.push(copyTrace(trace)),
    onGlobal: ({ sites, site, count }) => {
      for (const at of site.subarray(0, count)) globals.push(sites[at]?.text ?? '');
    },
  });
  const { counted = 0, instructions = 0, missing = [] } = execution.kernel.ldsInstructions ?? {};
  return {
    execution,
    traces,
    globals,
    counted: `${counted} of ${instructions}`,
    reasons: missing.map(({ reason }) => reason),
    hazards: execution.hazards.map(({ code }) => code),
    /** Codes of errors and warnings. */
    codes: [...diagnostics, ...execution.diagnostics]
      .filter(({ severity }) => severity !== 'note')
      .map(({ code }) => code),
  };
}

/** A map of two dimensions at address 0, without a swizzle where nothing else is said. */
export const tensorMap = (
  given: Pick<TensorMap, 'type' | 'sizes' | 'strides' | 'box'> & Partial<TensorMap>,
): TensorMap => ({
  address: 0,
  elementStrides: [1, 1],
  swizzle: 0,
  interleave: 0,
  fill: 'zero',
  ...given,
});

/** The handle of a 2-d object of texels, without filter or border where nothing else is said. */
export const textureArgument = (
  texels: Float32Array | Uint32Array,
  change: Partial<Texture>,
): KernelArgument => ({
  kind: 'value',
  bytes: new Uint8Array(8),
  pointers: [
    {
      offset: 0,
      name: 'object',
      data: encodeTexture({
        isSurface: false,
        address: 0,
        memory: 'array',
        shape: '2d',
        format: 'f32',
        channels: 1,
        size: [1, 1, 1],
        layers: 0,
        pitchBytes: 4,
        addressModes: ['clamp', 'clamp', 'clamp'],
        filter: 'point',
        isNormalized: false,
        readsFloats: false,
        border: [0, 0, 0, 0],
        ...change,
      }),
      pointers: [{ offset: 0, name: 'texels', data: new Uint8Array(texels.slice().buffer) }],
    },
  ],
});

/** A kernel around a body: parameters are `p0`, `p1`, ... of 64 bits, or 32 where their name begins with `n`. */
export function kernel(parameters: readonly string[], body: string, before = ''): string {
  const declared = parameters.map(
    (name) => `.param .${name.startsWith('n') ? 'u32' : 'u64'} ${name}`,
  );
  return `.version 8.5
.target sm_90
.address_size 64
${before}
.visible .entry k(${declared.join(', ')})
{
  .reg .pred %p<16>;
  .reg .b16 %h<16>;
  .reg .b32 %r<64>;
  .reg .f32 %f<32>;
  .reg .b64 %rd<32>;
  .reg .f64 %fd<16>;
${body}
}
`;
}

/** Loads `%r0` = thread number, and `%rdN` = address of this thread's word in each of the 64-bit parameters. */
export function words(parameters: readonly string[], bytes = 4): string {
  const loads = parameters.map(
    (name, i) => `  ld.param.u64 %rd${i + 20}, [${name}];
  mad.wide.u32 %rd${i}, %r0, ${bytes}, %rd${i + 20};`,
  );
  return ['  mov.u32 %r0, %tid.x;', ...loads].join('\n');
}
