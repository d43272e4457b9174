import type { Span } from '../../base/span.ts';

/** One operation of a schedule, as it was read. */
export interface Statement {
  readonly span: Span;
  /** As written, without comment. */
  readonly text: string;
  /** Lower case, without label: `ds_read_128b`. */
  readonly operation: string;
  /** How often it is there. */
  readonly count: number;
  readonly waves: readonly [first: number, last: number] | undefined;
  /** Elements by name, each operand a list. */
  readonly operands: readonly (readonly string[])[];
  readonly numbers: readonly number[];
  readonly from: readonly string[] | undefined;
  readonly to: readonly string[] | undefined;
  /** `conflicts 8`, `bytes 4096`, `lds`. */
  readonly settings: ReadonlyMap<string, number>;
  readonly counters: ReadonlyMap<'vmcnt' | 'lgkmcnt', number>;
}
