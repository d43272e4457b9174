/**
 * Allocations in LDS, and which of them an access touches: by its addresses, since one instruction may go to several.
 *
 *     as at 0, 4,096 bytes; bs at 4,096           ds_read_b32 of bytes 4,000 to 4,255: "as, bs"
 */
import { greatestOf, leastOf } from '../base/numbers.ts';
import { opcodeAt } from './opcodes.ts';
import { isActive, type Site } from './wave-rows.ts';
import type { SourceLine } from './source-line.ts';
import type { AccessTrace } from './trace.ts';

/** An allocation in LDS; byte offsets are those of every workgroup. */
export interface LdsObject {
  /** Its name as its language writes it: `%tile`, `@global`, `tile`. */
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
  /** Lengths of the declared array, outermost first: `[32, 33]` of `float tile[32][33]`. */
  readonly shape?: readonly number[] | undefined;
  /** Bytes of an element of the declared array. */
  readonly elementBytes?: number | undefined;
  /** The type of an element as the source spells it, with alignments: `signed char`, `alignas(16) volatile T`. */
  readonly type?: string | undefined;
  /** Members share its bytes: no tile of it can be moved alone. */
  readonly isUnion?: boolean | undefined;
  /** Where it is declared. */
  readonly declared?: SourceLine | undefined;
}

/** The allocation that holds a byte. */
export function objectAt<T extends LdsObject>(objects: readonly T[], byte: number): T | undefined {
  return objects.find(({ offset, bytes }) => byte >= offset && byte < offset + bytes);
}

/** The bytes around one that no allocation holds. */
function gapAt(objects: readonly LdsObject[], byte: number): readonly [begin: number, end: number] {
  const ends = objects.map(({ offset, bytes }) => offset + bytes);
  return [
    Math.max(0, greatestOf(ends.filter((end) => end <= byte))),
    Math.min(
      Infinity,
      leastOf(objects.map(({ offset }) => offset).filter((offset) => offset > byte)),
    ),
  ];
}

/** The trace with sites that name the allocations they touch, in the order of `objects`; other sites stay as they are. */
export function withBufferNames(trace: AccessTrace, objects: readonly LdsObject[]): AccessTrace {
  if (objects.every(({ bytes }) => bytes === 0)) return trace;
  const { waveSize, count, addressBytes, sites } = trace;
  // By site: how many allocations it is not known to touch, and a row of flags for those that it touches.
  const missing = new Uint32Array(sites.length).fill(
    objects.filter(({ bytes }) => bytes > 0).length,
  );
  const touched = new Uint8Array(sites.length * objects.length);
  // Lanes are mostly in the allocation of the lane before, and rows in that of their site.
  const begins = new Uint32Array(sites.length);
  const ends = new Uint32Array(sites.length);
  for (let row = 0; row < count; row++) {
    const site = trace.site[row] ?? 0;
    if (missing[site] === 0) continue;
    // Exchanges between lanes have numbers of lanes where others have addresses.
    if (opcodeAt(trace.op[row] ?? 0).addressing.kind === 'none') continue;
    let begin = begins[site] ?? 0;
    let end = ends[site] ?? 0;
    const from = row * waveSize;
    if (areInside(addressBytes, from, from + waveSize, begin, end)) continue;
    for (let lane = 0; lane < waveSize; lane++) {
      const byte = addressBytes[from + lane] ?? 0;
      if ((byte >= begin && byte < end) || !isActive(trace, row, lane)) continue;
      const index = objects.findIndex(
        ({ offset, bytes }) => byte >= offset && byte < offset + bytes,
      );
      const object = objects[index];
      if (object === undefined) {
        [begin, end] = gapAt(objects, byte);
        continue;
      }
      [begin, end] = [object.offset, object.offset + object.bytes];
      const entry = site * objects.length + index;
      if (touched[entry] === 0) missing[site] = (missing[site] ?? 0) - 1;
      touched[entry] = 1;
    }
    begins[site] = begin;
    ends[site] = end;
  }
  const withNames = sites.map((site, index) => {
    const first = index * objects.length;
    let buffer = '';
    for (let object = 0; object < objects.length; object++) {
      const { name = '' } = (touched[first + object] === 1 ? objects[object] : undefined) ?? {};
      if (name !== '') buffer += buffer === '' ? name : `, ${name}`;
    }
    return buffer === '' ? site : siteWithBuffer(site, buffer);
  });
  return { ...trace, sites: withNames };
}

/** Sites with the names that they had last: workgroups mostly touch the same. */
const named = new WeakMap<Site, Site>();

function siteWithBuffer(site: Site, buffer: string): Site {
  const known = named.get(site);
  if (known?.buffer === buffer) return known;
  const made = { ...site, buffer };
  named.set(site, made);
  return made;
}

/** True when all the addresses are in `begin` up to `end`. */
function areInside(
  addresses: Uint32Array,
  from: number,
  to: number,
  begin: number,
  end: number,
): boolean {
  for (let at = from; at < to; at++) {
    const byte = addresses[at] ?? 0;
    if (byte < begin || byte >= end) return false;
  }
  return true;
}
