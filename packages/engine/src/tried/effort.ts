/** What a reviewer has to read of a change, the easiest first. */
import { rowBytes, type TileLayout } from '@ldscope/core';
import type { EditKind } from '../cpp/edit.ts';

/** Kinds of layouts that a kernel is rewritten to: `plain` takes out what is there, `linear` is any XOR of row bits. */
export type LayoutKind = 'plain' | 'padding' | 'intervals' | 'xor' | 'rotate' | 'linear';

/** `encoding`: an attribute of a module of Triton, in which no layout is harder to read than another. */
export type PartKind = EditKind | LayoutKind | 'encoding';

const EFFORT: Readonly<Record<PartKind, number>> = {
  plain: 0,
  encoding: 0,
  bound: 0,
  padding: 0,
  definition: 1,
  pitch: 2,
  field: 2,
  flat: 3,
  intervals: 3,
  index: 4,
  xor: 4,
  rotate: 5,
  linear: 6,
};

/** A part of a change: what the author's text says of one array or buffer. */
export interface Part {
  readonly kind: PartKind;
  /** In one line. */
  readonly says: string;
  /** The texts that it writes, where a person has to read them. */
  readonly changes: readonly { readonly text: string }[];
}

export const effortOf = ({ kind }: Pick<Part, 'kind'>): number => EFFORT[kind];

/** Of the parts of a change, the kind that takes most reading. */
export const kindOf = (parts: readonly Part[]): PartKind | undefined =>
  parts.toSorted((a, b) => effortOf(b) - effortOf(a))[0]?.kind;

export function layoutKind(layout: TileLayout): LayoutKind {
  if (layout.kind !== 'rows') return 'linear';
  const { key, paddings, tile } = layout;
  if (key !== undefined) return key.kind === 'xor' || key.kind === 'rotate' ? key.kind : 'linear';
  if (paddings.length === 0) return 'plain';
  return paddings.every(({ intervalBytes }) => intervalBytes === rowBytes(tile))
    ? 'padding'
    : 'intervals';
}
