/**
 * Local memory of sizes that are known when a kernel runs, behind the frame of its function.
 *
 *     stacksave.u64 %rd1;   alloca.u64 %rd2, %rd3, 16;   ...   stackrestore.u64 %rd1;
 *
 * Each lane takes memory of its own; a return gives back what the function took. Source: PTX ISA 9.0, 9.7.17.
 */
import { type Message, messages, roundUp } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import { bitsOf } from '../../text/types.ts';
import { wordOf } from '../exchange.ts';
import { sourceOf } from '../operands.ts';
import { type MemoryContext, textOf } from './context.ts';

/** Bytes of local memory that a thread has at most. */
const MOST_BYTES = 2 ** 19;
const FRAME_ALIGNMENT = 16;
const DEFAULT_ALIGNMENT = 8;

/** Where the memory ends that the lanes of a mask took, as a frame begins behind it. */
export function stackEnd({ stack }: Warp, mask: number): number {
  let end = 0;
  for (let lane = 0; lane < 32; lane++)
    if ((mask >>> lane) & 1) end = Math.max(end, stack[lane] ?? 0);
  return roundUp(end, FRAME_ALIGNMENT);
}

/** `alloca`, `stacksave` and `stackrestore`. */
export function compileStack(context: MemoryContext): Step | Message {
  const { instruction, names, frameBytes } = context;
  const { opcode, operands } = instruction;
  const [first, size, given] = operands;
  if (opcode === 'stackrestore') {
    const source = sourceOf(first, names);
    if (source === undefined) return messages.ptx.operand(textOf(instruction), 1);
    return forEach((warp, lane) => {
      warp.stack[lane] = wordOf(source, warp, lane);
    });
  }
  if (first?.kind !== 'register') return messages.ptx.operand(textOf(instruction), 1);
  const target = names.offsetOf(first.register.id);
  const wide = bitsOf(first.register.type) === 64;
  const put = (warp: Warp, lane: number, value: number): void => {
    warp.i[target + (wide ? 2 * lane : lane)] = value;
    if (wide) warp.i[target + 2 * lane + 1] = 0;
  };
  if (opcode === 'stacksave')
    return forEach((warp, lane) => put(warp, lane, warp.stack[lane] ?? 0));
  const bytes = sourceOf(size, names);
  const alignment = given?.kind === 'integer' ? Number(given.value) : DEFAULT_ALIGNMENT;
  if (bytes === undefined) return messages.ptx.operand(textOf(instruction), 2);
  if ((given !== undefined && given.kind !== 'integer') || !(alignment >= 1 && alignment <= 4096))
    return messages.ptx.operand(textOf(instruction), 3);
  return forEach((warp, lane) => {
    const free = Math.max(warp.stack[lane] ?? 0, warp.frameBase + frameBytes);
    const at = roundUp(free, alignment);
    const end = at + (wordOf(bytes, warp, lane) >>> 0);
    if (end > MOST_BYTES) {
      warp.fail(messages.ptx.stackOverflow(end, MOST_BYTES));
      return;
    }
    warp.reserve(end);
    warp.stack[lane] = end;
    put(warp, lane, at);
  });
}

const forEach =
  (of: (warp: Warp, lane: number) => void): Step =>
  (warp, mask) => {
    for (let lane = 0; lane < 32; lane++) if ((mask >>> lane) & 1) of(warp, lane);
  };
