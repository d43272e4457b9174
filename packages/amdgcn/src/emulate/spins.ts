/**
 * Loops that end by a value from memory: how often they go round depends on when other waves write it, not on the kernel
 * alone.
 *
 *     WAIT:  ds_read_b32 v2, v1    s_waitcnt lgkmcnt(0)    v_readfirstlane_b32 s4, v2    s_cmp_eq_u32 s4, 0    s_cbranch_scc1 WAIT
 *
 * An instruction *decides* a loop where a branch out of it depends on the instruction's result, by a backward slice of the
 * loop over registers. It *polls* where that branch depends on nothing that changes from turn to turn but memory: then a
 * turn that is not the last one has only waited. Whether another wave writes the value is seen when the kernel is executed.
 *
 *     decides and polls     while (flag == 0);
 *     decides               while ((tile = atomicAdd(&next, 1)) < tiles);     for (i = 0; table[i] != key; i++);
 *
 * LIMITATIONS. Values that go through memory, and registers that are only known in execution, are not followed; a branch
 * inside the loop counts where it jumps over something that decides.
 */
import { append, greatestOf, type DataFlow, loopsOf, type Slice, sliceOf } from '@ldscope/core';
import { factsOf } from '../isa/facts.ts';
import type { CodeMode } from '../state/target.ts';
import type { Instruction, Program } from '../text/program.ts';
import { isExecPlace, REGISTER_PLACES, registerFlow } from './slice.ts';

/** Its instructions, ascending; `exits`: branches out of it. */
interface Loop {
  readonly body: readonly number[];
  readonly inside: ReadonlySet<number>;
  readonly exits: readonly number[];
}

/** How a branch out of a loop decides it. */
interface Decision {
  readonly slice: Slice;
  /** Only memory changes its condition from iteration to iteration. */
  readonly waits: boolean;
}

/**
 * The most instructions that are searched for those that decide a kernel's loops; beyond it, every instruction of a loop is
 * taken to decide it.
 */
const MOST_LOOKED_AT = 2 ** 19;
const EVERYTHING: Decision = { slice: { wants: () => true, wantsMemory: () => true }, waits: true };

/** The code of a kernel. */
export interface LoopCode {
  readonly program: Program;
  /** Ascending. */
  readonly reached: readonly number[];
  readonly successors: (number: number) => readonly number[];
  readonly mode: CodeMode;
}

/** The loops of a kernel, found when they are first asked for. */
export class Spins {
  readonly #code: LoopCode;
  /** By instruction: the loops that it is in. */
  #loops: ReadonlyMap<number, readonly Loop[]> | undefined;
  readonly #decisions = new Map<Loop, readonly Decision[]>();
  readonly #polls = new Map<number, boolean>();
  readonly #next = new Map<number, readonly number[]>();
  #looked = 0;
  readonly #flows = new Map<number, DataFlow>();

  constructor(code: LoopCode) {
    this.#code = code;
  }

  /** Whether an instruction is in a loop. */
  isInLoop(number: number): boolean {
    return this.#loopsAround(number).length > 0;
  }

  /** Whether an instruction's result decides some loop. */
  decides(number: number): boolean {
    return this.#loopsAround(number).some((loop) => this.#isDecidedBy(loop, number));
  }

  /** Instructions of the loops that some instructions decide. */
  decidedBy(numbers: readonly number[]): ReadonlySet<number> {
    const loops = new Set(
      numbers.flatMap((number) =>
        this.#loopsAround(number).filter((loop) => this.#isDecidedBy(loop, number)),
      ),
    );
    const decided = new Set<number>();
    for (const { body } of loops) for (const number of body) decided.add(number);
    return decided;
  }

  /** Whether a loop polls by an instruction. */
  polls(number: number): boolean {
    let polls = this.#polls.get(number);
    if (polls === undefined) {
      polls = this.#loopsAround(number).some((loop) =>
        this.#decisionsOf(loop).some(({ slice, waits }) => waits && slice.wants(number)),
      );
      this.#polls.set(number, polls);
    }
    return polls;
  }

  #isDecidedBy(loop: Loop, number: number): boolean {
    return this.#decisionsOf(loop).some(({ slice }) => slice.wants(number));
  }

  #loopsAround(number: number): readonly Loop[] {
    this.#loops ??= byInstruction(loopsWithExits(this.#code));
    return this.#loops.get(number) ?? [];
  }

  #decisionsOf(loop: Loop): readonly Decision[] {
    let decisions = this.#decisions.get(loop);
    if (decisions === undefined) {
      decisions = loop.exits.map((exit) => this.#decisionOf(loop, exit));
      this.#decisions.set(loop, decisions);
    }
    return decisions;
  }

  #decisionOf({ body, inside }: Loop, exit: number): Decision {
    const within = (number: number): readonly number[] => this.#within(number, inside);
    const deciding = new Set([exit]);
    for (;;) {
      this.#looked += body.length;
      if (this.#looked > MOST_LOOKED_AT) return EVERYTHING;
      const slice = sliceOf({
        instructions: body,
        successors: within,
        flow: (number) => this.#flowOf(number, deciding.has(number)),
        ...REGISTER_PLACES,
      });
      const wanted = body.filter((number) => slice.wants(number));
      // A branch that jumps over a deciding instruction decides the loop, too.
      const more = body.filter((number) => {
        const next = within(number);
        if (next.length <= 1 || deciding.has(number)) return false;
        const end = greatestOf(next);
        return wanted.some((one) => one > number && one < end);
      });
      for (const number of more) deciding.add(number);
      if (more.length === 0) return { slice, waits: !this.#changes([...wanted, ...deciding]) };
    }
  }

  #within(number: number, inside: ReadonlySet<number>): readonly number[] {
    let next = this.#next.get(number);
    if (next === undefined) {
      // Computed jumps are looked for in the code before them.
      next = this.#code.successors(number);
      this.#next.set(number, next);
    }
    return next.filter((one) => inside.has(one));
  }

  /** The reads and writes of an instruction; a result counts only as far as branches depend on it. */
  #flowOf(number: number, decides: boolean): DataFlow {
    const flow = this.#registers(number);
    const reads = [...flow.needs, ...flow.reads];
    return decides ? { ...flow, needs: reads, reads: [] } : { ...flow, needs: [], reads };
  }

  #registers(number: number): DataFlow {
    let flow = this.#flows.get(number);
    if (flow === undefined) {
      const instruction = this.#code.program.instructions[number];
      flow = instruction && registerFlow(instruction, this.#code.mode);
      flow ??= { needs: [], reads: [], writes: [], replaces: [] };
      this.#flows.set(number, flow);
    }
    return flow;
  }

  /** Whether instructions compute a value from that of the iteration before; masks of lanes that leave only grow. */
  #changes(numbers: readonly number[]): boolean {
    const { instructions } = this.#code.program;
    const makers = new Map<number, number[]>();
    for (const number of numbers)
      for (const place of this.#registers(number).writes) append(makers, place, number);
    // Places are nodes too, below 0: each has many readers and many makers.
    const sources = (node: number): readonly number[] => {
      if (node < 0) return makers.get(-1 - node) ?? [];
      const instruction = instructions[node];
      const { needs, reads, writes } = this.#registers(node);
      const own = instruction !== undefined && mayKeep(instruction) ? writes : [];
      return [...needs, ...reads]
        .filter((place) => !own.includes(place) && !isExecPlace(place))
        .map((place) => -1 - place);
    };
    return hasCycle(numbers, sources);
  }
}

/** Logic by which lanes leave a loop: bits of the first source stay where the second has no lane. */
function mayKeep(instruction: Instruction): boolean {
  const { logic } = factsOf(instruction);
  if (logic === undefined || logic.exec !== undefined) return false;
  // The results for 0 and 1 of the first source, where the second is 0, and where it is 1.
  return [0, 1].some((other) => ((logic.table >> other) & 0b101) === 0b100);
}

/** Whether a walk along `next` returns to a node on its path; without recursion, as chains are as long as loops. */
function hasCycle(roots: readonly number[], next: (node: number) => readonly number[]): boolean {
  const done = new Set<number>();
  const open = new Set<number>();
  const walk: { readonly node: number; readonly following: readonly number[]; at: number }[] = [];
  const enter = (node: number): void => {
    open.add(node);
    walk.push({ node, following: next(node), at: 0 });
  };
  for (const root of roots) {
    if (!done.has(root)) enter(root);
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const following = top.following[top.at++];
      if (following === undefined) {
        open.delete(top.node);
        done.add(top.node);
        walk.pop();
      } else if (open.has(following)) return true;
      else if (!done.has(following)) enter(following);
    }
  }
  return false;
}

function byInstruction(loops: readonly Loop[]): ReadonlyMap<number, readonly Loop[]> {
  const around = new Map<number, Loop[]>();
  for (const loop of loops) for (const number of loop.body) append(around, number, loop);
  return around;
}

function loopsWithExits({ reached, successors }: LoopCode): readonly Loop[] {
  return loopsOf(reached, successors).map((body) => {
    const inside = new Set(body);
    const exits = body.filter((number) => {
      const next = successors(number);
      return next.length > 1 && next.some((one) => !inside.has(one));
    });
    return { body, inside, exits };
  });
}
