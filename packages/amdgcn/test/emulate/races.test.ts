/**
 * Races of machine code beside brute force: every interleaving of small programs is executed, and each must show the same
 * pairs of instructions, those that stand next to each other in some interleaving with nothing that keeps them apart.
 */
import { Findings, Lds, type LdsLanes, type WriteKind } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Wave } from '../../src/state/wave.ts';

type Kind = 'read' | Exclude<WriteKind, 'copy'>;

/** What all waves execute, each at an address of its own with a value of its own. */
type Instruction =
  | { readonly kind: Kind; readonly bytes: 2 | 4; readonly places: readonly Place[] }
  | { readonly kind: 'wait' | 'barrier' };

interface Place {
  readonly half: number;
  readonly value: number;
}

type Access = Extract<Instruction, { readonly places: readonly Place[] }>;

const WAVES = 2;
const BYTES = 16;

const isAccess = (one: Instruction): one is Access => 'places' in one;

const place = fc.record({ half: fc.nat({ max: 3 }), value: fc.nat({ max: 1 }) });
const access = fc.record({
  kind: fc.constantFrom<Kind>('read', 'read', 'plain', 'plain', 'atomic', 'compare'),
  bytes: fc.constantFrom(2 as const, 4 as const),
  places: fc.array(place, { minLength: WAVES, maxLength: WAVES }),
});
const program = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: access },
      { weight: 1, arbitrary: fc.constant({ kind: 'wait' } as const) },
      { weight: 1, arbitrary: fc.constant({ kind: 'barrier' } as const) },
    ),
    { minLength: 2, maxLength: 6 },
  )
  .filter((list) => list.filter(isAccess).length <= 5);

/** First byte of an access of a wave: a multiple of its size. */
const byteOf = ({ bytes, places }: Access, wave: number): number =>
  bytes * Math.floor((2 * (places[wave]?.half ?? 0)) / bytes);

const halves = (one: Access, wave: number): number[] => {
  const first = byteOf(one, wave) / 2;
  return one.bytes === 2 ? [first] : [first, first + 1];
};

const valueOf = ({ places }: Access, wave: number): number => places[wave]?.value ?? 0;

const lane = (address: number): LdsLanes => {
  const addresses = new Uint32Array(64);
  addresses[0] = address;
  return { addresses, low: 1, high: 0, bottom: address, top: address };
};

const isAtomic = (kind: Kind): boolean => kind === 'atomic' || kind === 'compare';

/** Each way to choose which wave is next, within an epoch of so many instructions per wave. */
function* orders(left: readonly number[]): Generator<number[]> {
  if (left.every((count) => count === 0)) {
    yield [];
    return;
  }
  for (const [wave, count] of left.entries()) {
    if (count === 0) continue;
    const rest = left.map((other, index) => (index === wave ? other - 1 : other));
    for (const order of orders(rest)) yield [wave, ...order];
  }
}

/** The instructions of each epoch, with their numbers. */
function epochsOf(list: readonly Instruction[]): (readonly [number, Instruction])[][] {
  const epochs: (readonly [number, Instruction])[][] = [[]];
  for (const [number, one] of list.entries()) {
    if (one.kind === 'barrier') epochs.push([]);
    else epochs.at(-1)?.push([number, one]);
  }
  return epochs;
}

/** The pairs that an execution in some order of waves shows. `order` gives one for each epoch. */
function shown(
  list: readonly Instruction[],
  order: (epoch: number) => readonly number[],
): string[] {
  const lds = new Lds(BYTES, 2, new Findings());
  const waves = Array.from({ length: WAVES }, (_, index) => new Wave(index, index));
  lds.reset(waves);
  const open: number[][] = waves.map(() => []);
  for (const [epoch, instructions] of epochsOf(list).entries()) {
    const next = waves.map(() => 0);
    for (const index of order(epoch)) {
      const wave = waves[index];
      const [number, one] = instructions[next[index] ?? 0] ?? [];
      next[index] = (next[index] ?? 0) + 1;
      if (wave === undefined || one === undefined || number === undefined) continue;
      if (!isAccess(one)) {
        for (const tag of open[index]?.splice(0) ?? []) lds.settle(tag);
        continue;
      }
      const at = lane(byteOf(one, index));
      if (one.kind === 'read') {
        lds.read(number, wave, at, one.bytes);
        continue;
      }
      const tag = lds.beginWrite(wave, one.kind);
      lds.write(number, wave, tag, at, one.bytes);
      open[index]?.push(tag);
      const value = valueOf(one, index);
      lds.storeChecked(() => {
        for (const half of halves(one, index)) lds.data[2 * half] = value;
      });
    }
    for (const wave of waves) wave.barriers++;
  }
  lds.finish();
  return lds.races.all.map(({ kind, other, site }) => `${kind} ${other} ${site}`).sort();
}

/** The pairs by brute force: neighbours in some interleaving of an epoch, and reads of what was not waited for. */
function expected(list: readonly Instruction[]): string[] {
  const pairs = new Set<string>();
  for (const instructions of epochsOf(list)) {
    const accesses = instructions.flatMap(([number, one]) =>
      isAccess(one) ? [[number, one] as const] : [],
    );
    /** Halves to which stores of the epoch give different values. */
    const values = new Map<number, Set<number>>();
    for (const [, one] of accesses) {
      if (one.kind !== 'plain') continue;
      for (let wave = 0; wave < WAVES; wave++) {
        for (const half of halves(one, wave)) {
          values.set(half, (values.get(half) ?? new Set()).add(valueOf(one, wave)));
        }
      }
    }
    const differs = (half: number): boolean => (values.get(half)?.size ?? 0) > 1;
    for (const order of orders(Array.from({ length: WAVES }, () => accesses.length))) {
      const next = Array.from({ length: WAVES }, () => 0);
      const sequence = order.map((wave) => {
        const at = next[wave] ?? 0;
        next[wave] = at + 1;
        return [wave, accesses[at]] as const;
      });
      for (const [index, [wave, mine]] of sequence.entries()) {
        const [otherWave = wave, other] = sequence[index + 1] ?? [];
        if (otherWave === wave || mine === undefined || other === undefined) continue;
        const [[a, one], [b, two]] = [mine, other];
        const kinds = [one.kind, two.kind] as const;
        if (kinds.every((kind) => kind === 'read') || kinds.every(isAtomic)) continue;
        if (kinds.includes('read') && kinds.includes('compare')) continue;
        const equal = kinds.every((kind) => kind === 'plain');
        const common = halves(one, wave).filter((half) => halves(two, otherWave).includes(half));
        if (!common.some((half) => !equal || differs(half))) continue;
        pairs.add(`unordered ${Math.min(a, b)} ${Math.max(a, b)}`);
      }
    }
  }
  for (const pair of unfinished(list)) pairs.add(pair);
  return [...pairs].sort();
}

/** Reads after a barrier of stores that their wave had not waited for before it. */
function* unfinished(list: readonly Instruction[]): Generator<string> {
  const barriersBefore = (number: number): number =>
    list.slice(0, number).filter(({ kind }) => kind === 'barrier').length;
  for (const [a, one] of list.entries()) {
    if (!isAccess(one) || one.kind !== 'plain') continue;
    const wait = list.findIndex(({ kind }, number) => number > a && kind === 'wait');
    const settled = wait < 0 ? Infinity : barriersBefore(wait);
    for (const [b, two] of list.entries()) {
      if (b < a || !isAccess(two) || two.kind !== 'read') continue;
      const epoch = barriersBefore(b);
      if (epoch === barriersBefore(a) || settled < epoch) continue;
      const common = [0, 1].some((wave) =>
        halves(one, wave).some((half) => halves(two, 1 - wave).includes(half)),
      );
      if (common) yield `unfinished-write ${a} ${b}`;
    }
  }
}

describe('races of machine code', () => {
  it('are those of brute force, in every order of waves', () => {
    fc.assert(
      fc.property(program, (list) => {
        const wanted = expected(list);
        const perEpoch = epochsOf(list).map((instructions) => [
          ...orders(Array.from({ length: WAVES }, () => instructions.length)),
        ]);
        const most = Math.min(64, Math.max(...perEpoch.map(({ length }) => length)));
        for (let way = 0; way < most; way++) {
          const order = (epoch: number): readonly number[] => {
            const ways = perEpoch[epoch] ?? [[]];
            return ways[Math.floor((way * ways.length) / most)] ?? [];
          };
          expect(shown(list, order)).toEqual(wanted);
        }
      }),
      { numRuns: 300 },
    );
  });
});
