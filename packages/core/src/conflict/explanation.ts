/** The result of `explainAccess` for one access, as data for texts, pages and pictures. */
import type { ServiceRule } from '../machine/machine.ts';

/** One 4-byte word of a bank and the lanes that access it. */
export interface WordRequest {
  /** Byte address of the word. */
  readonly addressBytes: number;
  readonly lanes: readonly number[];
}

/** What a bank serves in one phase, at the first word of each lane's vector. */
export interface BankRequest {
  readonly bank: number;
  readonly words: readonly WordRequest[];
  /** Slots it takes; more than one serializes the phase. */
  readonly slots: number;
}

export interface PhaseExplanation {
  readonly index: number;
  /** Active lanes in range. */
  readonly lanes: readonly number[];
  readonly cycles: number;
  readonly ways: number;
  /** Ascending by bank; only banks that are used. */
  readonly banks: readonly BankRequest[];
}

/** One executed instruction decomposed: its phases, and the words that the lanes of each ask of every bank. */
export interface AccessExplanation {
  readonly opcode: string;
  readonly rule: ServiceRule;
  readonly phases: readonly PhaseExplanation[];
  readonly idxActive: number;
  readonly bankConflict: number;
  readonly worstWays: number;
  /** Banks that each lane's whole vector covers, from its first. */
  readonly banksPerLane: number;
  /** Byte address of each lane; `undefined` for a lane that takes no part. */
  readonly addressBytes: readonly (number | undefined)[];
  /** Sentences, the most telling first; empty when the access is conflict-free. */
  readonly reasons: readonly string[];
}
