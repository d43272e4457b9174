/**
 * The tiles that an attention keeps in shared memory, with who writes and who reads what.
 *
 *     Q   queries x head      written once, 16 bytes per thread   rows of a wave, read once, before the loop
 *     K   keys x head         written in each iteration           every wave reads all of it
 *     V   keys x columns      written in each iteration           every wave reads all, down the columns
 *     P   queries x keys      written by QK, where the scores do not fit PV as they are; a wave reads its own rows
 *
 * Q, K and V are promoted, so their writer is the layout that IREE derives for a copy; the readers are the operands of the
 * intrinsics. P is written as QK leaves it. Where the scores are kept, both products are computed transposed, which
 * changes nothing about operands A and B. The order of batches is row by row; conflicts do not depend on it.
 *
 * DERIVED: promotion of Q, K, V and the exchange of P (configuration and lit tests at @b48a5955: three allocations
 * for f16). ASSUMED: the copies' writer layout is that of `main`; with a writer as narrow as the reader of V, V would
 * be hinted by the pull request's rule and written element by element.
 */
import { derivedWriterLayout, type MmaLayout, type NestedLayout } from '@ldscope/core';
import { type Intrinsic, WAVE_SIZE } from './intrinsics.ts';
import type { AttentionSchedule } from './schedule.ts';
import { type Element, elementBytesOf } from './shapes.ts';

export type TileName = 'Q' | 'K' | 'V' | 'P';

export interface StagedTile {
  readonly name: TileName;
  readonly rows: number;
  readonly columns: number;
  readonly elementBytes: number;
  readonly writer: NestedLayout;
  readonly reader: NestedLayout;
  /** Once per workgroup, or in each iteration over the keys. */
  readonly when: 'once' | 'iteration';
  /** Threads of the workgroup. */
  readonly threads: number;
}

/** The tiles of a schedule for keys of `k1` columns; `undefined` when one cannot be dealt to the threads. */
export function stagedTiles(
  schedule: AttentionSchedule,
  k1: number,
  element: Element,
): StagedTile[] | undefined {
  const { qk, pv, waves, tileM, tileN, tileK2, keepsScores } = schedule;
  const elementBytes = elementBytesOf[element];
  const threads = WAVE_SIZE * waves;
  const staged = (
    name: TileName,
    rows: number,
    columns: number,
    reader: NestedLayout,
    own?: NestedLayout,
  ): StagedTile[] => {
    const writer = own ?? derivedWriterLayout([rows, columns], threads, 8 * elementBytes);
    if (writer === undefined) return [];
    const when = name === 'Q' ? 'once' : 'iteration';
    return [{ name, rows, columns, elementBytes, writer, reader, when, threads }];
  };
  const copied = [
    ...staged('Q', tileM, k1, rowOperand(qk, tileM, k1, waves)),
    ...staged('K', tileK2, k1, rowOperand(qk, tileK2, k1, 1)),
    ...staged('V', tileK2, tileN, columnOperand(pv, tileK2, tileN)),
  ];
  if (copied.length < 3) return undefined;
  if (keepsScores) return copied;
  const scores = [rowOperand(pv, tileM, tileK2, waves), result(qk, tileM, tileK2, waves)] as const;
  return [...copied, ...staged('P', tileM, tileK2, ...scores)];
}

/** An operand with K along the rows of its tile: A as it is, B where the tile is its transpose. */
function rowOperand(one: Intrinsic, rows: number, k: number, waves: number): NestedLayout {
  return nested(one.lhs, rows / one.m / waves, k / one.k, waves);
}

/** Operand B with K down the columns of its tile. */
function columnOperand(one: Intrinsic, k: number, columns: number): NestedLayout {
  return nested(one.rhs, k / one.k, columns / one.n, 1);
}

function result(one: Intrinsic, rows: number, columns: number, waves: number): NestedLayout {
  return nested(one.acc, rows / one.m / waves, columns / one.n, waves);
}

/** The number of intrinsics along rows and columns in each wave; the waves share the rows. */
function nested(lanes: MmaLayout, rows: number, columns: number, waves: number): NestedLayout {
  return {
    subgroup_tile: [waves, 1],
    batch_tile: [rows, columns],
    outer_tile: lanes.outer,
    thread_tile: lanes.thread,
    element_tile: lanes.element,
    subgroup_strides: [waves > 1 ? 1 : 0, 0],
    thread_strides: lanes.threadStrides,
  };
}
