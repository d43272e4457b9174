/**
 * Structs of a source, as launch files give them by field.
 *
 *     struct Params { const float *a; int sizes[2]; };     { struct: Params, fields: { a: 0, sizes: [0, 0] } }
 *
 * A struct that the reader of launch files does not take, or that is not as large as what the kernel has, is given otherwise.
 */
import { type CType, namedFields, readTypes, type StructType } from '@ldscope/core';

/** Elements of an array that are written out. */
const MOST_ELEMENTS = 64;

export class AuthoredStructs {
  readonly #text: string;
  #isUsed = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** The definitions, where a struct of them was requested. */
  get used(): readonly string[] {
    return this.#isUsed ? [this.#text] : [];
  }

  /** An argument of a type of this size in bytes, every field 0; `undefined` where the type is not such a struct. */
  fieldsOf(cType: string | undefined, bytes: number): string | undefined {
    const name = cType?.replace(/\b(?:const|struct)\b/g, '').trim() ?? '';
    if (this.#text === '' || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
    const read = readTypes(this.#text);
    const type = read.ok ? read.value.scope.type([name]) : undefined;
    if (type?.kind !== 'struct' || type.bytes !== bytes || countOf(type) > MOST_ELEMENTS)
      return undefined;
    this.#isUsed = true;
    return `{ struct: ${name}, fields: ${zeroOf(type)} }`;
  }
}

/** A value of a type, as launch files write it. */
function zeroOf(type: CType): string {
  switch (type.kind) {
    case 'scalar':
    case 'pointer':
      return '0';
    case 'array':
      return `[${Array.from({ length: type.count }, () => zeroOf(type.of)).join(', ')}]`;
    case 'struct':
      return `{ ${namedFields(type)
        .map(({ name, type: of }) => `${name}: ${zeroOf(of)}`)
        .join(', ')} }`;
  }
}

/** Numbers that are written for a type. */
function countOf(type: CType): number {
  if (type.kind === 'array') return type.count * countOf(type.of);
  if (type.kind !== 'struct') return 1;
  return namedFields(type).reduce(
    (sum, { type: of }: StructType['fields'][number]) => sum + countOf(of),
    0,
  );
}
