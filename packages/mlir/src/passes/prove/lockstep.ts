/**
 * Walks two kernels side by side: every operation with an effect must be in both, in the same order, under the same
 * conditions, with equal operands.
 *
 *     before                                  after
 *     %v = vector.load %in[%i]                %v = vector.load %in[%i]                 a pair, operands equal
 *                                             %k = arith.xori %u, %r                   computes only: named, not paired
 *     vector.store %v, %tile[%r, %c]          vector.store %v, %tile[%r, %k]           an access that may differ in place
 *     scf.if %edge { ... } else { ... }       scf.if %edge { ... } else { ... }        both branches, executed or not
 *
 * So every branch, loop and barrier of every workgroup is covered without executing any. What is left to show is about the
 * accesses of the buffers that got another layout: they are handed back in pairs.
 *
 * Operations that only compute may come, go and move; they are checked where their results are used. A value counts only
 * where its definition dominates its use.
 */
import { attributeOf, operandSegments, symbolOf } from '../../ir/attribute-values.ts';
import type { Block, Operation, Region, Value } from '../../ir/ir.ts';
import { isIsolated } from '../../rows/facts.ts';
import { walk } from '../../ir/walk.ts';
import { printOperation } from '../../module/printer.ts';
import { printType } from '../../text/print-types.ts';
import type { BufferAccess, WorkgroupBuffer } from '../buffers.ts';
import { dominatorsOf } from './dominance.ts';
import { attributesOf, isComputation, type Names, type SideValues } from './values.ts';

/** A buffer with the old layout in one kernel and the new one in the other. */
export interface BufferPair {
  readonly before: WorkgroupBuffer;
  readonly after: WorkgroupBuffer;
}

/** One kernel of the two. */
export interface LockstepSide {
  readonly kernel: Operation;
  readonly values: SideValues;
}

/** The same access in both kernels. */
export interface AccessPair {
  readonly buffer: number;
  readonly before: BufferAccess;
  readonly after: BufferAccess;
  /** The operations of the old kernel around it, the outermost first. */
  readonly around: readonly Operation[];
}

/** Where two kernels are not the same. */
export interface Difference {
  readonly op: Operation;
  readonly reason: string;
}

/** The values that define the results and arguments of an operation of the old kernel. */
export interface Origin {
  readonly op: Operation;
  readonly role: 'parameter' | 'variable' | 'carried' | 'result' | 'jump';
  /** For `carried`: what comes in, and what comes back. */
  readonly from: readonly Value[];
}

export interface Lockstep {
  readonly pairs: readonly AccessPair[];
  /** By name. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** The pairs of accesses, or the first difference between the kernels. */
export function walkTogether(
  before: LockstepSide,
  after: LockstepSide,
  top: readonly [readonly Operation[], readonly Operation[]],
  buffers: readonly BufferPair[],
  names: Names,
): Lockstep | Difference {
  const walker = new Walker(before, after, buffers, names);
  const problem = walker.operations(...top);
  return problem ?? { pairs: walker.pairs, origins: walker.origins };
}

class Walker {
  readonly pairs: AccessPair[] = [];
  readonly origins = new Map<string, Origin>();
  readonly #before: LockstepSide;
  readonly #after: LockstepSide;
  readonly #buffers: readonly BufferPair[];
  readonly #names: Names;
  readonly #accesses: readonly [Accesses, Accesses];
  /** By member of a buffer that is changed: the buffer. */
  readonly #members: readonly [ReadonlyMap<Value, number>, ReadonlyMap<Value, number>];
  /** Operations of the old kernel that are being walked through. */
  readonly #around: Operation[] = [];
  /** Blocks of the new kernel whose values can be used. */
  readonly #open = new Set<Block>();
  readonly #homes = new Map<Value, Block>();
  readonly #met = new Set<Value>();
  /** Bounds of ids that the old kernel promises: formulas rely on them. */
  readonly #bounded: ReadonlySet<string>;
  #isInside = false;

  constructor(
    before: LockstepSide,
    after: LockstepSide,
    buffers: readonly BufferPair[],
    names: Names,
  ) {
    this.#before = before;
    this.#after = after;
    this.#buffers = buffers;
    this.#names = names;
    const [old, now] = [buffers.map((b) => b.before), buffers.map((b) => b.after)];
    this.#accesses = [accessesOf(old), accessesOf(now)];
    this.#members = [membersOf(old), membersOf(now)];
    this.#bounded = new Set([...walk([before.kernel])].map(boundOf));
  }

  /** The operations of two blocks, or of two modules. */
  operations(old: readonly Operation[], now: readonly Operation[]): Difference | undefined {
    let [i, j] = [0, 0];
    for (;;) {
      for (; i < old.length; i++) {
        const op = old[i];
        if (op === undefined || !isComputation(op)) break;
        this.#before.values.take(op);
      }
      for (; j < now.length; j++) {
        const op = now[j];
        if (op === undefined || !isComputation(op)) break;
        const unusable = op.operands.find((operand) => !this.#isUsable(operand));
        if (unusable !== undefined) return { op, reason: `%${unusable.name} is not defined there` };
        if (PROMISES.some((name) => op.attributes.has(name)) && !this.#bounded.has(boundOf(op))) {
          return { op, reason: 'it promises what the original does not' };
        }
        this.#after.values.take(op);
        for (const result of op.results) this.#met.add(result);
      }
      const [a, b] = [old[i++], now[j++]];
      if (a === undefined && b === undefined) return undefined;
      if (a === undefined) return b && { op: b, reason: 'it is not in the original' };
      if (b === undefined) return { op: a, reason: 'it is missing' };
      const problem = this.#pair(a, b);
      if (problem !== undefined) return problem;
    }
  }

  #pair(old: Operation, now: Operation): Difference | undefined {
    const differs = (reason: string): Difference => ({ op: now, reason });
    if (old.name !== now.name) return differs(`it is where the original has ${old.name}`);
    if (!this.#isInside) {
      const around = contains(old, this.#before.kernel);
      if (around !== contains(now, this.#after.kernel)) return differs('the kernel is elsewhere');
      if (!around) return this.#outside(old, now);
    }
    if (old.text !== now.text) return differs('it differs');
    if (old.name === 'memref.dim' && this.#isResized(old.operands[0])) {
      return differs('it asks for the length of rows that have another one');
    }
    const access = this.#access(old, now);
    if (access !== undefined && 'reason' in access) return access;
    const problem =
      access === undefined ? this.#sameParts(old, now) : this.#sameAccess(access, old, now);
    if (problem !== undefined) return problem;
    if (old.results.length !== now.results.length) return differs('it has other results');
    const inside = this.#isInside;
    this.#isInside ||= old === this.#before.kernel;
    const difference = this.#regions(old, now) ?? this.#results(old, now);
    this.#isInside = inside;
    return difference;
  }

  #isResized(memref: Value | undefined): boolean {
    const buffer = memref && this.#members[0].get(memref);
    const pair = buffer === undefined ? undefined : this.#buffers[buffer];
    return pair !== undefined && pair.before.shape.join() !== pair.after.shape.join();
  }

  /** Beside the kernel nothing changes, except for globals that are one of the buffers. */
  #outside(old: Operation, now: Operation): Difference | undefined {
    for (const [value, buffer] of this.#members[0]) {
      const name = symbolOf(value.definition?.attributes.get('name'));
      if (value.definition?.name !== 'memref.get_global' || name === undefined) continue;
      const pair = this.#buffers[buffer];
      if (old.name === 'memref.global' && symbolOf(old.attributes.get('sym_name')) === name) {
        return pair && this.#sameGlobal(pair, old, now);
      }
      if (refersTo(old, name) || refersTo(now, name)) {
        return { op: now, reason: `it refers to @${name} as well` };
      }
    }
    return printed(old) === printed(now)
      ? undefined
      : { op: now, reason: 'it is not the kernel, and differs' };
  }

  #sameGlobal(pair: BufferPair, old: Operation, now: Operation): Difference | undefined {
    const types = [old, now].map((op) => {
      const type = attributeOf(op, 'type');
      return type?.kind === 'type' ? printType(type.type, true) : '';
    });
    const expected = [pair.before, pair.after].map(({ type }) => printType(type, true));
    const isEmpty = attributeOf(old, 'initial_value')?.kind !== 'dense';
    const same =
      isEmpty &&
      types.join(' ') === expected.join(' ') &&
      attributesOf(old, typeOnly) === attributesOf(now, typeOnly);
    return same ? undefined : { op: now, reason: 'it has contents, or another type' };
  }

  #access(old: Operation, now: Operation): AccessPair | Difference | undefined {
    const [one, other] = [this.#accesses[0].get(old), this.#accesses[1].get(now)];
    if (one === undefined && other === undefined) return undefined;
    if (one === undefined || other?.buffer !== one.buffer) {
      return { op: now, reason: 'it accesses another buffer' };
    }
    const { buffer } = one;
    return { buffer, before: one.access, after: other.access, around: [...this.#around] };
  }

  /** Everything of an access but its place, and of a copy but what is fetched. */
  #sameAccess(pair: AccessPair, old: Operation, now: Operation): Difference | undefined {
    const { before, after } = pair;
    const kinds = before.direction === after.direction && before.bytes === after.bytes;
    const differs = (reason: string): Difference => ({ op: now, reason });
    if (!kinds || attributesOf(old, placing) !== attributesOf(now, placing)) {
      return differs('it is another kind of access');
    }
    const [rest, restNow] = [restOf(before), restOf(after)];
    if (!this.#sameValues(rest, restNow)) return differs('its operands differ');
    if (!now.operands.every((operand) => this.#isUsable(operand))) {
      return differs('an operand is not defined there');
    }
    this.pairs.push(pair);
    return undefined;
  }

  #sameParts(old: Operation, now: Operation): Difference | undefined {
    const differs = (reason: string): Difference => ({ op: now, reason });
    if (attributesOf(old) !== attributesOf(now)) return differs('its attributes differ');
    if (!this.#sameValues(old.operands, now.operands)) return differs('its operands differ');
    if (old.successors.length !== now.successors.length) return differs('it continues elsewhere');
    for (const [i, { block, operands }] of old.successors.entries()) {
      const other = now.successors[i];
      if (other?.block !== block) return differs('it continues elsewhere');
      if (!this.#sameValues(operands, other.operands)) return differs('it passes on other values');
    }
    return undefined;
  }

  #sameValues(old: readonly Value[], now: readonly Value[]): boolean {
    return (
      old.length === now.length &&
      old.every((value, i) => {
        const other = now[i];
        return (
          other !== undefined &&
          this.#isUsable(other) &&
          this.#before.values.keyOf(value) === this.#after.values.keyOf(other) &&
          this.#sameType(value, other)
        );
      })
    );
  }

  /** Memrefs of a buffer that is changed may have longer rows: those of the new allocation. */
  #sameType(old: Value, now: Value): boolean {
    const [one, other] = [printType(old.type, true), printType(now.type, true)];
    const [buffer, bufferNow] = [this.#members[0].get(old), this.#members[1].get(now)];
    if (buffer !== bufferNow) return false;
    if (one === other) return true;
    const pair = buffer === undefined ? undefined : this.#buffers[buffer];
    return (
      pair !== undefined &&
      one === printType(pair.before.type, true) &&
      other === printType(pair.after.type, true)
    );
  }

  #regions(old: Operation, now: Operation): Difference | undefined {
    const differs = (reason: string): Difference => ({ op: now, reason });
    if (old.regions.length !== now.regions.length) return differs('it has other regions');
    this.#around.push(old);
    for (const [i, region] of old.regions.entries()) {
      const other = now.regions[i];
      const problem = other && this.#region(old, region, now, other);
      if (problem !== undefined) return problem;
    }
    this.#around.pop();
    return undefined;
  }

  #region(op: Operation, old: Region, opNow: Operation, now: Region): Difference | undefined {
    const differs = (reason: string): Difference => ({ op: opNow, reason });
    if (old.blocks.length !== now.blocks.length) return differs('it has other blocks');
    const dominators = dominatorsOf(now);
    for (const [i, block] of old.blocks.entries()) {
      const other = now.blocks[i];
      if (other === undefined || other.label !== block.label)
        return differs('its blocks are in another order');
      if (other.arguments.length !== block.arguments.length) return differs('its arguments differ');
      for (const [j, argument] of block.arguments.entries()) {
        const twin = other.arguments[j];
        if (twin === undefined || !this.#sameType(argument, twin)) {
          return differs('the types of its arguments differ');
        }
        this.#meet(argument, twin, other);
        this.origins.set(this.#before.values.keyOf(argument), originOf(op, old, i, j));
      }
      for (const one of dominators.get(other) ?? []) this.#open.add(one);
      const problem = this.operationsIn(block, other);
      if (problem !== undefined) return problem;
      for (const one of now.blocks) this.#open.delete(one);
    }
    return undefined;
  }

  operationsIn(old: Block, now: Block): Difference | undefined {
    for (const op of now.operations) for (const result of op.results) this.#homes.set(result, now);
    return this.operations(old.operations, now.operations);
  }

  #results(old: Operation, now: Operation): Difference | undefined {
    for (const [i, result] of old.results.entries()) {
      const twin = now.results[i];
      if (twin === undefined || !this.#sameType(result, twin)) {
        return { op: now, reason: 'the type of its result differs' };
      }
      this.#meet(result, twin, this.#homes.get(twin));
      this.origins.set(this.#before.values.keyOf(result), resultOrigin(old, i));
    }
    return undefined;
  }

  /** Two values are one from here on. */
  #meet(old: Value, now: Value, home: Block | undefined): void {
    const name = this.#names.fresh();
    this.#before.values.give(old, name);
    this.#after.values.give(now, name);
    if (home !== undefined) this.#homes.set(now, home);
    this.#met.add(now);
  }

  /** True when a value of the new kernel has been computed wherever this point is reached. */
  #isUsable(value: Value): boolean {
    const home = this.#homes.get(value);
    return this.#met.has(value) && (home === undefined || this.#open.has(home));
  }
}

type Accesses = ReadonlyMap<Operation, { readonly buffer: number; readonly access: BufferAccess }>;

function accessesOf(buffers: readonly WorkgroupBuffer[]): Accesses {
  return new Map(
    buffers.flatMap(({ accesses }, buffer) =>
      accesses.map((access) => [access.op, { buffer, access }] as const),
    ),
  );
}

function membersOf(buffers: readonly WorkgroupBuffer[]): ReadonlyMap<Value, number> {
  return new Map(
    buffers.flatMap(({ members }, buffer) => [...members].map((value) => [value, buffer] as const)),
  );
}

/** Attributes that follow from how many indices there are: accesses of buffers have no other map than the innermost dimensions. */
const placing: ReadonlySet<string> = new Set(['operandSegmentSizes', 'permutation_map']);

const boundOf = (op: Operation): string => `${op.name} ${attributesOf(op)}`;

/** Attributes that promise something of a result: formulas do not show them. */
const PROMISES = ['upper_bound', 'range', 'isExact'];

const typeOnly: ReadonlySet<string> = new Set(['type']);

/** True when an operation, or one in it, names a symbol. */
function refersTo(op: Operation, symbol: string): boolean {
  for (const one of walk([op])) {
    const names = [...one.attributes].some(([, attribute]) => symbolOf(attribute) === symbol);
    if (names) return true;
    if (one.text?.includes(`@${symbol}`) === true) return true;
  }
  return false;
}

/** Operands that are neither the memref of a buffer nor indices that a layout moves. */
function restOf({ op, base, rank, direction }: BufferAccess): readonly Value[] {
  const behind = op.operands.slice(base + 1 + rank);
  if (direction !== 'copy') return [...op.operands.slice(0, base), ...behind];
  const [source = []] = operandSegments(op);
  return [...source, ...behind];
}

function contains(op: Operation, inner: Operation): boolean {
  if (op === inner) return true;
  for (const one of walk(op.regions.flatMap(({ blocks }) => blocks.flatMap((b) => b.operations)))) {
    if (one === inner) return true;
  }
  return false;
}

const printed = (op: Operation): string => printOperation(op, { generic: true });

/** Where the value of a block argument comes from. */
function originOf(op: Operation, region: Region, block: number, argument: number): Origin {
  if (block > 0) return { op, role: 'jump', from: [] };
  if (op.name === 'scf.for') {
    if (argument === 0) return { op, role: 'variable', from: op.operands.slice(0, 3) };
    return { op, role: 'carried', from: carriedBy(op, argument - 1) };
  }
  if (isIsolated(op)) return { op, role: 'parameter', from: [] };
  const others = region.blocks.length > 1 || op.name !== 'scf.while';
  return others ? { op, role: 'jump', from: [] } : { op, role: 'carried', from: allOf(op) };
}

function resultOrigin(op: Operation, result: number): Origin {
  if (op.name === 'scf.for') return { op, role: 'carried', from: carriedBy(op, result) };
  if (op.name === 'scf.if' || op.name === 'scf.while') {
    return { op, role: 'carried', from: allOf(op) };
  }
  return { op, role: 'result', from: op.operands };
}

/** The value that a loop carries at a position, and the bounds of the loop. */
function carriedBy(op: Operation, position: number): readonly Value[] {
  const yielded = op.regions[0]?.blocks[0]?.operations.at(-1)?.operands[position];
  const first = op.operands[position + 3];
  return [...op.operands.slice(0, 3), ...[first, yielded].filter((one) => one !== undefined)];
}

/** Operands, and what the regions give back. */
const allOf = (op: Operation): readonly Value[] => [
  ...op.operands,
  ...op.regions.flatMap(({ blocks }) => blocks.at(-1)?.operations.at(-1)?.operands ?? []),
];
