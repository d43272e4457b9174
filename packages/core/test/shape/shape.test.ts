/** Shapes: their checks, their types, their words, and Ajv with their JSON Schema as the oracle. */
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  readShape,
  readText,
  schemaOf,
  shape as shapes,
  type Shape,
  type ShapeMessages,
  type ValueOf,
} from '@ldscope/core';
import { forAll } from '../../../../test/for-all.ts';
import { leastCases } from '../../../../test/cases.ts';
import { hasAjv, validatorOf } from '../../../../test/json-schema.ts';
import { valuesOf } from '../../../../test/shape-values.ts';

const {
  anything,
  choice,
  either,
  flag,
  float,
  integer,
  label,
  list,
  made,
  mapping,
  named,
  names,
  number,
  oneKey,
  optional,
  required,
  someOf,
  text,
  tuple,
  whole,
  word,
} = shapes;

const message = (words: string): ReturnType<ShapeMessages['shape']> => ({
  code: 'test/shape',
  severity: 'error',
  message: words,
  hint: '',
});
const say: ShapeMessages = {
  shape: (path, wanted) => message(`${path.join('.')}: ${wanted}`),
  unknownKey: (key, nearest) => message(`${key}: ${nearest ?? 'unknown'}`),
  choice: (path, shown, known) => message(`${path.join('.')}: ${shown}, not ${known.join(' ')}`),
};

interface Tree {
  readonly value: number;
  readonly inner?: readonly Tree[] | undefined;
}
const tree: Shape<Tree> = named('tree', (): Shape<Tree> => branch);
const branch = mapping({
  value: required(whole(0, 9), 'Its number.'),
  inner: optional(list(tree, 1, 2, 'one or two trees'), 'Trees in it.'),
});

const workgroups = either(
  "a whole number, or 'all'",
  { form: 'text', shape: word(['all']) },
  { form: 'number', shape: whole(1) },
);

/** A mapping with one key that says what it is, and one that it may have in any case. */
const figure = oneKey(
  {
    square: optional(
      made(whole(1, 9), (side) => side * side),
      'Its side.',
    ),
    circle: optional(label('a radius', ['r']), 'Its radius.'),
  },
  { name: optional(text('a name'), 'Its name.') },
);

/** A shape of each kind, with the bounds that kinds have. */
const kinds: Readonly<Record<string, Shape>> = {
  anything,
  'whole from 0 on': whole(),
  'whole from 1 to 64': whole(1, 64),
  'whole below 0': whole(-8, 8),
  'integer of 8 bits': integer(8),
  'integer of 64 bits': integer(64),
  float,
  'number above 0': number(0, 1e6),
  flag,
  'text': text('a text'),
  'text of 4 characters': text('a text', { most: 4 }),
  'text of a pattern': text('a day', { pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, most: 10 }),
  'word': word(['none', '32B']),
  'names': choice(['a', 'b']),
  'numbers': choice([32, 64]),
  'names and numbers': choice(['all', 1]),
  'list': list(whole(1, 4), 1, 3, 'one to three'),
  'tuple': tuple(whole(1, 4), 2),
  'text or number': label('a name', ['a', 'b']),
  'one key': figure,
  'some': someOf(text('a name'), 3, 'names'),
  'mapping': mapping({ a: required(whole(1), 'A.'), b: optional(text('a text'), 'B.') }),
  'open mapping': mapping({ a: optional(whole(1, 2), 'A.') }, { isOpen: true }),
  'one of two': mapping(
    { a: optional(flag, 'A.'), b: optional(flag, 'B.'), c: optional(flag, 'C.') },
    { oneOf: { keys: ['a', 'b'], isExact: true } },
  ),
  'one at least': mapping(
    { a: optional(flag, 'A.'), b: optional(flag, 'B.') },
    { oneOf: { keys: ['a', 'b'], isExact: false } },
  ),
  'dictionary': names(whole(0, 3)),
  'number or all': workgroups,
};

describe.skipIf(!hasAjv())('the JSON Schema', () => {
  test.each(Object.entries(kinds))('takes what the reader takes: %s', (_name, shape) => {
    const isValid = validatorOf(schemaOf(shape));
    let [good, bad] = [0, 0];
    forAll([valuesOf(shape)], 400, (value) => {
      const read = readShape(value, shape, say);
      expect(isValid(value), JSON.stringify(value)).toBe(read.ok);
      if (read.ok) good++;
      else bad++;
    });
    expect(good).toBeGreaterThan(leastCases(20));
    if (shape !== anything) expect(bad).toBeGreaterThan(leastCases(5));
  });

  test('takes what the reader takes of a shape in itself', () => {
    const isValid = validatorOf({ $defs: { tree: schemaOf(branch) }, ...schemaOf(tree) });
    forAll([valuesOf(tree)], 400, (value) => {
      expect(isValid(value)).toBe(readShape(value, tree, say).ok);
    });
  });
});

describe('the reader', () => {
  const launch = mapping({
    grid: required(whole(1), 'Workgroups.'),
    lds: optional(whole(0, 65536), 'Bytes of LDS.'),
    fill: optional(choice(['zeros', 'iota']), 'Contents.'),
  });

  test.each([
    [{ grid: 4, ldss: 1 }, ['ldss: lds']],
    [{ lds: -1 }, [': a mapping with grid', 'lds: a whole number from 0 to 65536']],
    [{ grid: 0 }, ['grid: a whole number, at least 1']],
    [{ grid: 1, fill: 'ones' }, ['fill: ones, not zeros iota']],
    [[], [': a mapping with grid, lds, fill']],
    [{ grd: 4 }, ['grd: grid']],
  ])('tells what is wrong with %j', (data, wrong) => {
    const read = readShape(data, launch, say);
    expect(read.ok ? [] : read.problems.map(({ diagnostic }) => diagnostic.message)).toEqual(wrong);
  });

  test('gives numbers that came as bigint or text', () => {
    const shape = mapping({
      at: required(whole(), 'A byte.'),
      bits: required(integer(64), 'Bits.'),
      size: required(choice([32, 64]), 'Lanes.'),
    });
    const read = readShape({ at: 12n, bits: '0xffffffffffffffff', size: 64n }, shape, say);
    expect(read).toEqual({ ok: true, value: { at: 12, bits: 2n ** 64n - 1n, size: 64 } });
  });

  test.each<readonly [unknown, unknown]>([
    [{ square: 3, name: 'a' }, [['square', 9], { name: 'a' }]],
    [{ circle: 3 }, [['circle', '3'], {}]],
    [{ square: 0 }, ['square: a whole number from 1 to 9']],
    [{ name: 'a' }, [': a mapping with square or circle']],
    [{ square: 1, circle: 'r' }, ['circle: square']],
    [{ sqare: 1 }, ['sqare: square']],
  ])('makes of %j what the shape says', (data, wanted) => {
    const read = readShape(data, figure, say);
    const told = read.ok ? read.value : read.problems.map(({ diagnostic }) => diagnostic.message);
    expect(told).toEqual(wanted);
  });

  test('offers the keys by which alternatives are known', () => {
    const either = shapes.either(
      'a figure or a name',
      { form: { has: ['square', 'circle'] }, shape: figure },
      { form: 'mapping', shape: mapping({ label: optional(text('a name'), 'Its name.') }) },
    );
    const read = readShape({ circel: 1 }, either, say);
    expect(read.ok ? '' : read.problems[0]?.diagnostic.message).toBe('circel: circle');
  });

  test('keeps keys that objects have anyway', () => {
    const data: unknown = JSON.parse('{ "__proto__": 1, "constructor": 2 }');
    const read = readShape(data, names(whole()), say);
    expect(read.ok && Object.entries(read.value)).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
    ]);
  });

  test('refuses values that are too deep', () => {
    const deep: unknown = JSON.parse(`${'{"value":1,"inner":['.repeat(50)}1${']}'.repeat(50)}`);
    const read = readShape(deep, tree, say);
    expect(read.ok ? '' : read.problems[0]?.diagnostic.message).toContain('levels deep');
  });

  test('has the type that the shape declares', () => {
    expectTypeOf<ValueOf<typeof launch>>().toEqualTypeOf<
      { readonly grid: number } & {
        readonly lds?: number | undefined;
        readonly fill?: 'zeros' | 'iota' | undefined;
      }
    >();
    expectTypeOf<ValueOf<typeof figure>[0]>().toEqualTypeOf<
      readonly ['square', number] | readonly ['circle', string]
    >();
    expectTypeOf<ValueOf<typeof workgroups>>().toEqualTypeOf<number | 'all'>();
    expectTypeOf<ValueOf<(typeof kinds)['list']>>().toEqualTypeOf<unknown>();
  });
});

describe('a word', () => {
  test.each<readonly [string, Shape, unknown]>([
    ['12', whole(1), { value: 12 }],
    ['0x20', whole(1), { value: 32 }],
    ['0', whole(1), { wanted: 'at least 1' }],
    ['65536', whole(0, 65535), { wanted: 'at most 65535' }],
    ['-1', whole(), { wanted: 'a whole number' }],
    ['-1', whole(-8), { value: -1 }],
    ['1.5', whole(), { wanted: 'a whole number' }],
    ['', whole(), { wanted: 'a whole number' }],
    ['9007199254740993', whole(), { wanted: 'a whole number' }],
    ['2.5', number(0, 1e6), { value: 2.5 }],
    ['0', number(0, 1e6), { wanted: 'a number above 0' }],
    ['1e3', number(0, 1e6), { wanted: 'a number above 0' }],
    ['all', workgroups, { value: 'all' }],
    ['7', workgroups, { value: 7 }],
    ['0', workgroups, { wanted: 'at least 1' }],
    ['any', workgroups, { wanted: 'a whole number' }],
    ['3,-9', list(whole(-99), 1, 9, 'numbers'), { value: [3, -9] }],
    ['3,', list(whole(-99), 1, 9, 'numbers'), { wanted: 'numbers' }],
    ['64', choice([32, 64]), { value: 64 }],
    ['48', choice([32, 64]), { wanted: 'one of 32, 64' }],
    ['4', made(whole(1), (side) => side * side), { value: 16 }],
    ['x', made(whole(1), (side) => side * side), { wanted: 'a whole number' }],
    ['{}', mapping({}), { wanted: 'a value' }],
  ])('%j', (given, shape, read) => {
    expect(readText(given, shape)).toEqual(read);
  });
});
