/**
 * What counters of the sequencer would show of a simulated run, under the names and in the units of rocprofv3.
 *
 *     SQ_WAVE_CYCLES      the lives of all waves                              a wave is in one of three states:
 *     SQ_ACTIVE_INST_ANY  it issues, or nothing below holds
 *     SQ_WAIT_INST_ANY    it could issue, but a unit or a queue is busy, or another wave has the turn
 *     SQ_WAIT_ANY         it waits: s_waitcnt, a barrier
 *     LdsLatency          cycles from the issue of an LDS instruction to its result, the mean
 *
 * Hardware counts the first four in groups of four cycles (quad-cycles), and the last three of them add up to the first.
 * Sources: ROCm's "MI300 and MI200 Series performance counters and metrics"; rocprof-compute's wavefront metrics, where four
 * times SQ_WAIT_ANY is "dependency wait" and four times SQ_WAIT_INST_ANY "issue wait"; LdsLatency is what
 * SQ_INST_LEVEL_LDS accumulates, over SQ_INSTS_LDS.
 *
 * LIMITATIONS. Predictions of the model of a compute unit: fetch of instructions and start of waves cost nothing in it. A
 * result of a matrix or vector instruction that is not there yet counts as a busy unit, what a wave idles behind a branch or
 * `s_nop` as issuing.
 */
import type { TimedProgram } from './program.ts';
import { type StallReason, stallReasons, type Timeline } from './timeline.ts';

/** Cycles of one count of the wave counters. */
const QUAD = 4;

/** Predicted counters of all simulated waves. */
export interface WaveCounters {
  /** Quad-cycles. */
  readonly SQ_WAVE_CYCLES: number;
  readonly SQ_ACTIVE_INST_ANY: number;
  readonly SQ_WAIT_INST_ANY: number;
  readonly SQ_WAIT_ANY: number;
  /** Instructions. */
  readonly SQ_INSTS_LDS: number;
  /** Cycles; absent without LDS instructions. */
  readonly LdsLatency?: number | undefined;
}

/** Reasons for which a wave waits rather than tries to issue. */
const waits: ReadonlySet<StallReason> = new Set(['vmcnt', 'lgkmcnt', 'barrier', 'await']);

/** The counters of a run. */
export function waveCounters(
  { instructions, streams }: TimedProgram,
  { count, wave, instruction, ready, issue, done, reason }: Timeline,
): WaveCounters {
  const lives = new Float64Array(streams.length);
  /** When a wave could have gone on from a barrier, its last instruction; negative where that is another. */
  const barriers = new Float64Array(streams.length).fill(-1);
  let [waiting, blocked, latency, ldsInstructions] = [0, 0, 0, 0];
  for (let row = 0; row < count; row++) {
    const number = wave[row] ?? 0;
    const [from = 0, at = 0] = [ready[row], issue[row]];
    const why = stallReasons[reason[row] ?? 0] ?? 'none';
    if (waits.has(why)) waiting += at - from;
    else blocked += at - from;
    const behind = barriers[number] ?? -1;
    if (behind >= 0) waiting += from - behind;
    const { unit } = instructions[instruction[row] ?? 0] ?? {};
    barriers[number] = unit === 'barrier' ? at + QUAD : -1;
    lives[number] = Math.max(lives[number] ?? 0, at + QUAD);
    if (unit !== 'lds') continue;
    ldsInstructions++;
    latency += (done[row] ?? 0) - at;
  }
  const alive = lives.reduce((sum, life) => sum + life, 0);
  return {
    SQ_WAVE_CYCLES: alive / QUAD,
    SQ_ACTIVE_INST_ANY: (alive - waiting - blocked) / QUAD,
    SQ_WAIT_INST_ANY: blocked / QUAD,
    SQ_WAIT_ANY: waiting / QUAD,
    SQ_INSTS_LDS: ldsInstructions,
    LdsLatency: ldsInstructions === 0 ? undefined : latency / ldsInstructions,
  };
}
