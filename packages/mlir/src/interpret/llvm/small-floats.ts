/**
 * `rocdl.cvt`: packed 8-bit floats as f32, and two f32 as f16 toward zero.
 *
 *     rocdl.cvt.pk.f32.fp8 %x[true]      bytes 2 and 3 of %x
 *
 * LIMITATION. Conversions to 8-bit floats are not executed: what they make of numbers that do not fit depends on a mode.
 */
import { integerOf } from '../attributes.ts';
import { elementType } from '../elements.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { operandType } from '../matrix-cores.ts';
import { scalarOf } from './types.ts';
import { takes } from '../take.ts';

/** `count` bytes of an i32 as f32; `select` counts them. */
const decode = (type: 'fp8' | 'bf8', count: 1 | 2, select: string): LowerOperation =>
  takes(1, 1, ([source, result], lowering, op) => {
    const element = operandType(type, lowering.machine.name);
    const from = scalarOf(source.type);
    if (element === undefined) return;
    const fits = from?.element.name === 'i32' && from.count === 1;
    if (
      !fits ||
      scalarOf(result.type)?.element.name !== 'f32' ||
      elementCount(result.type) !== count
    )
      return lowering.mismatch('an i32 as f32', 'other types');
    const first = (integerOf(op, select) ?? 0) * count;
    const [slot, to] = lowering.slots(source, result);
    const view = new DataView(new ArrayBuffer(4));
    lowering.emit((wave) => {
      const [x, out] = [wave.values(slot), wave.values(to)];
      for (let lane = 0; lane < wave.lanes; lane++) {
        view.setInt32(0, x[lane] ?? 0, true);
        for (let i = 0; i < count; i++) {
          out[i * wave.lanes + lane] = element.load(view, (first + i) & 3);
        }
      }
    });
  });

/** The f16 next to a number on the side of zero. */
function towardZero(value: number, round: (value: number) => number): number {
  const near = round(value);
  if (!(Math.abs(near) > Math.abs(value))) return near;
  if (!Number.isFinite(near)) return Number.isFinite(value) ? Math.sign(value) * 65504 : near;
  // Numbers of f16 are 2^-24 apart at least, and 2^-10 of their size at most.
  const step = Math.max(2 ** -24, 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10));
  return near - Math.sign(value) * step;
}

const packHalves = takes(2, 1, ([a, b, result], lowering) => {
  const half = elementType({ kind: 'float', name: 'f16', width: 16 });
  if (half === undefined) return;
  const names = [a, b].map(({ type }) => scalarOf(type)?.element.name);
  if (names.some((name) => name !== 'f32') || elementCount(result.type) !== 2)
    return lowering.mismatch('two f32', 'other types');
  const [left, right, to] = lowering.slots(a, b, result);
  lowering.emit((wave) => {
    const out = wave.values(to);
    for (let lane = 0; lane < wave.lanes; lane++) {
      out[lane] = towardZero(wave.values(left)[lane] ?? 0, half.round);
      out[wave.lanes + lane] = towardZero(wave.values(right)[lane] ?? 0, half.round);
    }
  });
});

export const smallFloats: Readonly<Record<string, LowerOperation>> = {
  'rocdl.cvt.f32.fp8': decode('fp8', 1, 'byteSel'),
  'rocdl.cvt.f32.bf8': decode('bf8', 1, 'byteSel'),
  'rocdl.cvt.pk.f32.fp8': decode('fp8', 2, 'wordSel'),
  'rocdl.cvt.pk.f32.bf8': decode('bf8', 2, 'wordSel'),
  'rocdl.cvt.pkrtz': packHalves,
};
