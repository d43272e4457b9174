/**
 * The ways through a function of SASS, as far as shared memory is concerned: blocks with accesses or barriers, and from each
 * the blocks of that kind which can come next.
 *
 *     STS  BAR  LDS  @P0 BRA .L_1      one block of two intervals, parted by the barrier
 *
 * Accesses whose address is the same sum of registers, none of them written in between, have one *base*: their addresses differ by
 * their constants alone.
 */
import { type SassAccess, registersOf, sassAccess, writtenRegisters } from './accesses.ts';
import type { SassFunction, SassInstruction } from './program.ts';

/** Where all ways end. */
export const END = -1;

export interface SassItem {
  /** Its place among the accesses of the function. */
  readonly number: number;
  readonly instruction: SassInstruction;
  readonly access: SassAccess;
  /** The base of its address: of its visit of the block, or where `isLasting`, of the thread. */
  readonly base: number;
  readonly isLasting: boolean;
  /** Accesses with one predicate have one number; `undefined` without. */
  readonly predicate: number | undefined;
  /** `@!PT`: no lane ever takes part. */
  readonly isIdle: boolean;
  /** Of a compare-and-swap that stands for an atomic: the load of its loop, which is not an access of its own then. */
  readonly load?: SassItem | undefined;
}

export interface FlowBlock {
  readonly number: number;
  /** Indices of its instructions, the last one excluded. */
  readonly from: number;
  readonly to: number;
  /** Accesses between barriers of the block: one interval more than it has barriers. */
  readonly intervals: readonly (readonly SassItem[])[];
  /** Blocks that can be next, and perhaps `END`. */
  readonly next: readonly number[];
  /** Blocks with accesses or barriers that can be next, and perhaps `END`. */
  readonly nextThatMatters: readonly number[];
}

/** Blocks from `first` to `last` go round: a branch at the end of `last` leads back to `first`. */
interface Loop {
  readonly first: number;
  readonly last: number;
}

export interface Flow {
  readonly items: readonly SassItem[];
  readonly blocks: readonly FlowBlock[];
  /** Where threads begin. */
  readonly begin: readonly number[];
  readonly loops: readonly Loop[];
  readonly hasBarriers: boolean;
  /** A branch goes through a register: not all ways are known. */
  readonly isOpen: boolean;
}

/** The ways through a function. */
export function flowOf({ instructions }: SassFunction): Flow {
  const { blocks, isOpen } = rawBlocks(instructions);
  const loops = loopsOf(blocks);
  const reader = new ItemReader(instructions, blocks, loops);
  const read = blocks.map((block) => reader.intervals(block));
  const matters = read.map(
    (intervals) => intervals.length > 1 || intervals.some((one) => one.length > 0),
  );
  const next = (from: readonly number[]): number[] => {
    const seen = new Set<number>();
    const found = new Set<number>();
    const open = [...from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      if (at === END || matters[at] === true) found.add(at);
      else open.push(...(blocks[at]?.next ?? []));
    }
    return [...found];
  };
  return {
    items: reader.items,
    blocks: blocks.map((block, number) => ({
      ...block,
      number,
      intervals: read[number] ?? [[]],
      nextThatMatters: next(block.next),
    })),
    begin: next(blocks.length === 0 ? [END] : [0]),
    loops,
    hasBarriers: read.some((intervals) => intervals.length > 1),
    isOpen,
  };
}

interface RawBlock {
  /** Indices of instructions, the last one excluded. */
  readonly from: number;
  readonly to: number;
  readonly next: number[];
}

const ENDS = new Set(['BRA', 'BRX', 'JMP', 'JMX', 'EXIT', 'RET', 'CALL', 'KILL']);

function rawBlocks(instructions: readonly SassInstruction[]): {
  readonly blocks: readonly RawBlock[];
  readonly isOpen: boolean;
} {
  const indices = new Map(instructions.map(({ pc }, index) => [pc, index]));
  const starts = new Set([0]);
  for (const [index, { opcode, target }] of instructions.entries()) {
    if (ENDS.has(opcode)) starts.add(index + 1);
    const to = target === undefined ? undefined : indices.get(target);
    if (to !== undefined) starts.add(to);
  }
  const order = [...starts].filter((start) => start < instructions.length).sort((a, b) => a - b);
  const numbers = new Map(order.map((start, number) => [start, number]));
  const blockAt = (index: number | undefined): number[] => {
    const number = index === undefined ? undefined : numbers.get(index);
    return number === undefined ? [] : [number];
  };
  const afterCalls = instructions.flatMap(({ opcode, target }, index) =>
    opcode === 'CALL' && target !== undefined ? blockAt(index + 1) : [],
  );
  let isOpen = false;
  const blocks = order.map((from, number): RawBlock => {
    const to = order[number + 1] ?? instructions.length;
    const last = instructions[to - 1];
    const through = blockAt(to);
    if (last === undefined || !ENDS.has(last.opcode)) return { from, to, next: orEnd(through) };
    const target = blockAt(last.target === undefined ? undefined : indices.get(last.target));
    // `BRA P1, L` and `EXIT P1` ask for a second predicate.
    const asksMore = last.operands.length > (last.opcode === 'BRA' ? 1 : 0);
    const isConditional =
      last.predicate !== undefined || (/^(?:BRA|EXIT)$/.test(last.opcode) && asksMore);
    const past = isConditional ? through : [];
    switch (last.opcode) {
      case 'EXIT':
      case 'KILL':
        return { from, to, next: [END, ...past] };
      case 'RET':
        return { from, to, next: orEnd([...afterCalls, ...past]) };
      case 'CALL':
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

function loopsOf(blocks: readonly RawBlock[]): readonly Loop[] {
  const ends = new Map<number, number>();
  for (const [number, { next }] of blocks.entries()) {
    for (const to of next)
      if (to !== END && to <= number) ends.set(to, Math.max(ends.get(to) ?? 0, number));
  }
  return [...ends].map(([first, last]) => ({ first, last }));
}

/** Numbers accesses, bases and predicates, block by block. */
class ItemReader {
  readonly items: SassItem[] = [];
  readonly #instructions: readonly SassInstruction[];
  /** How often the function writes a register; in a loop, without end. */
  readonly #writes = new Map<string, number>();
  readonly #writesAll: boolean;
  readonly #bases = new Map<string, number>();
  readonly #predicates = new Map<string, number>();

  constructor(
    instructions: readonly SassInstruction[],
    blocks: readonly RawBlock[],
    loops: readonly Loop[],
  ) {
    this.#instructions = instructions;
    let all = false;
    for (const [number, { from, to }] of blocks.entries()) {
      const isRepeated = loops.some(({ first, last }) => first <= number && number <= last);
      for (const instruction of instructions.slice(from, to)) {
        const written = writtenRegisters(instruction);
        if (written === 'all') all = true;
        else
          for (const name of written)
            this.#writes.set(name, (this.#writes.get(name) ?? 0) + (isRepeated ? Infinity : 1));
      }
    }
    this.#writesAll = all;
  }

  intervals({ from, to }: RawBlock): readonly (readonly SassItem[])[] {
    const intervals: SassItem[][] = [[]];
    const versions = new Map<string, number>();
    const loads = new Set<SassItem>();
    let epoch = 0;
    for (const instruction of this.#instructions.slice(from, to)) {
      if (isWholeBarrier(instruction)) intervals.push([]);
      const access = sassAccess(instruction);
      if (access !== undefined) {
        const item = this.#item(instruction, access, from, versions, epoch);
        const load = access.isTrial
          ? intervals.at(-1)?.findLast((one) => isLoadOf(one, item))
          : undefined;
        this.items.push(item);
        intervals.at(-1)?.push(load === undefined ? item : { ...item, load });
        if (load !== undefined) loads.add(load);
      }
      const written = writtenRegisters(instruction);
      if (written === 'all') epoch++;
      else for (const name of written) versions.set(name, (versions.get(name) ?? 0) + 1);
      for (const operand of instruction.operands.slice(0, 2)) {
        if (/^U?P\d$/.test(operand)) versions.set(operand, (versions.get(operand) ?? 0) + 1);
      }
    }
    return intervals.map((items) => items.filter((item) => !loads.has(item)));
  }

  #item(
    instruction: SassInstruction,
    access: SassAccess,
    from: number,
    versions: ReadonlyMap<string, number>,
    epoch: number,
  ): SassItem {
    const registers = registersOf(access.base);
    const isLasting =
      !this.#writesAll && registers.every((name) => (this.#writes.get(name) ?? 0) <= 1);
    const versionsOf = (names: readonly string[]): string =>
      names.map((name) => `${name}#${versions.get(name) ?? 0}`).join(' ');
    const key = isLasting
      ? access.base
      : `${from}:${epoch}:${access.base}:${versionsOf(registers)}`;
    const { predicate } = instruction;
    const isIdle = predicate?.register === 'PT' && predicate.negated;
    const isAlways = predicate === undefined || (predicate.register === 'PT' && !isIdle);
    // Generic addresses of a block are in shared memory together or not at all.
    const held = isAlways
      ? access.isGeneric
        ? `${from}: generic`
        : undefined
      : `${from}:${predicate.negated ? '!' : ''}${versionsOf([predicate.register])}`;
    return {
      number: this.items.length,
      instruction,
      access,
      base: numberOf(this.#bases, key),
      isLasting,
      predicate: held === undefined ? undefined : numberOf(this.#predicates, held),
      isIdle,
    };
  }
}

/** The load in front of a compare-and-swap that stands for an atomic. */
function isLoadOf({ access, predicate }: SassItem, swap: SassItem): boolean {
  const { kind, widthBytes } = access;
  return kind === 'read' && widthBytes === swap.access.widthBytes && predicate === swap.predicate;
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** A barrier that all threads of the block wait at: without a count of threads. */
export function isWholeBarrier({ opcode, modifiers, operands }: SassInstruction): boolean {
  if (opcode !== 'BAR') return false;
  if (modifiers[0] === 'RED') return operands.length <= 2;
  return modifiers[0] === 'SYNC' && operands.length === 1;
}
