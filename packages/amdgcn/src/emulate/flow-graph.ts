/**
 * Where execution can go from each instruction, without asking for values: on to the next, to a label, and for a jump to a
 * computed address to the places that the code before it names.
 *
 *     s_getpc_b64 s[4:5]          the place is `target`, for the jump at the end
 *     s_add_u32 s4, s4, target@rel32@lo+4
 *     s_addc_u32 s5, s5, target@rel32@hi+12
 *     s_setpc_b64 s[4:5]
 */
import { codeAddress, type Instruction, instructionAt, type Program } from '../text/program.ts';

const ENDS = new Set(['s_endpgm', 's_branch', 's_setpc_b64', 's_rfe_b64', 's_endpgm_saved']);

/** How far before a jump its address is made. */
const NEAR = 16;
/** The same before a call, where arguments are computed in between: RDNA has waits and delays among them. */
const NEAR_CALL = 64;

export class FlowGraph {
  readonly #program: Program;
  /** Instructions that are worth a way of their own: they access memory that is counted. */
  readonly #isWanted: (instruction: Instruction) => boolean;
  /** Instructions to the nearest end, by number; made when it is first asked for. */
  #distances: Float64Array | undefined;
  #before: Predecessors | undefined;
  /** Numbers of the instructions that are wanted. */
  #wanted: readonly number[] | undefined;

  constructor(program: Program, isWanted: (instruction: Instruction) => boolean = () => false) {
    this.#program = program;
    this.#isWanted = isWanted;
  }

  /** Numbers of the instructions that can be next. */
  successors(number: number): number[] {
    const { instructions, labels } = this.#program;
    const instruction = instructions[number];
    if (instruction === undefined) return [];
    const next: number[] = [];
    const follow = ({ operands }: Instruction): void => {
      for (const operand of operands) {
        const target = operand.kind === 'symbol' ? labels.get(operand.name) : undefined;
        if (target !== undefined && target < instructions.length) next.push(target);
      }
    };
    follow(instruction);
    if (/^s_(setpc|swappc)/.test(instruction.mnemonic)) {
      const near = instruction.mnemonic.startsWith('s_swappc') ? NEAR_CALL : NEAR;
      for (let before = number - 1; before >= Math.max(0, number - near); before--) {
        const made = instructions[before];
        if (made === undefined) continue;
        if (made.mnemonic.startsWith('s_add')) follow(made);
        if (made.mnemonic === 's_getpc_b64') next.push(...this.#distancesFrom(before, number));
      }
    }
    if (!ENDS.has(instruction.mnemonic) && number + 1 < instructions.length) next.push(number + 1);
    return next;
  }

  /** Where the constants lead that are added between `s_getpc_b64` and a jump: distances in bytes, in disassembly. */
  #distancesFrom(getpc: number, jump: number): number[] {
    const { instructions } = this.#program;
    const base = codeAddress(this.#program, getpc + 1);
    const targets: number[] = [];
    for (let number = getpc + 1; number < jump; number++) {
      const { mnemonic = '', operands = [] } = instructions[number] ?? {};
      const constants = operands.flatMap((operand) =>
        operand.kind === 'integer' ? [Number(BigInt.asIntN(32, operand.value))] : [],
      );
      if (!mnemonic.startsWith('s_add') || constants.length === 0) continue;
      const distance = constants.reduce((sum, value) => sum + value, 0);
      const target = instructionAt(this.#program, base + distance);
      if (target !== undefined && target < instructions.length) targets.push(target);
    }
    return targets;
  }

  /** Numbers of the instructions that can follow from an entry, in order. */
  reachable(entry: number): number[] {
    const seen = new Set<number>();
    const open = [entry];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (this.#program.instructions[number] === undefined || seen.has(number)) continue;
      seen.add(number);
      open.push(...this.successors(number));
    }
    return [...seen].sort((a, b) => a - b);
  }

  /** Instructions from one to the nearest end of a wave; infinite when none is known. */
  distanceToEnd(number: number): number {
    this.#distances ??= this.#distancesTo(
      this.#numbersOf(({ mnemonic }) => mnemonic.startsWith('s_endpgm')),
    );
    return this.#distances[number] ?? Infinity;
  }

  /** Instructions from each to the nearest that is wanted and was not executed; infinite where none can follow. */
  distancesToUnexecuted(executions: Float64Array): Float64Array {
    this.#wanted ??= this.#numbersOf(this.#isWanted);
    return this.#distancesTo(this.#wanted.filter((number) => executions[number] === 0));
  }

  #numbersOf(isMeant: (instruction: Instruction) => boolean): number[] {
    return this.#program.instructions.flatMap((one, number) => (isMeant(one) ? [number] : []));
  }

  /** Counts back from instructions, over those before each. */
  #distancesTo(goals: readonly number[]): Float64Array {
    const count = this.#program.instructions.length;
    const { firsts, sources } = (this.#before ??= this.#measure());
    const distances = new Float64Array(count).fill(Infinity);
    const queue = new NumberList(count);
    for (const number of goals) {
      distances[number] = 0;
      queue.push(number);
    }
    for (let head = 0; head < queue.length; head++) {
      const number = queue.at(head);
      const distance = (distances[number] ?? 0) + 1;
      const end = firsts[number + 1] ?? 0;
      for (let i = firsts[number] ?? 0; i < end; i++) {
        const from = sources[i] ?? 0;
        if (distances[from] !== Infinity) continue;
        distances[from] = distance;
        queue.push(from);
      }
    }
    return distances;
  }

  #measure(): Predecessors {
    const count = this.#program.instructions.length;
    const edges = new NumberList(2 * count);
    const firsts = new Uint32Array(count + 2);
    for (let number = 0; number < count; number++) {
      for (const next of this.successors(number)) {
        edges.push(number);
        edges.push(next);
        firsts[next + 2] = (firsts[next + 2] ?? 0) + 1;
      }
    }
    for (let i = 2; i < firsts.length; i++) firsts[i] = (firsts[i] ?? 0) + (firsts[i - 1] ?? 0);
    const sources = new Uint32Array(edges.length / 2);
    for (let i = 0; i < edges.length; i += 2) {
      const next = edges.at(i + 1);
      const place = firsts[next + 1] ?? 0;
      firsts[next + 1] = place + 1;
      sources[place] = edges.at(i);
    }
    return { firsts, sources };
  }

  /** True when an instruction that is wanted and was not executed can follow before execution comes to `branch`. */
  leadsToUnexecuted(from: number, branch: number, executions: Float64Array): boolean {
    const seen = new Set<number>([branch]);
    const open = [from];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const instruction = this.#program.instructions[number];
      if (instruction === undefined || seen.has(number)) continue;
      if (executions[number] === 0 && this.#isWanted(instruction)) return true;
      seen.add(number);
      open.push(...this.successors(number));
    }
    return false;
  }
}

/** The instructions before each: those of one are a range of `sources`, from its number in `firsts` to the next one. */
interface Predecessors {
  readonly firsts: Uint32Array;
  readonly sources: Uint32Array;
}

/** Instruction numbers in a typed array that grows: a list of a million costs no object each. */
class NumberList {
  #numbers: Uint32Array;
  #length = 0;

  constructor(capacity: number) {
    this.#numbers = new Uint32Array(Math.max(16, capacity));
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = number;
  }
}
