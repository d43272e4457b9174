/**
 * Types of C as they are in memory, for AMD chips: little-endian, pointers and `long` of 8 bytes.
 *
 *     struct { char tag; double *to; int n[3]; }     tag at 0, to at 8, n at 16; 32 bytes, aligned to 8
 *
 * Rules are those of the System V ABI, which the AMDGPU target of clang follows: a field begins at the next multiple of
 * its alignment, a struct is as aligned as its most aligned field and a multiple of that long. `packed` makes fields
 * begin where the one before ends; `alignas` and `aligned` raise an alignment. A field of a class type that is neither packed
 * itself nor plain old data keeps its alignment in a packed struct, as since clang 15.
 */
import { roundUp } from '../../../base/numbers.ts';

/** A number as memory has it; the names are those of element types of launch files. */
export type ScalarFormat =
  | 'i8'
  | 'u8'
  | 'i16'
  | 'u16'
  | 'i32'
  | 'u32'
  | 'i64'
  | 'u64'
  | 'f16'
  | 'bf16'
  | 'f32'
  | 'f64';

interface Sized {
  readonly bytes: number;
  readonly alignment: number;
}

export interface ScalarType extends Sized {
  readonly kind: 'scalar';
  readonly format: ScalarFormat;
  /** Only 0 and 1 are values. */
  readonly isBool: boolean;
}

export interface PointerType extends Sized {
  readonly kind: 'pointer';
}

/** An array, or a vector such as `float4`, whose alignment is larger than that of an element. */
export interface ArrayType extends Sized {
  readonly kind: 'array';
  readonly of: CType;
  readonly count: number;
}

export interface StructType extends Sized {
  readonly kind: 'struct';
  /** Empty for one without a name. */
  readonly name: string;
  readonly fields: readonly CField[];
  /** Its fields have no space between them, wherever the struct is. */
  readonly isPacked: boolean;
  /** Plain old data, as C++03 has it: nothing that C does not have. */
  readonly isPod: boolean;
}

export interface CField {
  /** Empty for an anonymous struct, whose fields are those of the struct around it. */
  readonly name: string;
  readonly type: CType;
  /** The byte of the struct where it begins. */
  readonly offset: number;
}

export type CType = ScalarType | PointerType | ArrayType | StructType;

/** More bytes than any kernel takes as arguments. */
export const MOST_TYPE_BYTES = 65536;

export const pointer: PointerType = { kind: 'pointer', bytes: 8, alignment: 8 };

export function arrayOf(of: CType, count: number, alignment = of.alignment): ArrayType {
  return { kind: 'array', of, count, bytes: of.bytes * count, alignment };
}

/** A member that has not found its place: `alignment` is what the text asks for. */
export interface Member {
  readonly name: string;
  readonly type: CType;
  readonly alignment: number | undefined;
}

export interface StructAttributes {
  readonly isPacked: boolean;
  readonly alignment: number | undefined;
}

/** Lays out the members of a struct. `isC`: its text has nothing but fields, all public and without initial values. */
export function structOf(
  name: string,
  members: readonly Member[],
  { isPacked, alignment: raised = 1 }: StructAttributes,
  isC = true,
): StructType {
  const fields: CField[] = [];
  let end = 0;
  let alignment = raised;
  for (const { name: field, type, alignment: wanted = 1 } of members) {
    const keeps = type.kind === 'struct' && !type.isPod && !type.isPacked;
    const own = Math.max(isPacked && !keeps ? 1 : type.alignment, wanted);
    const offset = roundUp(end, own);
    fields.push({ name: field, type, offset });
    end = offset + type.bytes;
    alignment = Math.max(alignment, own);
  }
  const isPod = isC && members.every(({ type }) => isPlain(type));
  return {
    kind: 'struct',
    name,
    fields,
    isPacked,
    isPod,
    alignment,
    bytes: roundUp(end, alignment),
  };
}

function isPlain(type: CType): boolean {
  if (type.kind === 'array') return isPlain(type.of);
  return type.kind !== 'struct' || type.isPod;
}

/** The fields that a value of the struct names: those of anonymous structs in it are its own. */
export function namedFields({ fields }: StructType): CField[] {
  return fields.flatMap((field) =>
    field.name !== '' || field.type.kind !== 'struct'
      ? [field]
      : namedFields(field.type).map((inner) => ({ ...inner, offset: inner.offset + field.offset })),
  );
}
