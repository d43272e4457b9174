/**
 * Random values for a shape, from its description: most have the shape, the others miss it by one number, key or kind.
 *
 *     whole(1, 64)     1, 64, 17; and 0, 65, 1.5, "1", true
 */
import * as fc from 'fast-check';
import type { Shape } from '@ldscope/core';

type Arbitrary = fc.Arbitrary<unknown>;

const ODD: readonly unknown[] = JSON.parse(
  '[0, -1, 1.5, 1e300, true, null, "", "x", "12", "nan", "\ud83d\ude00", [], {}, [1], ["x"], { "x": 1 }]',
) as readonly unknown[];
const odd = fc.constantFrom(...ODD);

/** Shapes inside each other, at most. */
const MOST_LEVELS = 5;

/** Values of a shape, and values that are nearly of it. */
export function valuesOf(shape: Shape, level = 0): Arbitrary {
  const own = level > MOST_LEVELS ? odd : ownValues(shape, level);
  return fc.oneof({ weight: 24, arbitrary: own }, { weight: 1, arbitrary: odd });
}

function ownValues(shape: Shape, level: number): Arbitrary {
  switch (shape.kind) {
    case 'any':
      return odd;
    case 'whole': {
      const { least, most } = shape;
      const edges = [least, most, least - 1, most + 1, least + 0.5];
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 100) }) },
        { weight: 1, arbitrary: fc.constantFrom(...edges) },
      );
    }
    case 'integer': {
      const [low, high] = [-(2 ** (shape.bits - 1)), 2 ** shape.bits - 1];
      const texts = ['12', '-0x1f', '0x', '1e3', '', `${'1'.repeat(40)}`, `${'1'.repeat(41)}`];
      return fc.constantFrom<unknown>(0, low, high, 2 * low, 2 * high + 2, true, 0.5, ...texts);
    }
    case 'float':
      return fc.oneof(fc.double(), fc.constantFrom('1e3', 'nan', '-inf', '.5', '.', '1e', ' 1'));
    case 'number': {
      const { above, most } = shape;
      return fc.constantFrom(above, above + 1e-6, most, most + 1, most / 2, NaN, Infinity);
    }
    case 'boolean':
      return fc.boolean();
    case 'text':
      return textsOf(shape);
    case 'choice': {
      const [first = ''] = shape.names;
      return fc.constantFrom<unknown>(...shape.names, String(first), `${first}x`, 0);
    }
    case 'list': {
      const { of, least, most } = shape;
      const maxLength = Math.min(most + 1, Math.max(least, 2) + 1);
      return fc.array(valuesOf(of, level + 1), { minLength: Math.max(0, least - 1), maxLength });
    }
    case 'mapping':
      return mappingsOf(shape, level);
    case 'names':
      return fc.dictionary(fc.constantFrom('a', 'b', 'c*'), valuesOf(shape.of, level + 1), {
        maxKeys: 3,
      });
    case 'either':
      return fc.oneof(...shape.of.map((one) => valuesOf(one.shape, level + 1)));
    case 'made':
      return valuesOf(shape.from, level);
    case 'named':
      return valuesOf(shape.of(), level + 1);
  }
}

function textsOf(shape: Extract<Shape, { readonly kind: 'text' }>): Arbitrary {
  const { pattern, most, examples = [] } = shape;
  const lengths = most === undefined || most > 10_000 ? [1, 9] : [0, most, most + 1];
  const long = lengths.flatMap((count) => ['a'.repeat(count), '\u{1F600}'.repeat(count)]);
  const fitting = [
    ...(pattern === undefined ? [] : [fc.stringMatching(pattern)]),
    ...(examples.length === 0 ? [] : [fc.constantFrom(...examples)]),
  ];
  return fc.oneof(
    ...fitting,
    ...fitting,
    ...fitting,
    fc.constantFrom(...long, '2027-03-31', 'all', '32x8'),
  );
}

/** All keys that are needed, some others, and now and then one that is not known or one less. */
function mappingsOf(shape: Extract<Shape, { readonly kind: 'mapping' }>, level: number): Arbitrary {
  const { keys, oneOf } = shape;
  const names = Object.keys(keys);
  const needed = names.filter((name) => keys[name]?.isRequired);
  const others = names.filter((name) => !needed.includes(name) && !oneOf?.keys.includes(name));
  const either = oneOf?.keys ?? [];
  const rarely = <T>(common: T, rare: T): fc.Arbitrary<T> =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(common) },
      { weight: 1, arbitrary: fc.constant(rare) },
    );
  return fc
    .tuple(
      fc.subarray(others, { maxLength: Math.min(3, others.length) }),
      either.length === 0 ? fc.constant([]) : fc.tuple(fc.constantFrom(...either)),
      rarely<readonly string[]>([], either.slice(0, 2)),
      rarely<readonly string[]>([], ['unknown']),
      rarely(needed, needed.slice(1)),
    )
    .chain((parts) => {
      const chosen = [...new Set(parts.flat())];
      const entries = chosen.map((name): [string, Arbitrary] => {
        const key = keys[name];
        return [name, key === undefined ? odd : valuesOf(key.shape, level + 1)];
      });
      return fc.record(Object.fromEntries(entries));
    });
}
