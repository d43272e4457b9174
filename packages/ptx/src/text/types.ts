/** Sizes and names of PTX types. */
import type { Type } from './program.ts';

const bits: Readonly<Record<Type, number>> = {
  pred: 1,
  b8: 8,
  u8: 8,
  s8: 8,
  b16: 16,
  u16: 16,
  s16: 16,
  f16: 16,
  bf16: 16,
  b32: 32,
  u32: 32,
  s32: 32,
  f32: 32,
  f16x2: 32,
  bf16x2: 32,
  tf32: 32,
  b64: 64,
  u64: 64,
  s64: 64,
  f64: 64,
  b128: 128,
};

const names: ReadonlyMap<string, Type> = new Map(
  // Keys of a checked record: the compiler widens them to strings.
  Object.keys(bits).map((name) => [name, name as Type]),
);

/** The type of a name without its dot; `undefined` where there is none. */
export function typeOf(name: string): Type | undefined {
  return names.get(name);
}

/** Bits of a type; 1 of a predicate. */
export function bitsOf(type: Type): number {
  return bits[type];
}

/** Bytes in memory. */
export function bytesOf(type: Type): number {
  return Math.max(1, bits[type] >> 3);
}

export const isSigned = (type: Type): boolean => type.startsWith('s');
