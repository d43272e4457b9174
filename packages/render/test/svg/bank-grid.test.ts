import { type AccessExplanation, machineNamed, range } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { bankGridPicture } from '../../src/svg/bank-grid.ts';
import { bankGridTable } from '../../src/svg/bank-grid-table.ts';
import { gridWords, isServedLaneByLane } from '../../src/svg/bank-grid-words.ts';
import type { Picture } from '../../src/svg/node.ts';
import {
  accesses,
  boxesIn,
  expectSafe,
  explained,
  parseRanges,
  textsOf,
  withClass,
} from './trees.ts';

const [gfx942, gfx950] = [machineNamed('gfx942'), machineNamed('gfx950')];

/** Lanes and byte addresses of the words that a picture has filled. */
function filledWords(picture: Picture): string[] {
  return withClass(picture, 'word')
    .flatMap(({ attributes }) =>
      parseRanges(String(attributes['data-lanes'])).map(
        (lane) => `${lane} ${attributes['data-bank']} ${attributes['data-address']}`,
      ),
    )
    .sort();
}

/** The same, from the addresses alone. */
function wantedWords(
  { addressBytes, rule, banksPerLane }: AccessExplanation,
  lanes: readonly number[],
): string[] {
  return lanes
    .flatMap((lane) =>
      Array.from({ length: banksPerLane }, (_, step) => {
        const word = Math.floor((addressBytes[lane] ?? 0) / 4) + step;
        return `${lane} ${word % rule.banks} ${4 * word}`;
      }),
    )
    .sort();
}

const rowsTouched = ({ addressBytes, rule, banksPerLane }: AccessExplanation): number =>
  new Set(
    addressBytes
      .filter((address) => address !== undefined)
      .flatMap((address) => range(banksPerLane).map((step) => Math.floor(address / 4) + step))
      .map((word) => Math.floor(word / rule.banks)),
  ).size;

describe('the words of a bank grid', () => {
  it('are those that the addresses say, in every phase', () => {
    forAll([accesses], 150, ({ machine, explanation }) => {
      if (explanation === undefined || isServedLaneByLane(explanation)) return;
      const fits = rowsTouched(explanation) <= 40;
      for (const { index, lanes } of explanation.phases) {
        const picture = bankGridPicture(explanation, index, { machine });
        const filled = filledWords(picture);
        const wanted = wantedWords(explanation, lanes);
        if (fits) expect(filled).toEqual(wanted);
        else expect(wanted).toEqual(expect.arrayContaining(filled));
      }
      if (!fits) return;
      const all = explanation.phases.flatMap(({ lanes }) => lanes);
      const whole = bankGridPicture(explanation, 'all', { machine });
      expect(filledWords(whole)).toEqual(wantedWords(explanation, all));
    });
  });

  it('have the slots and the ways of the explanation', () => {
    forAll([accesses], 100, ({ machine, explanation }) => {
      if (explanation === undefined || isServedLaneByLane(explanation)) return;
      const words = gridWords(explanation);
      for (const phase of explanation.phases) {
        const own = words.filter(({ phases }) => phases[0] === phase.index);
        expect(Math.max(0, ...own.map(({ slots }) => slots))).toBe(phase.ways);
        const picture = bankGridPicture(explanation, phase.index, { machine });
        if (phase.lanes.length > 0) {
          expect(textsOf(picture).some((text) => text.startsWith(`${phase.ways} way`))).toBe(true);
        }
        const columns = withClass(picture, 'column').map(({ attributes }) =>
          Number(attributes['data-slots']),
        );
        expect(columns).toHaveLength(explanation.rule.banks);
        expect(Math.max(...columns)).toBe(phase.ways);
      }
    });
  });

  it('share a slot only where the rule lets them', () => {
    forAll([accesses], ({ explanation }) => {
      if (explanation === undefined || isServedLaneByLane(explanation)) return;
      for (const word of gridWords(explanation)) {
        if (!word.shared) continue;
        expect(word.lanes.length).toBeGreaterThan(1);
        expect(explanation.rule.slots).not.toBe('each-lane');
      }
    });
    const [word] = gridWords(explained('gfx942', 'ds_read_b32', () => 64));
    expect(word).toMatchObject({ bank: 16, slots: 1, shared: true });
    expect(word?.lanes).toHaveLength(32);
    const atomic = gridWords(explained('sm_90', 'red.shared.add.u32', () => 64, 32));
    expect(atomic).toMatchObject([{ bank: 16, slots: 32, shared: false }]);
  });
});

describe('a bank grid', () => {
  it('has one size for all phases', () => {
    forAll([accesses, fc.boolean()], 60, ({ machine, explanation }, compact) => {
      if (explanation === undefined) return;
      const sizes = [...explanation.phases.keys(), 'all' as const].map((phase) => {
        const { width, height } = bankGridPicture(explanation, phase, { machine, compact });
        return `${width} x ${height}`;
      });
      expect(new Set(sizes).size).toBe(1);
    });
  });

  it('keeps everything inside its frame', () => {
    forAll([accesses, fc.boolean()], 60, ({ machine, explanation }, compact) => {
      if (explanation === undefined) return;
      const picture = bankGridPicture(explanation, 0, { machine, compact });
      for (const { x, y, right, foot } of boxesIn(picture)) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(picture.width);
        expect(foot).toBeLessThanOrEqual(picture.height);
      }
    });
  });

  it('is the same every time and never has markup of its subject', () => {
    const access = explained('gfx942', 'ds_read_b32', (lane) => 128 * lane);
    const heading = `%x"><script>alert('1')</script>&\u0000`;
    const text = expectSafe(() => bankGridPicture(access, 0, { machine: gfx942, heading }));
    expect(text).toContain('&lt;script&gt;');
  });

  it('shows the four ways of the tile of B without its swizzle', () => {
    const address = (lane: number): number => 128 * (lane % 16) + 16 * Math.floor(lane / 16);
    const access = explained('gfx950', 'ds_read_b128', address);
    const picture = bankGridPicture(access, 0, { machine: gfx950 });
    expect(textsOf(picture)).toContain('4 ways, 4 cycles');
    expect(textsOf(picture)).toContain('lanes 0-3,12-15,20-27');
    expect(textsOf(picture).filter((text) => text === '4x')).toHaveLength(4);
    expect(picture.description).toContain('conflicts on 16 banks');
    expect(picture.width).toBeLessThanOrEqual(1040);
  });

  it('lets lanes and banks stand out', () => {
    const access = explained('gfx942', 'ds_read_b32', (lane) => 4 * lane);
    const byLane = bankGridPicture(access, 0, { machine: gfx942, selection: { lane: 5 } });
    const standing = (picture: Picture): unknown[] =>
      withClass(picture, 'word')
        .filter(({ attributes }) => !String(attributes['class']).includes('dimmed'))
        .map(({ attributes }) => attributes['data-lane']);
    expect(standing(byLane)).toEqual([5]);
    const byBank = bankGridPicture(access, 1, { machine: gfx942, selection: { bank: 5 } });
    expect(standing(byBank)).toEqual([37]);
    const other = bankGridPicture(access, 1, { machine: gfx942, selection: { lane: 5 } });
    expect(withClass(other, 'ghost-selected')).toHaveLength(1);
    expect(standing(bankGridPicture(access, 0, { machine: gfx942 }))).toHaveLength(32);
  });

  it('says that an access below its alignment has no phases', () => {
    const access = explained('gfx942', 'ds_read_b128', (lane) => 16 * lane + 4);
    const picture = bankGridPicture(access, 0, { machine: gfx942 });
    expect(picture.description).toContain('not a multiple of 16 bytes');
    expect(textsOf(picture)).toContain('not aligned to 16 B: lane after lane, 64 cycles');
    expect(withClass(picture, 'ring')).toEqual([]);
  });

  it('leaves out rows where too many are touched, and says how many', () => {
    const access = explained('sm_90', 'ld.shared.b32', (lane) => 256 * lane, 32);
    const few = bankGridPicture(access, 0, { machine: gfx942 });
    // Many gaps are thin lines, few say how many rows they stand for.
    const gaps = withClass(few, 'gap');
    expect(gaps).toHaveLength(31);
    for (const { attributes } of gaps) expect(attributes['height']).toBeLessThan(6);
    expect(textsOf(few).filter((text) => text.includes('not touched'))).toEqual([]);
    const apart = explained('sm_90', 'ld.shared.b32', (lane) => 1024 * (lane % 4), 32);
    const { content } = bankGridPicture(apart, 0, { machine: gfx942 });
    const said = textsOf({ ...few, content }).filter((text) => text.includes('7 rows not touched'));
    expect(said).toHaveLength(3);
    const wide = explained('gfx90a', 'ds_read_b32', (lane) => 1024 * lane);
    const picture = bankGridPicture(wide, 1, { machine: gfx942 });
    expect(picture.description).toContain('Rows of other phases are left out');
    expect(withClass(picture, 'word')).toHaveLength(32);
    const all = bankGridPicture(wide, 'all', { machine: gfx942 });
    expect(all.description).toContain('24 more rows are left out');
  });
});

it.each([
  ['gfx942', 32],
  ['gfx950', 64],
] as const)(
  'a grid on %s is as wide as it shall be, within what its cells allow',
  (name, banks) => {
    const op = banks === 64 ? 'ds_read_b128' : 'ds_read_b32';
    const access = explained(name, op, (lane) => 16 * lane);
    const widthAt = (width: number, compact: boolean): number =>
      bankGridPicture(access, 0, { machine: gfx942, width, compact }).width;
    for (const width of [640, 700, 1000]) expect(widthAt(width, false)).toBeCloseTo(width);
    for (const width of [320, 400]) expect(widthAt(width, true)).toBeCloseTo(width);
    expect(widthAt(100, false)).toBe(66 + 8 * banks);
    expect(widthAt(9000, false)).toBe(66 + 40 * banks);
  },
);

describe('the table of a bank grid', () => {
  it('has a row for each bank that is used', () => {
    const access = explained('gfx942', 'ds_read_b32', (lane) => 128 * (lane % 32));
    expect(bankGridTable(access, 0).rows).toHaveLength(1);
    expect(bankGridTable(access, 0).rows[0]?.[3]).toBe('32');
    forAll([accesses], ({ explanation }) => {
      if (explanation === undefined || isServedLaneByLane(explanation)) return;
      for (const { index, ways } of explanation.phases) {
        const { rows } = bankGridTable(explanation, index);
        expect(Math.max(0, ...rows.map((row) => Number(row[3])))).toBe(ways);
      }
    });
  });
});
