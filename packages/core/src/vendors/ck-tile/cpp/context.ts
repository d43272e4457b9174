/** Names that a piece of CK Tile's C++ need not define: those that its caller gives, and types that are the same everywhere. */
import type { Span } from '../../../base/span.ts';

/** The values of names that a text refers to and does not define. */
export interface CppContext {
  /** Values of names, `KPerBlock` or `Problem::kM`: a number, or C++ such as `half_t` and `sequence<32, 32, 16>`. */
  readonly constants?: Readonly<Record<string, number | string>>;
  /** Bytes of an element of the tile: the size of `T` and `DataType`. */
  readonly elementBytes?: number;
  /** What `get_n_lds_banks()` gives: 32 or 64. */
  readonly ldsBanks?: number;
  /** What `get_warp_size()` gives; 64 without it. */
  readonly waveSize?: number;
  /** The chip that is compiled for: what its macros say of `#if defined(__gfx950__)`. */
  readonly chip?: string;
  /** Which of several functions and constants is meant: `MakeALdsBlockDescriptor`, `Policy::MakeALdsBlockDescriptor`. */
  readonly use?: string;
  /** Texts in front, such as the headers that a text includes. */
  readonly before?: readonly string[];
}

/** Types of the tile's element that a text need not define. */
export const elementTypes: ReadonlySet<string> = new Set(['T', 'DataType']);

/** Names of the same type. */
const typeNames: readonly (readonly [bytes: number, names: string])[] = [
  [8, 'double fp64_t'],
  [8, 'int64_t long_index_t'],
  [8, 'uint64_t size_t'],
  [4, 'float fp32_t'],
  [4, 'int32_t index_t int'],
  [4, 'uint32_t unsigned'],
  [2, 'half_t fp16_t _Float16'],
  [2, 'bf16_t bhalf_t bfloat16_t'],
  [2, 'int16_t'],
  [2, 'uint16_t'],
  [1, 'fp8_t'],
  [1, 'bf8_t'],
  [1, 'int8_t'],
  [1, 'uint8_t'],
  [1, 'char'],
  [1, 'bool'],
  [1, 'pk_int4_t'],
  [1, 'pk_fp4_t'],
];

/** Types that are the same everywhere, under each of their names. */
export const knownTypes: ReadonlyMap<string, { readonly name: string; readonly bytes?: number }> =
  new Map([
    ...typeNames.flatMap(([bytes, names]) => {
      const [name = '', ...others] = names.split(' ');
      return [name, ...others].map((each) => [each, { name, bytes }] as const);
    }),
    ...['RowMajor', 'ColumnMajor'].flatMap((name) =>
      [name, `tensor_layout::gemm::${name}`].map((each) => [each, { name }] as const),
    ),
  ]);

/** Bytes of the types that are the same everywhere. */
export const typeBytes: ReadonlyMap<string, number> = new Map(
  [...knownTypes].flatMap(([name, { bytes }]) => (bytes === undefined ? [] : [[name, bytes]])),
);

/** The place of what no text defines. */
export const NOWHERE: Span = { start: 0, end: 0 };
