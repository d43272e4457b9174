/**
 * Whether a swizzle hint will resolve, said before its accesses are lowered.
 *
 *     %h = swizzle_hint %flat[#xor_shuffle<96, 8>]        12 groups: no permutation
 *     vector.load %h[...] : vector<6xf16>, width 4        an access that crosses groups
 *
 * The permutation and the width of every access along a row are checked; the pass that rewrites the accesses proves
 * alignment and falls back to padding.
 */
import { permutationFault } from '@ldscope/core';
import type { Operation } from '../../../ir/ir.ts';
import { isViewOperation } from '../../views.ts';
import { elementCount, memrefOf } from '../../memref-types.ts';
import { factsOf, indexedOperand, movedValue, seesNoElements } from '../../../rows/facts.ts';
import { derivedUses, type DerivedUse, isDirectCopyInto } from './derived-users.ts';
import type { Rewriter } from '../../rewriter.ts';
import { flatteningObstacle } from '../hints/flatten-swizzle-hint-allocs.ts';
import { swizzleOf } from '../hints/swizzle-hint.ts';
import { paddingHint } from './padding-hint.ts';
import { vectorOf } from '../vector-alloc/vector-operations.ts';

/** Why a hint cannot resolve; `undefined` when nothing speaks against it. */
export function hintFault(hint: Operation, rewriter: Rewriter): string | undefined {
  const swizzle = swizzleOf(hint);
  const [operand] = hint.operands;
  const [result] = hint.results;
  const type = memrefOf(operand);
  const elements = type && elementCount(type);
  if (swizzle === undefined || elements === undefined || result === undefined) {
    return 'its attribute or its type is unknown';
  }
  const obstacle = flatteningObstacle(hint, { rewriter, like: 'corrected' });
  if (obstacle !== undefined) return `it cannot be flat: ${obstacle}`;
  const broken = permutationFault(swizzle, elements);
  if (broken !== undefined) return broken.message;
  if (elements % swizzle.rowWidth !== 0) {
    return `rows of ${swizzle.rowWidth} do not divide ${elements} elements`;
  }
  for (const use of derivedUses(result, rewriter)) {
    const fault = useFault(use, swizzle.accessWidth);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function useFault(use: DerivedUse, accessWidth: number): string | undefined {
  const { user } = use;
  const facts = factsOf(user);
  if (isViewOperation(user) || user.name === paddingHint || seesNoElements(user)) return undefined;
  if (facts.control !== 'none' || isDirectCopyInto(use)) return undefined;
  if (indexedOperand(facts) === undefined || facts.address === 'masked')
    return `${user.name} cannot follow a swizzle`;
  const vector = vectorOf(movedValue(user));
  if ((vector?.shape.length ?? 0) > 1) return `${user.name} moves a vector that is not distributed`;
  const width = vector?.shape.at(-1) ?? 1;
  if (width % accessWidth === 0 || accessWidth % width === 0) return undefined;
  return `${user.name} moves ${width} elements, groups have ${accessWidth}`;
}
