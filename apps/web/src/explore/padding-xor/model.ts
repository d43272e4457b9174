/**
 * One tile under three layouts: what its rows and columns cost, what the layout takes of LDS, and where it ends.
 *
 *     64 x 128 f16, gfx942        none      + 8 elements    XOR of 16 B, 8 keys
 *     column read, conflicts      480       0               0
 *     LDS                         16384 B   17392 B         16384 B
 *
 * All of it is counted at once from the addresses of 256 threads; nothing is looked up.
 */
import {
  type AccessExplanation,
  type AccessTrace,
  explainAccess,
  type Machine,
  machineNamed,
  occupancyOf,
  roundUp,
} from '@ldscope/core';
import {
  type AccessCost,
  columnAccess,
  costOf,
  type LogicalAccess,
  type Pieces,
  piecesOf,
  rowAccess,
  traceOf,
} from './accesses.ts';
import { rowsOfTurn, type Side, sideNames, sideOf } from './layouts.ts';
import { type PaddingParameters, parameterFault, THREADS, tileOf } from './controls.ts';

export type CountedAccess = Readonly<{ pieces: Pieces; cost: AccessCost; trace: AccessTrace }>;

export interface Counts {
  readonly row: CountedAccess;
  readonly column: CountedAccess;
  /** Shared memory of the workgroup with all its copies, in bytes. */
  readonly ldsBytes: number;
  /** Workgroups that it leaves room for; `undefined` when one does not fit. */
  readonly workgroups: number | undefined;
}

/** A layout with what it costs; a layout that is illegal has no counts. */
export interface CountedSide extends Side {
  readonly counts?: Counts;
}

export interface PaddingModel {
  readonly parameters: PaddingParameters;
  readonly machine: Machine;
  /** Rows that share a key, as they go once around the banks together. */
  readonly rowsOfTurn: number;
  readonly sides: readonly CountedSide[];
}

/** Everything that the page shows of the three; `undefined` where `parameterFault` says why. */
export function paddingModel(parameters: PaddingParameters): PaddingModel | undefined {
  if (parameterFault(parameters) !== undefined) return undefined;
  const machine = machineNamed(parameters.chip);
  const accesses = {
    row: rowAccess(machine, parameters),
    column: columnAccess(machine, parameters),
  };
  return {
    parameters,
    machine,
    rowsOfTurn: rowsOfTurn(tileOf(parameters), machine),
    sides: sideNames.map((name): CountedSide => {
      const side = sideOf(name, parameters, machine);
      if (side.faults.length > 0) return side;
      const ldsBytes = ldsBytesOf(side.bytes, parameters.copies);
      const wavesPerWorkgroup = THREADS / (machine.waveSizes[0] ?? 64);
      const resident = occupancyOf({ ldsBytes, wavesPerWorkgroup }, machine).workgroups;
      const counts = {
        row: counted(accesses.row, side, parameters, machine),
        column: counted(accesses.column, side, parameters, machine),
        ldsBytes,
        workgroups: resident === 0 ? undefined : resident,
      };
      return { ...side, counts };
    }),
  };
}

/** Each copy begins aligned for any instruction. */
const ldsBytesOf = (bytes: number, copies: number): number =>
  (copies - 1) * roundUp(bytes, 16) + bytes;

function counted(
  access: LogicalAccess,
  { offsets, bytes }: Pick<Side, 'offsets' | 'bytes'>,
  { elementBytes }: PaddingParameters,
  machine: Machine,
): CountedAccess {
  const pieces = piecesOf(machine, access, offsets, elementBytes);
  const trace = traceOf(access, pieces, offsets, elementBytes);
  return { pieces, trace, cost: costOf(access, pieces, trace, machine, bytes) };
}

/** The first instruction of an access, phase by phase. */
export function firstInstruction(
  { machine }: PaddingModel,
  { trace }: CountedAccess,
): AccessExplanation | undefined {
  return explainAccess(trace, 0, machine, machine.models[0], Infinity);
}
