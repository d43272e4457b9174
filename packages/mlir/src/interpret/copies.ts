/**
 * Passing values on: a set of assignments for the active lanes, all at once, as block arguments and the iteration arguments
 * of loops need. Targets may be among the sources (`%a, %b = %b, %a`).
 */
import { messages } from '@ldscope/core';
import type { Value } from '../ir/ir.ts';
import { elementNameOf } from './elements.ts';
import type { Lowering } from './lowering.ts';
import { elementCount, isMemory } from './value-types.ts';
import { fullMask, isActive } from './registers.ts';
import { mergedViews } from './merged-views.ts';
import type { Wave } from './wave.ts';

/** Slots that are assigned: `memrefs` are views, `data` scalars and vectors. */
export interface SlotCopies {
  readonly memrefs: readonly (readonly [from: number, to: number])[];
  readonly data: readonly (readonly [from: number, to: number])[];
  /** The assignments of `data`, and others that no step makes: all of them carry dependences on reads of LDS. */
  readonly followed?: readonly (readonly [from: number, to: number])[];
}

/** A step that assigns values to others; `undefined` when there is nothing to do or something was wrong. */
export function prepareCopies(
  lowering: Lowering,
  from: readonly Value[],
  to: readonly Value[],
  name: string,
): ((wave: Wave) => void) | undefined {
  const slots = copySlots(lowering, from, to, name);
  return slots && copyStep(slots, name);
}

/** Emits the assignment of values to others. */
export function emitCopies(
  lowering: Lowering,
  from: readonly Value[],
  to: readonly Value[],
  name: string,
): void {
  const step = prepareCopies(lowering, from, to, name);
  if (step !== undefined) lowering.emit(step);
}

function copySlots(
  lowering: Lowering,
  from: readonly Value[],
  to: readonly Value[],
  name: string,
): SlotCopies | undefined {
  const pairs = to.flatMap((target, i) => {
    const source = from[i];
    return source === undefined ? [] : [{ source, target }];
  });
  if (from.length !== to.length) {
    const what = `it passes ${from.length} values where ${to.length} are expected`;
    lowering.report(messages.execute.malformed(name, what));
  }
  if (!lowering.requireKnown(from, name)) return undefined;
  for (const { source, target } of pairs) {
    if (isAlike(source, target)) continue;
    return lowering.refuse(
      messages.execute.malformed(name, 'it passes a value of another type on'),
    );
  }
  const wanted = pairs.filter(({ target }) => lowering.slice?.isUnwanted(target) !== true);
  const memory = wanted.filter(({ target }) => isMemory(target.type));
  const data = wanted.filter(({ target }) => !isMemory(target.type));
  const followed = lowering.followRead ? pairs.filter(({ target }) => !isMemory(target.type)) : [];
  if (memory.length + data.length + followed.length === 0) return undefined;
  return {
    followed: followed.map(({ source, target }) => [lowering.data(source), lowering.data(target)]),
    memrefs: memory.map(({ source, target }) => [lowering.memref(source), lowering.memref(target)]),
    data: data.map(({ source, target }) => [lowering.data(source), lowering.data(target)]),
  };
}

/** The step for some slots. */
export function copyStep(
  { memrefs, data, followed = data }: SlotCopies,
  name: string,
): (wave: Wave) => void {
  const targets = new Set(data.map(([, target]) => target));
  const overlapping = data.some(([source, target]) => source !== target && targets.has(source));
  return (wave) => {
    wave.flight?.move(followed);
    const views = memrefs.map(([source]) => wave.memref(source));
    for (const [i, [, target]] of memrefs.entries()) {
      const view = views[i];
      if (view !== undefined)
        wave.memrefs[target] = mergedViews(wave, wave.memrefs[target], view, wave.mask, name);
    }
    const sources = data.map(([source]) => {
      const values = wave.values(source);
      return overlapping ? values.slice() : values;
    });
    const halves = data.map(([source]) => {
      const wide = wave.wide[source];
      return overlapping ? wide?.slice() : wide;
    });
    for (const [i, [, target]] of data.entries()) {
      const source = sources[i];
      if (source === undefined) continue;
      copyActive(wave, source, wave.values(target), 1);
      const half = halves[i];
      if (half !== undefined) copyActive(wave, half, wave.wideValues(target), 2);
    }
  };
}

/** True when one value can take the other's place: memory for memory, as many elements of one type. */
function isAlike(source: Value, target: Value): boolean {
  if (isMemory(source.type) || isMemory(target.type)) {
    return isMemory(source.type) && isMemory(target.type);
  }
  if (elementCount(source.type) !== elementCount(target.type)) return false;
  return elementNameOf(source) === elementNameOf(target);
}

/** Copies the entries of active lanes; an element takes `parts` rows of lanes. */
function copyActive<T extends Float64Array | Int32Array>(
  wave: Wave,
  source: T,
  target: T,
  parts: number,
): void {
  const { lanes, mask } = wave;
  const full = fullMask(lanes);
  if (mask.low === full.low && mask.high === full.high) {
    target.set(source);
    return;
  }
  for (let i = 0; i < target.length; i++) {
    if (isActive(mask, Math.floor(i / parts) % lanes)) target[i] = source[i] ?? 0;
  }
}
