import {
  budgetReport,
  expectValue,
  gemmBudget,
  machineNamed,
  overlaps,
  timingOf,
} from '@ldscope/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';
import { valueOf, whyNot } from './answers.ts';
import { leastCases } from '../../../../test/cases.ts';
import { budgetTable, stepBudget as budgetAnswer } from '../../src/explore/hot-loop/budget.ts';
import { withDeepestWaits, withMissingWaits, withWait } from '../../src/explore/hot-loop/edit.ts';
import { leastBuffering } from '../../src/explore/hot-loop/generate.ts';
import { memoryRows, operations, ownRow, strideFault } from '../../src/explore/hot-loop/memory.ts';
import {
  countWaits,
  cyclesWithout,
  defaultCircumstances,
  hotLoop,
  judgements,
  withReadConflicts,
} from '../../src/explore/hot-loop/model.ts';
import { productsOf, productsPicture } from '../../src/explore/hot-loop/products.ts';
import {
  documentTileOn,
  type PipelineName,
  pipelines,
  publishedCycles,
  scheduleOf,
} from '../../src/explore/hot-loop/schedules.ts';
import {
  documentTile,
  gemmChips as chips,
  type GemmTile,
  typesOf,
} from '../../src/explore/parts/gemm-tile.ts';
type Chip = (typeof chips)[number];

const stepBudget = (tile: GemmTile, chip: Chip) => valueOf(budgetAnswer(tile, chip));
const square = (size: number, k: number): GemmTile => ({ ...documentTile, m: size, n: size, k });
const request = (pipeline: PipelineName, tile: GemmTile, chip: Chip, plain = false) => ({
  pipeline,
  tile,
  chip,
  plain,
  buffering: leastBuffering,
});
const scheduleText = (name: PipelineName, tile: GemmTile, chip: Chip, iterations: number) =>
  valueOf(scheduleOf(request(name, tile, chip), iterations)).text;

const run = (name: PipelineName, tile = documentTile, iterations = 12) =>
  hotLoop(scheduleText(name, tile, 'gfx942', iterations), 'gfx942', defaultCircumstances('gfx942'));

/** Tiles of real kernels and odd ones, of every type that a chip has; some divide into no instruction. */
const tiles = fc.constantFrom(...chips).chain((chip) =>
  fc.record({
    chip: fc.constant(chip),
    tile: fc.record({
      m: fc.constantFrom(64, 96, 128, 256),
      n: fc.constantFrom(32, 64, 128, 192, 256),
      k: fc.constantFrom(16, 32, 48, 64, 128, 256),
      element: fc.constantFrom(...typesOf(chip)),
      waves: fc.constantFrom<readonly [number, number]>([1, 1], [2, 2], [1, 4], [2, 4], [4, 4]),
    }),
  }),
);

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
    const [small, large] = [64, 256].map((size) => stepBudget(square(size, 64), 'gfx942'));
    expect((large?.alone.matrix ?? 0) / (small?.alone.matrix ?? 1)).toBe(16);
    expect((large?.alone.global ?? 0) / (small?.alone.global ?? 1)).toBe(4);
  });

  it('is that of the formulas of ldscope budget, of any tile, type and grid of waves', () => {
    forAll([tiles], 40, ({ tile, chip }) => {
      const machine = machineNamed(chip);
      const timing = timingOf(machine) ?? raise(`no timing of ${chip}`);
      const report = budgetReport({ ...tile, buffers: 1 }, machine, timing, 0);
      const answer = budgetAnswer(tile, chip);
      expect(answer.ok).toBe(report.ok);
      if (!answer.ok || !report.ok) return;
      const { alone } = answer.value;
      const { cycles, step } = report.value;
      expect(alone.matrix).toBe(cycles.matrix);
      // Pairs of SIMDs have whole waves, units whole cycles, and three dwords are pushed as three.
      expect(alone.global).toBeGreaterThanOrEqual(Math.floor(cycles.globalMemory));
      if (tile.waves[0] * tile.waves[1] < 4 || step.accessBytes === 12) return;
      expect(alone.ldsReads).toBe(cycles.ldsReads);
      expect(alone.ldsWrites).toBe(cycles.ldsWrites);
      expect(JSON.stringify(budgetTable(answer.value))).not.toMatch(/NaN|Infinity|undefined/);
    });
  });

  it('says in words why there is none', () => {
    const why = (tile: Partial<GemmTile>, chip: Chip = 'gfx942'): string =>
      whyNot(budgetAnswer({ ...documentTile, ...tile }, chip));
    expect(why({ m: 100 })).toMatch(/^M = 100 is not a multiple of 2 waves of 32 rows\. Choose/);
    expect(why({ element: 'f4' })).toMatch(/^Gfx942 has no matrix instruction for f4\./i);
    expect(why({ element: 'f64', accessBytes: 4 })).toContain('moves 4 bytes per lane');
  });
});

describe('memory instructions', () => {
  it('have the latencies and rates of the notes where these are the constants', () => {
    const found = memoryRows('gfx942').map(
      ({ modelLatency, modelThroughput }) => `${modelLatency} ${Math.round(modelThroughput)}`,
    );
    expect(found.slice(2)).toEqual(['64 16', '52 4', '64 16', '112 64']);
    expect(found[0]).toMatch(/ 32$/);
    const four = memoryRows('gfx942').map(({ modelFourWaves }) => Math.round(modelFourWaves));
    expect([four[0], four[2]]).toEqual([128, 32]);
  });

  it('of the reader have those of the rows of the notes, and are refused where they are misaligned', () => {
    const rows = memoryRows('gfx942');
    const wide = ownRow({ chip: 'gfx942', operation: 'ds_read_b128', strideBytes: 16, waves: 4 });
    expect(wide).toMatchObject({ conflicts: 0, latency: rows[2]?.modelLatency });
    expect(wide.together).toBe(rows[2]?.modelFourWaves);
    const column = { operation: 'ds_read_b32', strideBytes: 128, waves: 4 } as const;
    expect(ownRow({ chip: 'gfx942', ...column })).toMatchObject({
      latency: rows[5]?.modelLatency,
      throughput: rows[5]?.modelThroughput,
    });
    for (const operation of operations) {
      const own = { chip: 'gfx950', operation, strideBytes: 20, waves: 1 } as const;
      const isAligned = !/^ds_.*(64|128)/.test(operation);
      expect(strideFault(own) === undefined, operation).toBe(isAligned);
      expect(ownRow({ ...own, strideBytes: 16 }).latency).toBeGreaterThan(0);
    }
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

  it.each(chips)('are read without a diagnostic on %s', (chip) => {
    for (const { value } of pipelines) {
      const text = scheduleText(value, documentTile, chip, 6);
      const found = hotLoop(text, chip, defaultCircumstances(chip));
      expect(found.diagnostics).toEqual([]);
      expect(found.loop?.iterations).toBe(6);
      expect(found.starts).toHaveLength(6);
    }
  });

  it('have no missing wait, products of one step and room on the chip, or a reason, for any tile', () => {
    let made = 0;
    forAll([tiles, fc.constantFrom(...overlaps)], 25, ({ tile, chip }, overlap) => {
      const answer = scheduleOf(request(overlap, tile, chip, true), 4);
      if (!answer.ok) {
        expect(answer.why).toMatch(/^[A-Z].*\.$/);
        expect(answer.why).not.toMatch(/NaN|undefined/);
        return;
      }
      made++;
      const { text, steps, tile: own } = answer.value;
      const { diagnostics, waits } = hotLoop(text, chip, defaultCircumstances(chip));
      expect(diagnostics).toEqual([]);
      expect(countWaits(waits).missing).toBe(0);
      const budget = expectValue(gemmBudget({ ...own, buffers: 1 }, machineNamed(chip)));
      const { products, budget: counted } = budget;
      const shown = productsOf(text, products);
      expect(shown?.products).toHaveLength(steps * counted.matrixInstructions);
      for (const { row, column, slice, a, b } of shown?.products ?? []) {
        const places = shown?.places ?? 0;
        const ofBlock = (held: typeof a, block: number) =>
          held.slice(block * places, (block + 1) * places);
        expect(ofBlock(a, row)).toContainEqual({ slice, age: 'this' });
        expect(ofBlock(b, column)).toContainEqual({ slice, age: 'this' });
      }
    });
    expect(made).toBeGreaterThan(leastCases(5));
  });

  it('of real tiles take little more than their matrix instructions, whatever the type and the waves', () => {
    for (const [chip, tile] of [
      ['gfx942', { m: 256, n: 256, k: 64, element: 'bf16', waves: [2, 2] }],
      ['gfx942', { m: 256, n: 256, k: 64, element: 'fp8', waves: [2, 4] }],
      ['gfx942', { m: 128, n: 128, k: 128, element: 'i8', waves: [2, 2] }],
      ['gfx950', { m: 256, n: 256, k: 128, element: 'f4', waves: [2, 2] }],
    ] as const) {
      const { text, steps } = valueOf(scheduleOf(request('all', tile, chip)));
      const cycles = hotLoop(text, chip, defaultCircumstances(chip)).loop?.cyclesPerIteration ?? 0;
      const { alone } = stepBudget(tile, chip);
      const least = Math.max(alone.matrix, alone.global, alone.ldsReads + alone.ldsWrites);
      expect(cycles / steps).toBeGreaterThanOrEqual(least - 1);
      expect([tile, cycles / steps < 1.5 * least]).toEqual([tile, true]);
    }
  });

  it('have the conflicts of every access where rows are plain, and none otherwise', () => {
    const tile = square(256, 64);
    const plain = valueOf(scheduleOf(request('all', tile, 'gfx942', true)));
    const free = valueOf(scheduleOf(request('all', tile, 'gfx942')));
    expect(plain.made?.conflicts.total).toBeGreaterThan(0);
    expect(free.text).not.toContain('conflicts');
    expect(plain.text.replaceAll(/ conflicts \d+$/gm, '')).toBe(free.text);
  });

  it('are refused where a compute unit has no room for them', () => {
    const why = (tile: GemmTile, pipeline: PipelineName = 'all'): string =>
      whyNot(scheduleOf(request(pipeline, tile, 'gfx942')));
    expect(why(square(256, 128))).toMatch(
      /^A workgroup would take 128 KiB of LDS, and gfx942 has 64/,
    );
    expect(why({ ...square(256, 32), waves: [1, 1] })).toMatch(/^A lane would take \d+ .* has 512/);
    expect(why({ ...square(256, 32), waves: [4, 4] })).toBe('');
    expect(why({ ...square(64, 512), element: 'f32', waves: [1, 1] })).not.toBe('');
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
    const none = { never: 0, notNeeded: 0, missing: 0 };
    for (const overlap of overlaps)
      for (const size of [64, 128, 256])
        expect(countWaits(run(overlap, square(size, 64)).waits)).toMatchObject(none);
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
      hazards: 0,
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

describe('the products of the loop by hand', () => {
  const blocks = { rows: 4, columns: 4, depth: 4 };
  const shown = productsOf(scheduleText('by-hand', documentTile, 'gfx942', 12), blocks);
  const products = shown?.products ?? [];

  it('are every block of C with every slice of k, once', () => {
    const keys = products.map(({ row, column, slice }) => `${row} ${column} ${slice}`);
    expect(products).toHaveLength(4 * 4 * 4);
    expect(new Set(keys).size).toBe(64);
  });

  it('find their operands of this tile, each slice at its place', () => {
    for (const { row, column, slice, a, b } of products) {
      const own = { slice, age: 'this' };
      expect([a[row * 4 + slice], b[column * 4 + slice]]).toEqual([own, own]);
    }
  });

  it('leave both first slices of the next tile asked for, and nothing but them', () => {
    const last = products.at(-1);
    const next = [0, 1, 2, 3].flatMap(() => ['next', 'next', 'this', 'this']);
    expect(last?.a.map(({ age }) => age)).toEqual(next);
    expect(last?.b.map(({ age }) => age)).toEqual(next);
    expect(last?.c).toEqual([...Array.from({ length: 15 }, () => 4), 3]);
  });

  it('are not in a sketch that reads no operands', () => {
    for (const name of ['level-1', 'level-2'] as const) {
      expect(productsOf(scheduleText(name, documentTile, 'gfx942', 4), blocks)).toBeUndefined();
    }
  });

  it('are drawn, however many blocks there are', () => {
    const tile: GemmTile = { ...square(256, 64), instruction: 'v_mfma_f32_16x16x16_f16' };
    const blocks = { rows: 8, columns: 8, depth: 4 };
    const many = productsOf(scheduleText('all', tile, 'gfx942', 4), blocks);
    const [first] = many?.products ?? [];
    if (many === undefined || first === undefined) throw new Error('no products');
    const drawn = productsPicture(many, first, 3, {
      tile,
      block: { rows: 16, columns: 16, depth: 16 },
    });
    expect(drawn.width).toBeLessThan(760);
    expect(JSON.stringify(drawn)).not.toContain('NaN');
    expect(documentTileOn('gfx90a').instruction).toBe('v_mfma_f32_32x32x8f16');
  });
});
