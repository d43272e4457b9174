/** Random CK Tile descriptors and encodings for properties, and a plain evaluator of printed formulas. */
import * as fc from 'fast-check';
import {
  type DescriptorSpec,
  expectValue,
  make,
  makeDescriptor,
  product,
  type Stage,
  type TensorDescriptor,
  type TileDistributionEncoding,
} from '@ldscope/core';

/** A length as a product of two, in every way. */
function splits(length: number): [number, number][] {
  return Array.from({ length }, (_, i) => i + 1)
    .filter((a) => length % a === 0)
    .map((a) => [a, length / a]);
}

const pass = (length: number) => make.passThrough(length);

interface Growing {
  readonly stages: readonly Stage[];
  readonly lengths: readonly number[];
}

/** One more stage, chosen by two numbers, that keeps a bijection one. */
function grow({ stages, lengths }: Growing, [kind, pick]: readonly [number, number]): Growing {
  const count = lengths.length;
  const i = pick % count;
  const j = (i + 1) % count;
  const length = lengths[i] ?? 1;
  const others = lengths.map((_, d) => d).filter((d) => d !== i);
  switch (kind) {
    case 0: {
      const ways = splits(length);
      const [a, b] = ways[pick % ways.length] ?? [1, length];
      const transforms = [make.unmerge([a, b]), ...others.map((d) => pass(lengths[d] ?? 1))];
      const upper = [[0, 1], ...others.map((_, q) => [q + 2])];
      const stage = { transforms, lower: [[i], ...others.map((d) => [d])], upper };
      return { stages: [...stages, stage], lengths: [a, b, ...others.map((d) => lengths[d] ?? 1)] };
    }
    case 1: {
      if (count < 2) return { stages, lengths };
      const rest = others.filter((d) => d !== j);
      const merged = make.merge([length, lengths[j] ?? 1], pick % 2 === 0 ? 'magic' : 'divide');
      const stage = {
        transforms: [...rest.map((d) => pass(lengths[d] ?? 1)), merged],
        lower: [...rest.map((d) => [d]), [i, j]],
        upper: [...rest.map((_, q) => [q]), [rest.length]],
      };
      return {
        stages: [...stages, stage],
        lengths: [...rest.map((d) => lengths[d] ?? 1), length * (lengths[j] ?? 1)],
      };
    }
    default: {
      if (count < 2) return { stages, lengths };
      const pair = [length, lengths[j] ?? 1] as const;
      const isPower = Number.isInteger(Math.log2(pair[1]));
      const transform =
        kind === 2 && isPower
          ? make.xor(pair)
          : kind === 3
            ? make.inverseCyclicShift(pair)
            : make.cyclicShift(pair);
      const rest = others.filter((d) => d !== j);
      const stage = {
        transforms: [transform, ...rest.map((d) => pass(lengths[d] ?? 1))],
        lower: [[i, j], ...rest.map((d) => [d])],
        upper: [[i, j], ...rest.map((d) => [d])],
      };
      return { stages: [...stages, stage], lengths };
    }
  }
}

const steps = fc.array(fc.tuple(fc.nat(4), fc.nat(60)), { maxLength: 5 });

/** Descriptors that are bijections by construction: packed, then splits, merges, XORs and shifts. */
export function bijections(length: fc.Arbitrary<number>): fc.Arbitrary<TensorDescriptor> {
  return fc
    .tuple(fc.array(length, { minLength: 1, maxLength: 3 }), steps)
    .map(([lengths, list]) => {
      const grown = list.reduce(grow, { stages: [], lengths } as Growing);
      const spec: DescriptorSpec = { base: { kind: 'packed', lengths }, stages: grown.stages };
      return expectValue(makeDescriptor(spec));
    });
}

/** Any descriptor: strides, pads, slices, offsets, lookups, moduli as well. */
export function descriptors(): fc.Arbitrary<TensorDescriptor> {
  const length = fc.integer({ min: 1, max: 12 });
  const extra = fc.tuple(fc.nat(6), fc.nat(3), fc.nat(3));
  return fc
    .tuple(fc.array(length, { minLength: 1, maxLength: 3 }), fc.nat(9), steps, extra)
    .map(([lengths, gap, list, [kind, a, b]]) => {
      const strides = lengths.map(
        (_, i) => product(lengths.slice(i + 1)) * (gap + 1) + (i === 0 ? gap : 0),
      );
      const first = lengths[0] ?? 1;
      const transform =
        [
          make.pad(first, a, b),
          make.leftPad(first, a),
          make.rightPad(first, b),
          make.slice(first, Math.min(a, first - 1), first),
          make.modulo(first, first * (a + 1)),
          make.indexing(Array.from({ length: first }, (_, i) => (i * 5 + a) % first)),
          pass(first),
        ][kind] ?? pass(first);
      const ids = lengths.map((_, d) => [d]);
      const stage = {
        transforms: [transform, ...lengths.slice(1).map(pass)],
        lower: ids,
        upper: ids,
      };
      const widened =
        [
          first + a + b,
          first + a,
          first + b,
          first - Math.min(a, first - 1),
          first * (a + 1),
          first,
          first,
        ][kind] ?? first;
      const grown = list.reduce(grow, {
        stages: [stage],
        lengths: [widened, ...lengths.slice(1)],
      } as Growing);
      const base = { kind: 'naive', lengths, strides } as const;
      return expectValue(makeDescriptor({ base, stages: grown.stages }));
    });
}

/** Encodings that cover their tile once: factors of powers of two dealt out to warp, lane and registers. */
export function encodings(): fc.Arbitrary<TileDistributionEncoding> {
  const factor = fc.tuple(
    fc.constantFrom(1, 2, 4),
    fc.constantFrom('warp', 'lane', 'y'),
    fc.nat(100),
  );
  const dimension = fc.array(factor, { minLength: 1, maxLength: 3 });
  return fc.array(dimension, { minLength: 1, maxLength: 2 }).map((dimensions) => {
    const all = dimensions.flatMap((factors, i) =>
      factors.map(([length, owner, order], minor) => ({
        length,
        owner,
        order,
        major: i + 1,
        minor,
      })),
    );
    const owned = (who: string) =>
      all.filter(({ owner }) => owner === who).sort((a, b) => a.order - b.order);
    const [warp, lane, y] = [owned('warp'), owned('lane'), owned('y')];
    return {
      rs: [1],
      hs: dimensions.map((factors) => factors.map(([length]) => length)),
      psMajor: [warp, lane].map((list) => list.map(({ major }) => major)),
      psMinor: [warp, lane].map((list) => list.map(({ minor }) => minor)),
      ysMajor: y.map(({ major }) => major),
      ysMinor: y.map(({ minor }) => minor),
    };
  });
}

/** Evaluates a printed formula: C's integer operators, written down a second time. */
export function evaluateC(text: string, values: Readonly<Record<string, number>>): number {
  const tokens = text.match(/\d+|\w+|[-+*/%^()[\]{},]/g) ?? [];
  let at = 0;
  const eat = (token: string): boolean => {
    if (tokens[at] !== token) return false;
    at++;
    return true;
  };
  const primary = (): number => {
    if (eat('-')) return -primary();
    if (eat('(')) {
      const value = xor();
      eat(')');
      return value;
    }
    const token = tokens[at++] ?? '';
    if (token !== 'table') return /^\d/.test(token) ? Number(token) : (values[token] ?? Number.NaN);
    const table: number[] = [];
    while (!eat('}')) if (/^\d/.test(tokens[at++] ?? '')) table.push(Number(tokens[at - 1]));
    eat('[');
    const index = xor();
    eat(']');
    return table[index] ?? Number.NaN;
  };
  const term = (): number => {
    let value = primary();
    for (;;) {
      if (eat('*')) value *= primary();
      else if (eat('/')) value = Math.trunc(value / primary());
      else if (eat('%')) value %= primary();
      else return value;
    }
  };
  const sum = (): number => {
    let value = term();
    for (;;) {
      if (eat('+')) value += term();
      else if (eat('-')) value -= term();
      else return value;
    }
  };
  const xor = (): number => {
    let value = sum();
    while (eat('^')) value ^= sum();
    return value;
  };
  const value = xor();
  if (at !== tokens.length) throw new Error(`'${text}' does not end at ${at}`);
  return value;
}
