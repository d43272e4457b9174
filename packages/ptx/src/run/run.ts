/**
 * Runs the warps of a block in turn, each until it waits or has had its share of steps.
 *
 *     group of lanes -> step -> step -> branch: two groups -> the one that comes first in `order.ts` -> ... -> one group
 *
 * Threads are independent, as on chips since Volta: a barrier counts threads, not warps, and a group that spins gives way to
 * the others of its warp after some turns.
 */
import { type Message, messages, MEMORY_LIMIT, MemoryLimitError } from '@ldscope/core';
import { wordOf } from '../isa/exchange.ts';
import { wordIn, putIn } from '../isa/memory/access.ts';
import type { Frame, Group, Warp } from '../state/warp.ts';
import type { Code, Control, Passed, Reduction } from './code.ts';

/** Enough for any real kernel; a warp that needs more does not end. */
export const MAX_STEPS = 40_000_000;
/** Steps after which another warp has its turn. */
const SHARE = 1 << 16;
/** Atomics and loads of what others write, after which a group that does not come first has a turn. */
const PATIENCE = 1 << 8;
/** Calls within calls. */
const MOST_DEPTH = 64;

export interface Failure {
  readonly number: number;
  readonly message: Message;
}

/** A named barrier while threads wait at it. */
interface Barrier {
  arrived: number;
  readonly waiting: {
    readonly warp: Warp;
    readonly group: Group;
    readonly reduction: Reduction | undefined;
  }[];
  expected: number | undefined;
}

export class BlockRun {
  readonly #warps: readonly Warp[];
  readonly #code: Code;
  readonly #maxSteps: number;
  readonly #isTimeUp: (() => boolean) | undefined;
  readonly #barriers = new Map<number, Barrier>();
  /** Barriers of the whole block. */
  #epoch = 0;

  constructor(
    warps: readonly Warp[],
    code: Code,
    maxSteps: number,
    isTimeUp: (() => boolean) | undefined,
  ) {
    this.#warps = warps;
    this.#code = code;
    this.#maxSteps = maxSteps;
    this.#isTimeUp = isTimeUp;
  }

  /** Executes all warps to their end; gives what stopped them otherwise. */
  execute(): Failure | undefined {
    for (;;) {
      let progress = false;
      for (const warp of this.#warps) {
        const before = warp.steps;
        for (;;) {
          const group = this.#next(warp);
          if (group === undefined) break;
          progress = true;
          const failure = this.#advance(warp, group);
          if (failure !== undefined) return failure;
          if (warp.steps - before >= SHARE) break;
        }
      }
      if (progress) {
        if (this.#isTimeUp?.() === true)
          return { number: 0, message: messages.execute.tooManySteps(this.#maxSteps) };
        continue;
      }
      const waiting = this.#warps.flatMap(({ groups }) => groups);
      if (waiting.length === 0) return undefined;
      const threads = this.#live();
      const arrived = waiting
        .filter(({ state }) => state === 'barrier')
        .reduce((sum, { mask }) => sum + countBits(mask), 0);
      return {
        number: (waiting[0]?.pc ?? 1) - 1,
        message: messages.ptx.deadlock(arrived, threads),
      };
    }
  }

  /** The group of a warp that goes first; those that met it are part of it. */
  #next(warp: Warp): Group | undefined {
    let best = this.#first(warp);
    if (best === undefined) {
      // All wait: those at a barrier of the warp go on.
      for (const group of warp.groups) if (group.state === 'warp') group.state = 'ready';
      best = this.#first(warp);
    }
    if (best === undefined) return undefined;
    if (warp.groups.length > 1) best = this.#fair(warp, best);
    for (let index = warp.groups.length - 1; index >= 0; index--) {
      const group = warp.groups[index];
      if (group === undefined || group === best || group.state !== 'ready' || group.pc !== best.pc)
        continue;
      if (group.frame !== best.frame || group.order !== best.order) continue;
      best.mask |= group.mask;
      warp.groups.splice(index, 1);
    }
    best.order = this.#code.order[best.pc] ?? 0;
    warp.group = best;
    return best;
  }

  /** Lets another group of a warp go on now and then: the one that comes first may wait for what it writes. */
  #fair(warp: Warp, best: Group): Group {
    if (warp.polls < PATIENCE) return best;
    warp.polls = 0;
    return warp.groups.find((group) => group !== best && group.state === 'ready') ?? best;
  }

  #first(warp: Warp): Group | undefined {
    let best: Group | undefined;
    for (const group of warp.groups) {
      if (group.state !== 'ready') continue;
      if (best === undefined || comesBefore(group, best)) best = group;
    }
    return best;
  }

  /** The lowest order at which another group of the warp waits in the same call. */
  #limit(warp: Warp, own: Group): number {
    let limit = Infinity;
    for (const group of warp.groups) {
      if (group !== own && group.state === 'ready' && group.frame === own.frame)
        limit = Math.min(limit, group.order);
    }
    return limit;
  }

  /** Executes a group for one share, or until its way is no longer straight. */
  #advance(warp: Warp, group: Group): Failure | undefined {
    const { steps, controls, guards, negated, order } = this.#code;
    let { pc } = group;
    const { mask } = group;
    const limit = warp.groups.length === 1 ? Infinity : this.#limit(warp, group);
    let left = SHARE;
    try {
      for (; left > 0; left--) {
        const step = steps[pc];
        const guard = guards[pc] ?? -1;
        let active = mask;
        if (guard >= 0) {
          const bits = warp.i[guard] ?? 0;
          active &= negated[pc] === 1 ? ~bits : bits;
        }
        if (step === undefined) {
          const control = controls[pc];
          group.pc = pc;
          if (control === undefined) {
            const problem = this.#code.compile(pc);
            if (problem !== undefined) return { number: pc, message: problem };
            if (steps[pc] === undefined && controls[pc] === undefined)
              return { number: pc, message: messages.emulate.wildJump(`instruction ${pc}`) };
            continue;
          }
          warp.steps++;
          const failure = this.#control(warp, group, control, active);
          if (failure !== undefined) return { number: pc, message: failure };
          warp.steps += SHARE - left;
          return this.#checkSteps(warp, pc);
        }
        if (active !== 0) step(warp, active);
        pc++;
        if (limit !== Infinity && (order[pc] ?? 0) >= limit) break;
      }
    } catch (error) {
      if (!(error instanceof MemoryLimitError)) throw error;
      return { number: pc, message: messages.execute.memoryLimit(MEMORY_LIMIT) };
    }
    group.pc = pc;
    group.order = order[pc] ?? 0;
    warp.steps += SHARE - left;
    return this.#checkSteps(warp, pc);
  }

  #checkSteps(warp: Warp, number: number): Failure | undefined {
    if (warp.failure !== undefined) return { number, message: warp.failure };
    return warp.steps >= this.#maxSteps
      ? { number, message: messages.execute.tooManySteps(this.#maxSteps) }
      : undefined;
  }

  #control(warp: Warp, group: Group, control: Control, active: number): Message | undefined {
    const { pc } = group;
    switch (control.kind) {
      case 'branch':
        this.#branch(warp, group, active, control.target);
        return undefined;
      case 'table':
        return this.#table(warp, group, active, control);
      case 'exit':
        this.#split(warp, group, active, pc + 1);
        this.#end(warp, active);
        return undefined;
      case 'trap':
        return active === 0 ? this.#goOn(group) : messages.ptx.trap();
      case 'return':
        return this.#return(warp, group, active);
      case 'call':
        return this.#call(warp, group, active, control);
      case 'known':
        return this.#known(warp, group, active, control);
      case 'warp':
        return this.#warpBarrier(warp, group, wordOf(control.members, warp, laneOf(active)));
      case 'barrier':
        return this.#barrier(warp, group, active, control);
    }
  }

  #goOn(group: Group): undefined {
    const from = group.pc;
    group.pc++;
    group.order = this.#code.orderFrom(from, group.pc);
    return undefined;
  }

  /** Parts the lanes that are not in `active` from a group; they go on at `pc`. */
  #split(warp: Warp, group: Group, active: number, pc: number): void {
    const rest = group.mask & ~active;
    if (rest === 0) return;
    const order = this.#code.orderFrom(group.pc, pc);
    warp.groups.push({ pc, order, mask: rest, frame: group.frame, state: 'ready' });
    group.mask = active;
  }

  #branch(warp: Warp, group: Group, active: number, target: number): void {
    if (active === 0) {
      this.#goOn(group);
      return;
    }
    this.#split(warp, group, active, group.pc + 1);
    group.order = this.#code.orderFrom(group.pc, target);
    group.pc = target;
  }

  #table(
    warp: Warp,
    group: Group,
    active: number,
    { index, targets }: Control & { readonly kind: 'table' },
  ): Message | undefined {
    if (active === 0) return this.#goOn(group);
    const chosen = wordOf(index, warp, laneOf(active)) >>> 0;
    const target = targets[chosen];
    if (target === undefined)
      return messages.emulate.wildJump(`entry ${chosen} of a table of ${targets.length}`);
    let same = 0;
    for (let lane = 0; lane < 32; lane++) {
      if ((active >>> lane) & 1 && wordOf(index, warp, lane) >>> 0 === chosen) same |= 1 << lane;
    }
    // The others come to this instruction again.
    const others = active & ~same;
    if (others !== 0) {
      warp.groups.push({
        pc: group.pc,
        order: this.#code.order[group.pc] ?? 0,
        mask: others,
        frame: group.frame,
        state: 'ready',
      });
      group.mask &= ~others;
    }
    this.#branch(warp, group, same, target);
    return undefined;
  }

  /** Lanes have ended: barriers no longer wait for them. */
  #end(warp: Warp, mask: number): void {
    warp.live &= ~mask;
    warp.groups = warp.groups.filter((group) => {
      group.mask &= ~mask;
      return group.mask !== 0;
    });
    for (const [id, barrier] of this.#barriers) this.#release(id, barrier);
  }

  #return(warp: Warp, group: Group, active: number): undefined {
    if (active === 0) return this.#goOn(group);
    this.#split(warp, group, active, group.pc + 1);
    const { frame } = group;
    if (frame === undefined) {
      this.#end(warp, group.mask);
      return undefined;
    }
    const control = this.#code.controls[frame.call];
    if (control?.kind === 'call') {
      const results = this.#code.variablesOf(frame.callee, 'results');
      for (const [index, { at, bytes }] of results.entries()) {
        const to = control.results[index];
        if (to !== undefined)
          copyLocal(warp, group.mask, frame.base + at, (frame.outer?.base ?? 0) + to.at, bytes);
      }
    }
    if (frame.saved !== undefined) this.#restore(warp, group.mask, frame);
    group.frame = frame.outer;
    group.order = this.#code.orderFrom(frame.call, frame.call + 1);
    group.pc = frame.call + 1;
    return undefined;
  }

  #call(
    warp: Warp,
    group: Group,
    active: number,
    { callee, passed }: Control & { readonly kind: 'call' },
  ): Message | undefined {
    if (active === 0) return this.#goOn(group);
    const { frame, pc } = group;
    const depth = (frame?.depth ?? 0) + 1;
    if (depth > MOST_DEPTH) return messages.execute.tooManySteps(MOST_DEPTH);
    const number =
      typeof callee === 'number'
        ? callee
        : this.#code.calleeAt(wordOf(callee, warp, laneOf(active)));
    if (number === undefined)
      return messages.emulate.wildJump('a function that is not in the module');
    this.#split(warp, group, active, pc + 1);
    const base = (frame?.base ?? 0) + this.#code.frameBytes(this.#code.ownerOf(pc));
    warp.reserve(base + this.#code.frameBytes(number));
    const parameters = this.#code.variablesOf(number, 'parameters');
    for (const [index, { at, bytes }] of parameters.entries()) {
      const from: Passed | undefined = passed[index];
      if (from !== undefined)
        copyLocal(warp, group.mask, (frame?.base ?? 0) + from.at, base + at, bytes);
    }
    const repeats = this.#isActive(frame, number, this.#code.ownerOf(pc));
    group.frame = {
      outer: frame,
      call: pc,
      order: this.#code.order[pc] ?? 0,
      callee: number,
      base,
      depth,
      saved: repeats ? this.#save(warp, number) : undefined,
    };
    group.pc = this.#code.entryOf(number);
    group.order = this.#code.order[group.pc] ?? 0;
    return undefined;
  }

  /** True when a function is among those that have not returned. */
  #isActive(frame: Frame | undefined, number: number, current: number): boolean {
    if (current === number) return true;
    for (let one = frame; one !== undefined; one = one.outer) {
      if (one.callee === number || this.#code.ownerOf(one.call) === number) return true;
    }
    return false;
  }

  #save(warp: Warp, number: number): Int32Array {
    const { start = 0, end = 0 } = this.#code.registersOf(number) ?? {};
    return warp.i.slice(start, end);
  }

  /** Gives lanes the registers back that the function had before it called itself. */
  #restore(warp: Warp, mask: number, { callee, saved }: Frame): void {
    const registers = this.#code.registersOf(callee);
    if (saved === undefined || registers === undefined) return;
    this.#code.forEachRegister(callee, (offset, words) => {
      const from = offset - registers.start;
      if (words === 1) {
        warp.i[offset] = ((warp.i[offset] ?? 0) & ~mask) | ((saved[from] ?? 0) & mask);
        return;
      }
      const each = words / 32;
      for (let lane = 0; lane < 32; lane++) {
        if (((mask >>> lane) & 1) === 0) continue;
        for (let word = 0; word < each; word++)
          warp.i[offset + each * lane + word] = saved[from + each * lane + word] ?? 0;
      }
    });
  }

  /** A function of the runtime: printing gives 0, a failed assertion ends the kernel. */
  #known(
    warp: Warp,
    group: Group,
    active: number,
    { name, result }: Control & { readonly kind: 'known' },
  ): Message | undefined {
    if (active !== 0 && name === '__assertfail') return messages.ptx.trap();
    if (result !== undefined) {
      for (let lane = 0; lane < 32; lane++) {
        if ((active >>> lane) & 1)
          putIn(warp.local, lane * warp.localBytes + (group.frame?.base ?? 0) + result, 4, 0);
      }
    }
    return this.#goOn(group);
  }

  #warpBarrier(warp: Warp, group: Group, members: number): undefined {
    this.#goOn(group);
    if ((members & warp.live & ~group.mask) === 0) return undefined;
    group.state = 'warp';
    const waiting = warp.groups.filter(({ state }) => state === 'warp');
    const there = waiting.reduce((mask, one) => mask | one.mask, 0);
    if ((members & warp.live & ~there) === 0) for (const one of waiting) one.state = 'ready';
    return undefined;
  }

  #barrier(
    warp: Warp,
    group: Group,
    active: number,
    control: Control & { readonly kind: 'barrier' },
  ): Message | undefined {
    if (active === 0) return this.#goOn(group);
    this.#split(warp, group, active, group.pc + 1);
    const lane = laneOf(active);
    const id = wordOf(control.id, warp, lane);
    const barrier = this.#barriers.get(id) ?? { arrived: 0, waiting: [], expected: undefined };
    this.#barriers.set(id, barrier);
    if (control.count !== undefined) barrier.expected = wordOf(control.count, warp, lane);
    // A barrier with a count counts whole warps.
    barrier.arrived += control.count === undefined ? countBits(group.mask) : 32;
    this.#goOn(group);
    if (!control.arrives) {
      group.state = 'barrier';
      barrier.waiting.push({ warp, group, reduction: control.reduction });
    }
    this.#release(id, barrier);
    return undefined;
  }

  #live(): number {
    return this.#warps.reduce((sum, { live }) => sum + countBits(live), 0);
  }

  /** Lets the threads at a barrier go on once all that it counts have come. */
  #release(id: number, barrier: Barrier): void {
    const live = this.#live();
    const isWhole = barrier.expected === undefined;
    if (barrier.waiting.length === 0 && isWhole) return;
    if (barrier.arrived < (barrier.expected ?? live)) return;
    this.#barriers.delete(id);
    reduce(barrier);
    for (const { group } of barrier.waiting) group.state = 'ready';
    const passed = new Set(barrier.waiting.map(({ warp }) => warp));
    // What some warps wait for orders nothing among the others: only barriers of all are counted.
    if (this.#warps.every((warp) => passed.has(warp) || warp.live === 0)) {
      this.#epoch++;
      for (const warp of this.#warps) warp.barriers = this.#epoch;
    }
  }
}

/** What `bar.red` gives to every thread that waited. */
function reduce({ waiting }: Barrier): void {
  let [count, all] = [0, true];
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    for (let lane = 0; lane < 32; lane++) {
      if (((group.mask >>> lane) & 1) === 0) continue;
      const holds = wordOf(reduction.predicate, warp, lane) !== 0;
      if (holds) count++;
      else all = false;
    }
  }
  for (const { warp, group, reduction } of waiting) {
    if (reduction === undefined) continue;
    const { kind, target } = reduction;
    if (kind === 'popc') {
      for (let lane = 0; lane < 32; lane++)
        if ((group.mask >>> lane) & 1) warp.i[target + lane] = count;
    } else {
      const holds = kind === 'and' ? all : count > 0;
      warp.i[target] = ((warp.i[target] ?? 0) & ~group.mask) | (holds ? group.mask : 0);
    }
  }
}

/** Bytes of each lane's local memory, moved. */
function copyLocal(warp: Warp, mask: number, from: number, to: number, bytes: number): void {
  for (let lane = 0; lane < 32; lane++) {
    if (((mask >>> lane) & 1) === 0) continue;
    const start = lane * warp.localBytes;
    for (let i = 0; i < bytes; i++)
      putIn(warp.local, start + to + i, 1, wordIn(warp.local, start + from + i, 1));
  }
}

/** Compares groups by their calls from the outermost on, then by their own places. */
function comesBefore(a: Group, b: Group): boolean {
  if (a.frame === b.frame) return a.order < b.order;
  const [x, y] = [placesOf(a), placesOf(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return x.length > y.length;
}

function placesOf(group: Group): number[] {
  const places = [group.order];
  for (let frame = group.frame; frame !== undefined; frame = frame.outer) places.push(frame.order);
  return places.toReversed();
}

/** The lowest lane of a mask. */
const laneOf = (mask: number): number => (mask === 0 ? 0 : 31 - Math.clz32(mask & -mask));

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
