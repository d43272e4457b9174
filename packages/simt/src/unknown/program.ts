/**
 * A program as the tracking of unknown values needs it: the effects of its instructions, their control flow and the memory
 * that they touch. Registers are numbers from 0 on.
 */
import type { Control } from '../run/control.ts';
import type { Warp } from '../lanes/warp.ts';

/** The effects of an instruction on registers. */
export interface Effects {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Registers of addresses, which are among those that it reads. */
  readonly addresses: readonly number[];
  /** Where the symbols among its sources are. */
  readonly origin: number;
  /** The lanes that a result depends on: its own, those that execute the instruction together, or the whole warp. */
  readonly lanes: 'own' | 'cross' | 'all';
  /** Its name, and its sources that are not registers, for the version of its result. */
  readonly text: string;
  /** The result is the opposite of the comparison that the text names. */
  readonly isOpposite: boolean;
}

/** Which lanes are in which memory, bit by bit. */
interface LaneSplit {
  shared: number;
  local: number;
  global: number;
}

/** The addresses of the lanes of one place, as they are found. */
export interface LaneAddresses {
  /** Low and high words of addresses; in shared and local memory the low one alone, from its beginning. */
  readonly low: Int32Array<ArrayBuffer>;
  readonly high: Int32Array<ArrayBuffer>;
  readonly split: LaneSplit;
}

/** One place in memory that an instruction touches. */
export interface Touched {
  /** The register of its address; `undefined` for a symbol or a constant. */
  readonly base: number | undefined;
  readonly space: 'shared' | 'local' | 'global' | 'const' | 'generic' | 'param';
  readonly bytes: number;
  /** Lanes that give addresses; -1 for all. */
  readonly lanes: number;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Finds the addresses of lanes. */
  readonly find: (warp: Warp, mask: number, into: LaneAddresses) => void;
}

/** The way that lanes go behind an instruction. */
export type Going = 'on' | 'branch' | 'table' | 'call' | 'return' | 'exit' | 'stops';

export interface UnknownProgram {
  /** Registers by numbers, with those that hold their values from the beginning. */
  readonly registers: number;
  readonly initial: readonly { readonly register: number; readonly name: string }[];
  /** `undefined` for an instruction that is not executed. */
  readonly effectsOf: (number: number) => Effects | undefined;
  /** The text of an instruction for messages. */
  readonly nameOf: (number: number) => string;
  readonly goingOf: (number: number) => Going;
  /** The control flow of an instruction that is ready. */
  readonly controlOf: (number: number) => Control<unknown> | undefined;
  /** The predicate that guards an instruction. */
  readonly guardOf: (
    number: number,
  ) => { readonly register: number; readonly isNegated: boolean } | undefined;
  /** The register at a place in the file of a warp. */
  readonly numberOf: (place: number) => number;
  /** True for an instruction that touches memory at places that are known. */
  readonly touches: (number: number) => boolean;
  /** The memory that an instruction may change, a set of `STORES`. */
  readonly storesOf: (number: number) => number;
  readonly successors: (number: number) => readonly number[];
  /** The instructions of the function that has one. */
  readonly functionOf: (number: number) => { readonly start: number; readonly count: number };
}

/** Memory that instructions may write, a bit each. */
export const STORES = { shared: 1, module: 2, local: 4, all: 7 } as const;
