/**
 * What the names of a piece of CK Tile's C++ mean, each in its block.
 *
 *     struct Problem { static constexpr index_t kM = 64; };      Problem::kM is 64, kM is not known
 *
 * A name is looked for in its block and then in those around it, as in C++. Its value is computed when it is asked for.
 */
import type { Span } from '../../../base/span.ts';
import type { Value } from './calls.ts';
import type { ConstantSyntax, FunctionSyntax, StructSyntax } from './syntax.ts';

/** What a text refers to and does not define. */
export interface CppContext {
  /** Values of names, `KPerBlock` or `Problem::kM`: a number, or C++ such as `half_t` and `sequence<32, 32, 16>`. */
  readonly constants?: Readonly<Record<string, number | string>>;
  /** Bytes of an element of the tile: the size of `T` and `DataType`. */
  readonly elementBytes?: number;
  /** What `get_n_lds_banks()` gives: 32 or 64. */
  readonly ldsBanks?: number;
  /** What `get_warp_size()` gives; 64 without it. */
  readonly waveSize?: number;
  /** Which of several functions and constants is meant: `MakeALdsBlockDescriptor`, `Policy::MakeALdsBlockDescriptor`. */
  readonly use?: string;
  /** Texts in front, such as the headers that a text includes. */
  readonly before?: readonly string[];
}

/** What a name means. */
export type Entry =
  | { readonly kind: 'value'; readonly value: Value }
  /** A constant, whose value is computed once. */
  | {
      readonly kind: 'constant';
      readonly syntax: ConstantSyntax;
      readonly scope: Scope;
      state: 'new' | 'busy' | { readonly value: Value };
    }
  | { readonly kind: 'functions'; readonly list: FunctionSyntax[]; readonly scope: Scope }
  /** A struct, the template of one with its specializations, or that of a constant. */
  | {
      readonly kind: 'template';
      readonly list: (StructSyntax | ConstantSyntax)[];
      readonly scope: Scope;
      value?: Value | undefined;
    }
  /** A constant that is defined twice. */
  | { readonly kind: 'twice'; readonly span: Span };

export class Scope {
  readonly around: Scope | undefined;
  /** Of a struct: its bases, where names that it lacks are looked for. */
  bases: readonly Value[] = [];
  readonly #names = new Map<string, Entry>();

  constructor(around?: Scope) {
    this.around = around;
  }

  /** A block inside of this one. */
  inner(): Scope {
    return new Scope(this);
  }

  define(name: string, entry: Entry): void {
    this.#names.set(name, entry);
  }

  defineValue(name: string, value: Value): void {
    this.define(name, { kind: 'value', value });
  }

  /** The meaning of a name in this block alone. */
  own(name: string): Entry | undefined {
    return this.#names.get(name);
  }
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
