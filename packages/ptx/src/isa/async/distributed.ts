/**
 * Accesses of lanes to shared memory of other blocks of their cluster.
 *
 *     ld.shared::cluster.u32 %r1, [0x0300_0040];      byte 64 of the block with rank 2
 *
 * LIMITATIONS. They have no counts, and hazards among blocks are found only where `ordered-shared.ts` shadows the memory.
 * Source: PTX ISA 9.0, 5.1.7.
 */
import { type Message, messages } from '@ldscope/core';
import { SHARED_WINDOW } from '../../state/environment.ts';
import type { Step, Warp } from '../../state/warp.ts';
import { bitsOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import { type LaneWords, whoOf } from '../memory/address.ts';
import type { LaneMemory, Move } from '../memory/lane-memory.ts';
import { putIn, reportUncounted, wordIn } from '../memory/lane-memory.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { addressIn, byteAt, isRemote, rankAt } from './places.ts';
import { reportOnce } from './bulk.ts';

/** Turns addresses that name the own block into plain ones, and gives the lanes that mean other blocks. */
export function remoteLanes(
  { environment }: MemoryContext,
  mask: number,
  { low }: LaneWords,
): number {
  let remote = 0;
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
    if ((active & 1) === 0) continue;
    const address = low[lane] ?? 0;
    if (isRemote(address, environment)) remote |= 1 << lane;
    else low[lane] = byteAt(address);
  }
  return remote;
}

/** The access of lanes that mean other blocks. */
export function remoteAccess(
  context: MemoryContext,
  bytes: number,
  move: Move,
): (warp: Warp, mask: number, lanes: LaneWords) => void {
  const { environment, number, instruction } = context;
  const data: Uint8Array[] = Array.from({ length: 32 }, () => new Uint8Array(0));
  const at = new Uint32Array(32);
  const memory: LaneMemory = {
    word: (lane, offset, size) =>
      wordIn(data[lane] ?? new Uint8Array(0), (at[lane] ?? 0) + offset, size),
    store: (lane, offset, size, value) => {
      const to = data[lane];
      if (to !== undefined) putIn(to, (at[lane] ?? 0) + offset, size, value);
    },
  };
  const name = textOf(instruction);
  return (warp, mask, { low }) => {
    reportUncounted(environment, number, name, 'it goes to the shared memory of another block');
    let inside = mask;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const address = low[lane] ?? 0;
      const block = environment.blocks[rankAt(address, environment.rank)];
      const byte = byteAt(address);
      at[lane] = byte;
      if (block !== undefined && byte + bytes <= block.shared.bytes) {
        data[lane] = block.shared.data;
        continue;
      }
      inside &= ~(1 << lane);
      const size = block?.shared.bytes ?? 0;
      reportOnce(context, messages.ptx.outOfShared(name, address >>> 0, size, whoOf(warp, lane)));
    }
    if (inside !== 0) move(warp, inside, memory);
  };
}

/** `mapa`: the address that a byte of the own block has in the block with a rank. Source: PTX ISA 9.0, 9.7.9.23. */
export function compileMapa({ instruction, names }: MemoryContext): Step | Message {
  const { operands, modifiers } = instruction;
  const [to, from, which] = operands;
  const [source, rank] = [sourceOf(from, names), sourceOf(which, names)];
  if (to?.kind !== 'register') return messages.ptx.operand(textOf(instruction), 1);
  if (source === undefined) return messages.ptx.operand(textOf(instruction), 2);
  if (rank === undefined) return messages.ptx.operand(textOf(instruction), 3);
  const target = names.offsetOf(to.register.id);
  const wide = bitsOf(to.register.type) === 64;
  const isGeneric = !modifiers.includes('shared::cluster');
  return (warp, mask) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const address = addressIn(wordOf(rank, warp, lane), wordOf(source, warp, lane));
      warp.i[target + (wide ? 2 * lane : lane)] = address;
      if (wide) warp.i[target + 2 * lane + 1] = isGeneric ? SHARED_WINDOW : 0;
    }
  };
}

/** `getctarank`: the rank of the block that an address means. Source: PTX ISA 9.0, 9.7.9.24. */
export function compileGetRank({ instruction, names, environment }: MemoryContext): Step | Message {
  const [to, from] = instruction.operands;
  const source = sourceOf(from, names);
  if (to?.kind !== 'register') return messages.ptx.operand(textOf(instruction), 1);
  if (source === undefined) return messages.ptx.operand(textOf(instruction), 2);
  const target = names.offsetOf(to.register.id);
  return (warp, mask) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
      if (active & 1) warp.i[target + lane] = rankAt(wordOf(source, warp, lane), environment.rank);
  };
}
