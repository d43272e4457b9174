/**
 * The happens-before order among the warps of a cluster and the units that copy and multiply for them: vector clocks.
 *
 *     warp 0    store (warp 0, 1)    fence.proxy.async    arrive: publishes what it knows
 *     warp 4    try_wait: learns (warp 0, 1)     wgmma reads it: (wgmma of warps 4-7, group 1)     wait_group 0: learns that
 *
 * An *agent* is a warp, or a stream whose parts end in order: copies of a warp in groups, products of a warpgroup in groups,
 * copies that one mbarrier counts in phases. Its accesses are stamped with the agent and a time; an agent that knows this
 * time comes after all earlier accesses of the stamping one. The times that a warp knows grow by barriers, waits and
 * mbarriers. Stores of warps reach units behind the async proxy only after a `fence.proxy.async` that came after them: each
 * warp knows that as well.
 *
 * A *flag* is a place in memory that warps release and acquire: a warp that acquires it knows all that the releasing warps
 * knew. A write that does not release does so for what came before the last fence of its warp; a read that does not acquire
 * does so at the next fence.
 *
 * LIMITATIONS. Lanes of a warp are one agent, its groups of copies too. A weak store to a flag does not end what was
 * released there. Scopes are not compared: a fence of a block orders accesses of a cluster as well. Source: PTX ISA 9.0, 8.2
 * (proxies), 8.8 (release and acquire patterns), 8.10 (causality), 9.7.9.25, 9.7.13.15, 9.7.15.
 */
import { leastOf } from '@ldscope/core';
import type { Warp } from '@ldscope/simt';

export interface Stamp {
  readonly agent: number;
  readonly time: number;
}

/** Streams of a warp; those of products are of its warpgroup. */
export type Stream = 'copy' | 'bulk' | 'wgmma';

type Place = Pick<Warp, 'rank' | 'index'>;

const WARPGROUP = 4;

/** How a flag is written: `updates`, by an atomic, goes on with what was released before; a store ends it. */
export interface FlagWrite {
  readonly releases: boolean;
  readonly updates: boolean;
}

/** Times by agent, the later of each. */
function join(into: number[], from: readonly number[]): void {
  // Agents that are not known are holes, which forEach leaves out.
  // oxlint-disable-next-line unicorn/no-array-for-each
  from.forEach((time, agent) => {
    if (time > (into[agent] ?? 0)) into[agent] = time;
  });
}

/** The times that some agents have published, for others to learn. */
export class Published {
  readonly known: number[] = [];
  readonly fenced: number[] = [];

  add({ known, fenced }: Published): void {
    join(this.known, known);
    join(this.fenced, fenced);
  }

  clear(): void {
    this.known.length = 0;
    this.fenced.length = 0;
  }
}

const keyOf = (stream: Stream, { rank, index }: Place): string => `${stream} ${rank} ${index}`;

/** An mbarrier: copies that it counts are an agent, whose times are phases. */
interface Barrier {
  readonly agent: number;
  /** When a warp initialized it. */
  init: Stamp | undefined;
  phases: number;
  readonly pending: Published;
  readonly completed: Published;
}

export class Order {
  /** By agent: whether what it does goes through the async proxy. */
  readonly isAsync: boolean[] = [];
  readonly #warpsPerBlock: number;
  readonly #known: readonly Published[];
  readonly #streams = new Map<string, number>();
  /** Groups that a warp has committed, by stream and warp. */
  readonly #groups = new Map<string, number>();
  readonly #barriers = new Map<number, Barrier>();
  /** By place: the times released there. */
  readonly #flags = new Map<string, Published>();
  /** By agent: the times that it knew at its last fence, and those of the flags that it has read since. */
  readonly #fences = new Map<number, Published>();
  readonly #seen = new Map<number, Published>();

  constructor(warpsPerBlock: number, blocks: number) {
    this.#warpsPerBlock = warpsPerBlock;
    this.#known = Array.from({ length: warpsPerBlock * blocks }, (_, agent) => {
      const knowledge = new Published();
      knowledge.known[agent] = 1;
      this.isAsync.push(false);
      return knowledge;
    });
  }

  /** The agent of a warp. */
  agentOf({ rank, index }: Place): number {
    return rank * this.#warpsPerBlock + index;
  }

  /** The times that a warp knows. */
  knowledge(warp: Place): Published {
    return this.#known[this.agentOf(warp)] ?? new Published();
  }

  /** The times that all of some warps know. */
  common(warps: readonly Place[]): Published {
    const common = new Published();
    const all = warps.map((warp) => this.knowledge(warp));
    for (const key of ['known', 'fenced'] as const)
      for (const agent of all[0]?.[key].keys() ?? [])
        common[key][agent] = leastOf(all.map((one) => one[key][agent] ?? 0));
    return common;
  }

  /** The stamp of a warp's next access. */
  now(warp: Place): Stamp {
    const agent = this.agentOf(warp);
    return { agent, time: this.knowledge(warp).known[agent] ?? 1 };
  }

  /** A warp publishes the times that it knows. */
  release(warp: Place, into: Published): void {
    into.add(this.knowledge(warp));
    this.#tick(warp);
  }

  acquire(warp: Place, from: Published): void {
    this.knowledge(warp).add(from);
  }

  /** A warp writes a flag, and releases it: all that it knows, or what it knew at its last fence. `flag` names memory and address. */
  writeFlag(warp: Place, flag: string, { releases, updates }: FlagWrite): void {
    const before = updates ? this.#flags.get(flag) : undefined;
    const published = before ?? new Published();
    this.#flags.set(flag, published);
    const fence = this.#fences.get(this.agentOf(warp));
    if (releases) this.release(warp, published);
    else if (fence !== undefined) published.add(fence);
  }

  /** A warp reads a flag, and acquires it: now, or at its next fence. */
  readFlag(warp: Place, flag: string, acquires: boolean): void {
    const published = this.#flags.get(flag);
    if (published === undefined) return;
    if (acquires) {
      this.acquire(warp, published);
      return;
    }
    const agent = this.agentOf(warp);
    const seen = this.#seen.get(agent) ?? new Published();
    this.#seen.set(agent, seen);
    seen.add(published);
  }

  /** `fence.acq_rel`, `fence.sc`, `membar`: acquires what the warp has read, and releases by what it writes from now on. */
  memoryFence(warp: Place): void {
    const agent = this.agentOf(warp);
    const seen = this.#seen.get(agent);
    if (seen !== undefined) this.acquire(warp, seen);
    const known = new Published();
    this.release(warp, known);
    this.#fences.set(agent, known);
  }

  /** `fence.proxy.async`: what the warp knows of is behind the async proxy too. */
  fence(warp: Place): void {
    const { known, fenced } = this.knowledge(warp);
    join(fenced, known);
    this.#tick(warp);
  }

  /** The stamp of a stream's accesses in its open group. */
  inGroup(stream: Stream, warp: Place): Stamp {
    return { agent: this.#streamOf(stream, warp), time: this.#committed(stream, warp) + 1 };
  }

  commit(stream: Stream, warp: Place): void {
    this.#groups.set(keyOf(stream, warp), this.#committed(stream, warp) + 1);
  }

  /** A warp waits until at most `left` of its groups are pending. */
  wait(stream: Stream, warp: Place, left: number): void {
    const time = this.#committed(stream, warp) - left;
    this.learn(warp, { agent: this.#streamOf(stream, warp), time });
  }

  learn(warp: Place, { agent, time }: Stamp): void {
    const { known } = this.knowledge(warp);
    known[agent] = Math.max(known[agent] ?? 0, time);
  }

  /** A warp initializes an mbarrier. */
  initialize(warp: Place, rank: number, at: number): void {
    this.#barrierAt(rank, at).init = this.now(warp);
  }

  /** Whether a warp comes after the one that initialized an mbarrier. */
  isBehindInit(warp: Place, rank: number, at: number): boolean {
    const { init } = this.#barrierAt(rank, at);
    return init === undefined || (this.knowledge(warp).known[init.agent] ?? 0) >= init.time;
  }

  /** The stamp of a copy that an mbarrier counts in its phase. */
  inPhase(rank: number, at: number): Stamp {
    const { agent, phases } = this.#barrierAt(rank, at);
    return { agent, time: phases + 1 };
  }

  arrive(warp: Place, rank: number, at: number): void {
    this.release(warp, this.#barrierAt(rank, at).pending);
  }

  /** `cp.async.mbarrier.arrive`: a warp that sees the phase complete sees the copies of this warp so far. */
  arriveCopies(warp: Place, rank: number, at: number): void {
    const { agent, time } = this.inGroup('copy', warp);
    this.#barrierAt(rank, at).pending.known[agent] = time;
    this.commit('copy', warp);
  }

  completes(rank: number, at: number): void {
    const barrier = this.#barrierAt(rank, at);
    barrier.completed.add(barrier.pending);
    barrier.pending.clear();
    barrier.phases++;
  }

  /** A warp has seen that a phase is complete. */
  observe(warp: Place, rank: number, at: number): void {
    const { completed, agent, phases } = this.#barrierAt(rank, at);
    this.acquire(warp, completed);
    this.learn(warp, { agent, time: phases });
  }

  #tick(warp: Place): void {
    const agent = this.agentOf(warp);
    const { known } = this.knowledge(warp);
    known[agent] = (known[agent] ?? 0) + 1;
  }

  #committed(stream: Stream, warp: Place): number {
    return this.#groups.get(keyOf(stream, warp)) ?? 0;
  }

  #streamOf(stream: Stream, { rank, index }: Place): number {
    const who = stream === 'wgmma' ? index - (index % WARPGROUP) : index;
    const key = keyOf(stream, { rank, index: who });
    const known = this.#streams.get(key);
    if (known !== undefined) return known;
    // cp.async writes as its thread does.
    const agent = this.#newAgent(stream !== 'copy');
    this.#streams.set(key, agent);
    return agent;
  }

  #newAgent(isAsync: boolean): number {
    return this.isAsync.push(isAsync) - 1;
  }

  #barrierAt(rank: number, at: number): Barrier {
    const key = rank * 2 ** 24 + at;
    let barrier = this.#barriers.get(key);
    if (barrier === undefined) {
      const [pending, completed] = [new Published(), new Published()];
      barrier = { agent: this.#newAgent(true), init: undefined, phases: 0, pending, completed };
      this.#barriers.set(key, barrier);
    }
    return barrier;
  }
}
