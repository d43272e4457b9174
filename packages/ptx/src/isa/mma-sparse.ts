/**
 * `mma.sp`: products whose A has two of every four elements, packed, and metadata that says which. Source: PTX ISA 9.0,
 * 9.7.14.6.
 *
 *     a row of A:  x 0 0 y | 0 z w 0       packed: x y z w       metadata: 0 and 3, 1 and 2: 0b1001_1100
 *
 * A chunk of a row is four units, of which two bits each name two: units are elements, of 4-bit types pairs of elements; of
 * tf32 halves of elements, so that the first index says which of two it is.
 */
import { type Message, messages } from '@ldscope/core';
import type { Step, Warp } from '@ldscope/simt';
import type { Instruction } from '../text/program.ts';
import type { Source } from './generate.ts';
import { wordOf } from './exchange.ts';
import { placesOfA, placesOfB, placesOfC } from './matrix-layout.ts';
import { textOf } from './memory/context.ts';
import {
  elementTypes,
  gather,
  lanes,
  multiply,
  readAccumulator,
  shapeOf,
  sourcesOf,
  targetsOf,
  typesOf,
  writeAccumulator,
} from './matrix-operands.ts';
import { type Names, sourceOf } from './operands.ts';

const ROWS = 16;
const COLUMNS = 8;

/** Where the four bits of a chunk are: the lane of the group of four that has them, and the lowest bit. */
type MetadataPlace = (row: number, chunk: number) => readonly [lane: number, bit: number];

/**
 * Rows of 4 chunks take half a word: one lane of a group has those of its two rows. Rows of 8 are in two lanes: of wide
 * elements each has half of both rows, of narrow ones each has one row. Rows of 16 are in all four lanes.
 */
function metadataPlaces(chunks: number, bits: number, selector: number): MetadataPlace {
  return (row, chunk) => {
    const [group, half] = [row & 7, row >> 3];
    if (chunks === 4) return [4 * group + selector, 16 * half + 4 * chunk];
    if (bits > 8) return [4 * group + 2 * selector + (chunk >> 2), 16 * half + 4 * (chunk & 3)];
    const member = chunks === 8 ? 2 * selector + half : half + 2 * (chunk >> 3);
    return [4 * group + member, 4 * (chunk & 7)];
  };
}

/** Spreads the packed 16 x K / 2 elements that a warp has into 16 x K, by its metadata. */
export function expansion(
  type: string,
  bits: number,
  k: number,
  metadata: Source,
  selector: number,
): (warp: Warp, packed: Float64Array, into: Float64Array) => void {
  // Elements of a chunk that are there, and of all.
  const [kept, chunk] = type === 'tf32' ? [1, 2] : bits === 4 ? [4, 8] : [2, 4];
  const placeOf = metadataPlaces(k / chunk, bits, selector);
  return (warp, packed, into) => {
    into.fill(0);
    for (let row = 0; row < ROWS; row++) {
      for (let index = 0; index < k / chunk; index++) {
        const [lane, bit] = placeOf(row, index);
        const word = wordOf(metadata, warp, lane) >> bit;
        for (let i = 0; i < kept; i++) {
          const unit = (word >> (2 * Math.floor((2 * i) / kept))) & 3;
          const column = type === 'tf32' ? unit >> 1 : kept === 4 ? 2 * unit + (i & 1) : unit;
          into[row * k + index * chunk + column] = packed[(row * k) / 2 + index * kept + i] ?? 0;
        }
      }
    }
  };
}

export function compileSparseMma(instruction: Instruction, names: Names): Step | Message {
  const { modifiers, operands } = instruction;
  const { m, n, k } = shapeOf(modifiers);
  const [typeD = '', typeA = '', typeB = '', typeC = ''] = typesOf(modifiers);
  const [elementA, elementB] = [elementTypes[typeA], elementTypes[typeB]];
  if (m !== ROWS || n !== COLUMNS || elementA === undefined || elementB === undefined)
    return messages.ptx.unsupported(textOf(instruction));
  const [d, a, b, c] = [
    targetsOf(operands[0], names),
    ...[1, 2, 3].map((i) => sourcesOf(operands[i], names)),
  ];
  const [metadata, selector] = [sourceOf(operands[4], names), sourceOf(operands[5], names)];
  if (d === undefined || a === undefined || b === undefined || c === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  if (metadata === undefined || selector?.kind !== 'constant')
    return messages.ptx.operand(textOf(instruction), 5);
  const perRegister = 32 / elementA.bits;
  const [inA, inB, inC] = [
    lanes((lane) => placesOfA(lane, m, k / 2, perRegister)),
    lanes((lane) => placesOfB(lane, k, perRegister)),
    lanes((lane) => placesOfC(lane, m)),
  ];
  if (a.length * perRegister !== inA[0]?.length || b.length * perRegister !== inB[0]?.length)
    return messages.ptx.operand(textOf(instruction), 2);
  const [packed, matrixA, matrixB] = [
    new Float64Array((m * k) / 2),
    new Float64Array(m * k),
    new Float64Array(k * n),
  ];
  const sums = new Float64Array(m * n);
  const expand = expansion(typeA, elementA.bits, k, metadata, selector.low);
  return (warp) => {
    gather(warp, a, inA, elementA, packed, k / 2);
    expand(warp, packed, matrixA);
    gather(warp, b, inB, elementB, matrixB, n);
    readAccumulator(warp, c, inC, typeC, sums);
    multiply(m, n, k, matrixA, matrixB, sums);
    writeAccumulator(warp, d, inC, typeD, sums, modifiers.includes('satfinite'));
  };
}
