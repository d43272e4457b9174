/**
 * Memory that a kernel has as an argument of its block, though no caller gives it.
 *
 *     gpu.func @k(%in: memref<64xf32>) workgroup(%tile : memref<64xf32, #lds>) kernel      %tile: an attribution
 */
import { attributeOf, integerOf } from './attribute-values.ts';
import type { Operation, Value } from './ir.ts';

/** The attributions of a function to the memory of its workgroup: those behind its inputs. */
export function workgroupAttributions(func: Operation): readonly Value[] {
  const parameters = func.regions[0]?.blocks[0]?.arguments ?? [];
  const count = integerOf(func, 'workgroup_attributions') ?? 0;
  const type = attributeOf(func, 'function_type');
  if (type?.kind !== 'type' || type.type.kind !== 'function') return [];
  const inputs = type.type.inputs.length;
  return parameters.slice(inputs, inputs + count);
}
