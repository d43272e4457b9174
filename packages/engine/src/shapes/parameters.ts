/**
 * Parameters of a kernel's text, and the shapes that their values make.
 *
 *     M=64,128  K=32..128*2          6 shapes: M 64 and 128, K 32, 64 and 128
 *     tile: ${M}x${K + 8}xf16        of M 64, K 32: tile: 64x40xf16
 *
 * In C++ a parameter is a macro, which the compiler is given; in every other text `${...}` holds a formula of
 * parameters (`layout/index/formula.ts`: whole numbers, C's operators).
 */
import {
  constantValue,
  diagnose,
  failure,
  messages,
  parseFormulas,
  type Result,
  type ShapeParameter,
  success,
} from '@ldscope/core';

/** More shapes than anybody reads. */
const MOST_SHAPES = 4096;
const MOST_VALUE = 2 ** 31;

export type ShapeValues = Readonly<Record<string, number>>;

/** Reads `M=64,128`, `M=64..256:64`, `M=16..256*2`. */
export function readParameters(texts: readonly string[]): Result<readonly ShapeParameter[]> {
  const parameters: ShapeParameter[] = [];
  for (const text of texts) {
    const [, name, list = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.+)$/.exec(text) ?? [];
    const values = list.split(',').flatMap((part) => valuesOf(part.trim()) ?? [Number.NaN]);
    const isSound = values.every((value) => Number.isInteger(value) && value < MOST_VALUE);
    if (name === undefined || !isSound) return failure(diagnose(messages.shapes.parameter(text)));
    if (parameters.some((one) => one.name === name))
      return failure(diagnose(messages.shapes.twice(name)));
    parameters.push({ name, values: [...new Set(values)] });
  }
  if (parameters.length === 0) return failure(diagnose(messages.shapes.noParameters()));
  const count = parameters.reduce((product, { values }) => product * values.length, 1);
  return count > MOST_SHAPES
    ? failure(diagnose(messages.shapes.tooMany(count, MOST_SHAPES)))
    : success(parameters);
}

/** One value, or those of a range in steps or multiples. */
function valuesOf(text: string): readonly number[] | undefined {
  if (/^\d+$/.test(text)) return [Number(text)];
  const [, from, to, by, step] = /^(\d+)\.\.(\d+)\s*([:*])\s*(\d+)$/.exec(text) ?? [];
  const [first, last, change] = [Number(from), Number(to), Number(step)];
  const isEndless = by === '*' ? change < 2 || first < 1 : change < 1;
  if (by === undefined || last < first || isEndless) return undefined;
  const values: number[] = [];
  for (let at = first; at <= last; at = by === '*' ? at * change : at + change) {
    if (values.push(at) > MOST_SHAPES) return undefined;
  }
  return values;
}

/** Every combination, the last parameter changing fastest. */
export function shapesOf(parameters: readonly ShapeParameter[]): readonly ShapeValues[] {
  return parameters.reduce<readonly ShapeValues[]>(
    (shapes, { name, values }) =>
      shapes.flatMap((shape) => values.map((value) => ({ ...shape, [name]: value }))),
    [{}],
  );
}

const PLACE = /\$\{([^{}]*)\}/g;

/** The formulas of a text, as they are written. */
export function formulasIn(text: string): readonly string[] {
  return [...text.matchAll(PLACE)].map(([, formula = '']) => formula);
}

/** The text of a shape. Places of diagnostics are those in the formula. */
export function instantiate(text: string, values: ShapeValues): Result<string> {
  const problems: Result<never>[] = [];
  const written = text.replaceAll(PLACE, (whole, formula: string) => {
    const value = evaluate(formula, values);
    if (value.ok) return String(value.value);
    problems.push(value);
    return whole;
  });
  return problems[0] ?? success(written);
}

/** The value of a formula of parameters. */
export function evaluate(formula: string, values: ShapeValues): Result<number> {
  const parsed = parseFormulas(formula, Object.keys(values));
  if (!parsed.ok) return parsed;
  const { result, definitions } = parsed.value;
  if (result === undefined || definitions.length > 0)
    return failure(diagnose(messages.shapes.times(formula, [])));
  return constantValue(result, new Map(Object.entries(values)));
}
