/** Which allocation an access touches, lane by lane. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  elementsAt,
  elementsOfObject,
  type LdsObject,
  objectAt,
  opcodeNumber,
  TraceBuilder,
  withBufferNames,
} from '@ldscope/core';
import { forAll } from '../../../test/for-all.ts';

const objects: readonly LdsObject[] = [
  { name: 'a', offset: 0, bytes: 100 },
  { name: 'b', offset: 112, bytes: 64 },
  { name: 'c', offset: 176, bytes: 24, shape: [2, 3], elementBytes: 4 },
];

test('a site has the names of all allocations that its active lanes are in', () => {
  const row = fc.record({
    site: fc.nat(2),
    addresses: fc.array(fc.nat(260), { minLength: 32, maxLength: 32 }),
    mask: fc.integer({ min: 0, max: 0xffffffff }),
  });
  forAll([fc.array(row, { maxLength: 6 })], (rows) => {
    const sites = [{ id: 'x' }, { id: 'y', buffer: 'known' }, { id: 'z' }];
    const builder = new TraceBuilder(32, sites);
    for (const { site, addresses, mask } of rows)
      builder.add(opcodeNumber('ds_read_b32') ?? 0, site, 0, 0, addresses, mask);
    const named = withBufferNames(builder.finish(), objects);
    for (const [index, { id, buffer }] of sites.entries()) {
      const names = rows
        .filter(({ site }) => site === index)
        .flatMap(({ addresses, mask }) =>
          addresses.flatMap((byte, lane) =>
            ((mask >>> lane) & 1) === 1 ? (objectAt(objects, byte)?.name ?? []) : [],
          ),
        );
      const wanted = [...new Set(names)].toSorted().join(', ');
      expect(named.sites[index]).toMatchObject({ id });
      expect(named.sites[index]?.buffer).toBe(wanted === '' ? buffer : wanted);
    }
  });
});

test('elements of a declared array are row-major from its offset; others are not known', () => {
  const [a, , c] = objects;
  const elements = c && elementsOfObject(c);
  expect(elements?.names).toEqual(['row', 'column']);
  expect(elements && elementsAt(elements, 176 + 16, 8)).toEqual([
    [1, 1],
    [1, 2],
  ]);
  expect(elements && elementsAt(elements, 0, 64)).toEqual([]);
  expect(a && elementsOfObject(a)).toBeUndefined();
  expect(c && elementsOfObject({ ...c, offset: 178 })).toBeUndefined();
  expect(c && elementsOfObject({ ...c, bytes: 28 })).toBeUndefined();
});

test('an exchange between lanes touches none, whatever numbers its lanes have', () => {
  const ops = ['ds_bpermute_b32', 'ds_permute_b32', 'ds_swizzle_b32', 'ds_read_b32'];
  const builder = new TraceBuilder(
    32,
    ops.map((id) => ({ id })),
  );
  for (const [site, op] of ops.entries())
    builder.add(
      opcodeNumber(op) ?? 0,
      site,
      0,
      site,
      Array.from({ length: 32 }, (_, lane) => 4 * lane),
    );
  const named = withBufferNames(builder.finish(), objects);
  expect(named.sites.map(({ buffer }) => buffer)).toEqual([
    undefined,
    undefined,
    undefined,
    'a, b',
  ]);
});
