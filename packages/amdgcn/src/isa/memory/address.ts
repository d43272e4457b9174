/**
 * How flat, global, scratch and buffer instructions make their addresses.
 *
 *     global_load_dword v0, v[2:3], off offset:16        64-bit address of the lane
 *     global_load_dword v0, v2, s[4:5]                   base pair + unsigned 32-bit offset of the lane
 *     scratch_load_dword v0, off, s0 offset:4            private memory of the lane
 *     buffer_load_dword v0, v1, s[4:7], s8 offen         base + s8 + v1 + offset, checked against the descriptor
 *
 * Buffer range: in bytes, `offset >= num_records - soffset` is out (raw); with an index and a stride, in records.
 * Source: AMD CDNA3 ISA, "Vector Memory Operations"; units of num_records: Mesa `si_descriptors.c` for GFX9.
 */
import { messages } from '@ldscope/core';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { vectorRow } from '../../state/uses.ts';
import type { Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier, type Operand } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import type { VectorAccess } from './access.ts';
import { bufferBase } from '../smem.ts';

/** Fills the lane addresses of an access. */
export type Addressing = (wave: Wave, access: VectorAccess) => void;

export type Space = 'flat' | 'global' | 'scratch' | 'buffer';

/** `flat_scratch`: where the private memory of a wave begins. */
export const FLAT_SCRATCH = 102;

const isOff = (operand: Operand | undefined): boolean =>
  operand?.kind === 'special' && (operand.name === 'off' || operand.name === 'null');

/** Addressing from the operands at `first` on; `undefined` after a report. */
export function addressing(
  space: Space,
  instruction: Instruction,
  first: number,
  scalarAt: number,
  context: CompileContext,
): Addressing | undefined {
  const [vector, scalar] = [instruction.operands[first], instruction.operands[scalarAt]];
  const offset = numberModifier(instruction, 'offset');
  const result =
    space === 'buffer'
      ? bufferAddressing(instruction, vector, scalarAt, offset)
      : space === 'scratch'
        ? scratchAddressing(vector, scalar, offset)
        : globalAddressing(vector, space === 'flat' ? undefined : scalar, offset);
  if (result === undefined) {
    const what = 'its address operands are not of a known form';
    context.report(messages.execute.malformed(instruction.mnemonic, what));
  }
  return result;
}

function globalAddressing(
  vector: Operand | undefined,
  scalar: Operand | undefined,
  offset: number,
): Addressing | undefined {
  const row = vectorRow(vector);
  if (row === undefined) return undefined;
  const base = scalar === undefined || isOff(scalar) ? undefined : scalarNumber(scalar);
  if (base !== undefined) {
    return (wave, { addresses }) => {
      const start = wave.wide(base) + offset;
      const { u } = wave;
      for (let lane = 0; lane < 64; lane++) addresses[lane] = start + (u[row * 64 + lane] ?? 0);
    };
  }
  if (scalar !== undefined && !isOff(scalar)) return undefined;
  return (wave, { addresses }) => {
    const { u } = wave;
    for (let lane = 0; lane < 64; lane++) {
      const high = u[(row + 1) * 64 + lane] ?? 0;
      addresses[lane] = (u[row * 64 + lane] ?? 0) + high * 2 ** 32 + offset;
    }
  };
}

function scratchAddressing(
  vector: Operand | undefined,
  scalar: Operand | undefined,
  offset: number,
): Addressing | undefined {
  const row = vectorRow(vector);
  const base = scalar === undefined || isOff(scalar) ? undefined : scalarReader(scalar, 'b32');
  if (row === undefined && !isOff(vector)) return undefined;
  return (wave, access) => {
    access.privateBase = wave.wide(FLAT_SCRATCH);
    const start = (base === undefined ? 0 : base(wave)) + offset;
    for (let lane = 0; lane < 64; lane++) {
      const index = row === undefined ? 0 : (wave.u[row * 64 + lane] ?? 0);
      access.addresses[lane] = (start + index) % 2 ** 32;
    }
  };
}

function bufferAddressing(
  instruction: Instruction,
  vector: Operand | undefined,
  scalarAt: number,
  offset: number,
): Addressing | undefined {
  const { modifiers, operands } = instruction;
  const descriptor = operands[scalarAt];
  const soffset = operands[scalarAt + 1];
  const first = descriptor === undefined ? undefined : scalarNumber(descriptor);
  const base = soffset === undefined ? () => 0 : scalarReader(soffset, 'b32');
  const row = vectorRow(vector) ?? -1;
  const [idxen, offen] = [modifiers.has('idxen'), modifiers.has('offen')];
  if (first === undefined || base === undefined) return undefined;
  if ((idxen || offen) && row < 0) return undefined;
  const indexRow = idxen ? row : -1;
  const offsetRow = offen ? row + (idxen ? 1 : 0) : -1;
  return (wave, access) => {
    const { s, u } = wave;
    const { addresses, rooms } = access;
    const [word1, records, word3] = [s[first + 1] ?? 0, s[first + 2] ?? 0, s[first + 3] ?? 0];
    const stride = (word1 >>> 16) & 0x3fff;
    const swizzle = word1 >>> 31 === 1;
    const addLane = ((word3 >>> 23) & 1) === 1;
    const indexStride = 8 << ((word3 >>> 21) & 3);
    const scalarOffset = base(wave);
    const start = bufferBase(wave, first) + scalarOffset;
    const byRecord = idxen && stride !== 0;
    access.bounded = true;
    access.wordStep = swizzle ? 4 * indexStride : 4;
    for (let lane = 0; lane < 64; lane++) {
      const index = (indexRow < 0 ? 0 : (u[indexRow * 64 + lane] ?? 0)) + (addLane ? lane : 0);
      const inside = offset + (offsetRow < 0 ? 0 : (u[offsetRow * 64 + lane] ?? 0));
      rooms[lane] = byRecord ? (index < records ? Infinity : 0) : records - scalarOffset - inside;
      addresses[lane] = swizzle
        ? start + swizzled(index, inside, stride, indexStride)
        : start + index * stride + inside;
    }
  };
}

/** Elements of 4 bytes: `indexStride` records lie next to each other, word by word. */
function swizzled(index: number, offset: number, stride: number, indexStride: number): number {
  const record = Math.floor(index / indexStride);
  const word = Math.floor(offset / 4);
  return (record * stride + word * 4) * indexStride + (index % indexStride) * 4 + (offset % 4);
}
