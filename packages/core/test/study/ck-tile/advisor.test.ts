/**
 * The advisor on the tutorials. What R2 and R3 would give is from an analysis of the slides' rules; the other numbers
 * are those of the slides and of CK's csv files.
 */
import { describe, expect, test } from 'vitest';
import {
  advise,
  adviceRules,
  expectValue,
  findMachine,
  findTutorial,
  machineNamed,
  ldsIndexSwappingSpec,
  recogniseSwapping,
  type Statement,
  tutorials,
} from '@ldscope/core';
import { raise } from '../../../../../test/raise.ts';

function statements(name: string, chip: string, banks: 32 | 64 = 32): readonly Statement[] {
  const [tutorial, machine] = [findTutorial(name), findMachine(chip)];
  if (tutorial === undefined || machine === undefined) throw new Error(name);
  return expectValue(advise(tutorial.spec(banks), machine));
}

function statement(name: string, rule: string, chip = 'gfx942', banks: 32 | 64 = 32): Statement {
  const found = statements(name, chip, banks).find((one) => one.rule === rule);
  if (found === undefined) throw new Error(rule);
  return found;
}

test('every item of the checklist, the rules and the page is there, once', () => {
  const names = adviceRules.map(({ rule }) => rule);
  expect(new Set(names).size).toBe(names.length);
  const items = ['q1', 'q2', 'q3', 'q4', 'r1', 'r2', 'r3'].map((item) => `slides/${item}`);
  const thumbs = [1, 2, 3, 4, 5, 6].map((number) => `slides/thumb-${number}`);
  const page = ['xor-range', 'mldslayer', 'config', 'kpack', 'xor-key', 'analyser'];
  expect(names).toEqual(
    expect.arrayContaining([...items, ...thumbs, ...page.map((item) => `page/${item}`)]),
  );
});

describe.each(['gfx942', 'gfx950'])('on %s', (chip) => {
  test.each(tutorials.map(({ name }) => name))(
    '%s: every rule has a verdict and says why',
    (name) => {
      const list = statements(name, chip);
      expect(list.map(({ rule }) => rule)).toEqual(adviceRules.map(({ rule }) => rule));
      for (const { finding, numbers } of list) {
        expect(finding).not.toMatch(/undefined|NaN|Infinity/);
        for (const value of Object.values(numbers)) expect(Number.isFinite(value)).toBe(true);
      }
    },
  );
});

test('slots are those of the instructions, a halfword one as well, and the layer that of the configuration', () => {
  expect(statement('01', 'slides/q1').finding).toBe(
    'LDS write: ds_write_b128, 4 a lane and address; LDS read: 8 x ds_read_u16, 1 a lane and address',
  );
  // Lanes write side by side; what they read goes on to the next column behind the last row.
  expect(statement('01', 'slides/q2').numbers).toEqual({ addresses: 9, withConstantStride: 1 });
  const { verdict, numbers } = statement('04', 'page/config');
  expect([verdict, numbers]).toEqual(['holds', { mLdsLayer: 2, configured: 2, kPack: 8 }]);
});

describe('claims that measurement refutes', () => {
  const names = ['01', '02', '03', '04', '05', '08', '10'];
  const byTheRule = (rule: string) =>
    names.map((name) => statement(name, rule).numbers['byTheRule']);

  test('halves of a word all or nothing', () => {
    expect(byTheRule('slides/r2')).toEqual([240, 112, 56, 112, 16, undefined, 48]);
    expect(statement('01', 'slides/r2').verdict).toBe('refuted');
    expect(statement('08', 'slides/r2').verdict).toBe('does not apply');
  });

  test('wide accesses in four steps', () => {
    expect(byTheRule('slides/r3')).toEqual([136, 72, undefined, 72, 0, 48, 40]);
    expect(statement('08', 'slides/r3').verdict).toBe('refuted');
  });

  test('64 banks for everything', () => {
    const { verdict, numbers } = statement('03', 'slides/64-banks', 'gfx950');
    expect(verdict).toBe('refuted');
    expect(numbers).toEqual({ byTheRule: 8, conflictCycles: 24 });
    expect(statement('03', 'slides/64-banks').verdict).toBe('does not apply');
  });

  test('offsets that bypass the XOR: all eight reads have 6 cycles, not three of them', () => {
    const { verdict, numbers, finding } = statement('04', 'slides/thumb-6');
    expect(verdict).toBe('refuted');
    expect(numbers).toEqual({ reads: 8, conflicting: 8, rows: 8, keys: 2 });
    expect(finding).toContain('6, 6, 6, 6, 6, 6, 6, 6');
  });

  test('the key is of row groups, RowMul moves nothing, L is not 0', () => {
    expect(statement('08', 'page/xor-key').numbers).toEqual({ differentRows: 56, rows: 64 });
    expect(statement('08', 'slides/row-mul').numbers).toEqual({ different: 0, elements: 2048 });
    expect(statement('08', 'page/l-component').numbers).toEqual({ lost: 1024, elements: 2048 });
  });
});

describe('rules', () => {
  test('hard-coding 32 banks on gfx950 leaves 4 cycles per read', () => {
    const { verdict, finding } = statement('08', 'slides/thumb-4', 'gfx950', 32);
    expect(verdict).toBe('violated');
    expect(finding).toContain('hard-coding 32 banks on gfx950 leaves 4 conflict cycles per read');
    expect(statement('08', 'slides/thumb-4', 'gfx950', 64).verdict).toBe('holds');
  });

  test('03 writes as two ds_write2_b32 because rows are only 4-byte aligned', () => {
    const { verdict, finding } = statement('03', 'slides/write-width');
    expect(verdict).toBe('violated');
    expect(finding).toContain('2 x ds_write2_b32 because rows are only 4-byte aligned');
    expect(statement('03', 'slides/thumb-2').finding).toContain('gcd(17, 32) = 1');
  });

  test('padding by 1 element leaves 16-byte vectors 4-byte aligned', () => {
    expect(statement('05', 'slides/padding-alignment').finding).toContain(
      'padding by 1 element of 2 B leaves 16-byte vectors 4-byte aligned',
    );
    expect(statement('05', 'slides/padding-cost').numbers).toEqual({ wastedBytes: 124 });
  });

  test('MLdsLayer by banks', () => {
    expect(statement('08', 'page/mldslayer', 'gfx950').finding).toBe(
      'max(1, 64 * 4 / 32 / 2) = 4, MLdsLayer is 2',
    );
  });

  test('the global side: 08 stores 8 times 2 bytes, 10 once 16', () => {
    expect(statement('08', 'slides/thumb-5').numbers).toMatchObject({ storeBytes: 2, stores: 8 });
    expect(statement('10', 'slides/thumb-5').numbers).toMatchObject({ storeBytes: 16, stores: 1 });
    expect(statement('01', 'slides/thumb-1').numbers).toMatchObject({ loadEfficiency: 1 });
  });

  test('a read through another view than the write is not one memory', () => {
    const [tutorial, machine] = [findTutorial('04'), findMachine('gfx942')];
    if (tutorial === undefined || machine === undefined) throw new Error('04');
    const spec = tutorial.spec(32);
    const plain = findTutorial('01')?.spec(32).read ?? spec.read;
    const list = expectValue(advise({ ...spec, read: plain }, machine));
    expect(list[0]).toMatchObject({ rule: 'triple/views', verdict: 'violated' });
  });

  test('of a tile with a dimension more there are no views to compare', () => {
    const spec = findTutorial('01')?.spec(32) ?? raise('01');
    const { hs, ysMajor, ysMinor } = spec.read.encoding;
    const lengths = hs.map((factors) => factors.reduce((all, one) => all * one, 1));
    const read = {
      descriptor: { base: { kind: 'packed', lengths: [...lengths, 1] }, stages: [] },
      encoding: {
        ...spec.read.encoding,
        hs: [...hs, [1]],
        ysMajor: [...ysMajor, hs.length + 1],
        ysMinor: [...ysMinor, 0],
      },
    } as const;
    const [views] = expectValue(advise({ ...spec, read }, machineNamed('gfx942')));
    expect(views).toMatchObject({ rule: 'triple/views', verdict: 'does not apply' });
  });
});

test('swappings are recognised, and nothing else is', () => {
  const options = {
    mPerBlock: 64,
    kPerBlock: 32,
    kPack: 8,
    mLdsLayer: 2,
    rowMul: 2,
    kPadded: 33,
    view: 'km',
  } as const;
  const spec = expectValue(ldsIndexSwappingSpec(options));
  expect(recogniseSwapping(spec)).toEqual(options);
  expect(recogniseSwapping({ ...spec, stages: spec.stages.slice(0, 2) })).toBeUndefined();
  expect(
    recogniseSwapping({ base: { kind: 'packed', lengths: [4, 4] }, stages: [] }),
  ).toBeUndefined();
});
