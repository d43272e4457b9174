/**
 * The elements that lanes of a Triton kernel read and write, from the addresses of its trace and the encodings of its buffers.
 *
 *     ds_read_b64 of lane 3 at 0x118     elements (3, 4) to (3, 7), under whatever encoding
 *
 * Matrix loads and direct copies exchange elements among lanes: of those it is what a wave, or all of them, move together.
 */
import {
  type AccessTrace,
  isActive,
  opcodeAt,
  padded,
  placeElements,
  sharedToTile,
  tileExtent,
} from '@ldscope/core';
import type { View } from '@ldscope/mlir';
import type { TtgirRun } from '../problems/ttgir-buffers.ts';

/** Who has the elements of an access. */
type Holder = 'lane' | 'wave' | 'workgroup';

interface Moved {
  holder: Holder;
  /** By row of the trace: holder and element. */
  readonly wave: number[];
  readonly lane: number[];
  readonly element: number[];
}

export type TtgirLanes =
  | { readonly kind: 'same'; readonly operations: number }
  | { readonly kind: 'different'; readonly site: string };

/** Compares every access of two texts of one kernel. */
export function compareElements(before: TtgirRun, after: TtgirRun): TtgirLanes {
  const [old, now] = [movedBy(before), movedBy(after)];
  for (const site of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(site), now.get(site)];
    if (one === undefined || other === undefined) return { kind: 'different', site };
    const holder = wider(one.holder, other.holder);
    const [a, b] = [heldBy(one, holder), heldBy(other, holder)];
    if (a.size !== b.size || ![...a].every((key) => b.has(key))) return { kind: 'different', site };
  }
  return { kind: 'same', operations: old.size };
}

const HOLDERS: readonly Holder[] = ['lane', 'wave', 'workgroup'];
const wider = (a: Holder, b: Holder): Holder =>
  HOLDERS[Math.max(HOLDERS.indexOf(a), HOLDERS.indexOf(b))] ?? 'lane';

const ELEMENTS = 2 ** 32;
const LANES = 64;

function heldBy({ wave, lane, element }: Moved, holder: Holder): Set<number> {
  const held = new Set<number>();
  for (const [i, one] of element.entries()) {
    const who =
      holder === 'lane'
        ? (wave[i] ?? 0) * LANES + (lane[i] ?? 0)
        : holder === 'wave'
          ? (wave[i] ?? 0)
          : 0;
    held.add(who * ELEMENTS + one);
  }
  return held;
}

/** By instruction of the module and direction. */
function movedBy({ trace, views }: TtgirRun): ReadonlyMap<string, Moved> {
  const found = new Map<string, Moved>();
  const readers = new Map<string, ElementsAt>();
  const { sites, site, op, wave, waveSize, addressBytes } = trace;
  for (let row = 0; row < trace.count; row++) {
    const { id = '', buffer = '' } = sites[site[row] ?? 0] ?? {};
    const { name, direction, widthBytes } = opcodeAt(op[row] ?? 0);
    const key = `${id} ${direction}`;
    const moved = found.get(key) ?? { holder: 'lane', wave: [], lane: [], element: [] };
    found.set(key, moved);
    moved.holder = wider(moved.holder, holderOf(name, direction));
    const read = readers.get(buffer) ?? elementsOf(views.get(buffer)?.[0], trace, buffer);
    readers.set(buffer, read);
    for (let lane = 0; lane < waveSize; lane++) {
      if (!isActive(trace, row, lane)) continue;
      for (const element of read(addressBytes[row * waveSize + lane] ?? 0, widthBytes)) {
        moved.wave.push(wave[row] ?? 0);
        moved.lane.push(lane);
        moved.element.push(element);
      }
    }
  }
  return found;
}

function holderOf(name: string, direction: string): Holder {
  if (direction === 'async' || /\blds\b/.test(name)) return 'workgroup';
  return /_tr_|matrix/.test(name) ? 'wave' : 'lane';
}

type ElementsAt = (address: number, bytes: number) => readonly number[];

/** The elements at an address; of memory without an encoding its bytes, counted from the first that is accessed. */
function elementsOf(view: View | undefined, trace: AccessTrace, buffer: string): ElementsAt {
  const placed = view && sharedToTile(view.encoding, view.placement.shape, view.type.elementBytes);
  if (view === undefined || placed?.ok !== true) {
    const first = firstAddress(trace, buffer);
    return (address) => [address - first];
  }
  const { layout } = placed.value;
  const { shape, paddings } = view.placement;
  const { elementBytes } = view.type;
  const count = shape.reduce((all, size) => all * size, 1);
  const stageBytes = padded(count, paddings) * elementBytes;
  const at = new Int32Array(tileExtent(layout)).fill(-1);
  for (const [element, place] of placeElements(layout).entries()) at[place] = element;
  return (address, bytes) => {
    const offset = address - view.buffer.baseBytes;
    const stage = Math.floor(offset / stageBytes);
    return Array.from({ length: bytes / elementBytes }, (_, i) => {
      const element = at[(offset % stageBytes) + i * elementBytes] ?? -1;
      // A place without an element is one that no other text has.
      return element < 0 ? ELEMENTS / 2 + address : stage * count + element;
    });
  };
}

function firstAddress(trace: AccessTrace, buffer: string): number {
  let first = Infinity;
  for (let row = 0; row < trace.count; row++) {
    if ((trace.sites[trace.site[row] ?? 0]?.buffer ?? '') !== buffer) continue;
    for (let lane = 0; lane < trace.waveSize; lane++)
      if (isActive(trace, row, lane))
        first = Math.min(first, trace.addressBytes[row * trace.waveSize + lane] ?? 0);
  }
  return first;
}
