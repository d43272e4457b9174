/** What a layout may not do to instructions that are there already, and to accesses without a count. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  elementOffset,
  expectValue,
  isActive,
  type LayoutCost,
  ldsBytesFor,
  legalityFaults,
  machineNamed,
  makeProblem,
  opcodeAt,
  optimalityText,
  paddedLayout,
  type Problem,
  type ProblemAccess,
  searchLayouts,
  type SearchResult,
  simulate,
  singleAccess,
  sizeText,
  sum,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { isOvershadowed } from '../../src/mitigate/rank.ts';
import { f16, keyed, opcodeOf, rowCopy } from './patterns.ts';
import { forAll } from '../../../../test/for-all.ts';
import { raise } from '../../../../test/raise.ts';

const found = (problem: Problem): SearchResult => expectValue(searchLayouts(problem));

const WIDTHS = { b32: 4, b64: 8, b128: 16 } as const;
type Width = keyof typeof WIDTHS;

/** One instance of a wave of 32 or 64 lanes. */
const access = (
  name: string,
  op: string,
  waveSize: 32 | 64,
  place: Parameters<typeof accessFromLanes>[0]['place'],
): ProblemAccess => accessFromLanes({ name, op: opcodeOf(op), waveSize, place });

/** Stores of 16 B along the rows and reads of words down a column: a pitch that parts the stores clears the reads. */
function staging(chip: string, tile: Tile): Problem {
  const isPtx = chip.startsWith('sm_');
  const waveSize = isPtx ? 32 : 64;
  const perRow = tile.columns / 4;
  const store = access('store', isPtx ? 'st.shared.v4.b32' : 'ds_write_b128', waveSize, (lane) => ({
    row: Math.floor(lane / perRow) % tile.rows,
    column: 4 * (lane % perRow),
  }));
  const walk = access('walk', isPtx ? 'ld.shared.b32' : 'ds_read_b32', waveSize, (lane) => ({
    row: lane % tile.rows,
    column: 3,
  }));
  return makeProblem(tile, [store, walk], [machineNamed(chip)], waveSize);
}

const f32 = (rows: number, columns: number): Tile => ({ rows, columns, elementBytes: 4 });

describe('instructions that are there already', () => {
  it.each(['sm_75', 'sm_90', 'gfx942', 'gfx1201'])('are neither cut nor misaligned: %s', (chip) => {
    const problem = staging(chip, f32(32, 32));
    const { front, others, verdict } = found(problem);
    expect(verdict).toBe('better');
    for (const { layout, widthBytes } of [...front, ...others]) {
      expect(widthBytes).toBe(16);
      expect(legalityFaults(problem, layout)).toEqual([]);
    }
  });

  it('are cut where the layout chooses them: behind those that keep vectors', () => {
    const { front } = found({ ...staging('gfx942', f32(32, 32)), cutsVectors: true });
    expect(front[0]?.widthBytes).toBe(16);
    const narrow = front.find(({ widthBytes }) => widthBytes === 4);
    expect(narrow?.cost.conflictCycles).toEqual([0]);
    expect(front.at(-1)?.widthBytes).toBeLessThan(16);
  });
});

describe('accesses without a count', () => {
  const tile = f32(32, 32);
  const sm90 = [machineNamed('sm_90')];
  const [store = raise('no store'), walk = raise('no walk')] = staging('sm_90', tile).accesses;
  const copy = access('copy', 'cp.async.b128', 32, (lane) => ({
    row: lane,
    column: 4 * (lane % 8),
  }));

  it('forbid what parts or misaligns them, and are in no claim', () => {
    const problem = makeProblem(tile, [walk], sm90, 32, { held: [copy] });
    const codes = (layout: TileLayout): string[] =>
      legalityFaults(problem, layout).map(({ code }) => code);
    expect(codes(paddedLayout(tile, 132))).toEqual(['mitigate/misaligned']);
    const torn = keyed(tile, 4, { kind: 'xor', phases: 32, rowsPerPhase: 1 });
    expect(codes(torn)).toEqual(['mitigate/torn']);
    expect(codes(paddedLayout(tile, 144))).toEqual([]);
    const { front } = found(problem);
    for (const { layout, certificate } of front) {
      expect(codes(layout)).toEqual([]);
      expect(certificate.claims.map((claim) => claim.access)).toEqual(['walk']);
    }
    // As strict as a store of the same lanes that is counted.
    const counted = makeProblem(tile, [walk, { ...copy, op: store.op }], sm90, 32);
    expect(front[0]?.cost.conflictCycles).toEqual(found(counted).front[0]?.cost.conflictCycles);
  });

  it('may be all there is', () => {
    const problem = makeProblem(tile, [], sm90, 32, { held: [copy] });
    expect(found(problem).verdict).toBe('free');
  });
});

describe('the best of each family', () => {
  it('is in the list, though an XOR costs less', () => {
    const { front } = found(staging('gfx942', f32(64, 32)));
    const families = new Set(front.map(({ family }) => family));
    expect([...families]).toEqual(expect.arrayContaining(['padding', 'intervals', 'xor']));
  });
});

describe('claims', () => {
  it('say how many members there are as nobody counts them', () => {
    expect(['999', '1,234', '2^40', 'about 2^64']).toEqual(
      [999, 1234, 2 ** 40, 1.5 * 2 ** 63].map(sizeText),
    );
  });

  it('say what was tried and what was searched', () => {
    const family = { name: 'xor', widthBytes: 4, exhausted: true, conflicts: 8 } as const;
    const families = [
      { ...family, by: 'members', size: 1200 },
      { ...family, name: 'row-table', by: 'search', size: 2 ** 64 },
    ] as const;
    expect(optimalityText({ kind: 'listed', families })).toBe(
      'the best of 1,200 layouts that were tried one by one, and of 1 searches of larger families',
    );
    expect(optimalityText({ kind: 'linear', family: 'any', size: 2 ** 40, nodes: 7 })).toContain(
      'a search over its 2^40 choices of bank bits excludes them',
    );
  });
});

describe('an unallowed layout', () => {
  /** Copies to LDS of the lanes of a mask, in the order of `lanes`. */
  const gather = (lanes: readonly number[]): ProblemAccess =>
    access('gather', 'global_load_lds_dword', 64, (lane) => {
      const place = lanes.indexOf(lane);
      return place < 0 ? undefined : { row: Math.floor(place / 32), column: place % 32 };
    });

  it('puts an element where a lane that takes no part would write', () => {
    // Two lanes fill words 0 and 1; units of 8 B exchange places with those that lanes 2 and 3 would fill.
    const tile = f32(2, 32);
    const problem = makeProblem(tile, [gather([0, 1])], [machineNamed('gfx942')], 64);
    const layout = keyed(tile, 4, { kind: 'xor-table', keys: [1, 0] });
    expect(legalityFaults(problem, layout)).toEqual([]);
    const one = makeProblem(tile, [gather([0, 1, 2])], [machineNamed('gfx942')], 64);
    // Words 0, 1, 2 go to 1, 0, 3, and lane 3 writes nothing.
    expect(legalityFaults(one, layout).map(({ code }) => code)).toEqual(['mitigate/lane-linear']);
  });

  it('has copies that begin where every instruction is aligned', () => {
    // 3 rows of 8 B and pads of 16 B: 72 B as allocated, so the second of two copies begins at 80.
    const tile = f16(3, 4);
    const problem = makeProblem(tile, [], [machineNamed('gfx942')], 64, { copies: 2 });
    expect(ldsBytesFor(problem, paddedLayout(tile, 24))).toBe(80 + 72);
  });
});

describe('a formula of bits', () => {
  const tile = f32(32, 32);
  const cost = (addressInstructions: number): LayoutCost => ({
    conflictCycles: [0],
    ldsBytes: 4096,
    workgroups: [8],
    addressInstructions,
    accessInstructions: 1,
  });
  const simple = { layout: paddedLayout(tile, 132), cost: cost(3) };
  const bits = keyed(tile, 4, { kind: 'xor-bits', columns: [3, 1, 7, 2, 9] });

  it('is not worth a line from a dozen address instructions more on', () => {
    expect(isOvershadowed({ layout: bits, cost: cost(15) }, [simple])).toBe(true);
    expect(isOvershadowed({ layout: bits, cost: cost(14) }, [simple])).toBe(false);
  });
});

describe('halves of a word', () => {
  it('are one request in a bound', () => {
    // 16 rows, both halves of word 0 of each: units of 16 B begin at 8 places, so 2 of them meet, not 4.
    const tile = f16(16, 8);
    const store = rowCopy('store', 'ds_write_b128', f16(64, 8), 8);
    const rows = { ...store, rows: store.rows.map((row) => row % 16) };
    const halves = access('halves', 'ds_read_u16', 64, (lane) =>
      lane < 32 ? { row: lane >> 1, column: lane & 1 } : undefined,
    );
    const problem = makeProblem(tile, [rows, halves], [machineNamed('gfx942')], 64);
    const answer = found(problem).front[0] ?? found(problem).now;
    const claim = answer.certificate.claims.find((one) => one.access === 'halves');
    expect(claim?.bound).toMatchObject({ ways: 2, conflicts: 1 });
    expect(claim?.count.conflicts).toBeGreaterThanOrEqual(1);
  });
});

/** Random accesses of one width each, some of them without a count, on chips of both makers. */
const drawn: fc.Arbitrary<Problem> = fc
  .record({
    chip: fc.constantFrom('gfx942', 'gfx950', 'gfx1201', 'sm_90', 'sm_80'),
    rows: fc.constantFrom(7, 8, 16, 31, 32),
    words: fc.constantFrom(8, 12, 16, 28, 32),
    list: fc.array(
      fc.record({
        width: fc.constantFrom<Width>('b32', 'b64', 'b128'),
        writes: fc.boolean(),
        held: fc.boolean(),
        stride: fc.nat({ max: 40 }),
        skip: fc.constantFrom(0, 3, 31),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    cutsVectors: fc.boolean(),
  })
  .map(({ chip, rows, words, list, cutsVectors }) => {
    const isPtx = chip.startsWith('sm_');
    const waveSize = isPtx || chip === 'gfx1201' ? 32 : 64;
    const tile = f32(rows, words);
    const nameOf = (width: Width, writes: boolean): string => {
      const wide = { b32: 'b32', b64: 'v2.b32', b128: 'v4.b32' }[width];
      if (isPtx) return `${writes ? 'st' : 'ld'}.shared.${wide}`;
      const [read, write] = chip === 'gfx1201' ? ['load', 'store'] : ['read', 'write'];
      return `ds_${writes ? write : read}_${width}`;
    };
    const made = list.map(({ width, writes, held, stride, skip }, i) => {
      const units = words / (WIDTHS[width] / 4);
      const own = access(`access ${i}`, nameOf(width, writes), waveSize, (lane) => {
        if (skip > 0 && lane % skip === 1) return undefined;
        const unit = (lane * (stride + 1)) % (units * rows);
        return { row: Math.floor(unit / units), column: (unit % units) * (WIDTHS[width] / 4) };
      });
      return { own, held };
    });
    const counted = made.flatMap(({ own, held }) => (held ? [] : [own]));
    const held = made.flatMap((one) => (one.held ? [one.own] : []));
    return makeProblem(tile, counted, [machineNamed(chip)], waveSize, { held, cutsVectors });
  });

/** Conflict cycles lane by lane; `undefined` where a vector is parted or misaligned. */
function bruteForce(problem: Problem, layout: TileLayout): number | undefined {
  const { waveSize, tile, accesses, held = [], targets } = problem;
  let cycles = 0;
  for (const one of [...accesses, ...held]) {
    const { widthBytes } = opcodeAt(one.op);
    const addresses = Array.from({ length: waveSize }, (_, lane) => {
      if (!isActive(one, 0, lane)) return 0;
      const [row, column] = [one.rows[lane] ?? 0, one.columns[lane] ?? 0];
      const start = elementOffset(layout, row, column);
      for (let i = 1; i < widthBytes / tile.elementBytes; i++)
        if (elementOffset(layout, row, column + i) !== start + i * tile.elementBytes) return NaN;
      return start % widthBytes === 0 ? start : NaN;
    });
    if (addresses.some(Number.isNaN)) return undefined;
    if (held.includes(one)) continue;
    const [maskLow = 0, maskHigh = 0] = one.activeMask;
    const trace = singleAccess(one.op, addresses, { waveSize, maskLow, maskHigh });
    for (const { machine, model } of targets)
      cycles += simulate(trace, machine, model, { ldsBytes: 2 ** 16 }).bankConflict[0] ?? 0;
  }
  return cycles;
}

describe('a layout that is recommended', () => {
  it('has the promised count, and every vector whole and aligned', () => {
    forAll([drawn], 60, (problem) => {
      const { front, others, now } = found(problem);
      const before = sum(now.cost.conflictCycles);
      const better = front.filter(({ cost }) => sum(cost.conflictCycles) < before);
      const [best] = better;
      const keeps = better.some(({ layout }) => bruteForce(problem, layout) !== undefined);
      // What cuts vectors is first only where nothing that keeps them helps, and never in machine code.
      if (best !== undefined && keeps) expect(bruteForce(problem, best.layout)).toBeDefined();
      for (const { layout, cost } of [...better, ...others]) {
        const count = bruteForce(problem, layout);
        if (problem.cutsVectors !== true) expect(count).toBe(sum(cost.conflictCycles));
        else if (count !== undefined) expect(count).toBe(sum(cost.conflictCycles));
      }
    });
  });
});
