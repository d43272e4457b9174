/** Compiles a CUDA source to PTX and executes launches of it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AccessTrace,
  machineNamed,
  type KernelArgument,
  type Machine,
  namesOf,
  type PointedMemory,
  readableName,
  simulate,
} from '@ldscope/core';
import { executePtx, type Module, parsePtx, ptxKernels } from '@ldscope/ptx';
import { checkOf } from './checks.ts';
import { launchesOf, type ProgramFile, type ProgramLaunch } from './program.ts';

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
export async function executeFile(file: ProgramFile, ptx: string): Promise<readonly Outcome[]> {
  const program = new Program(file, ptx);
  const launches = await launchesOf(file);
  return launches.map((sequence, at) => program.outcome(sequence, file.titles?.[at]));
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
  readonly #file: ProgramFile;
  readonly #text: string;
  readonly #module: Module;
  readonly #names: readonly string[];
  readonly #machine: Machine;

  constructor(file: ProgramFile, text: string) {
    const machine = machineNamed('sm_90');
    this.#machine = machine;
    this.#file = file;
    this.#text = text;
    this.#module = parsePtx(text).module;
    this.#names = ptxKernels(this.#module).map(({ name }) => name);
  }

  /** Executes launches one after another; the outcome is the last one's, or that of the first that fails. */
  outcome(launches: readonly ProgramLaunch[], title: string | undefined): Outcome {
    let outcome: Outcome | undefined;
    for (const launch of launches) {
      outcome = this.#execute(launch, title);
      if (outcome.wrong !== undefined) break;
    }
    if (outcome === undefined) throw new Error('a sequence of no launches');
    return outcome;
  }

  #execute(launch: ProgramLaunch, title: string | undefined): Outcome {
    const { source, launches } = this.#file;
    const found = this.#names.filter((name) => name.includes(launch.kernel));
    const [kernel, ...others] = found;
    if (kernel === undefined || others.length > 0) {
      const wrong = `${found.length} kernels are called ${launch.kernel}`;
      const name = title ?? `\`${launch.kernel}\``;
      return {
        ...NOTHING,
        source,
        kernel: launch.kernel,
        name,
        wrong,
        checked: false,
        ended: false,
      };
    }
    const machine = this.#machine;
    const used = arraysOf([...launch.arguments, ...launch.globals]);
    const before = used.map((one) => one.slice());
    const tally = { ...NOTHING, lines: new Set<string>() };
    const { grid, block, dynamicLdsBytes } = launch;
    const { diagnostics, workgroups } = executePtx(this.#module, this.#text, {
      machine,
      kernel,
      maxSteps: MOST_STEPS,
      arguments: launch.arguments,
      globals: launch.globals,
      launch: { grid, block, dynamicLdsBytes, scalars: new Map() },
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
    const check = checkOf(launches, launch.kernel);
    const { lines, ...counts } = tally;
    return {
      ...counts,
      source,
      kernel: launch.kernel,
      name: title ?? `\`${shortName(kernel)}\``,
      wrong: error ?? (ended ? check?.(used, before) : 'it does not end'),
      checked: check !== undefined,
      ended,
      sites: lines.size,
    };
  }
}

/** The arrays that arguments point to, each once, in the order of the pointers; of textures those of their texels. */
function arraysOf(list: readonly KernelArgument[]): readonly Uint8Array[] {
  const pointed = ({ data, pointers = [] }: PointedMemory): readonly Uint8Array[] =>
    pointers.length === 0 ? [data] : pointers.flatMap(pointed);
  const all = list.flatMap((one) =>
    one.kind === 'buffer' ? [one.data] : (one.pointers ?? []).flatMap(pointed),
  );
  return [...new Set(all)];
}
