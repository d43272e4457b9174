/** Why a layout still conflicts, and why none can help: the causes with their numbers. */
import { describe, expect, it } from 'vitest';
import {
  accessFromLanes,
  type CauseKind,
  expectValue,
  explainLayout,
  type Finding,
  findObstacles,
  machineNamed,
  makeProblem,
  paddedLayout,
  plainLayout,
  type Problem,
  searchLayouts,
  type Tile,
  type TileLayout,
} from '@ldscope/core';
import { f16, keyed, opcodeOf, operandRead, rowCopy } from './patterns.ts';

function gemm(tile: Tile, ...chips: string[]): Problem {
  return makeProblem(
    tile,
    [rowCopy('store', 'ds_write_b128', tile, 8), operandRead('load', 'ds_read_b128', tile, 16, 8)],
    chips.map(machineNamed),
    64,
  );
}

/** The finding of an access. */
function findingOf(problem: Problem, layout: TileLayout, access: string): Finding {
  const finding = explainLayout(problem, layout).find((one) => one.access === access);
  if (finding === undefined) throw new Error(`${access} does not conflict`);
  return finding;
}

const kinds = ({ causes }: Finding): CauseKind[] => causes.map(({ kind }) => kind);
const text = ({ causes }: Finding, kind: CauseKind): string | undefined =>
  causes.find((cause) => cause.kind === kind)?.text;

describe('why it still conflicts', () => {
  const tile = f16(64, 64);
  const xor = (phases: number, rowsPerPhase: number) =>
    ({ kind: 'xor', phases, rowsPerPhase }) as const;

  it('nothing moves the rows', () => {
    const finding = findingOf(gemm(tile, 'gfx950'), plainLayout(tile), 'load');
    expect(kinds(finding)).toEqual(['no-swizzle', 'one-served']);
    expect(text(finding, 'no-swizzle')).toBe(
      'Rows 0 and 2 are 256 B apart, exactly one bank period, so their words are in the same bank.',
    );
    expect(finding.example).toMatch(/^phase 1: lanes .* access 4 words of bank 0: /);
  });

  it.each([
    [
      'period',
      keyed(tile, 16, xor(4, 1)),
      'Rows 0 and 4 have the same key: the key repeats after 4 x 1 = 4 rows, and the phase takes 8 rows (0-7).',
    ],
    [
      'row-bits',
      keyed(tile, 16, xor(8, 2)),
      'Rows 0 and 1 have the same key: 2 neighbouring rows share a key, and the phase takes 8 rows (0-7).',
    ],
    [
      'unit',
      keyed(tile, 64, xor(2, 1)),
      'Units are 64 B, but the widest access moves 16 B (ds_read_b128 of load: 16 B): the 4 vectors of a unit stay together.',
    ],
  ] as const)('by its %s', (kind, layout, expected) => {
    expect(text(findingOf(gemm(tile, 'gfx942'), layout, 'load'), kind)).toBe(expected);
  });

  it('the key moves by whole bank periods', () => {
    const wide = f16(16, 256);
    const key = { kind: 'xor-bits', columns: [8, 16, 0, 0] } as const;
    const finding = findingOf(gemm(wide, 'gfx942'), keyed(wide, 16, key), 'load');
    expect(kinds(finding)).toContain('key-above-banks');
    expect(text(finding, 'key-above-banks')).toMatch(
      /^The key moves rows 0 and 1 128 B apart, one bank period/,
    );
  });

  it('padding that keeps a multiple of the bank period', () => {
    const finding = findingOf(gemm(tile, 'gfx950'), paddedLayout(tile, 256), 'load');
    expect(text(finding, 'padding-period')).toBe(
      'Rows 0 and 1 are 256 B apart, exactly one bank period: the padding (a pitch of 256 B) does not separate them.',
    );
  });

  it.each([
    [128, 32, 'puts 64 B between them, which does not separate them.'],
    [1024, 32, 'has no pad between them.'],
  ])('pads after %i B have no pitch', (intervalBytes, padBytes, words) => {
    const short = f16(64, 32);
    const layout: TileLayout = { ...plainLayout(short), paddings: [{ intervalBytes, padBytes }] };
    const walk = accessFromLanes({
      name: 'load',
      op: opcodeOf('ds_load_b128'),
      waveSize: 32,
      place: (lane) => ({ row: lane % 16, column: 0 }),
    });
    const problem = makeProblem(short, [walk], [machineNamed('gfx1151')], 32);
    const said = text(findingOf(problem, layout, 'load'), 'padding-period');
    expect(said).not.toContain('pitch');
    expect(said).toContain(`the padding (${padBytes} B after each ${intervalBytes} B) ${words}`);
  });

  it('made for the banks of the other chip', () => {
    const narrow = f16(16, 32);
    const read = operandRead('load', 'ds_read_b128', narrow, 16, 8);
    const problem = makeProblem(narrow, [read], [machineNamed('gfx942')], 64);
    const key = {
      kind: 'xor-table',
      keys: [0, 0, 0, 0, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1],
    } as const;
    const finding = findingOf(problem, keyed(narrow, 16, key), 'load');
    expect(text(finding, 'banks')).toMatch(/^The layout is conflict-free with 64 banks/);
  });

  it('is silent where nothing conflicts', () => {
    expect(explainLayout(gemm(tile, 'gfx942', 'gfx950'), keyed(tile, 16, xor(8, 1)))).toEqual([]);
  });
});

describe('no layout can help', () => {
  it('a producer that writes more at once than the consumer reads', () => {
    const tile = f16(64, 64);
    const walk = accessFromLanes({
      name: 'walk',
      op: opcodeOf('ds_read_u16'),
      waveSize: 64,
      place: (lane) => ({ row: lane, column: 0 }),
    });
    const problem = makeProblem(
      tile,
      [rowCopy('store', 'ds_write_b128', tile, 8), walk],
      [machineNamed('gfx942')],
      64,
    );
    const [obstacle] = findObstacles(problem);
    expect(obstacle).toMatchObject({
      kind: 'unit',
      access: 'walk',
      ways: 4,
      units: 32,
      places: 8,
      unitBytes: 16,
      widest: ['store'],
    });
    const found = (own: Problem) => expectValue(searchLayouts(own));
    // With 16 bytes at once the bound of 3 extra cycles a phase is reached.
    const { verdict, front } = found(problem);
    expect(verdict).toBe('better');
    expect(front.every(({ widthBytes }) => widthBytes === 16)).toBe(true);
    expect(front[0]?.cost.conflictCycles).toEqual([6]);
    expect(front[0]?.certificate.claims.map(({ bound }) => bound.conflicts)).toEqual([0, 6]);
    // Who cuts the stores parts the units: listed, behind what keeps them.
    const cut = found({ ...problem, cutsVectors: true });
    expect(cut.verdict).toBe('better');
    expect(cut.front[0]).toMatchObject({ widthBytes: 16, cost: { conflictCycles: [6] } });
    expect(
      cut.front.some(({ widthBytes, cost }) => widthBytes === 4 && cost.conflictCycles[0] === 0),
    ).toBe(true);
  });

  it('more rows in a phase than units in a row', () => {
    const tile = f16(64, 16);
    const problem = makeProblem(
      tile,
      [operandRead('load', 'ds_read_b128', tile, 32, 8)],
      [machineNamed('gfx942')],
      64,
    );
    const rows = findObstacles(problem).filter(({ kind }) => kind === 'rows');
    expect(rows).toEqual([]);
    const column = accessFromLanes({
      name: 'column',
      op: opcodeOf('ds_read_b128'),
      waveSize: 64,
      place: (lane) => ({ row: 4 * (lane % 16), column: 0 }),
    });
    const [obstacle] = findObstacles(makeProblem(tile, [column], [machineNamed('gfx942')], 64));
    expect(obstacle).toMatchObject({ kind: 'rows', rows: 8, units: 2, ways: 4 });
  });

  it('a destination that hardware fills lane after lane', () => {
    const tile = f16(32, 64);
    const problem = makeProblem(
      tile,
      [rowCopy('gather', 'global_load_lds_dword', tile, 2)],
      [machineNamed('gfx950')],
      64,
    );
    expect(findObstacles(problem)).toMatchObject([{ kind: 'lane-linear', access: 'gather' }]);
  });

  it('accesses that can be served apart, but not together', () => {
    // A spread: nine subspaces of three dimensions that share out the 63 differences of six row bits among them, so
    // whatever three bank bits send to 0 is of one of them. The rows of access a are (x, a x) over GF(8).
    const tile: Tile = { rows: 64, columns: 8, elementBytes: 2 };
    const access = (name: string, rowOf: (x: number) => number) =>
      accessFromLanes({
        name,
        op: opcodeOf('ds_write_b128'),
        waveSize: 64,
        place: (lane) => ({ row: rowOf(lane & 7), column: 0 }),
      });
    const accesses = [
      ...Array.from({ length: 8 }, (_, a) => access(`times ${a}`, (x) => (x << 3) | product(a, x))),
      access('second', (x) => x),
    ];
    const problem = makeProblem(tile, accesses, [machineNamed('gfx942')], 64);
    const disjoint = findObstacles(problem).filter(({ kind }) => kind === 'disjoint');
    expect(disjoint).toHaveLength(1);
    const [obstacle] = disjoint;
    if (obstacle?.kind !== 'disjoint') throw new Error('the accesses are disjoint');
    expect(obstacle.accesses.length).toBeGreaterThan(2);
    expect(obstacle.text).toContain('not all of them at once');
    // What is left of them can be served together.
    const some = { ...problem, accesses: accesses.slice(0, 2) };
    expect(findObstacles(some).filter(({ kind }) => kind === 'disjoint')).toEqual([]);
  });
});

/** Multiplication in GF(8), modulo x^3 + x + 1. */
function product(a: number, b: number): number {
  let result = 0;
  for (let bit = 0; bit < 3; bit++) if ((b >> bit) & 1) result ^= a << bit;
  for (let bit = 4; bit >= 3; bit--) if ((result >> bit) & 1) result ^= 0b1011 << (bit - 3);
  return result;
}
