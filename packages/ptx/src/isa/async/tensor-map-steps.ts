/**
 * `tensormap.replace` sets a field of a tensor map in memory; `tensormap.cp_fenceproxy` copies a map from shared to global memory.
 *
 *     tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [map], 0, 64;
 *     tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [to], [from], 128;
 *
 * Source: PTX ISA 9.0, 9.7.9.27 and 9.7.13.16.
 */
import { type Message, messages } from '@ldscope/core';
import { TENSOR_MAP_BYTES, tensorMapFields } from '../../state/tensor-map.ts';
import type { Step } from '@ldscope/simt';
import { bitsOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import { access } from '../memory/access.ts';
import { addressStep, LaneWords } from '../memory/address.ts';
import { type MemoryContext, spaceOf, textOf } from '../memory/context.ts';
import { sourceOf } from '../operands.ts';
import { blockOf, regionOf, wholeOf, writeBytes } from './bulk.ts';
import { CHUNK_BYTES, Chunks } from './chunks.ts';
import { byteAt } from './places.ts';

export function compileTensorMap(context: MemoryContext): Step | Message {
  return context.instruction.modifiers[0] === 'cp_fenceproxy'
    ? compileCopy(context)
    : compileReplace(context);
}

function compileReplace(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { modifiers, operands } = instruction;
  const name = textOf(instruction);
  const field = tensorMapFields[modifiers[2] ?? ''];
  if (modifiers[0] !== 'replace' || field === undefined) return messages.ptx.unsupported(name);
  const address = addressStep(operands[0], names);
  const value = sourceOf(operands.at(-1), names);
  const ordinal = field.each === 0 ? undefined : sourceOf(operands[1], names);
  if (address === undefined) return messages.ptx.operand(name, 1);
  if (value === undefined || (field.each !== 0 && ordinal?.kind !== 'constant'))
    return messages.ptx.operand(name, 2);
  const most = field.each === 8 ? 3 : 4;
  if (ordinal?.kind === 'constant' && (ordinal.low < 0 || ordinal.low > most))
    return messages.ptx.operand(name, 2);
  const offset = field.at + (ordinal?.kind === 'constant' ? ordinal.low * field.each : 0);
  return access(
    context,
    {
      space: spaceOf(modifiers),
      address: (warp, mask, lanes) => {
        address.step(warp, mask, lanes);
        for (let lane = 0; lane < 32; lane++) lanes.low[lane] = (lanes.low[lane] ?? 0) + offset;
      },
    },
    field.bytes,
    'write',
    (warp, mask, memory) => {
      for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        memory.store(lane, 0, Math.min(field.bytes, 4), wordOf(value, warp, lane));
        if (field.bytes < 8) continue;
        const high =
          value.kind === 'constant'
            ? value.high
            : bitsOf(value.type) === 64
              ? (warp.i[value.offset + 2 * lane + 1] ?? 0)
              : 0;
        memory.store(lane, 4, 4, high);
      }
    },
    'uncounted',
  );
}

function compileCopy(context: MemoryContext): Step | Message {
  const { instruction, names } = context;
  const { operands } = instruction;
  const [to, from] = [addressStep(operands[0], names), addressStep(operands[1], names)];
  if (to === undefined) return messages.ptx.operand(textOf(instruction), 1);
  if (from === undefined) return messages.ptx.operand(textOf(instruction), 2);
  const [targets, sources] = [new LaneWords(), new LaneWords()];
  const chunks = new Chunks();
  return (warp, mask) => {
    to.step(warp, mask, targets);
    from.step(warp, mask, sources);
    // The whole warp executes it, with the same addresses in each lane.
    const lane = 31 - Math.clz32(mask & -mask);
    const address = sources.low[lane] ?? 0;
    chunks.clear();
    for (let at = 0; at < TENSOR_MAP_BYTES; at += CHUNK_BYTES) chunks.add(byteAt(address) + at);
    const block = blockOf(context, address, chunks, warp, lane);
    const found = regionOf(context, wholeOf(targets, lane), TENSOR_MAP_BYTES, warp, lane);
    if (block === undefined || found === undefined) return;
    const at = byteAt(address);
    writeBytes(context, found, block.shared.data.subarray(at, at + TENSOR_MAP_BYTES));
  };
}
