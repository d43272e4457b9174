/**
 * `st.async` and `red.async`: the access without `.async`, and bytes that it brings to a barrier.
 *
 *     st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.f32 [dst], {a, b}, [mbar];      8 bytes of each lane
 *
 * A warp that sees the phase complete sees the bytes; so does the storing warp itself.
 *
 * LIMITATION. Where lanes name different mbarriers, the bytes count as stored by the warp itself.
 *
 * Source: PTX ISA 9.0, 9.7.9.12 and 9.7.13.8.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import { bytesOf } from '../../text/types.ts';
import { addressStep, LaneWords } from '../memory/address.ts';
import { elementsOf, type MemoryContext, textOf } from '../memory/context.ts';
import { Completion } from './bulk.ts';

/** The step of an instruction whose last operand is the barrier; `compile` makes that of the access. */
export function compileAsyncAccess(
  context: MemoryContext,
  compile: (context: MemoryContext) => Step | Message,
): Step | Message {
  const { instruction, names } = context;
  const { modifiers, operands } = instruction;
  const barrier = addressStep(operands.at(-1), names);
  const elements = elementsOf(modifiers);
  if (!modifiers.includes('mbarrier::complete_tx::bytes'))
    return messages.ptx.unsupported(textOf(instruction));
  if (barrier === undefined || operands.length !== 3 || elements === undefined)
    return messages.ptx.operand(textOf(instruction), 3);
  const barriers = new LaneWords();
  const completion = new Completion(context);
  const access = compile({
    ...context,
    completionOf: (_warp, mask) => {
      const address = sameOf(barriers, mask);
      return address === undefined ? undefined : completion.stamp(address);
    },
    instruction: {
      ...instruction,
      modifiers: ['shared::cluster', ...modifiers],
      operands: operands.slice(0, -1),
    },
  });
  if (typeof access !== 'function') return access;
  const bytes = bytesOf(elements.type) * elements.count;
  return (warp, mask) => {
    barrier.step(warp, mask, barriers);
    access(warp, mask);
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
      if (active & 1) completion.tell(barriers.low[lane] ?? 0, bytes, warp, lane);
  };
}

/** The address that all active lanes have. */
function sameOf({ low }: LaneWords, mask: number): number | undefined {
  const first = low[31 - Math.clz32(mask & -mask)];
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1)
    if (active & 1 && low[lane] !== first) return undefined;
  return first;
}
