/** Generic addresses: `cvta` and `isspacep`. Source: PTX ISA 9.0, 9.7.9.19, 9.7.9.20. */
import { type Message, messages } from '@ldscope/core';
import { LOCAL_WINDOW, SHARED_WINDOW } from '../state/environment.ts';
import { eachLane, type Step } from '@ldscope/simt';
import type { Instruction } from '../text/program.ts';
import { bitsOf } from '../text/types.ts';
import { textOf } from './memory/context.ts';
import { frameAddress } from './move.ts';
import { type Names, sourceOf } from './operands.ts';
import { same } from './row.ts';
import { stepOf, targetOf } from './row-step.ts';

/** `cvta.shared.u64`: a generic address; `cvta.to.shared.u64`: the offset in its space. */
export function compileCvta(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const window = modifiers.some((name) => name.startsWith('shared'))
    ? SHARED_WINDOW
    : modifiers.includes('local')
      ? LOCAL_WINDOW
      : undefined;
  const target = targetOf(operands[0], names);
  const [, from] = operands;
  if (from?.kind === 'symbol' && modifiers.includes('local')) {
    const address = names.addressOf(from.name);
    if (address === undefined || target === undefined) return messages.ptx.unknownSymbol(from.name);
    const step = frameAddress(target, address.value + from.offset);
    if (typeof step !== 'function') return step;
    return (warp, mask) => {
      step(warp, mask);
      eachLane(mask, (lane) => {
        warp.i[target.offset + 2 * lane + 1] = LOCAL_WINDOW;
      });
    };
  }
  const source = sourceOf(from, names);
  if (target === undefined || source === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  if (bitsOf(target.type) !== 64) return stepOf(same('b32', 1, 'a'), [source], target);
  const high = window === undefined ? 'aH' : modifiers.includes('to') ? '0' : `${window}`;
  return stepOf(same('b64', 1, `{ rL = aL; rH = ${high}; }`), [source], target);
}

export function compileSpaceTest(instruction: Instruction, names: Names): Step | Message {
  const { operands, modifiers } = instruction;
  const target = targetOf(operands[0], names);
  const source = sourceOf(operands[1], names);
  if (target === undefined || source === undefined)
    return messages.ptx.operand(textOf(instruction), 2);
  const [space = ''] = modifiers;
  const test = space.startsWith('shared')
    ? `aH === ${SHARED_WINDOW}`
    : space === 'local'
      ? `aH === ${LOCAL_WINDOW}`
      : space === 'global'
        ? `aH !== ${SHARED_WINDOW} && aH !== ${LOCAL_WINDOW}`
        : 'false';
  return stepOf({ out: 'pred', ins: ['b64'], text: test }, [source], target);
}
