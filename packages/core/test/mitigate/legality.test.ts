/** What a layout may not do, and what is said of it. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  elementOffset,
  legalityFaults,
  machineNamed,
  makeProblem,
  opcodeAt,
  paddedLayout,
  placeElements,
  plainLayout,
  type Problem,
  problemFromTrace,
  searchLayouts,
  type Tile,
  tileExtent,
  type TileLayout,
  TraceBuilder,
} from '@ldscope/core';
import { listFamilies } from '../../src/mitigate/families.ts';
import { f16, keyed, opcodeOf, operandRead, rowCopy } from './patterns.ts';
import { forAll } from '../../../../test/for-all.ts';

const chip = machineNamed('gfx950');

function gemm(tile: Tile, copies = 1): Problem {
  return makeProblem(
    tile,
    [rowCopy('store', 'ds_write_b128', tile, 8), operandRead('load', 'ds_read_b128', tile, 16, 8)],
    [chip],
    64,
    { copies },
  );
}

const codes = (problem: Problem, layout: TileLayout): string[] =>
  legalityFaults(problem, layout).map(({ code }) => code);

describe('refused with a reason', () => {
  const tile = f16(64, 64);

  it('a pitch that misaligns 16-byte vectors', () => {
    const problem = gemm(tile);
    expect(codes(problem, paddedLayout(tile, 136))).toContain('mitigate/misaligned');
    expect(codes(problem, paddedLayout(tile, 144))).toEqual([]);
    const padding = listFamilies(problem).find(({ name }) => name === 'padding');
    // All multiples of 16 below 64 banks of 4 bytes.
    expect(padding?.layouts).toEqual(
      Array.from({ length: 15 }, (_, i) => paddedLayout(tile, 128 + 16 * (i + 1))),
    );
  });

  it('units that tear vectors', () => {
    const key = { kind: 'xor', phases: 8, rowsPerPhase: 1 } as const;
    expect(codes(gemm(tile), keyed(tile, 8, key))).toContain('mitigate/torn');
    expect(codes(gemm(tile), keyed(tile, 16, key))).toEqual([]);
  });

  it("Wave's key on 12 units: row 4 takes unit 8 to place 12", () => {
    const twelve = f16(64, 96);
    const key = { kind: 'xor', phases: 8, rowsPerPhase: 1 } as const;
    const [fault] = legalityFaults(gemm(twelve), keyed(twelve, 16, key));
    expect(fault).toMatchObject({ code: 'mitigate/leaves-row' });
    expect(fault?.message).toBe(
      'unit 8 of row 4 is moved to position 12, but a row has positions 0 to 11',
    );
    const rotate = { kind: 'rotate', step: 1, rowsPerPhase: 1 } as const;
    expect(codes(gemm(twelve), keyed(twelve, 16, rotate))).toEqual([]);
  });

  it('a row with a tail', () => {
    const odd = f16(64, 68);
    const key = { kind: 'xor', phases: 8, rowsPerPhase: 1 } as const;
    expect(codes(makeProblem(odd, [], [chip], 64), keyed(odd, 16, key))).toEqual(['mitigate/tail']);
  });

  it('a swizzle that is not a bijection', () => {
    const layout: TileLayout = {
      kind: 'linear',
      tile: { rows: 2, columns: 2, elementBytes: 4 },
      layout: {
        inputs: [
          { name: 'column', bits: 1 },
          { name: 'row', bits: 1 },
        ],
        outputs: [{ name: 'offset', bits: 4 }],
        columns: [4, 4],
        origin: 0,
      },
    };
    const [fault] = legalityFaults(makeProblem(layout.tile, [], [chip], 64), layout);
    expect(fault?.message).toBe('elements (0, 1) and (1, 0) are both at byte 4');
  });

  it('more shared memory than there is', () => {
    const large = f16(256, 128);
    expect(codes(gemm(large, 3), paddedLayout(large, 288))).toEqual(['mitigate/capacity']);
  });

  it('an access that leaves the tile', () => {
    const outside = accessFromLanes({
      name: 'late',
      op: opcodeOf('ds_read_b128'),
      waveSize: 64,
      place: (lane) => ({ row: lane, column: 60 }),
    });
    const problem = makeProblem(tile, [outside], [chip], 64);
    expect(codes(problem, plainLayout(tile))).toEqual(['mitigate/outside']);
    const result = searchLayouts(problem);
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'mitigate/outside' }] });
  });

  it('problems that are none', () => {
    const refused = (problem: Problem): string | undefined => {
      const result = searchLayouts(problem);
      return result.ok ? undefined : result.diagnostics[0]?.code;
    };
    expect(refused({ ...gemm(tile), accesses: [] })).toBe('mitigate/no-access');
    expect(refused({ ...gemm(tile), targets: [] })).toBe('mitigate/no-target');
    expect(refused({ ...gemm(tile), tile: { ...tile, rows: 0 } })).toBe('mitigate/empty-tile');
    expect(refused({ ...gemm(tile), tile: { ...tile, rows: 2 ** 20 } })).toBe('mitigate/too-large');
    expect(refused(makeProblem(tile, gemm(tile).accesses, [machineNamed('sm_90')], 64))).toBe(
      'mitigate/no-rule',
    );
  });
});

/** B of the reference kernel: 32 x 64 f16, dword gathers by 8 waves, read as operands of 16 rows. */
function gathered(tile: Tile, op: string, elements: number): Problem {
  return makeProblem(
    tile,
    [rowCopy('gather', op, tile, elements), operandRead('load', 'ds_read_b128', tile, 16, 8)],
    [chip],
    64,
  );
}

describe('direct-to-LDS', () => {
  const tile = f16(32, 64);

  it('a key within rows is legal: the source is permuted', () => {
    const problem = gathered(tile, 'global_load_lds_dword', 2);
    const key = { kind: 'xor', phases: 8, rowsPerPhase: 1 } as const;
    expect(codes(problem, keyed(tile, 16, key))).toEqual([]);
    const result = searchLayouts(problem);
    if (!result.ok) throw new Error('the problem has an answer');
    expect(result.value.verdict).toBe('solved');
    const free = result.value.front.filter(({ serves }) => serves.length === 1);
    expect(free.map(({ family }) => family)).toEqual(['intervals', 'xor']);
  });

  it('a pad inside a block is not legal, between blocks it is', () => {
    const dwords = gathered(tile, 'global_load_lds_dword', 2);
    expect(codes(dwords, paddedLayout(tile, 160))).toEqual(['mitigate/lane-linear']);
    const between = { ...plainLayout(tile), paddings: [{ intervalBytes: 256, padBytes: 32 }] };
    expect(codes(dwords, between)).toEqual([]);
    const wide = gathered(tile, 'global_load_lds_dwordx4', 8);
    expect(codes(wide, between)).toEqual(['mitigate/lane-linear']);
  });

  it('a key that leaves the block of a wave is not legal', () => {
    const wide = f16(32, 256);
    const problem = makeProblem(
      wide,
      [rowCopy('gather', 'global_load_lds_dword', wide, 2)],
      [chip],
      64,
    );
    const rotate = (rowsPerPhase: number) => ({ kind: 'rotate', step: 1, rowsPerPhase }) as const;
    const xor = { kind: 'xor', phases: 32, rowsPerPhase: 1 } as const;
    // A wave writes half a row, 256 B: an XOR moves it as a block or within; a rotation takes one unit out of it.
    expect(codes(problem, keyed(wide, 16, xor))).toEqual([]);
    expect(codes(problem, keyed(wide, 16, rotate(1)))).toEqual(['mitigate/lane-linear']);
  });
});

describe('a problem from a trace', () => {
  const layouts: fc.Arbitrary<TileLayout> = fc.oneof(
    fc.constantFrom(0, 16, 32).map((pad) => paddedLayout(f16(64, 64), 128 + pad)),
    fc
      .constantFrom(2, 4, 8)
      .map((phases) => keyed(f16(64, 64), 16, { kind: 'xor', phases, rowsPerPhase: 1 })),
  );

  it('has the elements that the addresses are of, whatever the layout', () => {
    forAll([layouts, fc.constantFrom(0, 4096)], 20, (layout, baseBytes) => {
      const problem = gemm(layout.tile, 2);
      const copyBytes = tileExtent(layout);
      const builder = new TraceBuilder(64);
      for (const access of problem.accesses) {
        const site = builder.addSite({ id: access.name });
        for (const copy of [0, 1]) {
          for (let i = 0; i < access.instances; i++) {
            const addresses = Array.from({ length: 64 }, (_, lane) => {
              const [row, column] = [access.rows[64 * i + lane], access.columns[64 * i + lane]];
              return baseBytes + copy * copyBytes + elementOffset(layout, row ?? 0, column ?? 0);
            });
            builder.add(access.op, site, access.wave[i] ?? 0, i, addresses);
          }
        }
      }
      const result = problemFromTrace(builder.finish(), { layout, baseBytes, copies: 2 }, [chip]);
      if (!result.ok) throw new Error('the trace is of the buffer');
      expect(result.value.copies).toBe(2);
      for (const [a, access] of problem.accesses.entries()) {
        const other = result.value.accesses[a];
        expect(other).toMatchObject({ name: access.name, op: access.op });
        expect(other?.rows).toEqual(access.rows);
        expect(other?.columns).toEqual(access.columns);
        expect(other?.executions).toEqual(access.executions.map((times) => 2 * times));
      }
    });
  });

  it('refuses addresses that the layout does not have', () => {
    const layout = plainLayout(f16(4, 32));
    const builder = new TraceBuilder(64, [{ id: '3:1' }]);
    const addresses = Array.from({ length: 64 }, (_, lane) => 4 * lane + 1);
    builder.add(opcodeOf('ds_read_b32'), 0, 0, 0, addresses);
    const result = problemFromTrace(builder.finish(), { layout, baseBytes: 0 }, [chip]);
    expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'mitigate/uncovered' }] });
    expect(opcodeAt(opcodeOf('ds_read_b32')).widthBytes).toBe(4);
  });
});

describe('placement tables', () => {
  const tiles = fc.record({
    rows: fc.constantFrom(3, 8, 16),
    columns: fc.constantFrom(8, 12, 32),
    elementBytes: fc.constantFrom(1, 2, 4, 8),
  });
  const layouts = tiles.chain((tile) =>
    fc.record({
      kind: fc.constant('rows' as const),
      tile: fc.constant(tile),
      unitBytes: fc.constantFrom(1, 2, 4).map((n) => n * tile.elementBytes),
      key: fc.constantFrom(
        { kind: 'xor', phases: 4, rowsPerPhase: 2 } as const,
        { kind: 'rotate', step: 3, rowsPerPhase: 1 } as const,
        { kind: 'xor-bits', columns: [1, 3, 0, 2] } as const,
        { kind: 'xor-table', keys: [0, 2, 1] } as const,
      ),
      paddings: fc.subarray([
        { intervalBytes: 32, padBytes: 4 },
        { intervalBytes: 24, padBytes: 8 },
      ]),
    }),
  );

  it('are what `elementOffset` says', () => {
    forAll([layouts], 100, (layout) => {
      const { rows, columns } = layout.tile;
      const plain = Array.from({ length: rows * columns }, (_, i) =>
        elementOffset(layout, Math.floor(i / columns), i % columns),
      );
      expect([...placeElements(layout)]).toEqual(plain);
    });
  });
});

describe('what padding costs', () => {
  it.each([
    [128, 4, 2, 3.125],
    [64, 4, 4, 6.25],
  ])('%i + %i elements', (columns, pad, elementBytes, percent) => {
    const tile: Tile = { rows: 64, columns, elementBytes };
    const before = 64 * columns * elementBytes;
    const after =
      tileExtent(paddedLayout(tile, (columns + pad) * elementBytes)) + pad * elementBytes;
    expect((100 * (after - before)) / before).toBeCloseTo(percent, 10);
  });
});
