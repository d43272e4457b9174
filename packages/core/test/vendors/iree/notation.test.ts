/** IREE's attributes: published values, algebra, and the traps with their witnesses. */
import * as fc from 'fast-check';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  accessFault,
  assumedPeriod,
  elementOffset,
  exactPeriod,
  expectValue,
  groupsOf,
  ireeLayout,
  type IreeSwizzle,
  isSelfInverse,
  nestedElement,
  type NestedLayout,
  nestedLayoutFaults,
  nestedRegisters,
  nestedShape,
  parseIreeSwizzle,
  parseLayout,
  parseNestedLayout,
  periodFault,
  permutationFault,
  printIreeSwizzle,
  printNestedLayout,
  range,
  rowWidthFault,
  swizzleAddedConstant,
  swizzleOffset,
  verifierFault,
  type XorShuffle,
} from '@ldscope/core';
import { rows } from '../../../../../test/rows.ts';
import { forAll } from '../../../../../test/for-all.ts';
import { raise } from '../../../../../test/raise.ts';

const xor = (
  rowWidth: number,
  accessWidth: number,
  rowStride?: number,
  perPhase?: number,
): XorShuffle => ({ kind: 'xor_shuffle', rowWidth, accessWidth, rowStride, perPhase });

describe('published values', () => {
  interface Attribute {
    readonly kind: string;
    readonly row_width: number;
    readonly access_width: number;
    readonly row_stride?: number;
    readonly per_phase?: number;
  }
  interface Access {
    readonly vector_elems: number;
    readonly offset: number | string;
  }
  interface Case {
    readonly id: string;
    readonly pass: string;
    readonly attr: Attribute | null;
    readonly input: { readonly accesses?: readonly Access[]; readonly rows?: number };
    readonly expected: {
      readonly accepted?: boolean;
      readonly diagnostic?: string | null;
      readonly hint_dropped_without_rewrite?: boolean;
      readonly accesses?: readonly Access[];
      readonly logical_group_found_at_each_physical_slot?: readonly (readonly number[])[];
    };
  }
  const file = new URL('../../../../../../shared/cases/iree-cases.json', import.meta.url);
  const there = existsSync(file);
  if (!there)
    console.log('skipped: the cases of IREE are not there (shared/cases/iree-cases.json)');
  const cases: readonly Case[] = there
    ? (JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly Case[] }).cases
    : [];
  const swizzleOf = (attr: Attribute): IreeSwizzle =>
    attr.kind === 'rotate_rows'
      ? { kind: 'rotate_rows', rowWidth: attr.row_width, accessWidth: attr.access_width }
      : xor(attr.row_width, attr.access_width, attr.row_stride, attr.per_phase);

  test.skipIf(!there)('resolved offsets', () => {
    let checked = 0;
    for (const { attr, expected, id, input, pass } of cases) {
      if (pass !== 'resolve-swizzle-hints' || attr === null) continue;
      const swizzle = swizzleOf(attr);
      const found = input.accesses?.flatMap(({ offset, vector_elems: length }) => {
        if (typeof offset !== 'number') return [];
        const width = Math.min(length, swizzle.accessWidth);
        return Array.from({ length: length / width }, (_, k) =>
          swizzleOffset(swizzle, offset + k * width),
        );
      });
      const wanted = expected.accesses?.map(({ offset }) => offset);
      if (found === undefined || found.length === 0 || wanted === undefined) continue;
      if (expected.hint_dropped_without_rewrite === true) continue;
      expect(found, id).toEqual(wanted);
      checked++;
    }
    expect(checked).toBeGreaterThan(4);
  });

  test.skipIf(!there)('hints that are dropped are those of unsupported widths', () => {
    for (const { attr, expected, id, input, pass } of cases) {
      if (pass !== 'resolve-swizzle-hints' || attr === null || !id.startsWith('resolve-2'))
        continue;
      const swizzle = swizzleOf(attr);
      const faults = input.accesses?.filter(
        ({ offset, vector_elems: length }) =>
          typeof offset === 'number' &&
          accessFault(swizzle, offset, length)?.message.includes('is not a multiple'),
      );
      if (faults === undefined) continue;
      expect(faults.length > 0, id).toBe(expected.hint_dropped_without_rewrite);
    }
  });

  test.skipIf(!there)('the picture of the attribute, and the verifier', () => {
    for (const { attr, expected, id, input, pass } of cases) {
      if (attr === null) continue;
      if (pass === 'attribute verifier') {
        expect(verifierFault(swizzleOf(attr)) ?? null, id).toBe(expected.diagnostic);
      }
      const picture = expected.logical_group_found_at_each_physical_slot;
      if (picture === undefined) continue;
      const swizzle = swizzleOf(attr);
      const groups = groupsOf(swizzle);
      for (let slot = 0; slot < (input.rows ?? 0) * groups; slot++) {
        const logical = picture[Math.floor(slot / groups)]?.[slot % groups] ?? -1;
        const start = Math.floor(slot / groups) * swizzle.rowWidth;
        const place = swizzleOffset(swizzle, start + logical * swizzle.accessWidth);
        expect(place, id).toBe(slot * swizzle.accessWidth);
      }
    }
  });
});

test("the talk's address: tile[3][8] under <128, 4, 128, 1>", () => {
  const swizzle = expectValue(
    parseIreeSwizzle(
      '#iree_codegen.xor_shuffle</*row_width=*/128, /*access_width=*/4, /*row_stride=*/128, /*per_phase=*/1>',
    ),
  );
  expect(printIreeSwizzle(swizzle)).toBe('#iree_codegen.xor_shuffle<128, 4, 128, 1>');
  expect(swizzleOffset(swizzle, 3 * 128 + 8)).toBe(388);
  const tile = { rows: 16, columns: 128, elementBytes: 2 };
  const byte = elementOffset(expectValue(ireeLayout(swizzle, tile)), 3, 8);
  expect(byte).toBe(776);
  expect((byte / 4) % 32).toBe(2);
});

describe('algebra', () => {
  const swizzles = fc
    .tuple(fc.nat(3), fc.nat(4), fc.nat(2), fc.nat(4), fc.boolean())
    .map(([w, n, s, p, rotate]): IreeSwizzle => {
      const [accessWidth, rowWidth] = [2 ** w, 2 ** (w + n)];
      if (rotate) return { kind: 'rotate_rows', rowWidth, accessWidth };
      return xor(rowWidth, accessWidth, rowWidth * 2 ** s, Math.min(2 ** p, 2 ** n));
    });

  test('permutations of a period, self-inverse where they say so', () => {
    forAll([swizzles], 100, (swizzle) => {
      expect(verifierFault(swizzle)).toBeUndefined();
      const period = exactPeriod(swizzle);
      expect(permutationFault(swizzle, period)).toBeUndefined();
      const self = isSelfInverse(swizzle);
      if (swizzle.kind === 'xor_shuffle') expect(self).toBe(true);
      const wrong = Array.from({ length: period }, (_, offset) => offset).filter((offset) => {
        const place = swizzleOffset(swizzle, offset);
        if (self && swizzleOffset(swizzle, place) !== offset) return true;
        return swizzleOffset(swizzle, offset + period) !== place + period;
      });
      expect(wrong).toEqual([]);
    });
  });

  test('rotations of any number of groups are permutations', () => {
    for (let groups = 1; groups < 20; groups++) {
      const swizzle = { kind: 'rotate_rows', rowWidth: groups * 4, accessWidth: 4 } as const;
      expect(permutationFault(swizzle, exactPeriod(swizzle))).toBeUndefined();
      const isBack = range(exactPeriod(swizzle)).every(
        (i) => swizzleOffset(swizzle, swizzleOffset(swizzle, i)) === i,
      );
      expect(isBack).toBe(isSelfInverse(swizzle));
    }
  });

  test('text of an attribute', () => {
    forAll([swizzles], (swizzle) => {
      expect(expectValue(parseIreeSwizzle(printIreeSwizzle(swizzle)))).toEqual(swizzle);
    });
    const hazard = xor(64, 8, undefined, 2);
    expect(printIreeSwizzle(hazard)).toBe('#iree_codegen.xor_shuffle<64, 8, 64, 2>');
  });

  test('a tile layout has the places of the attribute', () => {
    forAll([swizzles, fc.nat(2), fc.nat(3)], 100, (swizzle, wider, rows) => {
      const columns = swizzle.rowWidth * 2 ** wider;
      const tile = { rows: 2 ** (rows + 2), columns, elementBytes: 2 };
      const layout = ireeLayout(swizzle, tile);
      if (!layout.ok) return;
      for (const i of range(tile.rows * columns)) {
        const [row, column] = [Math.floor(i / columns), i % columns];
        expect(elementOffset(layout.value, row, column)).toBe(swizzleOffset(swizzle, i) * 2);
      }
    });
  });
});

describe('traps', () => {
  test('T1: constants are reduced by a period that ignores per_phase and row_stride', () => {
    const swizzle = xor(128, 16, 128, 2);
    expect([assumedPeriod(swizzle), exactPeriod(swizzle)]).toEqual([1024, 2048]);
    expect(swizzleOffset(swizzle, 1056)).toBe(1120);
    expect(swizzleAddedConstant(swizzle, 32, 1024)).toBe(1056);
    expect(periodFault(swizzle, 4096)?.code).toBe('notation/constant-offset');
    expect(periodFault(xor(128, 16), 4096)).toBeUndefined();
    expect(swizzleAddedConstant(xor(128, 16), 32, 1024)).toBe(swizzleOffset(xor(128, 16), 1056));
  });

  test('T2: groups that are not a power of two collide or leave the buffer', () => {
    expect([448, 520].map((offset) => swizzleOffset(xor(96, 8), offset))).toEqual([480, 480]);
    const places = range(16 * 12).map((g) => swizzleOffset(xor(96, 8), g * 8));
    const again = places.filter((place, g) => places.indexOf(place) !== g);
    expect(new Set(again).size).toBe(32);
    expect(permutationFault(xor(96, 8), 16 * 96)?.code).toBe('notation/collision');
    expect(permutationFault(xor(80, 8), 16 * 80)).toBeDefined();
    const tile = { rows: 16, columns: 96, elementBytes: 2 };
    expect(parseLayout('xor_shuffle<96, 8>', 'iree', { tile }).ok).toBe(false);
    expect(parseLayout('rotate_rows<96, 8>', 'iree', { tile }).ok).toBe(true);
  });

  test('T3: a wide access that is not aligned takes other elements', () => {
    const swizzle = xor(128, 16);
    expect([1955, 1967, 1968].map((offset) => swizzleOffset(swizzle, offset))).toEqual([
      2003, 2015, 1984,
    ]);
    expect(accessFault(swizzle, 1955, 16)?.message).toBe(
      '16 elements from 1955: element 1968 is at 1984, but the access takes 2016',
    );
    expect(accessFault(swizzle, 1952, 16)).toBeUndefined();
    expect(accessFault(swizzle, 1955, 1)).toBeUndefined();
    expect(accessFault(swizzle, 1952, 2)?.code).toBe('notation/unaligned');
  });

  test('T4: a row width that is not the pitch', () => {
    const tile = { rows: 16, columns: 64, elementBytes: 2 };
    const notes = (text: string): string[] =>
      parseLayout(text, 'iree', { tile }).diagnostics.map(({ message }) => message);
    expect(notes('xor_shuffle<128, 8>')).toEqual([
      'row_width 128 spans 2 rows of 64 elements: units move between rows, and the key changes only from one span to the next',
    ]);
    expect(rowWidthFault(xor(32, 8), 64)?.message).toContain('only 4 keys are used');
    expect(notes('xor_shuffle<64, 8>')).toEqual([]);
  });
});

test('parameters may have their names, in upstream order', () => {
  const named = 'xor_shuffle<row_width = 128, access_width = 4, row_stride = 256, per_phase = 2>';
  expect(parseIreeSwizzle(named)).toEqual(parseIreeSwizzle('xor_shuffle<128, 4, 256, 2>'));
  expect(parseIreeSwizzle('rotate_rows<64, access_width = 8>').ok).toBe(true);
  expect(parseIreeSwizzle('xor_shuffle<access_width = 4, row_width = 128>').ok).toBe(false);
  expect(parseIreeSwizzle('xor_shuffle<row_width 128, 4>').ok).toBe(false);
});

test.each(rows`
  #iree_codegen.xor_shuffle<64, 5> | notation/parameter 14-32: expected access width to divide row width
  xor_shuffle<64, 8, 64, 16>       | notation/parameter 0-26: per_phase must be smaller than max_phase
  xor_shuffle<64, 8, 96>           | notation/parameter 0-22: expected row width to divide row stride
  xor_shuffle<64, 0>               | notation/parameter 16-17: 0 is not a number of elements
  xor_shuffle<64, -8>              | -8 is not a number
  xor_shuffle<64>                  | xor_shuffle has 1 numbers
  rotate_rows<64, 8, 64>           | rotate_rows has 3 numbers
  xor_shufle<64, 8>                | 'xor_shufle' is not a known IREE swizzle
  xor_shuffle<64, 8> x             | syntax/expected 19-20: expected the end, found 'x'
`)('%s is wrong: %s', (text, expected) => {
  const [first] = parseIreeSwizzle(text).diagnostics;
  const said = `${first?.code} ${first?.span?.start}-${first?.span?.end}: ${first?.message}`;
  expect(said).toContain(expected);
});

describe('nested_layout', () => {
  const text =
    '#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1], thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [8, 1]>';
  const layout = expectValue(parseNestedLayout(text));

  test('prints what it reads', () => {
    expect(printNestedLayout(layout)).toBe(text);
    expect(nestedShape(layout)).toEqual([16, 16]);
    expect(nestedLayoutFaults(layout, 64)).toEqual([]);
  });

  const elementOf = (of: NestedLayout, thread: number, register: number): readonly number[] =>
    nestedElement(of, thread, 64, nestedRegisters(of)[register] ?? raise('no such register'));

  test('threads and registers cover the vector; thread 9 starts at row 4, column 1', () => {
    const registers = nestedRegisters(layout).keys();
    const seen = [...registers].flatMap((register) =>
      range(32).map((thread) => elementOf(layout, thread, register).join()),
    );
    expect(new Set(seen).size).toBe(256);
    expect(elementOf(layout, 9, 0)).toEqual([4, 1]);
    expect(elementOf(layout, 9, 4)).toEqual([4, 9]);
  });

  test('subgroups are counted in whole subgroups', () => {
    const two = { ...layout, subgroup_tile: [2, 1], subgroup_strides: [1, 0] };
    expect(elementOf(two, 64 + 9, 0)).toEqual([20, 1]);
  });

  test.each([
    [{ thread_strides: [0, 1] }, 'nobody has the others'],
    [{ thread_strides: [4, 1] }, '4 along dimension 0 is not a multiple of 8'],
    [{ thread_tile: [16, 8] }, 'need 128 threads, a subgroup has 64'],
  ])('with %j is at fault: %s', (of, expected) => {
    expect(nestedLayoutFaults({ ...layout, ...of }, 64)[0]?.message).toContain(expected);
  });

  test('fields of other ranks are refused', () => {
    const [short] = parseNestedLayout(text.replace('[4, 8]', '[4]')).diagnostics;
    expect(short?.message).toBe('all fields must have the same rank as the layout');
  });
});
