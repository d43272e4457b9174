/** How long a file may be executed: until when, by a clock in seconds that begins at 100. */
import { expect, test } from 'vitest';
import { numbersIn, rows } from '../../../test/rows.ts';
import { timeBudgetOf } from '../src/input/time-budget.ts';

// Seconds that are given, that reading has taken, and that are left; a dash where nothing is given.
test.each(rows`
  - | -  | 10
  - | 0  | 10
  - | 3  | 7
  - | 5  | 5
  - | 6  | 5
  4 | -  | 4
  4 | 1  | 3
  4 | 2  | 2
  4 | 99 | 2
  1 | -  | 1
  0 | -  | 0
  0 | 1  | 0
`)('of %s seconds, after %s of reading, %s are left', (...cells) => {
  const [seconds, readSeconds, left = NaN] = cells.map((cell) =>
    cell === '-' ? undefined : numbersIn(cell)[0],
  );
  let now = 100;
  const { isOutOfTime } = timeBudgetOf({ now: () => now, seconds, readSeconds });
  now = 100 + left - 0.001;
  expect(isOutOfTime?.()).toBe(false);
  now = 100 + left;
  expect(isOutOfTime?.()).toBe(true);
});

test('without a clock there is none', () => {
  expect(timeBudgetOf({ seconds: 0, readSeconds: 1 })).toEqual({});
});
