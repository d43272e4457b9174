import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coalesce,
  type CoalescingModel,
  coalescingScenarios,
  efficiency,
  explainGlobalAccess,
  findCoalescing,
  machineNamed,
  GlobalRecorder,
  type GlobalTrace,
  GlobalTotals,
  GlobalTraceBuilder,
  machines,
  scenarioTrace,
  singleGlobalAccess,
} from '../src/index.ts';
import { forAll } from '../../../test/for-all.ts';
import { raise } from '../../../test/raise.ts';
import { rows } from '../../../test/rows.ts';

const modelOf = (chip: string, name?: string): CoalescingModel =>
  findCoalescing(machineNamed(chip), name) ?? raise(`no model ${name} of ${chip}`);

const deck = modelOf('gfx942', 'deck-64');
const lines128 = modelOf('gfx942');
const sectors = modelOf('sm_90');

const load = (widthBytes: number) =>
  ({ name: `load${widthBytes}`, direction: 'load', widthBytes }) as const;

/** A load by a wave of 64, lane l at `address(l)`. */
const access = (
  widthBytes: number,
  address: (lane: number) => number,
  masks: { readonly maskLow?: number; readonly maskHigh?: number } = {},
): GlobalTrace =>
  singleGlobalAccess(
    load(widthBytes),
    Array.from({ length: 64 }, (_, lane) => address(lane)),
    masks,
  );

const EVEN = { maskLow: 0x55555555, maskHigh: 0x55555555 };
const NONE = { maskLow: 0, maskHigh: 0 };
const HIGH = 2 ** 48 - 4096;

const reasonsOf = (trace: GlobalTrace, model = lines128): readonly string[] =>
  explainGlobalAccess(trace, 0, model).reasons;

describe('the seven scenarios of the deck', () => {
  const useful: Readonly<Record<string, readonly [bytes: number, percent: number]>> = {
    'contiguous-b32': [256, 100],
    'strided-b32': [256, 6.25],
    'contiguous-b128': [1024, 100],
    'strided-b128': [1024, 25],
    'misaligned-b128': [1024, 94.12],
    'column-f32': [256, 6.25],
    'row-f16x8': [1024, 100],
  };

  it.each(coalescingScenarios)('$name: $title', (scenario) => {
    const { transactions, usefulBytes, fetchedBytes } = coalesce(scenarioTrace(scenario), deck);
    const [bytes = 0, percent = 0] = useful[scenario.name] ?? [];
    expect(transactions[0]).toBe(scenario.transactions);
    expect(usefulBytes[0]).toBe(bytes);
    expect(fetchedBytes[0]).toBe(64 * scenario.transactions);
    expect(100 * efficiency(usefulBytes[0] ?? 0, fetchedBytes[0] ?? 0)).toBeCloseTo(percent, 2);
  });

  it('are seven', () => {
    expect(coalescingScenarios.map(({ name }) => name)).toEqual(Object.keys(useful));
  });

  it('take other numbers of the lines and sectors that chips have', () => {
    const count = (model: CoalescingModel): number[] =>
      coalescingScenarios.map(
        (scenario) => coalesce(scenarioTrace(scenario), model).transactions[0] ?? 0,
      );
    expect(count(modelOf('gfx90a'))).toEqual([4, 64, 16, 64, 17, 64, 16]);
    expect(count(lines128)).toEqual([2, 64, 8, 64, 9, 64, 8]);
    expect(count(sectors)).toEqual([8, 64, 32, 64, 33, 64, 32]);
  });
});

describe('what counts', () => {
  it.each([
    ['a byte that lanes share once', access(4, () => 4096), [1, 1, 4, 256]],
    ['overlapping lanes by their bytes', access(16, (lane) => 8 * lane), [5, 5, 520, 1024]],
    ['active lanes', access(4, (lane) => 4 * lane, EVEN), [2, 1, 128, 128]],
    ['nothing where no lane is active', access(4, (lane) => lane, NONE), [0, 0, 0, 0]],
    ['addresses of 48 bits', access(16, (lane) => HIGH + 16 * lane), [8, 8, 1024, 1024]],
    ['odd words of 48 bits', access(16, (lane) => HIGH + 4 + 16 * lane), [9, 8, 1024, 1024]],
  ])('%s', (_, trace, counts) => {
    const found = coalesce(trace, lines128);
    const { transactions, idealTransactions, usefulBytes, requestedBytes } = found;
    const all = [transactions, idealTransactions, usefulBytes, requestedBytes];
    expect(all.map(([first]) => first)).toEqual(counts);
    expect(found.fetchedBytes[0]).toBe(128 * (counts[0] ?? 0));
  });

  it('counts a byte that lanes share each time in the deck', () => {
    const shared = access(4, () => 4096);
    const { usefulBytes, fetchedBytes } = coalesce(shared, deck);
    expect(efficiency(usefulBytes[0] ?? 0, fetchedBytes[0] ?? 0)).toBe(4);
    expect(efficiency(0, 0)).toBe(1);
  });
});

/** Addresses that meet often, in any order, with any width and mask. */
const anyAccess = fc
  .record({
    waveSize: fc.constantFrom<32 | 64>(32, 64),
    width: fc.constantFrom(1, 2, 4, 8, 12, 16, 32),
    base: fc.constantFrom(0, 4, 100, 2 ** 40 + 32),
    scale: fc.constantFrom(1, 4, 16, 256),
    places: fc.array(fc.oneof(fc.nat(200), fc.nat(5000)), { minLength: 64, maxLength: 64 }),
    ascending: fc.boolean(),
    maskLow: fc.oneof(fc.constant(0xffffffff), fc.nat(0xffffffff)),
    maskHigh: fc.oneof(fc.constant(0xffffffff), fc.nat(0xffffffff)),
  })
  .map(({ waveSize, width, base, scale, places, ascending, maskLow, maskHigh }) => {
    const order = ascending ? places.toSorted((a, b) => a - b) : places;
    const addresses = order.slice(0, waveSize).map((place) => base + scale * place);
    return singleGlobalAccess(load(width), addresses, { waveSize, maskLow, maskHigh });
  });

const anyModel = fc.constantFrom(deck, lines128, sectors, modelOf('sm_90', 'lines-128'));

/** The sets that the counts are the sizes of. */
function bruteForce(trace: GlobalTrace, block: number): readonly [blocks: number, bytes: number] {
  const bytes = new Set<number>();
  const width = trace.instructions[0]?.widthBytes ?? 0;
  for (let lane = 0; lane < trace.waveSize; lane++) {
    const mask = trace.activeMask[lane >> 5] ?? 0;
    if (((mask >>> (lane & 31)) & 1) === 0) continue;
    for (let i = 0; i < width; i++) bytes.add((trace.addressBytes[lane] ?? 0) + i);
  }
  return [new Set([...bytes].map((byte) => Math.floor(byte / block))).size, bytes.size];
}

describe('counting', () => {
  it('agrees with sets of lines and bytes', () => {
    forAll([anyAccess, anyModel], (trace, model) => {
      const block = model.transactionBytes.value;
      const [blocks, bytes] = bruteForce(trace, block);
      const found = coalesce(trace, model);
      expect(found.transactions[0]).toBe(blocks);
      expect(found.idealTransactions[0]).toBe(Math.ceil(bytes / block));
      if (model.usefulBytes === 'distinct') expect(found.usefulBytes[0]).toBe(bytes);
    });
  });

  it('agrees with the explanation, which always has a reason', () => {
    forAll([anyAccess, anyModel], (trace, model) => {
      const found = coalesce(trace, model);
      const explained = explainGlobalAccess(trace, 0, model);
      expect(explained.blocks).toHaveLength(found.transactions[0] ?? -1);
      const keys = ['idealTransactions', 'requestedBytes', 'usefulBytes', 'fetchedBytes'] as const;
      for (const key of keys) expect(explained[key]).toBe(found[key][0]);
      expect(explained.reasons.length).toBeGreaterThan(0);
      expect(explained.reasons.join()).not.toMatch(/NaN|Infinity|undefined/);
    });
  });
});

describe('reasons', () => {
  it.each(rows`
    4  | 4096 * lane                               | lanes take 4 B each, 4096 B apart: a line for every lane
    4  | 16 * lane                                 | lanes take 4 B each, 16 B apart: 4 of every 16 B are used
    4  | 4096 - 16 * lane                          | lanes take 4 B each, 16 B apart: 4 of every 16 B are used
    16 | 4 + 16 * lane                             | 1024 contiguous B start 4 B into a line and so reach into the next one
    16 | 8192 * (lane >> 2) + 16 * (lane & 3)      | 16 separate runs of 64 B, 8192 B apart: none fills a line
    16 | 64 + 8192 * (lane >> 3) + 16 * (lane & 7) | 8 separate runs of 128 B, 8192 B apart: they do not fill the lines that they reach into \n 8 of 8 runs reach into one line more than their length needs: the first starts 64 B into a line
    4  | 512 * ((lane * lane) % 61)                | 31 separate runs of 4 B, scattered: none fills a line \n lanes share bytes: 256 B are requested, 124 of them distinct
    16 | 16 * lane                                 | 1024 B fit into no fewer lines
    4  | 128                                       | 4 B fit into no fewer lines, 124 B of the line are not wanted \n all 64 lanes access the same 4 B
    4  | 256 * (lane >> 1)                         | 32 separate runs of 4 B, 256 B apart: none fills a line \n lanes share bytes: 256 B are requested, 128 of them distinct
  `)('of %s bytes at %s', (widthBytes, address, reasons) => {
    const of = new Function('lane', `return ${address}`) as (lane: number) => number;
    expect(reasonsOf(access(Number(widthBytes), of)).join('\n')).toBe(reasons);
  });

  it('of an access without lanes', () => {
    expect(reasonsOf(access(4, () => 0, NONE))).toEqual(['no lane takes part']);
  });

  it.each([
    [1024, '1024 B apart'],
    [2048, 'in other rows of the matrix'],
    [4096, 'a row of the matrix apart'],
    [8192, '2 rows of the matrix apart'],
  ])('names %i B in rows where those of 4096 B are assumed', (bytes, words) => {
    const trace = access(4, (lane) => bytes * lane);
    const sites = trace.sites.map((site) => ({ ...site, assumedPitchBytes: 4096 }));
    expect(reasonsOf({ ...trace, sites })[0]).toMatch(`lanes take 4 B each, ${words}: `);
  });
});

describe('an explanation', () => {
  it('says which lanes share a line', () => {
    const shifted = access(16, (lane) => 4 + 16 * lane);
    const [, second] = explainGlobalAccess(shifted, 0, lines128).blocks;
    const lanes = [7, 8, 9, 10, 11, 12, 13, 14, 15];
    expect(second).toEqual({ addressBytes: 128, lanes, wantedBytes: 128 });
  });
});

describe('GlobalTraceBuilder', () => {
  it.each([0, 1])('keeps rows while it grows from %i, and clears inactive lanes', (capacity) => {
    const builder = new GlobalTraceBuilder(64, [{ id: 'a' }], capacity);
    const dword = builder.addInstruction(load(4));
    expect(builder.addInstruction(load(4))).toBe(dword);
    const store = builder.addInstruction({ ...load(4), direction: 'store' });
    expect(store).not.toBe(dword);
    const addresses = Float64Array.from({ length: 64 }, (_, lane) => 2 ** 47 + lane);
    for (let row = 0; row < 5; row++) builder.add(row % 2, 0, row, 7 * row, addresses, 1 << row, 0);
    const trace = builder.finish();
    expect(trace.count).toBe(5);
    expect([...trace.wave]).toEqual([0, 1, 2, 3, 4]);
    expect([...trace.instruction]).toEqual([0, 1, 0, 1, 0]);
    expect(trace.addressBytes[4 * 64 + 4]).toBe(2 ** 47 + 4);
    expect(trace.addressBytes[4 * 64 + 5]).toBe(0);
    for (const [count, left] of [
      [7, 5],
      [3, 3],
    ] as const) {
      builder.truncate(count);
      expect(builder.finish().count).toBe(left);
    }
    builder.clear();
    expect(builder.finish().count).toBe(0);
  });
});

describe('GlobalRecorder', () => {
  it('hands on every row once, in batches', () => {
    const totals = new GlobalTotals(lines128);
    const batches: number[] = [];
    const recorder = new GlobalRecorder(64, (trace) => {
      batches.push(trace.count);
      totals.add(trace);
    });
    const site = recorder.addSite({ id: 'a' });
    const instruction = recorder.addInstruction(load(4));
    const addresses = new Float64Array(64);
    for (let row = 0; row < 2500; row++) {
      for (let lane = 0; lane < 64; lane++)
        addresses[lane] = row * 256 + (row === 2000 ? 512 : 4) * lane;
      recorder.add(instruction, site, 0, row, addresses, 0xffffffff, 0xffffffff);
    }
    recorder.flush();
    recorder.flush();
    expect(batches).toEqual([1024, 1024, 452]);
    const [sum] = totals.sites();
    expect(sum?.executions).toBe(2500);
    expect(sum?.transactions).toBe(2499 * 2 + 64);
    expect(sum?.idealTransactions).toBe(2500 * 2);
    expect(sum?.worst.addressBytes[1]).toBe(2000 * 256 + 512);
  });
});

it('every machine says how much a transaction moves, with a source', () => {
  for (const machine of machines) {
    const names = machine.coalescing.map(({ name }) => name);
    expect(names[0]).toBe('default');
    expect(new Set(names).size).toBe(names.length);
    for (const { transactionBytes } of machine.coalescing)
      expect(transactionBytes.source).not.toBe('');
  }
});
