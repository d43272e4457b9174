/**
 * Visits operations in the order of the text: an operation, then the operations in its regions.
 *
 *     for (const operation of walk(module.operations)) ...
 */
import type { Operation } from './ir.ts';

export function* walk(operations: Iterable<Operation>): Generator<Operation, void, undefined> {
  for (const operation of operations) {
    yield operation;
    for (const region of operation.regions) {
      for (const block of region.blocks) yield* walk(block.operations);
    }
  }
}
