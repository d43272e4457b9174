/**
 * Loops of a simulated kernel: cycles of an iteration in the steady state, what is busy meanwhile, what waves wait for.
 *
 *     positions    0 1 2 3 4 2 3 4 2 3 4 5      instruction 4 is followed by 2: a loop from 2 to 4, three iterations
 *     issue of 2   100   612   1124             512 cycles per iteration
 *
 * A steady state repeats exactly, every few iterations, because units with different clocks meet again only then:
 *
 *     2024 2048  2092 2068 2080 2092  2092 2068 2080 2092      period 4, 2083 cycles per iteration, however long it runs
 *
 * LIMITATION: what repeats is what a run shows. Rates that are not a whole number of bytes per cycle (copies straight to LDS on
 * gfx942: 23) repeat late, and a shorter run may show a shorter pattern, within a cycle of the other. Loads that no wait bounds
 * pile up in front of memory, and a run may end before they hold it up.
 *
 * The window of a loop is as many whole periods as its end has. Where nothing repeats it begins with the second iteration and
 * ends with the last, and the mean depends on how often the loop runs: then there is no period. All figures are of the
 * wave that runs the loop most often.
 */
import type { TimedProgram, Unit } from './program.ts';
import { type StallReason, stallReasons, type Timeline } from './timeline.ts';

export interface Loop {
  /** Instruction numbers of its first and last instruction. */
  readonly head: number;
  readonly tail: number;
}

/** A loop with its cycles per iteration in the steady state, and what they are spent on. */
export interface LoopTiming extends Loop {
  /** Iterations of the wave that runs it most often. */
  readonly iterations: number;
  /** The mean over the window. Absent with fewer than three iterations. */
  readonly cyclesPerIteration?: number;
  /** The last iterations of the run repeat with this period; absent where they do not. */
  readonly period?: number | undefined;
  /** Share of the window in which a unit is busy; the busiest one where a compute unit has several. */
  readonly busy: Readonly<Partial<Record<Unit, number>>>;
  /** Cycles per iteration and wave for which waves are held up, by reason. */
  readonly stalls: Readonly<Partial<Record<StallReason, number>>>;
  /** What bounds it: a unit that is busy nine tenths of the time, else what waves wait for most. */
  readonly critical:
    | { readonly kind: 'unit'; readonly unit: Unit }
    | { readonly kind: 'stall'; readonly reason: StallReason }
    | undefined;
}

/** Busy for this share of the time is what bounds a loop. */
const SATURATED = 0.9;

/** The loops of a program by their jumps back, in order of their heads; calls and returns are none. */
export function findLoops({ instructions, streams }: TimedProgram): readonly Loop[] {
  const found = new Map<number, Loop>();
  const calls = (number: number): boolean => instructions[number]?.calls === true;
  for (const { instruction } of streams) {
    for (let i = 1; i < instruction.length; i++) {
      const [tail = 0, head = 0] = [instruction[i - 1], instruction[i]];
      if (head > tail || calls(tail) || calls(head - 1)) continue;
      const known = found.get(head);
      if (known === undefined || known.tail < tail) found.set(head, { head, tail });
    }
  }
  return [...found.values()].sort((a, b) => a.head - b.head || b.tail - a.tail);
}

/** What a simulation says of a loop. */
export function timeLoop(program: TimedProgram, timeline: Timeline, loop: Loop): LoopTiming {
  const starts = headIssues(timeline, loop.head);
  const iterations = starts.length;
  const repeated = steadyState(starts.slice(1).map((start, i) => start - (starts[i] ?? 0)));
  const counted = repeated?.iterations ?? iterations - 2;
  const [from, until] = [starts[iterations - 1 - counted], starts.at(-1)];
  if (counted < 1 || iterations < 3 || from === undefined || until === undefined || until <= from) {
    return { ...loop, iterations, busy: {}, stalls: {}, critical: undefined };
  }
  const window = until - from;
  const busy = busyShares(program, timeline, from, until);
  const stalls = stallsPerIteration(timeline, loop, from, until);
  return {
    ...loop,
    iterations,
    cyclesPerIteration: window / counted,
    period: repeated?.period,
    busy,
    stalls,
    critical: criticalOf(busy, stalls),
  };
}

/** A steady state is found when it holds for this share of a loop's iterations. */
const STEADY_SHARE = 1 / 2;
const LONGEST_PERIOD = 256;
/** Cycles that are the same: they are sums of fractions, of bytes over bytes per cycle. */
const SAME = 1e-6;

/**
 * The shortest pattern that the cycles of the last iterations repeat, twice at least and for half of the run; and how many
 * iterations of whole patterns the end has.
 */
function steadyState(
  cycles: readonly number[],
): { readonly period: number; readonly iterations: number } | undefined {
  const count = cycles.length;
  for (let period = 1; 2 * period <= count && period <= LONGEST_PERIOD; period++) {
    let held = period;
    while (held < count) {
      const at = count - 1 - held;
      if (Math.abs((cycles[at] ?? 0) - (cycles[at + period] ?? 0)) > SAME) break;
      held++;
    }
    if (held >= Math.max(2 * period, STEADY_SHARE * count)) {
      return { period, iterations: held - (held % period) };
    }
  }
  return undefined;
}

/** When the wave that does so most often issued an instruction. */
function headIssues({ count, wave, instruction, issue }: Timeline, head: number): number[] {
  const byWave = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    if (instruction[row] !== head) continue;
    const own = byWave.get(wave[row] ?? 0) ?? [];
    own.push(issue[row] ?? 0);
    byWave.set(wave[row] ?? 0, own);
  }
  return [...byWave.values()].reduce((most, own) => (own.length > most.length ? own : most), []);
}

/** Busy cycles of each unit in a window, over its length; each SIMD and pair by itself. */
function busyShares(
  { instructions }: TimedProgram,
  { count, wave, instruction, begin, end, waves }: Timeline,
  from: number,
  until: number,
): LoopTiming['busy'] {
  const sums = new Map<string, { readonly unit: Unit; cycles: number }>();
  for (let row = 0; row < count; row++) {
    const unit = instructions[instruction[row] ?? 0]?.unit;
    if (unit === undefined || unit === 'wait' || unit === 'barrier') continue;
    const cycles = Math.min(end[row] ?? 0, until) - Math.max(begin[row] ?? 0, from);
    if (cycles <= 0) continue;
    const simd = waves[wave[row] ?? 0]?.simd ?? 0;
    const place = unit === 'lds' ? simd >> 1 : unit === 'vmem' || unit === 'smem' ? 0 : simd;
    const key = `${unit} ${place}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { unit, cycles });
    else sum.cycles += cycles;
  }
  const shares: Partial<Record<Unit, number>> = {};
  for (const { unit, cycles } of sums.values()) {
    shares[unit] = Math.max(shares[unit] ?? 0, cycles / (until - from));
  }
  return shares;
}

function stallsPerIteration(
  { count, wave, instruction, ready, issue, reason, waves }: Timeline,
  { head, tail }: Loop,
  from: number,
  until: number,
): LoopTiming['stalls'] {
  const stalls: Partial<Record<StallReason, number>> = {};
  let heads = 0;
  for (let row = 0; row < count; row++) {
    const [number = 0, at = 0] = [instruction[row], issue[row]];
    if (number < head || number > tail || at < from || at >= until) continue;
    if (waves[wave[row] ?? 0] === undefined) continue;
    if (number === head) heads++;
    const name = stallReasons[reason[row] ?? 0] ?? 'none';
    if (name === 'none') continue;
    stalls[name] = (stalls[name] ?? 0) + at - (ready[row] ?? 0);
  }
  for (const name of stallReasons) {
    const cycles = stalls[name];
    if (cycles !== undefined) stalls[name] = cycles / Math.max(1, heads);
  }
  return stalls;
}

function criticalOf(
  busy: LoopTiming['busy'],
  stalls: LoopTiming['stalls'],
): LoopTiming['critical'] {
  const unit = largest(busy);
  if (unit !== undefined && (busy[unit] ?? 0) >= SATURATED) return { kind: 'unit', unit };
  const { turn: _, ...others } = stalls;
  const reason = largest(others);
  return reason === undefined ? undefined : { kind: 'stall', reason };
}

function largest<Key extends string>(
  values: Readonly<Partial<Record<Key, number>>>,
): Key | undefined {
  let best: Key | undefined;
  for (const key in values)
    if (best === undefined || (values[key] ?? 0) > (values[best] ?? 0)) best = key;
  return best;
}
