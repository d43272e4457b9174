/** Executes a launch from its PTX: the bytes that it leaves, errors, and what it did to shared memory. */
import { machineNamed, type KernelArgument, simulate } from '@ldscope/core';
import { encodeTensorMap, executePtx, parsePtx, readSass, type TensorMap } from '@ldscope/ptx';
import { inputBytes } from './inputs.ts';
import type { Parameter, TritonLaunch } from './launches.ts';
import { Tally } from './tally.ts';

export interface Executed {
  readonly launch: TritonLaunch;
  /** Errors that ended the execution. */
  readonly errors: readonly string[];
  /** Bytes of the buffers that the kernel writes. */
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  readonly tally: Tally;
  /** Shared accesses that have no counts. */
  readonly uncounted: readonly string[];
  readonly seconds: number;
}

/** Executes a launch; `sass` is a listing whose accesses are counted instead of those of PTX. */
export function executeLaunch(launch: TritonLaunch, sass?: string): Executed {
  const machine = machineNamed('sm_90');
  const began = performance.now();
  const buffers = buffersOf(launch);
  const { module, diagnostics } = parsePtx(launch.ptx);
  const tally = new Tally();
  const listing = sass === undefined ? undefined : readSass(sass);
  const execution = executePtx(module, launch.ptx, {
    machine,
    kernel: launch.kernel,
    sass: listing,
    arguments: argumentsOf(launch, buffers),
    launch: {
      grid: launch.grid,
      block: launch.block,
      dynamicLdsBytes: launch.shared,
      scalars: new Map(),
    },
    onWorkgroup: (trace) => tally.addTrace(trace, simulate(trace, machine)),
  });
  return {
    launch,
    errors: [...diagnostics, ...execution.diagnostics].flatMap(({ severity, message }) =>
      severity === 'error' ? [message] : [],
    ),
    outputs: new Map([...buffers].filter(([name]) => launch.buffers[name]?.out === true)),
    tally,
    uncounted: (execution.kernel.ldsInstructions?.missing ?? []).map(
      ({ reason, instructions }) => `${instructions} ${reason}`,
    ),
    seconds: (performance.now() - began) / 1000,
  };
}

/** The content of the buffers of a launch by their names. */
export const buffersOf = ({ buffers }: TritonLaunch): Map<string, Uint8Array> =>
  new Map(Object.entries(buffers).map(([name, buffer]) => [name, inputBytes(buffer)]));

/** The arguments of a launch; `buffers` have the content of its buffers by their names. */
export const argumentsOf = (
  launch: TritonLaunch,
  buffers: ReadonlyMap<string, Uint8Array>,
): KernelArgument[] => launch.parameters.map((parameter) => argumentOf(parameter, launch, buffers));

function argumentOf(
  { name, buffer, scratch, tensorMap, i32, i64, f32 }: Parameter,
  { grid }: TritonLaunch,
  buffers: ReadonlyMap<string, Uint8Array>,
): KernelArgument {
  if (buffer !== undefined)
    return { kind: 'buffer', name, data: buffers.get(buffer) ?? new Uint8Array() };
  if (scratch !== undefined && scratch > 0)
    return { kind: 'buffer', name, data: new Uint8Array(scratch * grid[0] * grid[1] * grid[2]) };
  if (tensorMap !== undefined) {
    const data = buffers.get(tensorMap.buffer) ?? new Uint8Array();
    const pointers = [{ offset: 0, name: tensorMap.buffer, data }];
    return { kind: 'value', name, bytes: encodeTensorMap(mapOf(tensorMap)), pointers };
  }
  if (i64 !== undefined || scratch !== undefined)
    return { kind: 'value', name, bytes: bytesOf(BigInt64Array.of(BigInt(i64 ?? 0))) };
  if (f32 !== undefined) return { kind: 'value', name, bytes: bytesOf(Float32Array.of(f32)) };
  return { kind: 'value', name, bytes: bytesOf(Int32Array.of(i32 ?? 0)) };
}

/** The map as the driver makes it of what Triton's launcher gives it. */
function mapOf({
  shape,
  strides,
  block,
  swizzle,
  elementType,
  elementBytes,
}: NonNullable<Parameter['tensorMap']>): TensorMap {
  return {
    address: 0,
    type: elementType,
    sizes: shape.toReversed(),
    strides: strides.toReversed().map((stride) => stride * elementBytes),
    box: block.toReversed(),
    elementStrides: shape.map(() => 1),
    swizzle,
    interleave: 0,
    fill: 'zero',
  };
}

const bytesOf = ({ buffer }: { readonly buffer: ArrayBuffer }): Uint8Array =>
  new Uint8Array(buffer);
