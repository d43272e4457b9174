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
import { type Facts, factsOf, useOf } from '../isa/facts.ts';
import { memoryParts } from '../isa/memory/memory.ts';
import { wordsOf } from '../isa/memory/values.ts';
import { waitLimits } from '../isa/salu/wait.ts';
import type { RegisterUse } from '../state/compile.ts';
import { printInstruction } from '../text/print.ts';
import { type Instruction, numberModifier, type Program } from '../text/program.ts';
import { CDNA_MODE } from '../state/target.ts';
import { SCALAR_ID } from '../state/waits.ts';

/** All instructions of a program, in order. */
export function timedInstructions(program: Program, chip: MatrixChip): TimedInstruction[] {
  return program.instructions.map((instruction) => timedInstruction(instruction, chip));
}

type Timing = Omit<TimedInstruction, 'text' | 'span' | 'source' | 'reads' | 'writes'> &
  Partial<Pick<TimedInstruction, 'reads' | 'writes'>>;

function timedInstruction(instruction: Instruction, chip: MatrixChip): TimedInstruction {
  const use = useOf(instruction, CDNA_MODE);
  const {
    unit,
    reads = [],
    writes = [],
    ...rest
  } = {
    ...(use && registers(use)),
    ...timingOf(instruction, use, chip),
  };
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

function timingOf(
  instruction: Instruction,
  use: RegisterUse | undefined,
  chip: MatrixChip,
): Timing {
  const facts = factsOf(instruction, CDNA_MODE.target);
  switch (facts.unit) {
    case 'MFMA':
      return use === undefined || facts.lanes === 'own'
        ? { unit: 'valu' }
        : matrixTiming(instruction, use, chip);
    case 'LDS':
      return { unit: 'lds', ...ldsTiming(instruction), counts: ['lgkmcnt'] };
    case 'VMEM':
      return { unit: 'vmem', ...memoryTiming(instruction) };
    case 'SMEM':
      return { unit: 'smem', counts: ['lgkmcnt'] };
    case 'SALU':
      return scalarTiming(instruction, facts);
    default:
      return { unit: UNITS[facts.rate ?? 'full'] };
  }
}

/** Units of vector instructions by their rate. */
const UNITS = { quarter: 'trans', packed: 'packed', full: 'valu' } as const;

function registers({ reads, writes }: RegisterUse): Pick<TimedInstruction, 'reads' | 'writes'> {
  const ids = ({ rows, scalars }: RegisterUse['reads']): number[] => [
    ...rows,
    ...scalars.map((number) => SCALAR_ID + number),
  ];
  return { reads: ids(reads), writes: ids(writes) };
}

/** Formats of `cbsz` and `blgp` with 8 bits: they double the passes of `f8f6f4`. */
const EIGHT_BIT = 1;

function matrixTiming(instruction: Instruction, use: RegisterUse, chip: MatrixChip): Timing {
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

/** Instructions without a row, such as a barrier of all workgroups, count as one dword. */
const ldsTiming = ({ mnemonic }: Instruction): Pick<TimedInstruction, 'memory' | 'dwords'> =>
  ldsMove(mnemonic) ?? { memory: 'atomic', dwords: 1 };

function memoryTiming(
  instruction: Instruction,
): Pick<TimedInstruction, 'memory' | 'dwords' | 'counts'> {
  const parts = memoryParts(instruction);
  const isFlat = parts?.address.space === 'flat';
  const counts: readonly WaitCounter[] = isFlat ? ['vmcnt', 'lgkmcnt'] : ['vmcnt'];
  // Cache maintenance moves nothing and is waited for.
  if (parts === undefined || parts.kind === 'idle') return { memory: 'store', dwords: 0, counts };
  const { kind, direction, address } = parts;
  const copies = kind === 'lds' || direction === 'to-lds';
  const memory = copies ? 'to-lds' : kind === 'async' ? 'store' : kind;
  return { memory, dwords: wordsOf(address.bytes), counts };
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

function scalarTiming(instruction: Instruction, facts: Facts): Timing {
  const [operand] = instruction.operands;
  const value = operand?.kind === 'integer' ? Number(operand.value) : 0;
  const { control, memory, idleCycles, setsPriority } = facts;
  if (memory === 'order') return { unit: 'wait', until: untilOf(instruction) };
  if (control === 'barrier') return { unit: 'barrier' };
  if (control === 'call' || control === 'far-call') return { unit: 'branch', calls: true };
  const isBranch = control === 'branch' || control === 'jump' || control === 'exit';
  return {
    unit: isBranch ? 'branch' : 'salu',
    ...(idleCycles !== undefined && { idleCycles: idleCycles * value }),
    ...(setsPriority === true && { priority: value }),
  };
}
