/**
 * `mma.m8n8k4` of f16: four products at once, each of two quarters of the warp. Source: PTX ISA 9.0, 9.7.14.5.1.
 *
 *     lanes 0-3 and 16-19: one 8 x 8 x 4 product;  lanes 4-7 and 20-23 the next;  ...
 */
import { type Message, messages } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import type { Instruction } from '../text/program.ts';
import type { Place } from './matrix-layout.ts';
import { textOf } from './memory/context.ts';
import {
  elementTypes,
  gather,
  lanes,
  multiply,
  readAccumulator,
  sourcesOf,
  targetsOf,
  writeAccumulator,
} from './matrix-operands.ts';
import type { Names } from './operands.ts';

/** Rows of the four products are below each other: 8 of each. */
const ROWS = 32;

/** Which of the four products a lane belongs to, and its rows or columns there: the upper half of the warp has the second four. */
const productOf = (lane: number): number => (lane >> 2) & 3;
const secondOf = (lane: number): number => (lane < 16 ? 0 : 4);

function placesOfA(lane: number, byRow: boolean): Place[] {
  const base = 8 * productOf(lane) + secondOf(lane);
  return [0, 1, 2, 3].map((i) => (byRow ? [base + (lane & 3), i] : [base + i, lane & 3]));
}

/** Of B, whose four products are side by side. */
function placesOfB(lane: number, byRow: boolean): Place[] {
  const base = 8 * productOf(lane) + secondOf(lane);
  return [0, 1, 2, 3].map((i) => (byRow ? [lane & 3, base + i] : [i, base + (lane & 3)]));
}

function placesOfC(lane: number, type: string): Place[] {
  const base = 8 * productOf(lane) + secondOf(lane);
  return Array.from({ length: 8 }, (_, i): Place =>
    type === 'f16'
      ? [base + (lane & 3), i]
      : [base + (lane & 1) + (i & 2), (i & 4) + (lane & 2) + (i & 1)],
  );
}

/** The step of `mma.sync.aligned.m8n8k4.ALAYOUT.BLAYOUT.D.f16.f16.C`. */
export function compileQuadMma(instruction: Instruction, names: Names): Step | Message {
  const { modifiers, operands } = instruction;
  const [layoutA, layoutB] = modifiers.filter((name) => name === 'row' || name === 'col');
  const types = modifiers.filter((name) => name === 'f16' || name === 'f32');
  const [typeD = '', , , typeC = ''] = types;
  const [d, a, b, c] = [
    targetsOf(operands[0], names),
    ...[1, 2, 3].map((i) => sourcesOf(operands[i], names)),
  ];
  const element = elementTypes['f16'];
  if (types.length !== 4 || element === undefined)
    return messages.ptx.unsupported(textOf(instruction));
  if (d === undefined || a?.length !== 2 || b?.length !== 2 || c === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  const [inA, inB] = [
    lanes((lane) => placesOfA(lane, layoutA === 'row')),
    lanes((lane) => placesOfB(lane, layoutB === 'row')),
  ];
  const [inC, inD] = [typeC, typeD].map((type) => lanes((lane) => placesOfC(lane, type)));
  const [matrixA, matrixB] = [new Float64Array(ROWS * 4), new Float64Array(4 * ROWS)];
  const sums = new Float64Array(ROWS * 8);
  const [one, own] = [new Float64Array(8 * 4), new Float64Array(4 * 8)];
  return (warp) => {
    gather(warp, a, inA, element, matrixA, 4);
    gather(warp, b, inB, element, matrixB, ROWS);
    readAccumulator(warp, c, inC ?? [], typeC, sums);
    for (let product = 0; product < 4; product++) {
      one.set(matrixA.subarray(32 * product, 32 * product + 32));
      for (let i = 0; i < 32; i++) own[i] = matrixB[ROWS * (i >> 3) + 8 * product + (i & 7)] ?? 0;
      multiply(8, 8, 4, one, own, sums.subarray(64 * product, 64 * product + 64));
    }
    writeAccumulator(warp, d, inD ?? [], typeD, sums, false);
  };
}
