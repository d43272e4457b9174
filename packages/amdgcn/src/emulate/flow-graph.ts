/**
 * Where execution can go from each instruction, without asking for values: on to the next, to a label, and for a jump to a
 * computed address to the places that the code before it names.
 *
 *     s_getpc_b64 s[4:5]          the address is `target`, for the jump at the end
 *     s_add_u32 s4, s4, target@rel32@lo+4
 *     s_addc_u32 s5, s5, target@rel32@hi+12
 *     s_setpc_b64 s[4:5]
 */
import { CodeGraph } from '@ldscope/core';
import { factsOf } from '../isa/facts.ts';
import { codeAddress, type Instruction, instructionAt, type Program } from '../text/program.ts';

/** How far before a jump its address is made. */
const NEAR = 16;
/** The same before a call, where arguments are computed in between: RDNA has waits and delays among them. */
const NEAR_CALL = 64;

/** `isWanted`: instructions that deserve a path of their own, since they access memory that is counted. */
export function flowGraph(
  program: Program,
  isWanted: (instruction: Instruction) => boolean = () => false,
): CodeGraph {
  const { instructions } = program;
  const is = (of: (instruction: Instruction) => boolean) => (number: number) => {
    const instruction = instructions[number];
    return instruction !== undefined && of(instruction);
  };
  return new CodeGraph({
    count: instructions.length,
    successors: (number) => successorsOf(program, number),
    isEnd: is((instruction) => factsOf(instruction).control === 'exit'),
    isWanted: is(isWanted),
  });
}

/** Numbers of the instructions that can be next. */
function successorsOf(program: Program, number: number): number[] {
  const { instructions, labels } = program;
  const instruction = instructions[number];
  if (instruction === undefined) return [];
  const next: number[] = [];
  const follow = ({ operands }: Instruction): void => {
    for (const operand of operands) {
      const target = operand.kind === 'symbol' ? labels.get(operand.name) : undefined;
      if (target !== undefined && target < instructions.length) next.push(target);
    }
  };
  follow(instruction);
  const { control, condition } = factsOf(instruction);
  if (control === 'jump' || control === 'far-call') {
    const near = control === 'far-call' ? NEAR_CALL : NEAR;
    for (let before = number - 1; before >= Math.max(0, number - near); before--) {
      const made = instructions[before];
      if (made === undefined) continue;
      const { control: own, givesAddress } = factsOf(made);
      if (own === 'none') follow(made);
      if (givesAddress === true) next.push(...distancesFrom(program, before, number));
    }
  }
  const isLast =
    control === 'exit' || control === 'jump' || (control === 'branch' && condition === undefined);
  if (!isLast && number + 1 < instructions.length) next.push(number + 1);
  return next;
}

/** The targets of the constants that are added between `s_getpc_b64` and a jump: distances in bytes, in disassembly. */
function distancesFrom(program: Program, getpc: number, jump: number): number[] {
  const { instructions } = program;
  const base = codeAddress(program, getpc + 1);
  const targets: number[] = [];
  for (let number = getpc + 1; number < jump; number++) {
    const instruction = instructions[number];
    if (instruction === undefined || factsOf(instruction).sum !== 'a + b') continue;
    const constants = instruction.operands.flatMap((operand) =>
      operand.kind === 'integer' ? [Number(BigInt.asIntN(32, operand.value))] : [],
    );
    if (constants.length === 0) continue;
    const distance = constants.reduce((sum, value) => sum + value, 0);
    const target = instructionAt(program, base + distance);
    if (target !== undefined && target < instructions.length) targets.push(target);
  }
  return targets;
}
