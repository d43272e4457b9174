/**
 * The columns that tables of all units share: the facts that analyses ask for. `facts.ts` answers for an instruction.
 *
 *     s_cbranch_scc1     control 'branch'      taken where scc is 1
 *     s_and_b64          logic 0b1000          bits of the result by bits of the sources
 *     v_add_u32          sum 'a + b'           modulo 2^32
 *     v_readlane_b32     lanes 'all'           the result is of a lane that exec may leave out
 *     s_setreg_b32       hidden 'mode'         no operand names what it changes
 *
 * The words are those of PTX's rows, where both machines have the thing.
 */

/** The units of a compute unit, which execute instructions. */
export type Unit = 'SALU' | 'VALU' | 'MFMA' | 'LDS' | 'VMEM' | 'SMEM';

/** Which lanes a result depends on: its own, those that execute the instruction together, or all of the wave. */
export type Lanes = 'own' | 'cross' | 'all';

/** The effect of an instruction on memory. */
export type Memory =
  /** Registers alone. */
  | 'none'
  /** No effect here: caches, time, messages, debuggers. */
  | 'hint'
  /** Waits until accesses are done. */
  | 'order'
  | 'load'
  | 'store'
  | 'atomic'
  /** From one memory to another. */
  | 'copy'
  | 'unknown';

/** The way of a wave behind an instruction. */
export type Control =
  | 'none'
  /** To a label, perhaps. */
  | 'branch'
  /** To a label, and the address behind it in a register. */
  | 'call'
  /** To an address in registers; `far-call` keeps the address behind it. */
  | 'jump'
  | 'far-call'
  | 'exit'
  | 'trap'
  | 'barrier'
  /** Vector instructions behind it may have no effect. */
  | 'skip'
  | 'unknown';

/** State of a wave that no operand names. */
export type Hidden =
  | 'none'
  /** Rounding, denormals and exceptions of the instructions that follow. */
  | 'mode'
  /** The registers of this instruction, or of those that follow, are counted from M0. */
  | 'indices'
  /** Scales of the next matrix product. */
  | 'scales'
  /** The time. */
  | 'clock'
  | 'unknown';

/** The condition of a branch: a flag or a mask, which is not 0 where the branch is taken, or is. */
export interface Condition {
  readonly asks: 'scc' | 'vcc' | 'exec';
  readonly taken: 0 | 1;
}

/** Logic of scalars, bit by bit. */
export interface Logic {
  /** Bit `2 a + b` is the result for bits a and b of the sources; b is that of exec where exec gets the result. */
  readonly table: number;
  /** Exec gets the result, and the destination has exec as it was, or the result as well. */
  readonly exec?: 'saved' | 'copied';
}

/** A comparison of scalars, whose answer is scc. */
export interface Comparison {
  readonly relation: 'eq' | 'lg' | 'lt' | 'ge' | 'gt' | 'le';
  readonly type: 'i32' | 'u32' | 'u64';
}

/** A result that adds up sources a, b and c, or the old destination d, modulo the size of the result. */
export type Sum =
  | 'a'
  | 'a + b'
  | 'a - b'
  | 'b - a'
  | 'a * b'
  | 'a << b'
  | 'b << a'
  | 'a + b + c'
  | '(a << b) + c'
  | '(a + b) << c'
  | 'd + a'
  | 'd * a'
  | `(a << ${1 | 2 | 3 | 4}) + b`;

/** The meaning of a scalar instruction, where analyses know it. */
export interface Meaning {
  /** Of a branch that is not always taken; `never` for one that a debugger alone takes. */
  readonly condition?: Condition | 'never';
  readonly logic?: Logic;
  readonly compares?: Comparison;
  readonly sum?: Sum;
  /** The result is the address of the next instruction. */
  readonly givesAddress?: true;
  /** A constant has 16 bits of the encoding, and no literal follows it. */
  readonly short?: true;
  /** Cycles without another instruction of the wave, for each 1 of the constant. */
  readonly idleCycles?: number;
  /** The constant is the priority of the wave from here on. */
  readonly setsPriority?: true;
}
