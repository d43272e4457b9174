/**
 * What the names of a piece of CK Tile's C++ mean: constants, lists, types, structs and functions, each in its block.
 *
 *     struct Problem { static constexpr index_t kM = 64; };      Problem::kM is 64, kM is not known
 *
 * A name is looked for in its block and then in those around it, as in C++.
 */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Value } from './calls.ts';

/** What a text refers to and does not define. */
export interface CppContext {
  /** Values of names, `KPerBlock` or `Problem::kM`. */
  readonly constants?: Readonly<Record<string, number>>;
  /** Bytes of an element of the tile: the size of `T` and `DataType`. */
  readonly elementBytes?: number;
  /** What `get_n_lds_banks()` gives: 32 or 64. */
  readonly ldsBanks?: number;
}

export type Entry =
  | Value
  /** A type; the name of one whose size is not known. */
  | { readonly kind: 'type'; readonly name: string; readonly bytes?: number }
  | { readonly kind: 'struct'; readonly scope: Scope }
  | {
      readonly kind: 'function';
      /** Of the template: `typename Problem, index_t kM` has Problem and kM. */
      readonly template: readonly string[];
      /** What it returns, or why that is not read. */
      readonly result: { readonly value: Value } | { readonly fault: Diagnostic };
    };

/** Types of the tile's element that a text need not define. */
const elementTypes: ReadonlySet<string> = new Set(['T', 'DataType']);

/** Bytes of the types that are the same everywhere. */
export const typeBytes: ReadonlyMap<string, number> = new Map([
  ...['double', 'fp64_t', 'int64_t', 'uint64_t'].map((name) => [name, 8] as const),
  ...['float', 'fp32_t', 'int32_t', 'uint32_t', 'index_t', 'int'].map((name) => [name, 4] as const),
  ...['half_t', 'fp16_t', '_Float16', 'bf16_t', 'bhalf_t'].map((name) => [name, 2] as const),
  ...['int16_t', 'uint16_t'].map((name) => [name, 2] as const),
  ...['fp8_t', 'bf8_t', 'int8_t', 'uint8_t', 'char'].map((name) => [name, 1] as const),
]);

export class Scope {
  readonly context: CppContext;
  readonly #around: Scope | undefined;
  readonly #names = new Map<string, Entry>();

  constructor(context: CppContext, around?: Scope) {
    this.context = context;
    this.#around = around;
  }

  /** A block inside of this one. */
  inner(): Scope {
    return new Scope(this.context, this);
  }

  define(name: string, entry: Entry): void {
    this.#names.set(name, entry);
  }

  /** The meaning of `Problem::kM`, of `kM`; `undefined` where it has none. */
  find(path: readonly string[]): Entry | undefined {
    const [first, ...rest] = path;
    if (first === undefined) return undefined;
    let entry = this.#names.get(first);
    if (entry === undefined) return this.#around?.find(path) ?? this.#given(path);
    for (const name of rest) {
      entry = entry?.kind === 'struct' ? entry.scope.#names.get(name) : undefined;
    }
    return entry;
  }

  /** Names that need no definition. */
  #given(path: readonly string[]): Entry | undefined {
    if (this.#around !== undefined) return undefined;
    const name = path.join('::');
    const { constants, elementBytes } = this.context;
    if (constants !== undefined && Object.hasOwn(constants, name)) {
      return { kind: 'number', value: constants[name] ?? 0, span: { start: 0, end: 0 } };
    }
    if (/^I\d$/.test(name)) {
      return { kind: 'number', value: Number(name.slice(1)), span: { start: 0, end: 0 } };
    }
    const bytes = elementTypes.has(name) ? elementBytes : typeBytes.get(name);
    return bytes === undefined ? undefined : { kind: 'type', name, bytes };
  }

  /** True where a definition would give the element of the tile another size. */
  isOtherElement(name: string, bytes: number | undefined): boolean {
    const { elementBytes = bytes } = this.context;
    return elementTypes.has(name) && bytes !== undefined && bytes !== elementBytes;
  }
}
