/**
 * Which registers an instruction reads and writes, and whether its lanes see each other.
 *
 *     add.s32 %r3, %r1, 4         reads r1, writes r3, lane by lane
 *     ld.shared.v2.f32 {%f1,%f2}, [%r3]
 *                                 reads r3 as its address, writes f1 and f2
 *     shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, -1
 *                                 every lane may see any: reads r4, writes r5 and p1, mixed
 *     alloca.u64 %rd1, %rd2       reads rd2 and the end of the stack, writes rd1 and that end
 */
import { type Effects, FROM_MODULE, FROM_SHARED } from '@ldscope/simt';
import type { Names } from '../../isa/operands.ts';
import { factsOf } from '../../rows/facts.ts';
import type { Instruction, Operand, Register } from '../../text/program.ts';
import { bitsOf } from '../../text/types.ts';

/** The places of lane state that is not in registers: the carry, and the end of the stack. */
export const CARRY = -1;
export const STACK_PLACE = -4;

/** Registers are by their places in the file of a warp (`state/registers.ts`). */
export function effectsOf(instruction: Instruction, names: Names): Effects {
  const { opcode, modifiers, operands } = instruction;
  const reads: number[] = [];
  const writes: number[] = [];
  const addresses: number[] = [];
  const { first: role, lanes, memory, hidden, gives } = factsOf(instruction);
  const opposite = gives === 'comparison' ? oppositeOf(modifiers) : undefined;
  const words: string[] = [opcode, ...(opposite ?? modifiers)];
  let origin = 0;
  const placeOf = ({ id }: Register): number => names.offsetOf(id);
  const take = (operand: Operand | undefined): void => {
    switch (operand?.kind) {
      case 'register':
        reads.push(placeOf(operand.register));
        words.push(
          operand.negated ? '!' : '',
          operand.part ?? '',
          operand.minus === true ? '-' : '',
        );
        break;
      case 'special':
        reads.push(names.special(operand.name));
        break;
      case 'address':
        if (operand.base?.kind === 'register') addresses.push(placeOf(operand.base.register));
        take(operand.base);
        words.push(`${operand.offset}`);
        operand.coordinates.forEach(take);
        break;
      case 'vector':
      case 'list':
        operand.elements.forEach(take);
        break;
      case 'symbol': {
        const space = names.addressOf(operand.name)?.space;
        if (space === 'shared') origin |= FROM_SHARED;
        else if (space === 'global' || space === 'const') origin |= FROM_MODULE;
        words.push(`${operand.name}+${operand.offset}`);
        break;
      }
      case 'integer':
      case 'float':
        words.push(`${operand.value}`);
        break;
      case undefined:
      case 'sink':
      case 'pair':
        break;
    }
  };
  const give = (operand: Operand): void => {
    if (operand.kind === 'register') writes.push(placeOf(operand.register));
    else if (operand.kind === 'vector') operand.elements.forEach(give);
    else if (operand.kind === 'pair') [operand.first, operand.second].forEach(give);
    else take(operand);
  };
  const [first, ...others] = operands;
  if (first !== undefined) {
    // Sums are in the registers that take the results.
    if (role !== 'result') take(first);
    if (role !== 'source') give(first);
  }
  others.forEach(take);
  // Matrices of a warpgroup are named by descriptors in registers.
  if (memory === 'product') {
    for (const one of others)
      if (one.kind === 'register' && bitsOf(one.register.type) === 64)
        addresses.push(placeOf(one.register));
  }
  if (modifiers.includes('cc')) writes.push(CARRY);
  if (hidden === 'carry') reads.push(CARRY);
  if (hidden === 'stack') {
    reads.push(STACK_PLACE);
    writes.push(STACK_PLACE);
  }
  const isOpposite = opposite !== undefined;
  return { reads, writes, addresses, origin, lanes, text: words.join('.'), isOpposite };
}

/** The words of the opposite comparison of integers, where that is the one that versions name. */
function oppositeOf([name = '', type = '']: readonly string[]): readonly string[] | undefined {
  const base = OPPOSITES[name];
  return base === undefined || !/^[subp]\d+$/.test(type) ? undefined : [base, type];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  ge: 'lt',
  hs: 'lo',
  le: 'gt',
  ls: 'hi',
  ne: 'eq',
};
