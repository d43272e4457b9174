/**
 * Follows values that are not given through a kernel, and plans its execution without them.
 *
 *     scf.for %k = 0 to %n step 32 {                one turn is executed: all turns have the addresses of the first, except for
 *       vector.store %x, %lds[%t, 0]                an offset that the lanes share
 *     }
 *     scf.if %n_is_even { A } else { B }            both are executed
 *     scf.if %t_below_n { C }                       which lanes are active is not known: the accesses of C are not counted
 *     memref.store %x, %lds[%indices_from_memory]   neither is this
 *
 * What is counted has these counts in every launch that gets there, by whatever way: a wave that executes it has these lanes, at these
 * addresses or all of them moved by one multiple of what a lane moves. How often it gets there is not known.
 *
 * LIMITATIONS. A branch between blocks (`cf`, `llvm`) needs its value: without it the kernel is refused, except for what memory holds,
 * which reads as zero there, with a warning. Loads are known only from memory that nothing unknown was stored to.
 */
import type { Operation, Region, Value } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import { constantOf, factsOf } from '../../rows/facts.ts';
import { attributeOf, integerOf } from '../attributes.ts';
import { calledFunction } from '../flow/blocks.ts';
import { blockNamed } from '../flow/graph.ts';
import { successorOperands } from '../flow/successors.ts';
import { pointerSpace } from '../llvm/types.ts';
import {
  type Access,
  accessOf,
  addressOf,
  alignmentOf,
  type OwnMemory,
  ownMemoryOf,
  type Space,
} from './accesses.ts';
import { carriedClass } from './carried.ts';
import type { Plan, Treatment } from './plan.ts';
import { type ClassOf, resultsOf } from './results.ts';
import {
  anyOf,
  eitherOf,
  isSame,
  isUniform,
  mixed,
  sharedOf,
  type Source,
  sourceOf,
  sumOf,
  UNIFORM,
  type ValueClass,
  VARYING,
  widened,
  withStep,
} from './value-class.ts';

/** The unknown inputs of a launch. */
export interface Open {
  /** Values that begin unknown: scalar parameters, push constants, sizes of the grid. */
  readonly sourceOf: (op: Operation) => Source | undefined;
  readonly parameters: ReadonlyMap<Value, Source>;
  /** Some buffer of the launch has no contents. */
  readonly memory: boolean;
  readonly symbols: ReadonlyMap<string, Operation>;
}

/**
 * The lanes that reach an operation: those of the kernel's known conditions; all or none of these, by an unknown value; or
 * some.
 */
type Reached = 'known' | 'together' | 'apart';

/** More turns than values can lose what is known about them. */
const MOST_ROUNDS = 64;
const CONTENTS: Source = { name: 'the contents of memory', kind: 'memory' };

/** The plan for a kernel; `kernel` as it is lowered. */
export function followUnknown(kernel: Operation, open: Open): Plan {
  const follower = new Follower(kernel, open);
  return follower.plan();
}

class Follower {
  readonly #kernel: Operation;
  readonly #open: Open;
  readonly #own: OwnMemory;
  readonly #classes = new Map<Value, ValueClass>();
  /** Memory that something unknown was stored to, or stored by who knows whom. */
  readonly #dirty = new Map<Space, Source>();
  /** How functions are reached that the kernel calls. */
  readonly #calls = new Map<Operation, Reached>();
  #changed = false;
  // The results of the last round.
  #treatments = new Map<Operation, Treatment>();

  constructor(kernel: Operation, open: Open) {
    this.#kernel = kernel;
    this.#open = open;
    this.#own = ownMemoryOf(walk([kernel, ...open.symbols.values()]));
    if (open.memory) this.#dirty.set('global', CONTENTS);
  }

  plan(): Plan {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#changed = false;
      this.#treatments = new Map();
      const [entry] = this.#kernel.regions[0]?.blocks ?? [];
      for (const parameter of entry?.arguments ?? []) {
        const source = this.#open.parameters.get(parameter);
        this.#set(parameter, source === undefined ? UNIFORM : sharedOf(source));
      }
      this.#function(this.#kernel, 'known');
      for (const [callee, reached] of this.#calls) this.#function(callee, reached);
      if (!this.#changed) break;
    }
    return { treatments: this.#treatments };
  }

  #of = (value: Value): ValueClass => this.#classes.get(value) ?? UNIFORM;

  #set(value: Value, found: ValueClass): void {
    const before = this.#classes.get(value);
    const now = widened(before, found);
    if (isSame(before, now)) return;
    this.#classes.set(value, now);
    this.#changed = true;
  }

  #function(op: Operation, reached: Reached): void {
    for (const region of op.regions) this.#region(region, reached);
  }

  #region(region: Region | undefined, reached: Reached): void {
    for (const block of region?.blocks ?? []) {
      for (const op of block.operations) this.#operation(op, reached, region);
    }
  }

  #operation(op: Operation, reached: Reached, region: Region | undefined): void {
    const { control } = factsOf(op);
    if (control === 'if') return this.#if(op, reached);
    if (control === 'for') return this.#for(op, reached);
    if (control === 'while') return this.#while(op, reached);
    if (op.successors.length > 0) return this.#branch(op, region);
    const callee = op.attributes.has('callee') ? calledFunction(op, this.#open.symbols) : undefined;
    if (callee !== undefined) return this.#call(op, callee, reached);
    const access = accessOf(op);
    if (access !== undefined) return this.#access(op, access, reached);
    if (op.regions.length > 0) return this.#otherRegions(op, reached);
    this.#computes(op);
  }

  #computes(op: Operation): void {
    const source = this.#open.sourceOf(op);
    if (source !== undefined) {
      this.#treat(op, { kind: 'skip' });
      for (const result of op.results) this.#set(result, sharedOf(source));
      return;
    }
    const found = resultsOf(op, this.#of);
    for (const [i, result] of op.results.entries()) this.#set(result, found[i] ?? VARYING);
    const open = op.operands.some((operand) => this.#of(operand).kind !== 'known');
    const { control } = factsOf(op);
    if (!open || control === 'yield' || control === 'return') return;
    // Values with an offset are computed with an offset of 0; no others are used.
    const kept = op.results.some((result) => {
      const own = this.#of(result);
      return own.kind === 'known' || (own.kind === 'offset' && !isPlainShare(own));
    });
    if (!kept) this.#treat(op, { kind: 'skip' });
  }

  #access(op: Operation, access: Access, reached: Reached): void {
    const places = access.places.map((place) => addressOf(access, place, this.#of));
    const lost = places.find((place, i) => {
      if (place.kind === 'known') return false;
      return access.places[i]?.space !== 'lds' || !this.#isCounted(op, access, place);
    });
    const inLds = access.places.some(({ space }) => space === 'lds');
    const ldsPlaces = places.filter((_, i) => access.places[i]?.space === 'lds');
    const lostLds = ldsPlaces.find(
      (place) => place.kind !== 'known' && !this.#isCounted(op, access, place),
    );
    if (reached === 'apart') {
      this.#treat(op, inLds ? { kind: 'drop', why: 'lanes' } : { kind: 'skip' });
    } else if (lostLds !== undefined) {
      this.#treat(op, { kind: 'drop', why: 'address', source: sourceOf(lostLds) });
    } else if (lost !== undefined) {
      const source = sourceOf(lost);
      if (!inLds) this.#treat(op, { kind: 'skip' });
      else if (access.facts.sourceless) this.#treat(op, { kind: 'without-source' });
      else this.#treat(op, { kind: 'drop', why: 'address', source });
    } else if (reached === 'together' || places.some(({ kind }) => kind !== 'known')) {
      this.#treat(op, { kind: 'tolerate' });
    }
    this.#moves(op, access, places, reached);
  }

  /** An access whose lanes are all moved by the same number of whole accesses. */
  #isCounted(op: Operation, access: Access, place: ValueClass): boolean {
    return place.kind === 'offset' && place.step % alignmentOf(op, access) === 0;
  }

  /** The effect of an access on the classes of memory and of its results. */
  #moves(op: Operation, access: Access, places: readonly ValueClass[], reached: Reached): void {
    const all = [...places, ...access.data.map(this.#of)];
    const inputs = access.places.flatMap(({ space }) => this.#dirty.get(space) ?? []);
    const assumed = reached === 'known' ? undefined : CONTENTS;
    const open = sourceOf(all.find(({ kind }) => kind !== 'known')) ?? inputs[0] ?? assumed;
    for (const { space, isWritten } of access.places) {
      if (open === undefined || !isWritten || this.#dirty.has(space)) continue;
      this.#dirty.set(space, open);
      this.#changed = true;
    }
    const uniform = all.every(isUniform) && this.#readsAlike(access);
    const result: ValueClass =
      open === undefined ? { kind: 'known', uniform } : uniform ? sharedOf(open) : anyOf(open);
    for (const one of op.results) this.#set(one, result);
  }

  /** True where lanes that read one place read one value: they only read, and not from memory of their own. */
  #readsAlike({ isRead, facts, places }: Access): boolean {
    const { plain, flat } = this.#own;
    return (
      isRead &&
      facts.lanes === 'own' &&
      places.every(({ space, base }) => {
        const pointer = pointerSpace(base.type);
        const mayBeOwn = pointer === undefined ? plain : flat && pointer === 0;
        return space === 'lds' || (space === 'global' && !mayBeOwn);
      })
    );
  }

  #if(op: Operation, reached: Reached): void {
    const asked = mixed(op.operands.map(this.#of), true);
    if (asked.kind !== 'known') {
      const apart = !isUniform(asked);
      this.#treat(op, { kind: apart ? 'apart' : 'both', source: asked.source });
    }
    const inside = asked.kind === 'known' ? reached : isUniform(asked) ? lower(reached) : 'apart';
    for (const region of op.regions) this.#region(region, inside);
    const yields = op.regions.map(terminatorOf);
    for (const [i, result] of op.results.entries()) {
      const [first, second] = yields.map((one) => one?.operands[i]);
      if (first === undefined) continue;
      const ways = [first, ...(second === undefined ? [] : [second])].map(this.#of);
      const [a = VARYING, b = a] = ways;
      this.#set(
        result,
        asked.kind === 'known'
          ? (eitherOf(a, b, asked.uniform) ?? VARYING)
          : mixed([asked, a, b], true),
      );
    }
  }

  #for(op: Operation, reached: Reached): void {
    const [counter, ...carried] = op.regions[0]?.blocks[0]?.arguments ?? [];
    const { from, to, by, step, initial } = boundsOf(op, this.#of);
    if (counter === undefined) return;
    const together = [from, to, by].every(isUniform);
    const source = sourceOf([from, to, by].find(({ kind }) => kind !== 'known'));
    const yielded = terminatorOf(op.regions[0])?.operands ?? [];
    if (source === undefined) {
      this.#set(counter, { kind: 'known', uniform: isUniform(from) && isUniform(by) });
      this.#region(op.regions[0], reached);
      for (const [i, argument] of carried.entries()) {
        const [begin, next] = [initial[i], yielded[i]];
        const found = eitherOf(begin && this.#of(begin), next && this.#classes.get(next), together);
        if (found !== undefined) this.#set(argument, found);
      }
    } else {
      this.#treat(op, { kind: together ? 'once' : 'once-apart', source });
      // The counter is its first value and a number of steps.
      this.#set(counter, sumOf(from, withStep(step, true, source)));
      this.#region(op.regions[0], together ? lower(reached) : 'apart');
      for (const [i, argument] of carried.entries())
        this.#set(argument, carriedClass(i, { carried, initial, yielded, of: this.#of, source }));
    }
    for (const [i, result] of op.results.entries()) {
      const argument = carried[i];
      if (argument === undefined) continue;
      const isSteady = yielded[i] === argument;
      this.#set(result, behindLoop(this.#of(argument), together || isSteady));
    }
  }

  #while(op: Operation, reached: Reached): void {
    const before = op.regions[0]?.blocks[0]?.arguments ?? [];
    const after = op.regions[1]?.blocks[0]?.arguments ?? [];
    const test = terminatorOf(op.regions[0]);
    const again = terminatorOf(op.regions[1])?.operands ?? [];
    const [condition, ...passed] = test?.operands ?? [];
    const asked = condition === undefined ? VARYING : this.#of(condition);
    const isOpen = asked.kind !== 'known';
    if (isOpen)
      this.#treat(op, { kind: isUniform(asked) ? 'once' : 'once-apart', source: asked.source });
    const inside = !isOpen ? reached : isUniform(asked) ? lower(reached) : 'apart';
    for (const [i, argument] of before.entries()) {
      const [begin, next] = [op.operands[i], again[i]];
      const found = isOpen
        ? carriedClass(i, {
            carried: before,
            initial: op.operands,
            yielded: again,
            of: this.#of,
            source: asked.source,
          })
        : eitherOf(begin && this.#of(begin), next && this.#classes.get(next), isUniform(asked));
      if (found !== undefined) this.#set(argument, found);
    }
    for (const region of op.regions) this.#region(region, inside);
    for (const [i, value] of passed.entries()) {
      const [inner, result] = [after[i], op.results[i]];
      if (inner !== undefined) this.#set(inner, this.#of(value));
      if (result !== undefined) this.#set(result, behindLoop(this.#of(value), isUniform(asked)));
    }
  }

  /** Operations with regions that are not followed in them: with an operand that is not known nothing in them is. */
  #otherRegions(op: Operation, reached: Reached): void {
    const source = sourceOf(op.operands.map(this.#of).find(({ kind }) => kind !== 'known'));
    const found = source === undefined ? VARYING : anyOf(source);
    for (const region of op.regions)
      for (const block of region.blocks) for (const one of block.arguments) this.#set(one, found);
    for (const region of op.regions) this.#region(region, source === undefined ? reached : 'apart');
    const yields = op.regions.flatMap((region) => terminatorOf(region)?.operands ?? []);
    const inner = sourceOf(yields.map(this.#of).find(({ kind }) => kind !== 'known'));
    if (inner !== undefined || source !== undefined)
      this.#treat(op, { kind: 'refuse', source: source ?? inner });
    for (const result of op.results) this.#set(result, inner === undefined ? found : anyOf(inner));
  }

  #branch(op: Operation, region: Region | undefined): void {
    const flags = op.successors.length > 1 ? op.operands.slice(0, 1) : [];
    const source = sourceOf(flags.map(this.#of).find(({ kind }) => kind !== 'known'));
    if (source !== undefined) this.#treat(op, { kind: 'refuse', source });
    for (const [i, { block }] of op.successors.entries()) {
      const target = region && blockNamed(region, block);
      const passed = successorOperands(op, i);
      for (const [at, argument] of (target?.arguments ?? []).entries()) {
        const value = passed[at];
        if (value === undefined) continue;
        const found = eitherOf(this.#classes.get(argument), this.#of(value), false);
        this.#set(argument, found?.kind === 'known' ? VARYING : (found ?? VARYING));
      }
    }
  }

  #call(op: Operation, callee: Operation, reached: Reached): void {
    const known = this.#calls.get(callee);
    const worst = known === undefined || RANK[reached] > RANK[known] ? reached : known;
    if (worst !== known) {
      this.#calls.set(callee, worst);
      this.#changed = true;
    }
    const blocks = callee.regions[0]?.blocks ?? [];
    for (const [i, argument] of (blocks[0]?.arguments ?? []).entries()) {
      const value = op.operands[i];
      if (value === undefined) continue;
      const own = this.#of(value);
      // Other calls pass other values.
      this.#set(argument, own.kind === 'known' ? VARYING : mixed([own], false));
    }
    for (const last of blocks.flatMap(({ operations }) => operations.at(-1) ?? [])) {
      if (last.successors.length > 0) continue;
      for (const [i, result] of op.results.entries()) {
        const value = last.operands[i];
        const own = value === undefined ? VARYING : this.#of(value);
        this.#set(result, own.kind === 'known' ? VARYING : mixed([own], false));
      }
    }
  }

  #treat(op: Operation, treatment: Treatment): void {
    this.#treatments.set(op, treatment);
  }
}

const RANK: Readonly<Record<Reached, number>> = { known: 0, together: 1, apart: 2 };

const lower = (reached: Reached): Reached => (reached === 'apart' ? 'apart' : 'together');

/** A share that is not known at all: there is no known part to compute. */
const isPlainShare = (one: ValueClass): boolean =>
  one.kind === 'offset' && one.uniform && one.step === 1;

function terminatorOf(region: Region | undefined): Operation | undefined {
  return region?.blocks[0]?.operations.at(-1);
}

/** A value that a loop is left with; lanes that leave in different turns take different ones. */
function behindLoop(one: ValueClass, together: boolean): ValueClass {
  if (together || one.kind === 'unknown') return one;
  return one.kind === 'known' ? VARYING : anyOf(one.source);
}

interface Bounds {
  readonly from: ValueClass;
  readonly to: ValueClass;
  readonly by: ValueClass;
  /** A divisor of what a turn adds to the counter. */
  readonly step: number;
  readonly initial: readonly Value[];
}

/** Bounds of a counted loop, and what it carries at first: values, or operands of maps. */
function boundsOf(op: Operation, of: ClassOf): Bounds {
  if (attributeOf(op, 'lowerBoundMap') === undefined) {
    const [from = VARYING, to = VARYING, by = VARYING] = op.operands.slice(0, 3).map(of);
    const step = op.operands[2] && constantOf(op.operands[2]);
    return { from, to, by, step: step ?? 1, initial: op.operands.slice(3) };
  }
  const counts = ['lowerBoundMap', 'upperBoundMap'].map((name) => {
    const attribute = attributeOf(op, name);
    return attribute?.kind === 'affine_map' ? attribute.map.dimensions + attribute.map.symbols : 0;
  });
  const [lower = 0, upper = 0] = counts;
  const from = mixed(op.operands.slice(0, lower).map(of), true);
  const to = mixed(op.operands.slice(lower, lower + upper).map(of), true);
  const step = integerOf(op, 'step') ?? 1;
  return { from, to, by: UNIFORM, step, initial: op.operands.slice(lower + upper) };
}
