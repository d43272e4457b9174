/**
 * A comparison with the layouts of its buffers, and what differs between them.
 *
 *     plain                                rows of 132 B (128 + 4)     pitch
 *     XOR of 16 B units with row mod 8     plain                       key
 */
import {
  type BufferChange,
  type Comparison,
  normalForm,
  rowBytes,
  type TileLayout,
} from '@ldscope/core';
import { layoutWords } from '../layout/layout-words.ts';

/** The layout that a kernel has now, and the allocations that have it. */
export interface PresentLayout {
  /** Allocations that have it. */
  readonly names: readonly string[];
  readonly layout: TileLayout;
}

/** The comparison with the layouts of its buffers. */
export function withLayouts(
  comparison: Comparison,
  before: readonly PresentLayout[],
  after: readonly PresentLayout[],
): Comparison {
  const buffers = comparison.buffers.map((change): BufferChange => {
    const own = layoutOf(before, change.names.before);
    const other = layoutOf(after, change.names.after);
    if (own === undefined || other === undefined) return change;
    const layouts = { before: layoutWords(own), after: layoutWords(other) };
    return { ...change, layouts, causes: layoutCauses(own, other) };
  });
  return { ...comparison, buffers };
}

/** With or without the sign of a value. */
const bare = (name: string): string => name.replace(/^[%@]/, '');

function layoutOf(all: readonly PresentLayout[], name: string | undefined): TileLayout | undefined {
  if (name === undefined) return undefined;
  const found = all.find(({ names }) => names.some((one) => bare(one) === bare(name)));
  return found && normalForm(found.layout);
}

/** What differs between two layouts; both are in their simplest form. */
function layoutCauses(before: TileLayout, after: TileLayout): BufferChange['causes'] {
  if (before.kind !== 'rows' || after.kind !== 'rows') {
    return layoutWords(before) === layoutWords(after) ? [] : ['order'];
  }
  const isSamePitch =
    rowBytes(before.tile) === rowBytes(after.tile) &&
    JSON.stringify(before.paddings) === JSON.stringify(after.paddings);
  const keyOf = ({ key, unitBytes }: typeof before): string =>
    key === undefined ? '' : JSON.stringify([key, unitBytes]);
  return [
    ...(isSamePitch ? [] : (['pitch'] as const)),
    ...(keyOf(before) === keyOf(after) ? [] : (['key'] as const)),
  ];
}
