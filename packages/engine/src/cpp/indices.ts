/**
 * Edits of every index of an array, by a function.
 *
 *     t[i]            flat      t[padded(i)]: i + i / 32
 *     t[r][c]         index     t[r][swizzled(r, c)]: units of a row are XORed with the row
 */
import type { Analysis } from './analysis.ts';
import { asFactor, Changes, type Edit } from './edit.ts';
import type { Facts } from './facts.ts';
import { movedInRecords } from './geometry.ts';
import { putAssertion, putHelper } from './helpers.ts';
import { type Range, spanOf, stripped, termsOf, textOf, wordAt } from './range.ts';
import type { SharedArray } from './roots.ts';
import { changeSizes, type Rows } from './rows.ts';
import { flatUses } from './strides.ts';
import { type Use, wordsOfUse } from './uses.ts';

type Made = Edit | { readonly reason: string };

/** Arrays whose uses are at the same places as those of one, as in a function that is called for several. */
function togetherWith(analysis: Analysis, array: SharedArray): SharedArray[] {
  const found = [array];
  for (const one of found)
    for (const { unit, at } of analysis.usesOf(one))
      for (const other of analysis.arrays)
        if (
          !found.includes(other) &&
          other.shape.record === undefined &&
          analysis.usesOf(other).some((use) => use.unit === unit && use.at === at)
        )
          found.push(other);
  return found;
}

/** True for a name that only begins another name, whose uses are known. */
function isPassedOn({ flow }: Analysis, { unit, at, handle }: Use): boolean {
  return flow.handles.some(({ parent, call, entity }) => {
    if (parent !== handle) return false;
    const given = call === undefined ? entity.initial : call.given[entity.index ?? -1];
    return given !== undefined && given.unit === unit && given.from <= at && at < given.to;
  });
}

/** True for `*(T *)(p + i)`, which is an element of another type. */
function isCastPlace({ kind, unit, at }: Use): boolean {
  const cast = unit.pair[at - 2] ?? -1;
  return (
    kind === 'place' &&
    wordAt(unit, at - 1) === '(' &&
    wordAt(unit, at - 2) === ')' &&
    wordAt(unit, cast - 1) === '*'
  );
}

/** A use that is not an index for each dimension, which an edit of all indices would miss. */
export function useWithoutIndex(
  analysis: Analysis,
  array: SharedArray,
  dimensions: number,
): string | undefined {
  const isElement = (use: Use): boolean =>
    (use.kind === 'element' || isCastPlace(use)) &&
    use.indices.length >= dimensions &&
    (dimensions === 1 || !use.isFlat);
  const other = analysis.usesOf(array).find((use) => !isElement(use) && !isPassedOn(analysis, use));
  return other && `${wordsOfUse(other)} is not an element`;
}

/** `t[padded(i)]`: a number of elements more behind each interval. */
export function flatEdit(
  analysis: Analysis,
  array: SharedArray,
  interval: number,
  more: number,
  facts: Facts,
): Made {
  const arrays = togetherWith(analysis, array);
  const changes = new Changes();
  const value = `i + i / ${interval}${more === 1 ? '' : ` * ${more}`}`;
  const uses = arrays.flatMap((one) => flatUses(analysis, one));
  const comment = `${more === 1 ? 'One element' : `${more} elements`} of padding in shared memory after each ${interval}.`;
  const name = putHelper(
    analysis,
    { name: 'padded', parameters: ['i'], value, comment },
    uses,
    changes,
  );
  if (name === undefined)
    return { reason: `no place for a function before all uses of ${array.name}` };
  for (const { indices } of uses)
    for (const index of indices) changes.replace(index, `${name}(${textOf(index)})`);
  const { elementBytes } = facts;
  for (const one of arrays) {
    const rows = facts.rowsOf(one, interval);
    const [bound] = one.shape.dimensions;
    if (one.root.base === undefined && !one.root.isDynamic && bound !== undefined) {
      const place = bound.argument ?? bound.range;
      const text = textOf(place);
      const { value: length } = bound;
      const isNumber = /^\d+$/.test(text) && length !== undefined;
      const grown = `${text} + ${asFactor(text)} / ${interval}${more === 1 ? '' : ` * ${more}`}`;
      changes.replace(
        place,
        isNumber ? String(length + Math.floor(length / interval) * more) : grown,
      );
      continue;
    }
    const growth = { more, rows, elementBytes: facts.elementBytesOf(one) };
    const reason = changeSizes(
      analysis,
      one,
      { text: '', value: undefined },
      growth,
      new Set(),
      changes,
    );
    if (reason !== undefined) return { reason };
  }
  const moved =
    elementBytes === undefined
      ? undefined
      : {
          moves: (offset: number): number =>
            offset + Math.floor(offset / elementBytes / interval) * more * elementBytes,
          bytes:
            (facts.rowsOf(array, 1) ?? NaN) * elementBytes +
            (facts.rowsOf(array, interval) ?? NaN) * more * elementBytes,
        };
  return facts.edit('flat', changes, `${array.name}[${value}]`, {
    more,
    pitch: interval,
    moved,
    arrays,
  });
}

/** A permutation of the units of each row: `column ^ row / period % rows * unit`. */
export interface Swizzle {
  readonly unit: number;
  /** Different rows, a power of two, and how many rows in a row have the same. */
  readonly rows: number;
  readonly period: number;
}

/** `t[r][swizzled(r, c)]` */
export function swizzleEdit(
  analysis: Analysis,
  array: SharedArray,
  { unit, rows, period }: Swizzle,
  flat: Rows | undefined,
  facts: Facts,
): Made {
  const arrays = flat?.arrays ?? togetherWith(analysis, array);
  const changes = new Changes();
  const row = period === 1 ? 'row' : `row / ${period}`;
  const value = `column ^ ${row} % ${rows}${unit === 1 ? '' : ` * ${unit}`}`;
  const comment = `The column of shared memory, in units of ${unit === 1 ? 'one element' : `${unit} elements`} that are XORed with the row.`;
  const uses = arrays.flatMap((one) =>
    flat === undefined
      ? analysis.usesOf(one).filter(({ kind }) => kind === 'element')
      : flatUses(analysis, one),
  );
  const helper = { name: 'swizzled', parameters: ['row', 'column'], value, comment };
  const name = putHelper(analysis, helper, uses, changes);
  if (name === undefined)
    return { reason: `no place for a function before all uses of ${array.name}` };
  if (flat !== undefined) {
    const reason = changeFlat(flat, name, changes);
    if (reason !== undefined) return { reason };
  } else
    for (const { indices } of uses) {
      const [before, column] = indices.slice(-2);
      if (before === undefined || column === undefined || hasEffect(before))
        return { reason: `${array.name} has an index that changes something` };
      const { unit: text } = column;
      const { start, end } = spanOf(column);
      changes.insert(text, start, `${name}(${textOf(before)}, `);
      changes.insert(text, end, ')');
    }
  const length = flat === undefined ? array.dimensions.at(-1)?.text : pitchText(flat);
  const { declared } = array.levels.at(-1)?.field ?? array.root;
  const isPlain =
    length === undefined || /^\d+$/.test(length) || analysis.program.language === 'opencl';
  if (
    !isPlain &&
    declared !== undefined &&
    array.root.base === undefined &&
    !array.root.isDynamic
  ) {
    const assertion = `static_assert(${asFactor(length)} % ${unit * rows} == 0, "a row has whole groups of swizzled units");`;
    putAssertion(declared.type.unit, declared.at, assertion, changes);
  }
  const { elementBytes } = facts;
  const [columns, count] =
    flat === undefined
      ? [facts.ownLengths.at(-1), facts.ownLengths.at(-2)]
      : [flat.length.value ?? facts.pitchElements, undefined];
  const inRow = (offset: number, line: number): number => {
    const [bytes, length] = [elementBytes ?? 1, columns ?? 1];
    const column = Math.floor(offset / bytes) % length;
    const key = (Math.floor(line / period) % rows) * unit;
    return offset + ((column ^ key) - column) * bytes;
  };
  const isKnown = elementBytes !== undefined && columns !== undefined;
  const bytes = (facts.rowsOf(array, 1) ?? NaN) * (elementBytes ?? NaN);
  const rowBytes = (elementBytes ?? 1) * (columns ?? 1);
  const moves = (offset: number): number =>
    inRow(offset, Math.floor(offset / rowBytes) % (count ?? Infinity));
  const isInRecords = flat === undefined && array.shape.dimensions.length === 1;
  const moved = isKnown && !isInRecords ? { moves, bytes } : undefined;
  const whole = isKnown && isInRecords ? movedInRecords(analysis.program, array, inRow) : undefined;
  return facts.edit('index', changes, `${array.name}[${name}(row, column)]: ${value}`, {
    more: 0,
    pitch: columns,
    moved,
    whole,
    arrays,
  });
}

/** True for `i++` and the like, which must not be written twice. */
const hasEffect = ({ unit, from, to }: Range): boolean =>
  unit.tokens.slice(from, to).some(({ text }) => /^(?:\+\+|--|=|[-+*/%&|^]=)$/.test(text));

function pitchText({ groups }: Rows): string | undefined {
  const [stride] = groups[0]?.strides ?? [];
  return stride && textOf(stride.place);
}

const productText = (factors: readonly Range[]): string =>
  factors.length === 1
    ? factors.map((one) => textOf(stripped(one))).join('')
    : factors.map((one) => asFactor(textOf(one))).join(' * ');

/** `t[r * LD + c]` becomes `t[r * LD + swizzled(r, c)]`. */
function changeFlat({ groups }: Rows, name: string, changes: Changes): string | undefined {
  for (const { strides } of groups) {
    for (const use of new Set(strides.map((stride) => stride.use))) {
      const own = strides.filter((stride) => stride.use === use);
      const [index] = use.indices;
      if (index === undefined || hasEffect(index)) return `${wordsOfUse(use)} changes something`;
      if (own.some(({ through, isShift }) => through.length > 0 || isShift))
        return `${wordsOfUse(use)} is not a row and a column`;
      const terms = termsOf(index);
      const rest = terms.filter((term) => !own.some(({ term: of }) => of.from === term.from));
      if (terms.some(({ isNegative }) => isNegative))
        return `${wordsOfUse(use)} has a difference in it`;
      const row = own.map(({ others }) => productText(others)).join(' + ');
      const column = rest.length === 0 ? '0' : rest.map((term) => textOf(term)).join(' + ');
      const scaled = own.map(({ term }) => textOf(term)).join(' + ');
      changes.replace(index, `${scaled} + ${name}(${row}, ${column})`);
    }
  }
  return undefined;
}
