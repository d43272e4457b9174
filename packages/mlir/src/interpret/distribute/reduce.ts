/**
 * Contractions and reductions of vectors that lanes share.
 *
 *     one subgroup has all terms        its lanes put their elements together, as matrix instructions and shuffles do
 *     several subgroups have them       the workgroup does, behind a barrier; the compiler takes LDS for that
 *
 * Invariant: every lane gets the elements of the result that its layout says, equal to those of the whole vectors.
 */
import { messages } from '@ldscope/core';
import { elementPositions, type LaneVector, wholeVector } from '../lane-vector.ts';
import type { Lowering } from '../lowering.ts';
import { checkExact } from '../arithmetic/elementwise.ts';
import { fencedBarrier } from '../ops/waits.ts';
import { combined, maskOf, type Reduction, TERMS_PER_STEP } from '../ops/reduction.ts';
import type { ReductionPlan } from '../reductions.ts';
import type { Wave } from '../wave.ts';
import type { Workgroup } from '../workgroup.ts';
import { distributedAt } from './attributes.ts';
import { vectorShape } from './rules.ts';

/** An operand that lanes share: where its elements are. */
interface Shared {
  readonly slot: number;
  readonly vector: LaneVector;
  readonly positions: Int32Array;
  /** Elements of the whole vector. */
  readonly size: number;
}

export function emitShared(reduction: Reduction, lowering: Lowering): void {
  const { op, plan, accumulator, result, exact, accumulatorPlace } = reduction;
  const { block, waveSize } = lowering.launch;
  const threads = block[0] * block[1] * block[2];
  const mask = maskOf(op);
  const places = [0, 1].slice(0, reduction.factors).concat(mask === undefined ? [] : [mask.place]);
  const shared = reduction.operands.map((value, i): Shared => {
    const vector =
      distributedAt(op, places[i] ?? 0, lowering) ?? wholeVector(vectorShape(value) ?? []);
    const size = vector.shape.reduce((a, b) => a * b, 1);
    const positions = elementPositions(vector, threads);
    return { slot: lowering.data(value), vector, positions, size };
  });
  const target = distributedAt(op, 'result', lowering) ?? wholeVector(vectorShape(result) ?? []);
  const own = distributedAt(op, accumulatorPlace, lowering) ?? target;
  const positions = elementPositions(target, threads);
  if (
    own.registers !== target.registers ||
    !covered(shared, plan, positions, target, threads, threads)
  )
    return lowering.unsupported('elements that no lane has');
  const alone = covered(shared, plan, positions, target, waveSize, threads);
  if (!alone) lowering.report(messages.execute.acrossSubgroups(op.name));
  const initial = accumulator === undefined ? undefined : lowering.data(accumulator);
  const to = lowering.data(result);
  const wholes = wholeVectors(shared, alone);
  const sums = new Float64Array(plan.elements);
  const known = new Uint8Array(plan.elements);
  lowering.emitWhole((wave) => {
    const into = wholes(wave);
    for (const [i, operand] of shared.entries()) putTogether(wave, operand, into[i]);
  });
  if (!alone) fencedBarrier(op, lowering);
  lowering.emit((wave) => {
    const values = wholes(wave);
    const before = initial === undefined ? undefined : wave.values(initial);
    const out = wave.values(to);
    const { lanes } = wave;
    wave.steps += Math.floor((target.registers * plan.steps) / TERMS_PER_STEP);
    known.fill(0);
    for (let lane = 0; lane < lanes; lane++) {
      const base = (wave.index * lanes + lane) * target.registers;
      for (let register = 0; register < target.registers; register++) {
        const e = positions[base + register] ?? 0;
        const at = register * lanes + lane;
        if (known[e] === 0) {
          sums[e] = combined(reduction, values, e, before?.[at], 1, 0) ?? 0;
          known[e] = 1;
        }
        out[at] = sums[e] ?? 0;
      }
    }
    if (exact) checkExact(wave, out, op.name);
  });
  // The next round must not overwrite what a slower wave has yet to read.
  if (!alone) fencedBarrier(op, lowering);
}

/** The buffers in which elements are put together: of each wave in turn, or of each workgroup. */
function wholeVectors(shared: readonly Shared[], alone: boolean): (wave: Wave) => Float64Array[] {
  const made = (): Float64Array[] => shared.map(({ size }) => new Float64Array(size));
  if (alone) {
    const buffers = made();
    return () => buffers;
  }
  const byWorkgroup = new WeakMap<Workgroup, Float64Array[]>();
  return ({ workgroup }) => {
    const buffers = byWorkgroup.get(workgroup) ?? made();
    byWorkgroup.set(workgroup, buffers);
    return buffers;
  };
}

function putTogether(
  wave: Wave,
  { slot, vector, positions }: Shared,
  whole: Float64Array | undefined,
): void {
  const values = wave.values(slot);
  const { lanes } = wave;
  if (whole === undefined) return;
  for (let lane = 0; lane < lanes; lane++) {
    const base = (wave.index * lanes + lane) * vector.registers;
    for (let register = 0; register < vector.registers; register++) {
      whole[positions[base + register] ?? 0] = values[register * lanes + lane] ?? 0;
    }
  }
}

/** True when each group of a given number of threads has all elements that its part of the result needs. */
function covered(
  shared: readonly Shared[],
  plan: ReductionPlan,
  positions: Int32Array,
  target: LaneVector,
  together: number,
  threads: number,
): boolean {
  for (let first = 0; first < threads; first += together) {
    const part = (list: Int32Array, registers: number): Int32Array =>
      list.subarray(first * registers, (first + together) * registers);
    const needed = new Set(part(positions, target.registers));
    for (const [o, { vector, positions: held, size }] of shared.entries()) {
      const present = new Uint8Array(size);
      for (const position of part(held, vector.registers)) present[position] = 1;
      const bases = new Set([...needed].map((e) => plan.bases[o]?.[e] ?? 0));
      for (const base of bases) {
        for (const offset of plan.offsets[o] ?? []) if (present[base + offset] === 0) return false;
      }
    }
  }
  return true;
}
