/** `vector.create_mask` and `constant_mask`: the box of the first elements of a vector. */
import type { Operation, Value } from '../../ir/ir.ts';
import { resolveType } from '../../ir/types.ts';
import { integersOf } from '../attributes.ts';
import { type LowerOperation, type Lowering } from '../lowering.ts';
import { denseStrides } from './memref.ts';

/** Sizes of the box by dimension: numbers, or data slots of values. */
type Sizes = readonly ({ readonly size: number } | { readonly slot: number })[];

const mask =
  (sizesOf: (op: Operation, lowering: Lowering) => Sizes): LowerOperation =>
  (op, lowering) => {
    const [result] = op.results;
    const shape = result && vectorShape(result);
    const sizes = sizesOf(op, lowering);
    // A mask of rank 0 has one size.
    const extents = shape?.length === 0 ? [1] : shape;
    if (result === undefined || extents?.length !== sizes.length)
      return lowering.unsupported('another number of sizes');
    const to = lowering.data(result);
    const pitches = denseStrides(extents);
    lowering.emit((wave) => {
      const out = wave.values(to).fill(1);
      for (const [d, size] of sizes.entries()) {
        const [pitch, extent] = [pitches[d] ?? 1, extents[d] ?? 1];
        const values = 'slot' in size ? wave.values(size.slot) : undefined;
        const same = 'size' in size ? size.size : 0;
        for (let i = 0; i < out.length; i++) {
          const index = Math.floor(Math.floor(i / wave.lanes) / pitch) % extent;
          if (index >= (values?.[i % wave.lanes] ?? same)) out[i] = 0;
        }
      }
    });
  };

function vectorShape(value: Value): readonly number[] | undefined {
  const type = resolveType(value.type);
  return type.kind === 'vector' ? type.shape : undefined;
}

export const masks: Readonly<Record<string, LowerOperation>> = {
  'vector.create_mask': mask((op, lowering) =>
    op.operands.map((operand) => ({ slot: lowering.data(operand) })),
  ),
  'vector.constant_mask': mask((op) =>
    integersOf(op, 'mask_dim_sizes').map((size) => ({ size: size ?? 0 })),
  ),
};
