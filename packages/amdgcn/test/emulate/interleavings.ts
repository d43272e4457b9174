/**
 * Small programs of two waves, and by brute force which of their accesses nothing keeps in order.
 *
 *     a state     by wave: instructions issued, accesses of its LDS queue done, copies done
 *     a step      a wave issues its next instruction, or the oldest access of a queue happens
 *     a pair      two accesses that may both happen next in some state, so that either may be first
 *
 * An access happens at any time between its issue and the wait that makes certain that it has. Every state that can be reached is
 * visited. Nothing here knows epochs but to name what is found.
 */
import type { Direction, HazardKind } from '@ldscope/core';

export type Kind = 'read' | 'plain' | 'atomic' | 'compare' | 'copy' | 'copyRead';

/** Where a wave accesses LDS, in halves of a word, and what it stores. */
export interface Place {
  readonly half: number;
  readonly value: number;
}

/** `places`: by wave; `undefined` for one that has no active lane. */
export interface Access {
  readonly kind: Kind;
  readonly bytes: 2 | 4;
  readonly places: readonly (Place | undefined)[];
}

/** `queue` and `left`: what of which may be in flight after the wait. */
export type Instruction =
  | Access
  | { readonly kind: 'wait'; readonly queue: Queue; readonly left: number }
  | { readonly kind: 'signal' | 'pass' };

export type Queue = 'lds' | 'copies';

export const WAVES = 2;

export const isAccess = (one: Instruction | undefined): one is Access =>
  one !== undefined && 'places' in one;

const isCopy = ({ kind }: Access): boolean => kind === 'copy' || kind === 'copyRead';
export const queueOf = (one: Access): Queue => (isCopy(one) ? 'copies' : 'lds');

/** First byte of an access at a place: a multiple of its size. */
export const byteOf = ({ bytes }: Access, { half }: Place): number =>
  bytes * Math.floor((2 * half) / bytes);

export function halvesOf(one: Access, wave: number): readonly number[] {
  const place = one.places[wave];
  if (place === undefined) return [];
  const first = byteOf(one, place) / 2;
  return one.bytes === 2 ? [first] : [first, first + 1];
}

/** An access of a wave, by its place among all instructions that the wave executes. */
interface Issued {
  readonly wave: number;
  readonly at: number;
  readonly access: Access;
  /** Barriers passed before. */
  readonly epoch: number;
}

/** A pair as the shadow of LDS names it. */
export interface Pair {
  readonly kind: HazardKind;
  /** Numbers of the first and the second instruction. */
  readonly first: number;
  readonly second: number;
}

/** The pairs of a program that both waves execute `rounds` times. */
export function unorderedPairs(body: readonly Instruction[], rounds: number): Pair[] {
  const list = Array.from({ length: rounds }, () => body).flat();
  const epochs = list.map(
    (_, at) => list.slice(0, at).filter(({ kind }) => kind === 'pass').length,
  );
  /** By queue and instruction: the accesses before it. */
  const queued = (['lds', 'copies'] as const).map((queue) =>
    Array.from({ length: list.length + 1 }, (_, pc) =>
      list.slice(0, pc).flatMap((access, at) => {
        if (!isAccess(access) || queueOf(access) !== queue) return [];
        return [{ at, access, epoch: epochs[at] ?? 0 }];
      }),
    ),
  );
  const signals = Array.from(
    { length: list.length + 1 },
    (_, at) => list.slice(0, at).filter(({ kind }) => kind === 'signal').length,
  );
  const pairs = new Map<string, Pair | undefined>();
  const seen = new Set<string>();
  /** By wave: instructions issued, accesses done, copies done. */
  const visit = (state: readonly number[]): void => {
    const key = state.join();
    if (seen.has(key)) return;
    seen.add(key);
    const heads: Issued[] = [];
    const step = (index: number): void => visit(state.map((n, i) => (i === index ? n + 1 : n)));
    for (let wave = 0; wave < WAVES; wave++) {
      const pc = state[3 * wave] ?? 0;
      for (const [number, queue] of queued.entries()) {
        const head = queue[pc]?.[state[3 * wave + 1 + number] ?? 0];
        if (head === undefined) continue;
        heads.push({ wave, ...head });
        step(3 * wave + 1 + number);
      }
      const next = list[pc];
      if (next === undefined) continue;
      const number = next.kind === 'wait' && next.queue === 'copies' ? 1 : 0;
      const inFlight = (queued[number]?.[pc]?.length ?? 0) - (state[3 * wave + 1 + number] ?? 0);
      if (next.kind === 'wait' && inFlight > next.left) continue;
      const [mine = 0, theirs = 0] = [signals[pc], signals[state[3 * (1 - wave)] ?? 0]];
      if (next.kind === 'pass' && theirs < mine) continue;
      step(3 * wave);
    }
    for (const [index, one] of heads.entries())
      for (const other of heads.slice(index + 1)) {
        const key = [one.wave, one.at, other.wave, other.at].join();
        if (pairs.has(key)) continue;
        pairs.set(key, pairOf(one, other, { list, epochs, length: body.length }));
      }
  };
  visit(Array.from({ length: 3 * WAVES }, () => 0));
  const found = [...pairs.values()].filter((pair) => pair !== undefined);
  return [...new Map(found.map((pair) => [JSON.stringify(pair), pair])).values()];
}

interface Around {
  readonly list: readonly Instruction[];
  readonly epochs: readonly number[];
  /** Instructions of a round. */
  readonly length: number;
}

/** What two accesses that may come in either order are, when it matters. */
function pairOf(one: Issued, other: Issued, around: Around): Pair | undefined {
  const { length } = around;
  const isSecond =
    one.epoch !== other.epoch ? one.epoch > other.epoch : one.at % length > other.at % length;
  const [a, b] =
    one.wave === other.wave ? inTime(one, other) : isSecond ? [other, one] : [one, other];
  const own = a.wave === b.wave;
  const late = own || (a.epoch < b.epoch && a.access.kind !== 'copy');
  const common = halvesOf(a.access, a.wave).filter((half) =>
    halvesOf(b.access, b.wave).includes(half),
  );
  if (!common.some((half) => matters(a, b, half, a.epoch < b.epoch && late, around)))
    return undefined;
  const directions = [directionOf(a.access.kind), directionOf(b.access.kind)];
  const copied = directions[0] === 'async' && directions[1] !== 'async';
  const unfinished = directions[0] === 'read' ? 'unfinished-read' : 'unfinished-write';
  const kind = copied ? 'unfinished-copy' : late ? unfinished : 'unordered';
  return { kind, first: a.at % length, second: b.at % length };
}

const inTime = (one: Issued, other: Issued): readonly [Issued, Issued] =>
  one.at < other.at ? [one, other] : [other, one];

const directions: Readonly<Record<Kind, Direction>> = {
  read: 'read',
  plain: 'write',
  atomic: 'atomic',
  compare: 'atomic',
  copy: 'async',
  copyRead: 'read',
};
const directionOf = (kind: Kind): Direction => directions[kind];

/** Whether the order of two accesses shows in a half. */
function matters(a: Issued, b: Issued, half: number, late: boolean, around: Around): boolean {
  const kinds = [directionOf(a.access.kind), directionOf(b.access.kind)];
  if (kinds.every((kind) => kind === 'read') || kinds.every((kind) => kind === 'atomic'))
    return false;
  const compares = a.access.kind === 'compare' || b.access.kind === 'compare';
  if (!late && compares && kinds.includes('read')) return false;
  if (kinds.every((kind) => kind === 'async'))
    return a.access.places[a.wave]?.value !== b.access.places[b.wave]?.value;
  if (kinds.some((kind) => kind !== 'write')) return true;
  // Stores of one value are in no order that shows.
  const values = new Set<number>();
  for (const [at, access] of around.list.entries()) {
    const epoch = around.epochs[at] ?? 0;
    if (!isAccess(access) || access.kind !== 'plain' || epoch < a.epoch || epoch > b.epoch)
      continue;
    for (let wave = 0; wave < WAVES; wave++)
      if (halvesOf(access, wave).includes(half)) values.add(access.places[wave]?.value ?? 0);
  }
  return values.size > 1;
}
