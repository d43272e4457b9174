/**
 * Instructions of SASS as steps on the registers of a warp: integers, predicates, words of the launch and of memory.
 *
 *     ISETP.LT.U32.OR P0, PT, R5, R2, P0      -> P0 = R5 < R2 or P0, in each lane where all three are known
 *
 * The result of an instruction is unknown in lanes where a source is, and everywhere where the instruction is not one of
 * these.
 */
import { countOnes } from '@ldscope/core';
import type { SassInstruction } from '../program.ts';
import {
  add,
  extreme,
  logic,
  multiplyAdd,
  predicateLogic,
  scaledAdd,
  select,
  setPredicate,
  shift,
  simple,
} from './arithmetic.ts';
import { leadingBit, permuted, reversed } from './integer.ts';
import {
  clear,
  halves,
  loadBank,
  match,
  packPredicates,
  special,
  toWarp,
  unpackPredicates,
  vote,
} from './moves.ts';
import { sassOperand } from './operands.ts';
import type { Maker, Step } from './sources.ts';

/** The step of an instruction; `undefined` for one whose results are not known. */
export function stepOf(instruction: SassInstruction): Step | undefined {
  const operands = instruction.operands.map(sassOperand);
  const name = instruction.opcode.replace(/^U(?!LDC)/, '');
  const make = MAKERS[name];
  return make?.(operands, instruction.modifiers);
}

const MAKERS: Readonly<Record<string, Maker>> = {
  IADD3: add,
  IADD: add,
  VIADD: add,
  IMAD: multiplyAdd,
  LOP3: logic,
  SHF: shift,
  LEA: scaledAdd,
  ISETP: setPredicate,
  PLOP3: predicateLogic,
  SEL: select,
  VIMNMX: extreme(2),
  IMNMX: extreme(2),
  VIMNMX3: extreme(3),
  VIADDMNMX: extreme(3, true),
  MOV: simple(1, ['32I'], ([x = 0]) => x),
  IABS: simple(1, [], ([x = 0]) => Math.abs(x) | 0),
  POPC: simple(1, [], ([x = 0]) => countOnes(x)),
  BREV: simple(1, [], ([x = 0]) => reversed(x)),
  FLO: simple(1, ['U32', 'SH'], ([x = 0], modifiers) => {
    const at = leadingBit(x, !modifiers.includes('U32'));
    return modifiers.includes('SH') && at >= 0 ? 31 - at : at;
  }),
  PRMT: simple(3, [], ([x = 0, selector = 0, y = 0]) => permuted(x, selector, y)),
  SGXT: simple(2, ['U32'], ([x = 0, bits = 0], modifiers) => {
    const by = 32 - Math.min(Math.max(bits, 1), 32);
    return modifiers.includes('U32') ? (x << by) >>> by : (x << by) >> by;
  }),
  LDC: loadBank,
  ULDC: loadBank,
  LDCU: loadBank,
  S2R: special,
  S2UR: special,
  CS2R: clear,
  HFMA2: halves,
  R2UR: toWarp,
  VOTE: vote,
  VOTEU: vote,
  MATCH: match,
  P2R: packPredicates,
  P2UR: packPredicates,
  R2P: unpackPredicates,
  R2UP: unpackPredicates,
};
