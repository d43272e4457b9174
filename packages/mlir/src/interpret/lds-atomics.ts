/**
 * The LDS instruction that a back end emits for an atomic, where it is one instruction.
 *
 *     fadd f32     AMD: ds_add_f32            NVIDIA: a loop of compare-and-swap
 *     fadd f64     AMD from gfx90a on: ds_add_f64, before that a loop
 *     add i8       a loop everywhere
 *     add i32 1    NVIDIA: ATOMS.POPC.INC, where the old value is unused; one rule with PTX
 *
 * How often a loop goes round depends on what other waves do, so it has no counts. AMD: LLVM 22 for each chip
 * (`atomicrmw` in address space 3); NVIDIA: ptxas 13, as for PTX.
 */
import { ldsNames, type Machine, opcodeNumber } from '@ldscope/core';

/** An instruction, or why there is none to count. */
export interface LdsInstruction {
  readonly opcode?: number | undefined;
  /** Completes `1 ...`. */
  readonly uncounted?: string | undefined;
}

export const CAS_LOOP: LdsInstruction = {
  uncounted: 'that compilers make a loop of compare-and-swap of',
};

interface Atomic {
  /** AMD's name without its width, `ds_add_u`; `undefined` for what no chip has as one instruction. */
  readonly stem: string | undefined;
  readonly bytes: number;
  /** It gives the old value. */
  readonly returns: boolean;
  /** It adds 1, and the old value is unused: NVIDIA has an instruction that counts lanes. */
  readonly counts?: boolean;
}

/** The instruction of a read-modify-write. */
export function atomicInstruction(machine: Machine, atomic: Atomic): LdsInstruction {
  const { stem, bytes } = atomic;
  if (stem === undefined || (bytes !== 4 && bytes !== 8)) return CAS_LOOP;
  const name = machine.isa === 'ptx' ? nvidiaName(stem, atomic) : amdName(machine, stem, atomic);
  return named(name);
}

/** The instruction of a compare-and-swap: narrow ones swap the word around them in a loop. */
export function compareInstruction({ isa }: Machine, bytes: number): LdsInstruction {
  if (bytes !== 4 && bytes !== 8) return CAS_LOOP;
  const bits = 8 * bytes;
  return named(
    isa === 'ptx' ? `atom.shared.cas.b${bits}` : `${ldsNames[isa].compare}_rtn_b${bits}`,
  );
}

function named(name: string | undefined): LdsInstruction {
  const opcode = name === undefined ? undefined : opcodeNumber(name);
  return opcode === undefined ? CAS_LOOP : { opcode };
}

function nvidiaName(stem: string, { bytes, counts }: Atomic): string | undefined {
  if (stem.includes('wrxchg')) return `atom.shared.exch.b${8 * bytes}`;
  if (bytes !== 4 || stem.endsWith('_f')) return undefined;
  return counts === true ? 'ATOMS.POPC.INC' : 'red.shared.add.u32';
}

/** `ds_add_f64` is of CDNA2 and later, and of gfx1250. */
const hasAddF64 = ({ code }: Machine): boolean =>
  code?.family === 'cdna' ? code.generation >= 2 : code?.generation === 5;

/** From RDNA4 on `ds_max_f32` is `ds_max_num_f32`. */
const saysNum = ({ code }: Machine): boolean => code?.family === 'rdna' && code.generation >= 4;

function amdName(machine: Machine, stem: string, { bytes, returns }: Atomic): string | undefined {
  if (stem === 'ds_add_f' && bytes === 8 && !hasAddF64(machine)) return undefined;
  const { exchange } = ldsNames[machine.isa];
  const own = stem
    .replace('wrxchg', exchange)
    .replace(/_(max|min)_f$/, saysNum(machine) ? '_$1_num_f' : '_$1_f');
  const plain = `${own}${8 * bytes}`;
  return returns && !own.includes('_rtn_') ? plain.replace(/_(\w)(\d+)$/, '_rtn_$1$2') : plain;
}
