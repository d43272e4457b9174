/** Every form that is executed, with what depends on an argument that is not given: everything, some lanes, or one register. */
import { expect, test } from 'vitest';
import { forms, unknownKernel, type Variant, wronglyKnown } from './unknown-forms.ts';
import { chosenOf, leastCases } from '../../../test/cases.ts';

let compared = 0;

test.each(chosenOf(forms))('%s', (form) => {
  const registers = unknownKernel(form, 'all').registers.keys();
  const variants: Variant[] = ['all', 'lanes', 'before', ...registers];
  for (const variant of variants) {
    const wrong = wronglyKnown(form, variant);
    if (wrong !== undefined) compared++;
    expect(wrong ?? [], `${variant}`).toEqual([]);
  }
});

test('most forms are executed', () => {
  expect(compared).toBeGreaterThan(leastCases(1200));
});
