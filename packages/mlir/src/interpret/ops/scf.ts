/**
 * `scf`: structured control flow on lane masks.
 *
 * Lanes that leave a loop early keep their iteration values; only active lanes take part in a yield.
 */
import { messages } from '@ldscope/core';
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { factsOf } from '../../rows/facts.ts';
import { emitCopies } from '../copies.ts';
import type { LowerOperation, Lowering } from '../lowering.ts';
import { isActive, isEmpty, type LaneMask, maskWhere, without, lanesWhere } from '../registers.ts';
import type { Wave } from '../wave.ts';
import { takes } from '../take.ts';

/** The terminator of a region's only block, and the operations before it. */
function bodyOf(
  region: Region | undefined,
  lowering: Lowering,
): { ops: Operation[]; terminator?: Operation } {
  const ops = lowering.onlyBlock(region)?.operations ?? [];
  const last = ops.at(-1);
  return last !== undefined && factsOf(last).control === 'yield'
    ? { ops: ops.slice(0, -1), terminator: last }
    : { ops };
}

/** Emits the step behind a region: the lanes that came in are active again. */
function restore(lowering: Lowering, saved: number): void {
  lowering.emit((wave) => {
    wave.mask = wave.masks[saved] ?? wave.mask;
  });
}

/** Splits the active lanes; `rest` are those that take the else region. */
type Split = (wave: Wave) => { readonly holds: LaneMask; readonly rest: LaneMask };

/** An operation with a then and an optional else region. */
export function conditional(op: Operation, lowering: Lowering, split: Split): void {
  const [saved, rest] = [lowering.newMask(), lowering.newMask()];
  const labels = { otherwise: 0, end: 0 };
  const takesBoth = lowering.takesBoth(op);
  lowering.emit((wave) => {
    const { mask } = wave;
    const { holds, rest: others } = takesBoth ? { holds: mask, rest: mask } : split(wave);
    wave.masks[saved] = wave.mask;
    wave.masks[rest] = others;
    wave.mask = holds;
    if (isEmpty(holds)) wave.pc = labels.otherwise;
  });
  lowerBody(op.regions[0]);
  labels.otherwise = lowering.here;
  lowering.emit((wave) => {
    wave.mask = wave.masks[rest] ?? wave.mask;
    if (isEmpty(wave.mask)) wave.pc = labels.end;
  });
  lowerBody(op.regions[1]);
  labels.end = lowering.here;
  restore(lowering, saved);

  function lowerBody(region: Region | undefined): void {
    const { ops, terminator } = bodyOf(region, lowering);
    for (const inner of ops) lowering.lowerOperation(inner);
    if (op.results.length > 0) {
      emitCopies(lowering, terminator?.operands ?? [], op.results, terminator?.name ?? op.name);
    }
  }
}

export interface LoopBounds {
  /** Data slots of the bounds and the step. */
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly initial: readonly Value[];
}

/** A counted loop with iteration arguments; its results share the slots of the arguments. */
export function loop(op: Operation, lowering: Lowering, bounds: LoopBounds): void {
  const block = op.regions[0]?.blocks[0];
  const [counter, ...carried] = block?.arguments ?? [];
  if (counter === undefined || carried.length !== op.results.length)
    return lowering.malformed('its body does not take what the loop carries');
  for (const [i, argument] of carried.entries()) {
    const result = op.results[i];
    if (result !== undefined) lowering.alias(result, argument);
  }
  emitCopies(lowering, bounds.initial, carried, op.name);
  const at = lowering.data(counter);
  const saved = lowering.newMask();
  const labels = { end: 0 };
  const turnsOnce = lowering.turnsOnce(op);
  lowering.emit((wave) => {
    wave.masks[saved] = wave.mask;
    wave.values(at).set(wave.values(bounds.from));
    if (turnsOnce) return;
    const by = wave.values(bounds.by);
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane) && !((by[lane] ?? 0) > 0))
        return wave.fail(messages.execute.malformed(op.name, 'its step is not positive'));
    }
  });
  const head = lowering.here;
  lowering.emit((wave) => {
    if (turnsOnce) return;
    const index = wave.values(at);
    const end = wave.values(bounds.to);
    const goesOn = (lane: number): boolean => (index[lane] ?? 0) < (end[lane] ?? 0);
    wave.mask = lanesWhere(wave.mask, wave.lanes, goesOn);
    if (isEmpty(wave.mask)) wave.pc = labels.end;
  });
  const { ops, terminator } = bodyOf(op.regions[0], lowering);
  for (const inner of ops) lowering.lowerOperation(inner);
  if (carried.length > 0) emitCopies(lowering, terminator?.operands ?? [], carried, op.name);
  lowering.emit((wave) => {
    if (turnsOnce) return;
    const index = wave.values(at);
    const by = wave.values(bounds.by);
    for (let lane = 0; lane < wave.lanes; lane++) {
      if (isActive(wave.mask, lane)) index[lane] = (index[lane] ?? 0) + (by[lane] ?? 0);
    }
    wave.pc = head;
  });
  labels.end = lowering.here;
  restore(lowering, saved);
}

const scfIf = takes(1, 0, ([condition], lowering, op) => {
  const slot = lowering.data(condition);
  conditional(op, lowering, (wave) => {
    const holds = maskWhere(wave.mask, wave.values(slot), wave.lanes);
    return { holds, rest: without(wave.mask, holds) };
  });
});

const scfFor = takes(3, 0, ([from, to, by], lowering, op) => {
  lowering.takeDoubles([from, to, by]);
  const initial = op.operands.slice(3);
  loop(op, lowering, {
    from: lowering.data(from),
    to: lowering.data(to),
    by: lowering.data(by),
    initial,
  });
});

/** Condition region first; lanes for which it is false leave with its values. */
const scfWhile: LowerOperation = (op, lowering) => {
  const before = op.regions[0]?.blocks[0]?.arguments ?? [];
  const after = op.regions[1]?.blocks[0]?.arguments ?? [];
  const first = bodyOf(op.regions[0], lowering);
  const second = bodyOf(op.regions[1], lowering);
  const [condition, ...passed] = first.terminator?.operands ?? [];
  if (condition === undefined) return lowering.malformed('its first region has no scf.condition');
  const saved = lowering.newMask();
  const labels = { end: 0 };
  emitCopies(lowering, op.operands, before, op.name);
  lowering.emit((wave) => {
    wave.masks[saved] = wave.mask;
  });
  const head = lowering.here;
  for (const inner of first.ops) lowering.lowerOperation(inner);
  emitCopies(lowering, passed, op.results, 'scf.condition');
  const slot = lowering.data(condition);
  const turnsOnce = lowering.turnsOnce(op);
  lowering.emit((wave) => {
    if (turnsOnce) return;
    wave.mask = maskWhere(wave.mask, wave.values(slot), wave.lanes);
    if (isEmpty(wave.mask)) wave.pc = labels.end;
  });
  lowering.define(op.results);
  emitCopies(lowering, op.results, after, op.name);
  for (const inner of second.ops) lowering.lowerOperation(inner);
  emitCopies(lowering, second.terminator?.operands ?? [], before, op.name);
  lowering.emit((wave) => {
    if (!turnsOnce) wave.pc = head;
  });
  labels.end = lowering.here;
  restore(lowering, saved);
};

export const scf: Readonly<Record<string, LowerOperation>> = {
  'scf.if': scfIf,
  'scf.for': scfFor,
  'scf.while': scfWhile,
};
