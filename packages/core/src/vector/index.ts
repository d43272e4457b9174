/** Expressions over lanes as code on vectors of four. */
export { fromHalf, permuteBytes } from './arithmetic.ts';
export { halfBits } from './calls.ts';
export { evaluateText, type Names } from './evaluate.ts';
export { asBits, asFloat, asMask, bits, float, mask, NoForm, type Value } from './value.ts';
export { VectorCode } from './vector-code.ts';
