/**
 * A second simulator of the same compute unit, written the other way: it goes through every cycle, asks every wave whether
 * it can issue, and keeps queues instead of times of completion. Slow, and easy to believe.
 */
import type { Machine, TimedProgram, TimingModel } from '@ldscope/core';

interface Pending {
  done: number;
  readonly ordered: boolean;
}

/** Issue times by wave, in the order of each wave's stream; until the end, or where nothing happens any more. */
export function stepThrough(
  { instructions, streams }: TimedProgram,
  machine: Machine,
  timing: TimingModel,
): readonly (readonly number[])[] {
  const waves = streams.map((stream, number) => ({
    number,
    stream,
    simd: number % 4,
    at: 0,
    wakes: 0,
    priority: 0,
    barrier: false,
    results: new Map<number, number>(),
    forwarded: new Map<number, number>(),
    inFlight: { vmcnt: [] as Pending[], lgkmcnt: [] as Pending[] },
    issued: [] as number[],
  }));
  const busyUntil = new Map<string, number>();
  const queues: number[][] = [[], []];
  const tokens = new Map<string, number[]>();
  const inOrder = (a: (typeof waves)[number], b: (typeof waves)[number]): number =>
    b.priority - a.priority || a.wakes - b.wakes || a.number - b.number;
  const free = (unit: string, now: number): boolean => (busyUntil.get(unit) ?? 0) <= now;
  const outstanding = (list: readonly Pending[], now: number): number =>
    list.filter(({ done }) => done > now).length;
  const release = (workgroup: number, now: number): void => {
    const own = waves.filter(
      ({ stream, at }) => stream.workgroup === workgroup && at < stream.instruction.length,
    );
    const arrived = waves.filter(
      ({ stream, barrier }) => stream.workgroup === workgroup && barrier,
    );
    if (own.some(({ barrier }) => !barrier)) return;
    for (const wave of arrived) {
      wave.barrier = false;
      wave.wakes = Math.max(wave.wakes, now + 4);
    }
  };
  for (let now = 0; waves.some(({ at, stream }) => at < stream.instruction.length); now++) {
    if (now > 20_000) return waves.map(({ issued }) => issued);
    for (;;) {
      const couldIssue = waves.filter((wave) => {
        const { stream, at, simd, inFlight } = wave;
        const instruction = instructions[stream.instruction[at] ?? -1];
        if (instruction === undefined || wave.barrier || wave.wakes > now) return false;
        const { unit, reads, writes, accumulator = [], counts = [], until = {} } = instruction;
        const given = tokens.get(`${stream.workgroup} ${instruction.awaits}`) ?? [];
        if (instruction.awaits !== undefined && !given.some((time) => time <= now)) return false;
        const isReady = (register: number): boolean => (wave.results.get(register) ?? 0) <= now;
        if (![...reads, ...writes].every(isReady)) return false;
        if (accumulator.some((register) => (wave.forwarded.get(register) ?? 0) > now)) return false;
        const pair = simd >> 1;
        const vector = free(`valu ${simd}`, now);
        if ((unit === 'valu' || unit === 'trans') && !vector) return false;
        if ((unit === 'mfma' || unit === 'packed') && !(vector && free(`mfma ${simd}`, now))) {
          return false;
        }
        const scalar = unit === 'salu' || unit === 'branch' || unit === 'smem';
        if (scalar && !free(`salu ${simd}`, now)) return false;
        if (unit === 'lds') {
          const waiting = (queues[pair] ?? []).filter((begin) => begin > now).length;
          if (!free(`lds issue ${pair}`, now) || waiting >= timing.lds.queue.value) return false;
        }
        if (unit === 'vmem') {
          if (!free('vmem issue', now)) return false;
          if (outstanding(inFlight.vmcnt, now) >= timing.vmem.queue.value) return false;
        }
        for (const counter of ['vmcnt', 'lgkmcnt'] as const) {
          const left = outstanding(inFlight[counter], now);
          if (counts.includes(counter) && left >= timing.counterMaximum[counter].value)
            return false;
          if (left > (until[counter] ?? Infinity)) return false;
        }
        return true;
      });
      const queueOf = ({ stream, at, simd }: (typeof waves)[number]): string | undefined => {
        const unit = instructions[stream.instruction[at] ?? 0]?.unit;
        return unit === 'lds' ? `lds ${simd >> 1}` : unit === 'vmem' ? 'vmem' : undefined;
      };
      // The same order that decides a tie.
      const isFirst = (wave: (typeof waves)[number]): boolean => {
        const queue = queueOf(wave);
        const others = couldIssue.filter((other) => queueOf(other) === queue).sort(inOrder);
        return queue === undefined || others[0] === wave;
      };
      const able = couldIssue.filter((wave) => now % 4 === wave.simd && isFirst(wave));
      const [wave] = able.sort(inOrder);
      if (wave === undefined) break;
      const { stream, at, simd, inFlight } = wave;
      const instruction = instructions[stream.instruction[at] ?? 0];
      if (instruction === undefined) break;
      const pair = simd >> 1;
      let done = now + 4;
      wave.wakes = now + 4;
      const dwords = instruction.dwords ?? 1;
      switch (instruction.unit) {
        case 'valu':
        case 'packed':
          busyUntil.set(`valu ${simd}`, now + 4);
          break;
        case 'trans':
          done = now + timing.transCycles.value;
          busyUntil.set(`valu ${simd}`, done);
          break;
        case 'mfma': {
          const length = 4 * (instruction.passes ?? 1);
          busyUntil.set(`valu ${simd}`, now + 4);
          busyUntil.set(`mfma ${simd}`, now + length);
          done = now + length + 4 * timing.matrixResultTurns.value;
          for (const register of [...instruction.writes, ...(instruction.accumulator ?? [])]) {
            wave.forwarded.set(register, now + length);
          }
          break;
        }
        case 'salu':
          busyUntil.set(`salu ${simd}`, now + 4);
          wave.wakes += instruction.idleCycles ?? 0;
          break;
        case 'branch':
          busyUntil.set(`salu ${simd}`, now + 4);
          wave.wakes = now + timing.branchCycles.value;
          break;
        case 'smem':
          busyUntil.set(`salu ${simd}`, now + 4);
          done = now + timing.scalarMemoryLatency.value;
          break;
        case 'lds': {
          const { issue } = machine;
          const stores = instruction.memory !== 'load';
          const push = stores
            ? (issue?.writeBase.value ?? 0) + (issue?.writePerDword.value ?? 0) * dwords
            : (issue?.read.value ?? 0);
          const banks = stream.bankCycles[at] ?? 0;
          const begin = Math.max(
            now,
            busyUntil.get(`lds ${pair}`) ?? 0,
            busyUntil.get('banks') ?? 0,
          );
          busyUntil.set('banks', begin + banks);
          const moving = Math.max((256 * dwords) / timing.lds.pairBytesPerCycle.value, banks);
          const end = begin + (stores ? Math.max(moving, push) : moving);
          busyUntil.set(`lds ${pair}`, end);
          busyUntil.set(`lds issue ${pair}`, now + push);
          queues[pair]?.push(begin);
          done = end + timing.lds.latency.value;
          break;
        }
        case 'vmem': {
          const copies = instruction.memory === 'to-lds';
          const rate = copies ? timing.vmem.toLdsBytesPerCycle : timing.vmem.bytesPerCycle;
          const begin = Math.max(now, busyUntil.get('vmem') ?? 0);
          busyUntil.set('vmem', begin + (stream.bytes[at] ?? 0) / rate.value);
          busyUntil.set('vmem issue', now + timing.vmem.addressCycles.value);
          // Lanes of a flat instruction that are in LDS are served by the banks.
          const shared = copies ? 0 : (stream.bankCycles[at] ?? 0);
          const served = Math.max(begin, busyUntil.get('banks') ?? 0);
          if (shared > 0) busyUntil.set('banks', served + shared);
          const end = Math.max(busyUntil.get('vmem') ?? 0, shared > 0 ? served + shared : 0);
          done = end + timing.vmem.latency.value;
          break;
        }
        case 'barrier':
          wave.barrier = true;
          break;
        case 'wait':
          break;
      }
      if (instruction.awaits !== undefined) {
        tokens.get(`${stream.workgroup} ${instruction.awaits}`)?.shift();
      }
      if (instruction.signals !== undefined) {
        const key = `${stream.workgroup} ${instruction.signals}`;
        tokens.set(key, [...(tokens.get(key) ?? []), done]);
      }
      wave.priority = instruction.priority ?? wave.priority;
      const ordered = instruction.unit !== 'smem';
      for (const counter of instruction.counts ?? []) {
        const list = inFlight[counter];
        const before = list.filter((one) => one.ordered).map((one) => one.done);
        const at = Math.max(done, ...(ordered ? before : []));
        if (ordered) done = at;
        list.push({ done: at, ordered });
      }
      if (instruction.counts === undefined) {
        for (const register of instruction.writes) wave.results.set(register, done);
      }
      wave.issued.push(now);
      wave.at++;
      if (instruction.unit === 'barrier' || wave.at === stream.instruction.length) {
        release(stream.workgroup, now);
      }
    }
  }
  return waves.map(({ issued }) => issued);
}
