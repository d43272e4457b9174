/** Parameters of a text and the shapes that they make. */
import { expect, test } from 'vitest';
import { rows } from '../../../test/rows.ts';
import { readParameters, shapesOf } from '../src/shapes/parameters.ts';

test.each(rows`
  M=64,128             | M 64 128
  M=64..256:64         | M 64 128 192 256
  M=64..255:64         | M 64 128 192
  M=16..256*2          | M 16 32 64 128 256
  M = 1..10*3 , 0      | M 1 3 9 0
  M=0..2:1             | M 0 1 2
  M=8..8:1             | M 8
  M=8,4..8*2           | M 8 4
  _a1=2147483647       | _a1 2147483647
  M=1 K=2,3            | M 1; K 2 3
  M=                   | shapes/parameter
  M=x                  | shapes/parameter
  3M=4                 | shapes/parameter
  M=2147483648         | shapes/parameter
  M=8..4:1             | shapes/parameter
  M=0..8*2             | shapes/parameter
  M=1..8*1             | shapes/parameter
  M=1..8:0             | shapes/parameter
  M=1,                 | shapes/parameter
  M=1..4097:1          | shapes/parameter
  M=1 K=2 M=3          | shapes/twice
                       | shapes/no-parameters
  M=1..65:1 K=1..64:1  | shapes/too-many
`)('%s: %s', (text, wanted) => {
  const texts = text === '' ? [] : text.split(/ (?=[A-Za-z_]\w*=)/);
  const read = readParameters(texts);
  const told = read.ok
    ? read.value.map(({ name, values }) => [name, ...values].join(' ')).join('; ')
    : read.diagnostics[0]?.code;
  expect(told).toBe(wanted);
});

test.each([
  ['M=1..4096:1', 4096],
  ['M=1..64:1 K=1..64:1', 4096],
])('%s makes %d shapes', (text, count) => {
  const read = readParameters(text.split(' '));
  expect(read.ok ? shapesOf(read.value).length : read.diagnostics).toBe(count);
});

test('the last parameter changes fastest', () => {
  const read = readParameters(['M=1,2', 'K=3,4']);
  if (!read.ok) expect.unreachable();
  expect(shapesOf(read.value).map(({ M, K }) => `${M} ${K}`)).toEqual(['1 3', '1 4', '2 3', '2 4']);
});
