/**
 * Matrix instructions from the outside: matrices in, matrices out, registers between.
 *
 * Where an element goes is written here the other way round than in core: from the element to its lane and place,
 * shape by shape, as AMD's matrix instruction calculator and the tests of hip-fpsan print it.
 */
import { encodeSmallFloat, smallFloats, type MatrixInstruction, type Message } from '@ldscope/core';
import type { Target } from '../../src/state/target.ts';
import { mfma } from '../../src/isa/mfma/mfma.ts';
import { AGPR_ROW, LANES, type Step, type Wave } from '../../src/state/wave.ts';
import type { Instruction, ModifierValue, Operand } from '../../src/text/program.ts';
import { contextFor } from '../valu/harness.ts';

export interface Place {
  readonly lane: number;
  /** Number of the element in its lane, low bits first. */
  readonly element: number;
}

export interface Shape {
  readonly m: number;
  readonly k: number;
  readonly blocks: number;
}

/** Row i (of A) or column (of B) and k, for operands whose lanes hold consecutive k. */
export function plainPlace({ m, k, blocks }: Shape, i: number, at: number, block: number): Place {
  const perLane = (m * k * blocks) / 64;
  return { lane: block * m + Math.floor(at / perLane) * m * blocks + i, element: at % perLane };
}

/** 8-bit data of the f8f6f4 forms, and B of the wide sparse forms: two halves of K. */
export function halvesPlace({ m, k }: Shape, i: number, at: number): Place {
  const half = k / 2;
  const run = half / (64 / m);
  return {
    lane: m * Math.floor((at % half) / run) + i,
    element: (at % run) + run * Math.floor(at / half),
  };
}

/** Row, column and block of D. */
export function resultPlace(
  { m, d }: { readonly m: number; readonly d: string },
  i: number,
  j: number,
  block: number,
): Place {
  if (d === 'f64') {
    return m === 16
      ? { element: Math.floor(i / 4), lane: 16 * (i % 4) + j }
      : { element: 0, lane: 16 * i + 4 * block + j };
  }
  if (m === 32) {
    const element = 16 * block + 4 * Math.floor(i / 8) + (i % 4);
    return { element, lane: 32 * (Math.floor(i / 4) % 2) + j };
  }
  if (m === 16) return { element: 4 * block + (i % 4), lane: 16 * Math.floor(i / 4) + j };
  return { element: i, lane: 4 * block + j };
}

export const BITS: Readonly<Record<string, number>> = {
  f16: 16,
  bf16: 16,
  f32: 32,
  xf32: 32,
  i32: 32,
  f64: 64,
  i8: 8,
  fp8: 8,
  bf8: 8,
  fp6: 6,
  bf6: 6,
  fp4: 4,
};

const FORMATS: Readonly<Record<string, string>> = {
  f16: 'f16',
  bf16: 'bf16',
  fp6: 'f6E2M3FN',
  bf6: 'f6E3M2FN',
  fp4: 'f4E2M1FN',
};

const view = new DataView(new ArrayBuffer(8));

/** Bits of a value, as many as the type has. */
export function encode(type: string, target: Target, value: number): bigint {
  switch (type) {
    case 'i8':
      return BigInt(value & 255);
    case 'i32':
      return BigInt(value >>> 0);
    case 'f32':
    case 'xf32':
      view.setFloat32(0, value);
      return BigInt(view.getUint32(0));
    case 'f64':
      view.setFloat64(0, value);
      return view.getBigUint64(0);
    default: {
      const ocp = target === 'gfx950';
      const name =
        type === 'fp8'
          ? ocp
            ? 'f8E4M3FN'
            : 'f8E4M3FNUZ'
          : type === 'bf8'
            ? ocp
              ? 'f8E5M2'
              : 'f8E5M2FNUZ'
            : FORMATS[type];
      const format = name === undefined ? undefined : smallFloats[name];
      if (format === undefined) throw new Error(`no format ${type}`);
      return BigInt(encodeSmallFloat(format, value));
    }
  }
}

/** Row number of the first register. */
export type Row = number;
export const a = (index: number): Row => AGPR_ROW + index;

/** Puts the bits of an element into the registers from `row` on. */
export function put(wave: Wave, row: Row, bits: number, place: Place, value: bigint): void {
  for (let bit = 0; bit < bits; bit++) {
    const position = place.element * bits + bit;
    const word = (row + Math.floor(position / 32)) * LANES + place.lane;
    const mask = (1 << (position % 32)) >>> 0;
    const old = wave.u[word] ?? 0;
    wave.u[word] = (value >> BigInt(bit)) & 1n ? (old | mask) >>> 0 : (old & ~mask) >>> 0;
  }
}

/** The number in D at a place. */
export function take(wave: Wave, row: Row, d: string, place: Place): number {
  if (d === 'f64') {
    const word = (row + 2 * place.element) * LANES + place.lane;
    view.setUint32(4, wave.u[word] ?? 0);
    view.setUint32(0, wave.u[word + LANES] ?? 0);
    return view.getFloat64(0);
  }
  const word = (row + place.element) * LANES + place.lane;
  return (d === 'i32' ? wave.i[word] : wave.f[word]) ?? NaN;
}

/** `count` registers from row number `row`. */
export function registers(row: Row, count: number): Operand {
  return row >= AGPR_ROW
    ? { kind: 'register', file: 'a', index: row - AGPR_ROW, count }
    : { kind: 'register', file: 'v', index: row, count };
}

export function instruction(
  mnemonic: string,
  operands: readonly Operand[],
  modifiers: Readonly<Record<string, ModifierValue>> = {},
): Instruction {
  return {
    mnemonic,
    operands,
    modifiers: new Map(Object.entries(modifiers)),
    span: { start: 0, end: 0 },
  };
}

/** Compiles, and returns what was reported beside the step. */
export function compile(
  of: Instruction,
  target: Target,
  number = 0,
): { readonly step: Step | undefined; readonly reports: readonly string[] } {
  const reports: Message[] = [];
  const step = mfma.get(of.mnemonic)?.(of, contextFor(target, 64, reports, number));
  return { step, reports: reports.map(({ message }) => message) };
}

export function run(of: Instruction, target: Target, wave: Wave): void {
  const { step, reports } = compile(of, target);
  if (step === undefined) throw new Error(`${of.mnemonic}: ${reports.join('; ')}`);
  step(wave);
}

/** A small random generator: the same numbers in every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Registers of A or B (dense) and of D. */
export function counts(
  row: MatrixInstruction,
  bitsB: number = BITS[row.b] ?? 0,
): { readonly source: number; readonly result: number } {
  return {
    source: (row.m * row.k * row.blocks * bitsB) / 2048,
    result: ((row.m * row.m * row.blocks) / 64) * (row.d === 'f64' ? 2 : 1),
  };
}
