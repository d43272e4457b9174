/**
 * Which instructions can follow which, whatever the values, and how far each is from the instructions that a walk looks
 * for.
 *
 *     0: branch to 3     distance to the end: 0 has 2 (by 3), 1 has 3 (by 2 and 3)
 *     1: load
 *     2: load
 *     3: add
 *     4: end
 *
 * Instructions are numbers; each frontend says which are ends and which are worth a way of their own.
 */

/** Code as a graph: instructions are numbered from 0 to `count - 1`. */
export interface CodeShape {
  readonly count: number;
  /** Numbers of the instructions that can be next; called once or twice for each. */
  readonly successors: (number: number) => readonly number[];
  /** A wave ends here, as it should. */
  readonly isEnd: (number: number) => boolean;
  /** The instruction is worth a way of its own: it accesses memory that is counted. */
  readonly isWanted: (number: number) => boolean;
}

export class CodeGraph {
  readonly #shape: CodeShape;
  /** Instructions to the nearest end, by number; made when it is first asked for. */
  #distances: Float64Array | undefined;
  #before: Predecessors | undefined;
  /** Numbers of the instructions that execution should reach. */
  #wanted: readonly number[] | undefined;

  constructor(shape: CodeShape) {
    this.#shape = shape;
  }

  /** Numbers of the instructions that can be next. */
  successors(number: number): readonly number[] {
    return this.#shape.successors(number);
  }

  /** Numbers of the instructions that can follow from an entry, in order. */
  reachable(entry: number): number[] {
    const seen = new Set<number>();
    const open = [entry];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (number < 0 || number >= this.#shape.count || seen.has(number)) continue;
      seen.add(number);
      for (const each of this.successors(number)) open.push(each);
    }
    return [...seen].sort((a, b) => a - b);
  }

  /** Instructions from one to the nearest end of a wave; infinite when none is known. */
  distanceToEnd(number: number): number {
    this.#distances ??= this.#distancesTo(this.#numbersOf(this.#shape.isEnd));
    return this.#distances[number] ?? Infinity;
  }

  /** Instructions from each to the nearest that should be reached and was not executed; infinite where none can follow. */
  distancesToUnexecuted(executions: Float64Array): Float64Array {
    this.#wanted ??= this.#numbersOf(this.#shape.isWanted);
    return this.#distancesTo(this.#wanted.filter((number) => executions[number] === 0));
  }

  #numbersOf(isMeant: (number: number) => boolean): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.#shape.count; number++)
      if (isMeant(number)) numbers.push(number);
    return numbers;
  }

  /** Counts back from instructions, over those before each. */
  #distancesTo(goals: readonly number[]): Float64Array {
    const { count } = this.#shape;
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
    const { count } = this.#shape;
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

  /** True when an instruction that should be reached and was not executed can follow before execution comes to `branch`. */
  leadsToUnexecuted(from: number, branch: number, executions: Float64Array): boolean {
    const { count, isWanted } = this.#shape;
    const seen = new Set<number>([branch]);
    const open = [from];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (number < 0 || number >= count || seen.has(number)) continue;
      if (executions[number] === 0 && isWanted(number)) return true;
      seen.add(number);
      for (const each of this.successors(number)) open.push(each);
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
