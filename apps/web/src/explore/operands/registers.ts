/**
 * The registers of a matrix instruction: what each lane holds in each of them, and who holds an element.
 *
 *     v_mfma_f32_16x16x16_f16    lane 17    A, register 1    A[1][6] in the low half, A[1][7] in the high half
 *                                           D, register 2    D[6][1]
 */
import { machineNamed } from '@ldscope/core';
import { findShownMatrix, matricesOf, type ShownMatrix } from '@ldscope/render';

export const chips = ['gfx950', 'gfx942', 'gfx90a', 'gfx908'] as const;
export type Chip = (typeof chips)[number];

export const operandNames = ['a', 'b', 'd'] as const;
export type OperandName = (typeof operandNames)[number];

/** What the two indices of an element are. */
export const axes = { a: ['row', 'k'], b: ['k', 'column'], d: ['row', 'column'] } as const;

export const operandTitles: Readonly<Record<OperandName, string>> = {
  a: 'A',
  b: 'B',
  d: 'C, D',
};

/** `C, D` is one place; elements of it are called D. */
const operandLetters: Readonly<Record<OperandName, string>> = { a: 'A', b: 'B', d: 'D' };

const bits: Readonly<Record<string, number>> = {
  f64: 64,
  f32: 32,
  xf32: 32,
  i32: 32,
  f16: 16,
  bf16: 16,
  i8: 8,
  fp8: 8,
  bf8: 8,
  // Shown for 8-bit data.
  f8f6f4: 8,
};

/** Bits of an element; of `f8f6f4` those of its widest data. */
export const bitsOf = (matrix: ShownMatrix, name: OperandName): number => bits[matrix[name]] ?? 32;

export const nameOf = ({ names }: ShownMatrix): string => names[0] ?? '';

/** Cycles of the matrix core for one instruction; `f8f6f4` takes twice its passes with the 8-bit data shown here. */
export function matrixCycles({ passes, a }: ShownMatrix): number | undefined {
  return passes === undefined ? undefined : 4 * passes * (a === 'f8f6f4' ? 2 : 1);
}

export const matricesOn = (chip: Chip): ShownMatrix[] => matricesOf(machineNamed(chip));

/** An instruction by its name, or the first of the chip. */
export function matrixOn(chip: Chip, name: string): ShownMatrix {
  const found = findShownMatrix(machineNamed(chip), name) ?? matricesOn(chip)[0];
  if (found === undefined) throw new RangeError(`${chip} has no matrix instruction`);
  return found;
}

/** Registers of 32 bits that one lane has for an operand. */
export function registerCount(matrix: ShownMatrix, name: OperandName): number {
  return Math.ceil((matrix.operands[name].elements * bitsOf(matrix, name)) / 32);
}

export interface Place {
  readonly block: number;
  /** Of A[row][k], B[k][column], D[row][column] the first. */
  readonly row: number;
  readonly column: number;
}

interface Held extends Place {
  /** Its number in the lane. */
  readonly element: number;
}

/** Rows and columns of one block as the lanes hold it: of a sparse A what is kept. */
export function sizeOf({ m, k, sparse }: ShownMatrix, name: OperandName) {
  return {
    a: { rows: m, columns: sparse ? k / 2 : k },
    b: { rows: k, columns: m },
    d: { rows: m, columns: m },
  }[name];
}

/** What an element of a lane is. */
export function heldBy(
  { operands }: ShownMatrix,
  name: OperandName,
  lane: number,
  element: number,
): Held {
  if (name === 'd') return { ...operands.d.at(lane, element), element };
  const { row, k, block } = operands[name].at(lane, element);
  return name === 'a'
    ? { block, row, column: k, element }
    : { block, row: k, column: row, element };
}

/** The elements in a register of a lane, low bits first; an f64 is in two registers. */
export function registerContent(
  matrix: ShownMatrix,
  name: OperandName,
  lane: number,
  register: number,
): Held[] {
  const width = bitsOf(matrix, name);
  if (width > 32) return [heldBy(matrix, name, lane, Math.floor((register * 32) / width))];
  const each = 32 / width;
  const { elements } = matrix.operands[name];
  return Array.from({ length: Math.min(each, elements - register * each) }, (_, i) =>
    heldBy(matrix, name, lane, register * each + i),
  );
}

/** The first register that has an element. */
export const registerOf = (matrix: ShownMatrix, name: OperandName, element: number): number =>
  Math.floor((element * bitsOf(matrix, name)) / 32);

type Holder = Readonly<{ lane: number; element: number; register: number }>;

/** Who holds an element: one lane. */
export function holderOf(
  matrix: ShownMatrix,
  name: OperandName,
  { block, row, column }: Place,
): Holder | undefined {
  const { elements } = matrix.operands[name];
  for (let lane = 0; lane < matrix.lanes; lane++) {
    for (let element = 0; element < elements; element++) {
      const held = heldBy(matrix, name, lane, element);
      if (held.block === block && held.row === row && held.column === column) {
        return { lane, element, register: registerOf(matrix, name, element) };
      }
    }
  }
  return undefined;
}

/** `A[1][6]`. */
export const elementText = (name: OperandName, { row, column }: Place): string =>
  `${operandLetters[name]}[${row}][${column}]`;

/** Which part of a register: `low half`, `byte 2`; empty where an element fills it. */
function partText(matrix: ShownMatrix, name: OperandName, index: number, register: number) {
  switch (bitsOf(matrix, name)) {
    case 64:
      return register % 2 === 0 ? 'low word' : 'high word';
    case 16:
      return index === 0 ? 'low half' : 'high half';
    case 8:
      return `byte ${index}`;
    default:
      return '';
  }
}

/** `A[1][6] (low half), A[1][7] (high half)`. */
export function contentText(
  matrix: ShownMatrix,
  name: OperandName,
  lane: number,
  register: number,
): string {
  return registerContent(matrix, name, lane, register)
    .map((held, index) => {
      const part = partText(matrix, name, index, register);
      return `${elementText(name, held)}${part === '' ? '' : ` (${part})`}`;
    })
    .join(', ');
}

/** Neighbours along a row or a column in few characters: `1,6-7`, `4-7,1`. */
export function shortText(content: readonly Held[]): string {
  const [first, last] = [content[0], content.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (content.every(({ row, column }, i) => row === first.row && column === first.column + i)) {
    return `${first.row},${span(first.column, last.column)}`;
  }
  if (content.every(({ row, column }, i) => column === first.column && row === first.row + i)) {
    return `${span(first.row, last.row)},${first.column}`;
  }
  return content.map(({ row, column }) => `${row},${column}`).join(' ');
}

const span = (first: number, last: number): string =>
  first === last ? String(first) : `${first}-${last}`;

/** A register of a lane. */
export type Spot = Readonly<{ name: OperandName; lane: number; register: number }>;
