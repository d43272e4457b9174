/** A part of a kernel that is lowered, and what is left out of it. */
import type { Operation, Value } from '../../ir/ir.ts';
import type { Space } from '../unknown/accesses.ts';

export interface KernelSlice {
  /** The operation does nothing but give results that nothing requires. */
  readonly leavesOut: (op: Operation) => boolean;
  /** Nothing requires the value. */
  readonly isUnwanted: (value: Value) => boolean;
  /** True when the content of a memory is required. */
  readonly wantsMemory: (space: Space) => boolean;
  /** In a part that is executed again: what the operation decides or accesses is compared with what it did before. */
  readonly compares?: (op: Operation) => boolean;
  /** In such a part: there is nothing to compare. */
  readonly comparesNothing?: boolean;
  /** In such a part: it reads buffers, which are taken to be different memories. */
  readonly readsBuffers?: boolean;
}
