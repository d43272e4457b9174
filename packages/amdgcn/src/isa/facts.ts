/**
 * The facts about an instruction, by its row: the only source for analyses.
 *
 *     factsOf(v_readlane_b32)       unit VALU, lanes 'all'
 *     useOf(ds_read_b32 v1, v0)     reads v0, writes v1
 *     maskOf(s_or_b64 exec, ...)    'widens'
 *
 * A name without a row has the facts `UNKNOWN`: it may do anything.
 */
import { lazyBy } from '@ldscope/core';
import type { RegisterUse } from '../state/compile.ts';
import type { CodeMode, Target } from '../state/target.ts';
import { registerUse, type Role, type Shape } from '../state/uses.ts';
import { EXEC } from '../state/wave.ts';
import type { Instruction, Operand } from '../text/program.ts';
import type { DsRow } from './ds/row.ts';
import { dsRowOf } from './ds/ds.ts';
import { memoryParts, memoryUse } from './memory/memory.ts';
import { isCompareSwap } from './memory/operations.ts';
import { accumulatorMoves } from './mfma/accumulators.ts';
import { LOAD_SCALES } from './mfma/mfma.ts';
import { matrixFamily, mfmaUse } from './mfma/use.ts';
import type { Control, Hidden, Lanes, Meaning, Memory, Unit } from './row.ts';
import type { SaluRow } from './salu/row.ts';
import { anySaluRow, saluRow, saluUse } from './salu/salu.ts';
import { type SmemRow, smemRow } from './smem.ts';
import { readDpp } from './valu/dpp.ts';
import type { LaneRow, SingleLane } from './valu/lanes.ts';
import { isTwice, registersOf, type Row } from './valu/row.ts';
import { findLaneRow, findRow } from './valu/rows.ts';
import { valuUse } from './valu/valu.ts';

export interface Facts extends Meaning {
  readonly unit: Unit | 'unknown';
  readonly memory: Memory;
  readonly lanes: Lanes;
  readonly control: Control;
  readonly hidden: Hidden;
  /** Operands that are results, before the sources. */
  readonly results: number;
  /** Words of the result of a scalar instruction. */
  readonly words?: number;
  /** Some operand of the ALU has more than one word: a constant may, too. */
  readonly wide?: boolean;
  /** A load leaves half of its result as it was. */
  readonly keeps?: boolean | undefined;
  /** A comparison whose answer exec gets. */
  readonly setsExec?: true | undefined;
  /** A value of one lane goes to a scalar, or comes from one. */
  readonly single?: SingleLane | undefined;
  /** The result is one of two sources, by a mask. */
  readonly chooses?: true | undefined;
  /** Where it has another rate than the most instructions of its unit. */
  readonly rate?: 'quarter' | 'packed' | undefined;
  /** An atomic that stores only where memory has an expected value. */
  readonly retries?: true | undefined;
}

const UNKNOWN: Facts = {
  unit: 'unknown',
  memory: 'unknown',
  lanes: 'all',
  control: 'unknown',
  hidden: 'unknown',
  results: 1,
};

const registersAlone = { memory: 'none', control: 'none', hidden: 'none' } as const;

/** How many of the first operands are results, by roles of rows with one result at most. */
const resultsOf = ([first = 'r0']: readonly Role[]): number => (/^[wb]/.test(first) ? 1 : 0);

const ofScalar = ({ facts, shape: { roles } }: SaluRow): Facts => ({
  ...facts,
  unit: 'SALU',
  lanes: 'own',
  results: resultsOf(roles),
  words: Number(roles[0]?.slice(1) ?? 0),
  wide: roles.some((role) => Number(role.slice(1)) > 1),
});

const ofScalarMemory = ({ kind, operation, roles }: SmemRow): Facts => ({
  unit: 'SMEM',
  memory: kind === 'time' ? 'none' : kind === 'idle' ? 'hint' : kind,
  lanes: 'own',
  control: 'none',
  hidden: kind === 'time' ? 'clock' : 'none',
  results: resultsOf(roles),
  ...(operation !== undefined && isCompareSwap(operation) && { retries: true }),
});

const ofLds = ({ memory, lanes, keeps, shape }: DsRow): Facts => ({
  unit: 'LDS',
  memory,
  lanes,
  keeps,
  control: 'none',
  hidden: 'none',
  results: resultsOf(shape.roles),
});

const ofMatrix = (mnemonic: string): Facts => ({
  ...registersAlone,
  unit: 'MFMA',
  lanes: accumulatorMoves.has(mnemonic) ? 'own' : 'all',
  hidden: mnemonic === LOAD_SCALES ? 'scales' : 'none',
  results: mnemonic === LOAD_SCALES ? 0 : 1,
});

const ofLaneMove = ({ lanes, hidden, roles, single }: LaneRow): Facts => ({
  ...registersAlone,
  unit: 'VALU',
  lanes,
  hidden,
  results: roles === '' ? 0 : 1,
  single,
});

/** The text of a row is of one lane. */
const ofVector = ({ outputs, inputs, rate, sum, chooses, exec }: Row): Facts => ({
  ...registersAlone,
  unit: 'VALU',
  lanes: 'own',
  results: outputs.length,
  wide: [...outputs, ...inputs].some((type) => type !== 'mask' && registersOf(type) > 1),
  rate: rate ?? (outputs.some(isTwice) ? 'packed' : undefined),
  ...(sum && { sum }),
  chooses,
  setsExec: exec,
});

/** A memory access by its operands and modifiers: `lds` makes a load a copy. */
function ofMemory(instruction: Instruction): Facts | undefined {
  const parts = memoryParts(instruction);
  if (parts === undefined) return undefined;
  const { kind, target, exchanges, retries, keeps } = parts;
  return {
    unit: 'VMEM',
    memory: kind === 'idle' ? 'hint' : kind === 'lds' || kind === 'async' ? 'copy' : kind,
    keeps,
    lanes: exchanges ? 'all' : kind === 'atomic' ? 'cross' : 'own',
    control: 'none',
    hidden: 'none',
    results: target < 0 ? 0 : 1,
    ...(retries && { retries }),
  };
}

function ofRow(mnemonic: string, target: Target): Facts {
  const scalar = scalarFacts(saluRow(mnemonic, target), mnemonic);
  if (scalar !== undefined) return scalar;
  const lds = dsRowOf(mnemonic);
  if (lds !== undefined) return ofLds(lds);
  if (matrixFamily(target).has(mnemonic)) return ofMatrix(mnemonic);
  const move = findLaneRow(mnemonic, target);
  if (move !== undefined) return ofLaneMove(move);
  const row = findRow(mnemonic, target);
  return row === undefined ? UNKNOWN : ofVector(row);
}

function scalarFacts(row: SaluRow | undefined, mnemonic: string): Facts | undefined {
  const memory = row === undefined ? smemRow(mnemonic) : undefined;
  return row === undefined ? memory && ofScalarMemory(memory) : ofScalar(row);
}

const tableOf = lazyBy((_target: Target | undefined) => new Map<string, Facts>());

/**
 * The facts of an instruction on a chip. Without a chip, which a program may have before its own is known, those of scalar
 * instructions: their names mean the same on all.
 */
export function factsOf(instruction: Instruction, target?: Target): Facts {
  const { mnemonic } = instruction;
  const table = tableOf(target);
  let facts = table.get(mnemonic);
  if (facts !== undefined) return facts;
  facts =
    target === undefined
      ? (scalarFacts(anySaluRow(mnemonic), mnemonic) ?? UNKNOWN)
      : (ofMemory(instruction) ?? ofRow(mnemonic, target));
  if (facts.unit !== 'VMEM') table.set(mnemonic, facts);
  return facts;
}

/** The registers that an instruction reads and writes; `undefined` where they are not known. */
export function useOf(instruction: Instruction, mode: CodeMode): RegisterUse | undefined {
  switch (factsOf(instruction, mode.target).unit) {
    case 'SALU':
      return saluUse(instruction, mode);
    case 'SMEM':
      return usedBy(instruction, smemRow(instruction.mnemonic));
    case 'LDS':
      return usedBy(instruction, dsRowOf(instruction.mnemonic)?.shape);
    case 'VMEM':
      return memoryUse(instruction);
    case 'MFMA':
      return mfmaUse(instruction, mode);
    case 'VALU':
      return valuUse(instruction, mode);
    case 'unknown':
      return undefined;
  }
}

const usedBy = (instruction: Instruction, shape: Shape | undefined): RegisterUse | undefined =>
  shape && registerUse(instruction, shape);

/** Lanes on which a result depends, by DPP too. */
export function lanesOf(instruction: Instruction, { lanes }: Facts): Lanes {
  const { modifiers, paired } = instruction;
  const moves =
    readDpp(modifiers) !== undefined || (paired && readDpp(paired.modifiers)) !== undefined;
  return moves && lanes === 'own' ? 'cross' : lanes;
}

/** True for an instruction whose results in registers are its only effect. */
export const isComputation = ({ unit, memory, control, hidden }: Facts): boolean =>
  unit !== 'LDS' && memory === 'none' && control === 'none' && hidden === 'none';

/** How an instruction changes exec; `undefined` where it does not. */
export function maskOf(
  { operands }: Instruction,
  { logic, setsExec }: Facts,
  { writes }: RegisterUse,
): 'narrows' | 'widens' | 'changes' | undefined {
  if (!writes.scalars.includes(EXEC) && !writes.scalars.includes(EXEC + 1)) return undefined;
  if (setsExec === true) return 'narrows';
  if (logic === undefined) return 'changes';
  const [destination, first, second] = operands;
  const isSame = (operand: Operand | undefined): boolean =>
    operand?.kind === 'special' &&
    destination?.kind === 'special' &&
    operand.name === destination.name;
  const isSecond = logic.exec !== undefined || isSame(second);
  if (!isSecond && !isSame(first)) return 'changes';
  // Rows of the table with a 0, and with a 1, of exec as it was.
  const [zero, one] = isSecond ? [0b0101, 0b1010] : [0b0011, 0b1100];
  if ((logic.table & zero) === 0) return 'narrows';
  return (logic.table & one) === one ? 'widens' : 'changes';
}
