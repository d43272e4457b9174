/**
 * The LDS instructions of nested accesses: elements become addresses by a layout of memory that the caller has.
 *
 *     8 halves per lane, rows of 68 halves: every row begins at 8 bytes        ds_write2_b64 (two rows, one order)
 *     8 halves per lane, XOR in groups of 8                                    ds_write_b128
 *     8 halves per lane down a column                                          8 x ds_write_b16
 *
 * An access is cut where any lane of any wave finds its next element elsewhere than behind the one before: it is one
 * static piece of code for all. Its alignment is that of all lanes of all waves together, as in a kernel that is
 * executed. LIMITATION: pieces of different accesses are not joined to two-address instructions.
 */
import { hasLane } from '../../base/lanes.ts';
import { emittedInstructions } from '../../access/emitted.ts';
import type { Isa } from '../../access/opcode.ts';
import { type AccessTrace, TraceBuilder } from '../../access/trace.ts';
import type { Site } from '../../access/wave-rows.ts';
import type { NestedAccess } from './nested-access.ts';

export interface NestedTraceOptions {
  readonly isa: Isa;
  readonly waveSize: 32 | 64;
  readonly direction: 'read' | 'write';
  /** Whole bytes: two 4-bit elements count as one of 1. */
  readonly elementBytes: number;
  /** Dimensions of the vector from the slowest to the fastest in memory, as the accesses were made with. */
  readonly memoryOrder?: readonly number[];
  /** The byte in LDS at which an element of the vector lies; the array is reused between calls. */
  readonly addressOf: (index: readonly number[]) => number;
  /** What reports call the access: `write of %alloc`. */
  readonly name: string;
  readonly buffer?: string;
}

/** The rows of all waves of a workgroup, wave after wave; one site per static access. */
export function nestedTrace(
  accesses: readonly NestedAccess[],
  options: NestedTraceOptions,
): AccessTrace {
  const { waveSize, direction, elementBytes, isa, name, buffer } = options;
  const placed = accesses.map((access) => addressesOf(access, options));
  const plans = staticPlans(accesses, placed, options).map((cuts, order) => {
    const text = `${name} ${order}`;
    const site: Site = { id: text, text, buffer };
    const pieces = cuts.map(({ start, length, bits }) => ({
      start,
      emitted: emittedInstructions(isa, direction, Math.ceil(length * elementBytes), bits),
    }));
    return { site, pieces };
  });
  const builder = new TraceBuilder(
    waveSize,
    plans.map(({ site }) => site),
  );
  const next = new Map<number, number>();
  const row = new Uint32Array(waveSize);
  for (const [i, { wave, order, maskLow, maskHigh }] of accesses.entries()) {
    const addresses = placed[i] ?? new Uint32Array();
    for (const { start, emitted } of plans[order]?.pieces ?? []) {
      for (const { op, offsets } of emitted) {
        const position = next.get(wave) ?? 0;
        next.set(wave, position + 1);
        for (const offset of offsets) {
          for (let lane = 0; lane < waveSize; lane++) {
            row[lane] = (addresses[start * waveSize + lane] ?? 0) + offset;
          }
          builder.add(op, order, wave, position, row, maskLow, maskHigh);
        }
      }
    }
  }
  return builder.finish();
}

/** Entry `element * lanes + lane`: the byte of each element that a lane moves. */
function addressesOf(
  { coordinates, widthElements }: NestedAccess,
  { waveSize, memoryOrder, addressOf }: NestedTraceOptions,
): Uint32Array {
  const rank = coordinates.length / waveSize;
  const fastest = memoryOrder?.at(-1) ?? rank - 1;
  const addresses = new Uint32Array(widthElements * waveSize);
  const index = Array.from({ length: rank }, () => 0);
  for (let lane = 0; lane < waveSize; lane++) {
    for (let d = 0; d < rank; d++) index[d] = coordinates[lane * rank + d] ?? 0;
    for (let i = 0; i < widthElements; i++) {
      addresses[i * waveSize + lane] = addressOf(index);
      if (fastest >= 0) index[fastest] = (index[fastest] ?? 0) + 1;
    }
  }
  return addresses;
}

/** Elements that are one behind the other for every lane. */
interface Cut {
  readonly start: number;
  readonly length: number;
  /** OR of the addresses at which it begins. */
  readonly bits: number;
}

/** The pieces of each static access. */
function staticPlans(
  accesses: readonly NestedAccess[],
  placed: readonly Uint32Array[],
  { waveSize, elementBytes }: NestedTraceOptions,
): Cut[][] {
  const breaks: Set<number>[] = [];
  const widths: number[] = [];
  for (const [a, access] of accesses.entries()) {
    const addresses = placed[a] ?? new Uint32Array();
    const found = (breaks[access.order] ??= new Set());
    widths[access.order] = access.widthElements;
    for (let i = 1; i < access.widthElements; i++) {
      for (let lane = 0; lane < waveSize; lane++) {
        if (!hasLane(access.maskLow, access.maskHigh, lane)) continue;
        const distance =
          (addresses[i * waveSize + lane] ?? 0) - (addresses[(i - 1) * waveSize + lane] ?? 0);
        if (distance !== elementBytes) found.add(i);
      }
    }
  }
  return widths.map((width, order) => {
    const starts = [0, ...[...(breaks[order] ?? [])].sort((a, b) => a - b)];
    return starts.map((start, i) => ({
      start,
      length: (starts[i + 1] ?? width) - start,
      bits: addressBits(accesses, placed, order, start, waveSize),
    }));
  });
}

function addressBits(
  accesses: readonly NestedAccess[],
  placed: readonly Uint32Array[],
  order: number,
  start: number,
  waveSize: number,
): number {
  let bits = 0;
  for (const [a, access] of accesses.entries()) {
    if (access.order !== order) continue;
    for (let lane = 0; lane < waveSize; lane++) {
      if (hasLane(access.maskLow, access.maskHigh, lane))
        bits |= placed[a]?.[start * waveSize + lane] ?? 0;
    }
  }
  return bits;
}
