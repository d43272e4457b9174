/**
 * `tt.reduce` along an axis that several waves share: how Triton's partial results go through shared memory.
 *
 *     wave 0, 1, 2, 3 hold columns of 16 rows     ->  partial result of row r in wave w at r * 4 + w
 *
 *     store   lanes that hold a result of their wave, one for each row
 *     fold    thread t loads element t, lanes reduce among themselves, and the first of each 4 stores the result
 *     load    each lane loads the rows that it needs, 4 elements apart: that is where banks meet
 *
 * Written from ReduceOpToLLVM.cpp of Triton 2.1 to 3.6 (triton-lang/triton:lib/Conversion/TritonGPUToLLVM), which Triton 3.7
 * replaced by conversions of layouts. LIMITATION: each bit of a layout moves along one dimension.
 */
import { type LinearLayout } from '../../layout/linear/linear-layout.ts';
import { columnsOf, rowMajor } from './bases.ts';

/** One instruction of one wave: the element of each lane, -1 for a lane that does not take part. */
export interface ScratchRow {
  readonly phase: 'store' | 'fold' | 'load';
  readonly direction: 'read' | 'write';
  readonly wave: number;
  /** In elements from where the scratch memory of the operand begins. */
  readonly elements: Int32Array;
}

export interface ReductionMoves {
  /** Of one operand: others do the same in memory of their own. */
  readonly rows: readonly ScratchRow[];
  /** Of one operand. */
  readonly scratchElements: number;
}

/** A column of a layout: the dimension that a bit moves along and how far, or none where it repeats. */
interface Step {
  readonly dimension: number;
  readonly by: number;
}

/**
 * The accesses of a reduction of a tensor with layout `source` along `axis`; `result` is absent for a scalar.
 * `undefined` where waves share nothing; a reason where the layout is not known to be lowered so.
 */
export function reductionThroughMemory(
  source: LinearLayout,
  result: LinearLayout | undefined,
  axis: number,
  { waves, lanes }: { readonly waves: number; readonly lanes: number },
): ReductionMoves | string | undefined {
  const [register, lane, warp] = ['register', 'lane', 'warp'].map((name) => stepsOf(source, name));
  const target = result && ['register', 'lane', 'warp'].map((name) => stepsOf(result, name));
  const all = [register, lane, warp, ...(target ?? [])];
  if (register === undefined || lane === undefined || warp === undefined)
    return 'a bit of its layout moves along two dimensions';
  if (all.includes(undefined))
    return 'a bit of the layout of its result moves along two dimensions';
  const together = 2 ** warp.filter((step) => step?.dimension === axis).length;
  if (together === 1) return undefined;
  const shape = source.outputs.map(({ bits }, d) => (d === axis ? together : 2 ** bits));
  const strides = stridesOf(shape, [
    axis,
    ...orderOf(register, shape.length).filter((d) => d !== axis),
  ]);
  const scratchElements = shape.reduce((product, size) => product * size, 1);
  const rows: ScratchRow[] = [];
  const add = (
    phase: ScratchRow['phase'],
    direction: 'read' | 'write',
    wave: number,
    elementOf: (lane: number) => number | undefined,
  ): void => {
    const elements = Int32Array.from({ length: lanes }, (_, index) => elementOf(index) ?? -1);
    if (elements.some((element) => element >= 0)) rows.push({ phase, direction, wave, elements });
  };
  const offset = (steps: readonly (Step | undefined)[], bits: number): number =>
    offsetOf(steps, bits, strides, axis);

  // Waves that hold the same, and lanes that hold the same or are not the first along the axis, stay out.
  const kept = register.filter((step) => step !== undefined && step.dimension !== axis);
  const silentLanes = maskOf(lane, (step) => step === undefined || step.dimension === axis);
  const silentWaves = maskOf(warp, (step) => step === undefined);
  for (let bits = 0; bits < 2 ** kept.length; bits++) {
    for (let wave = 0; wave < waves; wave++) {
      if ((wave & silentWaves) !== 0) continue;
      const base = offset(kept, bits) + offset(warp, wave) + rankAlong(warp, axis, wave);
      add('store', 'write', wave, (index) =>
        (index & silentLanes) === 0 ? base + offset(lane, index) : undefined,
      );
    }
  }
  const threads = waves * lanes;
  for (let round = 0; round < Math.max(1, scratchElements / threads); round++) {
    for (const direction of ['read', 'write'] as const) {
      for (let wave = 0; wave < waves; wave++) {
        add('fold', direction, wave, (index) => {
          const thread = wave * lanes + index;
          const isWriter = direction === 'read' || index % together === 0;
          return thread < scratchElements && isWriter ? thread + round * threads : undefined;
        });
      }
    }
  }
  const [ownRegister = [], ownLane = [], ownWarp = []] = (target ?? []).map((steps) =>
    // A dimension behind the axis is one further in the scratch memory.
    (steps ?? []).map(
      (step) => step && { ...step, dimension: step.dimension + (step.dimension >= axis ? 1 : 0) },
    ),
  );
  const loads = ownRegister.filter((step) => step !== undefined);
  for (let bits = 0; bits < 2 ** loads.length; bits++) {
    for (let wave = 0; wave < waves; wave++) {
      const base = offset(loads, bits) + offset(ownWarp, wave);
      add('load', 'read', wave, (index) => base + offset(ownLane, index));
    }
  }
  return { rows, scratchElements };
}

/** The bits of one input of a layout; `undefined` when one moves along two dimensions. */
function stepsOf(layout: LinearLayout, name: string): (Step | undefined)[] | undefined {
  const steps = columnsOf(layout, name).map((column) => {
    let rest = column;
    const found: Step[] = [];
    for (const [dimension, { bits }] of layout.outputs.entries()) {
      const by = rest & (2 ** bits - 1);
      rest >>>= bits;
      if (by !== 0) found.push({ dimension, by });
    }
    return found;
  });
  return steps.some((found) => found.length > 1) ? undefined : steps.map(([step]) => step);
}

/** Dimensions as registers go along them first; those that they do not, row-major behind. */
function orderOf(register: readonly (Step | undefined)[], rank: number): number[] {
  const moved = register.flatMap((step) => (step === undefined ? [] : [step.dimension]));
  return [...new Set([...moved, ...rowMajor(rank)])];
}

function stridesOf(shape: readonly number[], order: readonly number[]): number[] {
  const strides = shape.map(() => 0);
  let stride = 1;
  for (const dimension of order) {
    strides[dimension] = stride;
    stride *= shape[dimension] ?? 1;
  }
  return strides;
}

/** What the set bits add to an offset, along all dimensions but the axis. */
function offsetOf(
  steps: readonly (Step | undefined)[],
  bits: number,
  strides: readonly number[],
  axis: number,
): number {
  let offset = 0;
  for (const [bit, step] of steps.entries())
    if (step !== undefined && step.dimension !== axis && ((bits >>> bit) & 1) === 1)
      offset += step.by * (strides[step.dimension] ?? 0);
  return offset;
}

/** The number of a wave among those that share the axis. */
function rankAlong(warp: readonly (Step | undefined)[], axis: number, wave: number): number {
  let [rank, place] = [0, 1];
  for (const [bit, step] of warp.entries()) {
    if (step?.dimension !== axis) continue;
    if (((wave >>> bit) & 1) === 1) rank += place;
    place *= 2;
  }
  return rank;
}

function maskOf(
  steps: readonly (Step | undefined)[],
  isIn: (step: Step | undefined) => boolean,
): number {
  return steps.reduce((mask, step, bit) => (isIn(step) ? mask | (1 << bit) : mask), 0);
}
