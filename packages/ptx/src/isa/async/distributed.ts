/**
 * Accesses of lanes to shared memory of other blocks of their cluster.
 *
 *     ld.shared::cluster.u32 %r1, [0x0300_0040];      byte 64 of the block with rank 2
 *
 * They are recorded as instructions of their own: on an H100 the counters of shared memory leave them out, except for a pass of an atomic
 * (validation/data/cluster-sm90.jsonl). The banks of the other block take their conflicts, which are not counted: the coverage says so.
 *
 * LIMITATIONS. Hazards among blocks are not looked for, which a diagnostic says.
 * Source: PTX ISA 9.0, 5.1.7.
 */
import { type Message, messages, opcodeNumber } from '@ldscope/core';
import { SHARED_WINDOW } from '../../state/environment.ts';
import { OrderedShared } from '../../state/ordered-shared.ts';
import type { Step, Warp } from '@ldscope/simt';
import { bitsOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import { type LaneWords, whoOf } from '../memory/address.ts';
import type { Doing } from '../memory/doing.ts';
import type { LaneMemory, Move } from '../memory/lane-memory.ts';
import { putIn, reportUncounted, wordIn } from '../memory/lane-memory.ts';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { addressIn, byteAt, isRemote, rankAt } from './places.ts';
import { reportOnce } from './bulk.ts';

/** The reason given for accesses without counts: the banks of the other block take their conflicts. */
export const OTHERS = "another block's shared memory";

/** Turns addresses that name the own block into plain ones, and returns the lanes that access other blocks. */
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

/**
 * The row under which accesses to other blocks are recorded; `isBeside`: some lanes of the instruction access their own
 * block.
 */
export function remoteOpcode(doing: Doing, bytes: number, isBeside: boolean): number | undefined {
  const type = bytes === 4 ? 'b32' : 'b64';
  switch (doing) {
    case 'read':
    case 'write': {
      const verb = doing === 'read' ? 'ld' : 'st';
      const width = bytes > 4 ? `v${bytes / 4}.b32` : `b${8 * bytes}`;
      return opcodeNumber(`${verb}.shared::cluster.${width}`);
    }
    case 'atomic':
    case 'compare':
      if (isBeside) return opcodeNumber(`red.async.shared::cluster.${type}`);
      return opcodeNumber(`atom.shared::cluster.${doing === 'compare' ? 'cas.' : ''}${type}`);
  }
}

/** The access of lanes to other blocks; `isBeside`: some lanes of the instruction access their own block. */
export function remoteAccess(
  context: MemoryContext,
  bytes: number,
  doing: Doing,
  move: Move,
): (warp: Warp, mask: number, lanes: LaneWords, isBeside: boolean) => void {
  const { environment, number, instruction } = context;
  const { recorder } = environment;
  const { modifiers } = instruction;
  const isAsync = modifiers.includes('async');
  // The rounds of float additions depend on other lanes.
  const isLoop =
    doing === 'atomic' && modifiers.some((one) => /^(?:b?f16(?:x2)?|f32|f64)$/.test(one));
  const isCounted = !recorder.isForSass && (isAsync || !isLoop);
  const op = isCounted ? remoteOpcode(doing, bytes, isAsync) : undefined;
  const beside = isCounted ? remoteOpcode(doing, bytes, true) : undefined;
  const data: Uint8Array[] = Array.from({ length: 32 }, () => new Uint8Array(0));
  const at = new Uint32Array(64);
  const memory: LaneMemory = {
    word: (lane, offset, size) =>
      wordIn(data[lane] ?? new Uint8Array(0), (at[lane] ?? 0) + offset, size),
    store: (lane, offset, size, value) => {
      const to = data[lane];
      if (to !== undefined) putIn(to, (at[lane] ?? 0) + offset, size, value);
    },
  };
  const name = textOf(instruction);
  return (warp, mask, { low }, isBeside) => {
    if (op === undefined)
      reportUncounted(environment, number, name, 'it goes to the shared memory of another block');
    else reportOnce(context, messages.ptx.remote(name));
    environment.uncounted.set(number, OTHERS);
    reportOnce(context, messages.ptx.remoteOrder(name));
    let inside = mask;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      const address = low[lane] ?? 0;
      const block = environment.blocks[rankAt(address, environment.rank)];
      const byte = byteAt(address);
      at[lane] = byte;
      if (block !== undefined && byte + bytes <= block.shared.bytes) {
        data[lane] = block.shared.data;
        if (doing !== 'read' && block.shared instanceof OrderedShared)
          block.shared.writeUnseen(byte, bytes);
        continue;
      }
      inside &= ~(1 << lane);
      const size = block?.shared.bytes ?? 0;
      reportOnce(context, messages.ptx.outOfShared(name, address >>> 0, size, whoOf(warp, lane)));
    }
    const as = isBeside ? beside : op;
    if (as !== undefined && inside !== 0) environment.recorder.record(as, number, warp, at, inside);
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
export function compileGetRank({ instruction, names }: MemoryContext): Step | Message {
  const [to, from] = instruction.operands;
  const source = sourceOf(from, names);
  if (to?.kind !== 'register') return messages.ptx.operand(textOf(instruction), 1);
  if (source === undefined) return messages.ptx.operand(textOf(instruction), 2);
  const target = names.offsetOf(to.register.id);
  return (warp, mask) => {
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
      if (active & 1) warp.i[target + lane] = rankAt(wordOf(source, warp, lane), warp.rank);
  };
}
