/**
 * What rows of flat memory are told apart by: a factor of the index that is one value for all lanes.
 *
 *     t[(s * BM + r) * LD + c]            LD
 *     int row = r * LD; t[row + c]        LD, by way of `row`
 *     dst[r * ld + c], f(t, LD)           LD, where f is called
 */
import type { Analysis } from './analysis.ts';
import { type Given, valueOf } from './constants.ts';
import type { Declared } from './declarations.ts';
import type { Handle } from './flow.ts';
import type { Entity, MacroUnit } from './program.ts';
import {
  argumentsIn,
  factorsOf,
  isEmpty,
  openBefore,
  plainText,
  type Range,
  stripped,
  termsOf,
  type Unit,
  wholeOf,
  wordAt,
} from './range.ts';
import type { SharedArray } from './roots.ts';
import { stepsAt } from './pointers.ts';
import { type Use, wordsOfUse } from './uses.ts';

/** A factor in an index. */
interface Stride {
  readonly use: Use;
  /** Its place in the index, or in what the index goes through. */
  readonly factor: Range;
  /** The term of the index, and its other factors. */
  readonly term: Range;
  readonly others: readonly Range[];
  /** Where its value is written: an argument of a call, or the factor itself. */
  readonly place: Range;
  /** True for `r << 5`. */
  readonly isShift: boolean;
  readonly length: RowLength;
  /** Variables, functions and macros that the index goes through. */
  readonly through: readonly (Entity | MacroUnit)[];
}

/** The length of a row, by how it is spelled and by its value. */
export interface RowLength {
  readonly text: string;
  readonly value: number | undefined;
}

/** Strides of one length. */
export interface StrideGroup {
  readonly length: RowLength;
  readonly strides: readonly Stride[];
}

export const lengthOf = ({ program }: Analysis, range: Range, given?: Given): RowLength => ({
  text: plainText(stripped(range)),
  value: valueOf(program, stripped(range), given),
});

/** Of factors the one that is a length: the same text, or else the same value; the last one. */
export function factorOfLength(
  { program }: Analysis,
  factors: readonly Range[],
  { text, value }: RowLength,
): Range | undefined {
  const spelled = factors.findLast((factor) => plainText(stripped(factor)) === text);
  const isEqual = (factor: Range): boolean =>
    value !== undefined && valueOf(program, stripped(factor)) === value;
  return spelled ?? factors.findLast(isEqual);
}

const MOST_DEPTH = 4;

/** The strides of all indices of an array that go over flat memory: those of one spelling, and those of one value. */
export function strideGroups(analysis: Analysis, array: SharedArray): readonly StrideGroup[] {
  const strides = flatUses(analysis, array).flatMap((use) => {
    const [index] = use.indices;
    return index === undefined ? [] : stridesIn(analysis, use, index, givenOf(array), [], 0);
  });
  const groups = new Map<string, StrideGroup & { readonly strides: Stride[] }>();
  const put = (key: string, length: RowLength, stride: Stride): void => {
    const group = groups.get(key) ?? { length, strides: [] };
    groups.set(key, group);
    group.strides.push(stride);
  };
  for (const stride of strides) put(stride.length.text, stride.length, stride);
  const values = new Set(strides.flatMap(({ length: { value } }) => value ?? []));
  for (const value of values) {
    const own = strides.filter(({ length }) => length.value === value);
    const [first] = own;
    if (first === undefined || own.every(({ length }) => length.text === first.length.text))
      continue;
    // Of `s * BM * BK` with two equal lengths the last one is a row.
    const isLast = (stride: Stride, index: number): boolean =>
      own.findLastIndex(({ use, term }) => use === stride.use && term.from === stride.term.from) ===
      index;
    for (const stride of own.filter(isLast))
      put(`= ${value}`, { text: String(value), value }, stride);
  }
  return [...groups.values()];
}

/** The strides of a length: of its spelling if all uses have it, else of its value. */
export function groupOfLength(
  analysis: Analysis,
  array: SharedArray,
  { text, value }: RowLength,
): StrideGroup {
  const all = strideGroups(analysis, array).filter(
    ({ length }) => length.text === text || (value !== undefined && length.value === value),
  );
  const whole = all.filter((group) => useWithoutStride(analysis, array, group) === undefined);
  const spelled = whole.find(({ length }) => length.text === text);
  return (
    spelled ??
    whole[0] ??
    all.find(({ length }) => length.text === text) ??
    all[0] ?? { length: { text, value }, strides: [] }
  );
}

/** Values of the parameters of the class that has an array. */
const givenOf = ({ levels, root }: SharedArray): Given | undefined =>
  (levels.at(-2)?.shape.record?.context ?? root.base?.context)?.given;

/** Uses by one index that goes over flat memory. */
export const flatUses = (analysis: Analysis, array: SharedArray): readonly Use[] =>
  analysis
    .usesOf(array)
    .filter(
      ({ kind, isFlat, indices }) =>
        (kind === 'element' || kind === 'place') &&
        (isFlat || array.dimensions.length === 1) &&
        indices.length === 1,
    );

function stridesIn(
  analysis: Analysis,
  use: Use,
  index: Range,
  given: Given | undefined,
  through: readonly (Entity | MacroUnit)[],
  depth: number,
): Stride[] {
  return termsOf(index).flatMap((term) => {
    const factors = factorsOf(term);
    const [only] = factors;
    if (factors.length > 1)
      return factors.flatMap((factor) => {
        if (!analysis.flow.calls.isUniform(factor)) return [];
        const place = placeOf(analysis, factor, use.handle);
        const others = factors.filter((one) => one !== factor);
        const length = lengthOf(analysis, place, given);
        return [{ use, factor, term, others, place, isShift: false, length, through }];
      });
    if (only === undefined) return [];
    const shifted = shiftOf(analysis, only);
    if (shifted !== undefined) {
      const length = { text: String(shifted.value), value: shifted.value };
      return [
        {
          use,
          factor: only,
          term,
          others: [shifted.of],
          place: only,
          isShift: true,
          length,
          through,
        },
      ];
    }
    if (depth >= MOST_DEPTH) return [];
    const next = insideOf(analysis, only);
    return next === undefined
      ? []
      : stridesIn(analysis, use, next.index, given, [...through, next.entity], depth + 1);
  });
}

/** `r << 5` */
function shiftOf(
  { program }: Analysis,
  { unit, from, to }: Range,
): { of: Range; value: number } | undefined {
  for (let at = from + 1; at < to - 1; at++) {
    if (wordAt(unit, at) !== '<' || wordAt(unit, at + 1) !== '<') continue;
    const [bits, of] = [valueOf(program, { unit, from: at + 2, to }), { unit, from, to: at }];
    const isPlain = termsOf(of).length === 1;
    return bits === undefined || bits < 0 || bits > 20 || !isPlain
      ? undefined
      : { of, value: 2 ** bits };
  }
  return undefined;
}

/** What a name, a call or a macro in an index stands for: an expression that has the rows. */
function insideOf(
  { program }: Analysis,
  { unit, from, to }: Range,
): { readonly index: Range; readonly entity: Entity | MacroUnit } | undefined {
  if (unit.tokens[from]?.kind !== 'name') return undefined;
  const { steps, next } = stepsAt(unit, from, to);
  if (next !== to) return undefined;
  const word = wordAt(unit, from);
  const [macro, ...others] = program.macros.get(word) ?? [];
  if (macro !== undefined)
    return others.length > 0 ? undefined : { index: wholeOf(macro), entity: macro };
  const meaning = program.meaningAt(unit, from);
  const [call, ...more] = steps;
  if (meaning?.kind === 'variable' && call === undefined && meaning.initial !== undefined)
    return program.isAssigned(meaning) ? undefined : { index: meaning.initial, entity: meaning };
  if (meaning?.kind !== 'function' || call?.kind !== 'call' || more.length > 0) return undefined;
  const value = returnedBy(meaning.body);
  return value && { index: value, entity: meaning };
}

/** The value of a function that only returns one. */
function returnedBy(body: Extract<Entity, { kind: 'function' }>['body']): Range | undefined {
  if (body === undefined) return undefined;
  const { unit, open, close } = body;
  const isOnly = wordAt(unit, open + 1) === 'return' && wordAt(unit, close - 1) === ';';
  const range = { unit, from: open + 2, to: close - 1 };
  const isOneStatement =
    isOnly && unit.tokens.slice(range.from, range.to).every(({ text }) => text !== ';');
  return isOneStatement && !isEmpty(range) ? range : undefined;
}

/** Where the value of a factor is written: for a parameter that is a stride alone, what the call that leads here gives. */
function placeOf(analysis: Analysis, factor: Range, handle: Handle | undefined, depth = 0): Range {
  const inner = stripped(factor);
  const { unit, from, to } = inner;
  if (to - from !== 1 || unit.tokens[from]?.kind !== 'name' || depth > MOST_DEPTH) return factor;
  const { program, flow } = analysis;
  const meaning = program.meaningAt(unit, from);
  const fields = handle?.root.base;
  if (meaning?.kind === 'variable') {
    const given = fields?.fields?.get(meaning);
    return given ?? factor;
  }
  if (meaning?.kind === 'template') return fields?.context?.places.get(meaning.name) ?? factor;
  if (meaning?.kind !== 'parameter') return factor;
  const called = flow.calls.functionOf(meaning);
  // The call may be further out than the name of the memory here.
  let link = handle;
  while (
    link !== undefined &&
    (link.call === undefined || flow.calls.functionOf(link.entity) !== called)
  )
    link = link.parent;
  const given = link?.call?.given[meaning.index ?? -1];
  if (given === undefined || !isStrideAlone(analysis, meaning)) return factor;
  return placeOf(analysis, given, link?.parent, depth + 1);
}

/** True for a parameter that only scales indices, or is given on. */
function isStrideAlone(analysis: Analysis, parameter: Declared): boolean {
  return analysis.program.occurrencesOf(parameter).every(({ unit, at }) => {
    if (at === parameter.at) return true;
    const isDivisor = /^[/%]$/.test(wordAt(unit, at - 1));
    const isGiven = /^[,(]$/.test(wordAt(unit, at - 1)) && /^[,)]$/.test(wordAt(unit, at + 1));
    return !isDivisor && (isGiven || isFactorAt(unit, at));
  });
}

/** True where a token is an operand of `*`. */
const isFactorAt = (unit: Unit, at: number): boolean =>
  wordAt(unit, at - 1) === '*' || wordAt(unit, at + 1) === '*';

/** Why the rows of a group are not those of the array: a use that does not go by them. */
export function useWithoutStride(
  analysis: Analysis,
  array: SharedArray,
  { strides, length }: StrideGroup,
): string | undefined {
  const reached = new Set(strides.map(({ use }) => use));
  const sizes = analysis.usesOf(array).filter(({ kind }) => kind === 'size');
  const other = flatUses(analysis, array).find((use) => {
    const [index] = use.indices;
    if (index === undefined || reached.has(use)) return false;
    // `sizeof(t[0])` in an index follows by itself.
    const isSized = sizes.some(
      ({ unit, at }) => unit === index.unit && index.from <= at && at < index.to,
    );
    const place = valueOf(analysis.program, index);
    const isFirstRow = place !== undefined && place < (length.value ?? 1);
    return !isSized && !isFirstRow;
  });
  return other && `${wordsOfUse(other)} does not go by rows`;
}

/** Arguments of functions of others beside an address of the array: `load_matrix_sync(f, &t[r * LD], LD)` has LD. */
export function givenStrides(analysis: Analysis, array: SharedArray, length: RowLength): Range[] {
  return analysis.usesOf(array).flatMap(({ unit, at }) => {
    const open = openBefore(unit, at);
    if (open === undefined) return [];
    const name = wordAt(unit, open - 1);
    if (!/matrix|fragment/i.test(name) || analysis.program.functionsOf(name).length > 0) return [];
    const given = argumentsIn({ unit, from: open + 1, to: unit.pair[open] ?? open });
    const own = given.findIndex(({ from, to }) => from <= at && at < to);
    return given
      .slice(own + 1)
      .filter((one) => !isEmpty(one) && factorOfLength(analysis, [one], length) !== undefined);
  });
}
