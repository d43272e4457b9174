/**
 * How flat, global and scratch instructions make their addresses; `buffer.ts` has those of buffers.
 *
 *     global_load_dword v0, v[2:3], off offset:16        64-bit address of the lane
 *     global_load_dword v0, v2, s[4:5]                   base pair + unsigned 32-bit offset of the lane
 *     global_load_b32 v0, v2, s[4:5] scale_offset        gfx1250: + signed offset of the lane, in elements
 *     global_load_addtid_b32 v0, s[4:5]                  base pair + 4 * lane
 *     scratch_load_dword v0, off, s0 offset:4            private memory of the lane
 *
 * Source: AMD CDNA3 and RDNA4 ISA, "Vector Memory Operations"; for gfx1250, LLVM (`hasSignedGVSOffset`, `hasScaleOffset`).
 */
import { messages } from '@ldscope/core';
import {
  FLAT_SCRATCH_BASE,
  PRIVATE_APERTURE,
  scalarNumber,
  scalarReader,
} from '../../state/scalars.ts';
import { vectorRow } from '../../state/uses.ts';
import type { Wave } from '../../state/wave.ts';
import { type Instruction, numberModifier, type Operand } from '../../text/program.ts';
import type { CompileContext } from '../../state/compile.ts';
import { codeOf, SINCE_GFX1250, type Target } from '../../state/target.ts';
import type { VectorAccess } from './access.ts';
import { bufferAddressing } from './buffer.ts';

/** Fills the lane addresses of an access. */
export type Addressing = (wave: Wave, access: VectorAccess) => void;

export type Space = 'flat' | 'global' | 'scratch' | 'buffer';

/** `flat_scratch` of CDNA. */
const FLAT_SCRATCH = 102;

/** Where the private memory of a wave begins: in a pair of registers, or set up by the hardware. */
export function privateBaseOf(target: Target): (wave: Wave) => number {
  return codeOf(target).family === 'rdna'
    ? (wave) => wave.privateBase
    : (wave) => wave.wide(FLAT_SCRATCH);
}

/** Which operands of an instruction have its address, and how much a lane moves. */
export interface AddressOperands {
  readonly space: Space;
  /** Index of the operand with the lane's part of the address; -1 where lanes differ by their number alone. */
  readonly vector: number;
  /** Index of the scalar operand; -1 where there is none. */
  readonly scalar: number;
  /** Bytes that `scale_offset` counts. */
  readonly bytes: number;
}

const isOff = (operand: Operand | undefined): boolean =>
  operand?.kind === 'special' && (operand.name === 'off' || operand.name === 'null');

/** Addressing from its operands; `undefined` after a report. */
export function addressing(
  { space, vector: vectorAt, scalar: scalarAt, bytes }: AddressOperands,
  instruction: Instruction,
  context: CompileContext,
): Addressing | undefined {
  const { operands, modifiers } = instruction;
  const [vector, scalar] = [operands[vectorAt], operands[scalarAt]];
  const offset = numberModifier(instruction, 'offset');
  const { target } = context;
  const scale = modifiers.has('scale_offset') ? bytes : 1;
  const result =
    space === 'buffer'
      ? bufferAddressing(instruction, scalarAt, vector, target)
      : space === 'scratch'
        ? scratchAddressing(vector, scalar, { offset, scale, base: privateBaseOf(target) })
        : vectorAt < 0
          ? laneNumberAddressing(scalar, offset)
          : globalAddressing(vector, scalar, {
              offset,
              scale,
              signed: SINCE_GFX1250.includes(target),
            });
  if (result === undefined) {
    const what = 'its address operands are not of a known form';
    context.report(messages.execute.malformed(instruction.mnemonic, what));
  }
  return result;
}

/** The pair of registers with the base; `undefined` when there is none, `false` for an invalid operand. */
function baseRegister(scalar: Operand | undefined): number | false | undefined {
  if (scalar === undefined || isOff(scalar)) return undefined;
  return scalarNumber(scalar) ?? false;
}

/** `scale`: bytes per unit of the lane's offset. */
interface GlobalOffsets {
  readonly offset: number;
  readonly scale: number;
  readonly signed: boolean;
}

function globalAddressing(
  vector: Operand | undefined,
  scalar: Operand | undefined,
  { offset, scale, signed }: GlobalOffsets,
): Addressing | undefined {
  const row = vectorRow(vector);
  const base = baseRegister(scalar);
  if (row === undefined || base === false) return undefined;
  if (base !== undefined) {
    return (wave, { addresses }) => {
      const start = wave.wide(base) + offset;
      const source = signed ? wave.i : wave.u;
      for (let lane = 0; lane < 64; lane++)
        addresses[lane] = start + scale * (source[row * 64 + lane] ?? 0);
    };
  }
  return (wave, { addresses }) => {
    const { u } = wave;
    for (let lane = 0; lane < 64; lane++) {
      const word = u[(row + 1) * 64 + lane] ?? 0;
      const high = signed && word === ownScratch(lane) ? PRIVATE_APERTURE : word;
      addresses[lane] = (u[row * 64 + lane] ?? 0) + high * 2 ** 32 + offset;
    }
  };
}

/** The high word of an address of a lane's own private memory (gfx1250). */
const ownScratch = (lane: number): number => FLAT_SCRATCH_BASE + (lane << 20);

/** Lanes are 4 bytes apart. */
function laneNumberAddressing(scalar: Operand | undefined, offset: number): Addressing | undefined {
  const base = baseRegister(scalar);
  if (base === false) return undefined;
  return (wave, { addresses }) => {
    const start = (base === undefined ? 0 : wave.wide(base)) + offset;
    for (let lane = 0; lane < 64; lane++) addresses[lane] = start + 4 * lane;
  };
}

interface PrivateOffsets {
  readonly offset: number;
  readonly scale: number;
  readonly base: (wave: Wave) => number;
}

function scratchAddressing(
  vector: Operand | undefined,
  scalar: Operand | undefined,
  { offset, scale, base: privateBase }: PrivateOffsets,
): Addressing | undefined {
  const row = vectorRow(vector);
  const base = scalar === undefined || isOff(scalar) ? undefined : scalarReader(scalar, 'b32');
  if (row === undefined && !isOff(vector)) return undefined;
  return (wave, access) => {
    access.privateBase = privateBase(wave);
    const start = (base === undefined ? 0 : base(wave)) + offset;
    for (let lane = 0; lane < 64; lane++) {
      const index = row === undefined ? 0 : scale * (wave.u[row * 64 + lane] ?? 0);
      access.addresses[lane] = (start + index) % 2 ** 32;
    }
  };
}
