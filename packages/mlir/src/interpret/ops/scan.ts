/**
 * `vector.scan`: the sums of all beginnings along one dimension, and the last of them.
 *
 *     <add>, inclusive   1 2 3 -> 1 3 6, last 6      the initial value takes no part, as upstream lowers it
 *     <add>, exclusive   1 2 3 with 10 -> 10 11 13, last 13
 */
import { integerOf, wordsOf } from '../attributes.ts';
import { vectorShape } from '../distribute/rules.ts';
import type { LowerOperation } from '../lowering.ts';
import { elementCount } from '../value-types.ts';
import { combinerOf } from '../reduce.ts';
import { takes } from '../take.ts';
import { checkExact } from '../arithmetic/elementwise.ts';
import { denseStrides } from './memref.ts';

const scan = takes(2, 2, ([source, initial, dest, last], lowering, op) => {
  const shape = vectorShape(source);
  const kind = /(\w+)\W*$/.exec(wordsOf(op, 'kind'))?.[1] ?? '';
  const along = integerOf(op, 'reduction_dim') ?? 0;
  const size = shape?.[along];
  const element = lowering.element(dest.type);
  const combine = element && combinerOf(kind, element);
  const sizes = [dest, source, last, initial].map((value) => value && elementCount(value.type));
  const fits = sizes[0] === sizes[1] && sizes[2] === sizes[3];
  if (!fits || !shape || size === undefined || element === undefined || combine === undefined)
    return lowering.unsupported('this form');
  const pitch = denseStrides(shape)[along] ?? 1;
  const inclusive = integerOf(op, 'inclusive') === 1;
  const rows = elementCount(source.type) / size;
  const [from, start, to, end] = lowering.slots(source, initial, dest, last);
  lowering.emit((wave) => {
    const values = wave.values(from);
    const first = wave.values(start);
    const out = wave.values(to);
    const sums = wave.values(end);
    const { lanes } = wave;
    for (let row = 0; row < rows; row++) {
      const base = Math.floor(row / pitch) * pitch * size + (row % pitch);
      for (let lane = 0; lane < lanes; lane++) {
        let sum = (inclusive ? values[base * lanes + lane] : first[row * lanes + lane]) ?? 0;
        out[base * lanes + lane] = sum;
        for (let i = 1; i < size; i++) {
          const term = base + (inclusive ? i : i - 1) * pitch;
          sum = combine(sum, values[term * lanes + lane] ?? 0);
          out[(base + i * pitch) * lanes + lane] = sum;
        }
        sums[row * lanes + lane] = sum;
      }
    }
    if (!element.float) checkExact(wave, out, op.name);
  });
});

export const scans: Readonly<Record<string, LowerOperation>> = { 'vector.scan': scan };
