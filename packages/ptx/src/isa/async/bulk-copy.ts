/**
 * `cp.async.bulk`: copies of whole ranges between global and shared memory, and between blocks of a cluster.
 *
 *     cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar];
 *     cp.async.bulk.global.shared::cta.bulk_group [dst], [src], size;
 *     cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [dst], [src], size;
 *
 * Source: PTX ISA 9.0, 9.7.9.25.4.
 */
import { type Message, messages } from '@ldscope/core';
import type { Stamp } from '../../state/order.ts';
import type { Step, Warp } from '@ldscope/simt';
import { wordOf } from '../exchange.ts';
import { type AddressStep, addressStep, LaneWords } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import {
  blockOf,
  type BulkSpace,
  Completion,
  isAligned,
  missCopy,
  multicast,
  readBytes,
  regionOf,
  reportOnce,
  spacesOf,
  wholeOf,
  writeBytes,
} from './bulk.ts';
import { CHUNK_BYTES, Chunks } from './chunks.ts';
import { byteAt } from './places.ts';
import { type Combine, combineOf } from './reduce.ts';
import { compileTensorCopy } from './tensor-copy.ts';
import { rangeRows, Traffic } from './traffic.ts';

/** `cp.async.bulk` and `cp.reduce.async.bulk` of every form. */
export function compileBulk(context: MemoryContext): Step | Message {
  const { modifiers } = context.instruction;
  if (modifiers.includes('commit_group'))
    return (warp) => context.environment.order?.commit('bulk', warp);
  if (modifiers.includes('wait_group')) return compileWait(context);
  if (modifiers.includes('tensor')) return compileTensorCopy(context);
  if (modifiers.includes('prefetch')) return () => {};
  return compileRange(context);
}

/** `cp.async.bulk.wait_group[.read] N`: shared memory that groups read is free, of all but the N newest. */
function compileWait({ instruction, names, environment }: MemoryContext): Step | Message {
  const left = sourceOf(instruction.operands[0], names);
  if (left?.kind !== 'constant') return messages.ptx.operand(textOf(instruction), 1);
  return (warp) => environment.order?.wait('bulk', warp, left.low);
}

function compileRange(context: MemoryContext): Step | Message {
  const { instruction, names, movesData, environment } = context;
  const { operands, modifiers } = instruction;
  const [to, from] = spacesOf(modifiers);
  const completes = modifiers.includes('mbarrier::complete_tx::bytes');
  if (to === undefined || from === undefined) return messages.ptx.unsupported(textOf(instruction));
  const combine = modifiers[0] === 'reduce' ? combineOf(modifiers) : undefined;
  if (modifiers[0] === 'reduce' && combine === undefined)
    return messages.ptx.unsupported(textOf(instruction));
  const [target, source] = [addressStep(operands[0], names), addressStep(operands[1], names)];
  const size = sourceOf(operands[2], names);
  const barrier = completes ? addressStep(operands[3], names) : undefined;
  const spread = modifiers.includes('multicast::cluster')
    ? sourceOf(operands[4], names)
    : undefined;
  if (target === undefined) return messages.ptx.operand(textOf(instruction), 1);
  if (source === undefined) return messages.ptx.operand(textOf(instruction), 2);
  if (size === undefined) return messages.ptx.operand(textOf(instruction), 3);
  if (completes && barrier === undefined) return messages.ptx.operand(textOf(instruction), 4);
  const [targets, sources, barriers] = [new LaneWords(), new LaneWords(), new LaneWords()];
  const chunks = new Chunks();
  const traffic = new Traffic(context, to === 'global' ? 'store' : 'load');
  const completion = new Completion(context);
  const stampOf = (warp: Warp, told: number): Stamp | undefined =>
    completes ? completion.stamp(told) : context.environment.order?.inGroup('bulk', warp);
  const { number } = context;
  const name = textOf(instruction);
  const fill = (step: AddressStep | undefined, warp: Warp, mask: number, lanes: LaneWords): void =>
    step?.(warp, mask, lanes);
  const chunksAt = (address: number, bytes: number): void => {
    chunks.clear();
    for (let at = 0; at < bytes; at += CHUNK_BYTES) chunks.add(byteAt(address) + at);
  };
  /** The bytes of the source; `undefined` after a report. */
  const read = (bytes: number, warp: Warp, lane: number): Uint8Array | undefined => {
    const data = new Uint8Array(bytes);
    if (from === 'global') {
      if (environment.open === 'place') return data;
      const found = regionOf(context, wholeOf(sources, lane), bytes, warp, lane);
      if (found === undefined) return undefined;
      if (movesData) readBytes(context, found, data);
      return data;
    }
    const address = sources.low[lane] ?? 0;
    chunksAt(address, bytes);
    const block = blockOf(context, address, chunks, warp, lane);
    if (block === undefined) return undefined;
    chunks.noteRead(block, number, [warp], stampOf(warp, barriers.low[lane] ?? 0));
    data.set(block.shared.data.subarray(byteAt(address), byteAt(address) + bytes));
    return data;
  };
  const write = (
    address: number,
    told: number,
    data: Uint8Array,
    warp: Warp,
    lane: number,
  ): void => {
    chunksAt(address, data.length);
    const block = blockOf(context, address, chunks, warp, lane);
    if (block === undefined) return;
    chunks.noteWrite(block, number, warp, stampOf(warp, told));
    if (!movesData) return;
    const kept = block.shared.data.subarray(byteAt(address), byteAt(address) + data.length);
    if (combine === undefined) kept.set(data);
    else combine(kept, data);
  };
  /** True of a side whose address is known. */
  const isPlaced = (space: BulkSpace): boolean =>
    space === 'shared' || environment.open === 'nothing';
  return (warp, mask) => {
    fill(target.step, warp, mask, targets);
    fill(source.step, warp, mask, sources);
    fill(barrier?.step, warp, mask, barriers);
    warp.order++;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const told = barriers.low[lane] ?? 0;
      const ranks = spread === undefined ? undefined : wordOf(spread, warp, lane);
      const all = ranks === undefined ? [told] : multicast(ranks, told);
      if (environment.open === 'size') {
        missCopy(environment);
        if (barrier !== undefined) for (const one of all) completion.tellOpen(one, warp, lane);
        continue;
      }
      const bytes = wordOf(size, warp, lane) >>> 0;
      if (bytes % CHUNK_BYTES !== 0 || bytes >= 2 ** 20) {
        reportOnce(context, messages.ptx.bulkSize(name, bytes));
        continue;
      }
      const [where, whence] = [targets.low[lane] ?? 0, sources.low[lane] ?? 0];
      if (isPlaced(to) && !isAligned(context, where >>> 0, CHUNK_BYTES, warp, lane)) continue;
      if (isPlaced(from) && !isAligned(context, whence >>> 0, CHUNK_BYTES, warp, lane)) continue;
      const data = read(bytes, warp, lane);
      if (data === undefined) {
        missCopy(environment);
        continue;
      }
      if (to === 'global') {
        if (environment.open === 'place') continue;
        traffic.add(rangeRows(wholeOf(targets, lane), bytes, byteAt(whence)), warp);
        toGlobal(context, wholeOf(targets, lane), data, combine, warp, lane);
        continue;
      }
      const places = ranks === undefined ? [where] : multicast(ranks, where);
      if (from === 'global' && environment.open === 'nothing') {
        const rows = rangeRows(wholeOf(sources, lane), bytes, byteAt(where));
        traffic.add(rows, warp, places.length);
      }
      for (const [index, place] of places.entries()) {
        write(place, all[index] ?? told, data, warp, lane);
        if (barrier !== undefined) completion.tell(all[index] ?? told, bytes, warp, lane);
      }
    }
  };
}

function toGlobal(
  context: MemoryContext,
  address: number,
  data: Uint8Array,
  combine: Combine | undefined,
  warp: Warp,
  lane: number,
): void {
  const found = regionOf(context, address, data.length, warp, lane);
  if (found === undefined) return;
  if (combine !== undefined && context.movesData) {
    const kept = new Uint8Array(data.length);
    readBytes(context, found, kept);
    combine(kept, data);
    data.set(kept);
  }
  writeBytes(context, found, data);
}
