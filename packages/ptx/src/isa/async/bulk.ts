/**
 * The common parts of bulk copies: their addresses, and the barrier that they complete on.
 *
 *     cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [dst], [src], size, [mbar]
 *
 * A copy is done at once, and its bytes reach the barrier. It is not recorded: on an H100 no counter of bank conflicts or
 * wavefronts sees copies, whatever their swizzle (validation/data/hopper-sm90-async-counters.jsonl). Source: PTX ISA 9.0,
 * 9.7.9.25.4 and 9.7.9.25.5.
 */
import { type Message, messages, type Region } from '@ldscope/core';
import type { Block, Environment } from '../../state/environment.ts';
import type { Stamp } from '../../state/order.ts';
import { OrderedShared } from '../../state/ordered-shared.ts';
import type { Warp } from '@ldscope/simt';
import type { LaneWords } from '../memory/address.ts';
import { whoOf } from '../memory/address.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { BarrierObject } from './barrier-object.ts';
import { type Chunks } from './chunks.ts';
import { advanceBarrier, barrierAt } from './mbarrier.ts';
import { addressIn, byteAt, rankAt } from './places.ts';

/** Spaces in the order of an instruction's modifiers: the destination comes first. */
export type BulkSpace = 'shared' | 'global';

export function spacesOf(modifiers: readonly string[]): readonly BulkSpace[] {
  return modifiers.flatMap((name): BulkSpace[] =>
    name.startsWith('shared') ? ['shared'] : name === 'global' ? ['global'] : [],
  );
}

/** A whole address of a lane. */
export const wholeOf = ({ low, high }: LaneWords, lane: number): number =>
  (high[lane] ?? 0) * 2 ** 32 + ((low[lane] ?? 0) >>> 0);

/** Reports a problem once per instruction and kind. */
export function reportOnce({ environment, number }: MemoryContext, message: Message): void {
  const { findings } = environment;
  if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
}

/** Global memory of a range; reported where it is not all in one region. */
export function regionOf(
  context: MemoryContext,
  address: number,
  bytes: number,
  warp: Warp,
  lane: number,
): Found | undefined {
  const region = context.environment.memory.find(address);
  const name = textOf(context.instruction);
  if (region === undefined) {
    const at = `0x${address.toString(16)}`;
    reportOnce(context, messages.ptx.wildAddress(name, at, whoOf(warp, lane)));
    return undefined;
  }
  const offset = address - region.base;
  if (offset < 0 || offset + bytes > region.bytes) {
    const who = whoOf(warp, lane);
    reportOnce(context, messages.ptx.outOfBounds(name, region.name, offset, region.bytes, who));
    return undefined;
  }
  return { region, offset };
}

/** A place in global memory. */
export interface Found {
  readonly region: Region;
  readonly offset: number;
}

/** Reads bytes of a region. */
export function readBytes(
  { environment }: MemoryContext,
  { region, offset }: Found,
  into: Uint8Array,
): void {
  environment.leftOut?.read(region);
  for (let i = 0; i < into.length; i++) into[i] = region.load8(offset + i);
}

/** Stores bytes into a region, where they are required. */
export function writeBytes(
  { environment, movesData }: MemoryContext,
  { region, offset }: Found,
  from: Uint8Array,
): void {
  if (!movesData) {
    environment.leftOut?.store(region);
    return;
  }
  environment.leftOut?.write(region);
  for (let i = 0; i < from.length; i++) region.store8(offset + i, from[i] ?? 0);
}

/** The block that an address of shared memory means; reported where the cluster has none or chunks are outside. */
export function blockOf(
  context: MemoryContext,
  address: number,
  chunks: Chunks,
  warp: Warp,
  lane: number,
): Block | undefined {
  const { blocks, rank } = context.environment;
  const block = blocks[rankAt(address, rank)];
  const outside = block === undefined ? address >>> 0 : chunks.outside(block.shared.bytes);
  if (outside === undefined) return block;
  const name = textOf(context.instruction);
  const bytes = block?.shared.bytes ?? 0;
  reportOnce(context, messages.ptx.outOfShared(name, outside, bytes, whoOf(warp, lane)));
  return undefined;
}

/** True for an address that is a multiple of a number of bytes; reports others. */
export function isAligned(
  context: MemoryContext,
  address: number,
  bytes: number,
  warp: Warp,
  lane: number,
): boolean {
  if (address % bytes === 0) return true;
  const name = textOf(context.instruction);
  reportOnce(context, messages.ptx.misaligned(name, `${address}`, bytes, whoOf(warp, lane)));
  return false;
}

/** Completes bytes on the barrier at an address. */
export class Completion {
  readonly #context: MemoryContext;
  readonly #object = new BarrierObject();

  constructor(context: MemoryContext) {
    this.#context = context;
  }

  /** The stamp of a copy that the barrier at an address counts. */
  stamp(address: number): Stamp | undefined {
    const { order, rank } = this.#context.environment;
    return order?.inPhase(rankAt(address, rank), byteAt(address));
  }

  tell(address: number, bytes: number, warp: Warp, lane: number): void {
    const found = barrierAt(this.#context, address, this.#object, warp, lane);
    if (found !== undefined)
      advanceBarrier(this.#context, found.block, found.at, this.#object, 0, -bytes);
  }

  /** Completes a copy of unknown size: all bytes that the barrier waits for, or those that it will. */
  tellOpen(address: number, warp: Warp, lane: number): void {
    const found = barrierAt(this.#context, address, this.#object, warp, lane);
    if (found === undefined) return;
    const { rank, openPhases } = this.#context.environment;
    if (this.#object.bytes > 0)
      advanceBarrier(this.#context, found.block, found.at, this.#object, 0, -this.#object.bytes);
    else openPhases.add(`${rankAt(address, rank)} ${found.at}`);
  }
}

/**
 * A copy is not made, since its place, size or source is not known: its data may be anywhere in the shared memory of the
 * cluster.
 */
export function missCopy({ blocks }: Environment): void {
  for (const { shared } of blocks) if (shared instanceof OrderedShared) shared.writeAnywhere();
}

/** The addresses that a multicast of an address has, one per bit of the mask. */
export function multicast(mask: number, address: number): number[] {
  const all: number[] = [];
  for (let rank = 0; rank < 16; rank++)
    if ((mask >>> rank) & 1) all.push(addressIn(rank, byteAt(address)));
  return all;
}
