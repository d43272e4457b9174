/**
 * `tt.reduce` since Triton 3.7: partial results of waves go through memory as conversions of layouts, until lanes hold them.
 *
 *     registers and lanes reduce     [0, 64] is left in the warps: 4 rows by 2 waves
 *     conversion                     the bit of the waves becomes a bit of the lanes that holds nothing
 *     lanes reduce                   what is left are rows
 *     conversion                     only where the result has another layout than that
 *
 * What was reduced is gone from the axis, and the rest of it moves up. Written from
 * `ReduceOpHelper` and `ReduceOpConversion` of Triton 3.8 (triton-lang/triton:lib/Analysis/Utility.cpp,
 * lib/Conversion/TritonGPUToLLVM/ReduceOpToLLVM.cpp) and compared with the machine code that it makes.
 */
import type { LinearLayout } from '../../layout/linear/linear-layout.ts';
import { columnsOf, distributedLayout, type Holder, HOLDERS } from './bases.ts';

type Bases = Record<Holder, (readonly number[])[]>;

/** From one layout to another, through memory. */
export interface ReductionStep {
  readonly source: LinearLayout;
  readonly target: LinearLayout;
}

/** A reduction goes from waves to lanes in two rounds at most. */
const MOST_ROUNDS = 2;

/**
 * The conversions of a reduction of a tensor with layout `source` along `axis`; `result` is absent for a scalar. A reason where
 * lanes cannot hold what is left.
 */
export function reductionConversions(
  source: LinearLayout,
  result: LinearLayout | undefined,
  axis: number,
): readonly ReductionStep[] | string {
  const steps: ReductionStep[] = [];
  let bases = withoutAxis(withoutAxis(basesOf(source), axis, 'register'), axis, 'lane');
  if (bases.block.some((one) => one[axis] !== 0))
    return 'it goes across the workgroups of a cluster';
  const reaches = (): boolean =>
    HOLDERS.some((holder) => bases[holder].some((one) => one[axis] !== 0));
  while (reaches()) {
    if (steps.length === MOST_ROUNDS) return 'what is left of it does not fit into lanes';
    const next = towardsLanes(bases, axis);
    steps.push({ source: layoutOf(bases), target: layoutOf(next) });
    bases = withoutAxis(next, axis, 'lane');
  }
  if (result === undefined) return steps;
  const left = layoutOf(withoutDimension(bases, axis));
  const wanted = layoutOf(withoutRepeats(basesOf(result)));
  if (!isSame(left, wanted)) steps.push({ source: left, target: wanted });
  return steps;
}

/** Bits of waves along the axis change places with bits of lanes: with those that hold nothing, where there are enough. */
function towardsLanes(bases: Bases, axis: number): Bases {
  const [lane, warp] = [[...bases.lane], [...bases.warp]];
  const moved = warp.flatMap((one, i) => (one[axis] === 0 ? [] : [i]));
  const idle = lane.flatMap((one, i) => (one.every((step) => step === 0) ? [i] : []));
  const places = idle.length >= moved.length ? idle : [...lane.keys()];
  for (const [i, from] of moved.entries()) {
    const to = places[i];
    const [own, other] = [warp[from], to === undefined ? undefined : lane[to]];
    if (to === undefined || own === undefined || other === undefined) break;
    lane[to] = own;
    warp[from] = other;
  }
  return { ...bases, lane, warp };
}

/** With zeros along the axis, where what is left moves up; registers that hold nothing then are left out. */
function withoutAxis(bases: Bases, axis: number, holder: Holder): Bases {
  const reduced = bases[holder].map((one) => one.map((step, d) => (d === axis ? 0 : step)));
  const next = withoutRepeats({ ...bases, [holder]: reduced });
  const left = HOLDERS.flatMap((one) => next[one].map((basis) => basis[axis] ?? 0));
  const steps = [...new Set(left.filter((step) => step !== 0))].sort((a, b) => a - b);
  const moved = (list: readonly (readonly number[])[]): number[][] =>
    list.map((one) =>
      one.map((step, d) => (d === axis && step !== 0 ? 2 ** steps.indexOf(step) : step)),
    );
  return {
    register: moved(next.register),
    lane: moved(next.lane),
    warp: moved(next.warp),
    block: moved(next.block),
  };
}

function withoutRepeats(bases: Bases): Bases {
  const register = bases.register.filter((one) => one.some((step) => step !== 0));
  return { ...bases, register };
}

function withoutDimension(bases: Bases, axis: number): Bases {
  const rest = (one: readonly number[]): number[] => one.filter((_, d) => d !== axis);
  return {
    register: bases.register.map(rest),
    lane: bases.lane.map(rest),
    warp: bases.warp.map(rest),
    block: bases.block.map(rest),
  };
}

function basesOf(layout: LinearLayout): Bases {
  const own = (holder: Holder): number[][] =>
    columnsOf(layout, holder).map((column) => {
      let rest = column;
      return layout.outputs.map(({ bits }) => {
        const step = rest & (2 ** bits - 1);
        rest >>>= bits;
        return step;
      });
    });
  return { register: own('register'), lane: own('lane'), warp: own('warp'), block: own('block') };
}

/** A layout whose dimensions reach as far as its bases do. */
function layoutOf(bases: Bases): LinearLayout {
  const all = HOLDERS.flatMap((holder) => bases[holder]);
  const rank = all[0]?.length ?? 0;
  const shape = Array.from({ length: rank }, (_, d) =>
    all.reduce((size, one) => Math.max(size, 2 ** (32 - Math.clz32(one[d] ?? 0))), 1),
  );
  return distributedLayout(shape, bases);
}

function isSame(one: LinearLayout, other: LinearLayout): boolean {
  return (
    one.columns.join() === other.columns.join() &&
    one.inputs.every(({ bits }, i) => bits === other.inputs[i]?.bits) &&
    one.outputs.every(({ bits }, i) => bits === other.outputs[i]?.bits)
  );
}
