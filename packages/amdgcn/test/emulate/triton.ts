/**
 * Triton's kernels with a small launch, and plain references for their results.
 *
 * Inputs are small random numbers of the kernel's own type; a reference computes in doubles from what the type
 * holds. The kernels are beside the repository (`../shared/kernels/triton`), or in the folder that `TRITON_KERNELS` names:
 * `CHIP/KIND-.../kernel.amdgcn` and `options.json`, of RDNA too.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  decodeTable,
  encodeSmallFloat,
  findMachine,
  type KernelArgument,
  machineNamed,
  type SmallFloat,
  smallFloats,
} from '@ldscope/core';
import {
  type ExecuteOptions,
  executeProgram,
  type Execution,
  parseAssembly,
} from '@ldscope/amdgcn';
import { random } from '../mfma/harness.ts';

const folder =
  process.env['TRITON_KERNELS'] ??
  fileURLToPath(new URL('../../../../../shared/kernels/triton', import.meta.url));

export interface TritonKernel {
  readonly chip: string;
  readonly name: string;
  readonly text: string;
  readonly options: {
    readonly args: Readonly<Record<string, string>>;
    readonly constexpr: Readonly<Record<string, number>>;
    readonly options: { readonly num_warps: number };
    readonly shared: number;
  };
}

/** All kernels, sorted; none outside the project's own machines. */
export function tritonKernels(): TritonKernel[] {
  if (!existsSync(folder)) return [];
  const chips = readdirSync(folder).filter((name) => findMachine(name)?.code !== undefined);
  return chips.sort().flatMap((chip) =>
    readdirSync(`${folder}/${chip}`)
      .sort()
      .map((name): TritonKernel => {
        const path = `${folder}/${chip}/${name}`;
        return {
          chip,
          name,
          text: readFileSync(`${path}/kernel.amdgcn`, 'utf8'),
          options: JSON.parse(readFileSync(`${path}/options.json`, 'utf8')),
        };
      }),
  );
}

interface ElementType {
  readonly bytes: number;
  readonly load: (view: DataView, index: number) => number;
  readonly store: (view: DataView, index: number, value: number) => void;
  /** Relative error of one rounding. */
  readonly epsilon: number;
}

function small(format: SmallFloat | undefined): ElementType {
  if (format === undefined) throw new Error('no such format');
  const bytes = format.exponentBits + format.mantissaBits > 8 ? 2 : 1;
  const table = decodeTable(format);
  return {
    bytes,
    load: (view, index) =>
      table[bytes === 2 ? view.getUint16(2 * index, true) : view.getUint8(index)] ?? Number.NaN,
    store: (view, index, value) => {
      const bits = encodeSmallFloat(format, value);
      if (bytes === 2) view.setUint16(2 * index, bits, true);
      else view.setUint8(index, bits);
    },
    epsilon: 2 ** -format.mantissaBits,
  };
}

const types: Readonly<Record<string, ElementType>> = {
  fp16: small(smallFloats['f16']),
  bf16: small(smallFloats['bf16']),
  fp8e4nv: small(smallFloats['f8E4M3FN']),
  fp8e4b8: small(smallFloats['f8E4M3FNUZ']),
  fp32: {
    bytes: 4,
    load: (view, index) => view.getFloat32(4 * index, true),
    store: (view, index, value) => view.setFloat32(4 * index, value, true),
    epsilon: 2 ** -23,
  },
  i32: {
    bytes: 4,
    load: (view, index) => view.getInt32(4 * index, true),
    store: (view, index, value) => view.setInt32(4 * index, value, true),
    epsilon: 0,
  },
  i8: {
    bytes: 1,
    load: (view, index) => view.getInt8(index),
    store: (view, index, value) => view.setInt8(index, value),
    epsilon: 0,
  },
};

/** A buffer of elements. */
class Buffer {
  readonly type: ElementType;
  readonly data: Uint8Array;
  readonly view: DataView;

  constructor(name: string, count: number) {
    const type = types[name.replace('*', '')];
    if (type === undefined) throw new Error(`no type ${name}`);
    this.type = type;
    this.data = new Uint8Array(count * type.bytes);
    this.view = new DataView(this.data.buffer);
  }

  at(index: number): number {
    return this.type.load(this.view, index);
  }

  /** All elements; references read them often. */
  values(): Float64Array {
    return Float64Array.from({ length: this.data.length / this.type.bytes }, (_, i) => this.at(i));
  }

  fill(value: (index: number) => number): this {
    const count = this.data.length / this.type.bytes;
    for (let i = 0; i < count; i++) this.type.store(this.view, i, value(i));
    return this;
  }
}

export interface Prepared {
  readonly grid: readonly [number, number, number];
  /** By name of the argument. */
  readonly values: Readonly<Record<string, Buffer | number>>;
  /** Largest error relative to what the type allows; 1 is the limit. */
  readonly error: () => number;
}

const dimension = (kernel: TritonKernel, name: string): number =>
  kernel.options.constexpr[name] ?? 0;

function relative(found: number, wanted: number, scale: number): number {
  return Number.isNaN(found) ? Infinity : Math.abs(found - wanted) / scale;
}

function matmul(kernel: TritonKernel, steps: number): Prepared {
  const { args } = kernel.options;
  const [bm, bn, bk] = ['BM', 'BN', 'BK'].map((name) => dimension(kernel, name));
  const [M, N, K] = [2 * (bm ?? 0), bn ?? 0, steps * (bk ?? 0)];
  const next = random(7);
  const sample = (): number => Math.round((next() - 0.5) * 16) / 8;
  const a = new Buffer(args['a_ptr'] ?? '', M * K).fill(sample);
  const b = new Buffer(args['b_ptr'] ?? '', K * N).fill(sample);
  const c = new Buffer(args['c_ptr'] ?? '', M * N);
  const one = (name: string): boolean => kernel.options.constexpr[name] === 1;
  const [sam, sak] = one('sam') ? [1, M] : [K, 1];
  const [sbk, sbn] = one('sbk') ? [1, K] : [N, 1];
  const error = (): number => {
    let worst = 0;
    const [left, right] = [a.values(), b.values()];
    for (let i = 0; i < M; i++) {
      for (let j = 0; j < N; j++) {
        let sum = 0;
        let size = 0;
        for (let k = 0; k < K; k++) {
          const product = (left[i * sam + k * sak] ?? 0) * (right[k * sbk + j * sbn] ?? 0);
          sum += product;
          size += Math.abs(product);
        }
        const scale = (size + 1) * Math.max(c.type.epsilon, 2 ** -20);
        worst = Math.max(worst, relative(c.at(i * N + j), sum, scale));
      }
    }
    return worst;
  };
  const values = { a_ptr: a, b_ptr: b, c_ptr: c, M, N, K, sam, sak, sbk, sbn, scm: N, scn: 1 };
  return { grid: [2, 1, 1], values, error };
}

function transpose(kernel: TritonKernel): Prepared {
  const { args } = kernel.options;
  const [M, N] = [2 * dimension(kernel, 'BM'), dimension(kernel, 'BN')];
  const next = random(3);
  const x = new Buffer(args['x_ptr'] ?? '', M * N).fill(() => Math.floor(next() * 200) - 100);
  const y = new Buffer(args['y_ptr'] ?? '', M * N);
  const error = (): number => {
    for (let i = 0; i < M; i++)
      for (let j = 0; j < N; j++) if (y.at(j * M + i) !== x.at(i * N + j)) return Infinity;
    return 0;
  };
  return { grid: [2, 1, 1], values: { x_ptr: x, y_ptr: y, M, N }, error };
}

function softmax(kernel: TritonKernel): Prepared {
  const { args } = kernel.options;
  const N = dimension(kernel, 'B') - 96;
  const next = random(5);
  const x = new Buffer(args['x_ptr'] ?? '', 2 * N).fill(() => next() * 8 - 4);
  const y = new Buffer(args['y_ptr'] ?? '', 2 * N);
  const error = (): number => {
    let worst = 0;
    for (let row = 0; row < 2; row++) {
      const all = Array.from({ length: N }, (_, i) => Math.exp(x.at(row * N + i)));
      const sum = all.reduce((total, value) => total + value, 0);
      for (const [i, value] of all.entries()) {
        const wanted = value / sum;
        worst = Math.max(worst, relative(y.at(row * N + i), wanted, wanted * 1e-5));
      }
    }
    return worst;
  };
  return { grid: [2, 1, 1], values: { x_ptr: x, y_ptr: y, N }, error };
}

function histogram(kernel: TritonKernel): Prepared {
  const { args } = kernel.options;
  const [count, bins] = [dimension(kernel, 'B'), dimension(kernel, 'NB')];
  const next = random(9);
  const x = new Buffer(args['x_ptr'] ?? '', count).fill(() => Math.floor(next() * bins));
  const y = new Buffer(args['y_ptr'] ?? '', bins);
  const error = (): number => {
    const wanted = Array.from({ length: bins }, () => 0);
    for (let i = 0; i < count; i++) wanted[x.at(i)] = (wanted[x.at(i)] ?? 0) + 1;
    return wanted.every((value, bin) => y.at(bin) === value) ? 0 : Infinity;
  };
  return { grid: [2, 1, 1], values: { x_ptr: x, y_ptr: y, N: count }, error };
}

function attention(kernel: TritonKernel): Prepared {
  const { args } = kernel.options;
  const [D, BM, BN] = ['D', 'BM', 'BN'].map((name) => dimension(kernel, name));
  const [depth, L] = [D ?? 0, Math.max(2 * (BM ?? 0), 2 * (BN ?? 0))];
  const next = random(11);
  const make = (name: string): Buffer =>
    new Buffer(args[name] ?? '', L * depth).fill(() => next() * 2 - 1);
  const [q, k, v] = [make('q_ptr'), make('k_ptr'), make('v_ptr')];
  const o = new Buffer(args['o_ptr'] ?? '', L * depth);
  const scale = 0.125;
  const error = (): number => {
    let worst = 0;
    const [queries, keys, values] = [q.values(), k.values(), v.values()];
    for (let i = 0; i < L; i++) {
      const scores = Array.from({ length: L }, (_, j) => {
        let sum = 0;
        for (let d = 0; d < depth; d++)
          sum += (queries[i * depth + d] ?? 0) * (keys[j * depth + d] ?? 0);
        return 2 ** (sum * scale);
      });
      const total = scores.reduce((sum, value) => sum + value, 0);
      for (let d = 0; d < depth; d++) {
        let wanted = 0;
        for (let j = 0; j < L; j++) wanted += (scores[j] ?? 0) * (values[j * depth + d] ?? 0);
        wanted /= total;
        // Probabilities are rounded to the type of v before the second product.
        const allowed = Math.max(4 * q.type.epsilon, 2 ** -14);
        worst = Math.max(worst, relative(o.at(i * depth + d), wanted, allowed));
      }
    }
    return worst;
  };
  const values = { q_ptr: q, k_ptr: k, v_ptr: v, o_ptr: o, L, scale };
  return { grid: [Math.max(1, L / (BM ?? 1)), 1, 1], values, error };
}

/** Buffers, scalars and the reference of a kernel; `steps` of K for matmuls. */
export function prepare(kernel: TritonKernel, steps = 3): Prepared {
  const [kind] = kernel.name.split('-');
  if (kind === 'matmul') return matmul(kernel, steps);
  if (kind === 'transpose') return transpose(kernel);
  if (kind === 'softmax') return softmax(kernel);
  return kind === 'histogram' ? histogram(kernel) : attention(kernel);
}

function argument(type: string, value: Buffer | number): KernelArgument {
  if (typeof value !== 'number') return { kind: 'buffer', data: value.data };
  const bytes = new Uint8Array(4);
  const view = new DataView(bytes.buffer);
  if (type === 'fp32') view.setFloat32(0, value, true);
  else view.setInt32(0, value, true);
  return { kind: 'value', bytes };
}

/** Parses and executes a kernel with a prepared launch. */
export function execute(
  kernel: TritonKernel,
  { grid, values }: Prepared,
  options: Partial<ExecuteOptions> = {},
): Execution {
  const { program } = parseAssembly(kernel.text);
  const { args, constexpr, shared } = kernel.options;
  const list = Object.entries(args)
    .filter(([name]) => constexpr[name] === undefined)
    .map(([name, type]) => ({ ...argument(type, values[name] ?? 0), name }));
  return executeProgram(program, kernel.text, {
    machine: machineNamed(kernel.chip),
    launch: { grid, dynamicLdsBytes: shared, scalars: new Map() },
    arguments: list,
    ...options,
  });
}
