/**
 * The time that a cause costs: the same run without it. Not a guess from counts, since work that overlaps costs
 * nothing.
 */
import { findLoops, type LoopTiming, timeLoop } from './loops.ts';
import type { TimedProgram } from './program.ts';
import { type Ablation, type SimulateOptions, simulateTiming } from './simulate.ts';
import type { Timeline } from './timeline.ts';

export const ablations = [
  'conflicts',
  'lds',
  'vmem-latency',
  'vmem-bandwidth',
  'mfma',
] as const satisfies readonly Ablation[];

interface AblatedRun {
  readonly without: Ablation;
  readonly cycles: number;
  /** In the order of the loops of the whole run. */
  readonly loops: readonly LoopTiming[];
}

/** A simulated program, whole and once without each cause of lost time. */
export interface TimingAnalysis {
  readonly timeline: Timeline;
  readonly loops: readonly LoopTiming[];
  readonly ablated: readonly AblatedRun[];
}

/** Simulates a program whole, and once without each of the causes of time. */
export function analyzeTiming(
  program: TimedProgram,
  options: SimulateOptions,
  causes: readonly Ablation[] = ablations,
): TimingAnalysis {
  const loops = findLoops(program);
  const measure = (without: ReadonlySet<Ablation>): { timeline: Timeline; loops: LoopTiming[] } => {
    const timeline = simulateTiming(program, { ...options, without });
    return { timeline, loops: loops.map((loop) => timeLoop(program, timeline, loop)) };
  };
  const whole = measure(new Set());
  return {
    ...whole,
    ablated: causes.map((without) => {
      const { timeline, loops: timed } = measure(new Set([without]));
      return { without, cycles: timeline.cycles, loops: timed };
    }),
  };
}
