/**
 * `mma.sync`: the product of two small matrices that the lanes of a warp hold together. Source: PTX ISA 9.0, 9.7.14.
 *
 * Products are exact in doubles; sums are rounded once, at the end. Tensor cores align the products to the largest and cut
 * them, so that floats may differ in the last bits.
 *
 * `mma-quad.ts` has `m8n8k4` of f16, which quarters of a warp execute, `mma-sparse.ts` the sparse forms.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import type { Instruction } from '../text/program.ts';
import { placesOfA, placesOfB, placesOfC } from './matrix-layout.ts';
import {
  elementTypes,
  gather,
  lanes,
  lanesOf,
  multiply,
  readAccumulator,
  shapeOf,
  sourcesOf,
  targetsOf,
  typesOf,
  writeAccumulator,
} from './matrix-operands.ts';
import { textOf } from './memory/context.ts';
import { doubleProduct } from './mma-double.ts';
import { compileQuadMma } from './mma-quad.ts';
import { compileSparseMma } from './mma-sparse.ts';
import type { Names } from './operands.ts';

/** The step of `mma.sync`, dense or sparse. */
export function compileMma(instruction: Instruction, names: Names): Step | Message {
  const { modifiers, operands } = instruction;
  const { m, n, k } = shapeOf(modifiers);
  const types = typesOf(modifiers);
  const [typeD = '', typeA = '', typeB = '', typeC = ''] = types;
  const unsupported = (): Message => messages.ptx.unsupported(textOf(instruction));
  if (n === 0 || types.length !== 4) return unsupported();
  if (modifiers.some((name) => name.startsWith('sp'))) return compileSparseMma(instruction, names);
  if (m === 8 && k === 4 && typeA === 'f16') return compileQuadMma(instruction, names);
  const [d, a, b, c] = [
    targetsOf(operands[0], names),
    ...[1, 2, 3].map((i) => sourcesOf(operands[i], names)),
  ];
  if (d === undefined || a === undefined || b === undefined || c === undefined) {
    return messages.ptx.operand(textOf(instruction), 1);
  }
  if (typeA === 'f64') {
    const placesA = lanes((lane) => placesOfA(lane, m, k, 1));
    const placesB = lanes((lane) => placesOfB(lane, k, 1));
    const placesC = lanes((lane) => placesOfC(lane, m));
    return doubleProduct({ m, n, k }, d, [a, placesA], [b, placesB], [c, placesC]);
  }
  const [elementA, elementB] = [elementTypes[typeA], elementTypes[typeB]];
  if (elementA === undefined || elementB === undefined) return unsupported();
  const perRegister = 32 / elementA.bits;
  const shape = `${m} ${k} ${perRegister}`;
  const placesA = lanesOf(`A ${shape}`, (lane) => placesOfA(lane, m, k, perRegister));
  const placesB = lanesOf(`B ${shape}`, (lane) => placesOfB(lane, k, perRegister));
  const placesC = lanesOf(`C ${m}`, (lane) => placesOfC(lane, m));
  if (
    a.length * perRegister !== placesA[0]?.length ||
    b.length * perRegister !== placesB[0]?.length
  )
    return messages.ptx.operand(textOf(instruction), 2);
  const [matrixA, matrixB] = [new Float64Array(m * k), new Float64Array(k * n)];
  const sums = new Float64Array(m * n);
  return (warp) => {
    gather(warp, a, placesA, elementA, matrixA, k);
    gather(warp, b, placesB, elementB, matrixB, n);
    readAccumulator(warp, c, placesC, typeC, sums);
    multiply(m, n, k, matrixA, matrixB, sums, modifiers.includes('xor'));
    writeAccumulator(warp, d, placesC, typeD, sums, modifiers.includes('satfinite'));
  };
}
