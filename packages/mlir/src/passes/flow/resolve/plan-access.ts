/**
 * The one classifier of the corrected `resolve-swizzle-hints`: what becomes of an access, or why it cannot be resolved.
 * Accepting and rewriting both ask it, so they cannot differ.
 *
 *     access_width 8, 8 elements from 16 * %i       one piece: a group
 *                     4 elements from 8 * %i + 4    one piece: the end of a group
 *                     16 elements from 8 * %i       two pieces: two groups
 *                     8 elements from 8 * %i + 4    two pieces of 4: the groups are 4 elements away
 *                     8 elements from 4 * %i        two pieces of 4: each is in a group, whichever
 *                     8 elements from %i            unresolvable: nothing is known about where groups begin
 *
 * A piece smaller than a bank word (4 bytes) is not made, nor more than two for each group that is moved: they cost more
 * than the conflicts that the swizzle avoids.
 */
import { gcd, type IreeSwizzle } from '@ldscope/core';
import { memrefOf } from '../../memref-types.ts';
import { elementBytesOf } from '../../buffers.ts';
import { type Expression, remainder } from '../../expression.ts';
import {
  baseOf,
  isPartial,
  isPlainTransfer,
  type MemoryAccess,
  movedElements,
} from '../index/memory-access.ts';

export interface PlannedPiece {
  readonly start: number;
  readonly length: number;
}

const WORD_BYTES = 4;
const MOST_PIECES_PER_GROUP = 2;

/** Pieces of an access at an offset, each within one group; words say why there are none. */
export function planAccess(
  access: MemoryAccess,
  offset: Expression,
  { accessWidth }: Pick<IreeSwizzle, 'accessWidth'>,
): readonly PlannedPiece[] | string {
  const { op } = access;
  const length = movedElements(access);
  if (length === undefined)
    return `${op.name} moves a vector that does not run along one dimension of neighbours`;
  if (!isPlainTransfer(op))
    return `${op.name} may run out of bounds, or not along the last dimension`;
  const within = remainder(offset, accessWidth);
  if (within.high + length <= accessWidth) return [{ start: 0, length }];
  const what = `${op.name} of ${length} elements`;
  if (op.name === 'amdgpu.transpose_load' || isPartial(access)) {
    return `${what} may cross a group of ${accessWidth}, and cannot be split`;
  }
  const grain = gcd(accessWidth, gcd(offset.step, offset.phase));
  if (within.kind !== 'constant' && length % grain !== 0) {
    return `${what} begins at a multiple of ${grain}: a piece of it may cross a group of ${accessWidth}`;
  }
  const pieces =
    within.kind === 'constant'
      ? cut(length, accessWidth, accessWidth - within.value)
      : cut(length, grain, grain);
  const element = memrefOf(baseOf(access))?.element;
  const elementBytes = element && elementBytesOf(element);
  const smallest = pieces.reduce((least, piece) => Math.min(least, piece.length), length);
  if (smallest * (elementBytes ?? 0) < WORD_BYTES) {
    return `${what} is not aligned to groups of ${accessWidth}: a piece of ${smallest} would be smaller than a bank word`;
  }
  const groups = Math.ceil(length / accessWidth);
  if (pieces.length > MOST_PIECES_PER_GROUP * groups) {
    return `${what} is not aligned to groups of ${accessWidth}: it would become ${pieces.length} accesses`;
  }
  return pieces;
}

/** Pieces of `size`, the first of `first`. */
function cut(length: number, size: number, first: number): readonly PlannedPiece[] {
  const pieces: PlannedPiece[] = [];
  for (let start = 0, next = Math.min(first, length); start < length;) {
    pieces.push({ start, length: next });
    start += next;
    next = Math.min(size, length - start);
  }
  return pieces;
}
