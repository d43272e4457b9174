/** Operations of kernels for RDNA beside those of every kernel, as `repertoire.h` has them. */
import { inputText } from '../base/inputs.ts';
import type { Choices } from './random.ts';
import { type FloatType, type IntegerType, isFloat } from './types.ts';

/** What is behind `prelude.h` for these kernels. */
export const repertoire = inputText('differential/repertoire.h');

/** Atomics that give what was there, of one item's own cell. */
export const takings = ['add', 'sub', 'and', 'or', 'xor', 'min', 'max', 'exchange'] as const;

/** Operations that take three words and give one: the chip's own ones, then those that are the same on both sides. */
const names = (() => {
  const [both = '', chip = ''] = repertoire.split(/#ifdef __AMDGCN__|#else/);
  return [...`${chip}${both}`.matchAll(/^DEVICE u32 (\w+)\(u32 a, u32 b, u32 c\)/gm)].flatMap(
    ([, name = '']) => name,
  );
})();

/** A call of one of them as an expression of a type; `word` and `value` make its operands. */
export function repertoireCall(
  type: IntegerType | FloatType,
  { pick }: Choices,
  word: () => string,
  value: () => string,
): string {
  if (!isFloat(type)) return `(${type})${pick(names)}(${word()}, ${word()}, ${word()})`;
  const name = pick('numberBelow numberAbove minimumOf maximumOf mantissa exponent'.split(' '));
  return name === 'mantissa' || name === 'exponent'
    ? `${name}(${value()})`
    : `${name}(${value()}, ${value()})`;
}
