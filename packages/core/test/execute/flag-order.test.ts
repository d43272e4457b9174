/** What happened before what by flags, and which parts of LDS are touched, beside sets of all rows that a wave knows of. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EpochLog } from '../../src/execute/epoch-log.ts';
import { FlagOrder } from '../../src/execute/flag-order.ts';
import type { LdsSite } from '../../src/execute/lds-kinds.ts';
import { forAll } from '../../../../test/for-all.ts';

const WAVES = 3;
const WORDS = 4;

/** By its number: a load, a store, an atomic without and with a result, a load that a loop repeats. */
const sites: readonly LdsSite[] = [
  { direction: 'read', bytes: 4 },
  { direction: 'write', bytes: 4 },
  { direction: 'atomic', bytes: 4 },
  { direction: 'atomic', bytes: 4 },
  { direction: 'read', bytes: 4, polls: true },
];
const RETURNS = 3;
const POLLS = 4;

interface Access {
  readonly site: number;
  readonly wave: number;
  readonly word: number;
}

function logOf(accesses: readonly Access[], bytes = 4 * WORDS): EpochLog {
  const log = new EpochLog(bytes);
  for (const [row, { site, wave, word }] of accesses.entries()) {
    const addresses = new Uint32Array(64).fill(4 * word);
    const lanes = { addresses, low: 1, high: 0, bottom: 4 * word, top: 4 * word };
    log.add(site, wave, sites[site]?.direction ?? 'read', row + 1, lanes, 4, row);
  }
  return log;
}

const orderOf = (
  accesses: readonly Access[],
  isInOrder = true,
  settledAt: (tag: number) => number = () => Infinity,
): FlagOrder =>
  new FlagOrder({
    log: logOf(accesses),
    sites,
    flags: {
      returns: (site) => site === RETURNS,
      polls: (site) => site === POLLS,
      isInOrder: (site) => isInOrder || site !== 0,
    },
    granules: WORDS,
    shift: 2,
    settledAt,
  });

const observes = ({ site }: Access): boolean => site === RETURNS || site === POLLS;
const isWrite = ({ site }: Access): boolean => site >= 1 && site <= 3;

/** By row: the rows that its wave knows to have happened before it. */
function knownRows(accesses: readonly Access[]): ReadonlySet<number>[] {
  const flagged = new Set(accesses.filter(observes).map(({ word }) => word));
  const published = new Map<number, ReadonlySet<number>>();
  const knows: ReadonlySet<number>[] = Array.from({ length: WAVES }, () => new Set());
  return accesses.map((access, row) => {
    const before = knows[access.wave] ?? new Set();
    const learnt = observes(access) ? (published.get(access.word) ?? []) : [];
    const after = new Set([...before, ...learnt, row]);
    knows[access.wave] = after;
    if (isWrite(access) && flagged.has(access.word)) {
      const old = access.site === 1 ? [] : (published.get(access.word) ?? []);
      published.set(access.word, new Set([...old, ...after]));
    }
    return before;
  });
}

const accesses = fc.array(
  fc.record({ site: fc.nat(4), wave: fc.nat(WAVES - 1), word: fc.nat(WORDS - 1) }),
  { maxLength: 24 },
);

describe('order by flags', () => {
  it('is that of what each wave has learnt', () => {
    forAll([accesses], 300, (all) => {
      const order = orderOf(all);
      for (const [second, known] of knownRows(all).entries())
        for (const [first, { wave }] of all.slice(0, second).entries())
          if (wave !== all[second]?.wave)
            expect([first, second, order.comesBefore(first, second)]).toEqual([
              first,
              second,
              known.has(first),
            ]);
    });
  });

  it('names the instructions that got what another wave writes', () => {
    forAll([accesses], (all) => {
      const got = all.filter(
        (one) =>
          observes(one) &&
          all.some((other) => isWrite(other) && other.wave !== one.wave && other.word === one.word),
      );
      expect(new Set(orderOf(all).observed())).toEqual(new Set(got.map(({ site }) => site)));
    });
  });

  it('has an access of another queue happen when its wave has waited for it', () => {
    /** A late load, a flag that is set, got by another wave, and again. */
    const all: readonly Access[] = [
      { site: 0, wave: 0, word: 0 },
      { site: 1, wave: 0, word: 1 },
      { site: POLLS, wave: 1, word: 1 },
      { site: 1, wave: 1, word: 0 },
      { site: 1, wave: 0, word: 1 },
      { site: POLLS, wave: 1, word: 1 },
      { site: 1, wave: 1, word: 0 },
    ];
    const seen = (settled: number): boolean[] => {
      const order = orderOf(all, false, () => settled);
      return [3, 6].map((row) => order.comesBefore(0, row));
    };
    expect([1, 2, 4, 5, Infinity].map(seen)).toEqual([
      [true, true],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
    ]);
  });

  it('tells accesses apart by what they know and when', () => {
    const all = [0, 0, 1, 0, POLLS, 0].map((site, i) => ({ site, wave: 0, word: i === 0 ? 3 : 1 }));
    const order = orderOf(all);
    const same = [order.isSame(0, 1), order.isSame(1, 3), order.isSame(3, 5)];
    expect(same).toEqual([true, false, true]);
  });
});

describe('parts of LDS', () => {
  const touched = ({ word }: Access): number => word;
  /** Whether two accesses of different waves touch one word, not both loads nor both atomics. */
  const meets = (all: readonly Access[], storesMeet: boolean): boolean =>
    all.some((one, i) =>
      all.slice(i + 1).some((other) => {
        const kinds = [one, other].map(({ site }) => sites[site]?.direction ?? 'read');
        const isBoth = (kind: string): boolean => kinds.every((own) => own === kind);
        if (one.wave === other.wave || touched(one) !== touched(other)) return false;
        return isBoth('write') ? storesMeet : !isBoth('read') && !isBoth('atomic');
      }),
    );

  it('meet where accesses of two waves do', () => {
    forAll([accesses, fc.boolean()], (all, storesMeet) => {
      const log = logOf(all);
      expect(log.findMeeting(storesMeet)).toBe(meets(all, storesMeet));
    });
  });

  it('keep what is in flight, of any number of rows', () => {
    const all = Array.from({ length: 200 }, (_, i) => ({ site: i % 2, wave: i % 3, word: i % 4 }));
    const log = logOf(all);
    log.next((tag) => tag % 50 === 0, sites);
    expect([log.count, log.from]).toEqual([4, 4]);
    const kept = Array.from(log.tag.slice(0, 4)).map((tag, row) => ({
      site: log.site[row],
      wave: log.wave[row],
      word: (log.addressBytes[64 * row] ?? 0) / 4,
      tag,
    }));
    expect(kept).toEqual([50, 100, 150, 200].map((tag) => ({ ...all[tag - 1], tag })));
    expect(Array.from(log.access.slice(0, 4))).toEqual([49, 99, 149, 199]);
    log.clear();
    expect([log.count, log.findMeeting(true)]).toEqual([0, false]);
  });

  it.each([
    [0, 4, [0]],
    [2, 4, [0, 1]],
    [6, 16, [1, 2, 3, 4, 5]],
    [8, 1, [2]],
  ])('of address %i and %i bytes', (address, bytes, granules) => {
    const log = new EpochLog(256);
    const addresses = new Uint32Array(64).fill(address);
    const lanes = { addresses, low: 1 << 31, high: 1, bottom: address, top: address };
    log.add(0, 0, 'read', 0, lanes, bytes, 0);
    const visited: [number, number][] = [];
    log.eachGranule(0, bytes, 2, (granule, lane) => visited.push([granule, lane]));
    expect(visited).toEqual([31, 32].flatMap((lane) => granules.map((one) => [one, lane])));
  });
});
