/**
 * Scalar operands: the machine register of a name, the bits of a constant, and reading either.
 *
 * An inline constant follows the type of the operand: `1.0` is 0x3c00 for f16, 0x3f800000 for f32, 0x3ff0000000000000 for
 * f64; `1` is the integer 1 for every type. A 32-bit literal of a 64-bit operand is the high half of an f64, is
 * sign-extended for signed integers, and zero-extended for all else. Source: AMD CDNA3 ISA, "Instruction Operands"; for bits
 * and unsigned integers, code that LLVM makes (`s_mov_b64 s[0:1], 0xffffffff`).
 */
import { encodeSmallFloat, smallFloats } from '@ldscope/core';
import type { Operand } from '../text/program.ts';
import { EXEC, M0, NULL, VCC, type Wave } from './wave.ts';

/** How an instruction sees an operand. */
export type OperandType =
  | 'b16'
  | 'f16'
  | 'bf16'
  | 'b32'
  | 'i32'
  | 'u32'
  | 'f32'
  | 'b64'
  | 'i64'
  | 'u64'
  | 'f64';

/**
 * High words of the flat addresses that mean LDS and private memory. Only the 64-bit form of `src_shared_base` has
 * them: read as 32 bits it is 0, which LLVM works around (`SIISelLowering`, "this feature is broken").
 */
export const SHARED_APERTURE = 0x0001_0000;
export const PRIVATE_APERTURE = 0x0002_0000;

/**
 * gfx1250: the high word of the base of private addresses, with the lane from bit 20 of that word on (5 bits). LLVM asks by
 * the six bits above whether an address is private (`SIISelLowering`).
 */
export const FLAT_SCRATCH_BASE = 0x4000_0000;

/** The number of ttmp0. */
export const TTMP = 108;

const SPECIAL: Readonly<Record<string, number>> = {
  flat_scratch: 102,
  flat_scratch_lo: 102,
  flat_scratch_hi: 103,
  xnack_mask: 104,
  xnack_mask_lo: 104,
  xnack_mask_hi: 105,
  vcc: VCC,
  vcc_lo: VCC,
  vcc_hi: VCC + 1,
  m0: M0,
  exec: EXEC,
  exec_lo: EXEC,
  exec_hi: EXEC + 1,
  null: NULL,
};

/** The number of a scalar register (`wave.ts`); `undefined` for anything else. */
export function scalarNumber(operand: Operand): number | undefined {
  if (operand.kind === 'register' && operand.file === 's') return operand.index;
  if (operand.kind !== 'special') return undefined;
  const ttmp = /^ttmp\[?(\d+)/.exec(operand.name)?.[1];
  return ttmp === undefined ? SPECIAL[operand.name] : TTMP + Number(ttmp);
}

/** The bits of a constant as an operand of a type sees them: low and high word. */
export function constantBits(
  operand: Operand,
  type: OperandType,
): readonly [low: number, high: number] | undefined {
  if (operand.kind === 'integer') return integerBits(operand.value, type);
  if (operand.kind === 'float') return floatBits(operand.value, type);
  return undefined;
}

const INLINE_LOW = -16n;
const INLINE_HIGH = 64n;

function integerBits(value: bigint, type: OperandType): readonly [number, number] {
  const low = Number(BigInt.asUintN(32, value));
  const high = Number(BigInt.asUintN(32, value >> 32n));
  const inline = value >= INLINE_LOW && value <= INLINE_HIGH;
  const literal = BigInt.asUintN(32, value) === value || BigInt.asIntN(32, value) === value;
  if (type === 'f64' && !inline && literal) return [0, low];
  if (type === 'i64' && literal && !inline) return [low, low >>> 31 === 1 ? 0xffffffff : 0];
  if ((type === 'u64' || type === 'b64') && literal && !inline) return [low, 0];
  return [low, high];
}

const scratch = new DataView(new ArrayBuffer(8));

function floatBits(value: number, type: OperandType): readonly [number, number] {
  switch (type) {
    case 'f16':
    case 'b16': {
      const format = smallFloats['f16'];
      return [format === undefined ? 0 : encodeSmallFloat(format, value), 0];
    }
    case 'f64':
    case 'b64':
    case 'i64':
    case 'u64':
      scratch.setFloat64(0, value);
      return [scratch.getUint32(4), scratch.getUint32(0)];
    default:
      scratch.setFloat32(0, value);
      return [scratch.getUint32(0), 0];
  }
}

/** Reads one word of a scalar operand: `word` 0 is the low one. `undefined` when the operand is not scalar. */
export function scalarReader(
  operand: Operand,
  type: OperandType,
  word: 0 | 1 = 0,
): ((wave: Wave) => number) | undefined {
  const number = scalarNumber(operand);
  if (number !== undefined) return (wave) => wave.s[number + word] ?? 0;
  if (operand.kind === 'special') {
    switch (operand.name) {
      case 'scc':
      case 'src_scc':
        return (wave) => (word === 0 ? wave.scc : 0);
      case 'vccz':
      case 'src_vccz':
        return (wave) => Number(word === 0 && wave.isZeroMask(VCC));
      case 'execz':
      case 'src_execz':
        return (wave) => Number(word === 0 && wave.isZeroMask(EXEC));
      case 'src_shared_base':
        return () => (word === 0 ? 0 : SHARED_APERTURE);
      case 'src_private_base':
        return () => (word === 0 ? 0 : PRIVATE_APERTURE);
      // As 64 bits it is the whole base.
      case 'src_flat_scratch_base_lo':
        return () => (word === 0 ? 0 : FLAT_SCRATCH_BASE);
      case 'src_flat_scratch_base_hi':
        return () => (word === 0 ? FLAT_SCRATCH_BASE : 0);
      case 'src_shared_limit':
        return () => (word === 0 ? 0xffffffff : SHARED_APERTURE);
      case 'src_private_limit':
        return () => (word === 0 ? 0xffffffff : PRIVATE_APERTURE);
      case 'src_pops_exiting_wave_id':
        return () => 0;
      default:
        return undefined;
    }
  }
  const bits = constantBits(operand, type);
  if (bits === undefined) return undefined;
  const constant = bits[word];
  return () => constant;
}
