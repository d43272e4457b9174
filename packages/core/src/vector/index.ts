/** Expressions over lanes as code on vectors of four. */
export { fromHalf, permuteBytes, toBfloat } from './arithmetic.ts';
export {
  Blocks,
  coldProgram,
  CompiledCode,
  compiledFunction,
  type Heat,
  LONGEST_BLOCK,
} from './blocks.ts';
export { type Call, type Calls, halfBits } from './calls.ts';
export { evaluateStatements, evaluateText, type Names } from './evaluate.ts';
export { RegisterMemory } from './register-memory.ts';
export { asBits, asFloat, asMask, bits, float, mask, NoForm, type Value } from './value.ts';
export { VectorCode } from './vector-code.ts';
