/**
 * Video instructions: arithmetic on bytes, halves and words that operands select. Source: PTX ISA 9.0, 9.7.18.
 *
 *     vadd.s32.u32.s32.sat %r1.h1, %r2.b0, %r3, %r4;    byte 0 of %r2 and %r3, clamped to 16 bits, into the upper half of %r4
 *     vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4;     the sum of four distances of bytes, and %r4
 */
import { type Message, messages } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import type { Instruction, Operand } from '../text/program.ts';
import { textOf } from './memory/context.ts';
import type { Names } from './operands.ts';
import type { Row } from './row.ts';
import { rowStep } from './row-step.ts';

/** An operation over x and y, whole numbers of at most 33 bits. */
const OPERATIONS: Readonly<Record<string, string>> = {
  add: 'x + y',
  sub: 'x - y',
  absdiff: 'Math.abs(x - y)',
  min: 'Math.min(x, y)',
  max: 'Math.max(x, y)',
  avrg: '(x + y >= 0 ? (x + y + 1) >> 1 : (x + y) >> 1)',
  shl: 'x * 2 ** y',
  shr: 'Math.floor(x / 2 ** y)',
};

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: 'x === y',
  ne: 'x !== y',
  lt: 'x < y',
  le: 'x <= y',
  gt: 'x > y',
  ge: 'x >= y',
};

const partOf = (operand: Operand | undefined): string | undefined =>
  operand?.kind === 'register' ? operand.part : undefined;
const isMinus = (operand: Operand | undefined): boolean =>
  operand?.kind === 'register' && operand.minus === true;

/** The operand without its selector of a part. */
const whole = (operand: Operand): Operand =>
  operand.kind === 'register'
    ? { kind: 'register', register: operand.register, negated: false }
    : operand;

export function compileVideo(instruction: Instruction, names: Names): Step | Message {
  if (differs(instruction)) return messages.ptx.unsupported(textOf(instruction), DIFFERS);
  const row = /[24]$/.test(instruction.opcode) ? lanesRow(instruction) : scalarRow(instruction);
  if (row === undefined) return messages.ptx.unsupported(textOf(instruction));
  const operands = instruction.operands.map(whole);
  return rowStep(row, { ...instruction, operands }, names);
}

const DIFFERS = 'an H100 gives other results than the ISA describes';

/** True for scalar forms whose measured results differ from the ISA. */
function differs({ opcode, modifiers, operands }: Instruction): boolean {
  if (/[24]$/.test(opcode)) return false;
  const [d, a, b] = operands;
  const name = opcode.slice(1);
  const saturates = modifiers.includes('sat');
  const signed = modifiers.filter((one) => /^[us]32$/.test(one)).some(isSigned);
  if (name === 'mad') {
    const scales = modifiers.some((one) => one.startsWith('shr'));
    const isWhole = partOf(a) === undefined && partOf(b) === undefined;
    return isWhole ? saturates || scales : saturates && scales && !signed;
  }
  const part = partOf(d);
  if (modifiers.some((one) => one === 'min' || one === 'max')) return true;
  if (part !== undefined) return saturates || part.startsWith('h');
  if (!saturates) return false;
  return name === 'shl' || (modifiers[0] === 'u32' && (name === 'add' || name === 'absdiff'));
}

const isSigned = (type: string | undefined): boolean => type === 's32';

/** The part of a word that a selector takes, as a number: `b0` to `b3`, `h0`, `h1`, or all of it. */
function partText(name: string, part: string | undefined, signed: boolean): string {
  if (part === undefined) return signed ? name : `(${name} >>> 0)`;
  const index = Number(part.slice(1));
  if (part.startsWith('b'))
    return signed ? `(${name} << ${24 - 8 * index} >> 24)` : `((${name} >>> ${8 * index}) & 255)`;
  return signed ? `(${name} << ${16 - 16 * index} >> 16)` : `((${name} >>> ${16 * index}) & 65535)`;
}

/** Bits of a part. */
const widthOf = (part: string | undefined): number =>
  part === undefined ? 32 : part.startsWith('b') ? 8 : 16;

const rangeText = (bits: number, signed: boolean): string =>
  signed ? `${-(2 ** (bits - 1))}, ${2 ** (bits - 1) - 1}` : `0, ${2 ** bits - 1}`;

function scalarRow({ opcode, modifiers, operands }: Instruction): Row | undefined {
  const name = opcode.slice(1);
  const types = modifiers.filter((one) => /^[us]32$/.test(one));
  const [d, a, b, c] = operands;
  if (name === 'mad') return productRow(modifiers, types, operands);
  const comparison = modifiers.map((one) => COMPARISONS[one]).find((one) => one !== undefined);
  const [typeD, typeA, typeB] = name === 'set' ? ['u32', ...types] : types;
  const operation = name === 'set' ? comparison && `(${comparison} ? 1 : 0)` : OPERATIONS[name];
  if (operation === undefined || typeB === undefined) return undefined;
  const x = partText('a', partOf(a), isSigned(typeA));
  let y = partText('b', partOf(b), isSigned(typeB));
  if (name === 'shl' || name === 'shr') {
    if (modifiers.includes('clamp')) y = `Math.min(${y}, 32)`;
    else if (modifiers.includes('wrap')) y = `(${y} & 31)`;
    else return undefined;
  }
  const [signed, part] = [isSigned(typeD), partOf(d)];
  const saturated = `clampTo(${operation}, ${rangeText(widthOf(part), signed)})`;
  const value = modifiers.includes('sat') ? saturated : operation;
  const adds = modifiers.indexOf('add') > 0;
  let result = adds ? '(t | 0) + c' : 't';
  if (part !== undefined) {
    const index = Number(part.slice(1));
    const mask = ((2 ** widthOf(part) - 1) << (widthOf(part) * index)) | 0;
    result = `(c & ${~mask}) | ((t << ${widthOf(part) * index}) & ${mask})`;
  }
  const takesOld = adds || part !== undefined;
  if (takesOld !== (c !== undefined)) return undefined;
  return {
    out: 'b32',
    ins: takesOld ? ['b32', 'b32', 'b32'] : ['b32', 'b32'],
    text: `{ const x = ${x}, y = ${y}; const t = ${value}; r = (${result}) | 0; }`,
  };
}

function productRow(
  modifiers: readonly string[],
  types: readonly string[],
  [, a, b, c]: readonly Operand[],
): Row | undefined {
  const [, typeA, typeB] = types;
  if (typeB === undefined) return undefined;
  const product = isMinus(a) !== isMinus(b);
  const negates = (product ? 1 : 0) | (isMinus(c) ? 2 : 0) | (modifiers.includes('po') ? 4 : 0);
  const signed = isSigned(typeA) || isSigned(typeB) || product || isMinus(c);
  const shift = modifiers.includes('shr7') ? 7 : modifiers.includes('shr15') ? 15 : 0;
  const [x, y] = [
    partText('a', partOf(a), isSigned(typeA)),
    partText('b', partOf(b), isSigned(typeB)),
  ];
  const saturates = modifiers.includes('sat');
  return {
    out: 'b32',
    ins: ['b32', 'b32', 'b32'],
    text: `videoProduct(${x}, ${y}, c, ${negates}, ${signed}, ${shift}, ${saturates})`,
  };
}

/** Two halves or four bytes at once; selectors count through the parts of a, then those of b. */
function lanesRow({ opcode, modifiers, operands }: Instruction): Row | undefined {
  const count = opcode.endsWith('2') ? 2 : 4;
  const name = opcode.slice(1, -1);
  const bits = 32 / count;
  const letter = count === 2 ? 'h' : 'b';
  const types = modifiers.filter((one) => /^[us]32$/.test(one));
  const comparison = modifiers.map((one) => COMPARISONS[one]).find((one) => one !== undefined);
  const [typeD, typeA, typeB] = name === 'set' ? ['u32', ...types] : types;
  const operation = name === 'set' ? comparison && `(${comparison} ? 1 : 0)` : OPERATIONS[name];
  if (operation === undefined || typeB === undefined || operands.length !== 4) return undefined;
  const [d, a, b] = operands;
  const digits = count === 2 ? ['10', '32'] : ['3210', '7654'];
  const selected = [a, b].map((operand, index) => {
    const part = partOf(operand)?.slice(1) ?? digits[index] ?? '';
    return [...part].toReversed().map(Number);
  });
  const mask = partOf(d)?.slice(1) ?? digits[0] ?? '';
  const adds = modifiers.includes('add');
  const element = (index: number, signed: boolean): string =>
    partText(index < count ? 'a' : 'b', `${letter}${index % count}`, signed);
  const lines: string[] = [];
  let result = adds ? 'c' : '0';
  for (let lane = 0; lane < count; lane++) {
    const [i, j] = selected.map((list) => list[lane]);
    if (i === undefined || j === undefined) return undefined;
    const isChosen = mask.includes(`${lane}`);
    if (isChosen) {
      const value = modifiers.includes('sat')
        ? `clampTo(${operation}, ${rangeText(bits, isSigned(typeD))})`
        : operation;
      lines.push(
        `let t${lane}; { const x = ${element(i, isSigned(typeA))}, y = ${element(j, isSigned(typeB))}; t${lane} = ${value}; }`,
      );
    }
    const low = 2 ** bits - 1;
    if (adds) result += isChosen ? ` + t${lane}` : '';
    else
      result += isChosen
        ? ` | ((t${lane} & ${low}) << ${bits * lane})`
        : ` | (c & ${(low << (bits * lane)) | 0})`;
  }
  return {
    out: 'b32',
    ins: ['b32', 'b32', 'b32'],
    text: `{ ${lines.join(' ')} r = (${result}) | 0; }`,
  };
}
