/**
 * The blocks of a function of SASS, and the ways between them.
 *
 *     STS  @P0 BRA .L_1      a block, from which two others can be next
 *
 * A call goes to its function, and a return behind any call. LIMITATIONS. Branches through registers lead nowhere: `isOpen` tells.
 */
import type { Facts } from './facts.ts';
import type { SassInstruction } from './program.ts';

/** Where all ways end. */
export const END = -1;

export interface FlowBlock {
  /** Indices of its instructions, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** Blocks that can be next, and perhaps `END`. */
  readonly next: readonly number[];
}

export interface Flow {
  readonly blocks: readonly FlowBlock[];
  /** A branch goes through a register: not all ways are known. */
  readonly isOpen: boolean;
}

const ENDS = new Set<string | undefined>(['branch', 'exit', 'return', 'call', 'unknown']);

export function flowOf(instructions: readonly SassInstruction[], facts: readonly Facts[]): Flow {
  const indices = new Map(instructions.map(({ pc }, index) => [pc, index]));
  const isEnd = (index: number): boolean => ENDS.has(facts[index]?.row?.control);
  const starts = new Set([0]);
  for (const [index, { target }] of instructions.entries()) {
    if (isEnd(index)) starts.add(index + 1);
    const to = target === undefined ? undefined : indices.get(target);
    if (to !== undefined) starts.add(to);
  }
  const order = [...starts].filter((start) => start < instructions.length).sort((a, b) => a - b);
  const numbers = new Map(order.map((start, number) => [start, number]));
  const blockAt = (index: number | undefined): number[] => {
    const number = index === undefined ? undefined : numbers.get(index);
    return number === undefined ? [] : [number];
  };
  const afterCalls = instructions.flatMap(({ target }, index) =>
    facts[index]?.row?.control === 'call' && target !== undefined ? blockAt(index + 1) : [],
  );
  let isOpen = false;
  const blocks = order.map((from, number): FlowBlock => {
    const to = order[number + 1] ?? instructions.length;
    const last = instructions[to - 1];
    const through = blockAt(to);
    if (last === undefined || !isEnd(to - 1)) return { from, to, next: orEnd(through) };
    const control = facts[to - 1]?.row?.control;
    const target = blockAt(last.target === undefined ? undefined : indices.get(last.target));
    // `BRA P1, L` and `EXIT P1` ask for a second predicate.
    const asks =
      (control === 'branch' && last.operands.length > 1) ||
      (control === 'exit' && last.operands.length > 0);
    const past = last.predicate !== undefined || asks ? through : [];
    switch (control) {
      case 'exit':
        return { from, to, next: [END, ...past] };
      case 'return':
        return { from, to, next: orEnd([...afterCalls, ...past]) };
      case 'call':
        // A callee that is elsewhere comes back behind the call.
        return { from, to, next: target.length > 0 ? [...target, ...past] : through };
      default:
        isOpen ||= target.length === 0;
        return { from, to, next: orEnd([...target, ...past]) };
    }
  });
  return { blocks, isOpen };
}

const orEnd = (next: readonly number[]): number[] => (next.length === 0 ? [END] : [...next]);
