/** A kernel of machine code as a program for the simulator: executed by the emulator, a compute unit's worth of workgroups. */
import {
  type ExecuteOptions,
  executeProgram,
  type Kernel,
  type Program,
  registersOf,
  timedInstructions,
  type WaveLog,
} from '@ldscope/amdgcn';
import {
  type AccessTrace,
  chooseKernel,
  copyGlobalTrace,
  copyTrace,
  diagnose,
  type Diagnostic,
  type GlobalTrace,
  type KernelSummary,
  type LaunchedWork,
  type Machine,
  type MatrixChip,
  MemoryBytes,
  messages,
  occupancyOf,
  type OccupancyReport,
  opcodeAt,
  streamsOf,
  type TimedProgram,
  type WaveStream,
  type WorkgroupShape,
} from '@ldscope/core';

export interface TimedKernel {
  readonly name: string;
  readonly program: TimedProgram;
  readonly occupancy?: OccupancyReport | undefined;
  /** The shape of a workgroup and where it comes from. */
  readonly block?: WorkgroupShape | undefined;
  /** What the whole launch does; absent where its grid is not known. */
  readonly launched?: LaunchedWork | undefined;
  /** What was executed: which of its accesses have cycles. */
  readonly kernel: KernelSummary;
  /** Addresses of global memory depend on unknown values: what passes between it and the compute unit is not known. */
  readonly hasUnknownMemory?: boolean | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Subjects of diagnostics that say what counts cover: a timeline has its own words for them. */
const OF_COUNTS: ReadonlySet<Diagnostic['about']> = new Set(['sample', 'iterations', 'timing']);

/**
 * Executes a kernel and collects what its waves did; `chip` is one of the emulator's. Branches that unknown values decide are
 * errors: the ways that are followed then are those of no launch, one behind the other.
 */
export function timedKernel(
  program: Program,
  text: string,
  chip: MatrixChip,
  machine: Machine,
  options: Omit<
    ExecuteOptions,
    'machine' | 'onWorkgroup' | 'onGlobal' | 'onUnknownGlobal' | 'onExecuted'
  >,
): TimedKernel {
  const instructions = timedInstructions(program, chip);
  const isMemory = (number: number): boolean => {
    const unit = instructions[number]?.unit;
    return unit === 'lds' || unit === 'vmem';
  };
  const streams: WaveStream[] = [];
  const unserved = new Set<number>();
  let logs: readonly WaveLog[] = [];
  let global: GlobalTrace[] = [];
  let workgroup = 0;
  let hasUnknownMemory: true | undefined;
  const memory = new MemoryBytes(machine);
  const chosen = chooseKernel(program.kernels, options.kernel);
  const kernel = 'code' in chosen ? undefined : chosen;
  let occupancy: OccupancyReport | undefined;
  const {
    kernel: summary,
    diagnostics,
    openBranches,
  } = executeProgram(program, text, {
    ...options,
    machine,
    onExecuted: (executed) => {
      logs = executed;
    },
    onGlobal: (trace) => global.push(copyGlobalTrace(trace)),
    onUnknownGlobal: () => {
      hasUnknownMemory = true;
    },
    onWorkgroup: (trace: AccessTrace) => {
      const lds = [copyTrace(trace)];
      const onUnserved = (op: number): unknown => unserved.add(op);
      const costs = { machine, lds, global, memory, onUnserved };
      for (const each of streamsOf(logs, workgroup++, isMemory, costs)) streams.push(each);
      global = [];
    },
    // The number of workgroups that the compute unit holds is known from the first one.
    onProgress: (done) => {
      occupancy ??= kernel && occupancyOfKernel(kernel, options, logs.length, machine);
      return done < (options.workgroups ?? occupancy?.workgroups ?? 1);
    },
  });
  const timed = { instructions, streams };
  const open = openBranches.map(({ number, sources }) => {
    const { mnemonic = '', span } = program.instructions[number] ?? {};
    return diagnose(messages.timing.openBranch(mnemonic, sources), span);
  });
  const spins = diagnostics.flatMap(({ about, message, span }) =>
    about === 'timing' ? [diagnose(messages.timing.spin(message), span)] : [],
  );
  const grid = options.launch?.grid;
  return {
    name: summary.name,
    program: timed,
    occupancy,
    block: summary.block,
    kernel: summary,
    hasUnknownMemory,
    launched: grid && {
      workgroups: grid.reduce((product, extent) => product * extent, 1),
      executed: workgroup,
      readBytes: memory.readBytes,
      writtenBytes: memory.writtenBytes,
      sharedBytes: memory.sharedBytes,
      program: timed,
    },
    diagnostics: [
      ...open,
      ...spins,
      ...diagnostics.filter(({ about }) => !OF_COUNTS.has(about)),
      ...[...unserved].map((op) =>
        diagnose(messages.timing.noInstruction(opcodeAt(op).name, machine.name, [])),
      ),
    ],
  };
}

/** The occupancy by the resources that the kernel's descriptor requests; `undefined` where it has none. */
function occupancyOfKernel(
  kernel: Kernel,
  { launch }: Pick<ExecuteOptions, 'launch'>,
  wavesPerWorkgroup: number,
  machine: Machine,
): OccupancyReport | undefined {
  const registers = registersOf(kernel);
  if (registers === undefined) return undefined;
  const { descriptor, metadata } = kernel;
  const ldsBytes =
    (launch?.dynamicLdsBytes ?? 0) +
    (descriptor?.get('group_segment_fixed_size') ?? metadata?.groupSegmentSize ?? 0);
  return occupancyOf({ registers, ldsBytes, wavesPerWorkgroup }, machine);
}
