/**
 * The talk's attention kernels, as kernels of our own: compiled, executed, simulated, and what counters would show.
 *
 *     SQ_LDS_BANK_CONFLICT   conflict cycles of all accesses          SQ_INSTS_LDS     executed LDS instructions
 *     LdsLatency             mean time from issue to result           SQ_WAVE_CYCLES   sum of the lives of waves
 *     waits                  cycles that waves are held up, by s_waitcnt or by a unit that is busy
 *
 * 1x1024x128 has 32 workgroups on 304 compute units: each is alone on its own, so one is simulated, with 1,024 keys.
 */
import { executeProgram, type Program } from '@ldscope/amdgcn';
import {
  type Ablation,
  checkWaits,
  machineNamed,
  simulateTiming,
  type StallReason,
  stallReasons,
  sum,
  type Unit,
  type WaitReport,
  type WaveCounters,
  waveCounters,
} from '@ldscope/core';
import { timedKernel } from '@ldscope/engine';
import { modelOf } from '../kernel-timing.ts';

const KEYS = 1024;
export const HEAD = 128;
const QUERIES = 64;

export const variants = ['plain', 'padding', 'swizzle'] as const;
export type Variant = (typeof variants)[number];
export type Element = 'f16' | 'f32';

export interface AttentionCounters {
  /** Of a workgroup, all waves together. */
  readonly bankConflict: number;
  readonly ldsInstructions: number;
  readonly matrixInstructions: number;
  readonly memoryInstructions: number;
  readonly instructions: number;
  /** Executed waits for LDS, and those of them that leave nothing in flight. */
  readonly ldsWaits: number;
  readonly drains: number;
  readonly ldsLatency: number;
  /** Cycles in which waves are held up, by reason. */
  readonly waits: Readonly<Partial<Record<StallReason, number>>>;
  readonly waveCycles: number;
  /** Of the run. */
  readonly cycles: number;
  /** Cycles of the run without a cause. */
  readonly without: Readonly<Partial<Record<Ablation, number>>>;
  /** Cycles in which the matrix cores work, of the busiest SIMD. */
  readonly matrixCycles: number;
  readonly judged: WaitReport;
  /** As `ldscope timeline` prints them. */
  readonly wave: WaveCounters;
}

/** A compiled file of kernels. */
export interface Compiled {
  readonly program: Program;
  readonly text: string;
}

/** Inputs whose products are small, and the attention of them. */
export interface AttentionData {
  readonly query: Float64Array;
  readonly key: Float64Array;
  readonly value: Float64Array;
}

export function attentionData(keys: number): AttentionData {
  let state = 1;
  const matrix = (rows: number): Float64Array =>
    Float64Array.from({ length: rows * HEAD }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return ((state >>> 16) % 3) - 1;
    });
  return { query: matrix(QUERIES), key: matrix(keys), value: matrix(keys) };
}

/** The numbers in the bits of an element: -1, 0 and 1 alone. */
function bitsOf(values: Float64Array, element: Element): Uint8Array {
  const array =
    element === 'f32'
      ? Float32Array.from(values)
      : Uint16Array.from(values, (value) => (value === 0 ? 0 : value > 0 ? 0x3c00 : 0xbc00));
  return new Uint8Array(array.buffer);
}

/** Executes a kernel for one workgroup; what it writes. */
export function attend(
  { program, text }: Compiled,
  chip: string,
  element: Element,
  variant: Variant,
  data: AttentionData,
): { readonly out: Float32Array; readonly problems: readonly string[] } {
  const machine = machineNamed(chip);
  const out = new Float32Array(QUERIES * HEAD).fill(Number.NaN);
  const { diagnostics, hazards } = executeProgram(program, text, {
    machine,
    ...launch(element, variant, data, new Uint8Array(out.buffer)),
  });
  return { out, problems: [...diagnostics.map(({ message }) => message), ...hazards.map(String)] };
}

/** What the model says counters would show. */
export function countersOf(
  { program, text }: Compiled,
  chip: 'gfx942' | 'gfx950',
  element: Element,
  variant: Variant,
): AttentionCounters {
  const machine = machineNamed(chip);
  const timing = modelOf(machine);
  const data = attentionData(KEYS);
  const timed = timedKernel(program, text, chip, machine, {
    file: 'attention.hip',
    ...launch(element, variant, data, new Uint8Array(4 * QUERIES * HEAD)),
    workgroups: 1,
  }).program;
  const timeline = simulateTiming(timed, { machine, timing });
  const { instructions, streams } = timed;
  const waits: Partial<Record<StallReason, number>> = {};
  const lastOf = new Float64Array(streams.length);
  const matrix = new Float64Array(4);
  const executed = new Map<Unit, number>();
  let [latency, ldsWaits, drains] = [0, 0, 0];
  for (let row = 0; row < timeline.count; row++) {
    const { unit, until } = instructions[timeline.instruction[row] ?? 0] ?? {};
    const { ready: readies, issue: issues, done: dones } = timeline;
    const [ready = 0, issue = 0, done = 0] = [readies[row], issues[row], dones[row]];
    const wave = timeline.wave[row] ?? 0;
    const reason = stallReasons[timeline.reason[row] ?? 0] ?? 'none';
    waits[reason] = (waits[reason] ?? 0) + issue - ready;
    lastOf[wave] = Math.max(lastOf[wave] ?? 0, done);
    if (unit === undefined) continue;
    executed.set(unit, (executed.get(unit) ?? 0) + 1);
    if (until?.lgkmcnt !== undefined) ldsWaits++;
    if (until?.lgkmcnt === 0) drains++;
    if (unit === 'mfma') {
      const simd = timeline.waves[wave]?.simd ?? 0;
      matrix[simd] = (matrix[simd] ?? 0) + (timeline.end[row] ?? 0) - (timeline.begin[row] ?? 0);
    }
    if (unit === 'lds') latency += done - issue;
  }
  const ldsInstructions = executed.get('lds') ?? 0;
  const without = (cause: Ablation): number =>
    simulateTiming(timed, { machine, timing, without: new Set([cause]) }).cycles;
  return {
    bankConflict: sum(streams.map(({ conflictCycles }) => sum(conflictCycles))),
    ldsInstructions,
    matrixInstructions: executed.get('mfma') ?? 0,
    memoryInstructions: executed.get('vmem') ?? 0,
    instructions: timeline.count,
    ldsWaits,
    drains,
    ldsLatency: latency / ldsInstructions,
    waits,
    waveCycles: sum(lastOf),
    cycles: timeline.cycles,
    without: {
      'conflicts': without('conflicts'),
      'lds': without('lds'),
      'mfma': without('mfma'),
      'vmem-latency': without('vmem-latency'),
    },
    matrixCycles: Math.max(...matrix),
    judged: checkWaits(timed),
    wave: waveCounters(timed, timeline),
  };
}

function launch(
  element: Element,
  variant: Variant,
  { query, key, value }: AttentionData,
  out: Uint8Array,
): Pick<Parameters<typeof executeProgram>[2] & object, 'kernel' | 'launch' | 'arguments'> {
  const keys = new Uint8Array(Int32Array.of(key.length / HEAD).buffer);
  return {
    kernel: `${element}_${variant}`,
    launch: { block: [256, 1, 1], grid: [1, HEAD / 64, 1], scalars: new Map() },
    arguments: [
      ...[query, key, value].map((values) => ({
        kind: 'buffer' as const,
        data: bitsOf(values, element),
      })),
      { kind: 'buffer', data: out },
      { kind: 'value', bytes: keys },
    ],
  };
}
