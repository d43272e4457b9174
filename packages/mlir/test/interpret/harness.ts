/** Runs small kernels in tests: text in, buffers and traces out. */
import { expect } from 'vitest';
import {
  type AccessTrace,
  decodeSmallFloat,
  type Diagnostic,
  encodeSmallFloat,
  type Execution,
  hasErrors,
  machineNamed,
  opcodeAt,
  ownMemory,
  parseLaunch,
  product,
  ReportBuilder,
  smallFloats,
} from '@ldscope/core';
import {
  type ExecuteOptions,
  executeKernel,
  type Module,
  parseModule,
  printType,
  resolveType,
  walk,
} from '@ldscope/mlir';
import { raise } from '../../../../test/raise.ts';
import { constantsOf, range } from '../table.ts';

export const LDS = '#gpu.address_space<workgroup>';
export const FAT = '#amdgpu.address_space<fat_raw_buffer>';

/** The lanes of a wave of 64. */
export const lanes = range(64);

export interface RunOptions extends Partial<Omit<ExecuteOptions, 'machine' | 'launch'>> {
  readonly machine?: string;
  readonly launch?: string;
}

export interface Ran {
  readonly execution: Execution;
  readonly traces: readonly AccessTrace[];
  /** Of the parser and of the execution. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What an execution of accesses alone gives; `undefined` where it asks for everything. */
function executeAccesses(
  module: Module,
  text: string,
  options: ExecuteOptions,
): (Facts & { readonly traces: readonly AccessTrace[] }) | undefined {
  const traces: AccessTrace[] = [];
  const execution = executeKernel(module, text, {
    ...options,
    ...ownBuffers(options),
    accessesOnly: true,
    onWorkgroup: (trace) => traces.push(trace),
    onGlobal: undefined,
    onProgress: undefined,
  });
  return execution.isMissed === true ? undefined : { traces, ...factsOf(execution) };
}

/** Memory of which a kernel's stores change nothing. */
const ownBuffers = (options: ExecuteOptions): Partial<ExecuteOptions> => ({
  ...ownMemory(options),
  buffers: new Map([...(options.buffers ?? [])].map(([number, data]) => [number, data.slice()])),
});

/** What a report is made of; `undefined` where data is asked for that was left out. */
function reportOf(builder: ReportBuilder, execution: Execution): object | undefined {
  if (execution.isMissed === true) return undefined;
  const { kernel, hazards, diagnostics } = execution;
  const { report, globalSites } = builder.finish(kernel, hazards);
  return { report, globalSites, diagnostics };
}

/** The report of a launch of which classes of workgroups are executed once. */
function reportByClasses(
  module: Module,
  text: string,
  options: ExecuteOptions,
): object | undefined {
  const builder = new ReportBuilder(options.machine);
  const execution = executeKernel(module, text, {
    ...options,
    ...ownBuffers(options),
    accessesOnly: true,
    classes: true,
    onWorkgroup: (trace, _done, _all, times) => builder.add(trace, undefined, times),
    onGlobal: (trace, times) => builder.addGlobal(trace, times),
    onProgress: undefined,
  });
  return reportOf(builder, execution);
}

type Facts = Pick<Execution, 'kernel' | 'hazards' | 'diagnostics' | 'workgroups'>;

const factsOf = ({ kernel, hazards, diagnostics, workgroups }: Execution): Facts => ({
  kernel,
  hazards,
  diagnostics,
  workgroups,
});

/** Parses and executes, whatever comes of it. */
export function run(text: string, options: RunOptions = {}): Ran {
  const { module, diagnostics } = parseModule(text);
  const launch = parseLaunch(options.launch ?? '');
  const traces: AccessTrace[] = [];
  const asked: ExecuteOptions = {
    ...options,
    machine: machineNamed(options.machine ?? 'gfx950'),
    ...(launch.ok ? { launch: launch.value } : raise(`bad launch ${options.launch}`)),
  };
  // An interleaving counts the steps of a wave, of which a slice has fewer.
  const sliced = options.seed === undefined ? executeAccesses(module, text, asked) : undefined;
  // Of a sample, classes have more to show.
  const isWhole = options.workgroups === undefined && options.onProgress === undefined;
  const classes =
    sliced !== undefined && isWhole && !hasErrors(sliced.diagnostics)
      ? reportByClasses(module, text, asked)
      : undefined;
  const builder = classes && new ReportBuilder(asked.machine);
  const execution = executeKernel(module, text, {
    ...asked,
    onWorkgroup: (trace, done, all, times) => {
      (asked.onWorkgroup ?? ((one) => traces.push(one)))(trace, done, all, times);
      builder?.add(trace, undefined, times);
    },
    onGlobal: builder
      ? (trace, times) => {
          asked.onGlobal?.(trace, times);
          builder.addGlobal(trace, times);
        }
      : asked.onGlobal,
  });
  if (sliced !== undefined && !hasErrors(execution.diagnostics)) {
    expect(sliced).toEqual({ traces, ...factsOf(execution) });
    if (builder) expect(classes).toEqual(reportOf(builder, execution));
  }
  return { execution, traces, diagnostics: [...diagnostics, ...execution.diagnostics] };
}

/** Runs a kernel that must have nothing to complain of. */
export function runClean(text: string, options: RunOptions = {}): Ran {
  const ran = run(text, options);
  expect(ran.diagnostics).toEqual([]);
  return ran;
}

/** Codes of what a kernel gives rise to, hazards included. */
export function codes(text: string, options: RunOptions = {}): string[] {
  const { diagnostics, execution } = run(text, options);
  return [...diagnostics, ...execution.hazards].map(({ code }) => code);
}

/** The names of the instructions that were traced, in their order. */
export const opcodesOf = (traces: readonly AccessTrace[]): string[] =>
  traces.flatMap(({ op }) => Array.from(op, (number) => opcodeAt(number).name));

/** Why accesses to LDS are not counted. */
export const reasonsOf = ({ kernel }: Execution): string[] =>
  (kernel.ldsInstructions?.missing ?? []).map(({ reason }) => reason);

/**
 * A kernel of one block around a body, which may begin with the parameters in parentheses: `%x` is the work-item, and each
 * `%c8` that the body reads is the index 8.
 */
export function kernelOf(text: string, parameters = '', block: number | string = 64): string {
  const [, own = parameters, body = text] = /^\(([^\n]*)\)\n([^]*)$/.exec(text) ?? [];
  const shape = typeof block === 'number' ? `${block}, 1, 1` : block;
  return `func.func @k(${own}) attributes {gpu.known_block_size = array<i32: ${shape}>} {
    %x = gpu.thread_id x
    ${constantsOf(body)}
    ${body}
    return
  }`;
}

/** Buffers by their numbers. */
export const bufferMap = (...buffers: readonly Uint8Array[]): Map<number, Uint8Array> =>
  new Map(buffers.entries());

/** Contents of a buffer: bytes, or numbers of its element type, behind which there are zeros. */
export type Contents = Uint8Array | readonly (number | bigint)[];

/** Element type and number of elements of each memref that a kernel is given. */
function memrefsOf({ operations }: Module): { element: string; count: number }[] {
  for (const { regions } of walk(operations)) {
    const memrefs = (regions[0]?.blocks[0]?.arguments ?? []).flatMap(({ type }) => {
      const plain = resolveType(type);
      return plain.kind === 'memref' && plain.memorySpace === undefined ? [plain] : [];
    });
    if (memrefs.length > 0)
      return memrefs.map(({ element, shape = [] }) => ({
        element: printType(element),
        count: product(shape.map((size) => size ?? 0)),
      }));
  }
  return [];
}

export interface Executed extends Ran {
  /** The numbers of each buffer afterwards. */
  readonly outs: readonly number[][];
  /** Those of the last one. */
  readonly out: readonly number[];
}

/** Runs a kernel that must have nothing to complain of on buffers of the sizes that its memrefs have. */
export function executed(
  text: string,
  contents: readonly Contents[] = [],
  options: RunOptions = {},
): Executed {
  const memrefs = memrefsOf(parseModule(text).module);
  const data = memrefs.map(({ element, count }, i) => {
    const given = contents[i] ?? [];
    if (given instanceof Uint8Array) return given;
    return encode(element, [...given, ...range(Math.max(0, count - given.length), () => 0)]);
  });
  const ran = runClean(text, { ...options, buffers: bufferMap(...data) });
  const outs = memrefs.map(({ element }, i) => decode(element, data[i] ?? new Uint8Array()));
  return { ...ran, outs, out: outs.at(-1) ?? [] };
}

/** Bits of a scalar type; `index` has 64. */
export function widthOf(type: string): number {
  return type === 'index' ? 64 : Number(/\d+/.exec(type.replace(/^f8E.*/, 'f8'))?.[0]);
}

const bytesOf = (type: string): number => Math.max(1, widthOf(type) / 8);

/** Elements in memory as MLIR types lay them out. */
export function encode(type: string, values: readonly (number | bigint)[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(bytesOf(type) * values.length));
  for (const [i, value] of values.entries()) {
    const at = i * bytesOf(type);
    const small = smallFloats[type];
    if (small !== undefined) {
      const bits = encodeSmallFloat(small, Number(value));
      if (bytesOf(type) === 2) view.setUint16(at, bits, true);
      else view.setUint8(at, bits);
    } else if (type === 'f32') view.setFloat32(at, Number(value), true);
    else if (type === 'f64') view.setFloat64(at, Number(value), true);
    else if (bytesOf(type) === 8) view.setBigInt64(at, BigInt(value), true);
    else if (bytesOf(type) === 4) view.setInt32(at, Number(value), true);
    else if (bytesOf(type) === 2) view.setInt16(at, Number(value), true);
    else view.setInt8(at, Number(value));
  }
  return new Uint8Array(view.buffer);
}

export function decode(type: string, bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const small = smallFloats[type];
  return Array.from({ length: bytes.byteLength / bytesOf(type) }, (_, i) => {
    const at = i * bytesOf(type);
    if (small !== undefined) {
      const bits = bytesOf(type) === 2 ? view.getUint16(at, true) : view.getUint8(at);
      return decodeSmallFloat(small, bits);
    }
    if (type === 'f32') return view.getFloat32(at, true);
    if (type === 'f64') return view.getFloat64(at, true);
    if (bytesOf(type) === 8) return Number(view.getBigInt64(at, true));
    if (bytesOf(type) === 4) return view.getInt32(at, true);
    return bytesOf(type) === 2 ? view.getInt16(at, true) : view.getInt8(at);
  });
}

/** A column of inputs: its scalar type and its values, one for each lane. */
export type Column = readonly [type: string, values: readonly (number | bigint)[]];

export interface LaneProgram {
  readonly inputs: readonly Column[];
  readonly result: string;
  /** Operations from `%a`, `%b`, `%c` (and `%lane`) to `%r`. */
  readonly body: string;
  /** Operations outside of the function. */
  readonly before?: string;
}

const NAMES = ['a', 'b', 'c', 'd'];

/** The kernel that applies a body to every element of its inputs. */
export function laneKernel({ inputs, result, body, before = '' }: LaneProgram): string {
  const count = lanesOf(inputs);
  const types = [...inputs.map(([type]) => type), result].map((type) => `memref<${count}x${type}>`);
  const names = [...inputs.map((_, i) => `%in${i}`), '%out'];
  const loads = inputs.map((_, i) => `%${NAMES[i]} = memref.load %in${i}[%i] : ${types[i]}`);
  return `${before}
    func.func @lanes(${names.map((name, i) => `${name}: ${types[i]}`).join(', ')}) {
      %lane = gpu.thread_id x upper_bound 64
      %group = gpu.block_id x upper_bound ${count / 64}
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 64 + d1)>(%group, %lane)
      ${constantsOf(body)}
      ${loads.join('\n      ')}
      ${body}
      memref.store %r, %out[%i] : memref<${count}x${result}>
      return
    }`;
}

/** Lanes that hold all inputs: whole waves of 64. */
const lanesOf = (inputs: readonly Column[]): number =>
  Math.max(1, Math.ceil((inputs[0]?.[1].length ?? 64) / 64)) * 64;

/** Applies a body to every element of its inputs; integers come back signed, an i1 as 0 or 1. */
export function perLane(program: LaneProgram, options: RunOptions = {}): number[] {
  const { inputs } = program;
  const count = lanesOf(inputs);
  const padded = inputs.map(([, values]) => range(count, (lane) => values[lane] ?? values[0] ?? 0));
  const { out } = executed(laneKernel(program), padded, options);
  return out.slice(0, inputs[0]?.[1].length ?? count);
}

/** What `%r` is in each lane, for a body from `%a`: the lane, or other values. */
export const inLanes = (
  body: string,
  type = 'index',
  values: readonly (number | bigint)[] = lanes,
  result = type,
): number[] => perLane({ inputs: [[type, values]], result, body });

/** The same for a body from `%a` and `%b`. */
export const ofPairs = (
  body: string,
  type: string,
  [a, b]: readonly [readonly (number | bigint)[], readonly (number | bigint)[]],
  result = type,
): number[] => {
  const inputs: Column[] = [a, b].map((values) => [type, values]);
  return perLane({ inputs, result, body });
};
