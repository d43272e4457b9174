/** The loops of a program, and the source line of each instruction. */
import { type CodeOutline, loopsOf } from '@ldscope/core';
import type { Program } from '../text/program.ts';
import { flowGraph } from './flow-graph.ts';

export function outlineProgram(program: Program): CodeOutline {
  const { instructions } = program;
  const graph = flowGraph(program);
  return {
    parts: instructions.map(({ span, expansion, source }) => ({ span: expansion ?? span, source })),
    loops: loopsOf(instructions.keys(), (number) => graph.successors(number)),
  };
}
