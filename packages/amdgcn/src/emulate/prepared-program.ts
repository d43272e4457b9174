/**
 * Data that every execution of a program uses and none changes, made once: a library has hundreds of kernels, each may be
 * executed with several shapes of its workgroups, and the cost of each execution must follow the length of the kernel, not
 * of the file.
 *
 *     program + text -> lines, flow -> execute kernel 1, execute kernel 2, ...
 */
import { type CodeGraph, LineMap } from '@ldscope/core';
import type { Target } from '../state/target.ts';
import type { Program } from '../text/program.ts';
import { accessesMemory } from './coverage.ts';
import { flowGraph } from './flow-graph.ts';
import { withHighRegisters } from './high-registers.ts';
import { withOmittedVcc } from './omitted-vcc.ts';

export class PreparedProgram {
  readonly program: Program;
  readonly lines: LineMap;
  readonly graph: CodeGraph;
  readonly #whole = new Map<Target, Program>();
  readonly #reached = new Map<number, readonly number[]>();

  /** `text` is the source of the program, for places in sites and hazards. */
  constructor(program: Program, text: string) {
    this.program = program;
    this.lines = new LineMap(text);
    this.graph = flowGraph(program, accessesMemory);
  }

  /** The program with register numbers above v255 filled in, and with VCC where its text leaves it out. */
  programFor(target: Target): Program {
    let program = this.#whole.get(target);
    if (program === undefined) {
      program = withHighRegisters(withOmittedVcc(this.program, target), target);
      this.#whole.set(target, program);
    }
    return program;
  }

  /** Numbers of the instructions that can follow from an entry, ascending. */
  reachedFrom(entry: number): readonly number[] {
    const known = this.#reached.get(entry);
    if (known !== undefined) return known;
    const reached = this.graph.reachable(entry);
    this.#reached.set(entry, reached);
    return reached;
  }
}
