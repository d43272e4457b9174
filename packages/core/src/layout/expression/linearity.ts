/**
 * Which formulas are linear over GF(2), and where others stop being it.
 *
 *     (lane ^ (lane >> 3)) & 7     linear: each bit of the result is an XOR of bits of the lane
 *     lane * 3                     not: at lane 3 the bits of the lane give 3 ^ 6 = 5, the formula 9
 *
 * The formula is read over `linearForms`, as index maps are. What that cannot see (carries that cancel, a mask that
 * hides them) is decided by all values, so the answer is complete: it is `undefined` only beyond `MOST_BITS`.
 */
import { diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import { failure, type Result, success } from '../../base/result.ts';
import { affineLanes } from '../../conflict/linear.ts';
import { apply } from '../../gf2/gf2.ts';
import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import {
  inputForm,
  type LinearForm,
  linearForms,
  type MaybeLinear,
} from '../arithmetic/linear-forms.ts';
import type { BitDimension } from '../linear/linear-layout.ts';
import { evaluateFormulas } from './evaluate.ts';
import type { Formula, FormulaProgram } from './formula.ts';
import { printFormula } from './print-formula.ts';

/** Indices of more bits are not tried one by one. */
const MOST_BITS = 16;

const nonlinear = 'nonlinear';

/**
 * The linear form of one name of a program, over the bits of all inputs together (the first input lowest). Without
 * `name`, that of the result. Fails with the first part that is not linear, or with what evaluation finds.
 */
export function formulaLinearForm(
  program: FormulaProgram,
  inputs: readonly BitDimension[],
  name?: string,
): Result<LinearForm> {
  const width = inputs.reduce((sum, { bits }) => sum + bits, 0);
  const { form, culprit } = structuralForm(program, inputs, width, name);
  if (form !== nonlinear) return success(form);
  const text = culprit === undefined ? 'the formula' : `'${printFormula(culprit)}'`;
  if (width > MOST_BITS) {
    return failure(diagnose(messages.expression.notLinear(text, ''), culprit?.span));
  }
  const count = 2 ** width;
  const lists = inputLists(inputs, count);
  const values = evaluateFormulas(program, lists, count);
  if (!values.ok) return values;
  const table = name === undefined ? values.value.result : values.value.values.get(name);
  if (table === undefined) return failure(diagnose(messages.expression.noResult()));
  const lanes = affineLanes(table);
  if (lanes !== undefined) return success(lanes);
  const why = witness(table, [...lists]);
  return failure(diagnose(messages.expression.notLinear(text, why), culprit?.span));
}

/** All combinations of the inputs, the first one fastest. */
function inputLists(inputs: readonly BitDimension[], count: number): Map<string, Uint32Array> {
  let shift = 0;
  return new Map(
    inputs.map(({ name, bits }) => {
      const [from, mask] = [shift, 2 ** bits - 1];
      shift += bits;
      return [name, Uint32Array.from({ length: count }, (_, i) => (i >>> from) & mask)];
    }),
  );
}

/** The first index whose value is not the XOR of what its bits contribute. */
function witness(table: Uint32Array, inputs: readonly (readonly [string, Uint32Array])[]): string {
  const origin = table[0] ?? 0;
  const columns: number[] = [];
  for (let bit = 1; bit < table.length; bit <<= 1) columns.push((table[bit] ?? 0) ^ origin);
  const at = table.findIndex((value, i) => (origin ^ apply(columns, i)) >>> 0 !== value);
  const index = inputs.map(([name, list]) => `${name} = ${list[at] ?? 0}`).join(', ');
  return `at ${index} its bits give ${(origin ^ apply(columns, at)) >>> 0}, the formula ${table[at] ?? 0}`;
}

interface Reading {
  readonly names: Map<string, MaybeLinear>;
  readonly tables: Map<string, readonly number[]>;
  readonly math: Arithmetic<MaybeLinear>;
  /** The first part that is not linear although its operands are. */
  culprit: Formula | undefined;
}

function structuralForm(
  { definitions, result }: FormulaProgram,
  inputs: readonly BitDimension[],
  width: number,
  name: string | undefined,
): { readonly form: MaybeLinear; readonly culprit: Formula | undefined } {
  const math = linearForms(width);
  const reading: Reading = { names: new Map(), tables: new Map(), math, culprit: undefined };
  let first = 0;
  for (const input of inputs) {
    reading.names.set(input.name, inputForm(width, first, input.bits));
    first += input.bits;
  }
  const culprits = new Map<string, Formula | undefined>();
  for (const definition of definitions) {
    if (definition.kind === 'table') reading.tables.set(definition.name, definition.values);
    else {
      reading.culprit = undefined;
      reading.names.set(definition.name, formOf(definition.formula, reading));
      culprits.set(definition.name, reading.culprit);
    }
  }
  if (name !== undefined) {
    return { form: reading.names.get(name) ?? nonlinear, culprit: culprits.get(name) };
  }
  reading.culprit = undefined;
  const form = result === undefined ? nonlinear : formOf(result, reading);
  return { form, culprit: reading.culprit };
}

function formOf(formula: Formula, reading: Reading): MaybeLinear {
  const form = partForm(formula, reading);
  if (form === nonlinear && formula.kind !== 'name') reading.culprit ??= formula;
  return form;
}

function partForm(formula: Formula, reading: Reading): MaybeLinear {
  const { math, names, tables } = reading;
  switch (formula.kind) {
    case 'number':
      return formula.value < 2 ** 31 ? math.constant(formula.value) : nonlinear;
    case 'name':
      return names.get(formula.name) ?? nonlinear;
    case 'element': {
      const index = formOf(formula.index, reading);
      return math.lookUp(index, tables.get(formula.table) ?? []);
    }
    case 'unary':
      return formula.operator === '+' ? formOf(formula.of, reading) : nonlinear;
    case 'choice':
      return nonlinear;
    case 'binary':
      return binaryForm(formula, reading);
  }
}

function binaryForm(formula: Extract<Formula, { kind: 'binary' }>, reading: Reading): MaybeLinear {
  const { math } = reading;
  const left = formOf(formula.left, reading);
  const right = formOf(formula.right, reading);
  const [a, b] = [constantOf(left), constantOf(right)];
  switch (formula.operator) {
    case '^':
      return math.xor(left, right);
    // A sum or union of what has no bit in common is an XOR.
    case '+':
    case '|':
      return math.add(left, right);
    case '*':
      if (b !== undefined) return math.scale(left, b);
      return a === undefined ? nonlinear : math.scale(right, a);
    case '/':
      return b === undefined || b === 0 ? nonlinear : math.quotient(left, b);
    case '%':
      return b === undefined || b === 0 ? nonlinear : math.remainder(left, b);
    case '<<':
      return b === undefined || b > 30 ? nonlinear : math.scale(left, 2 ** b);
    case '>>':
      return b === undefined || b > 30 ? nonlinear : math.quotient(left, 2 ** b);
    case '&':
      if (b !== undefined) return masked(left, b);
      return a === undefined ? nonlinear : masked(right, a);
    default:
      return nonlinear;
  }
}

function constantOf(form: MaybeLinear): number | undefined {
  if (form === nonlinear || form.columns.some((column) => column !== 0)) return undefined;
  return form.origin;
}

const masked = (form: MaybeLinear, mask: number): MaybeLinear =>
  form === nonlinear
    ? nonlinear
    : { origin: form.origin & mask, columns: form.columns.map((column) => column & mask) };
