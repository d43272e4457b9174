/**
 * Which registers an instruction reads and writes, and whether its lanes see each other.
 *
 *     add.s32 %r3, %r1, 4         reads r1, writes r3, lane by lane
 *     ld.shared.v2.f32 {%f1,%f2}, [%r3]
 *                                 reads r3 as its address, writes f1 and f2
 *     shfl.sync.bfly.b32 %r5|%p1, %r4, 16, 31, -1
 *                                 every lane may see any: reads r4, writes r5 and p1, mixed
 */
import type { Names } from '../../isa/operands.ts';
import type { Instruction, Operand, Register } from '../../text/program.ts';
import { bitsOf } from '../../text/types.ts';
import { FROM_MODULE, FROM_SHARED } from './labels.ts';

export interface Effects {
  /** Places of registers in the file of a warp (`state/registers.ts`). */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Registers of addresses, which are among those that it reads. */
  readonly addresses: readonly number[];
  /** Where the symbols among its sources are. */
  readonly origin: number;
  /** A lane may depend on any other. */
  readonly isMixed: boolean;
  /** Its name, and its sources that are not registers, for the version of what it computes. */
  readonly text: string;
}

/** Instructions whose first operand is a source. */
const READS_FIRST: ReadonlySet<string> = new Set(
  'st red brx call bar barrier cp stmatrix prefetch prefetchu discard applypriority nanosleep tensormap'.split(
    ' ',
  ),
);
const MIXED: ReadonlySet<string> = new Set(
  'shfl vote match redux activemask elect mma wmma wgmma movmatrix ldmatrix stmatrix tcgen05'.split(
    ' ',
  ),
);

/** The place of the carry of the lanes, which is not a register. */
const CARRY = -1;

export function effectsOf(instruction: Instruction, names: Names): Effects {
  const { opcode, modifiers, operands } = instruction;
  const reads: number[] = [];
  const writes: number[] = [];
  const addresses: number[] = [];
  const words: string[] = [opcode, ...modifiers];
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
  const isWmmaStore = opcode === 'wmma' && modifiers[0] === 'store';
  if (first !== undefined) {
    if (READS_FIRST.has(opcode) || isWmmaStore) take(first);
    else give(first);
    // Sums are in the registers that take the results.
    if (opcode === 'wgmma') take(first);
  }
  others.forEach(take);
  // Matrices of a warpgroup are named by descriptors in registers.
  if (opcode === 'wgmma') {
    for (const one of others)
      if (one.kind === 'register' && bitsOf(one.register.type) === 64)
        addresses.push(placeOf(one.register));
  }
  if (modifiers.includes('cc')) writes.push(CARRY);
  if (/^(?:addc|subc|madc)$/.test(opcode)) reads.push(CARRY);
  return { reads, writes, addresses, origin, isMixed: MIXED.has(opcode), text: words.join('.') };
}

/** A comparison of integers by the one that versions name, and whether it asks the opposite. */
export function comparisonOf(text: string): readonly [text: string, isOpposite: boolean] {
  const [, name = '', type = ''] = /^setp\.(\w+)\.([subp]\d+)\./.exec(text) ?? [];
  const base = OPPOSITES[name];
  if (base === undefined || type === '') return [text, false];
  return [text.replace(`setp.${name}.`, `setp.${base}.`), true];
}

const OPPOSITES: Readonly<Record<string, string>> = {
  ge: 'lt',
  hs: 'lo',
  le: 'gt',
  ls: 'hi',
  ne: 'eq',
};
