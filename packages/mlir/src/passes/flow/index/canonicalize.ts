/**
 * `canonicalize` and `cse`: enough of upstream's passes of these names to read what other passes made.
 *
 * Integer and affine arithmetic is folded, parts of vectors are found, views that undo each other and unused operations are
 * erased, constants move to the start of their function. The meaning of an operation is never changed; what upstream
 * simplifies beyond that stays.
 */
import { createOperation } from '../../../ir/build.ts';
import type { Operation, Region, Value } from '../../../ir/ir.ts';
import { isFunction, isIsolated, isPure } from '../../../rows/facts.ts';
import type { Type } from '../../../ir/types.ts';
import { printAttribute, printType } from '../../../text/print-types.ts';
import { constantName } from '../builder.ts';
import { foldApply, foldDigits } from './fold-affine.ts';
import { foldArith } from './fold-arith.ts';
import { earlierSource, foldVector } from './fold-vector.ts';
import type { Pass } from '../pass.ts';
import { operationsIn, resultOf, type Rewriter } from '../../rewriter.ts';

/** Rounds of folding; each sees what the one before made. Chains of folds end in one, in program order. */
const MOST_ROUNDS = 16;

export const canonicalize: Pass = {
  name: 'canonicalize',
  summary: 'folds index arithmetic and parts of vectors, removes what is dead',
  options: {},
  run: ({ module, rewriter }) => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let changed = false;
      for (const op of rewriter.operations()) {
        if (!rewriter.isErased(op) && simplify(op, rewriter)) changed = true;
      }
      if (!changed) break;
    }
    sweepAll(module.operations, rewriter);
    hoistConstants(rewriter);
  },
};

export const cse: Pass = {
  name: 'cse',
  summary: 'computes equal values once',
  options: {},
  run: ({ module, rewriter }) => {
    for (const op of module.operations) {
      for (const region of op.regions) mergeEqual(region, new Map(), rewriter);
    }
  },
};

/** True when something changed. */
function simplify(op: Operation, rewriter: Rewriter): boolean {
  const [result] = op.results;
  const used = op.results.some((one) => rewriter.usersOf(one).length > 0);
  if (!used) {
    if (!isDead(op, rewriter)) return false;
    rewriter.erase(op);
    return true;
  }
  if (result === undefined || op.name === 'arith.constant') return false;
  const folded = foldArith(op) ?? foldApply(op, rewriter);
  if (folded !== undefined) {
    if (folded.kind === 'constant') {
      rewriter.replace(op, [constantBefore(op, folded.value, result.type, rewriter)]);
    } else if (folded.kind === 'value') {
      rewriter.replace(op, [folded.value]);
    } else if (folded.kind === 'map') {
      op.attributes.set('map', { kind: 'affine_map', map: folded.map });
      rewriter.setOperands(op, folded.operands);
    } else {
      const operands = folded.operands.map((operand) =>
        typeof operand === 'bigint' ? constantBefore(op, operand, result.type, rewriter) : operand,
      );
      rewriter.setOperands(op, operands);
    }
    return true;
  }
  const digits = foldDigits(op);
  if (digits !== undefined) {
    const values = digits.map((digit) => constantBefore(op, digit, result.type, rewriter));
    rewriter.replace(op, values);
    return true;
  }
  const value = foldVector(op) ?? foldView(op);
  if (value !== undefined) {
    rewriter.replace(op, [value]);
    return true;
  }
  const earlier = earlierSource(op);
  if (earlier !== undefined) rewriter.setOperand(op, 0, earlier);
  return earlier !== undefined;
}

/** An operation without uses that only computes; memory that nothing but its release touches is not used. */
function isDead(op: Operation, rewriter: Rewriter): boolean {
  if (isPure(op)) return op.results.length > 0;
  if (op.name !== 'memref.alloc' && op.name !== 'memref.alloca') return false;
  return op.results.every((result) => rewriter.usersOf(result).length === 0);
}

const inverse: Readonly<Record<string, string>> = {
  'memref.expand_shape': 'memref.collapse_shape',
  'memref.collapse_shape': 'memref.expand_shape',
  'tensor.expand_shape': 'tensor.collapse_shape',
  'tensor.collapse_shape': 'tensor.expand_shape',
};

/** A view that undoes another, or changes nothing. */
function foldView(op: Operation): Value | undefined {
  const [source] = op.operands;
  const [result] = op.results;
  if (source === undefined || result === undefined) return undefined;
  const text = printType(result.type, true);
  if (op.name === 'memref.cast' || op.name === 'tensor.cast') {
    return printType(source.type, true) === text ? source : undefined;
  }
  const before = source.definition;
  if (before === undefined || before.name !== inverse[op.name]) return undefined;
  // Sizes that are not known may have been dealt out otherwise.
  if (text.includes('?')) return undefined;
  const [origin] = before.operands;
  return origin !== undefined && printType(origin.type, true) === text ? origin : undefined;
}

function constantBefore(op: Operation, value: bigint, type: Type, rewriter: Rewriter): Value {
  const constant = createOperation('arith.constant', {
    results: [[constantName(value), type]],
    attributes: [['value', { kind: 'integer', value, type }]],
  });
  return resultOf(rewriter.insertBefore(op, constant));
}

/** Erases what is unused, users first. */
function sweepAll(operations: readonly Operation[], rewriter: Rewriter): void {
  const all = operations.flatMap((op) => [op, ...operationsIn(op.regions)]);
  rewriter.sweep(all.flatMap(({ results }) => results));
}

/** Constants go to the start of their function, each once. */
export function hoistConstants(rewriter: Rewriter): void {
  const known = new Map<Operation | undefined, Map<string, Operation>>();
  for (const op of rewriter.operations()) {
    if (op.name !== 'arith.constant') continue;
    const scope = rewriter.scopeOf(op);
    const entry = scope?.regions[0]?.blocks[0];
    // Regions of other operations may be read where their values cannot be.
    if (entry === undefined || scope === undefined || !isFunction(scope)) continue;
    const own = known.get(scope) ?? new Map<string, Operation>();
    known.set(scope, own);
    const key = signature(op);
    const first = own.get(key);
    if (first !== undefined) {
      rewriter.replace(op, first.results);
      continue;
    }
    const anchor = entry.operations[own.size];
    if (anchor !== undefined && anchor !== op) rewriter.moveBefore(op, anchor);
    own.set(key, op);
  }
}

/** A text for the computation of an operation: equal texts give equal results. */
function signature(op: Operation, numbers = new Map<Value, number>()): string {
  const operands = op.operands.map((operand) => {
    const number = numbers.get(operand) ?? numbers.size;
    numbers.set(operand, number);
    return number;
  });
  const attributes = [...op.attributes]
    .map(([name, attribute]) => `${name}=${printAttribute(attribute, { expand: true })}`)
    // The meaning of an absent attribute.
    .filter((text) => !/^\w+=#arith\.(?:overflow|fastmath)<none>$/.test(text))
    .sort();
  const types = op.results.map(({ type }) => printType(type, true));
  return [op.name, operands.join(','), attributes.join(';'), types.join(',')].join('|');
}

function mergeEqual(
  region: Region,
  outer: ReadonlyMap<string, Operation>,
  rewriter: Rewriter,
  numbers = new Map<Value, number>(),
): void {
  for (const block of region.blocks) {
    // A block sees what is outside; whether it is behind another of the region is not asked.
    const seen = new Map(outer);
    for (const op of block.operations.slice()) {
      if (isPure(op) && op.results.length > 0) {
        const key = signature(op, numbers);
        const first = seen.get(key);
        if (first !== undefined) {
          rewriter.replace(op, first.results);
          continue;
        }
        seen.set(key, op);
      }
      const visible = isIsolated(op) ? new Map<string, Operation>() : seen;
      for (const inner of op.regions) mergeEqual(inner, visible, rewriter, numbers);
    }
  }
}
