/** Registers as two ways to execute an instruction leave them. */
const isNaN32 = (bits: number): boolean => (bits & 0x7fffffff) > 0x7f800000;
const isNaN16 = (bits: number): boolean => (bits & 0x7fff) > 0x7c00;

/** True for equal words, where all NaN of a width are one: engines differ in what they make of the bits. */
export const isSameWord = (
  a: number,
  b: number,
  isOtherNaN: (half: number) => boolean = isNaN16,
): boolean =>
  a === b ||
  (isNaN32(a) && isNaN32(b)) ||
  [0, 16].every((at) => {
    const [x, y] = [(a >>> at) & 0xffff, (b >>> at) & 0xffff];
    return x === y || (isNaN16(x) && isNaN16(y)) || (isOtherNaN(x) && isOtherNaN(y));
  });
