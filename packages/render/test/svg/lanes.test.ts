import { explainAccess, machineNamed, opcodeNumber, singleAccess } from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import { gridWords, isServedLaneByLane } from '../../src/svg/bank-grid-words.ts';
import { laneMapPicture, laneMapTable } from '../../src/svg/lane-map.ts';
import type { SvgNode } from '../../src/svg/node.ts';
import { phaseStripPicture, phaseStripTable } from '../../src/svg/phase-strip.ts';
import {
  accesses,
  explained,
  markupOf,
  parseRanges,
  textsOf,
  withAttribute,
  withClass,
} from './trees.ts';

const gfx950 = machineNamed('gfx950');
const gfx942 = machineNamed('gfx942');

const inside = ({ children }: SvgNode): string[] => textsOf({ content: children });

const readOfB = explained('gfx950', 'ds_read_b128', (lane) => 128 * (lane % 16) + 16 * (lane >> 4));

describe('the map of lanes', () => {
  it('has a card for each lane with its address, banks and phase', () => {
    forAll([accesses, fc.boolean()], 80, ({ machine, explanation }, compact) => {
      if (explanation === undefined) return;
      const { addressBytes, rule, banksPerLane, phases } = explanation;
      const cards = withClass(laneMapPicture(explanation, { machine, compact }), 'lane-card');
      const lanes = cards.map(({ attributes }) => attributes['data-lane']);
      expect(lanes).toEqual([...addressBytes.keys()]);
      const rows = laneMapTable(explanation).rows;
      for (const [lane, address] of addressBytes.entries()) {
        if (address === undefined) {
          expect(rows[lane]).toEqual([String(lane), '-', '-', '-', '-']);
          continue;
        }
        expect(Number(rows[lane]?.[1])).toBe(address);
        const card = inside(cards[lane] ?? raise('no machine'));
        expect(card.map(Number)).toContain(address);
        const first = Math.floor(address / 4) % rule.banks;
        const last = (Math.floor(address / 4) + banksPerLane - 1) % rule.banks;
        expect(rows[lane]?.[2]).toBe(banksPerLane === 1 ? `${first}` : `${first}-${last}`);
        const phase = phases.findIndex(({ lanes }) => lanes.includes(lane));
        expect(rows[lane]?.[3]).toBe(isServedLaneByLane(explanation) ? '-' : String(phase + 1));
      }
    });
  });

  it('has the slots of the fullest bank of each lane, in words and not by colour alone', () => {
    const cards = withClass(laneMapPicture(readOfB, { machine: gfx950 }), 'lane-card');
    for (const card of cards) expect(inside(card).some((text) => text.endsWith(' 4x'))).toBe(true);
    const compact = laneMapPicture(readOfB, { machine: gfx950, compact: true });
    expect(withClass(compact, 'conflict').length).toBeGreaterThan(63);
    const drawn = (op: string, address: (lane: number) => number) =>
      laneMapPicture(explained('gfx942', op, address), { machine: gfx942 });
    const shared = drawn('ds_read_b32', (lane) => 4 * (lane >> 1));
    expect(withClass(shared, 'ring-broadcast')).toHaveLength(64);
    expect(textsOf(shared)).toContain('shares a slot');
    const unaligned = drawn('ds_read_b128', (lane) => 16 * lane + 4);
    expect(textsOf(unaligned)).toContain('not aligned: one lane after another');
  });

  it('lets the lanes of a phase stand out, or what is selected', () => {
    const standing = (options: Parameters<typeof laneMapPicture>[1]): unknown[] =>
      withClass(laneMapPicture(readOfB, options), 'lane-card')
        .filter(({ attributes }) => attributes['class'] === 'lane-card')
        .map(({ attributes }) => attributes['data-lane']);
    expect(standing({ machine: gfx950, phase: 0 })).toEqual(readOfB.phases[0]?.lanes);
    expect(standing({ machine: gfx950, phase: 'all' })).toHaveLength(64);
    expect(standing({ machine: gfx950, phase: 0, selection: { lane: 40 } })).toEqual([40]);
    expect(standing({ machine: gfx950, selection: { bank: 33 } })).toHaveLength(8);
  });

  it('has one size for all accesses of a wave, and is the same every time', () => {
    const size = (address: (lane: number) => number): string => {
      const access = explained('gfx942', 'ds_read_b32', address);
      const { width, height } = laneMapPicture(access, { machine: gfx942 });
      return `${width} x ${height}`;
    };
    expect(size((lane) => 4 * lane)).toBe(size((lane) => 128 * lane));
    const draw = (): string => markupOf(laneMapPicture(readOfB, { machine: gfx950 }));
    expect(draw()).toBe(draw());
  });
});

describe('the strip of phases', () => {
  it('has the lanes, ways and cycles of every phase', () => {
    forAll([accesses, fc.boolean()], 80, ({ machine, explanation }, compact) => {
      if (explanation === undefined) return;
      const picture = phaseStripPicture(explanation, { machine, compact });
      const rows = withClass(picture, 'phase');
      const table = phaseStripTable(explanation, machine).rows;
      expect(table).toHaveLength(rows.length);
      if (isServedLaneByLane(explanation)) {
        expect(table.map((row) => [row[0], row[2], Number(row[3])])).toEqual([
          ['-', '-', explanation.idxActive],
        ]);
        return;
      }
      expect(table.reduce((all, row) => all + Number(row[3]), 0)).toBe(explanation.idxActive);
      for (const [index, { lanes, ways, cycles }] of explanation.phases.entries()) {
        const row = rows[index] ?? raise('no machine');
        const served = withAttribute({ content: [row] }, 'data-lane').filter(
          (lane) => withClass({ content: [lane] }, 'served').length > 0,
        );
        expect(served.map(({ attributes }) => attributes['data-lane'])).toEqual(
          [...lanes].sort((a, b) => a - b),
        );
        expect(table[index]?.slice(2)).toEqual([String(ways), String(cycles)]);
        const said = table[index]?.[1] ?? '';
        expect(said === 'none' ? [] : parseRanges(said)).toEqual([...lanes].sort((a, b) => a - b));
      }
    });
  });

  it('underlines the lanes whose bank serves several', () => {
    const access = explained('gfx942', 'ds_read_b32', (lane) => (lane < 4 ? 128 * lane : 4 * lane));
    const picture = phaseStripPicture(access, { machine: gfx942 });
    const wanted = new Set(
      gridWords(access)
        .filter(({ slots }) => slots > 1)
        .flatMap(({ lanes }) => lanes),
    );
    expect(withClass(picture, 'contested')).toHaveLength(wanted.size);
    expect(wanted.size).toBeGreaterThan(3);
  });

  it('shows phases without lanes, and an access without any', () => {
    const op = opcodeNumber('ds_read_b32') ?? raise('no machine');
    const masks = { waveSize: 64, maskLow: 0, maskHigh: 0 } as const;
    const few = explainAccess(singleAccess(op, new Uint32Array(64), masks), 0, gfx942);
    const picture = phaseStripPicture(few ?? raise('no machine'), { machine: gfx942 });
    expect(textsOf(picture).filter((text) => text === '-')).toHaveLength(2);
    expect(picture.description).toContain('phase 1 is idle');
    expect(markupOf(picture)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('marks the phase that is shown, and a lane', () => {
    const selection = { lane: 33 };
    const picture = phaseStripPicture(readOfB, { machine: gfx950, phase: 2, selection });
    expect(withClass(picture, 'column-selected')).toHaveLength(1);
    expect(withClass(picture, 'strong').map(({ children }) => children.join(''))).toEqual([
      'phase 3',
    ]);
    expect(withClass(picture, 'selected')).toHaveLength(1);
  });
});
