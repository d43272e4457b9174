/** Compiles a CUDA source to PTX and executes launches of it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AccessTrace,
  type Extent,
  findMachine,
  type KernelArgument,
  type Machine,
  namesOf,
  type PointedMemory,
  readableName,
  simulate,
} from '@ldscope/core';
import { toHalf } from '@ldscope/core/arithmetic';
import { executePtx, type Module, parsePtx, ptxKernels } from '@ldscope/ptx';
import type { Argument, Fill, KernelLaunch, ProgramFile } from './program.ts';

export interface Outcome {
  readonly source: string;
  readonly kernel: string;
  /** Its name in the source, as Markdown; or what tells it apart. */
  readonly name: string;
  /** Why it was not executed to its end, or what is wrong with its results. */
  readonly wrong: string | undefined;
  readonly checked: boolean;
  readonly ended: boolean;
  readonly sites: number;
  readonly executions: number;
  readonly wavefronts: number;
  readonly conflicts: number;
}

/** Headers that others' sources include and do not use in their kernels. */
const EMPTY_HEADERS = ['cublas_v2.h', 'cufft.h'];

/** Headers of libraries whose types are in host code beside the kernels. */
const LIBRARY_HEADERS: ReadonlySet<string> = new Set(['cusparse.h']);

/** The PTX of a source; or the first error of the compiler, or a header of a library that is not installed. `folder` has the repositories, `work` takes files. */
export function compile(
  { source, flags, wrapper, sizes }: ProgramFile,
  folder: string,
  work: string,
): { readonly ptx: string } | { readonly error: string } | { readonly lacks: string } {
  const stand = join(work, 'include');
  mkdirSync(stand, { recursive: true });
  for (const name of EMPTY_HEADERS) writeFileSync(join(stand, name), '');
  const original = join(folder, source);
  const changed =
    wrapper ?? (sizes === undefined ? undefined : withSizes(readFileSync(original, 'utf8'), sizes));
  const input = changed === undefined ? original : join(work, 'changed.cu');
  if (changed !== undefined) writeFileSync(input, changed);
  const output = join(work, `${source.replaceAll('/', '--')}.ptx`);
  const given = flags.map((flag) => flag.replace('@', folder));
  const chip = flags.some((flag) => flag.startsWith('-arch=')) ? [] : ['-arch=sm_90'];
  const fixed = ['-ptx', '-O3', '-std=c++17', ...chip, '-lineinfo', `-I${stand}`];
  const { status, stderr, stdout } = spawnSync('nvcc', [...fixed, ...given, input, '-o', output], {
    encoding: 'utf8',
    cwd: dirname(input),
  });
  if (status === 0) return { ptx: readFileSync(output, 'utf8') };
  const lacks = /fatal error: ([\w./]+): No such file/.exec(stderr)?.[1];
  if (lacks !== undefined && LIBRARY_HEADERS.has(lacks)) return { lacks };
  const said = `${stderr}\n${stdout}`.split('\n').find((line) => /error/.test(line));
  return { error: said ?? 'nvcc is not installed' };
}

/** A source with other values in its `#define`s. */
function withSizes(source: string, sizes: Readonly<Record<string, number>>): string {
  return Object.entries(sizes).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`^(#define ${name}) +\\d+$`, 'm'), `$1 ${value}`),
    source,
  );
}

/** Executes the launches of a file. */
export function executeFile({ source, launches }: ProgramFile, ptx: string): readonly Outcome[] {
  const program = new Program(source, ptx);
  return launches.map((launch) => program.outcome(launch));
}

/** More than a warp of any launch takes. */
const MOST_STEPS = 1_000_000;

const NOTHING = { sites: 0, executions: 0, wavefronts: 0, conflicts: 0 };

const MOST_NAME = 44;

/** The name of a kernel in its source; without its scope and the arguments of its template where that is long. */
function shortName(symbol: string): string {
  const name = readableName(symbol);
  return name.length <= MOST_NAME ? name : (namesOf(symbol).at(-1) ?? name);
}

/** A module that was compiled from a source. */
class Program {
  readonly #source: string;
  readonly #text: string;
  readonly #module: Module;
  readonly #names: readonly string[];
  readonly #machine: Machine;

  constructor(source: string, text: string) {
    const machine = findMachine('sm_90');
    if (machine === undefined) throw new Error('core knows no sm_90');
    this.#machine = machine;
    this.#source = source;
    this.#text = text;
    this.#module = parsePtx(text).module;
    this.#names = ptxKernels(this.#module).map(({ name }) => name);
  }

  /** Executes a launch behind those that come first. */
  outcome(launch: KernelLaunch): Outcome {
    const arrays = new LaunchArrays();
    for (const one of launch.first ?? []) {
      const { wrong } = this.#execute(one, arrays);
      if (wrong !== undefined) return this.#failed(launch, wrong);
    }
    return this.#execute(launch, arrays);
  }

  #failed({ kernel, title }: KernelLaunch, wrong: string): Outcome {
    const name = title ?? `\`${kernel}\``;
    return { ...NOTHING, source: this.#source, kernel, name, wrong, checked: false, ended: false };
  }

  #execute(launch: KernelLaunch, arrays: LaunchArrays): Outcome {
    const found = this.#names.filter((name) => name.includes(launch.kernel));
    const [kernel, ...others] = found;
    if (kernel === undefined || others.length > 0)
      return this.#failed(launch, `${found.length} kernels are called ${launch.kernel}`);
    const machine = this.#machine;
    arrays.begin();
    const args = launch.args.map((one) => arrays.argument(one));
    const globals = Object.entries(launch.globals ?? {}).map(([key, one]) => ({
      ...arrays.content(one),
      key,
    }));
    const before = arrays.used.map((one) => one.slice());
    const tally = { ...NOTHING, lines: new Set<string>() };
    const { diagnostics, workgroups } = executePtx(this.#module, this.#text, {
      machine,
      kernel,
      maxSteps: MOST_STEPS,
      arguments: args,
      globals,
      launch: {
        grid: extent(launch.grid ?? []),
        block: extent(launch.block),
        dynamicLdsBytes: launch.sharedBytes ?? 0,
        scalars: new Map(),
      },
      onWorkgroup: (trace: AccessTrace) => {
        const { idxActive, bankConflict } = simulate(trace, machine);
        tally.executions += trace.count;
        for (let row = 0; row < trace.count; row++) {
          tally.wavefronts += idxActive[row] ?? 0;
          tally.conflicts += bankConflict[row] ?? 0;
          tally.lines.add(trace.sites[trace.site[row] ?? 0]?.id ?? '');
        }
      },
    });
    const error = diagnostics.find(({ severity }) => severity === 'error')?.message;
    const ended = workgroups.executed === workgroups.launched;
    const { lines, ...counts } = tally;
    return {
      ...counts,
      source: this.#source,
      kernel: launch.kernel,
      name: launch.title ?? `\`${shortName(kernel)}\``,
      wrong: error ?? (ended ? launch.check?.(arrays.used, before) : 'it does not end'),
      checked: launch.check !== undefined,
      ended,
      sites: lines.size,
    };
  }
}

/** The arrays of launches one after another. */
class LaunchArrays {
  readonly #named = new Map<string, Uint8Array>();
  #count = 0;
  /** Of the launch, each once, in the order of its pointers. */
  used: Uint8Array[] = [];

  begin(): void {
    this.used = [];
    this.#count = 0;
  }

  /** What the kernel gets. */
  argument(argument: Argument): KernelArgument {
    const number = this.#count++;
    if (argument.kind === 'bytes') {
      return { kind: 'value', bytes: argument.bytes, pointers: this.#pointers(argument, number) };
    }
    const data = this.#array(argument, number);
    const { into = 0 } = argument;
    if (into === 0) return { kind: 'buffer', data };
    const pointers = [{ offset: 0, name: `${number}`, data, into }];
    return { kind: 'value', bytes: new Uint8Array(8), pointers };
  }

  /** What a variable of the module has: the array itself, where an argument would point to it. */
  content(argument: Argument): KernelArgument {
    const number = this.#count++;
    return argument.kind === 'bytes'
      ? { kind: 'value', bytes: argument.bytes }
      : { kind: 'buffer', data: this.#array(argument, number) };
  }

  /** Those in a value, and in what they point to: texture objects have them. */
  #pointers(argument: Argument, number: number): PointedMemory[] {
    const pointers = argument.kind === 'bytes' ? (argument.pointers ?? []) : [];
    return pointers.map(({ at, to }) => ({
      offset: at,
      name: `${number}`,
      data: this.#array(to, number),
      pointers: this.#pointers(to, number),
    }));
  }

  #array(argument: Argument, number: number): Uint8Array {
    if (argument.kind === 'bytes') return argument.bytes;
    const { fill, bytes, name } = argument;
    const known = name === undefined ? undefined : this.#named.get(name);
    const array = known ?? arrayOf(fill, bytes, number);
    if (name !== undefined) this.#named.set(name, array);
    if (!this.used.includes(array)) this.used.push(array);
    return array;
  }
}

const extent = ([x = 1, y = 1, z = 1]: readonly number[]): Extent => [x, y, z];

/** An array of a launch; `number` is the argument's, so that two of them differ. */
function arrayOf(fill: Fill | ArrayBufferView, bytes: number, number: number): Uint8Array {
  if (typeof fill !== 'string')
    return new Uint8Array(fill.buffer, fill.byteOffset, fill.byteLength).slice();
  const small = (at: number): number => (((at + number) * 13) % 17) / 8 - 1;
  const length = bytes / 4;
  const numbers = (): ArrayBufferView => {
    switch (fill) {
      case 'floats':
        return Float32Array.from({ length }, (_, at) => small(at));
      case 'doubles':
        return Float64Array.from({ length: bytes / 8 }, (_, at) => small(at));
      case 'constant':
        return new Float32Array(length).fill(0.25);
      case 'halves':
        return Uint16Array.from({ length: bytes / 2 }, (_, at) => toHalf(small(at)));
      case 'bfloats':
        return Uint16Array.from({ length: bytes / 2 }, (_, at) => highHalf(small(at)));
      case 'bytes':
        return Uint8Array.from({ length: bytes }, (_, at) => ((at + number) * 13) % 17);
      case 'words':
        return Uint32Array.from({ length }, (_, at) => ((at + number) * 2654435761) % 1009);
      case 'zero':
        return new Uint8Array(bytes);
    }
  };
  const { buffer } = numbers();
  return new Uint8Array(buffer);
}

/** The bits of a number that a bfloat16 holds. */
const highHalf = (value: number): number =>
  (new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0) >>> 16;
