/** Assembly of five chips with a hazard each, and without: `check` fails with exactly those. */
import { expect, test } from 'vitest';
import { hazardCases, hazardsOf, kernelOf, linesBefore } from './machine-code.ts';

const cases = hazardCases('.s').map((one) => [one.name, one] as const);

test.each(cases)('%s', async (_, one) => {
  const before = linesBefore(one);
  const found = await hazardsOf(one, kernelOf(one), ({ line = 0 }) => line - before);
  expect(found).toEqual(one.wanted);
});

test('a file that is called racy has a hazard, and one that is called right has none', () => {
  for (const [name, { wanted }] of cases)
    expect([name, wanted.length > 0]).toEqual([name, name.startsWith('racy-')]);
});
