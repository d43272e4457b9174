/** The rooms that `npm run lines` counts, and their budget. */
import { expect, it } from 'vitest';
import { loweredBudget, overBudget } from '../tools/budget.ts';
import { censusOf, roomLines, roomOf } from '../tools/rooms.ts';

it.each([
  ['packages/core/src/base/span.ts', 'packages/core', 'base'],
  ['packages/core/src/layout/tile/tile.ts', 'packages/core', 'layout'],
  ['packages/core/src/index.ts', 'packages/core', ''],
  ['packages/core/test/span.test.ts', 'packages/core', 'tests'],
  ['packages/mlir/test/text/oracle.ts', 'packages/mlir', 'tests'],
  ['apps/web/src/explore/gcd/main.tsx', 'apps/web', 'explore'],
  ['apps/web/tools/site.ts', 'apps/web', 'tools'],
  ['validation/lit/lit.test.ts', 'validation', 'tests'],
  ['validation/lit/judge.ts', 'validation', 'lit'],
  ['validation/base/json.ts', 'validation', 'base'],
  ['test/llvm.ts', 'test', 'tests'],
  ['vitest.config.ts', 'root', ''],
])('%s is in %s, %s', (path, house, folder) => {
  expect(roomOf(path)).toEqual({ house, folder });
});

const before = censusOf([
  { path: 'packages/core/src/layout/a.ts', lines: 1500 },
  { path: 'packages/core/test/a.test.ts', lines: 40 },
]);
const now = censusOf([
  { path: 'packages/core/src/vendors/a.ts', lines: 1200 },
  { path: 'packages/core/src/index.ts', lines: 10 },
  { path: 'packages/core/test/a.test.ts', lines: 60 },
]);

it('prints each house with its folders, tests apart', () => {
  expect(roomLines(now).map((line) => line.trimEnd().split(/\s{2,}/))).toEqual([
    ['', 'now'],
    ['packages/core', '1,210'],
    ['', 'vendors', '1,200'],
    [''],
    ['source', '1,210'],
    ['tests', '60'],
  ]);
});

it('prints what changed since a revision', () => {
  const lines = roomLines(now, { name: 'abcdef0', census: before });
  expect(lines.map((line) => line.trimEnd().split(/\s{2,}/))).toEqual([
    ['', 'abcdef0', 'now', 'change'],
    ['packages/core', '1,500', '1,210', '-290'],
    ['', 'layout', '1,500', '0', '-1,500'],
    ['', 'vendors', '0', '1,200', '+1,200'],
    [''],
    ['source', '1,500', '1,210', '-290'],
    ['tests', '40', '60', '+20'],
  ]);
});

it.each([
  ['fits', { 'vendors': 1200, '': 50, 'tests': 100 }, []],
  [
    'is too small',
    { 'vendors': 1150, '': 0, 'tests': 100 },
    ['packages/core/vendors: 1200 lines, budget 1150', 'packages/core: 10 lines, budget 0'],
  ],
  ['lacks a room', { '': 10, 'tests': 60 }, ['packages/core/vendors: 1200 lines, budget 0']],
])('refuses what a budget that %s does not allow', (_, rooms, refused) => {
  expect(overBudget(now, { 'packages/core': rooms })).toEqual(
    refused.map((one) => `${one}: raise it in the commit that needs it, with the reason`),
  );
});

it('lowers budgets to the next 50 lines, raises none, and drops rooms that are gone', () => {
  const budget = {
    'packages/core': { 'vendors': 1150, '': 200, 'tests': 300, 'layout': 1500 },
    'gone': { room: 50 },
  };
  expect(loweredBudget(now, budget)).toEqual({
    'packages/core': { 'vendors': 1150, '': 50, 'tests': 100 },
  });
});
