/**
 * How much is known about a value while arguments are not given: all of it, all but an offset that the lanes share, or nothing.
 *
 *     %t = gpu.thread_id x               known, differs among lanes
 *     %n                                 an argument without a value: offset, the same for all lanes
 *     %m = arith.muli %n, %c64           offset, a multiple of 64
 *     %i = arith.addi %t, %m             offset: the id of the lane and a multiple of 64 that nobody knows
 *     %x = arith.xori %t, %n             unknown
 *
 * Lanes whose addresses are all moved by the same multiple of a word meet in the same banks as before, turned around. So an
 * address with such an offset has the conflicts of the one without it, whatever the offset is.
 */
import { gcd } from '@ldscope/core';

/** Where what is not known comes from. */
export interface Source {
  /** `argument arg2`, `push constant 0`, `the contents of memory`. */
  readonly name: string;
  /** Memory that is not given reads as zero where branches need a value; for a scalar there is none. */
  readonly kind: 'scalar' | 'memory';
}

export type ValueClass =
  | { readonly kind: 'known'; readonly uniform: boolean }
  /** A known value and a multiple of `step` that all lanes of a wave share; `uniform`: the lanes agree on the whole. */
  | {
      readonly kind: 'offset';
      readonly uniform: boolean;
      readonly step: number;
      readonly source: Source;
    }
  | { readonly kind: 'unknown'; readonly source: Source };

export type NotKnown = Exclude<ValueClass, { readonly kind: 'known' }>;

export const UNIFORM: ValueClass = { kind: 'known', uniform: true };
export const VARYING: ValueClass = { kind: 'known', uniform: false };

export const anyOf = (source: Source): NotKnown => ({ kind: 'unknown', source });

/** A value that all lanes share and that is not known. */
export const sharedOf = (source: Source): NotKnown => ({
  kind: 'offset',
  uniform: true,
  step: 1,
  source,
});

/** True for a value that all lanes of a wave agree on. */
export const isUniform = (one: ValueClass): boolean => one.kind !== 'unknown' && one.uniform;

/** The step of what is not known about a value; 0 where all of it is. */
const stepOf = (one: Exclude<ValueClass, { readonly kind: 'unknown' }>): number =>
  one.kind === 'offset' ? one.step : 0;

/** A value made of a known part and a multiple of `step`; one that is known where the step is 0. */
export function withStep(step: number, uniform: boolean, source: Source | undefined): ValueClass {
  if (step === 0 || source === undefined) return { kind: 'known', uniform };
  return { kind: 'offset', uniform, step: Math.abs(step), source };
}

export const sourceOf = (one: ValueClass | undefined): Source | undefined =>
  one === undefined || one.kind === 'known' ? undefined : one.source;

/** The sum of two values, or their difference. */
export function sumOf(a: ValueClass, b: ValueClass): ValueClass {
  if (a.kind === 'unknown') return a;
  if (b.kind === 'unknown') return b;
  return withStep(gcd(stepOf(a), stepOf(b)), a.uniform && b.uniform, sourceOf(a) ?? sourceOf(b));
}

/** A value times a constant. */
export function timesConstant(a: ValueClass, factor: number): ValueClass {
  if (a.kind !== 'offset') return a;
  return factor === 0 ? UNIFORM : withStep(a.step * factor, a.uniform, a.source);
}

/** The product of two values; that of two that are not known, or by one that differs among lanes, keeps nothing. */
export function productOf(a: ValueClass, b: ValueClass): ValueClass {
  if (a.kind === 'known' && b.kind === 'known') return mixed([a, b], true);
  const [open, other] = a.kind === 'known' ? [b, a] : [a, b];
  if (open.kind === 'offset' && other.kind === 'known' && other.uniform)
    return withStep(open.step, open.uniform, open.source);
  return mixed([a, b], true);
}

/** The class of a value divided by `divisor`: exact where the step is a multiple of it. */
export function quotientOf(a: ValueClass, divisor: number): ValueClass {
  if (a.kind === 'offset' && divisor > 0 && a.step % divisor === 0)
    return withStep(a.step / divisor, a.uniform, a.source);
  return mixed([a], true);
}

/** The rest of a division: known where the step is a multiple of the divisor. */
export function restOf(a: ValueClass, divisor: number): ValueClass {
  if (a.kind === 'offset' && divisor > 0 && a.step % divisor === 0)
    return { kind: 'known', uniform: a.uniform };
  return mixed([a], true);
}

/**
 * The class of any function of some values: known when these are known, shared when these are shared. `lanewise`: a lane's
 * result depends on its own operands alone.
 */
export function mixed(operands: readonly ValueClass[], lanewise: boolean): ValueClass {
  const open = operands.find((one) => one.kind !== 'known');
  const uniform = lanewise && operands.every(isUniform);
  if (open === undefined) return { kind: 'known', uniform };
  const source = sourceOf(open);
  if (source === undefined) return VARYING;
  return uniform ? sharedOf(source) : anyOf(source);
}

/** One of two values, which one is known: by lane, unless `together`. */
export function eitherOf(
  a: ValueClass | undefined,
  b: ValueClass | undefined,
  together: boolean,
): ValueClass | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.kind === 'known' && b.kind === 'known')
    return { kind: 'known', uniform: together && a.uniform && b.uniform };
  return mixed([a, b], together);
}

/** The less known about what was found of a value before and of what is found now. */
export function widened(before: ValueClass | undefined, now: ValueClass): ValueClass {
  if (before === undefined || now.kind === 'unknown') return now;
  if (before.kind === 'unknown') return before;
  const source = sourceOf(before) ?? sourceOf(now);
  return withStep(gcd(stepOf(before), stepOf(now)), before.uniform && now.uniform, source);
}

export function isSame(a: ValueClass | undefined, b: ValueClass): boolean {
  if (a?.kind !== b.kind) return false;
  if (a.kind === 'unknown' || b.kind === 'unknown') return true;
  return a.uniform === b.uniform && stepOf(a) === stepOf(b);
}
