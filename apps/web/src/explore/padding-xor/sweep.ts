/** Every padding, and every XOR by its unit and keys, of one tile: where each has its valleys. */
import { type Machine, machineNamed } from '@ldscope/core';
import {
  columnAccess,
  costOf,
  type LogicalAccess,
  piecesOf,
  rowAccess,
  traceOf,
} from './accesses.ts';
import { type PlacedSide, placedSideOf, type SideName } from './layouts.ts';
import { type PaddingParameters, paddings, parameterFault } from './controls.ts';

/** Conflict cycles of both accesses of the workgroup. */
export interface Sweep {
  readonly row: number;
  readonly column: number;
  /** Whether both accesses keep the instructions that the plain tile has. */
  readonly whole: boolean;
}

export interface PadPoint extends Sweep {
  readonly padBytes: number;
}

export interface XorPoint {
  readonly unitBytes: number;
  readonly keys: number;
  /** Absent where the XOR takes units out of their row. */
  readonly legal?: Sweep;
}

export const conflictsOf = ({ row, column }: Sweep): number => row + column;

/** Every padding that can be chosen. */
export function padSweep(parameters: PaddingParameters): PadPoint[] {
  const count = counter(parameters);
  if (count === undefined) return [];
  return paddings.map((padBytes) => ({
    padBytes,
    ...count(sideFor('padding', { ...parameters, padBytes })),
  }));
}

export function xorSweep(
  parameters: PaddingParameters,
  units: readonly number[],
  keys: readonly number[],
): XorPoint[] {
  const count = counter(parameters);
  if (count === undefined) return [];
  return units.flatMap((unitBytes) =>
    keys.map((each) => {
      const side = sideFor('xor', { ...parameters, unitBytes, keys: each });
      const point = { unitBytes, keys: each };
      return side.faults.length > 0 ? point : { ...point, legal: count(side) };
    }),
  );
}

/** The point with the fewest conflicts, among these the first. */
export function bestOf<T extends Sweep>(points: readonly T[]): T | undefined {
  return points.toSorted((a, b) => conflictsOf(a) - conflictsOf(b))[0];
}

const sideFor = (name: SideName, parameters: PaddingParameters): PlacedSide =>
  placedSideOf(name, parameters, machineNamed(parameters.chip));

/** Counts layouts of one tile; `undefined` where the lengths do not go together. */
function counter(parameters: PaddingParameters): ((side: PlacedSide) => Sweep) | undefined {
  if (parameterFault(parameters) !== undefined) return undefined;
  const machine = machineNamed(parameters.chip);
  const accesses = [rowAccess(machine, parameters), columnAccess(machine, parameters)] as const;
  const plain = accesses.map((access) => countOne(access, sideFor('none', parameters), machine));
  return (side) => {
    const [row, column] = accesses.map((access) => countOne(access, side, machine));
    return {
      row: row?.conflicts ?? 0,
      column: column?.conflicts ?? 0,
      whole: row?.text === plain[0]?.text && column?.text === plain[1]?.text,
    };
  };
}

function countOne(
  access: LogicalAccess,
  { offsets, bytes, layout }: PlacedSide,
  machine: Machine,
): { readonly text: string; readonly conflicts: number } {
  const { elementBytes } = layout.tile;
  const pieces = piecesOf(machine, access, offsets, elementBytes);
  const trace = traceOf(access, pieces, offsets, elementBytes);
  return {
    text: pieces.text,
    conflicts: costOf(access, pieces, trace, machine, bytes).conflicts,
  };
}
