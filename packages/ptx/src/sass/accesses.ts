/**
 * The access of a SASS instruction to memory, as data: what it does, with which operands, and what it costs in shared memory.
 *
 *     @!P0 LDS.64 R8, [R2+UR4+0x10]      loads 8 bytes at R2 + UR4 + 16 into R8 and R9
 *     ATOMS.CAST.SPIN R3, [R6], R2, R3   one round of a loop that ptxas makes of an atomic addition of floats
 *     LDGSTS.E.128 [R4], desc[UR6][R2.64]     copies 16 bytes from the address in R2 and R3
 *
 * LIMITATIONS. Bulk copies, TMA, matrix descriptors and mbarriers are not accesses here: their lanes have no addresses.
 */
import { opcodeNumber, plainOpcode } from '@ldscope/core';
import { sassAddress } from './execute/address.ts';
import type { Source } from './execute/sources.ts';
import { type SassOperand, sassOperand } from './operands.ts';
import type { SassInstruction } from './program.ts';
import type { SassMemory } from './rows.ts';

export interface SassAccess extends SassMemory {
  /** Bytes that a lane moves; of a matrix those of a row. */
  readonly bytes: number;
  /** Words of registers: one for narrower elements. */
  readonly words: number;
  /** Bits that the sign of a narrow element fills; 0 for unsigned ones. */
  readonly signBits: number;
  /** The cost in shared memory, as a number among the instructions that core knows; `undefined` where none is known. */
  readonly op: number | undefined;
  readonly address: Source;
  /** Of a copy: where the data is in global memory. */
  readonly from: Source | undefined;
  /** The register of its result, and of the first and second source. */
  readonly to: number | undefined;
  readonly sources: readonly SassOperand[];
  /** What an atomic does: `ADD`, `CAS`, `POPC`. */
  readonly update: string;
  readonly isSigned: boolean;
}

/** The access of an instruction whose row has one; `undefined` for a form that is not known. */
export function accessOf(
  { modifiers, operands }: SassInstruction,
  memory: SassMemory,
): SassAccess | undefined {
  const isGlobal = memory.space === 'global' || memory.space === 'generic';
  const places = operands.flatMap((text, at) =>
    text.endsWith(']') && !text.startsWith('c[') ? [at] : [],
  );
  const [first, second] = places;
  const isWide = isGlobal && modifiers.includes('E');
  const address = first === undefined ? undefined : sassAddress(operands[first] ?? '', isWide);
  if (first === undefined || address === undefined) return undefined;
  const from = second === undefined ? undefined : sassAddress(operands[second] ?? '', true);
  const target = operands
    .slice(0, first)
    .map(sassOperand)
    .find(({ kind }) => kind === 'register');
  const sources = operands.slice((second ?? first) + 1).map(sassOperand);
  const isMatrix = memory.does === 'matrix load' || memory.does === 'matrix store';
  const bytes = isMatrix ? 16 : widthOf(modifiers);
  const narrow = modifiers.find((name) => /^[US](?:8|16)$/.test(name));
  return {
    ...memory,
    bytes,
    words: isMatrix ? matricesOf(modifiers) : Math.max(1, bytes / 4),
    signBits: narrow?.startsWith('S') === true ? 32 - 8 * bytes : 0,
    op: costOf(modifiers, memory, bytes),
    address,
    from,
    to: target?.kind === 'register' ? target.number : undefined,
    sources,
    update: modifiers.find((name) => UPDATES.has(name)) ?? '',
    isSigned: modifiers.includes('S32') || modifiers.includes('S64'),
  };
}

/** What an atomic gives depends on when other warps do theirs. */
export const isTimed = (how: string): boolean => how === 'CAST' || how === 'CAS' || how === 'EXCH';

const UPDATES: ReadonlySet<string> = new Set(
  'ADD MIN MAX INC DEC AND OR XOR EXCH CAS CAST POPC'.split(' '),
);

function widthOf(modifiers: readonly string[]): number {
  for (const name of modifiers) {
    if (name === '256') return 32;
    if (name === '128') return 16;
    if (name === '64') return 8;
    if (name === 'U16' || name === 'S16') return 2;
    if (name === 'U8' || name === 'S8') return 1;
  }
  return 4;
}

const matricesOf = (modifiers: readonly string[]): number =>
  Number(modifiers.find((name) => name === '2' || name === '4') ?? 1);

function costOf(
  modifiers: readonly string[],
  { does, space }: SassMemory,
  bytes: number,
): number | undefined {
  if (space !== 'shared' && space !== 'generic') return undefined;
  switch (does) {
    case 'load':
      return space === 'generic' && bytes > 4
        ? opcodeNumber(`ld.v${bytes / 4}.b32`)
        : plainOpcode('ptx', 'read', bytes);
    case 'store':
      return plainOpcode('ptx', 'write', bytes);
    case 'matrix load':
    case 'matrix store': {
      const turned = modifiers.some((name) => name.startsWith('MT')) ? '.trans' : '';
      const name = does === 'matrix load' ? 'ldmatrix' : 'stmatrix';
      return opcodeNumber(`${name}.x${matricesOf(modifiers)}${turned}`);
    }
    case 'copy':
      return opcodeNumber(
        bytes === 16 && !modifiers.includes('BYPASS')
          ? 'cp.async.ca.b128'
          : `cp.async.b${8 * bytes}`,
      );
    case 'atomic':
      return opcodeNumber(atomicName(modifiers, bytes));
    case 'reduce':
      return undefined;
  }
}

function atomicName(modifiers: readonly string[], bytes: number): string {
  const bits = `b${8 * bytes}`;
  if (modifiers.includes('CAST')) return `ATOMS.CAST.${bits}`;
  if (modifiers.includes('CAS')) return `atom.shared.cas.${bits}`;
  if (modifiers.includes('EXCH')) return `atom.shared.exch.${bits}`;
  if (modifiers.includes('POPC')) return 'ATOMS.POPC.INC';
  return bytes === 4 ? 'red.shared.add.u32' : '';
}
