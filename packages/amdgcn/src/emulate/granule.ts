/**
 * The narrowest access to LDS of a kernel, 4 bytes at most: its shadow has one state per this many bytes.
 *
 *     ds_read_b128 v[0:3], v4     ds_write_b16 v5, v6       2
 */
import { dsGranule } from '../isa/ds/ds.ts';
import { flatBytes, ldsCopy } from '../isa/memory/memory.ts';
import type { Program } from '../text/program.ts';

/** Bytes of the narrowest LDS access of an instruction; `undefined` for an instruction without one. */
export function ldsGranule({ instructions }: Program, number: number): number | undefined {
  const instruction = instructions[number];
  return instruction && (dsGranule(instruction) ?? ldsCopy(instruction)?.bytes);
}

/** Bytes of the narrowest LDS access among the instructions that a kernel can reach. */
export function granuleOf(program: Program, reached: readonly number[]): 1 | 2 | 4 {
  let least = 4;
  for (const number of reached) {
    const instruction = program.instructions[number];
    // A flat access may be one of LDS; in unoptimised code all LDS accesses are flat.
    const flat = instruction && flatBytes(instruction);
    least = Math.min(least, ldsGranule(program, number) ?? 4, flat ?? 4);
  }
  return least === 1 ? 1 : least < 4 ? 2 : 4;
}
