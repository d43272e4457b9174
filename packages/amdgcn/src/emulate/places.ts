/** Sites and places of instructions in the source text. */
import type { Hazard, LineMap, Site } from '@ldscope/core';
import type { Instruction, Program } from '../text/program.ts';

export class Places {
  readonly #lines: LineMap;
  readonly #program: Program;
  readonly #file: string | undefined;

  constructor(program: Program, lines: LineMap, file: string | undefined) {
    this.#program = program;
    this.#lines = lines;
    this.#file = file;
  }

  /** The assembly line of an instruction; its text ends with the source line that `.loc` names. */
  site(number: number): Site {
    const instruction = this.#program.instructions[number];
    if (instruction === undefined) return { id: `instruction ${number}` };
    const { line, column } = this.#lines.place(instruction.span.start);
    const file = this.#file === undefined ? {} : { file: this.#file };
    return {
      id: `${line}:${column}`,
      ...file,
      line,
      column,
      text: this.#text(instruction, line),
      buffer: this.#buffer(instruction),
    };
  }

  location(number: number): Hazard['location'] {
    const { id: _id, buffer: _buffer, ...location } = this.site(number);
    return location;
  }

  #text({ source }: Instruction, line: number): string {
    const text = this.#lines
      .line(line)
      .replace(/\s*(;|\/\/).*$/, '')
      .trim()
      .replace(/\s+/g, ' ');
    return source === undefined || source.line === 0
      ? text
      : `${text} ; ${source.file}:${source.line}`;
  }

  /** The `.amdgpu_lds` object that an instruction names, if it does. */
  #buffer({ operands }: Instruction): string {
    const named = (name: string): boolean =>
      operands.some((operand) => operand.kind === 'symbol' && operand.name === name);
    return this.#program.ldsObjects.find(({ name }) => named(name))?.name ?? '';
  }
}
