/** The slice of random programs: leaving out what it does not want changes nothing that is needed. */
import { type DataFlow, sliceOf, sliceOfNames } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCases } from '../../../../test/cases.ts';
import { forAll } from '../../../../test/for-all.ts';

const REGISTERS = 6;
const LANES = 4;
/** The lane mask; vectors are registers 0 to 2, their inactive lanes 32 places on, scalars from 64, memory last. */
const MASK = 64;
const MEMORY = 65;

/** `v0 = v1 + v2` in active lanes, `mem[...]`, mask changes, and uses. */
type Line =
  | { readonly kind: 'add'; readonly to: number; readonly a: number; readonly b: number }
  | { readonly kind: 'load'; readonly register: number }
  | { readonly kind: 'store'; readonly register: number }
  | { readonly kind: 'use'; readonly register: number }
  | { readonly kind: 'narrow'; readonly bits: number }
  | { readonly kind: 'widen'; readonly bits: number }
  | { readonly kind: 'set'; readonly bits: number };

const register = fc.nat(REGISTERS - 1);
const line: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), to: register, a: register, b: register }),
  fc.record({ kind: fc.constantFrom('load', 'store', 'use'), register }).map((one): Line => one),
  fc
    .record({ kind: fc.constantFrom('narrow', 'widen', 'set'), bits: fc.nat(2 ** LANES - 1) })
    .map((one): Line => one),
);

function flowOf(one: Line): DataFlow {
  switch (one.kind) {
    case 'add':
      return { needs: [], reads: [one.a, one.b, MASK], writes: [one.to], replaces: [one.to] };
    case 'load':
      return { needs: [], reads: [MEMORY, MASK], writes: [one.register], replaces: [one.register] };
    case 'store':
      return { needs: [], reads: [one.register, MASK], writes: [MEMORY], replaces: [] };
    case 'use':
      return { needs: [one.register, MASK], reads: [], writes: [], replaces: [] };
    case 'set':
      return { needs: [], reads: [], writes: [MASK], replaces: [MASK], mask: 'changes' };
    default:
      return {
        needs: [],
        reads: [MASK],
        writes: [MASK],
        replaces: [MASK],
        mask: one.kind === 'narrow' ? 'narrows' : 'widens',
      };
  }
}

/** What the uses see, with some instructions left out; the lines from `back` on are executed twice. */
function usesOf(
  lines: readonly Line[],
  back: number,
  wants: (number: number) => boolean,
): number[] {
  const registers = Array.from({ length: REGISTERS }, (_, i) => new Float64Array(LANES).fill(i));
  const memory = new Float64Array(LANES);
  let mask = 2 ** LANES - 1;
  const seen: number[] = [];
  const order = [...lines.keys(), ...Array.from(lines.keys()).slice(back)];
  for (const number of order) {
    const one = lines[number];
    if (one === undefined || !(one.kind === 'use' || wants(number))) continue;
    const inLanes = (act: (lane: number) => void): void => {
      for (let lane = 0; lane < LANES; lane++) if (((mask >> lane) & 1) === 1) act(lane);
    };
    const at = (index: number): Float64Array => registers[index] ?? new Float64Array(LANES);
    if (one.kind === 'add')
      inLanes((lane) => {
        at(one.to)[lane] = ((at(one.a)[lane] ?? 0) + 3 * (at(one.b)[lane] ?? 0) + 1) % 1009;
      });
    else if (one.kind === 'load') inLanes((lane) => (at(one.register)[lane] = memory[lane] ?? 0));
    else if (one.kind === 'store') inLanes((lane) => (memory[lane] = at(one.register)[lane] ?? 0));
    else if (one.kind === 'use') inLanes((lane) => seen.push(at(one.register)[lane] ?? 0));
    else if (one.kind === 'narrow') mask &= one.bits;
    else if (one.kind === 'widen') mask |= one.bits;
    else mask = one.bits;
  }
  return seen;
}

describe('sliceOf', () => {
  it('wants all that is needed, in loops and under lane masks', () => {
    let leftOut = 0;
    forAll([fc.array(line, { minLength: 1, maxLength: 20 }), fc.nat(19)], 500, (lines, start) => {
      const back = start % lines.length;
      const slice = sliceOf({
        instructions: [...lines.keys()],
        successors: (number) => (number + 1 < lines.length ? [number + 1] : [back]),
        flow: (number) => flowOf(lines[number] ?? { kind: 'set', bits: 0 }),
        places: 66,
        shared: [MEMORY],
        vectors: 32,
      });
      const wants = (number: number): boolean => slice.wants(number);
      leftOut += lines.filter(({ kind }, number) => kind === 'add' && !wants(number)).length;
      expect(usesOf(lines, back, wants)).toEqual(usesOf(lines, back, () => true));
    });
    expect(leftOut).toBeGreaterThan(leastCases(100));
  });

  it('does not want what is replaced before it is used', () => {
    const slice = sliceOf({
      instructions: [0, 1, 2],
      successors: (number) => (number < 2 ? [number + 1] : []),
      flow: (number) =>
        number < 2
          ? { needs: [], reads: [], writes: [7], replaces: [7] }
          : { needs: [7], reads: [], writes: [], replaces: [] },
      places: 8,
      shared: [],
      vectors: 0,
    });
    expect([slice.wants(0), slice.wants(1)]).toEqual([false, true]);
  });
});

describe('sliceOfNames', () => {
  it('wants all that is needed, whatever comes first', () => {
    let leftOut = 0;
    forAll([fc.array(line, { minLength: 1, maxLength: 20 }), fc.nat(19)], 500, (lines, start) => {
      const slice = sliceOfNames(lines.map(flowOf));
      const wants = (number: number): boolean => slice.wants(number);
      leftOut += lines.filter(({ kind }, number) => kind === 'add' && !wants(number)).length;
      const back = start % lines.length;
      expect(usesOf(lines, back, wants)).toEqual(usesOf(lines, back, () => true));
    });
    expect(leftOut).toBeGreaterThan(leastCases(100));
  });

  it('wants what writes a place that is required in any case', () => {
    const flow = { needs: [], reads: [], writes: [3] };
    expect(sliceOfNames([flow]).wants(0)).toBe(false);
    const slice = sliceOfNames([flow], [3]);
    expect([slice.wants(0), slice.wantsMemory(3), slice.wantsMemory(4)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
