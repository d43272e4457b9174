/**
 * CUDA launches that were measured on an H100, executed from their PTX: results against the references that came with them,
 * conflicts against the hardware's counters, executions, lanes and wavefronts against Nsight Compute's of each instruction of SASS.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccessTrace,
  countOnes,
  type Execution,
  machineNamed,
  type KernelArgument,
  type Machine,
  opcodeAt,
  ownMemory,
  ReportBuilder,
  type SassSummary,
  simulate,
} from '@ldscope/core';
import { executePtx, parsePtx, readSass } from '@ldscope/ptx';
import { dataFile } from '../base/paths.ts';
import { jsonLines } from '../base/read.ts';
import { listingOf } from './sass.ts';
import { inFolder } from '../../test/in-folder.ts';

const script = dataFile('../cuda/launches.py');

/** Executions by warps, lanes and wavefronts. */
type Counts = readonly [executed: number, lanes: number, wavefronts: number];

/** An instruction of SASS that was executed here or there. */
export interface InstructionCounts {
  readonly pc: number;
  readonly text: string;
  readonly ours: Counts;
  readonly theirs: Counts;
}

/** Bank conflicts, as counters of the hardware have them. */
interface Conflicts {
  readonly all: number;
  readonly loads: number;
  readonly stores: number;
  readonly atomics: number;
}

export interface Outcome {
  readonly name: string;
  /** Errors of the execution, or what is wrong with its results. */
  readonly wrong: readonly string[];
  readonly hardware: Conflicts;
  /** The sum that Nsight Compute has by instruction: wavefronts less their ideal. */
  readonly nsight: number;
  /** Bank conflicts of the accesses that PTX has. */
  readonly ptx: number;
  /** Sectors of global memory, ours and those of the chip. */
  readonly sectors: Readonly<Record<'loads' | 'stores', readonly [ours: number, theirs: number]>>;
  /** Codes of hazards that the execution found. */
  readonly hazards: readonly string[];
  /** Absent without a disassembler. */
  readonly sass?: {
    readonly conflicts: number;
    readonly summary: SassSummary;
    readonly instructions: readonly InstructionCounts[];
  };
}

interface Launch {
  readonly name: string;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly shared: number;
  readonly args: readonly {
    readonly name?: string;
    readonly buffer?: unknown;
    readonly struct_hex?: string;
    readonly i32?: number;
    readonly f32?: number;
  }[];
}

/** A launch with arguments of its own each time. */
export interface ReadyLaunch extends Pick<Launch, 'name' | 'kernel' | 'grid' | 'block' | 'shared'> {
  readonly arguments: () => KernelArgument[];
}

/** The launches of a folder with the inputs that its script makes; requires python3 with numpy. */
export function readyLaunches(folder: string): ReadyLaunch[] {
  return inFolder((work) => {
    python(folder, 'inputs', work);
    return readList(folder).map((launch) => {
      const list = argumentsOf(launch, join(work, launch.name));
      return {
        ...launch,
        arguments: () => ownMemory({ arguments: list }).arguments?.slice() ?? [],
      };
    });
  });
}

const readList = (folder: string): Launch[] =>
  JSON.parse(readFileSync(join(folder, 'launches.json'), 'utf8')) as Launch[];

interface Measured {
  readonly name: string;
  readonly counters: {
    readonly bankConflicts: number;
    readonly bankConflictsLoad: number;
    readonly bankConflictsStore: number;
    readonly bankConflictsAtomic: number;
    readonly globalLoadSectors: number;
    readonly globalStoreSectors: number;
  };
  readonly instructions: readonly {
    readonly pc: number;
    readonly sass: string;
    readonly executed: number;
    readonly lanes: number;
    readonly wavefronts: number;
    readonly ideal: number;
  }[];
}

/** Why the launches cannot be executed here; `undefined` where they can. */
export function missingFor(folder: string): string | undefined {
  const { status } = spawnSync('python3', ['-c', 'import numpy']);
  if (status !== 0) return 'python3 with numpy is not installed: references are written in it';
  try {
    readFileSync(join(folder, 'launches.json'));
    return undefined;
  } catch {
    return `${folder} has no launches.json`;
  }
}

export interface Executed {
  readonly outcomes: readonly Outcome[];
  /** Why there is no SASS. */
  readonly missing?: string;
}

/** Executes all launches of a folder; `measured` is a file with a line per launch. */
export function executeLaunches(
  folder: string,
  measured: string,
  progress: (text: string) => void = () => {},
): Executed {
  const machine = machineNamed('sm_90');
  const file = join(folder, 'kernels.ptx');
  const listing = listingOf(file);
  const kernels = new Kernels(readFileSync(file, 'utf8'), machine, listing);
  return inFolder((work) => {
    python(folder, 'inputs', work);
    const launches = readList(folder);
    const counters = new Map(
      jsonLines<Measured>(readFileSync(measured, 'utf8')).map((one) => [one.name, one]),
    );
    const outcomes = launches.map((launch, number): Outcome => {
      progress(`${number + 1} of ${launches.length}: ${launch.name}`);
      const one = counters.get(launch.name);
      if (one === undefined) throw new Error(`${launch.name} is not measured`);
      return kernels.outcome(launch, one, join(work, launch.name));
    });
    const faults = python(folder, 'check', work);
    const checked = outcomes.map((outcome) => {
      const fault = faults.find((line) => line.startsWith(`${outcome.name}: `));
      return fault === undefined ? outcome : { ...outcome, wrong: [...outcome.wrong, fault] };
    });
    return { outcomes: checked, ...('missing' in listing ? listing : {}) };
  });
}

/** The kernels of a file, executed as PTX, and matched with SASS where there is a listing. */
class Kernels {
  readonly #text: string;
  readonly #module: ReturnType<typeof parsePtx>['module'];
  readonly #machine: Machine;
  readonly #sass: ReturnType<typeof readSass> | undefined;

  constructor(text: string, machine: Machine, listing: ReturnType<typeof listingOf>) {
    this.#text = text;
    this.#module = parsePtx(text).module;
    this.#machine = machine;
    this.#sass = 'text' in listing ? readSass(listing.text) : undefined;
  }

  outcome(launch: Launch, measured: Measured, folder: string): Outcome {
    const { counters } = measured;
    const args = argumentsOf(launch, folder);
    const ptx = new Tally();
    const builder = new ReportBuilder(this.#machine);
    const { kernel, diagnostics, hazards } = this.#execute(launch, args, ptx, false, builder);
    const { report } = builder.finish(kernel);
    const sectors = (op: string): number =>
      report.counters.find(({ name }) => name.endsWith(`sectors_pipe_lsu_mem_global_op_${op}`))
        ?.value ?? NaN;
    for (const [index, argument] of args.entries()) {
      if (argument.kind === 'buffer') writeFileSync(join(folder, `${index}.out`), argument.data);
    }
    const outcome: Outcome = {
      name: launch.name,
      wrong: diagnostics.flatMap(({ severity, message }) =>
        severity === 'error' ? [message] : [],
      ),
      hardware: {
        all: counters.bankConflicts,
        loads: counters.bankConflictsLoad,
        stores: counters.bankConflictsStore,
        atomics: counters.bankConflictsAtomic,
      },
      nsight: measured.instructions.reduce((sum, one) => sum + one.wavefronts - one.ideal, 0),
      ptx: ptx.conflicts,
      sectors: {
        loads: [sectors('ld'), counters.globalLoadSectors],
        stores: [sectors('st'), counters.globalStoreSectors],
      },
      hazards: [...new Set(hazards.map(({ code }) => code))],
    };
    if (this.#sass === undefined) return outcome;
    const sass = new Tally();
    const { kernel: matched } = this.#execute(launch, argumentsOf(launch, folder), sass, true);
    if (matched.sass === undefined) throw new Error(`the listing has no ${launch.kernel}`);
    return {
      ...outcome,
      sass: {
        conflicts: sass.conflicts,
        summary: matched.sass,
        instructions: sass.instructions(measured.instructions),
      },
    };
  }

  #execute(
    { kernel, grid, block, shared }: Launch,
    args: readonly KernelArgument[],
    tally: Tally,
    asSass: boolean,
    builder?: ReportBuilder,
  ): Execution {
    return executePtx(this.#module, this.#text, {
      machine: this.#machine,
      kernel,
      arguments: args,
      sass: asSass ? this.#sass : undefined,
      launch: { grid, block, dynamicLdsBytes: shared, scalars: new Map() },
      onGlobal: (trace, times) => builder?.addGlobal(trace, times),
      onWorkgroup: (trace) => {
        tally.add(trace, simulate(trace, this.#machine));
      },
    });
  }
}

function python(folder: string, what: string, work: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync('python3', [script, folder, what, work], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n');
}

function argumentsOf({ args }: Launch, folder: string): KernelArgument[] {
  return args.map(({ name, buffer, struct_hex: hex, i32, f32 }, index): KernelArgument => {
    if (buffer !== undefined) {
      const data = new Uint8Array(readFileSync(join(folder, `${index}.bin`)));
      return { kind: 'buffer', name, data };
    }
    if (hex !== undefined) return { kind: 'value', bytes: new Uint8Array(Buffer.from(hex, 'hex')) };
    const number = f32 === undefined ? Int32Array.of(i32 ?? 0) : Float32Array.of(f32);
    return { kind: 'value', bytes: new Uint8Array(number.buffer) };
  });
}

/** Conflicts, and counts by the address of an instruction. */
class Tally {
  conflicts = 0;
  readonly #counts = new Map<number, { readonly text: string; counts: Counts }>();

  add(trace: AccessTrace, { idxActive, bankConflict }: ReturnType<typeof simulate>): void {
    for (let row = 0; row < trace.count; row++) {
      this.conflicts += bankConflict[row] ?? 0;
      const { id = '', text = '' } = trace.sites[trace.site[row] ?? 0] ?? {};
      const pc = Number.parseInt(id, 16);
      const [executed, lanes, wavefronts] = this.#counts.get(pc)?.counts ?? [0, 0, 0];
      const taking = countOnes(trace.activeMask[2 * row] ?? 0);
      const rows = opcodeAt(trace.op[row] ?? 0).addressing.kind === 'row';
      this.#counts.set(pc, {
        text,
        counts: [
          executed + 1,
          lanes + (rows && taking > 0 ? 32 : taking),
          wavefronts + (idxActive[row] ?? 0),
        ],
      });
    }
  }

  instructions(measured: Measured['instructions']): InstructionCounts[] {
    const none: Counts = [0, 0, 0];
    const theirs = new Map(
      measured.filter(({ executed }) => executed > 0).map((one) => [one.pc, one]),
    );
    const all = new Set([...this.#counts.keys(), ...theirs.keys()]);
    return [...all]
      .sort((a, b) => a - b)
      .map((pc) => {
        const own = this.#counts.get(pc);
        const their = theirs.get(pc);
        return {
          pc,
          text: own?.text ?? their?.sass ?? '',
          ours: own?.counts ?? none,
          theirs: their === undefined ? none : [their.executed, their.lanes, their.wavefronts],
        };
      });
  }
}
