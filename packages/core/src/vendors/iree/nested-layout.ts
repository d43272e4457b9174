/**
 * IREE's `nested_layout`: which thread has which element of a vector, as five tiles per dimension.
 *
 *     #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 2], outer_tile = [1, 1],
 *       thread_tile = [4, 8], element_tile = [4, 1], subgroup_strides = [0, 0], thread_strides = [8, 1]>
 *
 *     index along d = ((((subgroup * B + batch) * O + outer) * T + thread) * E + element)
 *     subgroup of d = thread id / (subgroup size * subgroup stride) mod subgroup tile
 *     thread of d   = thread id / thread stride mod thread tile;      stride 0: not distributed, always 0
 *
 * It is a distribution, not a layout of memory: with a layout of the tile it gives the addresses of an access. Source:
 * iree-org/iree `Codegen/Dialect/VectorExt/IR/VectorExtAttrs.cpp` (NestedLayoutAttr).
 */
import { type Diagnostic, diagnose } from '../../base/diagnostic.ts';
import { messages } from '../../base/messages.ts';
import type { Result } from '../../base/result.ts';
import { type Cursor, parseText } from '../../layout/text/cursor.ts';

/** The seven lists, under their upstream names, in their order. One entry per dimension each. */
export const nestedLayoutLists = [
  'subgroup_tile',
  'batch_tile',
  'outer_tile',
  'thread_tile',
  'element_tile',
  'subgroup_strides',
  'thread_strides',
] as const;

type ListName = (typeof nestedLayoutLists)[number];

export type NestedLayout = Readonly<Record<ListName, readonly number[]>>;

/** One place in the registers of a thread: an index per dimension for each of the undistributed tiles. */
export interface NestedRegister {
  readonly batch: readonly number[];
  readonly outer: readonly number[];
  readonly element: readonly number[];
}

const MOST_DIMENSIONS = 16;

export function parseNestedLayout(text: string): Result<NestedLayout> {
  return parseText(text, { comments: true }, (cursor) => layoutAt(cursor));
}

export function printNestedLayout(layout: NestedLayout): string {
  const lists = nestedLayoutLists.map((name) => `${name} = [${layout[name].join(', ')}]`);
  return `#iree_vector_ext.nested_layout<${lists.join(', ')}>`;
}

/** The shape of the vector: the product of the five tiles, per dimension. */
export function nestedShape(layout: NestedLayout): number[] {
  return layout.element_tile.map((element, d) =>
    [layout.subgroup_tile, layout.batch_tile, layout.outer_tile, layout.thread_tile].reduce(
      (product, tile) => product * (tile[d] ?? 1),
      element,
    ),
  );
}

/** The element that a thread of the workgroup has in a register. */
export function nestedElement(
  layout: NestedLayout,
  threadId: number,
  subgroupSize: number,
  { batch, outer, element }: NestedRegister,
): number[] {
  return layout.element_tile.map((elements, d) => {
    const subgroup = virtualId(layout, 'subgroup', threadId, d, subgroupSize);
    const thread = virtualId(layout, 'thread', threadId, d, 1);
    const inBatch = subgroup * (layout.batch_tile[d] ?? 1) + (batch[d] ?? 0);
    const inOuter = inBatch * (layout.outer_tile[d] ?? 1) + (outer[d] ?? 0);
    const inThread = inOuter * (layout.thread_tile[d] ?? 1) + thread;
    return inThread * elements + (element[d] ?? 0);
  });
}

/** All registers of a thread, in the order of upstream's distributed vector: batch, outer, element, last fastest. */
export function nestedRegisters(layout: NestedLayout): NestedRegister[] {
  const batches = indices(layout.batch_tile);
  const outers = indices(layout.outer_tile);
  const elements = indices(layout.element_tile);
  return batches.flatMap((batch) =>
    outers.flatMap((outer) => elements.map((element) => ({ batch, outer, element }))),
  );
}

function virtualId(
  layout: NestedLayout,
  level: 'subgroup' | 'thread',
  threadId: number,
  d: number,
  unit: number,
): number {
  const stride = layout[`${level}_strides`][d] ?? 0;
  if (stride === 0) return 0;
  return Math.floor(threadId / (stride * unit)) % (layout[`${level}_tile`][d] ?? 1);
}

function indices(lengths: readonly number[]): number[][] {
  return lengths.reduce<number[][]>(
    (list, length) => list.flatMap((index) => Array.from({ length }, (_, i) => [...index, i])),
    [[]],
  );
}

/**
 * What is wrong for a workgroup of this many threads: elements that no thread has, and strides that IREE cannot turn
 * into a basis. Elements that several threads have are copies, which is not a fault.
 */
export function nestedLayoutFaults(layout: NestedLayout, subgroupSize: number): Diagnostic[] {
  const faults: Diagnostic[] = [];
  for (const level of ['subgroup', 'thread'] as const) {
    const [tiles, strides] = [layout[`${level}_tile`], layout[`${level}_strides`]];
    for (const [d, tile] of tiles.entries()) {
      if (tile > 1 && strides[d] === 0) {
        const what = `${level}_tile has ${tile} along dimension ${d}, but its stride is 0: all ${level}s have part 0, nobody has the others`;
        faults.push(diagnose(messages.notation.parameter(what, 'give the stride')));
      }
    }
    faults.push(
      ...basisFaults(level, tiles, strides, level === 'thread' ? subgroupSize : undefined),
    );
  }
  return faults;
}

/** From small to large, each stride is a multiple of the reach of the one before. */
function basisFaults(
  level: string,
  tiles: readonly number[],
  strides: readonly number[],
  size: number | undefined,
): Diagnostic[] {
  const digits = tiles
    .map((tile, d) => ({ d, tile, stride: strides[d] ?? 0 }))
    .filter(({ tile, stride }) => tile > 1 && stride > 0)
    .sort((a, b) => a.stride - b.stride);
  let reach = 1;
  for (const { d, tile, stride } of digits) {
    if (stride % reach !== 0) {
      const what = `${level}_strides: ${stride} along dimension ${d} is not a multiple of ${reach}, where the smaller strides end`;
      const hint = 'give strides of which each is a multiple of the smaller ones times their tiles';
      return [diagnose(messages.notation.parameter(what, hint))];
    }
    reach = stride * tile;
  }
  if (size === undefined || reach <= size) return [];
  const what = `thread_tile and thread_strides need ${reach} threads, a subgroup has ${size}`;
  return [diagnose(messages.notation.parameter(what, 'distribute the rest over subgroups'))];
}

function layoutAt(cursor: Cursor): NestedLayout | undefined {
  if (cursor.eat('#') && cursor.at('iree_vector_ext')) {
    cursor.take();
    if (cursor.expect('.') === undefined) return undefined;
  }
  const start = cursor.peek().start;
  if (cursor.expect('nested_layout') === undefined || cursor.expect('<') === undefined) {
    return undefined;
  }
  const lists = new Map<ListName, readonly number[]>();
  while (!cursor.eat('>')) {
    if (lists.size > 0 && cursor.expect(',') === undefined) return undefined;
    const word = cursor.name('a list of nested_layout');
    if (word === undefined) return undefined;
    const name = nestedLayoutLists.find((candidate) => candidate === word.text);
    if (name === undefined) {
      const message = messages.notation.unknownName(
        'list of nested_layout',
        word.text,
        nestedLayoutLists,
      );
      return cursor.fail(message, word);
    }
    if (lists.has(name)) return cursor.fail(messages.expression.definedTwice(name), word);
    const values =
      cursor.expect('=') && cursor.expect('[') && cursor.list(']', () => entry(cursor, name));
    if (values === undefined) return undefined;
    lists.set(name, values);
  }
  return complete(cursor, lists, { start, end: cursor.lastEnd });
}

function entry(cursor: Cursor, name: ListName): number | undefined {
  const number = cursor.number('a whole number');
  if (number === undefined) return undefined;
  const least = name.endsWith('strides') ? 0 : 1;
  if (number.value >= least && number.value < 2 ** 31) return number.value;
  const what = `${name} has ${number.value}`;
  const hint = `give a number of at least ${least} and below 2^31`;
  return cursor.fail(messages.notation.parameter(what, hint), number);
}

function complete(
  cursor: Cursor,
  lists: ReadonlyMap<ListName, readonly number[]>,
  span: { readonly start: number; readonly end: number },
): NestedLayout | undefined {
  const missing = nestedLayoutLists.find((name) => !lists.has(name));
  if (missing !== undefined) {
    const what = `nested_layout has no ${missing}`;
    return cursor.fail(messages.notation.parameter(what, 'give all seven lists'), span);
  }
  const list = (name: ListName): readonly number[] => lists.get(name) ?? [];
  const rank = list('subgroup_tile').length;
  if (nestedLayoutLists.some((name) => list(name).length !== rank) || rank > MOST_DIMENSIONS) {
    const what = 'all fields must have the same rank as the layout';
    const hint = `give each list one number per dimension, of at most ${MOST_DIMENSIONS}`;
    return cursor.fail(messages.notation.parameter(what, hint), span);
  }
  return {
    subgroup_tile: list('subgroup_tile'),
    batch_tile: list('batch_tile'),
    outer_tile: list('outer_tile'),
    thread_tile: list('thread_tile'),
    element_tile: list('element_tile'),
    subgroup_strides: list('subgroup_strides'),
    thread_strides: list('thread_strides'),
  };
}
