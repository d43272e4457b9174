/**
 * Steps that track which values depend on reads of LDS in flight (`lds-flight.ts`), in addition to the step of each
 * operation.
 *
 *     %v = memref.load %lds[%i]     after it: %v depends on the last access of the wave
 *     %w = arith.addf %v, %x        %w depends on what %v and %x depend on
 *     memref.store %w, %out[%j]     before it: the wave waits for what %w and %j depend on
 *     scf.yield %w                  with the copy: what takes its place depends on the same
 */
import type { Operation, Value } from '../../ir/ir.ts';
import type { FollowRead, Lowering } from '../lowering.ts';
import { flowOf, type OperationFlow } from '../slice/flow.ts';
import { isMemory } from '../value-types.ts';

const dataSlots = (lowering: Lowering, values: readonly Value[]): number[] =>
  values.filter(({ type }) => !isMemory(type)).map((value) => lowering.data(value));

/** Emits the steps around an operation. */
export const followRead: FollowRead = (op, lowering) => {
  const flow = emitUses(op, lowering);
  return () => emitLoaded(op, flow, lowering);
};

/** The flow of an operation, and the step before it. */
function emitUses(op: Operation, lowering: Lowering): OperationFlow {
  const context = { symbols: lowering.symbols, own: { plain: false, flat: false } };
  const flow = flowOf(op, undefined, context);
  const isMade = flow.kind === 'pure' || flow.kind === 'view';
  const used = flow.kind === 'control' ? flow.needs : op.operands;
  const slots = dataSlots(
    lowering,
    used.filter((value) => lowering.isKnown(value)),
  );
  const results = isMade ? dataSlots(lowering, op.results) : [];
  if (slots.length + results.length === 0) return flow;
  lowering.emit(
    isMade
      ? (wave) => wave.flight?.derive(results, slots)
      : (wave) => wave.flight?.settleFor(slots, wave.epoch),
  );
  return flow;
}

/** The step behind an operation: what it has loaded from LDS depends on that. */
function emitLoaded(op: Operation, { kind, places = [] }: OperationFlow, lowering: Lowering): void {
  if (kind !== 'access' && kind !== 'other') return;
  const results = dataSlots(lowering, op.results);
  if (results.length === 0) return;
  const isLoaded = places.some(({ spaces }) => spaces.includes('lds'));
  lowering.emit(
    isLoaded ? (wave) => wave.flight?.load(results) : (wave) => wave.flight?.derive(results, []),
  );
}
