/**
 * One tile under three layouts: what its rows and columns cost, what the layout takes of LDS, and where it ends; and every padding,
 * and every XOR by its unit and keys, of the same tile.
 *
 *     64 x 128 f16, gfx942        none      + 8 elements    XOR of 16 B, 8 keys
 *     column read, conflicts      480       0               0
 *     LDS                         16384 B   17392 B         16384 B
 *
 * The tile is stored along its rows and loaded down its columns by 256 threads:
 *
 *     along rows      thread t has vector t, row after row
 *     down columns    lane l has the rows from `rowsOfLane * l` on, one instruction each; the next columns follow, and
 *                     where only 16 or 32 lanes go down, the next rows after all columns
 *
 * What a thread moves becomes instructions by what its layout allows: vectors that stay in one piece and aligned are one
 * instruction, others are cut as a compiler cuts them. All of it is counted from addresses; nothing is looked up.
 */
import {
  emittedInstructions,
  explainAccess,
  type Machine,
  machineNamed,
  occupancyOf,
  opcodeAt,
  range,
  simulate,
  sum,
  TraceBuilder,
} from '@ldscope/core';
import { waveOf } from '../parts/one-access.ts';
import { listed } from '../parts/words.ts';
import {
  lanesDownOf,
  type PaddingParameters,
  paddings,
  parameterFault,
  THREADS,
  tileOf,
} from './controls.ts';
import { directOf, rowsOfTurn, type Side, type SideName, sideNames, sideOf } from './layouts.ts';

type LogicalAccess = ReturnType<typeof accessOf>;

/** The first element of what each lane moves, one instance after the other; -1 for a lane that takes no part. */
function accessOf(
  machine: Machine,
  direction: 'read' | 'write',
  widthBytes: number,
  ofWave: number,
  elementAt: (thread: number, instance: number) => number,
) {
  const waveSize = waveOf(machine);
  const instances = (THREADS / waveSize) * ofWave;
  const wave = Int32Array.from(range(instances), (i) => Math.floor(i / ofWave));
  const elements = Int32Array.from(range(instances * waveSize), (at) => {
    const [i, lane] = [Math.floor(at / waveSize), at % waveSize];
    return elementAt((wave[i] ?? 0) * waveSize + lane, i % ofWave);
  });
  return { direction, widthBytes, waveSize, instances, elements, wave };
}

function rowAccess(machine: Machine, parameters: PaddingParameters): LogicalAccess {
  const { rows, columns, elementBytes, rowWidth } = parameters;
  const each = rowWidth / elementBytes;
  const vectors = (rows * columns) / each;
  return accessOf(machine, 'write', rowWidth, Math.ceil(vectors / THREADS), (thread, i) => {
    const vector = i * THREADS + thread;
    return vector < vectors ? vector * each : -1;
  });
}

function columnAccess(machine: Machine, parameters: PaddingParameters): LogicalAccess {
  const { rows, columns, elementBytes, columnWidth, rowsOfLane } = parameters;
  const each = columnWidth / elementBytes;
  const lanesDown = lanesDownOf(parameters);
  const vectors = columns / each;
  const items = (rows / rowsOfLane) * vectors;
  const rounds = Math.ceil(items / THREADS);
  return accessOf(machine, 'read', columnWidth, rounds * rowsOfLane, (thread, i) => {
    const item = Math.floor(i / rowsOfLane) * THREADS + thread;
    if (item >= items) return -1;
    const group = Math.floor(item / lanesDown);
    const down = lanesDown * Math.floor(group / vectors) + (item % lanesDown);
    return (rowsOfLane * down + (i % rowsOfLane)) * columns + (group % vectors) * each;
  });
}

const WIDEST = 16;

/** What a layout leaves of a vector: bytes that stay together, the alignment of their addresses, and the instructions. */
function piecesOf(
  { isa }: Machine,
  { direction, widthBytes }: LogicalAccess,
  offsets: Int32Array,
  elementBytes: number,
) {
  const staysTogether = (count: number): boolean =>
    offsets.every(
      (offset, e) => offset === (offsets[e - (e % count)] ?? 0) + (e % count) * elementBytes,
    );
  let bytes = widthBytes;
  while (bytes > elementBytes && !staysTogether(bytes / elementBytes)) bytes /= 2;
  let bits = WIDEST;
  for (let e = 0; e < offsets.length; e += bytes / elementBytes) bits |= offsets[e] ?? 0;
  const alignmentBytes = bits & -bits;
  const one = emittedInstructions(isa, direction, bytes, alignmentBytes);
  // Those of one access of one lane; offsets count through its pieces, wherever these lie.
  const instructions = range(widthBytes / bytes).flatMap((piece) =>
    one.map(({ op, offsets: within }) => ({
      op,
      offsets: within.map((offset) => piece * bytes + offset),
    })),
  );
  const text = listed(instructions.map(({ op }) => opcodeAt(op).name));
  return { bytes, alignmentBytes, instructions, text };
}

/** Every instruction of the workgroup, as addresses; the rows of a two-address instruction share their order. */
function traceOf(
  { waveSize, instances, elements, wave }: LogicalAccess,
  { bytes, instructions }: ReturnType<typeof piecesOf>,
  offsets: Int32Array,
  elementBytes: number,
) {
  const builder = new TraceBuilder(waveSize, [{ id: 'tile' }], instances * instructions.length);
  const addresses = new Uint32Array(waveSize);
  let order = 0;
  for (let i = 0; i < instances; i++) {
    for (const { op, offsets: within } of instructions) {
      for (const offset of within) {
        const [piece, rest] = [Math.floor(offset / bytes), offset % bytes];
        const masks: [number, number] = [0, 0];
        for (let lane = 0; lane < waveSize; lane++) {
          const element = elements[i * waveSize + lane] ?? -1;
          addresses[lane] = 0;
          if (element < 0) continue;
          addresses[lane] = (offsets[element + (piece * bytes) / elementBytes] ?? 0) + rest;
          masks[lane >> 5] = ((masks[lane >> 5] ?? 0) | (1 << (lane & 31))) >>> 0;
        }
        builder.add(op, 0, wave[i] ?? 0, order, addresses, masks[0], masks[1]);
      }
      order++;
    }
  }
  return builder.finish();
}

export type CountedAccess = ReturnType<typeof counted>;

/** What the workgroup pays for one access of the whole tile under a layout. Cycles are wavefronts on NVIDIA. */
function counted(access: LogicalAccess, { offsets, bytes, layout }: Side, machine: Machine) {
  const { elementBytes } = layout.tile;
  const pieces = piecesOf(machine, access, offsets, elementBytes);
  const trace = traceOf(access, pieces, offsets, elementBytes);
  const found = simulate(trace, machine, machine.models[0], { ldsBytes: bytes });
  const cost = {
    instructions: access.instances * pieces.instructions.length,
    cycles: sum(found.idxActive),
    conflicts: sum(found.bankConflict),
    ways: Math.max(...found.worstWays),
  };
  return { pieces, trace, cost };
}

/** Counts layouts of one tile. */
function counter(parameters: PaddingParameters, machine: Machine) {
  const accesses = {
    row: rowAccess(machine, parameters),
    column: columnAccess(machine, parameters),
  };
  return (side: Side) => ({
    row: counted(accesses.row, side, machine),
    column: counted(accesses.column, side, machine),
  });
}

export type PaddingModel = NonNullable<ReturnType<typeof paddingModel>>;
export type CountedSide = PaddingModel['sides'][number];
export type Counts = NonNullable<CountedSide['counts']>;

/** Everything that the page shows of the three; `undefined` where `parameterFault` says why. */
export function paddingModel(parameters: PaddingParameters) {
  if (parameterFault(parameters) !== undefined) return undefined;
  const machine = machineNamed(parameters.chip);
  const count = counter(parameters, machine);
  return {
    parameters,
    machine,
    /** Rows that share a key, as they go once around the banks together. */
    rowsOfTurn: rowsOfTurn(tileOf(parameters), machine),
    sides: sideNames.map((name) => {
      const side = sideOf(name, parameters, machine);
      // A layout that is illegal has no counts.
      if (side.faults.length > 0) return { ...side, direct: undefined, counts: undefined };
      const { ldsBytes } = side;
      const wavesPerWorkgroup = THREADS / waveOf(machine);
      const { workgroups } = occupancyOf({ ldsBytes, wavesPerWorkgroup }, machine);
      return {
        ...side,
        direct: directOf(parameters, side, machine),
        counts: { ...count(side), workgroups },
      };
    }),
  };
}

/** The first instruction of an access, phase by phase. */
export const firstInstruction = ({ machine }: PaddingModel, { trace }: CountedAccess) =>
  explainAccess(trace, 0, machine, machine.models[0], Infinity);

/** Conflict cycles of both accesses of the workgroup. */
export interface Sweep {
  readonly row: number;
  readonly column: number;
  /** Whether both accesses keep the instructions that the plain tile has. */
  readonly whole: boolean;
}

export type PadPoint = ReturnType<typeof padSweep>[number];
export type XorPoint = ReturnType<typeof xorSweep>[number];

export const conflictsOf = ({ row, column }: Sweep): number => row + column;

/** Every padding that can be chosen; `legal` is absent where LDS has no room for its tiles. */
export const padSweep = (parameters: PaddingParameters) =>
  swept(
    parameters,
    'padding',
    paddings.map((padBytes) => ({ padBytes })),
  );

/** Every XOR; `legal` is absent where it takes units out of their row, or LDS has no room. */
export const xorSweep = (
  parameters: PaddingParameters,
  units: readonly number[],
  keys: readonly number[],
) =>
  swept(
    parameters,
    'xor',
    units.flatMap((unitBytes) => keys.map((each) => ({ unitBytes, keys: each }))),
  );

function swept<P extends Partial<PaddingParameters>>(
  parameters: PaddingParameters,
  name: SideName,
  points: readonly P[],
): (P & { readonly legal?: Sweep })[] {
  if (parameterFault(parameters) !== undefined) return [];
  const machine = machineNamed(parameters.chip);
  const count = counter(parameters, machine);
  const plain = count(sideOf('none', parameters, machine));
  return points.map((point) => {
    const side = sideOf(name, { ...parameters, ...point }, machine);
    if (side.faults.length > 0 || !side.fits) return point;
    const { row, column } = count(side);
    const whole =
      row.pieces.text === plain.row.pieces.text && column.pieces.text === plain.column.pieces.text;
    const legal = { row: row.cost.conflicts, column: column.cost.conflicts, whole };
    return { ...point, legal };
  });
}

/** The point with the fewest conflicts, among these the first. */
export const bestOf = <P extends { readonly legal?: Sweep }>(
  points: readonly P[],
  suits: (sweep: Sweep, point: P) => boolean = () => true,
): (P & Sweep) | undefined =>
  points
    .flatMap((point) =>
      point.legal !== undefined && suits(point.legal, point) ? [{ ...point, ...point.legal }] : [],
    )
    .sort((a, b) => conflictsOf(a) - conflictsOf(b))[0];
