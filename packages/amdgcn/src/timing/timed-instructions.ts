/**
 * Machine code as the simulator of a compute unit sees it: the unit, the registers and the counters of each instruction.
 *
 *     v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]    mfma, 8 passes, reads v0-v3, accumulates a0-a15
 *     ds_read_b128 v[4:7], v0                                     lds, 4 dwords, lgkmcnt
 *     s_waitcnt vmcnt(3) lgkmcnt(0)                               wait
 *
 * Registers have the numbers of `state/waits.ts`: vector rows, then scalars.
 */
import {
  findMatrixInstruction,
  ldsMove,
  type MatrixChip,
  type TimedInstruction,
  type WaitCounter,
} from '@ldscope/core';
import { dsUse } from '../isa/ds/ds.ts';
import { memoryParts, memoryUse } from '../isa/memory/memory.ts';
import { mfmaUse } from '../isa/mfma/use.ts';
import { saluUse } from '../isa/salu/salu.ts';
import { waitLimits } from '../isa/salu/wait.ts';
import { smemUse } from '../isa/smem.ts';
import { valuUse } from '../isa/valu/valu.ts';
import type { RegisterUse } from '../state/compile.ts';
import { printInstruction } from '../text/print.ts';
import { type Instruction, numberModifier, type Program } from '../text/program.ts';
import { CDNA_MODE } from '../state/target.ts';
import { SCALAR_ID } from '../state/waits.ts';

/** All instructions of a program, in order. */
export function timedInstructions(program: Program, chip: MatrixChip): TimedInstruction[] {
  return program.instructions.map((instruction) => timedInstruction(instruction, chip));
}

type Facts = Omit<TimedInstruction, 'text' | 'span' | 'source' | 'reads' | 'writes'> &
  Partial<Pick<TimedInstruction, 'reads' | 'writes'>>;

function timedInstruction(instruction: Instruction, chip: MatrixChip): TimedInstruction {
  const { unit, reads = [], writes = [], ...rest } = factsOf(instruction, chip);
  return {
    text: printInstruction(instruction),
    span: instruction.span,
    source: instruction.source,
    unit,
    reads,
    writes,
    ...rest,
  };
}

function factsOf(instruction: Instruction, chip: MatrixChip): Facts {
  const { mnemonic } = instruction;
  const matrix = mfmaUse(instruction);
  if (matrix !== undefined) {
    return mnemonic.startsWith('v_accvgpr')
      ? { unit: 'valu', ...registers(matrix) }
      : matrixFacts(instruction, matrix, chip);
  }
  const lds = dsUse(instruction);
  if (lds !== undefined) {
    return { unit: 'lds', ...registers(lds), ...ldsFacts(mnemonic), counts: ['lgkmcnt'] };
  }
  const memory = memoryUse(instruction);
  if (memory !== undefined) {
    return { unit: 'vmem', ...registers(memory), ...memoryFacts(instruction) };
  }
  const scalarMemory = smemUse(instruction);
  if (scalarMemory !== undefined) {
    return { unit: 'smem', ...registers(scalarMemory), counts: ['lgkmcnt'] };
  }
  const scalar = saluUse(instruction);
  if (scalar !== undefined) return { ...registers(scalar), ...scalarFacts(instruction) };
  const vector = valuUse(instruction);
  return { unit: vectorUnit(mnemonic), ...(vector === undefined ? {} : registers(vector)) };
}

function registers({ reads, writes }: RegisterUse): Pick<TimedInstruction, 'reads' | 'writes'> {
  const ids = ({ rows, scalars }: RegisterUse['reads']): number[] => [
    ...rows,
    ...scalars.map((number) => SCALAR_ID + number),
  ];
  return { reads: ids(reads), writes: ids(writes) };
}

/** Quarter rate: transcendental functions and products of 32-bit integers. */
const QUARTER = /^v_(?:exp|log|rcp|rsq|sqrt|sin|cos)_|^v_mul_(?:lo|hi)_[ui]32|^v_mad_[ui]64_[ui]32/;

function vectorUnit(mnemonic: string): TimedInstruction['unit'] {
  if (QUARTER.test(mnemonic)) return 'trans';
  return mnemonic.startsWith('v_pk_') ? 'packed' : 'valu';
}

/** Formats of `cbsz` and `blgp` with 8 bits: they double the passes of `f8f6f4`. */
const EIGHT_BIT = 1;

function matrixFacts(instruction: Instruction, use: RegisterUse, chip: MatrixChip): Facts {
  const { mnemonic, operands } = instruction;
  const row = findMatrixInstruction(mnemonic, chip);
  const wide =
    row?.a === 'f8f6f4' &&
    ['cbsz', 'blgp'].some((name) => numberModifier(instruction, name) <= EIGHT_BIT);
  const passes = (row?.passes[chip] ?? 1) * (wide ? 2 : 1);
  const { reads, writes } = registers(use);
  // The fourth register of a sparse one is its index; it always accumulates.
  const accumulates = operands[3]?.kind === 'register';
  const accumulator = accumulates ? writes.filter((register) => reads.includes(register)) : [];
  return {
    unit: 'mfma',
    passes,
    reads: reads.filter((register) => !accumulator.includes(register)),
    // Accumulating in place waits for the predecessor as its reader does, through the forwarding path.
    writes: writes.filter((register) => !accumulator.includes(register)),
    accumulator,
  };
}

/** Dwords of a lane: `dwordx4`, `x2`, `b128`. */
function dwordsOf(mnemonic: string): number {
  const [, words] = /_(?:dword)?x(\d+)/.exec(mnemonic) ?? [];
  if (words !== undefined) return Number(words);
  const [, bits] = /_[bfiu](\d+)(?:_|$)/.exec(mnemonic) ?? [];
  return Math.max(1, Math.ceil(Number(bits ?? 32) / 32));
}

/** Instructions without a row, such as a barrier of all workgroups, count as one dword. */
const ldsFacts = (mnemonic: string): Pick<TimedInstruction, 'memory' | 'dwords'> =>
  ldsMove(mnemonic) ?? { memory: 'atomic', dwords: 1 };

function memoryFacts(
  instruction: Instruction,
): Pick<TimedInstruction, 'memory' | 'dwords' | 'counts'> {
  const { mnemonic } = instruction;
  const flat = mnemonic.startsWith('flat_');
  const counts: readonly WaitCounter[] = flat ? ['vmcnt', 'lgkmcnt'] : ['vmcnt'];
  const { kind, direction } = memoryParts(instruction) ?? { kind: 'load' };
  // Cache maintenance moves nothing and is waited for.
  if (kind === 'idle') return { memory: 'store', dwords: 0, counts };
  const copies = kind === 'lds' || direction === 'to-lds';
  const memory = copies ? 'to-lds' : kind === 'async' ? 'store' : kind;
  return { memory, dwords: dwordsOf(mnemonic), counts };
}

/** The counters of a wait that it does wait for. */
function untilOf(instruction: Instruction): NonNullable<TimedInstruction['until']> {
  const limits = waitLimits(instruction, CDNA_MODE);
  const [vmcnt, lgkmcnt] = [limits?.get('vmcnt'), limits?.get('lgkmcnt')];
  return {
    ...(vmcnt === undefined ? {} : { vmcnt }),
    ...(lgkmcnt === undefined ? {} : { lgkmcnt }),
  };
}

function scalarFacts(instruction: Instruction): Facts {
  const { mnemonic, operands } = instruction;
  const value = operands[0]?.kind === 'integer' ? Number(operands[0].value) : 0;
  switch (mnemonic) {
    case 's_waitcnt':
      return { unit: 'wait', until: untilOf(instruction) };
    case 's_barrier':
      return { unit: 'barrier' };
    case 's_setprio':
      return { unit: 'salu', priority: value };
    case 's_nop':
      return { unit: 'salu', idleCycles: 4 * value };
    case 's_sleep':
      return { unit: 'salu', idleCycles: 64 * value };
    case 's_call_b64':
    case 's_swappc_b64':
      return { unit: 'branch', calls: true };
    default:
      return {
        unit: /^s_(?:c?branch|setpc|endpgm)/.test(mnemonic) ? 'branch' : 'salu',
      };
  }
}
