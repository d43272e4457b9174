/** Index maps as vector code: whatever is simplified, a graph has the value of its formula, and known code its count. */
import * as fc from 'fast-check';
import { range } from '@ldscope/core';
import { describe, expect, it } from 'vitest';
import { powers } from '../../../../test/powers.ts';
import { expressionOver } from '../../src/layout/index/expression-over.ts';
import { expressions, variable } from '../../src/layout/index/expression.ts';
import type { CodeNode } from '../../src/layout/index/code-node.ts';
import { CodeGraph } from '../../src/layout/index/vector-code.ts';
import { countInstructions } from '../../src/layout/index/vector-count.ts';
import { elementOffsetOver } from '../../src/layout/tile/offset-map.ts';
import { elementOffset, type TileLayout } from '../../src/layout/tile/tile-layout.ts';
import { LaneValues } from '../../src/mitigate/lane-fields.ts';
import { forAll } from '../../../../test/for-all.ts';

/** The value of a node; `value 0` is the lane, `moves` are the scalars of a round. */
function valueOf(
  node: CodeNode,
  lane: number,
  tables: readonly (readonly number[])[],
  moves: ReadonlyMap<number, number> = new Map(),
): number {
  const { operation, immediate } = node;
  const operands = node.operands.map((one) => valueOf(one, lane, tables, moves));
  const [x = 0] = operands;
  const join = (by: (a: number, b: number) => number): number => operands.reduce(by);
  switch (operation) {
    case 'value':
      return lane;
    case 'uniform':
      return moves.get(immediate) ?? Number.NaN;
    case 'constant':
      return immediate;
    case 'shl':
      return x << immediate;
    case 'shr':
      return x >>> immediate;
    case 'and':
      return x & immediate;
    case 'fill':
      return x | immediate;
    case 'mul':
      return x * immediate;
    case 'quotient':
      return Math.floor(x / immediate);
    case 'remainder':
      return x % immediate;
    case 'table':
      return tables[immediate]?.[x] ?? Number.NaN;
    case 'pinned':
      return x;
    case 'add':
      return join((a, b) => a + b);
    case 'or':
      return join((a, b) => a | b);
    case 'xor':
      return join((a, b) => a ^ b);
  }
}

const tile = { rows: 32, columns: 32, elementBytes: 2 };

const layouts: fc.Arbitrary<TileLayout> = fc
  .record({
    unitBytes: powers(2, 5),
    key: fc.oneof(
      fc.record({
        kind: fc.constant('xor' as const),
        phases: fc.constant(2),
        rowsPerPhase: powers(0, 3),
      }),
      fc.record({
        kind: fc.constant('rotate' as const),
        step: fc.constantFrom(1, 3),
        rowsPerPhase: powers(0, 2),
      }),
      fc.record({
        kind: fc.constant('xor-bits' as const),
        columns: fc.array(fc.nat({ max: 1 }), { minLength: 5, maxLength: 5 }),
      }),
      fc.record({ kind: fc.constant('xor-table' as const), keys: fc.constant([0, 1, 1, 0]) }),
      fc.constant(undefined),
    ),
    paddings: fc.array(
      fc.record({ intervalBytes: powers(5, 9), padBytes: fc.constantFrom(2, 8, 16, 24) }),
      { maxLength: 2 },
    ),
  })
  .map(({ key, ...rest }) => ({ kind: 'rows', tile, ...rest, ...(key && { key }) }));

/** Which element each of 64 lanes begins at: bits of the lane, by a rule that kernels have. */
const walks = fc.record({
  perRow: powers(0, 5),
  width: powers(0, 2),
  row: fc.nat({ max: 31 }),
  column: fc.nat({ max: 31 }),
});

const offsetIn = (layout: TileLayout) =>
  elementOffsetOver(layout, variable('row', 32), variable('col', 32), expressions);

describe('a graph', () => {
  it('has the value of its layout for every lane', () => {
    forAll([layouts, walks, fc.boolean()], 300, (layout, walk, isPinned) => {
      const { perRow, width, row: firstRow, column: firstColumn } = walk;
      const lanes = range(64);
      const rows = lanes.map((lane) => Math.floor(lane / perRow) + firstRow);
      const columns = lanes.map((lane) => (lane % perRow) * width + firstColumn);
      fc.pre(Math.max(...rows) < tile.rows && Math.max(...columns) < tile.columns);
      const graph = new CodeGraph();
      const values = new LaneValues(graph, 64);
      const [row, column] = [values.of(rows, 31), values.of(columns, 31)];
      const offset = offsetIn(layout);
      const names = (pin: boolean): Map<string, CodeNode> =>
        new Map([
          ['row', pin ? graph.pinned(row) : row],
          ['col', pin ? graph.pinned(column) : column],
        ]);
      const element = expressionOver(offset, names(false), graph, names(isPinned));
      const address = graph.bytes(element, tile.elementBytes);
      for (const lane of lanes) {
        const wanted = elementOffset(layout, rows[lane] ?? 0, columns[lane] ?? 0);
        const made = valueOf(address, lane, [[0, 1, 1, 0]]);
        expect(made).toBe(wanted);
        expect(made & ~address.bits).toBe(0);
      }
    });
  });

  it('has the value of its layout in every round of a loop', () => {
    const rounds = fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 2, maxLength: 4 });
    forAll([layouts, walks, rounds, fc.boolean()], 150, (layout, walk, steps, isRow) => {
      const { perRow, width } = walk;
      const lanes = range(64);
      const rows = lanes.map((lane) => Math.floor(lane / perRow) % 16);
      const columns = lanes.map((lane) => ((lane % perRow) * width) % 16);
      const least = Math.min(...steps);
      const moves = steps.map((step) => 4 * (step - least));
      const graph = new CodeGraph();
      const values = new LaneValues(graph, 64);
      const row = values.over({ first: rows, rounds: isRow ? moves : [0] }, 31);
      const column = values.over({ first: columns, rounds: isRow ? [0] : moves }, 31);
      const offset = offsetIn(layout);
      const names = new Map([
        ['row', row],
        ['col', column],
      ]);
      const address = graph.bytes(expressionOver(offset, names, graph), tile.elementBytes);
      const uniform = [row, column].flatMap(uniformsOf);
      for (const move of moves) {
        const scalars = new Map(uniform.map((one) => [one.immediate, move]));
        for (const lane of lanes) {
          const [row, column] = [rows[lane] ?? 0, columns[lane] ?? 0];
          const wanted = isRow
            ? elementOffset(layout, row + move, column)
            : elementOffset(layout, row, column + move);
          expect(valueOf(address, lane, [[0, 1, 1, 0]], scalars)).toBe(wanted);
        }
      }
    });
  });

  const graph = new CodeGraph();
  const lane = graph.value(0, 63);
  const row = graph.quotient(lane, 8);
  const column = graph.scale(graph.remainder(lane, 8), 8);
  const plain = graph.add(graph.scale(row, 64), column);
  const keyed = graph.add(
    graph.scale(row, 64),
    graph.scale(graph.xor(graph.quotient(column, 8), graph.remainder(row, 4)), 8),
  );

  it('leaves out a remainder only where no value reaches the divisor', () => {
    const most12 = graph.and(lane, 12);
    expect(graph.remainder(most12, 13)).toBe(most12);
    expect(graph.remainder(most12, 12).operation).toBe('remainder');
  });

  it.each([
    ['row * 64 + column of a row copy is a shift', [plain], 1],
    ['a constant more is an offset', [plain, graph.add(plain, graph.constant(512))], 1],
    ['shared code counts once', [keyed, graph.add(keyed, graph.constant(512))], 7],
    ['a row of an odd pitch is a product', [graph.add(graph.scale(row, 68), column)], 4],
  ])('%s', (_, roots, count) => {
    const bases = roots.flatMap((one) => graph.baseOf(graph.bytes(one, 2)) ?? []);
    expect(countInstructions(new Set(bases))).toBe(count);
  });
});

function uniformsOf(node: CodeNode): CodeNode[] {
  return node.operation === 'uniform' ? [node] : node.operands.flatMap(uniformsOf);
}
