/**
 * Arrays whose rows get longer together, and every place of the text where the length of a row is written: in indices, bounds, sizes and
 * offsets of what is cut out behind them, and the bytes of the launch.
 */
import type { Analysis } from './analysis.ts';
import { isConstant, valueOf } from './constants.ts';
import { type Changes, factorText, sumText } from './edit.ts';
import { beginOf } from './geometry.ts';
import { isLaunchSize, launchBytes } from './launches.ts';
import type { Entity } from './program.ts';
import {
  factorsOf,
  openBefore,
  plainText,
  type Range,
  stripped,
  termsOf,
  textOf,
  type Unit,
  wordAt,
} from './range.ts';
import { bottomOf, type Root, type SharedArray } from './roots.ts';
import {
  factorOfLength,
  givenStrides,
  groupOfLength,
  type RowLength,
  strideGroups,
  type StrideGroup,
  useWithoutStride,
} from './strides.ts';

/** Arrays that share the places where the length of their rows is written. */
export interface Rows {
  readonly arrays: readonly SharedArray[];
  readonly groups: readonly StrideGroup[];
  readonly length: RowLength;
}

/** The arrays that have to move with one; or why that cannot be. */
export function rowsOf(
  analysis: Analysis,
  array: SharedArray,
  length: RowLength,
): Rows | { readonly reason: string } {
  const arrays = [array];
  const groups: StrideGroup[] = [];
  for (const one of arrays) {
    const group = groupOfLength(analysis, one, length);
    const other = useWithoutStride(analysis, one, group);
    if (other !== undefined) return { reason: other };
    groups.push(group);
    for (const { through, factor, place } of group.strides) {
      const places = place === factor ? [{ unit: factor.unit, at: factor.from }] : [];
      for (const entity of through)
        for (const occurrence of analysis.occurrencesOf(entity)) {
          if (analysis.indexedAt(occurrence.unit, occurrence.at).length === 0) {
            const name = 'macro' in entity ? entity.macro.name : entity.name;
            return { reason: `${name} is not only an index of ${array.name}` };
          }
          places.push(occurrence);
        }
      for (const { unit, at } of places)
        for (const also of analysis.indexedAt(unit, at))
          if (!arrays.includes(also)) arrays.push(also);
    }
    for (const also of siblingsOf(analysis, one))
      if (
        !arrays.includes(also) &&
        strideGroups(analysis, also).some((group) => group.length.text === length.text)
      )
        arrays.push(also);
  }
  const value = groups.find((group) => group.length.value !== undefined)?.length.value;
  return { arrays, groups, length: { ...length, value: length.value ?? value } };
}

/** Parts that are cut out of the same memory, whose offsets may name the same length. */
function siblingsOf({ arrays }: Analysis, { root }: SharedArray): SharedArray[] {
  const bottom = bottomOf(root);
  return root.base === undefined
    ? []
    : arrays.filter(
        (one) => one.root !== root && bottomOf(one.root) === bottom && one.root.base !== undefined,
      );
}

/** Writes a longer row wherever strides of the arrays are. */
export function changeStrides(
  analysis: Analysis,
  { arrays, groups, length }: Rows,
  more: number | string,
  changes: Changes,
): void {
  const { value } = length;
  for (const { strides } of groups)
    for (const { place, isShift, others } of strides) {
      const [of] = others;
      if (!isShift || of === undefined)
        changes.replace(place, isWhole(place) ? sumText(place, more) : factorText(place, more));
      else {
        const text = textOf(of);
        const factor =
          typeof more === 'number' && value !== undefined
            ? String(value + more)
            : `(${value} + ${more})`;
        changes.replace(place, `${/^\w+$/.test(text) ? text : `(${text})`} * ${factor}`);
      }
    }
  for (const array of arrays)
    for (const range of givenStrides(analysis, array, length))
      changes.replace(range, sumText(range, more));
}

/** True for an argument: nothing beside it binds tighter than a sum. */
function isWhole({ unit, from, to }: Range): boolean {
  return /^[,({]$/.test(wordAt(unit, from - 1)) && /^[,)}]$/.test(wordAt(unit, to));
}

/** How far an array reaches in its root's memory, in elements; of a part by what is cut out behind it. */
export function elementsOf(
  analysis: Analysis,
  array: SharedArray,
  bytes: number | undefined,
  elementBytes: number | undefined,
): number | undefined {
  const { program, flow } = analysis;
  const { root } = array;
  const size = array.dimensions.reduce<number | undefined>(
    (all, { value }) => (all === undefined || value === undefined ? undefined : all * value),
    1,
  );
  if (size !== undefined) return size;
  const begin = beginOf(program, root);
  const bottom = bottomOf(root);
  if (begin === undefined || elementBytes === undefined) return undefined;
  const ends = flow.cuts.flatMap((cut) => {
    const other = bottomOf(cut.root) === bottom ? beginOf(program, cut.root) : undefined;
    return other !== undefined && other > begin ? [other] : [];
  });
  const end = ends.length > 0 ? Math.min(...ends) : bytes;
  return end === undefined ? undefined : Math.floor((end - begin) / elementBytes);
}

/** What a size grows by. */
export interface Growth {
  /** Elements of a row, or the text for them. */
  readonly more: number | string;
  /** Rows of the array; `undefined` where they are not known. */
  readonly rows: number | undefined;
  readonly elementBytes: number | undefined;
}

/** Makes room where sizes are written. `follows`: names whose definitions are changed. Gives a reason where a size is not understood. */
export function changeSizes(
  analysis: Analysis,
  array: SharedArray,
  length: RowLength,
  growth: Growth,
  follows: ReadonlySet<unknown>,
  changes: Changes,
): string | undefined {
  const { program, flow } = analysis;
  const { root } = array;
  const bottom = bottomOf(root);
  const begin = beginOf(program, root);
  for (const { root: cut } of flow.cuts) {
    const { base } = cut;
    if (base === undefined || cut === root || bottomOf(cut) !== bottom) continue;
    const other = beginOf(program, cut);
    const isBehind =
      begin !== undefined && other !== undefined
        ? other > begin
        : cut.declared.at > root.declared.at;
    // What is cut out of this part, or of one behind it, moves with that.
    const isDirect = base.root === root || base.root === root.base?.root;
    if (!isBehind || !isDirect) continue;
    const reason = grown(
      analysis,
      base.offsets,
      length,
      growth,
      follows,
      changes,
      bytesOf(base.root),
    );
    if (reason !== undefined) return `${cut.declared.name}: ${reason}`;
  }
  const isPart = root.base !== undefined;
  const [bound] = isPart ? bottom.shape.dimensions : array.shape.dimensions;
  if (bottom.isDynamic || bound === undefined) {
    changeLaunches(analysis, bottom, length, growth, follows, changes);
    return undefined;
  }
  const isRow = !isPart && array.shape.dimensions.length > 1;
  const unitBytes = isPart ? bytesOf(bottom) : growth.elementBytes;
  return isRow
    ? undefined
    : grown(analysis, [bound.argument ?? bound.range], length, growth, follows, changes, unitBytes);
}

const bytesOf = ({ shape }: Root): number | undefined => shape.type?.bytes;

/** A size in elements of some type: its factors that are the length of a row, or room beside it. */
function grown(
  analysis: Analysis,
  terms: readonly Range[],
  length: RowLength,
  { more, rows, elementBytes }: Growth,
  follows: ReadonlySet<unknown>,
  changes: Changes,
  unitBytes: number | undefined,
): string | undefined {
  if (terms.some((term) => hasRoom(analysis, term, length, more))) return undefined;
  const found = terms.flatMap((term) => lengthsIn(analysis, term, length, follows, 0));
  for (const range of found)
    if (range !== 'follows') changes.replace(range, factorText(range, more));
  const last = terms.at(-1);
  if (found.length > 0 || last === undefined) return undefined;
  const text = textOf(last);
  if (
    rows === undefined ||
    elementBytes === undefined ||
    unitBytes === undefined ||
    typeof more === 'string'
  )
    return `how ${text} follows from the rows is not understood`;
  changes.replace(last, sumText(last, Math.ceil((more * rows * elementBytes) / unitBytes)));
  return undefined;
}

/** True for a size of rows that are as long already: `R * (C + 1)` where indices go by C, and get C + 1. */
function hasRoom(
  { program }: Analysis,
  size: Range,
  { text, value }: RowLength,
  more: number | string,
): boolean {
  if (value === undefined || typeof more === 'string') return false;
  return factorsOf(size).some(
    (factor) =>
      valueOf(program, stripped(factor)) === value + more &&
      termsOf(factor).some((term) => plainText(stripped(term)) === text),
  );
}

const MOST_DEPTH = 4;

/** Where the length of a row is a factor of a size: in its products, and in the constants that it is made of. */
function lengthsIn(
  analysis: Analysis,
  size: Range,
  length: RowLength,
  follows: ReadonlySet<unknown>,
  depth: number,
): (Range | 'follows')[] {
  return termsOf(size).flatMap((term) => {
    const factors = factorsOf(term);
    const own = factorOfLength(analysis, factors, length);
    if (own !== undefined && !names(analysis, own, follows)) return [own];
    if (factors.some((factor) => names(analysis, factor, follows))) return ['follows' as const];
    if (depth >= MOST_DEPTH) return [];
    return factors.flatMap((factor) => {
      const inner = stripped(factor);
      if (inner.from > factor.from) return lengthsIn(analysis, inner, length, follows, depth + 1);
      const meaning =
        inner.to - inner.from === 1
          ? analysis.program.meaningAt(inner.unit, inner.from)
          : undefined;
      const initial = meaning !== undefined && isConstant(meaning) ? meaning.initial : undefined;
      return initial !== undefined && meaning !== undefined && isSize(analysis, meaning)
        ? lengthsIn(analysis, initial, length, follows, depth + 1)
        : [];
    });
  });
}

/** True where a text goes by a definition that is changed, also through other constants. */
function names(
  analysis: Analysis,
  { unit, from, to }: Range,
  follows: ReadonlySet<unknown>,
  depth = 0,
): boolean {
  if (follows.size === 0 || depth > MOST_DEPTH) return false;
  for (let at = from; at < to; at++) {
    if (unit.tokens[at]?.kind !== 'name') continue;
    const macros = analysis.program.macros.get(wordAt(unit, at));
    if (
      macros?.some(
        (one) =>
          follows.has(one) ||
          names(analysis, { unit: one, from: 0, to: one.tokens.length }, follows, depth + 1),
      ) === true
    )
      return true;
    const meaning =
      analysis.program.meaningAt(unit, at) ?? analysis.program.globals(wordAt(unit, at))[0];
    if (meaning === undefined) continue;
    const initial = isConstant(meaning) ? meaning.initial : undefined;
    if (
      follows.has(meaning) ||
      (initial !== undefined && names(analysis, initial, follows, depth + 1))
    )
      return true;
  }
  return false;
}

/** True for a constant that is only a size: in bounds, offsets of parts, and what the host does. */
function isSize(analysis: Analysis, constant: Entity): boolean {
  return analysis.program.occurrencesOf(constant).every(({ unit, at }) => {
    const isDeclaration = at === constant.at && unit === constant.block.unit;
    return isDeclaration || isSizeAt(analysis, unit, at);
  });
}

/** True for a token in a bound of shared memory, in an offset of a part, in a launch, or in an assertion. */
export function isSizeAt(analysis: Analysis, unit: Unit, at: number): boolean {
  const { roots, cuts } = analysis.flow;
  const contains = (range: Range): boolean =>
    range.unit === unit && range.from <= at && at < range.to;
  const isBound = roots.some(({ shape }) => shape.dimensions.some(({ range }) => contains(range)));
  const isOffset = cuts.some(({ root }) => root.base?.offsets.some(contains) === true);
  return isBound || isOffset || isLaunchSize(analysis, unit, at) || isAsserted(unit, at);
}

const isAsserted = (unit: Unit, at: number): boolean => {
  const open = openBefore(unit, at);
  return open !== undefined && wordAt(unit, open - 1) === 'static_assert';
};

/** Bytes of dynamic memory where the host launches the kernel: `kernel<<<grid, block, BM * LD * sizeof(float)>>>`. */
function changeLaunches(
  analysis: Analysis,
  bottom: Root,
  length: RowLength,
  { more }: Growth,
  follows: ReadonlySet<unknown>,
  changes: Changes,
): void {
  for (const bytes of launchBytes(analysis, bottom)) {
    const found = lengthsIn(analysis, bytes, length, follows, 0);
    for (const range of found)
      if (range !== 'follows') changes.replace(range, factorText(range, more));
    if (found.length > 0) changes.follow(bytes);
  }
}
