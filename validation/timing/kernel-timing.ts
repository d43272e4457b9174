/**
 * What the model says of a kernel's time: cycles of its main loop, what bounds it, and what LDS and its conflicts cost.
 *
 *     a workgroup is executed once; as many of it as the compute unit holds are simulated beside each other
 *     they begin apart, since workgroups that run in step meet at every unit: by several distances, and the mean is taken
 *     the main loop is the one with most time; a kernel without a loop is taken as a whole
 *     gain without conflicts: 1 - time without conflicts / time, of two simulations
 */
import {
  type Ablation,
  checkWaits,
  findLoops,
  type Loop,
  type LoopTiming,
  type Machine,
  type OccupancyReport,
  simulateTiming,
  sum,
  type TimedProgram,
  type Timeline,
  timeLoop,
  timingOf,
  type TimingModel,
  type WaitReport,
  type WaveStream,
} from '@ldscope/core';

/** The mean of several simulations, and by how much they differ from it at most. */
export interface Spread {
  readonly mean: number;
  readonly off: number;
}

export interface KernelTiming {
  /** Waves of a SIMD, at most. */
  readonly wavesPerSimd: number | undefined;
  readonly workgroups: number;
  readonly iterations: number | undefined;
  /** Of an iteration of the main loop and of all resident waves; of the run where there is no loop. */
  readonly cycles: Spread;
  readonly bound: string;
  /** Share of the time in which the busier LDS path works. */
  readonly ldsShare: number | undefined;
  /** Share of the time that is saved without conflicts, and with LDS that takes no time. */
  readonly gainWithoutConflicts: Spread;
  readonly gainWithoutLds: Spread;
  /** Predicted SQ_LDS_BANK_CONFLICT over SQ_LDS_IDX_ACTIVE of the run. */
  readonly conflictShare: number;
  readonly waits: WaitReport;
  /** The main loop, of the program of one workgroup. */
  readonly loop: Loop | undefined;
  readonly program: TimedProgram;
}

/** How often workgroups that begin apart are simulated, by as many distances. */
const USUAL = 3;

/** Simulates a program of one workgroup with its neighbours. */
export function timeKernel(
  program: TimedProgram,
  machine: Machine,
  occupancy: OccupancyReport | undefined,
  distances = USUAL,
): KernelTiming {
  const timing = modelOf(machine);
  const workgroups = Math.max(1, occupancy?.workgroups ?? 1);
  const simulateAt = (step: number, without: readonly Ablation[] = []): Timeline =>
    simulateTiming(resident(program, workgroups, step), {
      machine,
      timing,
      without: new Set(without),
    });
  const inStep = simulateAt(0);
  const main = mainLoop(program, resident(program, workgroups, 0), inStep);
  const timeOf = (timeline: Timeline): number =>
    main === undefined ? timeline.cycles : perIteration(timeline, main);
  const first = timeOf(inStep);
  const steps =
    workgroups === 1
      ? [0]
      : // As far as an even distribution over an iteration, and parts of that.
        Array.from({ length: distances }, (_, i) =>
          Math.round(((i + 1) * first) / distances / workgroups),
        );
  const runs = steps.map((step) => {
    const timeline = simulateAt(step);
    const time = timeOf(timeline);
    return {
      time,
      conflicts: 1 - timeOf(simulateAt(step, ['conflicts'])) / time,
      lds: 1 - timeOf(simulateAt(step, ['lds'])) / time,
      loop: main && timeLoop(resident(program, workgroups, step), timeline, main),
    };
  });
  const loop = runs[0]?.loop;
  const all = sumOf(program, ({ bankCycles }) => bankCycles);
  return {
    wavesPerSimd: occupancy?.wavesPerSimd,
    workgroups,
    iterations: loop?.iterations,
    cycles: spread(runs.map(({ time }) => time)),
    bound: loop === undefined ? '-' : boundOf(loop),
    ldsShare: loop === undefined ? undefined : (loop.busy.lds ?? 0),
    gainWithoutConflicts: spread(runs.map(({ conflicts }) => conflicts)),
    gainWithoutLds: spread(runs.map(({ lds }) => lds)),
    conflictShare: all === 0 ? 0 : sumOf(program, ({ conflictCycles }) => conflictCycles) / all,
    waits: checkWaits(program),
    loop: main,
    program,
  };
}

/** How the pipeline of a machine is timed. */
export function modelOf(machine: Machine): TimingModel {
  const timing = timingOf(machine);
  if (timing === undefined) throw new Error(`the pipeline of ${machine.name} is not modelled`);
  return timing;
}

/** A workgroup as often as a compute unit holds it; each begins `step` cycles after the one before. */
function resident(
  { instructions, streams }: TimedProgram,
  workgroups: number,
  step: number,
): TimedProgram {
  if (step === 0) {
    const copies = Array.from({ length: workgroups }, (_, workgroup) =>
      streams.map((stream) => ({ ...stream, workgroup })),
    );
    return { instructions, streams: copies.flat() };
  }
  const starts = Array.from({ length: workgroups }, (_, workgroup) => ({
    text: `start of workgroup ${workgroup}`,
    unit: 'salu' as const,
    reads: [],
    writes: [],
    idleCycles: workgroup * step,
  }));
  return {
    instructions: [...instructions, ...starts],
    streams: starts.flatMap((_, workgroup) =>
      streams.map((stream) => behind(stream, instructions.length + workgroup, workgroup)),
    ),
  };
}

/** The stream with an instruction in front that costs nothing of LDS and memory. */
function behind(stream: WaveStream, instruction: number, workgroup: number): WaveStream {
  const after = (column: Uint32Array, first = 0): Uint32Array => {
    const longer = new Uint32Array(column.length + 1);
    longer[0] = first;
    longer.set(column, 1);
    return longer;
  };
  return {
    workgroup,
    instruction: after(stream.instruction, instruction),
    bankCycles: after(stream.bankCycles),
    conflictCycles: after(stream.conflictCycles),
    bytes: after(stream.bytes),
    ldsFrom: after(stream.ldsFrom),
    ldsTo: after(stream.ldsTo),
  };
}

const sumOf = ({ streams }: TimedProgram, column: (stream: WaveStream) => Uint32Array): number =>
  sum(streams.map((stream) => sum(column(stream))));

function spread(values: readonly number[]): Spread {
  const mean = sum(values) / values.length;
  return { mean, off: Math.max(...values.map((value) => Math.abs(value - mean))) };
}

/**
 * Cycles of an iteration: from the second to the last, the mean of all waves. One wave alone may be ahead of the others,
 * and be held up by them later.
 */
function perIteration({ count, wave, instruction, issue }: Timeline, { head }: Loop): number {
  const byWave = new Map<number, { heads: number; from: number; until: number }>();
  for (let row = 0; row < count; row++) {
    if (instruction[row] !== head) continue;
    const own = byWave.get(wave[row] ?? 0) ?? { heads: 0, from: 0, until: 0 };
    own.heads++;
    own.until = issue[row] ?? 0;
    if (own.heads === 2) own.from = own.until;
    byWave.set(wave[row] ?? 0, own);
  }
  const means = [...byWave.values()].flatMap(({ heads, from, until }) =>
    heads > 2 ? [(until - from) / (heads - 2)] : [],
  );
  return sum(means) / means.length;
}

/** Cycles of an iteration of a loop when the first wave is alone on the compute unit. */
export function cyclesAlone(
  { instructions, streams }: TimedProgram,
  loop: Loop,
  machine: Machine,
): number {
  const alone = { instructions, streams: streams.slice(0, 1) };
  return perIteration(simulateTiming(alone, { machine, timing: modelOf(machine) }), loop);
}

/** The loop in which most time is spent. */
function mainLoop(
  program: TimedProgram,
  whole: TimedProgram,
  timeline: Timeline,
): Loop | undefined {
  let best: Loop | undefined;
  let most = 0;
  for (const loop of findLoops(program)) {
    const { cyclesPerIteration = 0, iterations } = timeLoop(whole, timeline, loop);
    if (cyclesPerIteration * iterations <= most) continue;
    most = cyclesPerIteration * iterations;
    best = loop;
  }
  return best;
}

const UNITS: Readonly<Record<string, string>> = {
  mfma: 'matrix core',
  valu: 'vector unit',
  trans: 'vector unit',
  lds: 'LDS',
  vmem: 'global memory',
};

const REASONS: Readonly<Record<string, string>> = {
  'vmcnt': 'waits for global memory',
  'lgkmcnt': 'waits for LDS',
  'barrier': 'barriers',
  'result': 'results of instructions',
  'mfma': 'the matrix core',
  'valu': 'the vector unit',
  'lds queue': 'the LDS queue',
  'vmem queue': 'the global memory queue',
};

/** A unit with how busy it is, or what waves wait for most. */
function boundOf({ critical, busy }: LoopTiming): string {
  if (critical === undefined) return '-';
  if (critical.kind === 'stall') return REASONS[critical.reason] ?? critical.reason;
  const share = Math.round(100 * (busy[critical.unit] ?? 0));
  return `${UNITS[critical.unit] ?? critical.unit}, ${share} %`;
}
