/** Encodings of Triton by their text, without `#ttg.`, for tests. */
import {
  type DistributedEncoding,
  distributedToLinear,
  expectValue,
  isDistributedEncoding,
  isSharedEncoding,
  type LinearLayout,
  parseTritonAttribute,
  type SharedEncoding,
} from '@ldscope/core';
import { raise } from '../../../../../test/raise.ts';

export function distributed(text: string): DistributedEncoding {
  const encoding = expectValue(parseTritonAttribute(`#ttg.${text}`));
  return isDistributedEncoding(encoding) ? encoding : raise(`not distributed: ${text}`);
}

export function shared(text: string): SharedEncoding {
  const encoding = expectValue(parseTritonAttribute(`#ttg.${text}`));
  return isSharedEncoding(encoding) ? encoding : raise(`not shared: ${text}`);
}

/** Where the registers, lanes and warps of a tensor of a shape hold its elements. */
export const layoutOf = (text: string, shape: readonly number[]): LinearLayout =>
  expectValue(distributedToLinear(distributed(text), shape));
