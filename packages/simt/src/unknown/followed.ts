/**
 * The state tracked for the warps of a block: their registers, private memory, open regions, and the guard of this
 * instruction.
 *
 *     @%p1 mov.u32 %r1, %r2     p1 unknown in lanes 0-7: taken to be active, and r1 depends on p1 there
 */
import type { Warp } from '../lanes/warp.ts';
import type { BlockMemory } from './block-memory.ts';
import { LocalLabels } from './memory.ts';
import { OpenRegions } from './open-regions.ts';
import type { Effects, UnknownProgram } from './program.ts';
import { type Gathered, UnknownRegisters } from './registers.ts';

/** The state tracked for one warp. */
export class Followed {
  readonly registers: UnknownRegisters;
  readonly local = new LocalLabels();
  readonly regions: OpenRegions;
  /** By version of a predicate: whether it holds on the chosen path. */
  readonly facts = new Map<string, boolean>();
  /** Lanes whose guard of this instruction is unknown, and its sources. */
  assumed = 0;
  assumedLabels = 0;

  constructor({ registers }: UnknownProgram, memory: BlockMemory) {
    this.registers = new UnknownRegisters(registers);
    this.regions = new OpenRegions(this.registers, this.local, memory);
  }

  /** The labels of an instruction's sources. */
  gather({ reads, origin }: Effects, mask: number): Gathered {
    const into: Gathered = { lanes: 0, labels: origin };
    for (const register of reads) this.registers.gather(into, register, mask);
    return into;
  }

  /** The labels of an instruction's addresses; 0 where they are known. */
  addressLabels({ addresses }: Effects, mask: number): number {
    let labels = 0;
    for (const register of addresses) labels |= this.registers.labelsOf(register, mask);
    return labels;
  }

  /** The labels of a result: the gathered ones, and those of the guard. */
  guarded({ lanes, labels }: Gathered): Gathered {
    if (this.assumed === 0) return { lanes, labels };
    return { lanes: lanes | this.assumed, labels: labels | this.assumedLabels };
  }

  /** An instruction writes its results; `version` is that of the first. */
  write({ writes }: Effects, mask: number, gathered: Gathered, version?: number): void {
    const { registers } = this;
    const { lanes, labels } = this.guarded(gathered);
    for (const [index, register] of writes.entries()) {
      registers.write(register, mask, lanes, labels);
      if (version === undefined || this.assumed !== 0) registers.fresh(register);
      else
        registers.versions[register] =
          index === 0 ? version : registers.version(`${version}.${index}`);
    }
  }

  /** The version of an instruction's result. */
  versionOf({ text, isOpposite, reads }: Effects): number {
    const { registers } = this;
    const of = `${text} ${reads.map((register) => registers.versions[register] ?? 0).join(' ')}`;
    return isOpposite ? -registers.version(of) : registers.version(of);
  }
}

/** The warps of the block that is executed. */
export class FollowedWarps {
  readonly #program: UnknownProgram;
  readonly #memory: BlockMemory;
  readonly #initialLabels: (name: string) => number;
  #warps = new Map<Warp, Followed>();

  /** `initialLabels`: the labels of a register that holds its value from the beginning, by name; 0 for a known one. */
  constructor(
    program: UnknownProgram,
    memory: BlockMemory,
    initialLabels: (name: string) => number,
  ) {
    this.#program = program;
    this.#memory = memory;
    this.#initialLabels = initialLabels;
  }

  begin(warps: readonly Warp[]): void {
    this.#warps = new Map(warps.map((warp) => [warp, this.#follow()]));
  }

  of(warp: Warp): Followed {
    const followed = this.#warps.get(warp);
    if (followed === undefined) throw new RangeError(`warp ${warp.index} was not begun`);
    return followed;
  }

  #follow(): Followed {
    const followed = new Followed(this.#program, this.#memory);
    const { registers } = followed;
    for (const { register, name } of this.#program.initial) {
      const labels = this.#initialLabels(name);
      registers.versions[register] = registers.version(`%${name}`);
      if (labels !== 0) registers.write(register, -1, -1, labels);
    }
    return followed;
  }
}
