/**
 * MLIR types as plain data. A type that we have no structure for is `opaque`: its text is kept, so it
 * prints back as it came (`!stream.binding`, `!hal.buffer_view`).
 */
import type { AffineMap, IntegerSet } from './affine.ts';

/** `i32`, `si8`, `ui16`. */
interface IntegerType {
  readonly kind: 'integer';
  readonly width: number;
  readonly signedness: 'signless' | 'signed' | 'unsigned';
}

/** `f16`, `bf16`, `f32`, `f64`, `f8E4M3FNUZ`, ... */
interface FloatType {
  readonly kind: 'float';
  readonly name: string;
  readonly width: number;
}

interface IndexType {
  readonly kind: 'index';
}

/** A size in a shape: a number, or `undefined` for `?`. */
export type Dimension = number | undefined;

/** `vector<4x[8]xf32>`: `scalable[i]` marks a dimension in brackets. */
export interface VectorType {
  readonly kind: 'vector';
  readonly shape: readonly number[];
  readonly scalable?: readonly boolean[];
  readonly element: Type;
}

/**
 * `memref<32x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>`. `shape` is
 * `undefined` for an unranked memref (`memref<*xf32>`).
 */
export interface MemRefType {
  readonly kind: 'memref';
  readonly shape: readonly Dimension[] | undefined;
  readonly element: Type;
  /** Absent: the identity layout, row-major and dense. */
  readonly layout?: MemRefLayout;
  readonly memorySpace?: Attribute;
}

export type MemRefLayout =
  | {
      readonly kind: 'strided';
      readonly strides: readonly Dimension[];
      readonly offset: Dimension;
      readonly alias?: string;
    }
  | { readonly kind: 'affine'; readonly map: AffineMap; readonly alias?: string }
  | { readonly kind: 'attribute'; readonly attribute: Attribute };

export interface TensorType {
  readonly kind: 'tensor';
  readonly shape: readonly Dimension[] | undefined;
  readonly element: Type;
  readonly encoding?: Attribute;
}

interface FunctionType {
  readonly kind: 'function';
  readonly inputs: readonly Type[];
  readonly results: readonly Type[];
}

interface TupleType {
  readonly kind: 'tuple';
  readonly elements: readonly Type[];
}

/** `none`, `token`, or a dialect type with its sigil, as written. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly text: string;
  /** The parts of a type of the `llvm` dialect; its text is then as upstream prints it. */
  readonly llvm?: LlvmStructure;
}

export type LlvmStructure =
  /** `!llvm.ptr<3>`. */
  | { readonly kind: 'pointer'; readonly addressSpace: number }
  /** `!llvm.array<4 x f32>`. */
  | { readonly kind: 'array'; readonly size: number; readonly element: Type }
  /** `!llvm.struct<"name", packed (ptr, i32)>`; no elements when it is opaque or names one that it is in. */
  | {
      readonly kind: 'struct';
      readonly name: string | undefined;
      readonly packed: boolean;
      readonly elements: readonly Type[] | undefined;
    }
  /** `!llvm.func<i32 (ptr, ...)>`. */
  | {
      readonly kind: 'function';
      readonly result: Type;
      readonly parameters: readonly Type[];
      readonly variadic: boolean;
    };

/** `!alias`, resolved: `type` is what it stands for. */
export interface AliasType {
  readonly kind: 'alias';
  readonly name: string;
  readonly type: Type;
}

export type Type =
  | IntegerType
  | FloatType
  | IndexType
  | VectorType
  | MemRefType
  | TensorType
  | FunctionType
  | TupleType
  | OpaqueType
  | AliasType;

/** The type of a value that an operation without known syntax defines, until a use says more. */
export const unknownType: OpaqueType = { kind: 'opaque', text: '?' };

/** Follows aliases to the type itself. */
export function resolveType(type: Type): Exclude<Type, AliasType> {
  let current = type;
  while (current.kind === 'alias') current = current.type;
  return current;
}

/**
 * An attribute. One that we have no structure for is `opaque` and keeps its text
 * (`#amdgpu.address_space<fat_raw_buffer>`, `#iree_codegen.translation_info<...>`).
 */
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
