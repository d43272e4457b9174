/**
 * Runs published formulas: the instructions of a workgroup become one trace, the trace is simulated.
 *
 *     8x ds_read_u16, (((t%8)*8+i)*32+(t//8))*2, i=0..7, 4 waves    -> 32 rows of 64 addresses
 *
 * Names in a formula: `lane` (`l`), `row` (lane, for ldmatrix), `t` (`tid`, `thread`), `w` (`wave`, `warp`),
 * and every number among the entry's parameters.
 */
import {
  type ConflictModel,
  findModel,
  findRule,
  type Machine,
  opcodeAt,
  simulate,
  sum,
  TraceBuilder,
} from '@ldscope/core';
import type { Repeated } from './chips.ts';
import { failed, type Names, type Parsed, parsed } from './expression.ts';
import { type Activity, evaluateFormula, type Formula } from './notation.ts';

/** One kind of access: a given number of instructions of an opcode, at the addresses of a formula. */
export interface Step extends Repeated {
  readonly formula: Formula;
  /** The second address of a two-address instruction; by default it follows the first. */
  readonly second?: Formula;
}

export interface Totals {
  /** Conflict-free cycles (wavefronts), all cycles, and those that are conflict. */
  readonly phases: number;
  readonly cycles: number;
  readonly conflicts: number;
  readonly instructions: number;
}

export interface Kernel {
  readonly machine: Machine;
  readonly waveSize: 32 | 64;
  readonly waves: number;
  readonly steps: readonly Step[];
  readonly parameters: ReadonlyMap<string, number>;
}

export function runKernel(
  kernel: Kernel,
  model: ConflictModel = kernel.machine.models[0],
): Parsed<Totals> {
  const { machine, waveSize, waves, steps } = kernel;
  const builder = new TraceBuilder(waveSize, [{ id: 'published' }]);
  const addresses = new Uint32Array(waveSize);
  let instructions = 0;
  for (let wave = 0; wave < waves; wave++) {
    for (const step of steps) {
      const pieces = piecesOf(step);
      if (!pieces.ok) return pieces;
      for (const piece of pieces.value) {
        const error = fill(addresses, kernel, wave, piece);
        if (error !== undefined) return failed(error);
        builder.add(step.op, 0, wave, instructions, addresses, ...masksOf(step.formula.activity));
      }
      instructions += step.count;
    }
  }
  const { phases, idxActive, bankConflict, unserved } = simulate(builder.finish(), machine, model);
  for (const op of unserved) {
    return failed(`${opcodeAt(op).name} is not in the model '${model.name}' of ${machine.name}`);
  }
  return parsed({
    phases: sum(phases),
    cycles: sum(idxActive),
    conflicts: sum(bankConflict),
    instructions,
  });
}

/** The lanes that take part, as the masks of lanes 0-31 and 32-63. */
function masksOf(activity: Activity): [number, number] {
  if (typeof activity === 'string') return [0xffffffff, 0xffffffff];
  const masks: [number, number] = [0, 0];
  for (const lane of activity) masks[lane < 32 ? 0 : 1] |= 1 << (lane & 31);
  return masks;
}

/** No published workgroup runs near this many; it bounds the memory of a trace. */
const MOST_INSTRUCTIONS = 4096;

/** One address vector of a step: the value of its range, and bytes to add. */
interface Piece {
  readonly formula: Formula;
  readonly index?: number;
  readonly offsetBytes: number;
}

/**
 * The address vectors of a step, in the order of its instructions. With a range: one for each instruction.
 * Without: the instructions are consecutive pieces of one vector per lane, as compilers split a wide
 * access. Two-address instructions take the two pieces that follow each other.
 */
function piecesOf(step: Step): Parsed<readonly Piece[]> {
  const { widthBytes, addressing } = opcodeAt(step.op);
  const { formula, second, count } = step;
  const { range } = formula;
  if (count > MOST_INSTRUCTIONS) return failed(`${count} instructions are too many`);
  const each = addressing.kind === 'double' ? 2 : 1;
  if (range === undefined) {
    if (second !== undefined) return failed('two formulas, but no range of instructions');
    return parsed(
      Array.from({ length: count * each }, (_, n) => ({ formula, offsetBytes: n * widthBytes })),
    );
  }
  const values = range.last - range.first + 1;
  const of = (n: number): Piece => ({ formula, index: range.first + n, offsetBytes: 0 });
  const after = (piece: Piece): Piece =>
    second === undefined
      ? { ...piece, offsetBytes: widthBytes }
      : { ...piece, formula: { ...second, range } };
  if (values === count) {
    const pieces = Array.from({ length: count }, (_, n) => of(n));
    return parsed(each === 1 ? pieces : pieces.flatMap((piece) => [piece, after(piece)]));
  }
  if (values === count * each) return parsed(Array.from({ length: values }, (_, n) => of(n)));
  const written = `${range.name}=${range.first}..${range.last}`;
  return failed(`${count} instructions do not go with ${written}`);
}

function fill(
  addresses: Uint32Array,
  kernel: Kernel,
  wave: number,
  piece: Piece,
): string | undefined {
  const { formula } = piece;
  for (let lane = 0; lane < kernel.waveSize; lane++) {
    const thread = wave * kernel.waveSize + lane;
    const names: Names = (name) => {
      if (name === formula.range?.name && piece.index !== undefined) return parsed(piece.index);
      switch (name) {
        case 'lane':
        case 'l':
        case 'row':
          return parsed(lane);
        case 't':
        case 'tid':
        case 'thread':
          return parsed(thread);
        case 'w':
        case 'wave':
        case 'warp':
          return parsed(wave);
      }
      const value = kernel.parameters.get(name);
      return value === undefined ? failed(`'${name}' has no value`) : parsed(value);
    };
    const address = evaluateFormula(formula, names);
    if (!address.ok) return address.error;
    const bytes = address.value + piece.offsetBytes;
    if (bytes < 0 || bytes >= 2 ** 32) return `lane ${lane} has address ${bytes}`;
    addresses[lane] = bytes;
  }
  return undefined;
}

/** The models with the alternative of a disputed rule that these instructions use. */
export function otherReadings(
  machine: Machine,
  waveSize: 32 | 64,
  steps: readonly Repeated[],
): readonly ConflictModel[] {
  const names = new Set<string>();
  for (const { op } of steps) {
    const { request } = opcodeAt(op);
    const rule = request === undefined ? undefined : findRule(machine.models[0], waveSize, request);
    if (rule?.otherReading !== undefined) names.add(rule.otherReading);
  }
  return [...names].flatMap((name) => findModel(machine, name) ?? []);
}
