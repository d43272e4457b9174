/**
 * Sizes of LLVM's types in LDS, and the arrays that declarations make of them:
 *
 *     [32 x [33 x float]]        4,224 bytes aligned to 4; elements of 4 bytes, [32][33]
 *     %struct.pair               what the module defines
 *
 * Source: LLVM language reference and the data layout of AMDGPU: scalars and vectors are aligned to their size, rounded up to a
 * power of two.
 */
import { roundUp } from '@ldscope/core';

export interface TypeSize {
  /** With its padding at the end, as elements of an array follow each other. */
  readonly bytes: number;
  readonly alignment: number;
  /** Of an array of arrays, outermost first; empty for anything else. */
  readonly shape: readonly number[];
  /** For an array: bytes of its innermost element. */
  readonly elementBytes: number;
  /** Where the parts of a structure begin; empty for anything else. */
  readonly offsets: readonly number[];
}

const SCALARS: Readonly<Record<string, number>> = {
  half: 2,
  bfloat: 2,
  float: 4,
  double: 8,
  ptr: 8,
};
/** Address spaces of 32-bit pointers: LDS, GDS, private memory, 32-bit constants. */
const NARROW_SPACES: ReadonlySet<number> = new Set([2, 3, 5, 6]);
const MOST_NESTING = 32;

/** Reads types; `definitions` are those of the module, by name with its `%`. */
export class TypeSizes {
  readonly #definitions: ReadonlyMap<string, string>;

  constructor(definitions: ReadonlyMap<string, string>) {
    this.#definitions = definitions;
  }

  /** The size of a whole type; `undefined` for what is not known here. */
  of(text: string): TypeSize | undefined {
    return this.#whole(text, 0);
  }

  /** True where a part of a type is a union of C. */
  hasUnion(text: string, depth = 0): boolean {
    if (depth > MOST_NESTING) return false;
    const names = text.match(new RegExp(NAME.source, 'g')) ?? [];
    return names.some(
      (name) =>
        /^%"?union\./.test(name) || this.hasUnion(this.#definitions.get(name) ?? '', depth + 1),
    );
  }

  #whole(text: string, depth: number): TypeSize | undefined {
    const reader = { text, at: 0 };
    const size = this.#read(reader, depth);
    return blank(reader) === text.length ? size : undefined;
  }

  #read(reader: Reader, depth: number): TypeSize | undefined {
    if (depth > MOST_NESTING) return undefined;
    const array = take(reader, /\[\s*(\d+)\s+x\s/y);
    if (array !== undefined) {
      const element = this.#read(reader, depth + 1);
      if (element === undefined || take(reader, /\]/y) === undefined) return undefined;
      const length = Number(array[1]);
      return {
        bytes: length * element.bytes,
        alignment: element.alignment,
        shape: [length, ...element.shape],
        elementBytes: element.elementBytes,
        offsets: [],
      };
    }
    const vector = take(reader, /<\s*(\d+)\s+x\s/y);
    if (vector !== undefined) {
      const element = this.#read(reader, depth + 1);
      if (element === undefined || take(reader, />/y) === undefined) return undefined;
      const bytes = 2 ** Math.ceil(Math.log2(Number(vector[1]) * element.bytes));
      return scalar(bytes);
    }
    const packed = take(reader, /<\s*\{/y) !== undefined;
    if (packed || take(reader, /\{/y) !== undefined) return this.#structure(reader, packed, depth);
    const named = take(reader, NAME);
    if (named !== undefined) {
      const definition = this.#definitions.get(named[0]);
      return definition === undefined ? undefined : this.#whole(definition, depth + 1);
    }
    const word = take(reader, /[a-z]\w*/y)?.[0] ?? '';
    const width = /^i(\d+)$/.exec(word)?.[1];
    if (width !== undefined)
      return scalar(2 ** Math.ceil(Math.log2(Math.max(8, Number(width)) / 8)));
    const bytes = SCALARS[word];
    if (bytes === undefined) return undefined;
    const space = word === 'ptr' ? take(reader, /addrspace\((\d+)\)/y)?.[1] : undefined;
    return scalar(NARROW_SPACES.has(Number(space ?? 0)) ? 4 : bytes);
  }

  #structure(reader: Reader, packed: boolean, depth: number): TypeSize | undefined {
    const offsets: number[] = [];
    let [bytes, alignment] = [0, 1];
    const end = packed ? /\}\s*>/y : /\}/y;
    while (take(reader, end) === undefined) {
      if (offsets.length > 0 && take(reader, /,/y) === undefined) return undefined;
      const field = this.#read(reader, depth + 1);
      if (field === undefined) return undefined;
      const own = packed ? 1 : field.alignment;
      bytes = roundUp(bytes, own);
      offsets.push(bytes);
      bytes += field.bytes;
      alignment = Math.max(alignment, own);
    }
    bytes = roundUp(bytes, alignment);
    return { bytes, alignment, shape: [], elementBytes: bytes, offsets };
  }
}

/** The name of a type. */
const NAME = /%(?:[\w.$-]+|"[^"]*")/y;

interface Reader {
  readonly text: string;
  at: number;
}

const scalar = (bytes: number): TypeSize => ({
  bytes,
  alignment: bytes,
  shape: [],
  elementBytes: bytes,
  offsets: [],
});

/** Skips blanks; gives where it is. */
function blank(reader: Reader): number {
  while (reader.text[reader.at] === ' ') reader.at++;
  return reader.at;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = blank(reader);
  const match = pattern.exec(reader.text) ?? undefined;
  if (match !== undefined) reader.at = pattern.lastIndex;
  return match;
}
