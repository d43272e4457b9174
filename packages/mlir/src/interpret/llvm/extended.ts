/** Operations of `arith` whose result has two parts: the low bits, and what does not fit into them. */
import { type LowerOperation } from '../lowering.ts';
import { isActive } from '../registers.ts';
import { scalarOf } from './types.ts';
import { failWide, readWide, writeWide } from './wide.ts';
import { takes } from '../take.ts';

/** Gives both parts of what `apply` makes of two numbers. */
const twoParts = (apply: (a: bigint, b: bigint) => bigint, signed: boolean): LowerOperation =>
  takes(2, 2, ([a, b, low, high], lowering, op) => {
    const scalar = scalarOf(a.type);
    if (scalar === undefined || scalar.element.float)
      return lowering.mismatch('integers', 'another type');
    const counts = [b, low, high].map(({ type }) => scalarOf(type)?.count);
    if (counts.some((count) => count !== scalar.count))
      return lowering.mismatch('as many of each', 'other numbers');
    const [left, right] = lowering.slots(a, b);
    const [to, over] = lowering.slots(low, high);
    const { width } = scalar.element;
    const cut = signed ? BigInt.asIntN : BigInt.asUintN;
    const overWidth = scalarOf(high.type)?.element.width ?? width;
    lowering.emit((wave) => {
      for (let i = 0; i < wave.values(to).length; i++) {
        if (!isActive(wave.mask, i % wave.lanes)) continue;
        const [x, y] = [readWide(wave, left, i), readWide(wave, right, i)];
        if (x === undefined || y === undefined) {
          failWide(wave, op.name);
          return;
        }
        const value = apply(cut(width, x), cut(width, y));
        const rest = value >> BigInt(width);
        writeWide(wave, to, i, BigInt.asIntN(width, value));
        writeWide(wave, over, i, overWidth === 1 ? rest & 1n : BigInt.asIntN(overWidth, rest));
        if (width === 1) wave.values(to)[i] = Number(value & 1n);
      }
    });
  });

export const extended: Readonly<Record<string, LowerOperation>> = {
  'arith.mulsi_extended': twoParts((a, b) => a * b, true),
  'arith.mului_extended': twoParts((a, b) => a * b, false),
  'arith.addui_extended': twoParts((a, b) => a + b, false),
};
