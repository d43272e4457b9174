/**
 * Element types in memory: their size, and how a value is read and written.
 */
import {
  decodeTable,
  encodeSmallFloat,
  formatWidth,
  roundToFormat,
  smallFloats,
} from '@ldscope/core';
import { resolveType, type Type } from '../ir/types.ts';
import { wide, wrap } from './arithmetic/integers.ts';
import type { ElementType } from './element-type.ts';

export type { ElementType } from './element-type.ts';

const cache = new Map<string, ElementType | undefined>();

/** How values of a scalar type are stored; `undefined` for types that memory cannot hold. */
export function elementType(type: Type): ElementType | undefined {
  const resolved = resolveType(type);
  switch (resolved.kind) {
    case 'index':
      return cached('index', () => integer('index', 64));
    case 'integer':
      return cached(`i${resolved.width}`, () => integer(`i${resolved.width}`, resolved.width));
    case 'float':
      return cached(resolved.name, () => float(resolved.name));
    case 'opaque': {
      const space = resolved.llvm?.kind === 'pointer' ? resolved.llvm.addressSpace : undefined;
      if (space === undefined || space > 6) return undefined;
      const bits = space === 3 || space === 5 ? 32 : 64;
      return cached(`ptr<${space}>`, () => integer(`ptr<${space}>`, bits));
    }
    default:
      return undefined;
  }
}

/** Signless integers of `width` bits. */
export const integerElement = (width: number): ElementType | undefined =>
  elementType({ kind: 'integer', width, signedness: 'signless' });

/** The name of the element of a scalar, vector or memref; `undefined` for what memory cannot hold. */
export function elementNameOf({ type }: { readonly type: Type }): string | undefined {
  const resolved = resolveType(type);
  return elementType('element' in resolved ? resolved.element : resolved)?.name;
}

function cached(name: string, make: () => ElementType | undefined): ElementType | undefined {
  if (!cache.has(name)) cache.set(name, make());
  return cache.get(name);
}

function integer(name: string, width: number): ElementType | undefined {
  if (width < 1 || width > 64) return undefined;
  const bytes = width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
  // A predicate has a byte of memory; narrower integers are packed.
  const pitchBytes = width > 1 && width < 8 ? width / 8 : bytes;
  const round = (value: number): number => wrap(value, width);
  const common = { name, bytes, pitchBytes, float: false, width, round };
  switch (bytes) {
    case 1:
      return {
        ...common,
        load: (view, byte) => wrap(view.getInt8(byte), width),
        store: (view, byte, value) => view.setInt8(byte, value),
      };
    case 2:
      return {
        ...common,
        load: (view, byte) => wrap(view.getInt16(byte, true), width),
        store: (view, byte, value) => view.setInt16(byte, value, true),
      };
    case 4:
      return {
        ...common,
        load: (view, byte) => wrap(view.getInt32(byte, true), width),
        store: (view, byte, value) => view.setInt32(byte, value, true),
      };
    case 8:
      return {
        ...common,
        load: (view, byte) => wide(view.getBigInt64(byte, true), width),
        store: (view, byte, value) =>
          view.setBigInt64(byte, BigInt(Number.isFinite(value) ? Math.trunc(value) : 0), true),
      };
  }
}

/** `f8E8M0FNU`: powers of two from 2^-127 on, and NaN; rounded to the next larger one halfway and above. */
const exponentOnly = {
  bytes: 1,
  pitchBytes: 1,
  width: 8,
  load: (view: DataView, byte: number): number => {
    const bits = view.getUint8(byte);
    return bits === 255 ? Number.NaN : 2 ** (bits - 127);
  },
  store: (view: DataView, byte: number, value: number): void => {
    view.setUint8(byte, Number.isNaN(value) ? 255 : Math.log2(powerOfTwo(value)) + 127);
  },
  round: (value: number): number => powerOfTwo(value),
};

function powerOfTwo(value: number): number {
  if (!(value > 0) || value === Infinity) return value === 0 ? 2 ** -127 : Number.NaN;
  const exponent = Math.floor(Math.log2(value));
  const power = value / 2 ** exponent >= 1.5 ? exponent + 1 : exponent;
  return power > 127 ? Number.NaN : 2 ** Math.max(-127, power);
}

function float(name: string): ElementType | undefined {
  const common = { name, float: true };
  if (name === 'f64') {
    return {
      ...common,
      bytes: 8,
      pitchBytes: 8,
      width: 64,
      load: (view, byte) => view.getFloat64(byte, true),
      store: (view, byte, value) => view.setFloat64(byte, value, true),
      round: (value) => value,
    };
  }
  if (name === 'f32' || name === 'tf32') {
    return {
      ...common,
      bytes: 4,
      pitchBytes: 4,
      width: 32,
      load: (view, byte) => view.getFloat32(byte, true),
      store: (view, byte, value) => view.setFloat32(byte, value, true),
      round: Math.fround,
    };
  }
  if (name === 'f8E8M0FNU') return { ...common, ...exponentOnly };
  const small = smallFloats[name];
  if (small === undefined) return undefined;
  const width = formatWidth(small);
  // Made when memory is read: the values of 16 bits take longer than an analysis of accesses needs for all types.
  let values: Float64Array | undefined;
  const valueOf = (bits: number): number => (values ??= decodeTable(small))[bits] ?? 0;
  const round = (value: number): number => roundToFormat(small, value);
  if (width > 8) {
    return {
      ...common,
      bytes: 2,
      pitchBytes: 2,
      width: 16,
      load: (view, byte) => valueOf(view.getUint16(byte, true)),
      store: (view, byte, value) => view.setUint16(byte, encodeSmallFloat(small, value), true),
      round,
    };
  }
  return {
    ...common,
    bytes: 1,
    pitchBytes: width / 8,
    width,
    load: (view, byte) => valueOf(view.getUint8(byte) & (2 ** width - 1)),
    store: (view, byte, value) => view.setUint8(byte, encodeSmallFloat(small, value)),
    round,
  };
}
