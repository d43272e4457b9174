/**
 * A compute unit, cycle by cycle where something happens: four SIMDs in two pairs, their waves in turn.
 *
 *     wave      one instruction at a time, in order; waits for results, counters, barriers and units
 *     SIMD      a turn every 4 cycles; one instruction of each kind from different waves in a turn
 *               vector unit 4 cycles, transcendental 16, matrix core 4 per pass beside the vector unit
 *     pair      one way to LDS: requests in order, data at 64 bytes per cycle, a queue in front
 *     CU        the banks of LDS: each phase and each conflict a cycle; vector memory: address unit, bandwidth, latency
 *
 * The next event is the wave that can issue first; priority, then age, decides a tie, and which wave comes first to a
 * queue that SIMDs share. All that an instruction takes is known when it issues, since units serve in order, so nothing
 * is stepped through.
 *
 * This is a model, not a measurement. LIMITATIONS: instruction fetch, register banks, caches, other compute units and
 * the clock are left out; vector memory has one latency and one bandwidth; loads return in order.
 */
import type { Machine } from '../machine/machine.ts';
import type { TimingModel } from './constants.ts';
import type { TimedInstruction, TimedProgram, WaveStream } from './program.ts';
import {
  type StallReason,
  stallReasons,
  type Timeline,
  TimelineBuilder,
  type Waiting,
} from './timeline.ts';
import { goesFirst, hold, isBefore, queueOf, SIMDS, WaveState } from './wave-state.ts';

/** The cause that an ablation removes: its cost becomes 0, everything else stays. */
export type Ablation = 'conflicts' | 'vmem-latency' | 'vmem-bandwidth' | 'mfma' | 'lds';

export interface SimulateOptions {
  readonly machine: Machine;
  readonly timing: TimingModel;
  readonly without?: ReadonlySet<Ablation>;
  /** Cycles after which the simulation is cut off. */
  readonly maxCycles?: number;
}

const MAX_CYCLES = 50_000_000;

const reasonNumber = Object.fromEntries(
  stallReasons.map((reason, number) => [reason, number]),
) as Readonly<Record<StallReason, number>>;

const NONE = reasonNumber.none;
const RESULT = reasonNumber.result;

/** Simulates a program on one compute unit. Waves are dealt to the SIMDs in order of their number. */
export function simulateTiming(program: TimedProgram, options: SimulateOptions): Timeline {
  return new ComputeUnit(program, options).run();
}

class ComputeUnit {
  readonly #instructions: readonly TimedInstruction[];
  readonly #timing: TimingModel;
  readonly #machine: Machine;
  readonly #without: ReadonlySet<Ablation>;
  readonly #maxCycles: number;
  readonly #waves: readonly WaveState[];
  readonly #timeline = new TimelineBuilder();
  /** When each unit is free: of the SIMDs, of the pairs, of the compute unit. */
  readonly #valu = new Float64Array(SIMDS);
  readonly #mfma = new Float64Array(SIMDS);
  readonly #salu = new Float64Array(SIMDS);
  readonly #ldsIssue = new Float64Array(SIMDS / 2);
  readonly #ldsData = new Float64Array(SIMDS / 2);
  /** When each of the last instructions of a pair left its queue. */
  readonly #ldsQueue: readonly Float64Array[];
  readonly #ldsQueued = new Uint32Array(SIMDS / 2);
  #banks = 0;
  #vmemIssue = 0;
  #vmemData = 0;
  #now = 0;
  /** When each token of a workgroup that nobody has taken was given; by workgroup and token. */
  readonly #tokens = new Map<string, number[]>();

  constructor(program: TimedProgram, { machine, timing, without, maxCycles }: SimulateOptions) {
    this.#instructions = program.instructions;
    this.#machine = machine;
    this.#timing = timing;
    this.#without = without ?? new Set();
    this.#maxCycles = maxCycles ?? MAX_CYCLES;
    let registers = 0;
    for (const { reads, writes, accumulator = [] } of program.instructions) {
      for (const list of [reads, writes, accumulator]) {
        for (const register of list) registers = Math.max(registers, register + 1);
      }
    }
    this.#waves = program.streams.map((stream, number) => new WaveState(stream, number, registers));
    this.#ldsQueue = [0, 1].map(() => new Float64Array(timing.lds.queue.value));
  }

  run(): Timeline {
    const running = new Set(this.#waves.filter((wave) => this.#next(wave) !== undefined));
    while (running.size > 0) {
      const wave = this.#choose(running);
      if (wave === undefined) return this.#finish({ deadlock: this.#waiting(running) });
      if (wave.earliest > this.#maxCycles) return this.#finish({ cutOff: true });
      const issue = wave.earliest;
      this.#issue(wave);
      if (this.#next(wave) === undefined) {
        running.delete(wave);
        // Nothing waits for a wave that has ended.
        this.#release(wave.stream.workgroup, issue);
      }
    }
    return this.#finish({});
  }

  #finish(rest: Pick<Timeline, 'deadlock' | 'cutOff'>): Timeline {
    const waves = this.#waves.map(({ stream, simd, position }) => ({
      workgroup: stream.workgroup,
      simd,
      executed: position,
    }));
    return this.#timeline.finish({ cycles: this.#now, waves, ...rest });
  }

  #next({ stream, position }: WaveState): TimedInstruction | undefined {
    const number = stream.instruction[position];
    return number === undefined ? undefined : this.#instructions[number];
  }

  /** The wave that can issue first; of several in one turn the one with priority, then the one that waits longest. */
  #choose(running: ReadonlySet<WaveState>): WaveState | undefined {
    let best: WaveState | undefined;
    const waiting: WaveState[] = [];
    for (const wave of running) {
      if (wave.arrived !== undefined || this.#isStarved(wave)) continue;
      this.#examine(wave);
      if (wave.queue >= 0) waiting.push(wave);
      else if (best === undefined || isBefore(wave, best)) best = wave;
    }
    for (const wave of waiting) {
      if (best !== undefined && !isBefore(wave, best)) continue;
      // A queue that SIMDs share takes the wave that waits longest, whichever SIMD has the turn.
      if (waiting.some((other) => other.queue === wave.queue && goesFirst(other, wave))) continue;
      best = wave;
    }
    return best;
  }

  #tokensOf({ stream }: WaveState, token: number): number[] {
    const key = `${stream.workgroup} ${token}`;
    const known = this.#tokens.get(key) ?? [];
    this.#tokens.set(key, known);
    return known;
  }

  /** True for a wave that waits for a token that is not there. */
  #isStarved(wave: WaveState): boolean {
    const awaits = this.#next(wave)?.awaits;
    return awaits !== undefined && this.#tokensOf(wave, awaits).length === 0;
  }

  /** Sets the cycle in which the next instruction of a wave can issue as things are, and what holds it up. */
  #examine(wave: WaveState): void {
    const instruction = this.#next(wave);
    if (instruction === undefined) return;
    const { registers, forwarded, simd, vmcnt, lgkmcnt } = wave;
    const { reads, writes, accumulator, counts, until } = instruction;
    wave.earliest = wave.ready;
    wave.reason = NONE;
    for (let i = 0; i < reads.length; i++) hold(wave, registers[reads[i] ?? 0] ?? 0, RESULT);
    for (let i = 0; i < writes.length; i++) hold(wave, registers[writes[i] ?? 0] ?? 0, RESULT);
    if (accumulator !== undefined) {
      for (const register of accumulator) hold(wave, forwarded[register] ?? 0, RESULT);
    }
    this.#holdByUnit(wave, instruction.unit);
    if (counts !== undefined) {
      for (const counter of counts) {
        const most = this.#timing.counterMaximum[counter].value - 1;
        hold(wave, wave.counter(counter).whenAtMost(most, wave.ready), reasonNumber[counter]);
      }
    }
    if (until?.vmcnt !== undefined)
      hold(wave, vmcnt.whenAtMost(until.vmcnt, wave.ready), reasonNumber.vmcnt);
    if (until?.lgkmcnt !== undefined) {
      hold(wave, lgkmcnt.whenAtMost(until.lgkmcnt, wave.ready), reasonNumber.lgkmcnt);
    }
    if (instruction.awaits !== undefined) {
      hold(wave, this.#tokensOf(wave, instruction.awaits)[0] ?? 0, reasonNumber.await);
    }
    wave.queue = queueOf(instruction.unit, simd);
    wave.able = wave.earliest;
    const turn = this.#timing.issueCycles.value;
    const first = Math.ceil(wave.earliest);
    const offset = (((simd - first) % turn) + turn) % turn;
    wave.earliest = first + offset;
    if (wave.reason === NONE && offset > 0) wave.reason = reasonNumber.turn;
  }

  #holdByUnit(wave: WaveState, unit: TimedInstruction['unit']): void {
    const { simd } = wave;
    const pair = simd >> 1;
    switch (unit) {
      case 'mfma':
      case 'packed':
        hold(wave, this.#mfma[simd] ?? 0, reasonNumber.mfma);
        hold(wave, this.#valu[simd] ?? 0, reasonNumber.valu);
        return;
      case 'valu':
      case 'trans':
        hold(wave, this.#valu[simd] ?? 0, reasonNumber.valu);
        return;
      case 'salu':
      case 'branch':
      case 'smem':
        hold(wave, this.#salu[simd] ?? 0, reasonNumber.turn);
        return;
      case 'lds': {
        hold(wave, this.#ldsIssue[pair] ?? 0, reasonNumber['lds queue']);
        const queue = this.#ldsQueue[pair];
        if (queue === undefined) return;
        const slot = (this.#ldsQueued[pair] ?? 0) % queue.length;
        hold(wave, queue[slot] ?? 0, reasonNumber['lds queue']);
        return;
      }
      case 'vmem':
        hold(wave, this.#vmemIssue, reasonNumber['vmem queue']);
        hold(
          wave,
          wave.vmcnt.whenAtMost(this.#timing.vmem.queue.value - 1, wave.ready),
          reasonNumber['vmem queue'],
        );
        return;
      case 'wait':
      case 'barrier':
    }
  }

  #issue(wave: WaveState): void {
    const instruction = this.#next(wave);
    if (instruction === undefined) return;
    const { stream, position, simd, ready, earliest: issue } = wave;
    const pair = simd >> 1;
    const turn = this.#timing.issueCycles.value;
    let begin = issue;
    let end = issue + turn;
    let done = issue + turn;
    let next = issue + turn;
    switch (instruction.unit) {
      case 'valu':
      case 'packed':
        this.#valu[simd] = end;
        break;
      case 'trans':
        end = done = issue + this.#timing.transCycles.value;
        this.#valu[simd] = end;
        break;
      case 'mfma': {
        const passes = this.#without.has('mfma') ? 1 : (instruction.passes ?? 1);
        end = issue + 4 * passes;
        done = end + turn * this.#timing.matrixResultTurns.value;
        this.#valu[simd] = issue + turn;
        this.#mfma[simd] = end;
        for (const register of instruction.writes) wave.forwarded[register] = end;
        break;
      }
      case 'salu':
        this.#salu[simd] = end;
        next += instruction.idleCycles ?? 0;
        break;
      case 'branch':
        this.#salu[simd] = end;
        next = issue + this.#timing.branchCycles.value;
        break;
      case 'smem':
        this.#salu[simd] = end;
        done = issue + this.#timing.scalarMemoryLatency.value;
        break;
      case 'lds':
        ({ begin, end, done, next } = this.#lds(instruction, stream, position, pair, issue));
        break;
      case 'vmem':
        ({ begin, end, done } = this.#vmem(instruction, stream, position, issue));
        break;
      case 'barrier':
        wave.arrived = issue;
        break;
      case 'wait':
        break;
    }
    if (instruction.awaits !== undefined) this.#tokensOf(wave, instruction.awaits).shift();
    if (instruction.signals !== undefined) this.#tokensOf(wave, instruction.signals).push(done);
    if (instruction.priority !== undefined) wave.priority = instruction.priority;
    for (const counter of instruction.counts ?? []) {
      done = wave.counter(counter).push(done, instruction.unit !== 'smem');
    }
    // Results that a counter guards are up to the program's waits; other results hold their readers up.
    if (instruction.counts === undefined) {
      for (const register of instruction.writes) wave.registers[register] = done;
    }
    const { instruction: numbers } = stream;
    this.#timeline.add(
      wave.number,
      numbers[position] ?? 0,
      position,
      ready,
      issue,
      begin,
      end,
      done,
      wave.reason,
    );
    wave.position++;
    wave.ready = next;
    this.#now = Math.max(this.#now, done, next);
    if (instruction.unit === 'barrier') this.#release(stream.workgroup, issue);
  }

  /** Banks serve one phase or conflict a cycle; the pair's way carries the data meanwhile. */
  #lds(
    { memory, dwords = 1 }: TimedInstruction,
    { bankCycles, conflictCycles }: WaveStream,
    position: number,
    pair: number,
    issue: number,
  ): { begin: number; end: number; done: number; next: number } {
    const { lds, issueCycles } = this.#timing;
    const pushes = memory === 'store' || memory === 'atomic';
    const base = this.#machine.issue;
    const push = pushes
      ? (base?.writeBase.value ?? 4) + (base?.writePerDword.value ?? 4) * dwords
      : (base?.read.value ?? 4);
    if (this.#without.has('lds')) {
      const end = issue + issueCycles.value;
      return { begin: issue, end, done: end, next: end };
    }
    const conflicts = this.#without.has('conflicts') ? (conflictCycles[position] ?? 0) : 0;
    const busy = (bankCycles[position] ?? 0) - conflicts;
    const transfer = (256 * dwords) / lds.pairBytesPerCycle.value;
    const begin = Math.max(issue, this.#ldsData[pair] ?? 0, this.#banks);
    this.#banks = begin + busy;
    const end = begin + Math.max(transfer, busy, pushes ? push : 0);
    this.#ldsData[pair] = end;
    this.#ldsIssue[pair] = issue + push;
    const queue = this.#ldsQueue[pair];
    const queued = this.#ldsQueued[pair] ?? 0;
    if (queue !== undefined) queue[queued % queue.length] = begin;
    this.#ldsQueued[pair] = queued + 1;
    return { begin, end, done: end + lds.latency.value, next: issue + issueCycles.value };
  }

  /** Lanes of a flat instruction that are in LDS hold up its banks as well, which are not its unit. */
  #vmem(
    { memory, dwords = 1 }: TimedInstruction,
    { bytes, bankCycles, conflictCycles }: WaveStream,
    position: number,
    issue: number,
  ): { begin: number; end: number; done: number } {
    const { vmem } = this.#timing;
    const rate = (memory === 'to-lds' ? vmem.toLdsBytesPerCycle : vmem.bytesPerCycle).value;
    const moved = bytes[position] ?? 256 * dwords;
    const transfer = this.#without.has('vmem-bandwidth') ? 0 : moved / rate;
    const latency = this.#without.has('vmem-latency') ? 0 : vmem.latency.value;
    this.#vmemIssue = issue + vmem.addressCycles.value;
    const begin = Math.max(issue, this.#vmemData);
    const end = begin + transfer;
    this.#vmemData = end;
    const shared =
      memory === 'to-lds' || this.#without.has('lds') ? 0 : (bankCycles[position] ?? 0);
    if (shared === 0) return { begin, end, done: end + latency };
    const conflicts = this.#without.has('conflicts') ? (conflictCycles[position] ?? 0) : 0;
    this.#banks = Math.max(begin, this.#banks) + shared - conflicts;
    return { begin, end, done: Math.max(end, this.#banks) + latency };
  }

  /** Lets a workgroup go on when all its waves that have not ended are at the barrier. */
  #release(workgroup: number, time: number): void {
    const coming = this.#waves.some(
      (wave) =>
        wave.stream.workgroup === workgroup &&
        wave.arrived === undefined &&
        this.#next(wave) !== undefined,
    );
    if (coming) return;
    for (const wave of this.#waves) {
      if (wave.stream.workgroup !== workgroup) continue;
      wave.ready = Math.max(wave.ready, time + this.#timing.issueCycles.value);
      wave.arrived = undefined;
    }
  }

  /** Which waves wait for which, when none can go on. */
  #waiting(running: ReadonlySet<WaveState>): readonly Waiting[] {
    return [...running].map((wave) => {
      const awaits = wave.arrived === undefined ? this.#next(wave)?.awaits : undefined;
      const { instruction } = wave.stream;
      const others = [...running].filter(
        (other) => other !== wave && other.stream.workgroup === wave.stream.workgroup,
      );
      const waitsFor =
        awaits === undefined
          ? others.filter(({ arrived }) => arrived === undefined)
          : others.filter((other) => this.#willSignal(other, awaits));
      return {
        wave: wave.number,
        instruction: instruction[awaits === undefined ? wave.position - 1 : wave.position] ?? 0,
        reason: awaits === undefined ? 'barrier' : 'await',
        waitsFor: waitsFor.map(({ number }) => number),
      };
    });
  }

  #willSignal({ stream, position }: WaveState, token: number): boolean {
    return stream.instruction
      .subarray(position)
      .some((number) => this.#instructions[number]?.signals === token);
  }
}
