/**
 * Matrices that the lanes of a warp hold together: elements gathered from registers, multiplied, and dealt out again.
 *
 * Products are exact in doubles; sums are rounded once, at the end.
 */
import { decodeTable, smallFloats } from '@ldscope/core';
import { asF32, bits32, halfTable, toHalf } from '@ldscope/core/arithmetic';
import type { Warp } from '../state/warp.ts';
import type { Operand } from '../text/program.ts';
import { wordOf } from './exchange.ts';
import type { Source } from './generate.ts';
import type { Place } from './matrix-layout.ts';
import { type Names, sourceOf } from './operands.ts';

/** How elements of a type are read from words. */
export interface Element {
  readonly bits: number;
  /** The value of the low bits of a word. */
  readonly value: (bits: number) => number;
}

const half = halfTable();
const table = (name: string): Float64Array => {
  const format = smallFloats[name];
  return format === undefined ? new Float64Array(0) : decodeTable(format);
};
const [e4m3, e5m2] = [table('f8E4M3FN'), table('f8E5M2')];

export const elementTypes: Readonly<Record<string, Element>> = {
  f16: { bits: 16, value: (bits) => half[bits & 65535] ?? 0 },
  bf16: { bits: 16, value: (bits) => asF32(bits << 16) },
  // The hardware reads the upper 19 bits.
  tf32: { bits: 32, value: (bits) => asF32(bits & ~0x1fff) },
  e4m3: { bits: 8, value: (bits) => e4m3[bits & 255] ?? 0 },
  e5m2: { bits: 8, value: (bits) => e5m2[bits & 255] ?? 0 },
  s8: { bits: 8, value: (bits) => (bits << 24) >> 24 },
  u8: { bits: 8, value: (bits) => bits & 255 },
  s4: { bits: 4, value: (bits) => (bits << 28) >> 28 },
  u4: { bits: 4, value: (bits) => bits & 15 },
  b1: { bits: 1, value: (bits) => bits & 1 },
};

/** The registers of an operand. */
export function sourcesOf(operand: Operand | undefined, names: Names): Source[] | undefined {
  const elements = operand?.kind === 'vector' ? operand.elements : [operand];
  const sources = elements.map((element) => sourceOf(element, names));
  return sources.every((source) => source !== undefined) ? sources : undefined;
}

export function targetsOf(operand: Operand | undefined, names: Names): number[] | undefined {
  const elements = operand?.kind === 'vector' ? operand.elements : [operand];
  const places = elements.flatMap((element) =>
    element?.kind === 'register' ? [names.offsetOf(element.register.id)] : [],
  );
  return places.length === elements.length ? places : undefined;
}

export const SHAPE = /^m(\d+)n(\d+)k(\d+)$/;
export const TYPES = /^(?:b?f16|tf32|f32|f64|[su][48]|s32|b1|e4m3|e5m2)$/;
/** Rows, columns and depth of a product; zeros where there is no shape. */
export function shapeOf(modifiers: readonly string[]): {
  readonly m: number;
  readonly n: number;
  readonly k: number;
} {
  const shape = modifiers.map((name) => SHAPE.exec(name)).find((found) => found !== null);
  const [m = 0, n = 0, k = 0] = (shape ?? []).slice(1).map(Number);
  return { m, n, k };
}

/** Types of D, A, B and C. */
export const typesOf = (modifiers: readonly string[]): string[] =>
  modifiers.filter((name) => TYPES.test(name));

export function lanes(places: (lane: number) => Place[]): Place[][] {
  return Array.from({ length: 32 }, (_, lane) => places(lane));
}

/** Elements of all lanes into a matrix of rows. */
export function gather(
  warp: Warp,
  sources: readonly Source[],
  places: readonly (readonly Place[])[],
  { bits, value }: Element,
  into: Float64Array,
  columns: number,
): void {
  const perRegister = 32 / bits;
  for (const [lane, list] of places.entries()) {
    for (const [index, [row, column]] of list.entries()) {
      const source = sources[Math.floor(index / perRegister)];
      if (source === undefined) continue;
      into[row * columns + column] = value(
        wordOf(source, warp, lane) >>> (bits * (index % perRegister)),
      );
    }
  }
}

/** sums += a * b. */
export function multiply(
  m: number,
  n: number,
  k: number,
  a: Float64Array,
  b: Float64Array,
  sums: Float64Array,
  combine?: (a: number, b: number) => number,
): void {
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = sums[row * n + column] ?? 0;
      if (combine === undefined) {
        for (let i = 0; i < k; i++) sum += (a[row * k + i] ?? 0) * (b[i * n + column] ?? 0);
      } else {
        for (let i = 0; i < k; i++) sum += combine(a[row * k + i] ?? 0, b[i * n + column] ?? 0);
      }
      sums[row * n + column] = sum;
    }
  }
}

export function readAccumulator(
  warp: Warp,
  sources: readonly Source[],
  places: readonly (readonly Place[])[],
  type: string,
  into: Float64Array,
  columns = 8,
): void {
  for (const [lane, list] of places.entries()) {
    for (const [index, [row, column]] of list.entries()) {
      const source = sources[type === 'f16' ? index >> 1 : index];
      if (source === undefined) continue;
      const word = wordOf(source, warp, lane);
      const isValue = source.kind === 'constant';
      into[row * columns + column] =
        type === 'f32'
          ? isValue
            ? source.value
            : asF32(word)
          : type === 'f16'
            ? (half[(word >>> (16 * (index & 1))) & 65535] ?? 0)
            : word;
    }
  }
}

export function writeAccumulator(
  warp: Warp,
  targets: readonly number[],
  places: readonly (readonly Place[])[],
  type: string,
  sums: Float64Array,
  saturates: boolean,
  columns = 8,
): void {
  const { i } = warp;
  for (const [lane, list] of places.entries()) {
    for (const [index, [row, column]] of list.entries()) {
      const value = sums[row * columns + column] ?? 0;
      const at = (targets[type === 'f16' ? index >> 1 : index] ?? 0) + lane;
      if (type === 'f32') i[at] = bits32(value);
      else if (type === 'f16') {
        const bits = toHalf(value);
        i[at] = (index & 1) === 0 ? bits : ((i[at] ?? 0) & 65535) | (bits << 16);
      } else
        i[at] = saturates
          ? Math.max(-2147483648, Math.min(2147483647, value))
          : Number(BigInt.asIntN(32, BigInt(value)));
    }
  }
}
