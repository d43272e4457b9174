/**
 * What the accesses of a problem cost under a layout: the same simulation as of a kernel, on addresses that follow from
 * the elements.
 *
 * Hardware-linear destinations (direct-to-LDS) keep their lanes in order: the layout decides which element a lane
 * fetches, so their addresses are those of the block that the wave fills.
 */
import { opcodeAt } from '../access/opcodes.ts';
import { type AccessTrace, TraceBuilder } from '../access/trace.ts';
import { simulate } from '../conflict/simulate.ts';
import { type ProblemAccess, isLaneLinear, type Problem } from './problem.ts';
import { isActive } from '../access/wave-rows.ts';

/** One access on one target, over all executions. Cycles are LDS cycles on AMD and wavefronts on NVIDIA. */
export interface AccessCount {
  /** Cycles without conflicts. */
  readonly phases: number;
  readonly cycles: number;
  readonly conflicts: number;
  /** Slots of the fullest bank in the worst phase. */
  readonly ways: number;
}

/** By target, then by access. */
export type Counts = readonly (readonly AccessCount[])[];

/** Counts layouts of one problem; keeps the trace and refills its addresses. */
export interface LayoutCounter {
  /** `offsets` as of `placeElements`. */
  readonly count: (offsets: Int32Array) => Counts;
  /** The addresses that were counted last. */
  readonly trace: AccessTrace;
}

export function makeCounter(problem: Problem): LayoutCounter {
  const { tile, waveSize, accesses, targets } = problem;
  const trace = emptyTrace(problem);
  const elements = elementIndices(problem);
  const linear = accesses.map(isLaneLinear);
  const count = (offsets: Int32Array): Counts => {
    const { addressBytes } = trace;
    let extent = 0;
    for (let i = 0; i < elements.length; i++) {
      const element = elements[i] ?? -1;
      const offset = element < 0 ? 0 : (offsets[element] ?? 0);
      addressBytes[i] = offset;
      if (offset > extent) extent = offset;
    }
    let first = 0;
    for (const [a, access] of accesses.entries()) {
      if (linear[a] === true) linearise(trace, access, first, waveSize);
      first += access.instances;
    }
    const options = { ldsBytes: extent + LONGEST_BLOCK_BYTES };
    return targets.map(({ machine, model }) => {
      const { phases, idxActive, bankConflict, worstWays } = simulate(
        trace,
        machine,
        model,
        options,
      );
      let row = 0;
      return accesses.map(({ instances, executions }) => {
        const sum = { phases: 0, cycles: 0, conflicts: 0, ways: 0 };
        for (let i = 0; i < instances; i++, row++) {
          const times = executions[i] ?? 0;
          sum.phases += times * (phases[row] ?? 0);
          sum.cycles += times * (idxActive[row] ?? 0);
          sum.conflicts += times * (bankConflict[row] ?? 0);
          sum.ways = Math.max(sum.ways, worstWays[row] ?? 0);
        }
        return sum;
      });
    });
  };
  if (tile.rows * tile.columns > 2 ** 31) throw new RangeError('the tile has too many elements');
  return { count, trace };
}

/** No vector of a wave reaches further behind its first element. */
const LONGEST_BLOCK_BYTES = 64 * 16;

/** Conflict cycles of each target over all accesses. */
export function conflictTotals(counts: Counts): number[] {
  return counts.map((list) => list.reduce((sum, { conflicts }) => sum + conflicts, 0));
}

/** A row per instance, access after access; addresses are filled in later. */
function emptyTrace({ waveSize, accesses }: Problem): AccessTrace {
  const rows = accesses.reduce((sum, { instances }) => sum + instances, 0);
  const sites = accesses.map(({ name }, i) => ({ id: `${i} ${name}` }));
  const builder = new TraceBuilder(waveSize, sites, rows);
  const addresses = new Uint32Array(waveSize);
  let order = 0;
  for (const [site, { op, instances, activeMask, wave }] of accesses.entries()) {
    for (let i = 0; i < instances; i++) {
      const [low, high] = [activeMask[2 * i] ?? 0, activeMask[2 * i + 1] ?? 0];
      builder.add(op, site, wave[i] ?? 0, order++, addresses, low, high);
    }
  }
  return builder.finish();
}

/** The element of each lane of each row; -1 where the lane takes no part or begins outside the tile. */
function elementIndices({ tile, waveSize, accesses }: Problem): Int32Array {
  const rows = accesses.reduce((sum, { instances }) => sum + instances, 0);
  const elements = new Int32Array(rows * waveSize).fill(-1);
  let base = 0;
  for (const access of accesses) {
    for (let instance = 0; instance < access.instances; instance++, base += waveSize) {
      for (let lane = 0; lane < waveSize; lane++) {
        if (!isActive(access, instance, lane)) continue;
        const row = access.rows[instance * waveSize + lane] ?? 0;
        const column = access.columns[instance * waveSize + lane] ?? 0;
        if (row < tile.rows && column < tile.columns) {
          elements[base + lane] = row * tile.columns + column;
        }
      }
    }
  }
  return elements;
}

/** Puts the lanes of each instance at their hardware places: the lowest address is that of the first active lane. */
function linearise(
  trace: AccessTrace,
  access: ProblemAccess,
  first: number,
  waveSize: number,
): void {
  const step = laneBytes(access);
  const { addressBytes } = trace;
  for (let instance = 0; instance < access.instances; instance++) {
    const base = (first + instance) * waveSize;
    const start = blockStart(access, instance, waveSize, (lane) => addressBytes[base + lane] ?? 0);
    for (let lane = 0; lane < waveSize; lane++) {
      if (isActive(access, instance, lane)) addressBytes[base + lane] = start + lane * step;
    }
  }
}

/** Where lane 0 of a hardware-linear access writes, active or not. */
export function blockStart(
  access: ProblemAccess,
  instance: number,
  waveSize: number,
  addressOf: (lane: number) => number,
): number {
  let lowest = Number.POSITIVE_INFINITY;
  let firstLane = -1;
  for (let lane = 0; lane < waveSize; lane++) {
    if (!isActive(access, instance, lane)) continue;
    if (firstLane < 0) firstLane = lane;
    lowest = Math.min(lowest, addressOf(lane));
  }
  return firstLane < 0 ? 0 : Math.max(0, lowest - firstLane * laneBytes(access));
}

/** Bytes from one lane to the next; 0 for instructions whose lanes have addresses. */
export function laneBytes({ op }: ProblemAccess): number {
  const { addressing } = opcodeAt(op);
  return addressing.kind === 'lane-contiguous' ? addressing.laneBytes : 0;
}
