/**
 * The effect of a mask on an access of several elements.
 *
 *     a constant mask with all elements    one wide instruction, as without a mask
 *     any other mask                       LLVM makes a branch and a narrow access of each element, or leaves some out: not counted
 *     one element                          the branch leaves lanes out, which is counted
 *     a transfer without in_bounds         a mask of the elements that are inside, unless its index is constant
 */
import type { Value } from '../ir/ir.ts';
import { resolveType } from '../ir/types.ts';
import { constantOf, factsOf } from '../rows/facts.ts';
import { attributeOf, integersOf } from './attributes.ts';
import type { LdsInstruction } from './lds-atomics.ts';

const BY_ELEMENT: LdsInstruction = { uncounted: 'that compilers split by the elements of a mask' };

/** The instruction of a transfer whose last dimension may leave the memref: LLVM masks its elements by a comparison. */
export function checkedInstruction(count: number): LdsInstruction {
  return count <= 1
    ? {}
    : {
        uncounted:
          'that compilers split by elements, since in_bounds does not say that all are inside',
      };
}

/** The instruction of a masked access of `count` elements of a lane. */
export function maskedInstruction(mask: Value, count: number): LdsInstruction {
  return count <= 1 || isWholeMask(mask) ? {} : BY_ELEMENT;
}

const JOINED: LdsInstruction = {
  uncounted: 'that compilers join to wider ones, since its elements are at constant places',
};

/** The instruction of an access whose elements follow each other as a mask says, one by one: under a constant mask they are at constant places. */
export function packedInstruction(mask: Value, count: number): LdsInstruction {
  return count > 1 && isConstant(mask) ? JOINED : {};
}

/** The instruction of each element of a gather or scatter: those at constant indices are neighbours, or at constant distances. */
export function scatteredInstruction(indices: Value, count: number): LdsInstruction {
  return count > 1 && isConstant(indices) ? JOINED : {};
}

/** True for what all lanes make of nothing, or of constants: compilers compute it. */
function isConstant({ definition }: Value): boolean {
  if (definition === undefined) return false;
  const { effect, lanes, id } = factsOf(definition);
  return (
    effect === 'none' &&
    lanes === 'own' &&
    id === undefined &&
    definition.operands.every((operand) => constantOf(operand) !== undefined)
  );
}

/** True for a constant mask that leaves nothing out. */
function isWholeMask(mask: Value): boolean {
  const { definition } = mask;
  const type = resolveType(mask.type);
  if (definition === undefined || type.kind !== 'vector') return false;
  const covers = (sizes: readonly (number | undefined)[]): boolean =>
    sizes.length === type.shape.length &&
    sizes.every((size, d) => size !== undefined && size >= (type.shape[d] ?? Infinity));
  const value = attributeOf(definition, 'value');
  if (factsOf(definition).index === 'constant')
    return value?.kind === 'dense' && value.values?.every((one) => Number(one) !== 0) === true;
  if (definition.name === 'vector.constant_mask')
    return covers(integersOf(definition, 'mask_dim_sizes'));
  return definition.name === 'vector.create_mask' && covers(definition.operands.map(constantOf));
}
