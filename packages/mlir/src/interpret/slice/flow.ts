/**
 * The data flow of an operation through values and memories, for the slice of a kernel.
 *
 *     %a = arith.muli %t, %c4                      %a from %t and %c4
 *     %x = vector.load %lds[%a]                    needs %lds and %a; %x from LDS
 *     vector.store %y, %lds[%a]                    needs %lds and %a; LDS from %y
 *     %d = amdgpu.mfma %x * %y + %c                %d from %x, %y and %c
 *     scf.for %i = %lo to %hi step %s ...          needs %lo, %hi and %s
 *     an operation without a row                   needs all of its operands, and is executed
 *
 * Values of memory (memrefs) are needed in any case: views cost little.
 */
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { factsOf, isPure } from '../../rows/facts.ts';
import { boundCount, passedBy } from '../../rows/regions.ts';
import type { Effect } from '../../rows/row.ts';
import { calledFunction } from '../flow/blocks.ts';
import { blockNamed } from '../flow/graph.ts';
import { successorOperands } from '../flow/successors.ts';
import { pointerSpace } from '../llvm/types.ts';
import {
  type Access,
  accessOf,
  type AccessedPlace,
  type OwnMemory,
  type Space,
} from '../unknown/accesses.ts';
import { isMemory } from '../value-types.ts';

/** The sources of a value or a memory. */
export type Source = Value | Space;

export interface OperationFlow {
  /** Read in any case. */
  readonly needs: readonly Value[];
  /** Each target may be made of any of these sources. */
  readonly moves: readonly (readonly [target: Source, sources: readonly Source[]])[];
  readonly kind: FlowKind;
  /** The places that an access touches. */
  readonly places?: readonly FlowPlace[];
}

/**
 * `pure`: it does nothing but give results, of its operands alone. `view`: its results are cheap, and may be memory. `control`: it
 * decides which lanes go where, or passes values on. `stop`: it stops lanes. `other`: who knows; it is executed, with all of its operands.
 */
type FlowKind = 'pure' | 'view' | 'access' | 'control' | 'stop' | 'other';

const ALL_SPACES: readonly Space[] = ['lds', 'private', 'global'];

/** A place that an operation accesses, with the kinds of memory that it may be in. */
interface FlowPlace extends AccessedPlace {
  readonly spaces: readonly Space[];
}

/** The context on which the flow of an operation depends. */
export interface FlowContext {
  readonly symbols: ReadonlyMap<string, Operation>;
  readonly own: OwnMemory;
}

/** A flat pointer may lead anywhere. */
function placesOf({ places }: Access, { own }: FlowContext): FlowPlace[] {
  return places.map((place) => {
    if (pointerSpace(place.base.type) === 0) return { ...place, spaces: ALL_SPACES };
    const mayBeOwn = own.plain && place.space === 'global';
    return { ...place, spaces: mayBeOwn ? ['global', 'private'] : [place.space] };
  });
}

/** The flow of an operation; `region` is the one that it is in. */
export function flowOf(
  op: Operation,
  region: Region | undefined,
  context: FlowContext,
): OperationFlow {
  const facts = factsOf(op);
  switch (facts.control) {
    case 'if':
      return { needs: op.operands, moves: passedBy(op), kind: 'control' };
    case 'for':
      return { needs: op.operands.slice(0, boundCount(op)), moves: passedBy(op), kind: 'control' };
    case 'while': {
      const [condition] = terminatorOperands(op);
      const needs = condition === undefined ? op.operands : [condition];
      return { needs, moves: passedBy(op), kind: 'control' };
    }
    case 'return':
    case 'yield':
      // Followed by the operation that they belong to.
      return { needs: [], moves: [], kind: 'control' };
    case 'assert':
    case 'unreachable':
      return { needs: op.operands, moves: [], kind: 'stop' };
    default:
  }
  if (op.successors.length > 0) return ofBranch(op, region);
  const callee = op.attributes.has('callee') ? calledFunction(op, context.symbols) : undefined;
  if (callee !== undefined) return ofCall(op, callee);
  const access = accessOf(op);
  if (access !== undefined && facts.effect !== 'unknown')
    return ofAccess(op, access, placesOf(access, context));
  const results = op.results.map((result) => [result, op.operands] as const);
  const touches = [...op.operands, ...op.results].some(({ type }) => isMemory(type));
  if (isPure(op) || (facts.effect === 'none' && facts.lanes === 'cross')) {
    const isView = facts.effect === 'view' || touches;
    return isView
      ? { needs: op.operands, moves: results, kind: 'view' }
      : { needs: [], moves: results, kind: 'pure' };
  }
  const needs = [...op.operands, ...terminatorOperands(op)];
  if (PASSING.has(facts.effect)) return { needs, moves: results, kind: 'view' };
  // Operations with unknown effects on the memory of their operands.
  const isGivenMemory = op.operands.some(
    ({ type }) => isMemory(type) || pointerSpace(type) !== undefined,
  );
  const all = [...op.operands, ...(isGivenMemory ? ALL_SPACES : [])];
  const targets = [...op.results, ...(isGivenMemory ? ALL_SPACES : [])];
  return { needs, moves: targets.map((target) => [target, all]), kind: 'other' };
}

/** They give memory, order accesses or give hints, and change no value. */
const PASSING: ReadonlySet<Effect> = new Set<Effect>([
  'allocation',
  'symbol',
  'binding',
  'hint',
  'release',
  'order',
]);

/** The content of memory may come from all memories of an access, and from the regions of the operation. */
function ofAccess(
  op: Operation,
  { data, facts }: Access,
  places: readonly FlowPlace[],
): OperationFlow {
  const yielded = terminatorOperands(op);
  const all = [...data, ...yielded, ...places.flatMap(({ spaces }) => spaces)];
  const written = places.flatMap(({ spaces, isWritten }) => (isWritten ? spaces : []));
  const isAlone = facts.effect === 'load' || facts.effect === 'store';
  const inner = op.regions.flatMap(({ blocks }) => blocks.flatMap((block) => block.arguments));
  return {
    // Data that is used as data alone, and memory that is used as nothing else.
    needs: isAlone
      ? op.operands.filter((value) => !data.includes(value))
      : [...op.operands, ...yielded],
    moves: [
      ...[...op.results, ...inner].map((value) => [value, all] as const),
      ...written.map((space) => [space, all] as const),
    ],
    kind: 'access',
    places,
  };
}

/** Operands of all terminators inside an operation that is not tracked. */
function terminatorOperands(op: Operation): Value[] {
  return op.regions.flatMap(({ blocks }) =>
    blocks.flatMap(({ operations }) => operations.at(-1)?.operands ?? []),
  );
}

function ofBranch(op: Operation, region: Region | undefined): OperationFlow {
  const moves = op.successors.flatMap(({ block }, i) => {
    const target = region && blockNamed(region, block);
    const passed = successorOperands(op, i);
    return (target?.arguments ?? []).map(
      (argument, at) => [argument, [passed[at]].flatMap((value) => value ?? [])] as const,
    );
  });
  return { needs: op.successors.length > 1 ? op.operands.slice(0, 1) : [], moves, kind: 'control' };
}

function ofCall(op: Operation, callee: Operation): OperationFlow {
  const [region] = callee.regions;
  const returns = (region?.blocks ?? []).flatMap(({ operations }) => {
    const last = operations.at(-1);
    return last !== undefined && factsOf(last).control === 'return' ? [last.operands] : [];
  });
  return {
    needs: [],
    moves: [
      ...(region?.blocks[0]?.arguments ?? []).map(
        (argument, i) => [argument, [op.operands[i]].flatMap((value) => value ?? [])] as const,
      ),
      ...op.results.map(
        (result, i) => [result, returns.flatMap((values) => values[i] ?? [])] as const,
      ),
    ],
    kind: 'control',
  };
}
