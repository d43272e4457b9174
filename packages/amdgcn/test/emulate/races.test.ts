/**
 * Races of machine code beside brute force: of small programs every interleaving is visited, with accesses that happen at any
 * time before their wait (`interleavings.ts`). In whatever order the waves are executed, the shadow of LDS shows the same pairs.
 */
import { Lds, type LdsLanes } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { Waits } from '../../src/state/waits.ts';
import { Wave } from '../../src/state/wave.ts';
import {
  byteOf,
  halvesOf,
  type Instruction,
  isAccess,
  type Kind,
  type Pair,
  queueOf,
  unorderedPairs,
  WAVES,
} from './interleavings.ts';

const BYTES = 16;

const place = fc.record({ half: fc.nat({ max: 3 }), value: fc.nat({ max: 1 }) });
const access = fc.record({
  kind: fc.constantFrom<Kind>(
    'read',
    'read',
    'plain',
    'plain',
    'atomic',
    'compare',
    'copy',
    'copyRead',
  ),
  bytes: fc.constantFrom(2 as const, 4 as const),
  places: fc.array(fc.option(place, { nil: undefined, freq: 6 }), {
    minLength: WAVES,
    maxLength: WAVES,
  }),
});
const wait = fc.record({
  kind: fc.constant('wait' as const),
  queue: fc.constantFrom('lds' as const, 'lds' as const, 'copies' as const),
  left: fc.constantFrom(0, 0, 1, 2),
});
const signal = { kind: 'signal' } as const;
const pass = { kind: 'pass' } as const;
const barrier = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Instruction[]>([signal, pass]) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(access, wait), { minLength: 1, maxLength: 2 })
      .map((between): Instruction[] => [signal, ...between, pass]),
  },
);
const program = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: access.map((one): Instruction[] => [one]) },
      { weight: 2, arbitrary: wait.map((one): Instruction[] => [one]) },
      { weight: 2, arbitrary: barrier },
    ),
    { minLength: 2, maxLength: 7 },
  )
  .map((parts) => parts.flat())
  .filter((list) => list.filter(isAccess).length <= 5);

function lanesAt(address: number | undefined): LdsLanes {
  const addresses = new Uint32Array(64);
  addresses[0] = address ?? 0;
  const low = address === undefined ? 0 : 1;
  return { addresses, low, high: 0, bottom: address ?? 0, top: address ?? 0 };
}

/** The pairs that an execution shows; `choose` says which of the waves that can go on is next. */
function shown(
  body: readonly Instruction[],
  rounds: number,
  choose: (waves: number) => number,
): Pair[] {
  const list = Array.from({ length: rounds }, () => body).flat();
  const lds = new Lds(BYTES, 2);
  const waves = Array.from({ length: WAVES }, (_, index) => {
    const waits = new Waits((tag) => lds.settle(tag), 'by-kind-async');
    return new Wave(index, index, waits);
  });
  lds.reset(waves);
  for (;;) {
    const next = waves.filter(({ pc }) => pc < list.length && list[pc]?.kind !== 'pass');
    const wave = next[choose(next.length)];
    if (wave === undefined) {
      if (waves.every(({ pc }) => pc >= list.length)) break;
      for (const one of waves) {
        one.barriers++;
        one.pc++;
      }
      continue;
    }
    const one = list[wave.pc];
    const number = wave.pc % body.length;
    wave.pc++;
    if (one === undefined) continue;
    if (one.kind === 'signal') wave.signals++;
    else if (one.kind === 'wait')
      wave.waits.wait(one.queue === 'lds' ? 'dscnt' : 'asynccnt', one.left);
    else if (isAccess(one)) {
      const tag = execute(lds, wave, number, one);
      const item = { number, registers: [] };
      if (queueOf(one) === 'lds') wave.waits.lds(item, tag);
      else wave.waits.async(item, tag);
    }
  }
  lds.finish();
  const pairs = lds.races.all.filter(({ kind }) => kind !== 'uninitialized');
  return pairs.map(({ kind, other, site }) => ({ kind, first: other, second: site }));
}

function execute(
  lds: Lds,
  wave: Wave,
  number: number,
  one: Extract<Instruction, { readonly bytes: 2 | 4 }>,
): number {
  const at = one.places[wave.index];
  const lanes = lanesAt(at && byteOf(one, at));
  const { bytes } = one;
  if (one.kind === 'read' || one.kind === 'copyRead') {
    const tag = lds.beginRead(wave);
    lds.readInFlight(number, wave, tag, lanes, bytes, one.kind === 'copyRead');
    return tag;
  }
  const value = at?.value ?? 0;
  const data = new Uint8Array(64 * bytes).fill(value);
  const tag = lds.beginWrite(wave, one.kind, one.kind === 'copy' ? data : undefined);
  lds.write(number, wave, tag, lanes, bytes);
  lds.storeChecked(() => {
    for (const half of halvesOf(one, wave.index)) lds.data.fill(value, 2 * half, 2 * half + 2);
  });
  return tag;
}

const named = (pairs: readonly Pair[]): string[] =>
  pairs.map(({ kind, first, second }) => `${kind} ${first} ${second}`).toSorted();

/** Round a loop, which of two comes first is the order of the text. */
const unnamed = (pairs: readonly Pair[]): string[] => [
  ...new Set(
    pairs
      .map(({ first, second }) => `${Math.min(first, second)} ${Math.max(first, second)}`)
      .toSorted(),
  ),
];

const choices = fc.array(fc.nat({ max: WAVES - 1 }), { minLength: 40, maxLength: 40 });
const chooser = (list: readonly number[]): ((waves: number) => number) => {
  let at = 0;
  return (waves) => (waves === 0 ? 0 : (list[at++ % list.length] ?? 0) % waves);
};

describe('races of machine code', () => {
  it('are those of brute force, in every order of waves', () => {
    forAll([program, fc.array(choices, { minLength: 4, maxLength: 4 })], 200, (body, orders) => {
      const wanted = named(unorderedPairs(body, 1));
      for (const order of orders) expect(named(shown(body, 1, chooser(order)))).toEqual(wanted);
    });
  });

  it('are those of brute force, twice round a loop', () => {
    forAll([program, choices], 80, (body, order) => {
      expect(unnamed(shown(body, 2, chooser(order)))).toEqual(unnamed(unorderedPairs(body, 2)));
    });
  });
});
