/**
 * How an instruction on registers propagates unknown lanes and bits.
 *
 *     v_add_u32 v2, v1, s4            a lane is unknown when its lane of v1 is, or s4
 *     v_cndmask_b32 v2, v0, v1, vcc   ... or its bit of vcc
 *     s_and_b64 s[2:3], vcc, s[4:5]   a bit is known where one of the sources is known to be 0
 *     v_readfirstlane_b32 s4, v1      one lane
 *     v_dual_mov_b32 v0, v1 :: ...    each operation for itself
 *     MFMA, WMMA, DPP, permutations   everything, as soon as one lane is unknown
 *
 * LIMITATION. Registers that are indexed by M0 are followed as if they were written out.
 */
import type { RegisterUse } from '../../state/compile.ts';
import { type Facts, factsOf } from '../../isa/facts.ts';
import { readDpp } from '../../isa/valu/dpp.ts';
import { firstActive } from '../../isa/valu/lanes.ts';
import { type LaneFlow, valuFlows } from '../../isa/valu/use.ts';
import type { CodeMode } from '../../state/target.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import type { UnknownRegisters } from './registers.ts';
import { vectorRow } from '../../state/uses.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { EXEC, SCC_NUMBER, type Wave } from '../../state/wave.ts';

/** Reads the sources before the step, and returns the function that marks the results after it. */
type Transfer = (registers: UnknownRegisters, wave: Wave) => void;

/** The tracking of an instruction, in two halves: `before` the step with the old values, `after` it with the new ones. */
export interface ValueTransfer {
  readonly before: Transfer;
  readonly after: Transfer;
}

const EXEC_ID = SCALAR_ID + EXEC;
const SCC_ID = SCALAR_ID + SCC_NUMBER;
const isExec = (scalar: number): boolean => scalar === EXEC || scalar === EXEC + 1;

/** How an instruction propagates unknown lanes and bits. */
export function valueTransfer(
  instruction: Instruction,
  use: RegisterUse,
  mode: CodeMode,
): ValueTransfer {
  const facts = factsOf(instruction, mode.target);
  return (
    bitwiseTransfer(instruction, facts, use) ??
    laneTransfer(instruction, facts, mode) ??
    oneLaneTransfer(instruction, facts) ??
    wholeTransfer(instruction, facts, use)
  );
}

/** Instructions that compute each lane from the same lane of their sources. */
function laneTransfer(
  instruction: Instruction,
  facts: Facts,
  mode: CodeMode,
): ValueTransfer | undefined {
  const flows = valuFlows(instruction, mode) ?? accumulatorMove(instruction, facts);
  const transfers = flows?.map((flow) => flowTransfer(flow));
  const [first, second] = transfers ?? [];
  if (first === undefined || second === undefined) return first;
  // Two operations both read before either writes: the sources gathered for the first are kept meanwhile.
  let low = 0;
  let high = 0;
  let labels = 0;
  return {
    before: (registers, wave) => {
      first.before(registers, wave);
      [low, high] = [registers.gatheredLow, registers.gatheredHigh];
      labels = registers.gatheredLabels;
      second.before(registers, wave);
    },
    after: (registers, wave) => {
      second.after(registers, wave);
      registers.begin();
      registers.gather(low, high, labels);
      first.after(registers, wave);
    },
  };
}

/** How one operation propagates unknown lanes and bits. */
function flowTransfer(flow: LaneFlow): ValueTransfer {
  const { rows, scalars, masks, writtenRows, writtenMasks } = flow;
  const uniform = scalars.filter((scalar) => !isExec(scalar)).map((scalar) => SCALAR_ID + scalar);
  const maskIds = masks.map((scalar) => SCALAR_ID + scalar);
  const results = writtenMasks.map((scalar) => SCALAR_ID + scalar);
  // Of the lanes that were active: a comparison may write exec.
  let low = 0;
  let high = 0;
  return {
    before: (registers, wave) => {
      registers.begin();
      for (const row of rows) registers.readRow(row);
      for (const id of uniform) registers.readWhole(id);
      for (const id of maskIds) registers.readMask(id, wave.size);
      low = registers.gatheredLow & (wave.s[EXEC] ?? 0);
      high = registers.gatheredHigh & (wave.s[EXEC + 1] ?? 0);
    },
    after: (registers, wave) => {
      for (const row of writtenRows) registers.writeRow(row, wave);
      for (const id of results) {
        registers.writeScalar(id, low, registers.gatheredLabels);
        if (wave.size === 64) registers.writeScalar(id + 1, high, registers.gatheredLabels);
      }
    },
  };
}

/** `v_accvgpr_read_b32 v1, a1`: a move, though it is counted among the matrix instructions. */
function accumulatorMove(
  { operands }: Instruction,
  { unit, lanes }: Facts,
): readonly LaneFlow[] | undefined {
  if (unit !== 'MFMA' || lanes !== 'own') return undefined;
  const [target, source] = operands.map(vectorRow);
  if (target === undefined) return undefined;
  const scalar = operands[1] && scalarNumber(operands[1]);
  return [
    {
      rows: source === undefined ? [] : [source],
      scalars: scalar === undefined ? [] : [scalar],
      masks: [],
      writtenRows: [target],
      writtenMasks: [],
    },
  ];
}

/** Reading and writing a single lane. */
function oneLaneTransfer({ operands }: Instruction, { single }: Facts): ValueTransfer | undefined {
  const [target, source, lane] = operands;
  const idle: Transfer = () => {};
  if (single === 'reads-first' || single === 'reads') {
    const row = vectorRow(source);
    const to = target && scalarNumber(target);
    if (row === undefined || to === undefined) return undefined;
    const laneId = lane && scalarNumber(lane);
    const number = lane && scalarReader(lane, 'b32');
    const find = single === 'reads' ? number : undefined;
    return {
      before: (registers, wave) => {
        registers.begin();
        const lanes: LaneChoice =
          find === undefined ? firstLane(registers, wave, row) : find(wave) & (wave.size - 1);
        if (laneId !== undefined) registers.readWhole(SCALAR_ID + laneId);
        if (lanes === 'any') registers.readWhole(EXEC_ID);
        if (lanes === 'any') registers.readWhole(EXEC_ID + 1);
        else if (registers.isUnknownLane([row], lanes)) registers.readWhole(row);
      },
      after: (registers) => {
        registers.writeScalar(SCALAR_ID + to, registers.gatheredLow, registers.gatheredLabels);
      },
    };
  }
  if (single === 'writes') {
    const row = vectorRow(target);
    const from = source && scalarNumber(source);
    const laneId = lane && scalarNumber(lane);
    const number = lane && scalarReader(lane, 'b32');
    if (row === undefined || number === undefined) return undefined;
    return {
      before: idle,
      after: (registers, wave) => {
        registers.begin();
        if (laneId !== undefined) registers.readWhole(SCALAR_ID + laneId);
        const anyLane = registers.gatheredLow !== 0;
        if (from !== undefined) registers.readWhole(SCALAR_ID + from);
        const at = number(wave) & (wave.size - 1);
        const bit = anyLane ? -1 : 1 << (at & 31);
        const low = anyLane || at < 32 ? bit : 0;
        const high = anyLane || at >= 32 ? bit : 0;
        const unknown = registers.gatheredLow !== 0;
        registers.forget(row);
        registers.low[row] = unknown
          ? (registers.low[row] ?? 0) | low
          : (registers.low[row] ?? 0) & ~low;
        registers.high[row] = unknown
          ? (registers.high[row] ?? 0) | high
          : (registers.high[row] ?? 0) & ~high;
        if (unknown)
          registers.labels[row] = (registers.labels[row] ?? 0) | registers.gatheredLabels;
        else if (((registers.low[row] ?? 0) | (registers.high[row] ?? 0)) === 0)
          registers.labels[row] = 0;
      },
    };
  }
  return undefined;
}

type LaneChoice = number | 'any';

/**
 * The lane that `v_readfirstlane_b32` reads. Where lanes are only assumed to be active, any of them may be the first, which
 * does not matter when all have the same value.
 */
function firstLane(registers: UnknownRegisters, wave: Wave, row: number): LaneChoice {
  const first = firstActive(wave);
  const assumed = (registers.low[EXEC_ID] ?? 0) | (registers.low[EXEC_ID + 1] ?? 0);
  if (assumed === 0) return first;
  const value = wave.u[64 * row + first];
  for (let lane = first + 1; lane < 64; lane++) {
    if (!wave.isActive(lane)) continue;
    if (wave.u[64 * row + lane] !== value || registers.isUnknownLane([row], lane)) return 'any';
  }
  return first;
}

/** Unknown bits of a result, from the words of two sources and their unknown bits: those that may be 0 and may be 1. */
function unknownBits(table: number, a: number, ua: number, b: number, ub: number): number {
  if ((ua | ub) === 0) return 0;
  let zero = 0;
  let one = 0;
  for (let row = 0; row < 4; row++) {
    const possible = ((row < 2 ? ~a : a) | ua) & (((row & 1) === 0 ? ~b : b) | ub);
    if (((table >> row) & 1) === 1) one |= possible;
    else zero |= possible;
  }
  return zero & one;
}

interface WordReader {
  readonly value: (wave: Wave) => number;
  /** The register that it is; none for a constant. */
  readonly id: number | undefined;
}

function wordOf(operand: Operand | undefined, wide: boolean, word: 0 | 1): WordReader | undefined {
  const value = operand && scalarReader(operand, wide ? 'b64' : 'b32', word);
  if (operand === undefined || value === undefined) return undefined;
  const scalar = scalarNumber(operand);
  return { value, id: scalar === undefined ? undefined : SCALAR_ID + scalar + word };
}

/** Logic of scalars, bit by bit; also what it does to exec and scc. */
function bitwiseTransfer(
  { operands }: Instruction,
  { logic, words: count }: Facts,
  { writes }: RegisterUse,
): ValueTransfer | undefined {
  if (logic === undefined) return undefined;
  const wide = count === 2;
  const { table, exec: withExec } = logic;
  const target = operands[0] && scalarNumber(operands[0]);
  if (target === undefined) return undefined;
  const words = wide ? ([0, 1] as const) : ([0] as const);
  const readers: (readonly [WordReader, WordReader | undefined])[] = [];
  for (const word of words) {
    const left = wordOf(operands[1], wide, word);
    const right: WordReader | undefined =
      withExec === undefined
        ? wordOf(operands[2], wide, word)
        : { value: (wave) => wave.s[EXEC + word] ?? 0, id: EXEC_ID + word };
    const unary = operands.length === 2 && withExec === undefined;
    if (left === undefined || (right === undefined && !unary)) return undefined;
    readers.push([left, right]);
  }
  const unknown = [0, 0];
  const labels = [0, 0];
  /** Exec before the step, which `saveexec` copies. */
  const saved = [0, 0];
  const savedLabels = [0, 0];
  const setsScc = writes.scalars.includes(SCC_NUMBER);
  const result = withExec === undefined ? SCALAR_ID + target : EXEC_ID;
  return {
    before: (registers, wave) => {
      for (const [word, [left, right]] of readers.entries()) {
        const ua = left.id === undefined ? 0 : (registers.low[left.id] ?? 0);
        const ub = right?.id === undefined ? 0 : (registers.low[right.id] ?? 0);
        const b = right === undefined ? 0 : right.value(wave);
        unknown[word] = unknownBits(table, left.value(wave), ua, b, ub);
        labels[word] =
          (left.id === undefined ? 0 : (registers.labels[left.id] ?? 0)) |
          (right?.id === undefined ? 0 : (registers.labels[right.id] ?? 0));
        saved[word] = registers.low[EXEC_ID + word] ?? 0;
        savedLabels[word] = registers.labels[EXEC_ID + word] ?? 0;
      }
    },
    after: (registers, wave) => {
      let certain = 0;
      let open = 0;
      for (const word of words) {
        const bits = unknown[word] ?? 0;
        if (withExec !== undefined) {
          const old = withExec === 'saved';
          const copy = old ? (saved[word] ?? 0) : bits;
          const names = old ? (savedLabels[word] ?? 0) : (labels[word] ?? 0);
          registers.writeScalar(SCALAR_ID + target + word, copy, names);
        }
        registers.writeScalar(result + word, bits, labels[word] ?? 0);
        certain |= (wave.s[result - SCALAR_ID + word] ?? 0) & ~bits;
        open |= bits;
      }
      // A bit that is known to be 1 makes scc 1, whatever the others are.
      const names = (labels[0] ?? 0) | (labels[1] ?? 0);
      if (setsScc) registers.writeScalar(SCC_ID, certain === 0 && open !== 0 ? 1 : 0, names);
    },
  };
}

/** Everything else: results are unknown as a whole when any part of a source is. */
function wholeTransfer(
  { modifiers }: Instruction,
  { unit, lanes }: Facts,
  { reads, writes }: RegisterUse,
): ValueTransfer {
  const sources = [
    ...reads.rows,
    ...reads.scalars.filter((one) => !isExec(one)).map((one) => SCALAR_ID + one),
  ];
  // Scalar instructions that name exec compute with it: lanes that are assumed active make their result unknown.
  const execNamed = unit === 'SALU' || unit === 'SMEM' ? reads.scalars.filter(isExec) : [];
  // A lane without a source keeps what it has.
  const kept = readDpp(modifiers) === undefined ? [] : writes.rows;
  const ids = [...sources, ...kept, ...execNamed.map((one) => SCALAR_ID + one)];
  const scalars = writes.scalars.map((one) => SCALAR_ID + one);
  const everyLane = unit === 'MFMA' && lanes === 'all';
  return {
    before: (registers) => {
      registers.begin();
      for (const id of ids) registers.readWhole(id);
    },
    after: (registers, wave) => {
      for (const row of writes.rows) {
        if (everyLane) registers.writeAll(row);
        else registers.writeRow(row, wave);
      }
      for (const id of scalars)
        registers.writeScalar(id, registers.gatheredLow, registers.gatheredLabels);
    },
  };
}
