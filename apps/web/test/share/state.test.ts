/** The state of links: its check and the JSON Schema of its shape take the same ones. */
import { schemaOf } from '@ldscope/core';
import { describe, expect, test } from 'vitest';
import { forAll } from '../../../../test/for-all.ts';
import { leastCases } from '../../../../test/cases.ts';
import { hasAjv, validatorOf } from '../../../../test/json-schema.ts';
import { valuesOf } from '../../../../test/shape-values.ts';
import { readState, stateShape } from '../../src/share/state.ts';

describe.skipIf(!hasAjv())('the state of a link', () => {
  test('is what its schema describes', () => {
    const isValid = validatorOf(schemaOf(stateShape));
    let good = 0;
    forAll([valuesOf(stateShape)], 400, (value) => {
      const isState = readState(value) !== undefined;
      expect(isValid(value)).toBe(isState);
      if (isState) good++;
    });
    expect(good).toBeGreaterThan(leastCases(40));
  });
});

test.each([
  [{ text: '' }, { text: '' }],
  [
    { text: 'k', workgroups: 'all', at: 0, other: 1 },
    { text: 'k', workgroups: 'all', at: 0 },
  ],
  [
    { text: 'k', baseline: { text: 'old', site: 7 }, view: 'tile' },
    { text: 'k', baseline: { text: 'old' }, view: 'tile' },
  ],
  [{ text: 'k', lane: 64 }, undefined],
  [{ text: 'k', view: 'other' }, undefined],
  [{ text: 'k', ck: { index: 3 } }, undefined],
  [{ text: 'k', baseline: {} }, undefined],
  [{ text: 'k', workgroups: 0 }, undefined],
  [[], undefined],
])('%j', (value, state) => {
  expect(readState(value)).toEqual(state);
});
