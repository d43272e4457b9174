/**
 * Edits that give rows more elements.
 *
 *     t[32][32]                 bound        t[32][33]; `float (*t)[32]` of functions that take it too
 *     t[r * LD + c]             definition   LD = BK + 8, where LD is nothing but a length of rows
 *                               pitch        t[r * (LD + 8) + c], and every size that has LD as a factor
 */
import type { Analysis } from './analysis.ts';
import { isConstant, valueOf } from './constants.ts';
import { Changes, type Edit, sumText } from './edit.ts';
import type { Facts, Movement } from './facts.ts';
import type { Handle } from './flow.ts';
import { movedArray } from './geometry.ts';
import type { Entity, MacroUnit } from './program.ts';
import {
  isEmpty,
  plainText,
  type Range,
  spanOf,
  stripped,
  templateAround,
  termsOf,
  wholeOf,
  wordAt,
} from './range.ts';
import type { Moved } from './records.ts';
import { patternOf, type SharedArray, stepsInto } from './roots.ts';
import { changeSizes, changeStrides, isSizeAt, type Rows, rowsOf } from './rows.ts';
import {
  flatUses,
  givenStrides,
  lengthOf,
  type RowLength,
  strideGroups,
  type StrideGroup,
  useWithoutStride,
} from './strides.ts';
import type { Dimension } from './types.ts';

/** Of arrays whose rows are told apart by brackets: no factor is their length. */
const noLength: RowLength = { text: '', value: undefined };

type Made = Edit | { readonly reason: string };

/** What one padding writes: a number of elements, or a text for several sizes of elements. */
export interface Padding {
  readonly elements: number;
  readonly text: number | string;
}

/** A longer bound of a dimension. `isArgument`: the argument of the class for it, not the bound in the class. */
export function boundEdit(
  analysis: Analysis,
  array: SharedArray,
  axis: number,
  { elements, text }: Padding,
  facts: Facts,
  isArgument: boolean,
): Made {
  const changes = new Changes();
  const dimension = array.dimensions[axis];
  const place = isArgument ? dimension?.argument : dimension?.range;
  if (dimension === undefined || place === undefined)
    return { reason: `${array.name} has no length there` };
  changes.replace(place, sumText(place, text));
  const also = isArgument ? new Set<SharedArray>() : sharing(analysis, array, dimension);
  const fromRight = array.dimensions.length - axis;
  const links = isArgument ? [] : linkedBounds(analysis, array, fromRight);
  for (const { range, arrays } of links) {
    changes.replace(range, sumText(range, text));
    for (const one of arrays) {
      const other = one.dimensions.at(-fromRight);
      if (one === array || other === undefined) continue;
      changes.replace(other.range, sumText(other.range, text));
      also.add(one);
    }
  }
  if (fromRight === 1) {
    const reason = followRows(analysis, array, dimension, text, facts, changes);
    if (reason !== undefined) return { reason };
  } else if (flatUses(analysis, array).length > 0)
    return { reason: `${array.name} is also used as if it had one dimension` };
  const lengths = array.dimensions.map((one, index) =>
    index === axis ? sumText(place, text) : one.text,
  );
  const template = isArgument ? templateAround(place) : undefined;
  const says =
    template === undefined
      ? `${array.name}${lengths.map((length) => `[${length}]`).join('')}`
      : `${textWith(template, place, sumText(place, text))} of ${array.name}`;
  const own = facts.ownLengths;
  const grown = own.with(-fromRight, (own.at(-fromRight) ?? NaN) + elements);
  return facts.edit('bound', changes, says, {
    ...growth(facts, array, elements, fromRight),
    arrays: [array, ...also],
    moved:
      facts.elementBytes === undefined
        ? undefined
        : movedArray(own, grown, [facts.elementBytes, facts.elementBytes]),
  });
}

/** A text with another one in place of a part. */
function textWith(whole: Range, part: Range, put: string): string {
  const [{ start, end }, inner] = [spanOf(whole), spanOf(part)];
  const { text } = whole.unit;
  return `${text.slice(start, inner.start)}${put}${text.slice(inner.end, end)}`;
}

/** Elements that a row of the last dimension gets, of inner ones as many as their elements have. */
function growth(
  facts: Facts,
  array: SharedArray,
  elements: number,
  fromRight = 1,
): Pick<Movement, 'more' | 'pitch'> {
  const inner = facts.geometry.lengths.slice(array.dimensions.length - fromRight + 1);
  const scale = inner.reduce((all: number, length) => all * (length ?? NaN), 1);
  const length = facts.geometry.lengths.at(-fromRight);
  return { more: elements * scale, pitch: length === undefined ? undefined : length * scale };
}

/** Rows that get longer in flat memory. */
function movedRows(facts: Facts, pitch: number | undefined, elements: number): Moved | undefined {
  const { elementBytes } = facts;
  return elementBytes === undefined
    ? undefined
    : movedArray(
        [undefined, pitch],
        [undefined, pitch === undefined ? undefined : pitch + elements],
        [elementBytes, elementBytes],
      );
}

/** Other arrays whose length is written at the same place. */
function sharing({ arrays }: Analysis, array: SharedArray, { range }: Dimension): Set<SharedArray> {
  const isSame = (one: Dimension): boolean =>
    one.range.unit === range.unit && one.range.from === range.from;
  return new Set(arrays.filter((one) => one !== array && one.dimensions.some(isSame)));
}

/** Indices, sizes and arguments that go by the length of a row. */
function followRows(
  analysis: Analysis,
  array: SharedArray,
  { text: spelled, range }: Dimension,
  more: number | string,
  facts: Facts,
  changes: Changes,
): string | undefined {
  const length = lengthOf(analysis, range);
  if (flatUses(analysis, array).length > 0) {
    const rows = rowsOf(analysis, array, length);
    if ('reason' in rows) return rows.reason;
    if (rows.arrays.length > 1)
      return `${spelled} is also the length of rows of ${rows.arrays[1]?.name ?? ''}`;
    changeStrides(analysis, rows, more, changes);
  } else
    for (const one of givenStrides(analysis, array, length))
      changes.replace(one, sumText(one, more));
  if (array.root.base === undefined) return undefined;
  const growth = {
    more,
    rows: facts.rowsOf(array, length.value),
    elementBytes: facts.elementBytes,
  };
  return changeSizes(analysis, array, length, growth, new Set(), changes);
}

/** Bounds of parameters, references and casts that have to be equal to one of the array, with the arrays that they are for. */
function linkedBounds(
  analysis: Analysis,
  array: SharedArray,
  fromRight: number,
): { readonly range: Range; readonly arrays: readonly SharedArray[] }[] {
  const { flow } = analysis;
  const pattern = patternOf(array);
  const own = flow.handles.filter(
    ({ root, prefix, entity }) =>
      root === array.root &&
      entity !== root.declared &&
      stepsInto(pattern, prefix) === prefix.length &&
      entity.block.kind !== 'class',
  );
  const found = own.flatMap((handle) => {
    const { bounds } = handle.entity;
    const range = bounds.at(-fromRight);
    const isFirst = !handle.entity.isInner && bounds.length === fromRight;
    if (range === undefined || isEmpty(range) || isFirst || isDeduced(analysis, handle, range))
      return [];
    const arrays = analysis.arrays.filter((one) =>
      flow.handles.some(
        ({ entity, root, prefix }) =>
          entity === handle.entity &&
          root === one.root &&
          stepsInto(patternOf(one), prefix) === prefix.length &&
          patternOf(one).length - prefix.length === pattern.length - handle.prefix.length,
      ),
    );
    return [{ range, arrays }];
  });
  const cast = array.root.base?.typed?.bounds.at(-fromRight);
  return cast === undefined ? found : [...found, { range: cast, arrays: [] }];
}

/** True for a bound that is a parameter of the function's template, which the compiler finds. */
function isDeduced(
  { program, flow }: Analysis,
  { entity, call }: Handle,
  { unit, from, to }: Range,
): boolean {
  const meaning =
    to - from === 1 ? program.meaningOf(wordAt(unit, from), entity.block, unit, from) : undefined;
  const isOwn =
    meaning?.kind === 'template' && meaning.block === flow.calls.functionOf(entity)?.body;
  return isOwn && call?.templates[meaning.index] === undefined;
}

/** A longer row in the indices of flat memory. */
export function pitchEdit(
  analysis: Analysis,
  array: SharedArray,
  rows: Rows,
  { elements, text }: Padding,
  facts: Facts,
): Made {
  const changes = new Changes();
  changeStrides(analysis, rows, text, changes);
  for (const one of rows.arrays) {
    const growth = {
      more: text,
      rows: facts.rowsOf(one, rows.length.value),
      elementBytes: facts.elementBytesOf(one),
    };
    const reason = changeSizes(analysis, one, rows.length, growth, new Set(), changes);
    if (reason !== undefined) return { reason };
  }
  const [stride] = rows.groups[0]?.strides ?? [];
  const { value } = rows.length;
  const shifted =
    typeof text === 'number' && value !== undefined ? String(value + text) : `${value} + ${text}`;
  const says = stride === undefined || stride.isShift ? shifted : sumText(stride.place, text);
  const pitch = rows.length.value ?? facts.pitchElements;
  const moved = movedRows(facts, pitch, elements);
  return facts.edit('pitch', changes, `${array.name} with rows of ${says}`, {
    more: elements,
    pitch,
    moved,
    arrays: rows.arrays,
  });
}

/** The strides of flat memory that every use has: the longest one, or that of the addresses. */
export function pitchOf(
  analysis: Analysis,
  array: SharedArray,
  facts: Facts,
): Rows | { readonly reason: string } {
  const uses = flatUses(analysis, array);
  if (uses.length === 0) return { reason: `${array.name} is not used by an index` };
  const groups = strideGroups(analysis, array).filter(({ length }) => (length.value ?? 2) > 1);
  const isSeen = ({ length: { value } }: StrideGroup): number =>
    value !== undefined && value === facts.pitchElements ? 1 : 0;
  const isSpelled = ({ length: { text }, strides }: StrideGroup): number =>
    strides.every(({ length }) => length.text === text) ? 1 : 0;
  const sorted = groups.toSorted(
    (a, b) =>
      isSeen(b) - isSeen(a) ||
      isSpelled(b) - isSpelled(a) ||
      (b.length.value ?? Infinity) - (a.length.value ?? Infinity),
  );
  const reasons = sorted.map((group) => useWithoutStride(analysis, array, group));
  const best = sorted[reasons.indexOf(undefined)];
  if (best !== undefined) return rowsOf(analysis, array, best.length);
  return { reason: reasons[0] ?? `no index of ${array.name} has rows` };
}

/** A definition, with where its value is. */
interface Definition {
  readonly entity: Entity | MacroUnit;
  readonly name: string;
  readonly value: Range;
}

/** Definitions that decide on the length of a row and on nothing else, the nearest first. */
export function definitionsOf(
  analysis: Analysis,
  array: SharedArray,
  rows: Rows | undefined,
): readonly Definition[] {
  const length = rows === undefined ? array.dimensions.at(-1)?.range : samePlace(rows);
  if (length === undefined) return [];
  return definitionsIn(analysis, length, 0).filter(({ entity }) =>
    isLengthAlone(analysis, entity, rows, 0),
  );
}

/** The place of all strides, where they have one spelling. */
function samePlace({ groups }: Rows): Range | undefined {
  const places = groups.flatMap(({ strides }) =>
    strides.map(({ place, isShift }) => (isShift ? undefined : place)),
  );
  const [first] = places;
  const isSame = places.every(
    (one) =>
      one !== undefined &&
      first !== undefined &&
      plainText(stripped(one)) === plainText(stripped(first)),
  );
  return isSame ? first : undefined;
}

const MOST_DEPTH = 4;

function definitionsIn(analysis: Analysis, length: Range, depth: number): Definition[] {
  if (depth > MOST_DEPTH) return [];
  const terms = termsOf(length);
  const total = valueOf(analysis.program, length);
  return terms.flatMap((term) => {
    const { unit, from, to } = stripped(term);
    // In `N + PAD` the length is N, which other things go by.
    const part = valueOf(analysis.program, term);
    const isAdded =
      terms.length === 1 || (part !== undefined && total !== undefined && 2 * part < total);
    if (!isAdded) return [];
    const isPath = unit.tokens
      .slice(from, to)
      .every(({ kind, text }) => kind === 'name' || text === '::');
    if (!isPath || term.isNegative || to === from) return [];
    const name = wordAt(unit, to - 1);
    const [macro, ...others] = analysis.program.macros.get(name) ?? [];
    if (macro !== undefined) {
      const isPlain =
        others.length === 0 &&
        macro.macro.isCertain &&
        macro.macro.parameters === undefined &&
        macro.tokens.length > 0;
      const value = wholeOf(macro);
      return isPlain
        ? [{ entity: macro, name, value }, ...definitionsIn(analysis, value, depth + 1)]
        : [];
    }
    const owner = to - from > 2 ? wordAt(unit, to - 3) : '';
    const meaning =
      owner === ''
        ? analysis.program.meaningAt(unit, from)
        : (analysis.program.memberOf(owner, name) ??
          analysis.program.globals(name)[0] ??
          soleMember(analysis, name));
    if (meaning === undefined) return [];
    const value = isConstant(meaning)
      ? meaning.initial
      : meaning.kind === 'enumerator' && meaning.more === 0
        ? meaning.base
        : undefined;
    if (value === undefined) return [];
    return [{ entity: meaning, name, value }, ...definitionsIn(analysis, value, depth + 1)];
  });
}

/** The constant of a class of templates: `Tr::kLd`, where only one class has a kLd. */
function soleMember({ program }: Analysis, name: string): Entity | undefined {
  const all = program.declared.filter((one) => one.name === name && one.block.kind === 'class');
  return all.length === 1 ? all[0] : undefined;
}

/** True where nothing but lengths of rows, and sizes that follow from them, goes by a name. */
function isLengthAlone(
  analysis: Analysis,
  entity: Entity | MacroUnit,
  rows: Rows | undefined,
  depth: number,
): boolean {
  if (depth > MOST_DEPTH) return false;
  return analysis.occurrencesOf(entity).every(({ unit, at }) => {
    if (/^[/%]$/.test(wordAt(unit, at - 1))) return false;
    const contains = (range: Range): boolean =>
      range.unit === unit && range.from <= at && at < range.to;
    const isStride =
      rows?.groups.some(({ strides }) =>
        strides.some(({ place, factor }) => contains(place) || contains(factor)),
      ) === true;
    const ofArrays = analysis.arrays.filter(({ dimensions }) =>
      dimensions.some(({ range }) => contains(range)),
    );
    if (
      ofArrays.some(
        ({ dimensions }) =>
          dimensions.length > 1 &&
          dimensions.findIndex(({ range }) => contains(range)) !== dimensions.length - 1,
      )
    )
      return false;
    if (isStride || ofArrays.length > 0 || isSizeAt(analysis, unit, at)) return true;
    const isGiven = analysis.arrays.some((one) =>
      givenStrides(analysis, one, lengthOf(analysis, { unit, from: at, to: at + 1 })).some(
        contains,
      ),
    );
    const isBound = analysis.flow.handles.some(
      ({ entity: { bounds } }) => bounds.at(-1) !== undefined && bounds.some(contains),
    );
    if (isGiven || isBound) return true;
    // What is defined by it has to be such a length itself.
    const other = definedBy(analysis, contains);
    return other !== undefined && isLengthAlone(analysis, other, rows, depth + 1);
  });
}

/** The constant whose initial value has a token. */
function definedBy(
  { program }: Analysis,
  contains: (range: Range) => boolean,
): Entity | MacroUnit | undefined {
  const constant = program.declared.find(
    (one) => isConstant(one) && one.initial !== undefined && contains(one.initial),
  );
  return constant ?? [...program.macros.values()].flat().find((unit) => contains(wholeOf(unit)));
}

/** Another value of a definition. */
export function definitionEdit(
  analysis: Analysis,
  array: SharedArray,
  rows: Rows | undefined,
  { entity, name, value }: Definition,
  { elements, text }: Padding,
  facts: Facts,
): Made {
  const changes = new Changes();
  const written = sumText(value, text);
  changes.replace(value, 'macro' in entity && !/^\w+$/.test(written) ? `(${written})` : written);
  const follows = new Set<unknown>([entity]);
  for (const one of rows?.arrays ?? []) {
    const growth = {
      more: text,
      rows: facts.rowsOf(one, rows?.length.value),
      elementBytes: facts.elementBytesOf(one),
    };
    const reason = changeSizes(analysis, one, rows?.length ?? noLength, growth, follows, changes);
    if (reason !== undefined) return { reason };
  }
  const arrays = analysis.arrays.filter(
    (one) => one === array || goesBy(analysis, one, entity, rows),
  );
  const pitch =
    rows === undefined ? facts.ownLengths.at(-1) : (rows.length.value ?? facts.pitchElements);
  const moved = movedRows(facts, pitch, elements);
  return facts.edit('definition', changes, `${name} = ${written}`, {
    more: elements,
    pitch,
    moved,
    arrays,
  });
}

/** True for an array whose rows are as long as a name says. */
function goesBy(
  analysis: Analysis,
  array: SharedArray,
  entity: Entity | MacroUnit,
  rows: Rows | undefined,
): boolean {
  if (rows?.arrays.includes(array) === true) return true;
  const last = array.dimensions.length > 1 ? array.dimensions.at(-1) : undefined;
  return (
    last !== undefined &&
    definitionsIn(analysis, last.range, 0).some((one) => one.entity === entity)
  );
}
