/**
 * The two accesses of a tile, for 256 threads: stored along its rows, loaded down its columns.
 *
 *     along rows      thread t has vector t, row after row
 *     down columns    lane l has the rows from `rowsOfLane * l` on, one instruction each; the next columns follow, and
 *                     where only 16 or 32 lanes go down, the next rows after all columns
 *
 * What a thread moves becomes instructions by what its layout allows: vectors that stay in one piece and aligned are one
 * instruction, others are cut as a compiler cuts them.
 */
import {
  type AccessTrace,
  emittedInstructions,
  type Machine,
  opcodeAt,
  simulate,
  sum,
  TraceBuilder,
} from '@ldscope/core';
import { waveOf } from '../parts/one-access.ts';
import { lanesDownOf, type PaddingParameters, THREADS } from './controls.ts';

/** The first element of what each lane moves; -1 for a lane that takes no part. One instance after the other. */
export interface LogicalAccess {
  readonly direction: 'read' | 'write';
  readonly widthBytes: number;
  readonly waveSize: 32 | 64;
  readonly instances: number;
  readonly elements: Int32Array;
  readonly wave: Int32Array;
}

type Place = (thread: number, instance: number) => number;

function accessOf(
  machine: Machine,
  direction: LogicalAccess['direction'],
  widthBytes: number,
  ofWave: number,
  elementAt: Place,
): LogicalAccess {
  const waveSize = waveOf(machine);
  const waves = THREADS / waveSize;
  const instances = waves * ofWave;
  const elements = new Int32Array(instances * waveSize);
  const wave = new Int32Array(instances);
  for (let i = 0; i < instances; i++) {
    const own = Math.floor(i / ofWave);
    wave[i] = own;
    for (let lane = 0; lane < waveSize; lane++) {
      elements[i * waveSize + lane] = elementAt(own * waveSize + lane, i % ofWave);
    }
  }
  return { direction, widthBytes, waveSize, instances, elements, wave };
}

export function rowAccess(machine: Machine, parameters: PaddingParameters): LogicalAccess {
  const { rows, columns, elementBytes, rowWidth } = parameters;
  const each = rowWidth / elementBytes;
  const vectors = (rows * columns) / each;
  return accessOf(machine, 'write', rowWidth, Math.ceil(vectors / THREADS), (thread, i) => {
    const vector = i * THREADS + thread;
    return vector < vectors ? vector * each : -1;
  });
}

export function columnAccess(machine: Machine, parameters: PaddingParameters): LogicalAccess {
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
    const row = rowsOfLane * down + (i % rowsOfLane);
    return row * columns + (group % vectors) * each;
  });
}

/** One instruction with its one or two offsets. */
type Emitted = ReturnType<typeof emittedInstructions>[number];

/** What a layout leaves of a vector: bytes that stay together, and the alignment of their addresses. */
export interface Pieces {
  readonly bytes: number;
  readonly alignmentBytes: number;
  /** Those of one access of one lane; offsets count through its pieces, wherever these lie. */
  readonly instructions: readonly Emitted[];
  /** `ds_write_b128`, `2 x ds_write2_b32`. */
  readonly text: string;
}

const WIDEST = 16;

/** The instructions of an access under a layout; `offsets` as of `placeElements`. */
export function piecesOf(
  machine: Machine,
  { direction, widthBytes }: LogicalAccess,
  offsets: Int32Array,
  elementBytes: number,
): Pieces {
  let bytes = widthBytes;
  while (bytes > elementBytes && !staysTogether(offsets, bytes / elementBytes, elementBytes)) {
    bytes /= 2;
  }
  let bits = WIDEST;
  for (let e = 0; e < offsets.length; e += bytes / elementBytes) bits |= offsets[e] ?? 0;
  const alignmentBytes = bits & -bits;
  const one = emittedInstructions(machine.isa, direction, bytes, alignmentBytes);
  const instructions = Array.from({ length: widthBytes / bytes }, (_, piece) =>
    one.map(({ op, offsets: within }) => ({
      op,
      offsets: within.map((offset) => piece * bytes + offset),
    })),
  ).flat();
  return { bytes, alignmentBytes, instructions, text: listed(instructions) };
}

function staysTogether(offsets: Int32Array, count: number, elementBytes: number): boolean {
  for (let e = 0; e < offsets.length; e++) {
    const first = offsets[e - (e % count)] ?? 0;
    if (offsets[e] !== first + (e % count) * elementBytes) return false;
  }
  return true;
}

function listed(instructions: readonly Emitted[]): string {
  const counts = new Map<string, number>();
  for (const { op } of instructions) {
    counts.set(opcodeAt(op).name, (counts.get(opcodeAt(op).name) ?? 0) + 1);
  }
  return [...counts].map(([name, n]) => (n === 1 ? name : `${n} x ${name}`)).join(', ');
}

/** Every instruction of the workgroup, as addresses; the rows of a two-address instruction share their order. */
export function traceOf(
  access: LogicalAccess,
  { bytes, instructions }: Pieces,
  offsets: Int32Array,
  elementBytes: number,
): AccessTrace {
  const { waveSize, instances, elements, wave } = access;
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

/** What the workgroup pays for one access of the whole tile. Cycles are wavefronts on NVIDIA. */
export interface AccessCost {
  readonly instructions: number;
  readonly cycles: number;
  readonly conflicts: number;
  readonly ways: number;
}

export function costOf(
  access: LogicalAccess,
  { instructions }: Pieces,
  trace: AccessTrace,
  machine: Machine,
  ldsBytes: number,
): AccessCost {
  const counted = simulate(trace, machine, machine.models[0], { ldsBytes });
  return {
    instructions: access.instances * instructions.length,
    cycles: sum(counted.idxActive),
    conflicts: sum(counted.bankConflict),
    ways: Math.max(...counted.worstWays),
  };
}
