/** Expressions over lanes as code on vectors of four. */
export { fromHalf, permuteBytes } from './arithmetic.ts';
export { Blocks, CompiledCode, compiledFunction, LONGEST_BLOCK } from './blocks.ts';
export { halfBits } from './calls.ts';
export { evaluateText, type Names } from './evaluate.ts';
export { RegisterMemory } from './register-memory.ts';
export { asBits, asFloat, asMask, bits, float, mask, NoForm, type Value } from './value.ts';
export { VectorCode } from './vector-code.ts';
