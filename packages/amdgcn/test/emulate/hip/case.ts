/** What a test of a HIP kernel consists of, and the values that go in. */
import type { Extent, KernelArgument } from '@ldscope/core';
import { expect } from 'vitest';
import { buffer } from '../harness.ts';

export type Chip = 'gfx90a' | 'gfx942' | 'gfx950';

/** A launch of a kernel, and what to look at after it. */
export interface Case {
  /** Work-items of a workgroup; 256 by default. */
  readonly block?: Extent;
  readonly grid?: Extent;
  readonly dynamicLdsBytes?: number;
  /** Waves meet in LDS by flags and atomics, on purpose: without a barrier that is taken for a race. */
  readonly races?: true;
  readonly arguments: readonly KernelArgument[];
  readonly check: () => void;
}

/** Fresh values for each run; `undefined` where the chip lacks what the kernel uses. */
type MakeCase = (chip: Chip) => Case | undefined;

/** Cases by the name of their kernel. */
export type Cases = Readonly<Record<string, MakeCase>>;

/** Numbers that look random and are the same everywhere. */
export interface Numbers {
  /** In [0, 1). */
  readonly unit: () => number;
  readonly below: (limit: number) => number;
  /** Any 32 bits, signed. */
  readonly word: () => number;
  /** Any 64 bits, signed, of all magnitudes. */
  readonly wide: () => bigint;
  /** In [-1, 1). */
  readonly signed: () => number;
}

export function numbers(seed: number): Numbers {
  let state = seed;
  const unit = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(unit() * limit);
  const word = (): number => (unit() * 2 ** 32) | 0;
  const wide = (): bigint => {
    const bits = (BigInt(word()) << 32n) | BigInt(word() >>> 0);
    return BigInt.asIntN(64, bits) >> BigInt(below(60));
  };
  return { unit, below, word, wide, signed: () => 2 * unit() - 1 };
}

export const list = <T>(count: number, value: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => value(index));

/** A buffer argument over the memory of an array. */
export const memory = (array: ArrayBufferView): KernelArgument =>
  buffer(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));

/** An argument by value: its bytes. */
export const value = (array: ArrayBufferView): KernelArgument => ({
  kind: 'value',
  bytes: new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
});

/**
 * Compares a buffer that holds one result of each item after another, with the names of the expressions: part
 * `n` of `columns` gives what element `n * items + item` has to be.
 */
export function expectColumns<T extends number | bigint>(
  found: { readonly [index: number]: T; readonly length: number },
  items: number,
  columns: readonly ((item: number) => T)[],
): void {
  for (const [column, wanted] of columns.entries()) {
    const place = (item: number): T | undefined => found[column * items + item];
    expect({ column, values: list(items, place) }).toEqual({ column, values: list(items, wanted) });
  }
}

/** Holds numbers against others, to a part of the larger of 1 and what is wanted. */
export function expectClose(found: number, wanted: number, part: number, what = ''): void {
  const error = Math.abs(found - wanted) / Math.max(1, Math.abs(wanted));
  if (!(error <= part)) expect(`${what} ${found}`).toBe(`${what} ${wanted}`);
}
