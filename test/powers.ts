/** Powers of two as properties draw them. */
import * as fc from 'fast-check';

/** 2^`least` to 2^`most`. */
export const powers = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most }).map((exponent) => 2 ** exponent);
