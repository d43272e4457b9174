/** Global memory of a tile: counts by plain sets of lines, and what an assumed row pitch stands for. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coalesce,
  expectValue,
  explainGlobalAccess,
  findMachine,
  findTutorial,
  globalAccesses,
  type GlobalTileAccess,
  globalTileTrace,
  planTranspose,
} from '@ldscope/core';
import { forAll } from '../../../../../test/for-all.ts';

const models = ['gfx942', 'gfx90a', 'sm_90'].flatMap((name) => findMachine(name)?.coalescing ?? []);
const names = ['01', '02', '04', '08', '10', '01-fp32', '04-fp32'];

/** The accesses of a tutorial, along either dimension. */
const accesses: fc.Arbitrary<GlobalTileAccess> = fc
  .tuple(fc.constantFrom(...names), fc.nat(1), fc.constantFrom(0, 1))
  .map(([name, side, along]) => {
    const spec = findTutorial(name)?.spec(32);
    const machine = findMachine('gfx942');
    if (spec === undefined || machine === undefined) throw new Error(name);
    const [write, read] = expectValue(planTranspose(spec, machine.isa));
    if (write === undefined || read === undefined) throw new Error(name);
    const found = globalAccesses(spec, { write, read })[side];
    if (found === undefined) throw new Error(`${name} is loaded and stored`);
    const { pitchBytes: _own, ...access } = found;
    return { ...access, along };
  });

const countsOf = (access: GlobalTileAccess) =>
  models.map((model) => {
    const { transactions, idealTransactions, usefulBytes } = coalesce(
      globalTileTrace(access),
      model,
    );
    return [[...transactions], [...idealTransactions], [...usefulBytes]];
  });

describe('an assumed row pitch', () => {
  test('counts like every pitch of whole lines that holds a row of the tile', () => {
    forAll([accesses, fc.array(fc.integer({ min: 0, max: 4000 }))], 40, (access, more) => {
      const row = (access.distribution.xLengths[access.along] ?? 1) * access.elementBytes;
      const lines = Math.ceil(row / 256);
      const assumed = countsOf(access);
      for (const extra of [0, 1, 2, ...more.slice(0, 3)]) {
        expect(countsOf({ ...access, pitchBytes: (lines + extra) * 256 })).toEqual(assumed);
      }
    });
  });

  test('is not told as a number', () => {
    forAll([accesses, fc.constantFrom(...models)], 30, (access, model) => {
      const trace = globalTileTrace(access);
      for (let row = 0; row < trace.count; row++) {
        const { reasons } = explainGlobalAccess(trace, row, model);
        expect(reasons.join(' ')).not.toMatch(/\d{6}/);
      }
      expect(trace.sites.every(({ assumedPitchBytes }) => assumedPitchBytes !== undefined)).toBe(
        true,
      );
    });
  });
});

test('a given row pitch counts the lines of its addresses', () => {
  forAll([accesses, fc.integer({ min: 64, max: 700 })], 15, (access, pitch) => {
    const { distribution, along, elementBytes } = access;
    const pitchBytes = pitch * elementBytes;
    const trace = globalTileTrace({ ...access, pitchBytes });
    expect(trace.sites[0]?.assumedPitchBytes).toBeUndefined();
    // Every element of the tile is at its row and column, moved once for each thread that has it.
    const seen = new Map<number, number>();
    for (let row = 0; row < trace.count; row++) {
      const width = trace.instructions[trace.instruction[row] ?? 0]?.widthBytes ?? 0;
      for (let lane = 0; lane < 64; lane++) {
        const start = trace.addressBytes[row * 64 + lane] ?? 0;
        for (let byte = start; byte < start + width; byte += elementBytes) {
          seen.set(byte, (seen.get(byte) ?? 0) + 1);
        }
      }
    }
    const [first = 1, second = 1] = distribution.xLengths;
    const [rows, columns] = along === 1 ? [first, second] : [second, first];
    const wanted = Array.from(
      { length: rows * columns },
      (_, i) => Math.floor(i / columns) * pitchBytes + (i % columns) * elementBytes,
    );
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(wanted);
    for (const model of models) {
      const size = model.transactionBytes.value;
      const { transactions } = coalesce(trace, model);
      for (let row = 0; row < trace.count; row++) {
        const width = trace.instructions[trace.instruction[row] ?? 0]?.widthBytes ?? 0;
        const lines = new Set<number>();
        for (let lane = 0; lane < 64; lane++) {
          const start = trace.addressBytes[row * 64 + lane] ?? 0;
          for (let byte = start; byte < start + width; byte++) lines.add(Math.floor(byte / size));
        }
        expect(transactions[row]).toBe(lines.size);
      }
    }
  });
});
