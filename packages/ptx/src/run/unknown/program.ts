/**
 * A launch of PTX as the tracking of unknown values sees it (`UnknownProgram` of simt): registers numbered from 0, in the order
 * in which they come up.
 *
 *     add.s32 %r3, %r1, 4     reads place 64 of the file of a warp, writes place 0   ->   reads 1, writes 0
 *
 * Places in the file are words, 32 for most registers; labels need one number per register.
 */
import type { Control, Effects, Going, Touched, UnknownProgram } from '@ldscope/simt';
import { factsOf } from '../../rows/facts.ts';
import type { Operand } from '../../text/program.ts';
import type { Code } from '../code.ts';
import { registersOf } from '../slice/flow.ts';
import { touchedBy } from './access.ts';
import { effectsOf } from './effects.ts';
import { storesOf } from './stores.ts';

export class PtxProgram implements UnknownProgram {
  readonly registers: number;
  readonly initial: UnknownProgram['initial'];
  readonly #code: Code;
  readonly #numbers = new Map<number, number>();
  readonly #effects = new Map<number, Effects>();

  constructor(code: Code) {
    this.#code = code;
    const { specials } = code.file;
    // The carry is one more.
    this.registers = code.registerCount + specials.size + 1;
    this.initial = [...specials].map(([name, at]) => ({ register: this.numberOf(at), name }));
  }

  readonly numberOf = (place: number): number => {
    const known = this.#numbers.get(place);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(place, number);
    return number;
  };

  readonly effectsOf = (number: number): Effects | undefined => {
    const known = this.#effects.get(number);
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (known !== undefined || instruction === undefined || names === undefined) return known;
    const found = effectsOf(instruction, names);
    const effects = {
      ...found,
      reads: found.reads.map(this.numberOf),
      writes: found.writes.map(this.numberOf),
      addresses: found.addresses.map(this.numberOf),
    };
    this.#effects.set(number, effects);
    return effects;
  };

  readonly nameOf = (number: number): string => this.#code.instructions[number]?.opcode ?? '';

  readonly goingOf = (number: number): Going => {
    const instruction = this.#code.instructions[number];
    const control = instruction === undefined ? 'none' : factsOf(instruction).control;
    if (control === 'trap' || control === 'break') return 'stops';
    return control === 'none' || control === 'barrier' ? 'on' : control;
  };

  readonly controlOf = (number: number): Control<unknown> | undefined =>
    this.#code.controls[number];

  readonly guardOf: UnknownProgram['guardOf'] = (number) => {
    const guard = this.#code.guards[number] ?? -1;
    if (guard < 0) return undefined;
    return { register: this.numberOf(guard), isNegated: this.#code.negated[number] === 1 };
  };

  readonly touches = (number: number): boolean => this.touchedBy(number).length > 0;

  readonly storesOf = (number: number): number => {
    const instruction = this.#code.instructions[number];
    return instruction === undefined ? 0 : storesOf(instruction);
  };

  readonly successors = (number: number): readonly number[] => this.#code.successors(number);

  readonly functionOf = (number: number): { readonly start: number; readonly count: number } =>
    this.#code.rangeOf(this.#code.ownerOf(number));

  /** The places in memory that an instruction touches; `others` where they are not known. */
  touchedBy(number: number): readonly Touched[] | 'others' {
    const instruction = this.#code.instructions[number];
    const names = this.#code.namesOf(number);
    if (instruction === undefined || names === undefined) return [];
    const places = touchedBy(instruction, names, this.#code.isInEntry(number));
    return places?.map((one) => ({ ...one, base: this.#baseOf(number, one.operand) })) ?? 'others';
  }

  /** The registers in an operand of an instruction. */
  registersIn(number: number, operand: Operand | undefined): readonly number[] {
    const names = this.#code.namesOf(number);
    return names === undefined ? [] : registersOf(operand, names).map(this.numberOf);
  }

  /** The register of an address; `undefined` for one that is a symbol or a constant. */
  #baseOf(number: number, operand: number): number | undefined {
    const address = this.#code.instructions[number]?.operands[operand];
    const names = this.#code.namesOf(number);
    if (address?.kind !== 'address' || address.base?.kind !== 'register') return undefined;
    return names && this.numberOf(names.offsetOf(address.base.register.id));
  }
}
