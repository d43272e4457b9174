/** Sites of instructions in the source text. */
import {
  authoredLine,
  type Hazard,
  type LineMap,
  locationOf,
  Places,
  type Site,
} from '@ldscope/core';
import type { Instruction, Program } from '../text/program.ts';

export class InstructionPlaces {
  readonly #program: Program;
  readonly #places: Places;

  constructor(program: Program, lines: LineMap, file: string | undefined) {
    this.#program = program;
    this.#places = new Places(lines, file);
  }

  /** The assembly line of an instruction; its text ends with the source line that `.loc` names. */
  site(number: number): Site {
    const instruction = this.#program.instructions[number];
    if (instruction === undefined) return { id: `instruction ${number}` };
    const site = this.#places.site(instruction.span, (line) => shownLine(instruction, line));
    const { source } = instruction;
    const buffer = this.#buffer(instruction);
    return { ...site, buffer, ...(source === undefined ? {} : { source }) };
  }

  location(number: number): Hazard['location'] {
    return locationOf(this.site(number));
  }

  /** The `.amdgpu_lds` object that an instruction names, if it does. */
  #buffer({ operands }: Instruction): string {
    const named = (name: string): boolean =>
      operands.some((operand) => operand.kind === 'symbol' && operand.name === name);
    return this.#program.ldsObjects.find(({ name }) => named(name))?.name ?? '';
  }
}

function shownLine({ source }: Instruction, line: string): string {
  const text = line
    .replace(/(;|\/\/).*$/, '')
    .trim()
    .replace(/\s+/g, ' ');
  const authored = authoredLine(source ?? []);
  return authored === undefined ? text : `${text} ; ${authored.file}:${authored.line}`;
}
