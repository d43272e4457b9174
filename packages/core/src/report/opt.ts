/**
 * What `ldscope opt` says: the decisions of passes, one list per allocation.
 *
 *     %tile   flatten-swizzle-hint-allocs   flattened   8x64 becomes 512 elements
 *             resolve-swizzle-hints         resolved    4 accesses go to their swizzled offset
 */
import type { Place, Span } from '../base/span.ts';
import type { Totals } from '../conflict/counters.ts';
import type { ReportDiagnostic } from './diagnostic.ts';

export const OPT_SCHEMA = 'ldscope-opt/1';

/**
 * What a pass did with an allocation.
 *
 * - `hinted`, `unhinted`: a hint was attached, or decided against.
 * - `flattened`, `absorbed`, `reinserted`, `folded`: a hint was moved to where the next pass expects it.
 * - `lowered`: copies into it became instructions.
 * - `resolved`: its accesses are rewritten to swizzled offsets.
 * - `padded`: its rows are longer now.
 * - `dropped`: a hint went, and nothing came in its place.
 * - `kept`: looked at, and left as it was.
 * - `refused`: the pass fails because of it.
 */
export type PassVerdict =
  | 'hinted'
  | 'unhinted'
  | 'bufferized'
  | 'flattened'
  | 'absorbed'
  | 'reinserted'
  | 'folded'
  | 'lowered'
  | 'resolved'
  | 'padded'
  | 'dropped'
  | 'kept'
  | 'refused';

/** One decision of one pass on one allocation. */
export interface PassDecision {
  /** The name of the allocation with its sigil, as the input has it. */
  readonly allocation: string;
  readonly pass: string;
  readonly verdict: PassVerdict;
  /** One clause, without a full stop. */
  readonly reason: string;
  /** Numbers behind it; units are in the names (`ldsBytes`, `accesses`). */
  readonly figures: Readonly<Record<string, number>>;
  readonly span?: Span;
}

/** An allocation with what each pass decided, in the order in which they ran. */
export interface AllocationDecisions {
  readonly allocation: string;
  /** The function around it, with its sigil; absent outside of functions. */
  readonly function?: string;
  /** Where it is defined, in the whole file. */
  readonly place?: Place;
  readonly decisions: readonly Omit<PassDecision, 'allocation' | 'span'>[];
}

/** The module between two passes, and the result of executing each of its functions. */
export interface OptState {
  /** The pass that made it, with its options; absent for the input. */
  readonly pass?: string;
  readonly functions: readonly StateFunction[];
}

/** A function of a state, executed on the same random data in every state: its first workgroup. */
export interface StateFunction {
  readonly name: string;
  /** Totals of its accesses to shared memory; absent for a function that cannot be executed. */
  readonly totals?: Totals;
  /** Why there are no totals. */
  readonly reason?: string;
  /** Where it leaves another byte than the input; absent when no difference was seen. */
  readonly difference?: string;
}

export interface OptReport {
  readonly schema: typeof OPT_SCHEMA;
  readonly file: string;
  /** The passes that were requested, pipelines decomposed, with the options that were given. */
  readonly passes: readonly string[];
  readonly like: string;
  readonly machine: string;
  /** `failed`: the input is wrong, or a pass failed; `mlir` has the chunks that came through. */
  readonly verdict: 'done' | 'failed';
  readonly allocations: readonly AllocationDecisions[];
  /** On request: the input, then the module after each pass that changes it. */
  readonly states?: readonly OptState[];
  readonly diagnostics: readonly ReportDiagnostic[];
  /** The transformed MLIR, unless it went to a file. */
  readonly mlir?: string;
}
