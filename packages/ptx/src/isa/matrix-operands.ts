/**
 * Matrices that the lanes of a warp hold together: elements gathered from registers, multiplied, and distributed again.
 *
 * Products are exact in doubles; sums are rounded once, at the end.
 */
import { decodeTable, lazy, smallFloats } from '@ldscope/core';
import { asF32, halfTable, toHalf } from '@ldscope/core/arithmetic';
import type { Warp } from '@ldscope/simt';
import type { Operand } from '../text/program.ts';
import { bitsOf } from '../text/types.ts';
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

const halves = lazy(halfTable);
const table = (name: string): Float64Array => {
  const format = smallFloats[name];
  return format === undefined ? new Float64Array(0) : decodeTable(format);
};
const [e4m3, e5m2] = [table('f8E4M3FN'), table('f8E5M2')];

export const elementTypes: Readonly<Record<string, Element>> = {
  f16: { bits: 16, value: (bits) => halves()[bits & 65535] ?? 0 },
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

const SHAPE = /^m(\d+)n(\d+)k(\d+)$/;
const TYPES = /^(?:b?f16|tf32|f32|f64|[su][48]|s32|b1|e4m3|e5m2)$/;
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

const byShape = new Map<string, Place[][]>();

/** Data shared by all instructions of one shape, by the shape's name. */
export function lanesOf(shape: string, places: (lane: number) => Place[]): Place[][] {
  const known = byShape.get(shape) ?? lanes(places);
  byShape.set(shape, known);
  return known;
}

export function lanes(places: (lane: number) => Place[]): Place[][] {
  return Array.from({ length: 32 }, (_, lane) => places(lane));
}

/** The elements of all lanes in a row, of a matrix with some columns. */
interface Dealt {
  readonly count: number;
  readonly lane: Uint8Array;
  /** Its number among the elements of its lane. */
  readonly index: Uint16Array;
  /** Where it is in a matrix of rows. */
  readonly at: Uint32Array;
}

const dealt = new WeakMap<readonly (readonly Place[])[], Map<number, Dealt>>();

function dealtOf(places: readonly (readonly Place[])[], columns: number): Dealt {
  const known = dealt.get(places)?.get(columns);
  if (known !== undefined) return known;
  const all = places.flatMap((list, lane) =>
    list.map(([row, column], index) => ({ lane, index, at: row * columns + column })),
  );
  const made = {
    count: all.length,
    lane: Uint8Array.from(all, ({ lane }) => lane),
    index: Uint16Array.from(all, ({ index }) => index),
    at: Uint32Array.from(all, ({ at }) => at),
  };
  const byColumns = dealt.get(places) ?? new Map<number, Dealt>();
  dealt.set(places, byColumns.set(columns, made));
  return made;
}

/** Where registers of 32 bits or fewer are; `undefined` where an operand has constants among them. */
function offsetsOf(sources: readonly Source[], into: Int32Array): Int32Array | undefined {
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i];
    if (source?.kind !== 'register' || source.type === 'pred' || bitsOf(source.type) > 32)
      return undefined;
    into[i] = source.offset;
  }
  return into;
}

/** The number of registers of an operand. */
const offsets = new Int32Array(256);

/** Elements of all lanes into a matrix of rows. */
export function gather(
  warp: Warp,
  sources: readonly Source[],
  places: readonly (readonly Place[])[],
  { bits, value }: Element,
  into: Float64Array,
  columns: number,
): void {
  const { count, lane, index, at } = dealtOf(places, columns);
  const perRegister = 32 / bits;
  const registers = offsetsOf(sources, offsets);
  const { i: words } = warp;
  for (let i = 0; i < count; i++) {
    const of = index[i] ?? 0;
    const register = (of / perRegister) | 0;
    if (register >= sources.length) continue;
    const word =
      registers === undefined
        ? wordAt(sources, register, warp, lane[i] ?? 0)
        : (words[(registers[register] ?? 0) + (lane[i] ?? 0)] ?? 0);
    into[at[i] ?? 0] = value(word >>> (bits * (of % perRegister)));
  }
}

const wordAt = (sources: readonly Source[], register: number, warp: Warp, lane: number): number => {
  const source = sources[register];
  return source === undefined ? 0 : wordOf(source, warp, lane);
};

/** sums += a * b; `byXor`: of bits, whose `and` is their product, how many differ. */
export function multiply(
  m: number,
  n: number,
  k: number,
  a: Float64Array,
  b: Float64Array,
  sums: Float64Array,
  byXor = false,
): void {
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = sums[row * n + column] ?? 0;
      if (byXor) {
        for (let i = 0; i < k; i++) sum += (a[row * k + i] ?? 0) ^ (b[i * n + column] ?? 0);
      } else {
        for (let i = 0; i < k; i++) sum += (a[row * k + i] ?? 0) * (b[i * n + column] ?? 0);
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
  const { count, lane, index, at } = dealtOf(places, columns);
  const registers = offsetsOf(sources, offsets);
  const { i: words, f: floats } = warp;
  const shift = type === 'f16' ? 1 : 0;
  for (let i = 0; i < count; i++) {
    const of = index[i] ?? 0;
    const register = of >> shift;
    if (register >= sources.length) continue;
    const source = sources[register];
    const from = (registers?.[register] ?? 0) + (lane[i] ?? 0);
    if (type === 'f32') {
      into[at[i] ?? 0] =
        registers !== undefined
          ? (floats[from] ?? 0)
          : source?.kind === 'constant'
            ? source.value
            : asF32(wordAt(sources, register, warp, lane[i] ?? 0));
      continue;
    }
    const word =
      registers === undefined ? wordAt(sources, register, warp, lane[i] ?? 0) : (words[from] ?? 0);
    into[at[i] ?? 0] = shift === 1 ? (halves()[(word >>> (16 * (of & 1))) & 65535] ?? 0) : word;
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
  const { i: words, f: floats } = warp;
  const { count, lane, index, at } = dealtOf(places, columns);
  const shift = type === 'f16' ? 1 : 0;
  for (let i = 0; i < count; i++) {
    const of = index[i] ?? 0;
    const value = sums[at[i] ?? 0] ?? 0;
    const to = (targets[of >> shift] ?? 0) + (lane[i] ?? 0);
    if (type === 'f32') floats[to] = value;
    else if (shift === 1) {
      const bits = toHalf(value);
      words[to] = (of & 1) === 0 ? bits : ((words[to] ?? 0) & 65535) | (bits << 16);
    } else
      words[to] = saturates
        ? Math.max(-2147483648, Math.min(2147483647, value))
        : Number(BigInt.asIntN(32, BigInt(value)));
  }
}
