/**
 * Addresses that an unknown mask chooses: those of a tile for lanes inside a matrix, one beyond all LDS for the others.
 *
 *     v_mov_b32 v5, 0x80000000
 *     v_cndmask_b32 v2, v5, v1, s[4:5]     v1 where s[4:5] says so, which is unknown
 *     ds_read_b32 v3, v2                   lanes at v1: the others, if any, access nothing
 *
 * This is treated as an unknown exec: all lanes are taken to be inside.
 */
import { factsOf } from '../../isa/facts.ts';
import type { Target } from '../../state/target.ts';
import type { Instruction, Operand } from '../../text/program.ts';
import { scalarNumber, scalarReader } from '../../state/scalars.ts';
import { vectorRow } from '../../state/uses.ts';
import { SCALAR_ID } from '../../state/waits.ts';
import { LANES, type Wave } from '../../state/wave.ts';
import type { UnknownRegisters } from './registers.ts';

/** Addresses that no offset of an instruction brings back into LDS. */
const isOutside = (address: number): boolean => address >= 2 ** 31 && address < 2 ** 32 - 2 ** 17;

/** The values of all lanes of an operand; `undefined` where one of them is unknown. */
type Values = (registers: UnknownRegisters, wave: Wave) => Uint32Array | undefined;

function valuesOf(operand: Operand | undefined): Values {
  const row = vectorRow(operand);
  const scalar = operand && scalarNumber(operand);
  const read = operand && row === undefined ? scalarReader(operand, 'b32') : undefined;
  const id = row ?? (scalar === undefined ? undefined : SCALAR_ID + scalar);
  return (registers, wave) => {
    if (id !== undefined && ((registers.low[id] ?? 0) | (registers.high[id] ?? 0)) !== 0)
      return undefined;
    if (row !== undefined) return wave.u.slice(LANES * row, LANES * (row + 1));
    return read === undefined ? undefined : new Uint32Array(LANES).fill(read(wave));
  };
}

/** For instructions that choose: the addresses of lanes inside, from the registers before the instruction. */
export function guardOf(instruction: Instruction, target: Target): Values | undefined {
  const { operands, modifiers } = instruction;
  if (factsOf(instruction, target).chooses !== true || modifiers.size > 0) return undefined;
  const left = valuesOf(operands[1]);
  const right = valuesOf(operands[2]);
  return (registers, wave) => {
    const first = left(registers, wave);
    const second = right(registers, wave);
    if (first === undefined || second === undefined) return undefined;
    if (first.every(isOutside)) return second;
    return second.every(isOutside) ? first : undefined;
  };
}

/** Executes a step with a row that has other values, and gives it back its own, unless the step writes it. */
export function withRow(
  wave: Wave,
  row: number,
  values: Uint32Array,
  writes: readonly number[],
  step: () => void,
): void {
  const own = wave.u.slice(LANES * row, LANES * (row + 1));
  wave.u.set(values, LANES * row);
  step();
  if (!writes.includes(row)) wave.u.set(own, LANES * row);
}
