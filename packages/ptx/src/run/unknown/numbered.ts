/**
 * Instructions of a launch with their registers numbered from 0, in the order in which they come up.
 *
 *     add.s32 %r3, %r1, 4     reads place 64 of the file of a warp, writes place 0   ->   reads 1, writes 0
 *
 * Places in the file are words, 32 for most registers; labels need one number per register.
 */
import type { Code } from '../code.ts';
import { type Touched, touchedBy } from './access.ts';
import { registersOf } from '../slice/flow.ts';
import { type Effects, effectsOf } from './effects.ts';
import type { Operand } from '../../text/program.ts';

export class NumberedEffects {
  readonly #code: Code;
  readonly #numbers = new Map<number, number>();
  readonly #effects = new Map<number, Effects>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** The number of a register by its place in the file of a warp. */
  numberOf(place: number): number {
    const known = this.#numbers.get(place);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(place, number);
    return number;
  }

  /** The effects of an instruction, its registers by number; `undefined` for one that is not executed. */
  of(number: number): Effects | undefined {
    const known = this.#effects.get(number);
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (known !== undefined || instruction === undefined || names === undefined) return known;
    const found = effectsOf(instruction, names);
    const effects = {
      ...found,
      reads: found.reads.map((place) => this.numberOf(place)),
      writes: found.writes.map((place) => this.numberOf(place)),
      addresses: found.addresses.map((place) => this.numberOf(place)),
    };
    this.#effects.set(number, effects);
    return effects;
  }

  /** The places in memory that an instruction touches; `others` where they are not known. */
  touchedBy(number: number): readonly Touched[] | 'others' {
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (instruction === undefined || names === undefined) return [];
    return touchedBy(instruction, names, this.#code.isInEntry(number)) ?? 'others';
  }

  /** The registers in an operand of an instruction. */
  registersIn(number: number, operand: Operand | undefined): readonly number[] {
    const names = this.#code.namesOf(number);
    return names === undefined
      ? []
      : registersOf(operand, names).map((place) => this.numberOf(place));
  }

  /** The register of an address; `undefined` for one that is a symbol or a constant. */
  baseOf(number: number, { operand }: Touched): number | undefined {
    const address = this.#code.instructions[number]?.operands[operand];
    const names = this.#code.namesOf(number);
    if (address?.kind !== 'address' || address.base?.kind !== 'register') return undefined;
    return names && this.numberOf(names.offsetOf(address.base.register.id));
  }
}
