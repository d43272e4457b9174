/**
 * Tensors and parts of shared memory as TTGIR types them.
 *
 *     tensor<64x32xf16, #blocked>
 *     !ttg.memdesc<2x64x32xf16, #shared, #smem, mutable>            2 tiles of 64x32, one after the other
 *     !ttg.memdesc<16x32xf16, #shared, #smem, mutable, 64x32>       a part of a tile of 64x32
 *     !triton_gpu.memdesc<...>, !tt.memdesc<...>                    the same in Triton 3.2 and 3.0
 *     tensor<64x32xf16, #shared>                                    the same in Triton 2
 */
import {
  diagnose,
  type Diagnostic,
  failure,
  isSharedEncoding,
  partsOutside,
  parseTritonAttribute,
  type Result,
  success,
  type TritonEncoding,
} from '@ldscope/core';
import type { Module } from '../ir/ir.ts';
import { resolveType, type Type } from '../ir/types.ts';
import { printType } from '../text/print-types.ts';

export interface TileType {
  readonly kind: 'tensor' | 'memdesc';
  /** All dimensions, those of a memdesc with its stages. */
  readonly shape: readonly number[];
  /** Of what was allocated, where a memdesc says so. */
  readonly allocShape?: readonly number[] | undefined;
  /** `f16`, `!tt.ptr<f16>`. */
  readonly element: string;
  /** Bytes of an element in shared memory; at least one. */
  readonly elementBytes: number;
  readonly encoding: Result<TritonEncoding>;
  /** As the type has it: `#shared`, or in full. */
  readonly encodingText: string;
}

/** The encodings of a module by alias, and types that were read before. */
export class TileTypes {
  readonly aliases: ReadonlyMap<string, TritonEncoding>;
  /** Names of the encodings that aliases stand for. */
  readonly names: ReadonlyMap<TritonEncoding, string>;
  readonly #encodings = new Map<string, Result<TritonEncoding>>();
  readonly #types = new Map<string, TileType | undefined>();

  constructor({ attributeAliases }: Module) {
    const aliases = new Map<string, TritonEncoding>();
    this.aliases = aliases;
    for (const [name, attribute] of attributeAliases) {
      if (attribute.kind !== 'opaque' || !isLayout(attribute.text)) continue;
      const read = this.encoding(attribute.text);
      this.#encodings.set(`#${name}`, read);
      if (read.ok) aliases.set(name, read.value);
    }
    this.names = new Map([...aliases].map(([name, encoding]) => [encoding, name]));
  }

  /** An attribute in full, or an alias with its `#`. */
  encoding(text: string): Result<TritonEncoding> {
    const known = this.#encodings.get(text);
    if (known !== undefined) return known;
    const read = parseTritonAttribute(text, { aliases: this.aliases });
    // The place in the attribute is none in the module.
    const result = read.ok
      ? success(read.value)
      : failure(
          ...read.diagnostics.map(({ span: _span, ...message }): Diagnostic => diagnose(message)),
        );
    this.#encodings.set(text, result);
    return result;
  }

  /** A type as a tile; `undefined` when it is none, or has sizes that are not known. */
  tile(type: Type): TileType | undefined {
    const { kind } = resolveType(type);
    if (kind !== 'tensor' && kind !== 'opaque') return undefined;
    return this.tileOfText(printType(resolveType(type)));
  }

  /** The same for a type's text; `<...>` alone is a memdesc, as copies print it. */
  tileOfText(text: string): TileType | undefined {
    const known = this.#types.get(text);
    if (known !== undefined || this.#types.has(text)) return known;
    const tile = this.#read(text.trim());
    this.#types.set(text, tile);
    return tile;
  }

  #read(text: string): TileType | undefined {
    const [, name = '', inner] =
      /^(tensor|!(?:ttg|triton_gpu|tt)\.memdesc|)<(.*)>$/s.exec(text) ?? [];
    if (inner === undefined) return undefined;
    const [dimensions = '', encodingText = '', ...rest] = topLevelParts(inner);
    const [, sizes = '', element = ''] = /^((?:\d+x)*)(\S.*)$/s.exec(dimensions) ?? [];
    const elementBytes = bytesOf(element);
    if (elementBytes === undefined || !encodingText.startsWith('#')) return undefined;
    const shape = sizes.split('x').slice(0, -1).map(Number);
    const alloc = rest.find((part) => /^\d+(?:x\d+)*$/.test(part));
    const encoding = this.encoding(encodingText);
    const isShared = encoding.ok && isSharedEncoding(encoding.value);
    return {
      kind: name === 'tensor' && !isShared ? 'tensor' : 'memdesc',
      shape,
      allocShape: alloc?.split('x').map(Number),
      element,
      elementBytes,
      encoding,
      encodingText,
    };
  }
}

const isLayout = (text: string): boolean =>
  /^#(?:ttg|triton_gpu)\.(?!shared_memory\b)\w/.test(text);

const topLevelParts = (text: string): string[] =>
  partsOutside(text, ',').map((part) => part.trim());

function bytesOf(element: string): number | undefined {
  if (element.startsWith('!tt.ptr')) return 8;
  const [, width] = /^(?:bf|f|tf|i|si|ui)(\d+)(?:E\w+)?$/.exec(element) ?? [];
  if (width === undefined) return undefined;
  const bits = Number(width);
  // Predicates take a byte; other elements below a byte have no place that Triton states.
  const bytes = bits === 1 ? 1 : bits / 8;
  return [1, 2, 4, 8, 16].includes(bytes) ? bytes : undefined;
}
