/** The section on global memory, and one access of it taken apart. */
import { explainGlobalAccess, findCoalescing, machineNamed } from '@ldscope/core';
import {
  globalExplanationJson,
  sayGlobalExplanation,
  writeText,
  renderReport,
  reportJson,
} from '@ldscope/render';
import { describe, expect, test } from 'vitest';
import { raise } from '../../../test/raise.ts';
import { displayWidth } from '../src/text/measure.ts';
import { analysisOf, clean, naive } from './analyses.ts';
import type { GlobalExplained } from '../src/document/explained.ts';

function explained(name: string, line: number): GlobalExplained {
  const machine = machineNamed(name);
  const model = findCoalescing(machine) ?? raise('no model');
  const found = naive(name).globalSites.find(({ location }) => location.line === line);
  const site = found ?? raise('no such site');
  return { machine, site, explanation: explainGlobalAccess(site.worst, 0, model) };
}

describe('the section on global memory', () => {
  test.each([
    ['global-gfx942', () => naive('gfx942'), 80],
    ['global-gfx942-wide', () => naive('gfx942'), 120],
    ['global-gfx942-deck', () => naive('gfx942', 'deck-64'), 100],
    ['global-sm_90', () => naive('sm_90'), 100],
  ] as const)('%s', async (name, make, width) => {
    await expect(renderReport(make(), { width })).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('is absent when nothing was recorded', () => {
    expect(renderReport(clean())).not.toContain('Global memory');
  });

  test('is short when all is well, and full when asked for', () => {
    const good = analysisOf([], { globals: [contiguous(1), contiguous(2)] });
    const text = renderReport(good);
    expect(text).toContain(
      'All global accesses are fully coalesced: 2 sites, 4 lines, 100.0 % of 512 B useful',
    );
    expect(text).not.toContain('global_load_dword ');
    expect(renderReport(good, { all: true })).toContain('global_load_dword');
  });

  test('shows ten sites and sums up the others', () => {
    const globals = Array.from({ length: 14 }, (_, index) => strided(index + 1));
    const some = renderReport(analysisOf([], { globals }));
    expect(some).toContain('+ 4 more');
    expect(renderReport(analysisOf([], { globals }), { all: true })).toContain('14:5');
  });

  test.each([40, 60, 80])('fits %i columns', (width) => {
    const report = renderReport(naive('gfx942'), { width, all: true });
    const access = writeText(sayGlobalExplanation(explained('gfx942', 9)), { width });
    for (const line of [...report.split('\n'), ...access.split('\n')])
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test('puts the least efficient of those that can be better first', () => {
    const { globalSites } = naive('gfx942');
    expect(globalSites.map(({ location }) => location.line)).toEqual([9, 12, 14, 7]);
  });

  test('as JSON', () => {
    const report = JSON.parse(reportJson(naive('gfx942').report)) as { global: object };
    expect(report.global).toMatchObject({
      model: 'default',
      unit: 'line',
      transactionBytes: 128,
      evidence: 'documented',
      totals: { executions: 149, transactions: 8357, fetchedBytes: 8357 * 128 },
    });
    expect((report.global as { sites: object[] }).sites[0]).toEqual({
      id: '9:5',
      op: 'global_store_short',
      direction: 'store',
      widthBytes: 2,
      buffer: 'arg1',
      location: {
        file: 'kernel.mlir',
        line: 9,
        column: 5,
        text: 'memref.store %x, %out[%column, %row] : memref<1024x1024xf16>',
      },
      executions: 128,
      transactions: 8192,
      idealTransactions: 128,
      requestedBytes: 16384,
      usefulBytes: 16384,
      fetchedBytes: 1048576,
      efficiency: 1 / 64,
      reason: 'lanes take 2 B each, 16384 B apart: a line for every lane',
    });
  });
});

const contiguous = (line: number) =>
  ({
    op: 'global_load_dword',
    direction: 'load',
    widthBytes: 4,
    line,
    address: (lane: number) => 4 * lane,
  }) as const;

const strided = (line: number) =>
  ({ ...contiguous(line), address: (lane: number) => 512 * lane }) as const;

describe('the explanation of a global access', () => {
  test.each([
    ['explain-global-strided', 9],
    ['explain-global-misaligned', 12],
  ])('%s', async (name, line) => {
    const text = writeText(sayGlobalExplanation(explained('gfx942', line)), { width: 80 });
    await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
  });

  test('shows every line when asked for', () => {
    const some = writeText(sayGlobalExplanation(explained('gfx942', 9)));
    expect(some).toContain('48 more lines');
    const all = writeText(sayGlobalExplanation(explained('gfx942', 9), { all: true }));
    expect(all.split('\n').length - some.split('\n').length).toBe(48);
  });

  test('as JSON', () => {
    const text = globalExplanationJson(explained('gfx942', 12));
    const { schema, execution, blocks, addressBytes } = JSON.parse(text) as Record<string, unknown>;
    expect(schema).toBe('ldscope-explain-global/1');
    expect(execution).toMatchObject({ transactions: 9, idealTransactions: 8, usefulBytes: 1024 });
    expect(blocks).toHaveLength(9);
    expect(addressBytes).toHaveLength(64);
  });
});
