/** Element types of kernel arguments: their bytes, NumPy's name, and how a number becomes bits. */
import { encodeSmallFloat, type SmallFloat, smallFloats } from '@ldscope/core';

export interface ElementType {
  readonly bytes: number;
  /** NumPy's type; unsigned bits for types that it lacks. */
  readonly descr: string;
  readonly float: boolean;
  readonly write: (view: DataView, byte: number, value: number) => void;
}

const integer = (
  bytes: number,
  descr: string,
  write: (view: DataView, byte: number, value: number) => void,
): ElementType => ({ bytes, descr, float: false, write });

/** A float that is encoded by its format. */
export const smallFloat = (
  descr: string,
  bytes: 1 | 2,
  format: SmallFloat | undefined,
): ElementType => ({
  bytes,
  descr,
  float: true,
  write: (view, byte, value) => {
    const bits = format === undefined ? 0 : encodeSmallFloat(format, value);
    if (bytes === 1) view.setUint8(byte, bits);
    else view.setUint16(byte, bits, true);
  },
});

/** By the name that a launch file uses. */
export const elementTypes: Readonly<Record<string, ElementType>> = {
  i8: integer(1, '|i1', (view, byte, value) => view.setInt8(byte, value)),
  u8: integer(1, '|u1', (view, byte, value) => view.setUint8(byte, value)),
  i16: integer(2, '<i2', (view, byte, value) => view.setInt16(byte, value, true)),
  u16: integer(2, '<u2', (view, byte, value) => view.setUint16(byte, value, true)),
  i32: integer(4, '<i4', (view, byte, value) => view.setInt32(byte, value, true)),
  u32: integer(4, '<u4', (view, byte, value) => view.setUint32(byte, value, true)),
  i64: integer(8, '<i8', (view, byte, value) =>
    view.setBigInt64(byte, BigInt(Math.trunc(value)), true),
  ),
  u64: integer(8, '<u8', (view, byte, value) =>
    view.setBigUint64(byte, BigInt(Math.trunc(value)), true),
  ),
  f16: smallFloat('<f2', 2, smallFloats['f16']),
  bf16: smallFloat('<u2', 2, smallFloats['bf16']),
  f32: {
    bytes: 4,
    descr: '<f4',
    float: true,
    write: (view, byte, value) => view.setFloat32(byte, value, true),
  },
  f64: {
    bytes: 8,
    descr: '<f8',
    float: true,
    write: (view, byte, value) => view.setFloat64(byte, value, true),
  },
  f8E4M3FN: smallFloat('|u1', 1, smallFloats['f8E4M3FN']),
  f8E5M2: smallFloat('|u1', 1, smallFloats['f8E5M2']),
  f8E4M3FNUZ: smallFloat('|u1', 1, smallFloats['f8E4M3FNUZ']),
  f8E5M2FNUZ: smallFloat('|u1', 1, smallFloats['f8E5M2FNUZ']),
};

/** The type of a name; names of a file may be any words. */
export function elementType(name: string): ElementType | undefined {
  return Object.hasOwn(elementTypes, name) ? elementTypes[name] : undefined;
}
