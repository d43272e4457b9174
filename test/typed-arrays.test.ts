import { expect, it } from 'vitest';

it('typed arrays are equal by type and content', () => {
  const large = (last: number): Uint32Array => new Uint32Array(10_000).fill(7).with(9_999, last);
  expect({ lanes: large(1) }).toEqual({ lanes: large(1) });
  expect(large(1)).not.toEqual(large(2));
  expect(new Uint8Array([1, 2])).not.toEqual(new Int8Array([1, 2]));
  expect(new Uint8Array([1, 2])).not.toEqual(new Uint8Array([1, 2, 0]));
  expect(new Uint8Array([0, 1, 2]).subarray(1)).toEqual(new Uint8Array([1, 2]));
  expect(new Float32Array([Number.NaN])).toEqual(new Float32Array([Number.NaN]));
  expect(new Float32Array([0])).not.toEqual(new Float32Array([-0]));
});
