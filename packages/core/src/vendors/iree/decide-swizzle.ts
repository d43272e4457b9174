/**
 * IREE's decision at vector allocation: a swizzle hint for the shared memory between two layouts, or which rule said
 * no. This is the rule of an open pull request, with its gaps; what accesses really cost is in `mitigations.ts`.
 *
 *     vector 16 x 128 f16, writer 4 and reader 4 neighbours per lane, 32 banks
 *     access width 4, 32 groups in a row; a row is 64 words, 0 modulo 32 banks   ->  xor_shuffle<128, 4, 128, 1>
 *
 * Eight rules in order; `rule` of a refusal is the number of the first that does not hold:
 *
 *     1  the vector has a dimension                    5  (f32 and wider: a narrower reader caps the width at 2)
 *     2  both layouts are known                        6  a row has more than one group
 *     3  the width divides the row                     7  the row's words and the banks have a common factor
 *     4  f16 and narrower: both sides have one width   8  (the hint)
 *
 * LIMITATIONS, all upstream's: groups need not be a power of two, so a hint may not be a bijection (64 x 80 f32 gives
 * <80, 2>); rule 7 looks at where rows start, not at what an instruction moves; alignment is taken for granted.
 * Source: iree-org/iree pull request 23778 @5515b1b0, `GPUVectorAlloc.cpp` (computeSwizzleFromLayouts).
 */
import { gcd } from '../../base/numbers.ts';
import type { XorShuffle } from './swizzle.ts';

/** A vector that goes through shared memory between two layouts. */
export interface SwizzleQuestion {
  /** Shape of the vector; its last dimension is the row. */
  readonly shape: readonly number[];
  readonly elementBits: number;
  /** Neighbours of a lane: the last entry of the writer's `element_tile`. Unknown: the reader's is taken. */
  readonly writerWidth?: number;
  readonly readerWidth?: number;
  /** 32 where the target does not specify. */
  readonly banks?: number;
}

/** The swizzle hint of a vector, or the number of the first rule that does not hold. */
export type SwizzleDecision =
  | { readonly kind: 'hint'; readonly swizzle: XorShuffle }
  | { readonly kind: 'none'; readonly rule: 1 | 2 | 3 | 4 | 6 | 7; readonly reason: string };

const BANK_BYTES = 4;
const CAPPED_WIDTH = 2;

/** Whether vector allocation of IREE hints a swizzle, as its open pull request decides. */
export function decideSwizzle(question: SwizzleQuestion): SwizzleDecision {
  const { shape, elementBits, readerWidth: reader, banks = 32 } = question;
  const no = (rule: 1 | 2 | 3 | 4 | 6 | 7, reason: string): SwizzleDecision => {
    return { kind: 'none', rule, reason };
  };
  const row = shape.at(-1);
  if (row === undefined) return no(1, 'the vector has no dimension');
  const writer = question.writerWidth ?? reader;
  if (reader === undefined || writer === undefined) {
    return no(2, 'the layout of the reader is not a nested_layout with an element tile');
  }
  const elementBytes = Math.ceil(elementBits / 8);
  const widest = Math.max(writer, reader);
  if (widest === 0 || row % widest !== 0) {
    return no(3, `${widest} neighbours per lane do not divide a row of ${row}`);
  }
  if (elementBytes < BANK_BYTES && writer !== reader && widest > 1) {
    const widths = `the writer has ${writer} neighbours per lane, the reader ${reader}`;
    return no(4, `${widths}, and ${elementBits}-bit elements share banks`);
  }
  const isCapped =
    elementBytes >= BANK_BYTES && reader < writer && widest > CAPPED_WIDTH && row % 2 === 0;
  const accessWidth = isCapped ? CAPPED_WIDTH : widest;
  if (row / accessWidth <= 1) return no(6, `a row of ${row} is one group of ${accessWidth}`);
  const words = Math.floor((row * elementBytes) / BANK_BYTES) % banks;
  if (words !== 0 && gcd(words, banks) === 1) {
    return no(7, `rows start ${words} of ${banks} banks apart, so they are spread already`);
  }
  const numbers = { rowWidth: row, accessWidth, rowStride: row, perPhase: 1 };
  return { kind: 'hint', swizzle: { kind: 'xor_shuffle', ...numbers } };
}
