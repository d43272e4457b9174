/**
 * Every edit of a source that moves an array in shared memory to another layout, for whoever compiles, executes and compares them.
 *
 *     __shared__ float t[32][32];      bound t[32][33] ... t[32][64], index t[swizzled(row, column)] with 2 to 32 rows
 */
import type { Analysis } from './analysis.ts';
import type { Edit, EditKind } from './edit.ts';
import { Facts, type Observed } from './facts.ts';
import { fieldEdit, fieldObstacle, fieldUnit } from './fields.ts';
import { flatEdit, swizzleEdit, type Swizzle, useWithoutIndex } from './indices.ts';
import {
  boundEdit,
  definitionEdit,
  definitionsOf,
  type Padding,
  pitchEdit,
  pitchOf,
} from './paddings.ts';
import type { SharedArray } from './roots.ts';
import type { Rows } from './rows.ts';
import { flatUses } from './strides.ts';

/** Why an array has no edits of a kind. */
interface Refused {
  readonly kind: EditKind;
  readonly reason: string;
}

export interface FoundEdits {
  readonly edits: readonly Edit[];
  readonly refused: readonly Refused[];
}

/** Elements that a row gets at most, and bytes. */
const MOST_ELEMENTS = 32;
const MOST_BYTES = 128;
/** A bank is so wide on every chip. */
const WORD_BYTES = 4;

export function editsFor(
  analysis: Analysis,
  array: SharedArray,
  observed: Observed,
  main: string,
): FoundEdits {
  const facts = new Facts(analysis, array, observed, main);
  const edits: Edit[] = [];
  const refused = new Map<EditKind, string>();
  const add = (kind: EditKind, made: Edit | { readonly reason: string }): void => {
    if ('reason' in made) refused.set(kind, refused.get(kind) ?? made.reason);
    else edits.push(made);
  };
  const dimensions = array.dimensions.length;
  const own = array.shape.dimensions.length;
  const paddings = paddingsOf(array, facts);
  const rows =
    dimensions === 1 && array.shape.record === undefined
      ? pitchOf(analysis, array, facts)
      : undefined;
  const flat = rows !== undefined && !('reason' in rows) ? rows : undefined;
  for (const padding of paddings) {
    if (dimensions > 1 || flat !== undefined)
      for (const one of definitionsOf(analysis, array, flat))
        add('definition', definitionEdit(analysis, array, flat, one, padding, facts));
    for (let axis = dimensions - 1; axis >= Math.max(1, dimensions - own); axis--) {
      if (array.dimensions[axis]?.argument !== undefined)
        add('bound', boundEdit(analysis, array, axis, padding, facts, true));
      add('bound', boundEdit(analysis, array, axis, padding, facts, false));
    }
    if (flat !== undefined) add('pitch', pitchEdit(analysis, array, flat, padding, facts));
  }
  if (rows !== undefined && 'reason' in rows) refused.set('pitch', rows.reason);
  addFields(analysis, array, facts, add);
  addIndices(analysis, array, flat, facts, add);
  for (const { kind } of edits) refused.delete(kind);
  return {
    edits: distinct(edits),
    refused: [...refused].map(([kind, reason]) => ({ kind, reason })),
  };
}

/** Elements, and whole words of a bank where elements are smaller; as texts where several sizes are instantiated. */
function paddingsOf({ shape }: SharedArray, facts: Facts): Padding[] {
  const { elementBytes, observed } = facts;
  const sizes = new Set(observed.elementSizes ?? []);
  const bytes = elementBytes ?? WORD_BYTES;
  const most = Math.min(MOST_ELEMENTS, Math.max(1, Math.floor(MOST_BYTES / bytes)));
  const byElements = Array.from({ length: most }, (_, index) => index + 1);
  const words = Array.from(
    { length: MOST_BYTES / WORD_BYTES },
    (_, index) => (index + 1) * WORD_BYTES,
  );
  if (sizes.size > 1)
    return [
      { elements: 1, text: 1 },
      ...words.map((padding) => ({
        elements: Math.max(1, Math.floor(padding / bytes)),
        text: [...sizes].every((size) => size <= padding)
          ? `${padding} / sizeof(${shape.element})`
          : `(sizeof(${shape.element}) < ${padding} ? ${padding} / sizeof(${shape.element}) : 1)`,
      })),
    ];
  const byWords = words
    .filter((padding) => padding % bytes === 0)
    .map((padding) => padding / bytes);
  return [...new Set([...byElements, ...byWords])]
    .toSorted((a, b) => a - b)
    .map((elements) => ({ elements, text: elements }));
}

type Add = (kind: EditKind, made: Edit | { readonly reason: string }) => void;

function addFields(analysis: Analysis, array: SharedArray, facts: Facts, add: Add): void {
  const { record } = array.shape;
  if (record === undefined) return;
  const obstacle = fieldObstacle(analysis, array);
  const unit = fieldUnit(analysis, array);
  if (obstacle !== undefined || unit === undefined) {
    add('field', { reason: obstacle ?? `the size of elements of ${array.name} is not known` });
    return;
  }
  for (
    let bytes = Math.max(unit, WORD_BYTES);
    bytes <= MOST_BYTES;
    bytes += Math.max(unit, WORD_BYTES)
  )
    add('field', fieldEdit(analysis, array, record, bytes, facts));
}

/** Bytes after which banks repeat, of the chips that there are. */
const PERIODS = [128, 256];

function addIndices(
  analysis: Analysis,
  array: SharedArray,
  flat: Rows | undefined,
  facts: Facts,
  add: Add,
): void {
  const { elementBytes, vectorElements } = facts;
  if (array.shape.record !== undefined || elementBytes === undefined) return;
  const isOneDimension = array.dimensions.length === 1;
  if (isOneDimension) {
    const other = useWithoutIndex(analysis, array, 1);
    if (other !== undefined || flatUses(analysis, array).length === 0)
      add('flat', { reason: other ?? `${array.name} is not used by an index` });
    else {
      const count = facts.rowsOf(array, 1) ?? Infinity;
      const isPadded = (interval: number): boolean =>
        interval >= 2 * vectorElements && count > interval;
      // One element parts vectors that the compiler made of neighbours, which is right for them and often best.
      for (const period of [...PERIODS, 64])
        for (const more of new Set([1, vectorElements, 2 * vectorElements]))
          if (isPadded(period / elementBytes))
            add('flat', flatEdit(analysis, array, period / elementBytes, more, facts));
    }
  }
  if (isOneDimension && flat === undefined) return;
  const other = useWithoutIndex(analysis, array, flat === undefined ? 2 : 1);
  const columns =
    flat === undefined ? facts.ownLengths.at(-1) : (flat.length.value ?? facts.pitchElements);
  if (other !== undefined || columns === undefined) {
    add('index', { reason: other ?? `the length of a row of ${array.name} is not known` });
    return;
  }
  const swizzles = swizzlesOf(columns, vectorElements, elementBytes);
  if (swizzles.length === 0)
    add('index', { reason: `a row of ${columns} elements has no power of two of units` });
  for (const swizzle of swizzles) add('index', swizzleEdit(analysis, array, swizzle, flat, facts));
}

/** XORs of units that stay in a row and have whole banks. */
function swizzlesOf(columns: number, vector: number, elementBytes: number): Swizzle[] {
  const unit = Math.max(vector, Math.ceil(WORD_BYTES / elementBytes));
  const rowBytes = columns * elementBytes;
  const periods = new Set([
    1,
    ...PERIODS.map((bytes) => Math.max(1, Math.floor(bytes / rowBytes))),
  ]);
  const found: Swizzle[] = [];
  for (let rows = 2; rows <= MOST_ELEMENTS && columns % (unit * rows) === 0; rows *= 2)
    for (const period of periods)
      if (Number.isInteger(Math.log2(period))) found.push({ unit, rows, period });
  return found;
}

/** Without those that write the same. */
function distinct(edits: readonly Edit[]): Edit[] {
  return [...new Map(edits.map((edit) => [JSON.stringify(edit.changes), edit])).values()];
}
