/**
 * `gpu.subgroup_reduce`, `gpu.all_reduce` and `gpu.rotate`.
 *
 *     %s = gpu.subgroup_reduce add %v cluster(size = 4, stride = 16) : (f32) -> f32      lanes l, l + 16, l + 32, l + 48
 *     %a = gpu.all_reduce maxsi %v uniform {} : (i32) -> i32                            the whole workgroup, a barrier
 *     %r, %p = gpu.rotate %v, 1, 16 : f32                                               lane (l + 1) mod 16
 *
 * Terms are combined in the order of the lanes. LIMITATION: `all_reduce` with a region is not executed. The LDS
 * that compilers use for the values of the waves is not counted, and named as such.
 */
import { isPowerOfTwo } from '@ldscope/core';
import type { Operation } from '../../ir/ir.ts';
import { integerOf, wordsOf } from '../attributes.ts';
import type { ElementType } from '../elements.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { type Combine, combinerOf } from '../reduce.ts';
import { isActive } from '../registers.ts';
import type { Wave } from '../wave.ts';
import type { Workgroup } from '../workgroup.ts';
import { checkExact } from '../arithmetic/elementwise.ts';
import { sameShape } from './gpu.ts';
import { fencedBarrier } from './waits.ts';
import { takes } from '../take.ts';

interface Reduced {
  readonly from: number;
  readonly to: number;
  readonly element: ElementType;
  readonly combine: Combine;
  readonly count: number;
}

function prepare(op: Operation, lowering: Lowering): Reduced | undefined {
  const [value] = op.operands;
  const [result] = op.results;
  const kind = /(\w+)\W*$/.exec(wordsOf(op, 'op'))?.[1] ?? '';
  const element = result && lowering.element(result.type);
  const combine = element && combinerOf(kind, element);
  if (value === undefined || result === undefined || element === undefined) return undefined;
  if (combine === undefined || !sameShape(value, result)) return lowering.unsupported('this form');
  const [from, to] = lowering.slots(value, result);
  return { from, to, element, combine, count: elementCount(result.type) };
}

/** The active lanes of each cluster: `size` of them, `stride` apart. */
const subgroupReduce: LowerOperation = (op, lowering) => {
  const reduced = prepare(op, lowering);
  const { waveSize } = lowering.launch;
  const size = integerOf(op, 'cluster_size') ?? waveSize;
  const stride = integerOf(op, 'cluster_stride') ?? 1;
  if (reduced === undefined) return;
  if (![size, stride].every(isPowerOfTwo)) return lowering.unsupported('this cluster');
  const { from, to, element, combine, count } = reduced;
  if (size > 1) lowering.exchanges(op.name);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const out = wave.values(to);
    const { lanes } = wave;
    const sums = new Float64Array(lanes);
    for (let i = 0; i < count; i++) {
      const known = new Uint8Array(lanes);
      for (let lane = 0; lane < lanes; lane++) {
        if (!isActive(wave.mask, lane)) continue;
        const first = leader(lane, size, stride);
        const next = values[i * lanes + lane] ?? 0;
        sums[first] = known[first] === 0 ? next : combine(sums[first] ?? 0, next);
        known[first] = 1;
      }
      for (let lane = 0; lane < lanes; lane++) {
        out[i * lanes + lane] = sums[leader(lane, size, stride)] ?? 0;
      }
    }
    if (!element.float) checkExact(wave, out, op.name);
  });
};

/** The first lane of a lane's cluster. */
const leader = (lane: number, size: number, stride: number): number =>
  Math.floor(lane / (size * stride)) * size * stride + (lane % stride);

/** Sums of the waves of a workgroup, by element; a wave with no lane active has none. */
type Sums = (readonly number[] | undefined)[];

const allReduce: LowerOperation = (op, lowering) => {
  if ((op.regions[0]?.blocks.length ?? 0) > 0) return lowering.unsupported('a region');
  const reduced = prepare(op, lowering);
  if (reduced === undefined) return;
  // Upstream passes the sums of waves through LDS, also where there is one wave.
  lowering.uncounted.push('that compilers make of gpu.all_reduce');
  const { from, to, element, combine, count } = reduced;
  const partial = new WeakMap<Workgroup, Sums>();
  lowering.emit((wave) => {
    const sums = partial.get(wave.workgroup) ?? [];
    partial.set(wave.workgroup, sums);
    sums[wave.index] = sumsOf(wave, wave.values(from), count, combine);
  });
  fencedBarrier(op, lowering);
  lowering.emit((wave) => {
    const out = wave.values(to);
    const sums = (partial.get(wave.workgroup) ?? []).flatMap((sum) =>
      sum === undefined ? [] : [sum],
    );
    for (let i = 0; i < count; i++) {
      const terms = sums.map((sum) => sum[i] ?? 0);
      out.fill(terms.slice(1).reduce(combine, terms[0] ?? 0), i * wave.lanes, (i + 1) * wave.lanes);
    }
    if (!element.float) checkExact(wave, out, op.name);
  });
  // The next round must not overwrite what a slower wave has yet to read.
  fencedBarrier(op, lowering);
};

function sumsOf(
  wave: Wave,
  values: Float64Array,
  count: number,
  combine: Combine,
): readonly number[] | undefined {
  const { lanes } = wave;
  const active = Array.from({ length: lanes }, (_, lane) => lane).filter((lane) =>
    isActive(wave.mask, lane),
  );
  if (active.length === 0) return undefined;
  return Array.from({ length: count }, (_, i) =>
    active.map((lane) => values[i * lanes + lane] ?? 0).reduce(combine),
  );
}

/** Lanes from the width on have no value. */
const rotate = takes(1, 1, ([value, result], lowering, op) => {
  const valid = op.results[1];
  const offset = integerOf(op, 'offset');
  const width = integerOf(op, 'width');
  if (
    offset === undefined ||
    width === undefined ||
    !isPowerOfTwo(width) ||
    !sameShape(value, result)
  )
    return lowering.unsupported('this offset or width');
  lowering.exchanges(op.name);
  const [from, to] = lowering.slots(value, result);
  const ok = valid === undefined ? undefined : lowering.data(valid);
  lowering.emit((wave) => {
    const values = wave.values(from).slice();
    const out = wave.values(to);
    const { lanes } = wave;
    for (let lane = 0; lane < lanes; lane++) {
      const source = lane < width ? (lane + offset) % width : lane;
      for (let i = 0; i < out.length; i += lanes) out[i + lane] = values[i + source] ?? 0;
      if (ok !== undefined) wave.values(ok)[lane] = Number(lane < width);
    }
  });
});

export const gpuReductions: Readonly<Record<string, LowerOperation>> = {
  'gpu.subgroup_reduce': subgroupReduce,
  'gpu.all_reduce': allReduce,
  'gpu.rotate': rotate,
};
