/**
 * Formulas for many indices at once. Every step is checked: a difference below zero, a product or shift beyond 32 bits,
 * a division by zero and an index outside of its table are faults with the place in the text and the values at hand.
 */
import { type Diagnostic, diagnose, type Message } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { doubles } from '../../base/operators.ts';
import type { COperator } from '../../base/precedence.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { type Formula, type FormulaProgram, LIMIT } from './formula.ts';

export interface FormulaValues {
  /** An entry per index for every name that is defined. */
  readonly values: ReadonlyMap<string, Uint32Array>;
  /** The result, where the program has one. */
  readonly result?: Uint32Array;
}

/** The values of one index, and the first thing that went wrong. */
interface Frame {
  readonly names: Map<string, number>;
  readonly tables: ReadonlyMap<string, readonly number[]>;
  readonly inputs: readonly string[];
  fault: Diagnostic | undefined;
}

/** Evaluates a program. `inputs` have `count` entries each; names that are not given count as 0. */
export function evaluateFormulas(
  { definitions, result }: FormulaProgram,
  inputs: ReadonlyMap<string, ArrayLike<number>>,
  count: number,
): Result<FormulaValues> {
  const tables = new Map<string, readonly number[]>();
  const values = new Map<string, Uint32Array>();
  for (const definition of definitions) {
    if (definition.kind === 'table') tables.set(definition.name, definition.values);
    else values.set(definition.name, new Uint32Array(count));
  }
  const results = new Uint32Array(count);
  const frame: Frame = {
    names: new Map(),
    tables,
    inputs: [...inputs.keys()],
    fault: undefined,
  };
  for (let i = 0; i < count; i++) {
    for (const [name, list] of inputs) frame.names.set(name, list[i] ?? 0);
    for (const definition of definitions) {
      if (definition.kind === 'table') continue;
      const value = valueOf(definition.formula, frame);
      frame.names.set(definition.name, value);
      const list = values.get(definition.name);
      if (list !== undefined) list[i] = value;
    }
    if (result !== undefined) results[i] = valueOf(result, frame);
    if (frame.fault !== undefined) return failure(frame.fault);
  }
  return success(result === undefined ? { values } : { values, result: results });
}

/** The number that a formula without names is. */
export function constantValue(
  formula: Formula,
  names: ReadonlyMap<string, number>,
): Result<number> {
  const frame: Frame = { names: new Map(names), tables: new Map(), inputs: [], fault: undefined };
  const value = valueOf(formula, frame);
  return frame.fault === undefined ? success(value) : failure(frame.fault);
}

function valueOf(formula: Formula, frame: Frame): number {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'name':
      return frame.names.get(formula.name) ?? 0;
    case 'unary': {
      const of = valueOf(formula.of, frame);
      if (formula.operator === '+') return of;
      if (formula.operator === '!') return of === 0 ? 1 : 0;
      return formula.operator === '~' ? ~of >>> 0 : inRange(-of, formula, frame);
    }
    case 'choice':
      return valueOf(formula.condition, frame) === 0
        ? valueOf(formula.no, frame)
        : valueOf(formula.yes, frame);
    case 'element': {
      const index = valueOf(formula.index, frame);
      const table = frame.tables.get(formula.table) ?? [];
      const value = table[index];
      if (value !== undefined) return value;
      return fault(
        frame,
        messages.expression.tableIndex(formula.table, index, table.length),
        formula,
      );
    }
    case 'binary': {
      const left = valueOf(formula.left, frame);
      if (formula.operator === '&&' && left === 0) return 0;
      if (formula.operator === '||' && left !== 0) return 1;
      return combined(formula, left, valueOf(formula.right, frame), frame);
    }
  }
}

/** Bits of a value. */
const WIDTH = 32;

/** Why an operator has no value for its right operand; `where` says what it is computed for. */
export function operandFault(
  operator: COperator,
  right: number,
  where: () => string,
): Message | undefined {
  const divides = operator === '/' || operator === '%';
  if (divides && right === 0) return messages.expression.divisionByZero(where());
  const shifts = operator === '<<' || operator === '>>';
  return shifts && (right < 0 || right >= WIDTH)
    ? messages.expression.shift(right, where())
    : undefined;
}

function combined(
  formula: Extract<Formula, { kind: 'binary' }>,
  a: number,
  b: number,
  frame: Frame,
): number {
  const { operator, right } = formula;
  const wrong = operandFault(operator, b, () => situation(frame));
  if (wrong !== undefined) return fault(frame, wrong, right);
  return inRange(doubles[operator](a, b), formula, frame);
}

function inRange(value: number, formula: Formula, frame: Frame): number {
  // The sum makes 0 of -0.
  if (value >= 0 && value < LIMIT) return value + 0;
  return fault(frame, messages.expression.overflow(value, situation(frame)), formula);
}

function fault(frame: Frame, message: Message, { span }: Formula): number {
  frame.fault ??= diagnose(message, span);
  return 0;
}

/** `lane = 5`. */
function situation({ inputs, names }: Frame): string {
  return inputs.map((name) => `${name} = ${names.get(name) ?? 0}`).join(', ');
}
