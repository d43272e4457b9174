import { overlaps } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { documentTile, stepBudget } from '../../src/explore/hot-loop/budget.ts';
import { withDeepestWaits, withMissingWaits, withWait } from '../../src/explore/hot-loop/edit.ts';
import { memoryRows } from '../../src/explore/hot-loop/memory.ts';
import {
  countWaits,
  cyclesWithout,
  hotLoop,
  judgements,
  defaultCircumstances,
  withReadConflicts,
} from '../../src/explore/hot-loop/model.ts';
import { productsOf, REGISTERS } from '../../src/explore/hot-loop/products.ts';
import {
  chips,
  pipelines,
  type PipelineName,
  publishedCycles,
  scheduleText,
} from '../../src/explore/hot-loop/schedules.ts';

const run = (name: PipelineName, tile = documentTile, iterations = 12) =>
  hotLoop(scheduleText(name, tile, 'gfx942', iterations), 'gfx942', defaultCircumstances('gfx942'));

describe('the budget of a step', () => {
  it('has the counts of the notes', () => {
    const { counted, alone, fetch } = stepBudget(documentTile, 'gfx942');
    expect(counted).toMatchObject({
      matrixInstructions: 64,
      globalLoads: 8,
      ldsWrites: 8,
      ldsReads: 16,
      ldsBytes: 32768,
      registers: { prefetch: 32, operands: 64, accumulators: 256 },
    });
    // By hand: 64 x 8 passes x 4; 32 KiB at 32 B; 2 waves x 16 x 1,024 B at 64 B; 2 x 8 writes of 4 + 16 cycles.
    expect(alone).toEqual({ matrix: 2048, global: 1024, ldsReads: 512, ldsWrites: 320 });
    expect(fetch).toBe(1024 + 650);
  });

  it('grows with the tile as its arithmetic does', () => {
    const [small, large] = [64, 256].map((size) => stepBudget({ size, depth: 64 }, 'gfx942'));
    expect((large?.alone.matrix ?? 0) / (small?.alone.matrix ?? 1)).toBe(16);
    expect((large?.alone.global ?? 0) / (small?.alone.global ?? 1)).toBe(4);
  });
});

describe('memory instructions', () => {
  it('have the latencies and rates of the notes where these are the constants', () => {
    const found = memoryRows('gfx942').map(({ modelLatency, modelThroughput }) => [
      modelLatency,
      Math.round(modelThroughput),
    ]);
    expect(found.slice(2)).toEqual([
      [64, 16],
      [52, 4],
      [64, 16],
      [112, 64],
    ]);
    expect(found[0]?.[1]).toBe(32);
    const four = memoryRows('gfx942').map(({ modelFourWaves }) => Math.round(modelFourWaves));
    expect([four[0], four[2]]).toEqual([128, 32]);
  });
});

describe('pipelines', () => {
  it('take the cycles that the command has for the same schedules', () => {
    const cycles = (name: PipelineName, iterations: number) =>
      Math.round(run(name, documentTile, iterations).loop?.cyclesPerIteration ?? 0);
    expect(cycles('by-hand', 100)).toBe(2083);
    expect(cycles('level-1', 50)).toBe(2243);
    expect(cycles('level-2', 50)).toBe(1024);
    expect(publishedCycles('by-hand')).toBe(2048);
  });

  it.each(chips)('are read without a diagnostic on %s, whatever the tile', (chip) => {
    for (const { value } of pipelines) {
      for (const size of [64, 128, 256]) {
        for (const depth of [32, 64]) {
          const text = scheduleText(value, { size, depth }, chip, 6);
          const found = hotLoop(text, chip, defaultCircumstances(chip));
          expect(found.diagnostics).toEqual([]);
          expect(found.loop?.iterations).toBe(6);
          expect(found.starts).toHaveLength(6);
        }
      }
    }
  });

  it('do not get slower by overlapping, for the tile of the notes', () => {
    const [nothing = 0, global = 0, both = 0] = overlaps.map(
      (overlap) => run(overlap).loop?.cyclesPerIteration ?? 0,
    );
    expect(nothing).toBeGreaterThan(global);
    expect(global).toBeGreaterThan(both);
    expect(both).toBeGreaterThanOrEqual(2048);
  });

  it('have only waits that are needed where they are generated', () => {
    for (const overlap of overlaps) {
      for (const size of [64, 128, 256]) {
        expect(countWaits(run(overlap, { size, depth: 64 }).waits)).toMatchObject({
          never: 0,
          notNeeded: 0,
          missing: 0,
        });
      }
    }
  });

  it('wait less without the latency of global memory', () => {
    const loop = run('level-1');
    expect(cyclesWithout(loop, 'vmem-latency')).toBeLessThan(loop.loop?.cyclesPerIteration ?? 0);
    expect(cyclesWithout(run('by-hand'), 'conflicts')).toBe(
      run('by-hand').loop?.cyclesPerIteration,
    );
  });
});

describe('the waits of the loop by hand', () => {
  it('has three that never wait and one that is missing', () => {
    const loop = run('by-hand');
    expect(countWaits(loop.waits)).toEqual({
      needed: 15,
      tooStrict: 0,
      never: 3,
      notNeeded: 0,
      notJudged: 0,
      missing: 1,
    });
    const lines = loop.text.split('\n');
    const tagged = [...judgements(loop)].flatMap(([line, own]) =>
      own.map(({ tag }) => `${tag}: ${lines[line]?.trim()}`),
    );
    expect(tagged.filter((text) => text.startsWith('never'))).toEqual([
      'never waits: wait_cnt(lgkmcnt(9))',
      'never waits: wait_cnt(lgkmcnt(4))',
      'never waits: wait_cnt(lgkmcnt(7))',
    ]);
    expect(tagged).toContain('missing: sbarrier');
  });

  it('is corrected by a single value, which costs less than one matrix instruction', () => {
    const text = scheduleText('by-hand', documentTile, 'gfx942', 12);
    const corrected = withMissingWaits(text, 'gfx942');
    const changed = corrected.split('\n').filter((line, index) => line !== text.split('\n')[index]);
    expect(changed.map((line) => line.trim())).toEqual(['wait_cnt(lgkmcnt(0))']);
    const loop = hotLoop(corrected, 'gfx942', defaultCircumstances('gfx942'));
    expect(loop.waits.missing).toEqual([]);
    const cost =
      (loop.loop?.cyclesPerIteration ?? 0) - (run('by-hand').loop?.cyclesPerIteration ?? 0);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThan(32);
  });

  it('can be made too strict and loosened again', () => {
    const text = scheduleText('level-2', documentTile, 'gfx942', 12);
    expect(withDeepestWaits(text, 'gfx942')).toBe(text);
    const hand = scheduleText('by-hand', documentTile, 'gfx942', 12);
    const line = hand.split('\n').findIndex((one) => one.includes('lgkmcnt(4)'));
    const strict = withWait(hand, line, 'lgkmcnt', 2);
    const judged = hotLoop(strict, 'gfx942', defaultCircumstances('gfx942'));
    expect(countWaits(judged.waits).tooStrict).toBe(1);
    expect(withDeepestWaits(strict, 'gfx942')).toBe(hand);
  });

  it('puts a wait where there is none', () => {
    const text = 'waves 1\nbody:\n  ds_read_b32 a from tile\n  valu b, a\n';
    expect(withMissingWaits(text, 'gfx942')).toBe(
      'waves 1\nbody:\n  ds_read_b32 a from tile\n  wait_cnt(lgkmcnt(0))\n  valu b, a\n',
    );
  });
});

describe('bank conflicts in a schedule', () => {
  it('are said of every read, in front of comments', () => {
    expect(withReadConflicts('  ds_read_b128 A from tile   // why\n  MFMA A, B, C\n', 24)).toBe(
      '  ds_read_b128 A from tile conflicts 24   // why\n  MFMA A, B, C\n',
    );
    const loop = hotLoop(scheduleText('by-hand', documentTile, 'gfx942', 6), 'gfx942', {
      ...defaultCircumstances('gfx942'),
      readConflicts: 24,
    });
    expect(loop.diagnostics).toEqual([]);
    expect(loop.loop?.cyclesPerIteration).toBeGreaterThan(2080);
  });
});

describe('the products of a wave', () => {
  const products = productsOf();

  it('are every block of C with every slice of k, once', () => {
    const keys = products.map(({ row, column, slice }) => `${row} ${column} ${slice}`);
    expect(products).toHaveLength(4 * 4 * 4);
    expect(new Set(keys).size).toBe(64);
  });

  it('find their operands of this tile', () => {
    for (const { row, column, slice, a, b } of products) {
      expect([a[row * 4 + slice], b[column * 4 + slice]]).toEqual(['this', 'this']);
    }
  });

  it('leave both first slices of the next tile asked for, and nothing but them', () => {
    const last = products.at(-1);
    const next = [0, 1, 2, 3].flatMap(() => ['next', 'next', 'this', 'this']);
    expect(last?.a).toEqual(next);
    expect(last?.b).toEqual(next);
    expect(last?.c).toEqual([...Array.from({ length: 15 }, () => 4), 3]);
  });

  it('take the registers of the budget', () => {
    const { registers } = stepBudget(documentTile, 'gfx942').counted;
    expect(2 * 16 * REGISTERS.operand).toBe(registers.operands);
    expect(16 * REGISTERS.accumulator).toBe(registers.accumulators);
  });
});
