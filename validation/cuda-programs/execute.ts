/** Compiles a CUDA source to PTX and executes launches of it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AccessTrace,
  type Extent,
  findMachine,
  type KernelArgument,
  simulate,
} from '@ldscope/core';
import { toHalf } from '@ldscope/core/arithmetic';
import { executePtx, parsePtx, ptxKernels } from '@ldscope/ptx';
import type { Argument, Fill, ProgramFile } from './launches.ts';

export interface Outcome {
  readonly source: string;
  readonly kernel: string;
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
const EMPTY_HEADERS = ['cublas_v2.h'];

/** The PTX of a source, or the first error of the compiler. `folder` has the repositories, `work` takes files. */
export function compile(
  { source, flags, wrapper }: ProgramFile,
  folder: string,
  work: string,
): { readonly ptx: string } | { readonly error: string } {
  const stand = join(work, 'include');
  mkdirSync(stand, { recursive: true });
  for (const name of EMPTY_HEADERS) writeFileSync(join(stand, name), '');
  const input = wrapper === undefined ? join(folder, source) : join(work, 'wrapper.cu');
  if (wrapper !== undefined) writeFileSync(input, wrapper);
  const output = join(work, `${source.replaceAll('/', '--')}.ptx`);
  const given = flags.map((flag) => flag.replace('@', folder));
  const chip = flags.some((flag) => flag.startsWith('-arch=')) ? [] : ['-arch=sm_90'];
  const fixed = ['-ptx', '-O3', '-std=c++17', ...chip, '-lineinfo', `-I${stand}`];
  const { status, stderr, stdout } = spawnSync('nvcc', [...fixed, ...given, input, '-o', output], {
    encoding: 'utf8',
    cwd: dirname(input),
  });
  if (status === 0) return { ptx: readFileSync(output, 'utf8') };
  const said = `${stderr}\n${stdout}`.split('\n').find((line) => /error/.test(line));
  return { error: said ?? 'nvcc is not installed' };
}

/** Executes the launches of a file. */
export function executeFile({ source, launches }: ProgramFile, ptx: string): readonly Outcome[] {
  const machine = findMachine('sm_90');
  if (machine === undefined) throw new Error('core knows no sm_90');
  const { module } = parsePtx(ptx);
  const names = ptxKernels(module).map(({ name }) => name);
  return launches.map((launch): Outcome => {
    const nothing = { sites: 0, executions: 0, wavefronts: 0, conflicts: 0 };
    const found = names.filter((name) => name.includes(launch.kernel));
    const [kernel, ...others] = found;
    if (kernel === undefined || others.length > 0) {
      const wrong = `${found.length} kernels are called ${launch.kernel}`;
      return { ...nothing, source, kernel: launch.kernel, wrong, checked: false, ended: false };
    }
    const args = launch.args.map(argumentOf);
    const arrays = args.flatMap((one) => (one.kind === 'buffer' ? [one.data] : []));
    const before = arrays.map((data) => data.slice());
    const tally = { ...nothing, lines: new Set<string>() };
    const { diagnostics, workgroups } = executePtx(module, ptx, {
      machine,
      kernel,
      arguments: args,
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
      source,
      kernel: launch.kernel,
      wrong: error ?? (ended ? launch.check?.(arrays, before) : 'it does not end'),
      checked: launch.check !== undefined,
      ended,
      sites: lines.size,
    };
  });
}

const extent = ([x = 1, y = 1, z = 1]: readonly number[]): Extent => [x, y, z];

function argumentOf(argument: Argument, number: number): KernelArgument {
  if (argument.kind === 'bytes') return { kind: 'value', bytes: argument.bytes };
  const data = arrayOf(argument.fill, argument.bytes, number);
  return { kind: 'buffer', data: new Uint8Array(data.buffer) };
}

/** An array of a launch; `number` is the argument's, so that two of them differ. */
function arrayOf(
  fill: Fill,
  bytes: number,
  number: number,
): Uint32Array | Float32Array | Uint16Array {
  const small = (at: number): number => (((at + number) * 13) % 17) / 8 - 1;
  const length = bytes / 4;
  switch (fill) {
    case 'floats':
      return Float32Array.from({ length }, (_, at) => small(at));
    case 'constant':
      return new Float32Array(length).fill(0.25);
    case 'halves':
      return Uint16Array.from({ length: bytes / 2 }, (_, at) => toHalf(small(at)));
    case 'words':
      return Uint32Array.from({ length }, (_, at) => ((at + number) * 2654435761) % 1009);
    case 'zero':
      return new Uint32Array(length);
  }
}
