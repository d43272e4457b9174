/**
 * Runs the waves of a workgroup to their end: in order, each up to its next barrier, or as one of many interleavings.
 *
 *     in order       wave 0 ... barrier   wave 1 ... barrier   |   wave 0 ...   wave 1 ...
 *     interleaved    wave 1 .. wave 0 . wave 1 .... wave 0 ... barriers   |   wave 0 .. wave 1 ...
 *
 * An interleaving stops waves after any operation and lets asynchronous copies arrive, oldest first, at any time before
 * their wait. It is made of a generator of random numbers: the same seed makes the same one. All lanes of a wave go
 * together in both.
 */
import { diagnose, type Diagnostic, messages } from '@ldscope/core';
import { deliverLoads } from './loads.ts';
import type { LoweredKernel } from './lowered-kernel.ts';
import type { Random } from './random.ts';
import { requireDoubles } from './wide.ts';
import type { Wave, WaveState } from './wave.ts';

export interface RunWaves {
  readonly program: LoweredKernel;
  /** Operations that one wave may execute. */
  readonly maxSteps: number;
  /** Makes an interleaving; absent: in order. */
  readonly random: Random | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Called when all waves have come to a barrier or to their end. */
  readonly onEpoch: () => void;
}

/** Operations that a wave executes before another may have its turn: at most 2 to this. */
const LONGEST_TURN = 6;
/** Turns of the waves between two arrivals of copies, on average. */
const TURNS_PER_ARRIVAL = 4;

/** False after a failure. */
export function runWaves(waves: readonly Wave[], run: RunWaves): boolean {
  for (;;) {
    const completed =
      run.random === undefined ? runInOrder(waves, run) : interleave(waves, run, run.random);
    run.onEpoch();
    if (!completed) return false;
    const waiting = waves.filter(({ state }) => state === 'barrier');
    if (waiting.length === 0) return true;
    if (waiting.length < waves.length) reportUneven(waves, waiting, run);
    for (const wave of waiting) wave.passBarrier();
  }
}

function runInOrder(waves: readonly Wave[], run: RunWaves): boolean {
  for (const wave of waves) {
    const state = runWave(wave, Infinity, run);
    if (state === 'failed') return false;
    if (state === 'ended') deliverLoads(wave, Infinity);
  }
  return true;
}

function interleave(waves: readonly Wave[], run: RunWaves, random: Random): boolean {
  const running = waves.filter(({ state }) => state === 'running');
  while (running.length > 0) {
    const turn = random.below(running.length);
    const wave = running[turn];
    if (wave === undefined) break;
    const state = runWave(wave, 2 ** random.below(LONGEST_TURN + 1), run);
    if (state === 'failed') return false;
    if (state !== 'running') running.splice(turn, 1);
    if (random.below(TURNS_PER_ARRIVAL) > 0) continue;
    const copier = waves[random.below(waves.length)];
    if (copier !== undefined) deliverLoads(copier, random.below(copier.loads.length + 1));
  }
  return true;
}

/** Runs a wave for some operations, or until it waits, ends or fails. */
export function runWave(
  wave: Wave,
  most: number,
  { program, maxSteps, report }: Pick<RunWaves, 'program' | 'maxSteps' | 'report'>,
): WaveState {
  const { steps, spans, doubles } = program;
  for (let i = 0; (i < most || wave.indivisible) && wave.state === 'running'; i++) {
    const pc = wave.pc;
    const step = steps[pc];
    if (step === undefined) wave.state = 'ended';
    else {
      wave.pc++;
      const taken = wave.wide.length === 0 ? undefined : doubles[pc];
      if (taken === undefined || requireDoubles(wave, taken.slots, taken.name)) step(wave);
      if (wave.pc <= pc) wave.rounds++;
    }
    if (++wave.steps > maxSteps) wave.fail(messages.execute.tooManySteps(maxSteps));
  }
  if (wave.failure !== undefined) report(diagnose(wave.failure, spans[wave.pc - 1]));
  return wave.state;
}

/** Hardware counts only waves that have not ended; a barrier that some never reach is a mistake all the same. */
function reportUneven(waves: readonly Wave[], waiting: readonly Wave[], run: RunWaves): void {
  const ended = waves.length - waiting.length;
  const message = messages.execute.unevenBarrier(waiting.length, ended);
  run.report(diagnose(message, run.program.spans[(waiting[0]?.pc ?? 1) - 1]));
}
