/** Sites by the line that they were compiled from: nothing is lost or counted twice. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { authoredLine, type ReportSite } from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { sitesByLine } from '../../src/say/source-lines.ts';
import { linePlace, lineTexts } from '../../src/text/source-place.ts';

const frame = fc.record({
  file: fc.constantFrom('/src/kernel.hip', '/rocm/include/hip.h'),
  line: fc.integer({ min: 1, max: 4 }),
  column: fc.integer({ min: 0, max: 9 }),
});

const site = fc
  .record({
    direction: fc.constantFrom('read' as const, 'write' as const),
    source: fc.option(fc.array(frame, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    executions: fc.nat(9),
    conflict: fc.nat(99),
    floor: fc.nat(99),
    worstWays: fc.integer({ min: 1, max: 32 }),
  })
  .map(({ source, conflict, floor, ...rest }): ReportSite => ({
    ...rest,
    id: '1:1',
    op: 'ds_read_b32',
    widthBytes: 4,
    buffer: '',
    location: source === undefined ? {} : { source },
    phases: 1,
    idxActive: floor + conflict,
    bankConflict: conflict,
  }));

test('every site is in the group of its line and direction, and sums are kept', () => {
  forAll([fc.array(site, { maxLength: 20 })], (sites) => {
    const groups = sitesByLine(sites);
    expect(groups.flatMap((group) => group.sites)).toHaveLength(sites.length);
    for (const of of ['executions', 'idxActive', 'bankConflict'] as const) {
      const sum = (all: readonly { readonly [key in typeof of]: number }[]): number =>
        all.reduce((total, one) => total + one[of], 0);
      expect(sum(groups)).toBe(sum(sites));
    }
    const keys = groups.map(({ place, sites: [first] }) =>
      [first?.direction, place?.file, place?.line].join(' '),
    );
    expect(new Set(keys).size).toBe(groups.length);
    for (const { place, sites: members, worstWays } of groups) {
      expect(worstWays).toBe(Math.max(...members.map((one) => one.worstWays)));
      for (const { location } of members) {
        const own = authoredLine(location.source ?? []);
        expect([own?.file, own?.line]).toEqual([place?.file, place?.line]);
      }
    }
  });
});

test('a line is named by file and number, and shown where its file is known', () => {
  const place = { file: '/src/kernel.hip', line: 2, column: 7 };
  const sources = new Map([['/src/kernel.hip', 'first\n  second();\n']]);
  expect(linePlace(place)).toBe('kernel.hip:2');
  expect(lineTexts(sources)(place)).toBe('second();');
  expect(lineTexts(sources)({ ...place, line: 9 })).toBeUndefined();
  expect(lineTexts(undefined)(place)).toBeUndefined();
});
