/** What is wrong with a layout in an option: of several lines with the line, and with no place of the kernel. */
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { readLayout } from '../src/layout/layout-words.ts';

const tile = { rows: 64, columns: 32, elementBytes: 2 };

// A text that no notation is known for has no places in it.
test.each(rows`
  ck-tile: make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<kK>{}))         | 'kK' has no value
  \nck-tile: make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, number<kK>{}))\n    | 'kK' has no value
  ck-tile: make_naive_tensor_descriptor_packed(make_tuple(number<64>{}, \n number<kK>{}))     | line 2 of the layout: 'kK' has no value
  ck-tile: make_naive_tensor_descriptor_packed(make_tuple(number<kM>{}, \n number<64>{}))     | line 1 of the layout: 'kM' has no value
  like it was                                                                                 | unknown layout 'like it was'
  like \n it was                                                                              | unknown layout 'like
`)('%j: %s', (text, wanted) => {
  const read = readLayout(text, tile);
  expect(read.ok).toBe(false);
  const [first] = read.diagnostics;
  expect(first?.message.slice(0, wanted.length)).toBe(wanted);
  expect(first).toMatchObject({ about: 'layout' });
  expect(first?.span).toBeUndefined();
});
