/** Bytes of elements in LDS: a fraction where they share bytes. */
import { expect, it } from 'vitest';
import { parseModule } from '../../src/index.ts';
import { elementBytesOf } from '../../src/passes/buffers.ts';
import { rows } from '../../../../test/rows.ts';

it.each(rows`
  i1          | 1
  i2          | 0.25
  i7          | 0.875
  i8          | 1
  i9          | 2
  i16         | 2
  i17         | 4
  i33         | 8
  i64         | 8
  i65         | undefined
  f4E2M1FN    | 0.5
  f16         | 2
  f64         | 8
  index       | 8
  !llvm.ptr   | undefined
`)('an element of type %s has %s', (type, bytes) => {
  const [operation] = parseModule(`%0 = "test.op"() : () -> ${type}`).module.operations;
  const [result] = operation?.results ?? [];
  expect(String(result && elementBytesOf(result.type))).toBe(bytes);
});
