/**
 * Barriers, fences and waits: what of the accesses of a wave to LDS is done when other waves go on.
 *
 *     gpu.barrier, rocdl.barrier, amdgpu.lds_barrier    a fence, then waves meet: LDS, and copies that the compiler follows
 *     gpu.barrier memfence [...]                        a fence for the memories that it names
 *     rocdl.s.barrier                                   waves meet, and nothing is waited for
 *     llvm.fence                                        waits, and waves do not meet
 *     rocdl.wait.asyncmark N                            copies with `async`, but for N groups
 *     s_waitcnt and its like                            what the counter counts: all copies, or accesses to LDS
 *
 * As LLVM 22 compiles them: `s_barrier` alone gets no wait; a fence of LDS gets `vmcnt(0) lgkmcnt(0)`.
 */
import { messages } from '@ldscope/core';
import { type Attribute, resolveAttribute } from '../../ir/types.ts';
import type { Operation } from '../../ir/ir.ts';
import { constantOf, executedName } from '../../rows/facts.ts';
import { attributeOf, integerOf, wordsOf } from '../attributes.ts';
import { closeGroup, settleFenced, settleGroups, settleLoads } from '../loads.ts';
import { type LowerOperation, type Lowering, nothing } from '../lowering.ts';
import type { Wave } from '../wave.ts';

/** All waves of the workgroup meet here; a wave with lanes elsewhere stops. Lanes that have returned are not waited for. */
const rawBarrier: LowerOperation = (_op, lowering) => {
  lowering.emit((wave) => {
    if (wave.mask.low !== wave.live.low || wave.mask.high !== wave.live.high)
      return wave.fail(messages.execute.barrierDivergence());
    wave.state = 'barrier';
  });
};

/** A barrier behind which what all waves did to LDS is visible. */
export const fencedBarrier: LowerOperation = (op, lowering) => {
  lowering.emit(settleFenced);
  rawBarrier(op, lowering);
};

const spaceText = (attribute: Attribute): string => {
  const resolved = resolveAttribute(attribute);
  return resolved.kind === 'opaque' ? resolved.text : '';
};

/** The text of the memories that a `memfence` names; `undefined` where it names none, which is all. */
function fencedSpaces(op: Operation): string | undefined {
  const attribute = attributeOf(op, 'address_spaces');
  if (attribute === undefined) return undefined;
  return attribute.kind === 'array'
    ? attribute.elements.map(spaceText).join(' ')
    : wordsOf(op, 'address_spaces');
}

/** A `memfence` that leaves LDS out. */
const leavesLdsOut = (op: Operation): boolean => fencedSpaces(op)?.includes('workgroup') === false;

const gpuBarrier: LowerOperation = (op, lowering) =>
  (leavesLdsOut(op) ? rawBarrier : fencedBarrier)(op, lowering);

/** The first half of a split barrier. */
const signal: LowerOperation = (_op, lowering) => {
  lowering.emit((wave) => wave.flight?.signal());
};

/** A fence of a workgroup or more, for LDS among others. Between address spaces nothing is ordered by `one-as`. */
const fence: LowerOperation = (op, lowering) => {
  const scope = wordsOf(op, 'syncscope');
  const memories = wordsOf(op, 'mmra') + wordsOf(op, 'llvm.mmra');
  if (/singlethread|wavefront|one-as/.test(scope)) return;
  if (memories.includes('global') && !memories.includes('local')) return;
  lowering.emit(settleFenced);
};

/** A number that the operation has, or that its intrinsic gets as its first operand. */
function immediate(op: Operation, name: string, lowering: Lowering): number | undefined {
  const [operand] = op.operands;
  const value = integerOf(op, name) ?? (operand && constantOf(operand));
  return value ?? lowering.unsupported('a count that is not a constant');
}

/** A wait that leaves as many as its count. */
const waitFor =
  (settle: (wave: Wave, left: number) => void): LowerOperation =>
  (op, lowering) => {
    const left = immediate(op, 'count', lowering);
    if (left !== undefined) lowering.emit((wave) => settle(wave, left));
  };

const settleLds = (wave: Wave, left: number): void => wave.flight?.settle(left, wave.epoch);

/** Waits by counter; those for stores and exports have nothing to wait for here. */
const memoryCounterWait: LowerOperation = (op, lowering) => {
  const [loads, lds] = [integerOf(op, 'load'), integerOf(op, 'ds')];
  if (loads !== undefined) lowering.emit((wave) => settleLoads(wave, loads));
  if (lds !== undefined) lowering.emit((wave) => settleLds(wave, lds));
};

/** Where `s_waitcnt` has vmcnt and lgkmcnt: gfx9 in bits 3-0 and 15-14, and 11-8; gfx11 in bits 15-10, and 9-4. */
const waitcnt: LowerOperation = (op, lowering) => {
  const bits = immediate(op, 'bitfield', lowering);
  if (bits === undefined) return;
  const isGfx11 = lowering.machine.isa === 'rdna';
  const loads = isGfx11 ? bits >> 10 : (bits & 15) | ((bits >> 10) & 48);
  const lds = isGfx11 ? (bits >> 4) & 63 : (bits >> 8) & 15;
  const most = isGfx11 ? 63 : 15;
  lowering.emit((wave) => {
    settleLoads(wave, loads);
    if (lds < most) settleLds(wave, lds);
  });
};

/** Nothing passes it where its mask lets nothing pass. */
const schedulingBarrier: LowerOperation = (op, lowering) => {
  const mask = integerOf(op, 'mask') ?? (op.operands[0] && constantOf(op.operands[0]));
  const isClosed = mask === 0 || /\bnone\b|=\s*0\b/.test(wordsOf(op, 'opts') + wordsOf(op, 'mask'));
  if (isClosed) lowering.emit((wave) => wave.flight?.settleUsed(wave.epoch));
};

export const waits: Readonly<Record<string, LowerOperation>> = {
  'gpu.barrier': gpuBarrier,
  'amdgpu.lds_barrier': fencedBarrier,
  'rocdl.barrier': fencedBarrier,
  'rocdl.s.barrier': rawBarrier,
  'rocdl.s.barrier.signal': signal,
  'rocdl.s.barrier.wait': rawBarrier,
  'llvm.fence': fence,
  'rocdl.asyncmark': (_op, lowering) => lowering.emit(closeGroup),
  'rocdl.wait.asyncmark': waitFor(settleGroups),
  'amdgpu.memory_counter_wait': memoryCounterWait,
  'rocdl.s.waitcnt': waitcnt,
  'rocdl.s.wait.loadcnt': waitFor(settleLoads),
  'rocdl.s.wait.dscnt': waitFor(settleLds),
  'rocdl.s.wait.storecnt': nothing,
  'rocdl.s.wait.expcnt': nothing,
  'rocdl.s.wait.asynccnt': nothing,
  'rocdl.s.wait.tensorcnt': nothing,
  'rocdl.sched.barrier': schedulingBarrier,
  'amdgpu.sched_barrier': schedulingBarrier,
};

/** True for a barrier behind which waves have met, though nothing waits for what they have done to LDS. */
export function isRawBarrier(op: Operation): boolean {
  const lower = waits[executedName(op)];
  return lower === rawBarrier || lower === signal || (lower === gpuBarrier && leavesLdsOut(op));
}
