/**
 * The origins of the unknowns in index formulas: the same in all lanes of a wave, or not; set by the launch, or read from
 * memory.
 *
 *     %stage = iter_args(%s = %c0) ... scf.yield 1 - %s       uniform, as long as its start and what comes back are
 *     %i = memref.load %list[%block]                          uniform, but from memory
 *     %x = vector.extract ...                                 not known: may differ from lane to lane
 *
 * What loops carry is assumed to be uniform until something that it is made of is not.
 */
import { integerOf } from '../../ir/attribute-values.ts';
import type { Operation, Value } from '../../ir/ir.ts';
import { factsOf } from '../../rows/facts.ts';
import { add, constant, type Expression, leavesOf, quotient, subtract } from '../expression.ts';
import type { Origin } from './lockstep.ts';
import { isInteger, type SideValues } from './values.ts';

/** True for an operation by which one lane gives its value to all. */
const isBroadcast = (op: Operation): boolean => factsOf(op).index === 'broadcast';

/** Names that the index analysis gives itself: equal in all lanes of a wave, and not. */
const alike = /^(?:block|size)\.|^wave$/;
const byLane = /^thread\.|^lane$/;

/** Longest chain of computations that is followed. */
const DEEPEST = 200;

const unknown = '?';

/** Predicates of `arith.cmpi` that split at `a > b` (sle, sgt, ule, ugt), and at `a >= b` (slt, sge, ult, uge). */
const strict: ReadonlySet<number> = new Set([3, 4, 7, 8]);
const orEqual: ReadonlySet<number> = new Set([2, 5, 6, 9]);
const FIRST_UNSIGNED = 6;

export class Origins {
  readonly #origins: ReadonlyMap<string, Origin>;
  readonly #values: SideValues;
  readonly #bases = new Map<string, ReadonlySet<string>>();
  readonly #formulas = new Map<string, readonly Expression[] | undefined>();
  readonly #diverging: ReadonlySet<string>;
  readonly #loaded: ReadonlySet<string>;

  /** Names and values are those of the old kernel. */
  constructor(origins: ReadonlyMap<string, Origin>, values: SideValues) {
    this.#origins = origins;
    this.#values = values;
    this.#diverging = this.#diverge();
    this.#loaded = this.#load();
  }

  /** True when all lanes of a wave that are there have the same value. */
  isUniform(expression: Expression): boolean {
    return this.#isUniform(expression, this.#diverging);
  }

  /** True when the launch decides the value, whatever the buffers hold. */
  isLaunched(expression: Expression): boolean {
    return this.#isLaunched(expression, this.#loaded);
  }

  /** The formulas that decide a value: its own, or those of what it is computed from. `undefined` for what is unknown. */
  formulasOf(value: Value, depth = 0): readonly Expression[] | undefined {
    const key = this.#values.keyOf(value);
    const op = this.#values.computed.get(key);
    if (op === undefined) return isInteger(value) ? [this.#values.expressionOf(value)] : undefined;
    if (depth > DEEPEST) return undefined;
    if (this.#formulas.has(key)) return this.#formulas.get(key);
    const comparison = this.#comparison(op);
    const parts = comparison
      ? [[comparison]]
      : op.operands.map((operand) => this.formulasOf(operand, depth + 1));
    const whole = parts.every((part) => part !== undefined) ? parts.flat() : undefined;
    const distinct = whole && [...new Map(whole.map((one) => [one.key, one])).values()];
    this.#formulas.set(key, distinct);
    return distinct;
  }

  /** `a >= b` as a number: `floor((a - b + n) / n)` is 1 or 0 where n is above all differences. */
  #comparison(op: Operation): Expression | undefined {
    const [a, b] = op.operands.map((operand) => this.#values.expressionOf(operand));
    const predicate = integerOf(op, 'predicate');
    if (op.name !== 'arith.cmpi' || a === undefined || b === undefined) return undefined;
    const isStrict = predicate !== undefined && strict.has(predicate);
    if (!isStrict && (predicate === undefined || !orEqual.has(predicate))) return undefined;
    const isUnsigned = predicate >= FIRST_UNSIGNED;
    if (isUnsigned && (a.low < 0 || b.low < 0)) return undefined;
    const difference = add(subtract(a, b), constant(isStrict ? -1 : 0));
    const most = Math.max(-difference.low, difference.high) + 1;
    if (!(most < 2 ** 30)) return undefined;
    const above = 2 ** Math.ceil(Math.log2(Math.max(1, most)));
    return quotient(add(difference, constant(above)), above);
  }

  #isUniform(expression: Expression, diverging: ReadonlySet<string>): boolean {
    return this.#values.analysis.isUniform(expression, (key) => {
      for (const base of this.#basesOf(key)) {
        if (byLane.test(base) || diverging.has(base)) return false;
      }
      return true;
    });
  }

  #isLaunched(expression: Expression, loaded: ReadonlySet<string>): boolean {
    return leavesOf(expression).every(({ key }) => {
      for (const base of this.#basesOf(key)) if (loaded.has(base)) return false;
      return true;
    });
  }

  #diverge(): ReadonlySet<string> {
    return this.#spread(
      ({ op, role }) => role === 'result' && op.name !== 'memref.load',
      (expression, bad) => !this.#isUniform(expression, bad),
      ({ op }) => isBroadcast(op),
    );
  }

  #load(): ReadonlySet<string> {
    return this.#spread(
      ({ op, role }) => role === 'result' && !isBroadcast(op),
      (expression, bad) => !this.#isLaunched(expression, bad),
      () => false,
    );
  }

  /** Names that are bad by themselves, or made of what is; `unknown` is one of them. */
  #spread(
    isSource: (origin: Origin) => boolean,
    isSpoiled: (expression: Expression, bad: ReadonlySet<string>) => boolean,
    isCured: (origin: Origin) => boolean,
  ): ReadonlySet<string> {
    const bad = new Set([unknown]);
    const others: [key: string, formulas: readonly Expression[]][] = [];
    for (const [key, origin] of this.#origins) {
      if (isCured(origin)) continue;
      const values = origin.from.filter(isInteger);
      if (origin.role === 'jump' || isSource(origin)) bad.add(key);
      else others.push([key, values.map((value) => this.#values.expressionOf(value))]);
    }
    for (let changed = true; changed;) {
      changed = false;
      for (const [key, formulas] of others) {
        if (bad.has(key) || !formulas.some((formula) => isSpoiled(formula, bad))) continue;
        bad.add(key);
        changed = true;
      }
    }
    return bad;
  }

  /** The names that the value of a name is computed from. */
  #basesOf(key: string, depth = 0): ReadonlySet<string> {
    const known = this.#bases.get(key);
    if (known !== undefined) return known;
    if (this.#origins.has(key) || alike.test(key) || byLane.test(key)) return new Set([key]);
    const op = this.#values.computed.get(key);
    if (op === undefined || depth > DEEPEST) return new Set([unknown]);
    const bases = new Set<string>();
    for (const operand of op.operands) {
      if (!isInteger(operand)) bases.add(unknown);
      else {
        for (const leaf of leavesOf(this.#values.expressionOf(operand))) {
          for (const base of this.#basesOf(leaf.key, depth + 1)) bases.add(base);
        }
      }
    }
    this.#bases.set(key, bases);
    return bases;
  }
}
