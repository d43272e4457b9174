/**
 * Addresses of the lanes of one access, and the memory that they point to.
 *
 *     ld.shared.f32 [%r1+8]     low words: offsets in shared memory
 *     ld.f32 [%rd1]             generic: the high word tells shared and local windows from global memory
 */
import { messages } from '@ldscope/core';
import type { Operand } from '../../text/program.ts';
import { bitsOf } from '../../text/types.ts';
import { type Environment, LOCAL_WINDOW, SHARED_WINDOW } from '../../state/environment.ts';
import type { Warp } from '@ldscope/simt';
import type { Names } from '../operands.ts';

export type Space = 'global' | 'shared' | 'local' | 'generic' | 'param' | 'const';

/** Fills the address words of the active lanes. */
export type AddressStep = (warp: Warp, mask: number, lanes: LaneWords) => void;

/** Words of 64-bit addresses by lane. */
export class LaneWords {
  readonly low = new Int32Array(32);
  readonly high = new Int32Array(32);
}

/** Lanes are `offset` bytes behind the addresses in the register of 32 bits at a place of the file. */
export interface RegisterAddress {
  readonly place: number;
  readonly offset: number;
}

interface AddressForm {
  readonly step: AddressStep;
  /** The space that a symbol decides. */
  readonly space: Space | undefined;
  readonly register?: RegisterAddress;
}

/** How an address operand is computed; `undefined` for one that cannot be. */
export function addressStep(operand: Operand | undefined, names: Names): AddressForm | undefined {
  if (operand?.kind !== 'address') return undefined;
  const { base, offset } = operand;
  if (base === undefined) return { step: constantAddress(offset, false), space: undefined };
  if (base.kind === 'symbol') {
    const address = names.addressOf(base.name);
    if (address === undefined || address.space === 'code') return undefined;
    const inFrame = address.space === 'local' || address.space === 'param';
    return { step: constantAddress(address.value + offset, inFrame), space: address.space };
  }
  if (base.kind !== 'register') return undefined;
  const at = names.offsetOf(base.register.id);
  if (bitsOf(base.register.type) === 64) {
    return {
      space: undefined,
      step: (warp, mask, { low, high }) => {
        const { i } = warp;
        for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
          if ((active & 1) === 0) continue;
          const sum = (i[at + 2 * lane] ?? 0) + offset;
          const word = (i[at + 2 * lane] ?? 0) >>> 0;
          low[lane] = sum;
          high[lane] = (i[at + 2 * lane + 1] ?? 0) + Math.floor((word + offset) / 2 ** 32);
        }
      },
    };
  }
  return {
    space: undefined,
    register: { place: at, offset },
    step: (warp, mask, { low, high }) => {
      const { i } = warp;
      for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
        if ((active & 1) === 0) continue;
        low[lane] = (i[at + lane] ?? 0) + offset;
        high[lane] = 0;
      }
    },
  };
}

function constantAddress(value: number, inFrame: boolean): AddressStep {
  return (warp, mask, { low, high }) => {
    const whole = inFrame ? value + warp.frameBase : value;
    for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
      if ((active & 1) === 0) continue;
      low[lane] = whole | 0;
      high[lane] = Math.floor(whole / 2 ** 32);
    }
  };
}

/** The lanes of a generic access that go to one kind of memory. */
export interface Split {
  shared: number;
  local: number;
  global: number;
}

/** Sorts the lanes of a generic access by their windows. */
export function splitGeneric(mask: number, { high }: LaneWords, into: Split): void {
  into.shared = 0;
  into.local = 0;
  into.global = 0;
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
    if ((active & 1) === 0) continue;
    const window = high[lane];
    if (window === SHARED_WINDOW) into.shared |= 1 << lane;
    else if (window === LOCAL_WINDOW) into.local |= 1 << lane;
    else into.global |= 1 << lane;
  }
}

/** The warp and the lane of an access, in messages: `warp 3, lane 5`. */
export const whoOf = ({ number }: Warp, lane: number): string => `warp ${number}, lane ${lane}`;

/**
 * The lanes of a shared access that are inside and aligned, with their offsets; the others are reported. `most` is the bytes of
 * the block.
 */
export function checkShared(
  warp: Warp,
  mask: number,
  { low }: LaneWords,
  bytes: number,
  into: SharedLanes,
  { shared, findings }: Environment,
  number: number,
  instruction: string,
): void {
  const { addresses } = into;
  let kept = mask;
  let bottom = shared.bytes;
  let top = 0;
  const last = shared.bytes - bytes;
  for (let lane = 0, active = mask; active !== 0; lane++, active >>>= 1) {
    if ((active & 1) === 0) continue;
    const address = (low[lane] ?? 0) >>> 0;
    addresses[lane] = address;
    // Accesses have powers of two of bytes. Hardware looks at the alignment first.
    if ((address & (bytes - 1)) !== 0) {
      const message = messages.ptx.misaligned(instruction, `${address}`, bytes, whoOf(warp, lane));
      if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
    }
    if (address > last) {
      kept &= ~(1 << lane);
      const message = messages.ptx.outOfShared(
        instruction,
        address,
        shared.bytes,
        whoOf(warp, lane),
      );
      if (!findings.hasProblem(number, message.code)) findings.problem(number, message);
      continue;
    }
    if (address < bottom) bottom = address;
    if (address > top) top = address;
  }
  into.low = kept >>> 0;
  into.bottom = kept === 0 ? 0 : bottom;
  into.top = top;
}

/** Lanes of a shared access, in the form that the shadow of shared memory takes. */
export class SharedLanes {
  readonly addresses: Uint32Array;
  low: number;
  readonly high = 0;
  bottom = 0;
  top = 0;

  constructor(addresses: Uint32Array = new Uint32Array(32), low = 0) {
    this.addresses = addresses;
    this.low = low;
  }
}
