/**
 * The recording of one unit, a wave or a warp: the instructions of the slice that depend on the workgroup's place in the grid, with the
 * other values that they read.
 *
 * Registers are numbers from 0 on, given by the tape in the order in which they come up.
 */

/** One instruction of a recording. */
export interface Entry<Value> {
  readonly kind: 'step' | 'sign';
  readonly number: number;
  /** Lanes at the instruction, before its guard. */
  readonly mask: number;
  /** The numeric modes of the unit. */
  readonly mode: number;
  /** Registers to put in place before, with their values. */
  readonly inputs: readonly number[];
  readonly values: readonly Value[];
  /** The value of a sign. */
  readonly sign: readonly number[];
}

export class Reel<Value> {
  readonly entries: Entry<Value>[] = [];
  /** Lanes that the unit began with. */
  readonly lanes: number;
  /** By register: 1 where it depends on the place of the workgroup. */
  #marked = new Uint8Array(0);
  /** By register: how often it was written since the workgroup began, and the version that a replay has. */
  #version = new Int32Array(0);
  #has = new Int32Array(0);

  constructor(lanes: number, marked: readonly number[], registers: number) {
    this.lanes = lanes;
    this.reserve(registers);
    for (const register of marked) this.#marked[register] = 1;
  }

  /** Makes room for registers below a number. */
  reserve(registers: number): void {
    const { length } = this.#marked;
    if (registers <= length) return;
    const larger = Math.max(registers, 2 * length);
    const old = { marked: this.#marked, version: this.#version, has: this.#has };
    this.#marked = new Uint8Array(larger);
    this.#marked.set(old.marked);
    this.#version = new Int32Array(larger);
    this.#version.set(old.version);
    this.#has = new Int32Array(larger).fill(-1, length);
    this.#has.set(old.has);
  }

  marksAny(registers: readonly number[]): boolean {
    for (let i = 0; i < registers.length; i++)
      if (this.#marked[registers[i] ?? 0] === 1) return true;
    return false;
  }

  /** Registers get other values, which depend on the place of the workgroup or do not; those in `replaces` in all lanes. */
  write(registers: readonly number[], isMarked: boolean, replaces: readonly number[]): void {
    for (let i = 0; i < registers.length; i++) {
      const register = registers[i] ?? 0;
      this.#version[register] = (this.#version[register] ?? 0) + 1;
      if (isMarked) this.#marked[register] = 1;
    }
    if (isMarked) return;
    for (let i = 0; i < replaces.length; i++) this.#marked[replaces[i] ?? 0] = 0;
  }

  /**
   * Registers were compared in all lanes, by the entry that was added last: from here on they are the same in every
   * workgroup of the class, and a replay has them.
   */
  unmark(registers: readonly number[]): void {
    for (let i = 0; i < registers.length; i++) {
      const register = registers[i] ?? 0;
      this.#marked[register] = 0;
      this.#has[register] = this.#version[register] ?? 0;
    }
  }

  /** The unmarked registers among some that a replay does not have yet; from here on it has them. */
  inputsOf(registers: readonly number[]): number[] {
    const inputs: number[] = [];
    for (const register of registers) {
      const version = this.#version[register] ?? 0;
      if (this.#marked[register] === 1 || this.#has[register] === version) continue;
      this.#has[register] = version;
      inputs.push(register);
    }
    return inputs;
  }
}
