/**
 * Calls of functions and returns from them; `passing.ts` moves arguments and results.
 *
 *     call (r), f, (a)     a -> parameter of f in its frame;   ret     result of f -> r in the frame of the caller
 *
 * A function that calls itself saves the registers of the call around it, since each function has one place for them.
 */
import { type Message, messages } from '@ldscope/core';
import {
  type Frame,
  goOn,
  type Group,
  laneOf,
  lanesWith,
  postpone,
  split,
  type Warp,
} from '@ldscope/simt';
import { wordOf } from '../isa/exchange.ts';
import type { Code } from './code.ts';
import { type Own, wordIn } from './controls.ts';
import { stackEnd } from '../isa/memory/stack.ts';
import { giveValues, pass, takeValues } from './passing.ts';

/** Calls within calls. */
const MOST_DEPTH = 64;

/** Enters a function with the active lanes of a group; of an indirect call those of one function at a time. */
export function enterCall(
  code: Code,
  warp: Warp,
  group: Group,
  active: number,
  { callee, passed }: Own & { readonly kind: 'call' },
): Message | undefined {
  if (active === 0) return goOn(code, group);
  const { frame, pc } = group;
  const depth = (frame?.depth ?? 0) + 1;
  if (depth > MOST_DEPTH) return messages.ptx.tooDeep(MOST_DEPTH);
  const number =
    typeof callee === 'number' ? callee : code.calleeAt(wordOf(callee, warp, laneOf(active)));
  if (number === undefined)
    return messages.emulate.wildJump('a function that is not in the module');
  const same =
    typeof callee === 'number'
      ? active
      : lanesWith(wordIn(callee), warp, active, wordOf(callee, warp, laneOf(active)));
  postpone(code, warp, group, active & ~same);
  split(code, warp, group, same, pc + 1);
  const base = Math.max(
    (frame?.base ?? 0) + code.frameBytes(code.ownerOf(pc)),
    stackEnd(warp, group.mask),
  );
  warp.reserve(base + code.frameBytes(number));
  const repeats = isActive(code, frame, number, code.ownerOf(pc));
  group.frame = {
    outer: frame,
    call: pc,
    order: code.order[pc] ?? 0,
    callee: number,
    base,
    depth,
    stack: warp.stack.slice(),
    saved: repeats ? save(code, warp, number) : undefined,
  };
  pass(warp, group.mask, passed, frame?.base ?? 0, code.placesOf(number, 'parameters'), base);
  group.pc = code.entryOf(number);
  group.order = code.order[group.pc] ?? 0;
  return undefined;
}

/** Leaves a function with all lanes of a group, which has a frame. */
export function leaveCall(code: Code, warp: Warp, group: Group, frame: Frame): void {
  const control = code.controls[frame.call];
  const results = code.placesOf(frame.callee, 'results');
  const values = takeValues(warp, group.mask, results, frame.base);
  if (frame.saved !== undefined) restore(code, warp, group.mask, frame);
  if (control?.kind === 'own' && control.own.kind === 'call')
    giveValues(warp, group.mask, values, control.own.results, frame.outer?.base ?? 0);
  for (let lane = 0; lane < 32; lane++)
    if ((group.mask >>> lane) & 1) warp.stack[lane] = frame.stack[lane] ?? 0;
  group.frame = frame.outer;
  group.order = code.orderFrom(frame.call, frame.call + 1);
  group.pc = frame.call + 1;
}

/** True when a function is among those that have not returned. */
function isActive(code: Code, frame: Frame | undefined, number: number, current: number): boolean {
  if (current === number) return true;
  for (let one = frame; one !== undefined; one = one.outer) {
    if (one.callee === number || code.ownerOf(one.call) === number) return true;
  }
  return false;
}

function save(code: Code, warp: Warp, number: number): Int32Array {
  const { start = 0, end = 0 } = code.registersOf(number) ?? {};
  return warp.i.slice(start, end);
}

/** Restores the registers that lanes had before the function called itself. */
function restore(code: Code, warp: Warp, mask: number, { callee, saved }: Frame): void {
  const registers = code.registersOf(callee);
  if (saved === undefined || registers === undefined) return;
  code.forEachRegister(callee, (offset, words) => {
    const from = offset - registers.start;
    if (words === 1) {
      warp.i[offset] = ((warp.i[offset] ?? 0) & ~mask) | ((saved[from] ?? 0) & mask);
      return;
    }
    const each = words / 32;
    for (let lane = 0; lane < 32; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      for (let word = 0; word < each; word++)
        warp.i[offset + each * lane + word] = saved[from + each * lane + word] ?? 0;
    }
  });
}
