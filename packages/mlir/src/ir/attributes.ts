/**
 * MLIR attributes as plain data. An attribute that we have no structure for is `opaque` and keeps its
 * text (`#amdgpu.address_space<fat_raw_buffer>`, `#iree_codegen.translation_info<...>`).
 */
import type { AffineMap, IntegerSet } from './affine.ts';
import type { Dimension, Type } from './types.ts';

export type Attribute =
  | { readonly kind: 'unit' }
  | { readonly kind: 'bool'; readonly value: boolean }
  /** An integer that was written without a type is an `i64`, as upstream has it. */
  | { readonly kind: 'integer'; readonly value: bigint; readonly type: Type }
  /** `text` keeps the spelling (`0x7FC00000`, `1.000000e+00`); without a written type it is an `f64`. */
  | { readonly kind: 'float'; readonly value: number; readonly text: string; readonly type: Type }
  | { readonly kind: 'string'; readonly value: string; readonly type?: Type }
  /** `@root::@nested`. */
  | { readonly kind: 'symbol'; readonly path: readonly string[] }
  | { readonly kind: 'array'; readonly elements: readonly Attribute[] }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, Attribute> }
  | { readonly kind: 'type'; readonly type: Type }
  | { readonly kind: 'affine_map'; readonly map: AffineMap }
  | { readonly kind: 'affine_set'; readonly set: IntegerSet }
  /** `strided<[64, 1], offset: ?>`. */
  | { readonly kind: 'strided'; readonly strides: readonly Dimension[]; readonly offset: Dimension }
  /** `array<i32: 256, 2, 1>`. Integers that a number cannot hold exactly are `bigint` (see `dynamicSize`). */
  | {
      readonly kind: 'dense_array';
      readonly element: Type;
      readonly values: readonly (number | bigint | boolean)[];
    }
  /**
   * `dense<...> : type`. A splat has one value. `text` keeps the literal between the angle brackets;
   * `values` is absent when it is a string of bytes that was not decoded.
   */
  | {
      readonly kind: 'dense';
      readonly text: string;
      readonly values?: readonly (number | bigint | boolean)[];
      readonly type: Type;
    }
  /** A dialect attribute with its sigil, as written, or a bare keyword of custom syntax. */
  | { readonly kind: 'opaque'; readonly text: string }
  /** `#alias`, resolved: `attribute` is what it stands for. */
  | { readonly kind: 'alias'; readonly name: string; readonly attribute: Attribute };

/** Follows aliases to the attribute itself. */
export function resolveAttribute(
  attribute: Attribute,
): Exclude<Attribute, { readonly kind: 'alias' }> {
  let current = attribute;
  while (current.kind === 'alias') current = current.attribute;
  return current;
}

/** Marks a place in a static list (`static_offsets`, ...) whose value is an operand: `[%a, 4]`. */
export const dynamicSize = -(2n ** 63n);

/** The same in a static list of 32-bit integers (`rawConstantIndices` of `llvm.getelementptr`). */
export const dynamicIndex = -(2 ** 31);
