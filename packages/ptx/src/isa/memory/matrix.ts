/**
 * `ldmatrix`, `stmatrix`: 8 x 8 matrices of 16 bits between shared memory and a warp, a row of 16 bytes at the address of each
 * lane; `movmatrix` transposes one in registers. Source: PTX ISA 9.0, 9.7.14.5.15 to 9.7.14.5.17.
 *
 * LIMITATIONS. Shapes other than `m8n8.b16` are not executed.
 */
import { type Message, messages, opcodeNumber } from '@ldscope/core';
import type { Step } from '@ldscope/simt';
import { wordOf } from '../exchange.ts';
import { sourcesOf, targetsOf } from '../matrix-operands.ts';
import { sourceOf } from '../operands.ts';
import {
  addressStep,
  checkShared,
  LaneWords,
  SharedLanes,
  splitGeneric,
  type Split,
} from './address.ts';
import { type MemoryContext, spaceOf, textOf } from './context.ts';
import { wordIn, putIn } from './lane-memory.ts';

const ROW_BYTES = 16;

export function compileMatrixAccess(context: MemoryContext): Step | Message {
  const { instruction, names, environment, number, movesData } = context;
  const { modifiers, operands, opcode } = instruction;
  const loads = opcode === 'ldmatrix';
  const count = [1, 2, 4].find((one) => modifiers.includes(`x${one}`));
  if (count === undefined || !modifiers.includes('m8n8') || !modifiers.includes('b16')) {
    return messages.ptx.unsupported(textOf(instruction));
  }
  const address = addressStep(operands[loads ? 1 : 0], names);
  const targets = loads ? targetsOf(operands[0], names) : undefined;
  const sources = loads ? undefined : sourcesOf(operands[1], names);
  if (address === undefined || (targets ?? sources)?.length !== count)
    return messages.ptx.operand(textOf(instruction), 1);
  const turned = modifiers.includes('trans');
  const op = opcodeNumber(`${opcode}.x${count}${turned ? '.trans' : ''}`);
  const words = new LaneWords();
  const found = new SharedLanes();
  const split: Split = { shared: 0, local: 0, global: 0 };
  const isGeneric = spaceOf(modifiers) === 'generic';
  // Only the first 8 * count lanes give rows.
  const rows = count === 4 ? -1 : (1 << (8 * count)) - 1;
  const name = textOf(instruction);
  /** The byte of element (row, column) of a matrix. */
  const byteOf = (matrix: number, row: number, column: number): number =>
    (found.addresses[8 * matrix + row] ?? 0) + 2 * column;
  return (warp, mask) => {
    const { shared, recorder } = environment;
    address.step(warp, mask, words);
    warp.order++;
    if (isGeneric) splitGeneric(mask, words, split);
    const taking = mask & rows;
    checkShared(warp, taking, words, ROW_BYTES, found, environment, number, name);
    if (op !== undefined) recorder.record(op, number, warp, found.addresses, taking);
    if ((found.low | 0) !== taking) return;
    if (targets !== undefined) {
      shared.read(number, warp, found, ROW_BYTES);
      if (!movesData) return;
      for (let matrix = 0; matrix < count; matrix++) {
        for (let lane = 0; lane < 32; lane++) {
          const [row, column] = [lane >> 2, 2 * (lane & 3)];
          const low = turned ? byteOf(matrix, column, row) : byteOf(matrix, row, column);
          const high = turned ? byteOf(matrix, column + 1, row) : low + 2;
          warp.i[(targets[matrix] ?? 0) + lane] =
            wordIn(shared.data, low, 2) | (wordIn(shared.data, high, 2) << 16);
        }
      }
      return;
    }
    const tag = shared.beginWrite(warp, 'plain');
    shared.write(number, warp, tag, found, ROW_BYTES);
    shared.storeChecked(() => {
      if (!movesData) return;
      for (const [matrix, source] of (sources ?? []).entries()) {
        for (let lane = 0; lane < 32; lane++) {
          const [row, column] = [lane >> 2, 2 * (lane & 3)];
          const value = wordOf(source, warp, lane);
          const low = turned ? byteOf(matrix, column, row) : byteOf(matrix, row, column);
          const high = turned ? byteOf(matrix, column + 1, row) : low + 2;
          putIn(shared.data, low, 2, value);
          putIn(shared.data, high, 2, value >>> 16);
        }
      }
    });
    shared.settle(tag);
  };
}

/** `movmatrix.trans`: the matrix of one register per lane, turned. */
export function compileMoveMatrix({ instruction, names }: MemoryContext): Step | Message {
  const [target] = targetsOf(instruction.operands[0], names) ?? [];
  const source = sourceOf(instruction.operands[1], names);
  if (target === undefined || source === undefined)
    return messages.ptx.operand(textOf(instruction), 1);
  const elements = new Uint16Array(64);
  return (warp) => {
    for (let lane = 0; lane < 32; lane++) {
      const word = wordOf(source, warp, lane);
      elements[2 * lane] = word;
      elements[2 * lane + 1] = word >>> 16;
    }
    for (let lane = 0; lane < 32; lane++) {
      const [row, column] = [lane >> 2, 2 * (lane & 3)];
      warp.i[target + lane] =
        (elements[8 * column + row] ?? 0) | ((elements[8 * (column + 1) + row] ?? 0) << 16);
    }
  };
}
