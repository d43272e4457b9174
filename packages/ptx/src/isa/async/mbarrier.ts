/**
 * `mbarrier`: barriers in shared memory, by which threads and asynchronous copies wait for each other.
 *
 *     mbarrier.init.shared::cta.b64 [full], 1;
 *     mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], 4096;      one arrival, and 4096 bytes that copies bring
 *     mbarrier.try_wait.parity.shared::cta.b64 p, [full], 0;          true once phase 0 is complete
 *
 * A test that fails yields to the other warps of the block; the time for which a `try_wait` may suspend its thread is a hint
 * and ignored. Source: PTX ISA 9.0, 9.7.13.15.9 to 9.7.13.15.18.
 */
import { type Message, messages } from '@ldscope/core';
import type { Block, Environment } from '../../state/environment.ts';
import { OrderedShared } from '../../state/ordered-shared.ts';
import type { Step, Warp } from '@ldscope/simt';
import { wordOf } from '../exchange.ts';
import type { Source } from '../generate.ts';
import { addressStep, LaneWords, whoOf } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { BarrierObject, MOST_COUNT } from './barrier-object.ts';
import { byteAt, rankAt } from './places.ts';

const BARRIER_BYTES = 8;

export function compileMbarrier(context: MemoryContext): Step | Message {
  const [kind = ''] = context.instruction.modifiers;
  switch (kind) {
    case 'init':
      return compileInit(context);
    case 'inval':
      return objectStep(context, 0, (_warp, _lane, { shared }, at) => {
        shared.words[at >> 2] = 0;
        shared.words[(at >> 2) + 1] = 0;
      });
    case 'arrive':
    case 'arrive_drop':
      return compileArrive(context, kind === 'arrive_drop');
    case 'expect_tx':
    case 'complete_tx':
      return compileBytes(context, kind === 'expect_tx' ? 1 : -1);
    case 'test_wait':
    case 'try_wait':
      return compileTest(context);
    case 'pending_count':
      return compilePendingCount(context);
    default:
      return messages.ptx.unsupported(textOf(context.instruction));
  }
}

/**
 * Finds the object at an address; reports an address without one, and an object that another warp initialized without a
 * barrier in between. `low` is a byte of the own block or of the cluster.
 */
export function barrierAt(
  { environment, number, instruction }: MemoryContext,
  low: number,
  object: BarrierObject,
  warp: Warp,
  lane: number,
  isNew = false,
): { readonly block: Block; readonly at: number } | undefined {
  const { findings, blocks, rank, order } = environment;
  const who = (): string => whoOf(warp, lane);
  const at = byteAt(low);
  const block = blocks[rankAt(low, rank)];
  const name = textOf(instruction);
  if (block === undefined || at + BARRIER_BYTES > block.shared.bytes) {
    const bytes = block?.shared.bytes ?? 0;
    const message = messages.ptx.outOfShared(name, low >>> 0, bytes, who());
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    return undefined;
  }
  if (at % BARRIER_BYTES !== 0) {
    const message = messages.ptx.misaligned(name, `${at}`, BARRIER_BYTES, who());
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    return undefined;
  }
  if (!object.read(block.shared.words, at >> 2) && !isNew) {
    const message = messages.ptx.noBarrier(name, at, who());
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    return undefined;
  }
  if (!isNew && order?.isBehindInit(warp, rankAt(low, rank), at) === false) {
    const message = messages.ptx.unorderedInit(name, at, who());
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
  }
  return { block, at };
}

type OfObject = (warp: Warp, lane: number, block: Block, at: number, object: BarrierObject) => void;

/** A step that acts on the object of each lane, one lane after another. */
function objectStep(
  context: MemoryContext,
  operand: number,
  of: OfObject,
  isNew = false,
): Step | Message {
  const { instruction, names } = context;
  const address = addressStep(instruction.operands[operand], names);
  if (address === undefined) return messages.ptx.operand(textOf(instruction), operand + 1);
  const lanes = new LaneWords();
  const object = new BarrierObject();
  return (warp, mask) => {
    address.step(warp, mask, lanes);
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const found = barrierAt(context, lanes.low[lane] ?? 0, object, warp, lane, isNew);
      if (found !== undefined) of(warp, lane, found.block, found.at, object);
    }
  };
}

function compileInit(context: MemoryContext): Step | Message {
  const { instruction, names, environment } = context;
  const count = sourceOf(instruction.operands[1], names);
  if (count === undefined) return messages.ptx.operand(textOf(instruction), 2);
  return objectStep(
    context,
    0,
    (warp, lane, { shared }, at, object) => {
      object.init(checkedCount(context, wordOf(count, warp, lane), 1));
      object.write(shared.words, at >> 2);
      if (shared instanceof OrderedShared) shared.writeUnseen(at, BARRIER_BYTES);
      environment.order?.initialize(warp, rankOf(environment, shared), at);
      environment.changes++;
    },
    true,
  );
}

/** A count in PTX's range; others are reported and clamped. */
function checkedCount(
  { environment: { findings }, number, instruction }: MemoryContext,
  count: number,
  least: number,
): number {
  if (count >= least && count <= MOST_COUNT) return count;
  const message = messages.ptx.barrierCount(textOf(instruction), count, least, MOST_COUNT);
  if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
  return Math.max(least, Math.min(count >>> 0, MOST_COUNT));
}

const rankOf = ({ blocks }: Environment, shared: Block['shared']): number =>
  blocks.findIndex((block) => block.shared === shared);

/** Arrivals and bytes reach an object; more arrivals than its phase has pending are reported. */
export function advanceBarrier(
  { environment, number, instruction }: MemoryContext,
  { shared }: Block,
  at: number,
  object: BarrierObject,
  arrivals: number,
  bytes: number,
): boolean {
  const { findings } = environment;
  if (arrivals > object.pending || Math.abs(object.bytes + bytes) > MOST_COUNT) {
    const message = messages.ptx.barrierOverflow(textOf(instruction), at, object.pending, arrivals);
    if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    return false;
  }
  const completes = object.advance(arrivals, bytes);
  if (completes) environment.order?.completes(rankOf(environment, shared), at);
  object.write(shared.words, at >> 2);
  environment.changes++;
  return completes;
}

/** `arrive` and `arrive_drop`: the state that they return is the object before them. */
function compileArrive(context: MemoryContext, drops: boolean): Step | Message {
  const { instruction, names, environment } = context;
  const { operands, modifiers } = instruction;
  const hasState = operands[0]?.kind !== 'address';
  const [to, where, amount] = hasState ? operands : [undefined, ...operands];
  const target =
    to?.kind === 'register' && to.register.type !== 'pred'
      ? names.offsetOf(to.register.id)
      : undefined;
  const given = amount === undefined ? undefined : sourceOf(amount, names);
  if (where === undefined || (amount !== undefined && given === undefined))
    return messages.ptx.operand(textOf(instruction), operands.length);
  const expects = modifiers.includes('expect_tx');
  const releases = !modifiers.includes('relaxed');
  const mayNotComplete = modifiers.includes('noComplete');
  const amountOf = (warp: Warp, lane: number): number =>
    given === undefined ? 1 : checkedCount(context, wordOf(given, warp, lane), expects ? 0 : 1);
  return objectStep(context, hasState ? 1 : 0, (warp, lane, block, at, object) => {
    const { words } = block.shared;
    if (target !== undefined) {
      warp.i[target + 2 * lane] = words[at >> 2] ?? 0;
      warp.i[target + 2 * lane + 1] = words[(at >> 2) + 1] ?? 0;
    }
    const value = amountOf(warp, lane);
    if (releases) environment.order?.arrive(warp, rankOf(environment, block.shared), at);
    const arrivals = expects ? 1 : value;
    if (drops) object.expected = Math.max(0, object.expected - arrivals);
    const completes = advanceBarrier(context, block, at, object, arrivals, expects ? value : 0);
    if (!completes || !mayNotComplete) return;
    const { findings } = environment;
    const message = messages.ptx.completesPhase(textOf(instruction), at);
    if (!findings.hasProblem(context.number, message.code))
      findings.problem(context.number, message);
  });
}

/** `expect_tx` and `complete_tx`: bytes that copies will complete, or have completed. */
function compileBytes(context: MemoryContext, sign: 1 | -1): Step | Message {
  const { instruction, names } = context;
  const amount = sourceOf(instruction.operands[1], names);
  if (amount === undefined) return messages.ptx.operand(textOf(instruction), 2);
  return objectStep(context, 0, (warp, lane, block, at, object) => {
    const bytes = checkedCount(context, wordOf(amount, warp, lane), 0);
    advanceBarrier(context, block, at, object, 0, sign * bytes);
  });
}

/** `test_wait` and `try_wait`, by the state that an arrival gave or by the parity of a phase. */
function compileTest(context: MemoryContext): Step | Message {
  const { instruction, names, environment } = context;
  const { operands, modifiers } = instruction;
  const [to] = operands;
  const target = to?.kind === 'register' ? names.offsetOf(to.register.id) : undefined;
  const phase = sourceOf(operands[2], names);
  if (target === undefined) return messages.ptx.operand(textOf(instruction), 1);
  if (phase === undefined) return messages.ptx.operand(textOf(instruction), 3);
  const byParity = modifiers.includes('parity');
  const acquires = !modifiers.includes('relaxed');
  let complete = 0;
  const test = objectStep(context, 1, (warp, lane, _block, at, object) => {
    const low = wordOf(phase, warp, lane);
    const awaited = byParity ? low & 1 : (low >>> 20) & 1;
    if (object.parity === awaited) {
      warp.waitsFor = at;
      return;
    }
    complete |= 1 << lane;
    if (acquires) environment.order?.observe(warp, environment.rank, at);
  });
  if (typeof test !== 'function') return test;
  return (warp, mask) => {
    complete = 0;
    test(warp, mask);
    warp.i[target] = ((warp.i[target] ?? 0) & ~mask) | complete;
  };
}

/** Arrivals that were pending when a state was taken. */
function compilePendingCount({ instruction, names }: MemoryContext): Step | Message {
  const [to, from] = instruction.operands;
  const state: Source | undefined = sourceOf(from, names);
  if (to?.kind !== 'register') return messages.ptx.operand(textOf(instruction), 1);
  if (state === undefined) return messages.ptx.operand(textOf(instruction), 2);
  const target = names.offsetOf(to.register.id);
  return (warp, mask) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if (active & 1) warp.i[target + lane] = wordOf(state, warp, lane) & MOST_COUNT;
    }
  };
}

/**
 * `cp.async.mbarrier.arrive`: it arrives once the earlier copies of the thread are complete, which they always are here.
 * Without `.noinc` it first adds the arrival to the pending ones. Source: PTX ISA 9.0, 9.7.13.15.16.
 */
export function compileCopyArrive(context: MemoryContext): Step | Message {
  const counts = context.instruction.modifiers.includes('noinc');
  const { environment } = context;
  return objectStep(context, 0, (warp, _lane, block, at, object) => {
    environment.order?.arriveCopies(warp, rankOf(environment, block.shared), at);
    if (counts) advanceBarrier(context, block, at, object, 1, 0);
  });
}

/** The object at a byte of a block, for messages: arrivals and bytes that its phase still lacks. */
/** Ends a phase whose remaining bytes copies of unknown size bring; false where there are none, or arrivals are missing. */
export function endOpenPhase(environment: Environment, rank: number, at: number): boolean {
  const { blocks, openPhases, order } = environment;
  const words = blocks[rank]?.shared.words;
  const object = new BarrierObject();
  if (words === undefined || !object.read(words, at >> 2)) return false;
  if (object.pending !== 0 || !openPhases.delete(`${rank} ${at}`)) return false;
  if (object.advance(0, -object.bytes)) order?.completes(rank, at);
  object.write(words, at >> 2);
  environment.changes++;
  return true;
}

export function lacking(
  { blocks }: Environment,
  rank: number,
  at: number,
): { readonly arrivals: number; readonly bytes: number } {
  const object = new BarrierObject();
  object.read(blocks[rank]?.shared.words ?? new Uint32Array(0), at >> 2);
  return { arrivals: object.pending, bytes: object.bytes };
}
