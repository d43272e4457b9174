/** Integers as doubles: what a width makes of a number, and where a double is not enough. */
import { expect, it } from 'vitest';
import { rows } from '../../../../test/rows.ts';
import { wrap } from '../../src/interpret/arithmetic/integers.ts';

const [largest, next] = [2 ** 53 - 1, 2 ** 53];

it.each(rows`
  3           | 1  | 1
  127         | 8  | 127
  128         | 8  | -128
  -129        | 8  | 127
  ${2 ** 30}  | 31 | ${-(2 ** 30)}
  ${2 ** 31}  | 32 | ${-(2 ** 31)}
  ${2 ** 32}  | 33 | ${-(2 ** 32)}
  ${-(2 ** 32)} | 33 | ${-(2 ** 32)}
  ${2 ** 32 - 1} | 33 | ${2 ** 32 - 1}
  ${largest}  | 53 | -1
  ${largest}  | 64 | ${largest}
  ${-largest} | 64 | ${-largest}
  ${next}     | 64 | NaN
  ${-next}    | 64 | NaN
  ${next}     | 48 | NaN
  Infinity    | 64 | NaN
`)('%s in %s bits is %s', (value, width, wanted) => {
  expect(wrap(Number(value), Number(width))).toBe(Number(wanted));
});
