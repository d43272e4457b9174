/** A buffer that is named is searched alone. */
import { expect, test } from 'vitest';
import { exampleText } from '../../../test/example.ts';
import { suggestKernel } from '../src/index.ts';

test('of several buffers the named one is searched', () => {
  const text = exampleText('gemm-gather-plain/kernel.mlir');
  const namesOf = (options: { readonly buffer?: string }): readonly string[] =>
    (suggestKernel(text, { machines: ['gfx950'], ...options }).report?.buffers ?? []).map(
      ({ names }) => names.join(),
    );
  const all = namesOf({});
  expect(all).toHaveLength(2);
  for (const buffer of all) expect(namesOf({ buffer })).toEqual([buffer]);
});
