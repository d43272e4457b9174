/**
 * Follows every lane of every executed access: what was at an address of the old layout is read and written at its
 * address of the new one, by the same lane.
 *
 *     before   lane 1 reads 0x080 (row 1, column 0)     after   lane 1 reads 0x090 = row 1, XOR 1
 *
 * Direct-to-LDS writes keep their places, row for row; what changes there is the source, which memory shows.
 */
import {
  type AccessTrace,
  laneAddresses,
  opcodeAt,
  placeElements,
  rowBytes,
  tileExtent,
  type TileLayout,
} from '@ldscope/core';

export type LaneOutcome =
  | { readonly kind: 'same'; readonly accesses: number }
  | { readonly kind: 'different'; readonly site: string }
  /** The compiler would choose other instructions: accesses do not pair up. */
  | { readonly kind: 'unpaired' };

export function compareLanes(
  before: readonly AccessTrace[],
  after: readonly AccessTrace[],
  from: TileLayout,
  to: TileLayout,
): LaneOutcome {
  const moved = movedBytes(from, to);
  const kept = keptBytes(from, to);
  const [oldBytes, newBytes] = [pitchBytes(from), pitchBytes(to)].map((p) => p * from.tile.rows);
  let accesses = 0;
  for (const [w, old] of before.entries()) {
    const now = after[w];
    if (now === undefined || now.count !== old.count) return { kind: 'unpaired' };
    for (let row = 0; row < old.count; row++) {
      if (old.op[row] !== now.op[row] || old.wave[row] !== now.wave[row])
        return { kind: 'unpaired' };
      const table = opcodeAt(old.op[row] ?? 0).direction === 'async' ? kept : moved;
      for (const [lane, address] of laneAddresses(old, row).entries()) {
        if (address === undefined) continue;
        const copy = Math.floor(address / (oldBytes ?? 1));
        const expected = copy * (newBytes ?? 1) + (table[address % (oldBytes ?? 1)] ?? NaN);
        if (now.addressBytes[row * old.waveSize + lane] === expected) continue;
        return { kind: 'different', site: now.sites[now.site[row] ?? 0]?.id ?? '' };
      }
      accesses++;
    }
  }
  return { kind: 'same', accesses };
}

/** By old byte offset, the new one; NaN where no element is. */
function movedBytes(from: TileLayout, to: TileLayout): Float64Array {
  const now = placeElements(to);
  const table = new Float64Array(tileExtent(from)).fill(NaN);
  for (const [element, old] of placeElements(from).entries()) {
    const place = now[element] ?? NaN;
    for (let byte = 0; byte < from.tile.elementBytes; byte++) table[old + byte] = place + byte;
  }
  return table;
}

/** The same place of the same row. */
function keptBytes(from: TileLayout, to: TileLayout): Float64Array {
  const [old, now] = [pitchBytes(from), pitchBytes(to)];
  return Float64Array.from(
    { length: old * from.tile.rows },
    (_, byte) => Math.floor(byte / old) * now + (byte % old),
  );
}

/** Bytes from row to row, with the padding at its end. */
export function pitchBytes(layout: TileLayout): number {
  const row = rowBytes(layout.tile);
  if (layout.kind !== 'rows') return row;
  return layout.paddings.reduce((all, { padBytes }) => all + padBytes, row);
}

/** True when no two elements share a place. */
export function isInjectiveLayout(layout: TileLayout): boolean {
  const places = placeElements(layout);
  return new Set(places).size === places.length;
}
