/** A kernel as steps, and what lowering it needs of the function that it is in. */
import type { LdsObject, Span } from '@ldscope/core';
import type { Operation } from '../ir/ir.ts';
import type { GlobalSource } from './global-accesses.ts';
import type { RecordedSite } from './recorder.ts';
import type { LaneMask } from './registers.ts';
import type { Step, Wave } from './wave.ts';

/** The data that terminators need of their function (`flow/blocks.ts` fills it in). */
export interface FunctionBody {
  /** Ends a block: lanes go on at its successors. */
  readonly branch: (op: Operation, choose: Choose | undefined) => void;
  /** The active lanes leave with these values. */
  readonly leave: (op: Operation) => void;
  /** Executes another function; `undefined` when no function has this name. */
  readonly call: (op: Operation, callee: Operation) => void;
}

/** Which of its successors each active lane takes: the lanes of each. */
type Choose = (wave: Wave) => readonly LaneMask[];

/** Slots whose integers an operation takes as doubles. */
export interface Doubles {
  readonly name: string;
  readonly slots: readonly number[];
}

export interface LoweredKernel {
  readonly steps: readonly Step[];
  /** The operation behind each step, for diagnostics. */
  readonly spans: readonly Span[];
  /** The data slots of each step that must hold no integers beyond a double (see `wide.ts`). */
  readonly doubles: readonly Doubles[];
  /** Elements per lane of each data slot. */
  readonly dataSizes: readonly number[];
  readonly memrefSlots: number;
  /** Memref slots of the buffer arguments by their number. */
  readonly bindings: ReadonlyMap<number, number>;
  readonly sites: readonly RecordedSite[];
  readonly siteSpans: readonly Span[];
  /** Sites whose addresses are compared where the kernel is executed again. */
  readonly comparedSites: ReadonlySet<number>;
  readonly globalSources: readonly GlobalSource[];
  /** True where some barriers do not wait for the LDS operations of the waves. */
  readonly hasRawBarriers: boolean;
  readonly ldsBytes: number;
  readonly ldsObjects: readonly LdsObject[];
}
