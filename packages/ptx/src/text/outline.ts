/** The loops of the functions of a module, and the source line of each instruction. */
import { type CodeOutline, loopsOf, type OutlinePart } from '@ldscope/core';
import { factsOf, mayFollow } from '../rows/facts.ts';
import type { Instruction, Module, PtxFunction } from './program.ts';

export function outlinePtx({ functions }: Module): CodeOutline {
  const parts: OutlinePart[] = [];
  const loops: number[][] = [];
  for (const one of functions) {
    const { instructions } = one;
    const first = parts.length;
    for (const { span, source } of instructions) parts.push({ span, source });
    const own = loopsOf(instructions.keys(), (number) => successorsOf(one, number));
    for (const members of own) loops.push(members.map((number) => first + number));
  }
  return { parts, loops };
}

/** Numbers of the instructions of a function that can be next; a call comes back. */
function successorsOf({ instructions, labels, tables }: PtxFunction, number: number): number[] {
  const instruction = instructions[number];
  if (instruction === undefined) return [];
  const next: number[] = [];
  const { control } = factsOf(instruction);
  if (control === 'branch' || control === 'table')
    for (const name of namesIn(instruction))
      for (const label of [name, ...(tables.get(name) ?? [])]) {
        const target = labels.get(label);
        if (target !== undefined) next.push(target);
      }
  const isGuarded = instruction.guard !== undefined;
  if (isGuarded || mayFollow(instruction)) next.push(number + 1);
  return next;
}

const namesIn = ({ operands }: Instruction): string[] =>
  operands.flatMap((operand) => (operand.kind === 'symbol' ? [operand.name] : []));
