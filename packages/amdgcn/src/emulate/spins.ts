/**
 * Loops that end by a value from memory: how often they go round depends on when other waves write it, not on the kernel alone.
 *
 *     WAIT:  ds_read_b32 v2, v1    s_waitcnt lgkmcnt(0)    v_readfirstlane_b32 s4, v2    s_cmp_eq_u32 s4, 0    s_cbranch_scc1 WAIT
 *
 * An instruction *decides* a loop where a branch out of it depends on what the instruction gives, by a backward slice of the loop
 * over registers. It *polls* where that branch depends on nothing that changes from turn to turn but memory: then a turn that is
 * not the last one has only waited. Whether another wave writes the value is seen when the kernel is executed.
 *
 *     decides and polls     while (flag == 0);
 *     decides               while ((tile = atomicAdd(&next, 1)) < tiles);     for (i = 0; table[i] != key; i++);
 *
 * LIMITATIONS. A loop has a branch to an earlier instruction. Values that go through memory, and registers that are only known in
 * execution, are not followed; a branch inside the loop counts where it jumps over something that decides.
 */
import { greatestOf, type DataFlow, type Slice, sliceOf } from '@ldscope/core';
import type { CodeMode } from '../state/target.ts';
import type { Instruction, Program } from '../text/program.ts';
import { isExecPlace, REGISTER_PLACES, registerFlow } from './slice.ts';

/** Instructions from the one that a branch goes back to, ascending; `exits`: branches out of it. */
interface Loop {
  readonly body: readonly number[];
  readonly inside: ReadonlySet<number>;
  readonly exits: readonly number[];
}

/** What a loop does by a branch out of it. */
interface Decision {
  readonly slice: Slice;
  /** It depends on nothing that changes from turn to turn but memory. */
  readonly waits: boolean;
}

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
  readonly #decided = new Map<number, ReadonlySet<number>>();

  constructor(code: LoopCode) {
    this.#code = code;
  }

  /** Whether an instruction is in a loop. */
  isInLoop(number: number): boolean {
    return this.#loopsAround(number).length > 0;
  }

  /** Whether some loop goes on or ends by what an instruction gives. */
  decides(number: number): boolean {
    return this.decidedBy(number).size > 0;
  }

  /** Instructions of the loops that an instruction decides. */
  decidedBy(number: number): ReadonlySet<number> {
    let decided = this.#decided.get(number);
    if (decided === undefined) {
      const loops = this.#loopsAround(number).filter((loop) =>
        this.#decisionsOf(loop).some(({ slice }) => slice.wants(number)),
      );
      decided = new Set(loops.flatMap(({ body }) => body));
      this.#decided.set(number, decided);
    }
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

  #loopsAround(number: number): readonly Loop[] {
    this.#loops ??= byInstruction(loopsOf(this.#code));
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
    const { successors } = this.#code;
    const within = (number: number): readonly number[] =>
      successors(number).filter((next) => inside.has(next));
    const deciding = new Set([exit]);
    for (;;) {
      const slice = sliceOf({
        instructions: body,
        successors: within,
        flow: (number) => this.#flowOf(number, deciding.has(number)),
        ...REGISTER_PLACES,
      });
      const wanted = body.filter((number) => slice.wants(number));
      // A branch that jumps over what decides does so, too.
      const more = body.filter(
        (number) =>
          !deciding.has(number) &&
          within(number).length > 1 &&
          wanted.some((one) => one > number && one < greatestOf(within(number))),
      );
      for (const number of more) deciding.add(number);
      if (more.length === 0) return { slice, waits: !this.#changes([...wanted, ...deciding]) };
    }
  }

  /** What an instruction does with registers, where a result counts only as far as branches depend on it. */
  #flowOf(number: number, decides: boolean): DataFlow {
    const flow = this.#registers(number);
    const reads = [...flow.needs, ...flow.reads];
    return decides ? { ...flow, needs: reads, reads: [] } : { ...flow, needs: [], reads };
  }

  #registers(number: number): DataFlow {
    const instruction = this.#code.program.instructions[number];
    const flow = instruction && registerFlow(instruction, this.#code.mode);
    return flow ?? { needs: [], reads: [], writes: [], replaces: [] };
  }

  /** Whether instructions make a value of the one that they made a turn before; masks of lanes that leave only grow. */
  #changes(numbers: readonly number[]): boolean {
    const { instructions } = this.#code.program;
    const makers = new Map<number, number[]>();
    for (const number of numbers)
      for (const place of this.#registers(number).writes)
        makers.set(place, [...(makers.get(place) ?? []), number]);
    const sources = (number: number): readonly number[] => {
      const instruction = instructions[number];
      const { needs, reads, writes } = this.#registers(number);
      const own = instruction !== undefined && isMask(instruction) ? writes : [];
      return [...needs, ...reads].flatMap((place) =>
        own.includes(place) || isExecPlace(place) ? [] : (makers.get(place) ?? []),
      );
    };
    return hasCycle(numbers, sources);
  }
}

/** Instructions by which lanes leave a loop. */
const isMask = ({ mnemonic }: Instruction): boolean =>
  /^s_(and|or|xor|andn2|orn2|and_not1|or_not1)_b(32|64)$/.test(mnemonic);

/** Whether some instruction is among its own sources. */
function hasCycle(
  numbers: readonly number[],
  sources: (number: number) => readonly number[],
): boolean {
  const done = new Set<number>();
  const open = new Set<number>();
  const visit = (number: number): boolean => {
    if (open.has(number)) return true;
    if (done.has(number)) return false;
    open.add(number);
    const found = sources(number).some((source) => visit(source));
    open.delete(number);
    done.add(number);
    return found;
  };
  return numbers.some((number) => visit(number));
}

function byInstruction(loops: readonly Loop[]): ReadonlyMap<number, readonly Loop[]> {
  const around = new Map<number, Loop[]>();
  for (const loop of loops)
    for (const number of loop.body) around.set(number, [...(around.get(number) ?? []), loop]);
  return around;
}

/** One loop per instruction that others go back to. */
function loopsOf({ reached, successors }: LoopCode): readonly Loop[] {
  const backs = new Map<number, number[]>();
  const add = (to: Map<number, number[]>, key: number, value: number): void => {
    const list = to.get(key);
    if (list === undefined) to.set(key, [value]);
    else list.push(value);
  };
  for (const number of reached)
    for (const next of successors(number)) if (next <= number) add(backs, next, number);
  // A library has a million instructions, and most kernels of one no loop.
  if (backs.size === 0) return [];
  const before = new Map<number, number[]>();
  for (const number of reached) for (const next of successors(number)) add(before, next, number);
  return [...backs].map(([head, ends]) => {
    const inside = new Set([head]);
    const open = [...ends];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (inside.has(number)) continue;
      inside.add(number);
      open.push(...(before.get(number) ?? []));
    }
    const body = [...inside].sort((a, b) => a - b);
    const exits = body.filter((number) => {
      const next = successors(number);
      return next.length > 1 && next.some((one) => !inside.has(one));
    });
    return { body, inside, exits };
  });
}
