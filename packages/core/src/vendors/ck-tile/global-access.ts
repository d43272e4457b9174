/**
 * The loads and stores of a distributed tile in global memory, as a trace.
 *
 *     MK, along k      8 halves in a row      buffer_load_dwordx4       tutorials, all loads
 *     RD08, along m    8 halves apart         8 x buffer_store_short    tutorial 08
 *
 * With a descriptor of the matrix, accesses are those that CK Tile makes of its promises, up to 16 bytes. Without one, each thread
 * moves what is consecutive along the dimension in which memory is contiguous, and rows are `pitchBytes` apart; without
 * that every row begins at a line and shares none with another: the counts are then those of every pitch that is a multiple
 * of the line and holds a row of the tile. Sites have the stand-in as `assumedPitchBytes`, so that nobody is told it.
 */
import { type GlobalTrace, GlobalTraceBuilder } from '../../access/global-trace.ts';
import { isValidIndex } from './adaptor.ts';
import { calculateOffsets, lengthsOf, type TensorDescriptor } from './descriptor.ts';
import {
  allElements,
  registerOf,
  type TileDistribution,
  waveSizeOf,
  wavesOf,
} from './distribution.ts';
import { loadStoreTraits } from './traits.ts';

export interface GlobalTileAccess {
  readonly direction: 'load' | 'store';
  readonly distribution: TileDistribution;
  /** The dimension of the tile in which global memory is contiguous. */
  readonly along: number;
  readonly elementBytes: number;
  /** Bytes from row to row of the matrix; the other dimensions of the tile count its rows. Assumed when absent. */
  readonly pitchBytes?: number | undefined;
  /** The matrix, in the indices of the tile, in place of `along` and `pitchBytes`. */
  readonly descriptor?: TensorDescriptor | undefined;
  /** The first element of the tile in the matrix; all 0 by default. */
  readonly origin?: readonly number[] | undefined;
  /** Lengths of the matrix: lanes outside of it move nothing. */
  readonly lengths?: readonly number[] | undefined;
}

/** Far enough for every tile, and a multiple of every line. */
const ASSUMED_PITCH_BYTES = 2 ** 20;
const WIDEST = 16;

/** A row for each instruction of each wave, all of them in order; sites are `load.0`, `store.3`. */
export function globalTileTrace(access: GlobalTileAccess): GlobalTrace {
  const { direction, distribution, pitchBytes, descriptor } = access;
  const isAssumed = pitchBytes === undefined && descriptor === undefined;
  const assumed = isAssumed ? { assumedPitchBytes: ASSUMED_PITCH_BYTES } : {};
  const { registers } = distribution;
  const elements = elementsInMatrix(access);
  const addresses = addressesOf(access, elements);
  const isInside = insideOf(access, elements);
  const lanesOfWave = waveSizeOf(distribution);
  const builder = new GlobalTraceBuilder(lanesOfWave);
  const pieces = descriptor === undefined ? runsOf(access, addresses) : promisedBy(access);
  for (let wave = 0; wave < wavesOf(distribution); wave++) {
    for (const [i, { register, widthBytes, skipBytes }] of pieces.entries()) {
      const name = `buffer_${direction}_${suffix(direction, widthBytes)}`;
      const instruction = builder.addInstruction({ name, direction, widthBytes });
      if (wave === 0) {
        const id = `${direction}.${i}`;
        const text = `from register ${register} on, ${widthBytes} bytes per lane`;
        builder.addSite({ id, text, buffer: 'global', ...assumed });
      }
      const masks: [number, number] = [0, 0];
      const lanes = new Float64Array(lanesOfWave);
      for (let lane = 0; lane < lanesOfWave; lane++) {
        const element = (wave * lanesOfWave + lane) * registers + register;
        lanes[lane] = (addresses[element] ?? 0) + skipBytes;
        if (isInside(element)) {
          masks[lane >> 5] = ((masks[lane >> 5] ?? 0) | (1 << (lane & 31))) >>> 0;
        }
      }
      builder.add(instruction, i, wave, i, lanes, masks[0], masks[1]);
    }
  }
  return builder.finish();
}

/** Coordinates of each register of each thread in the matrix. */
function elementsInMatrix({ distribution, origin }: GlobalTileAccess): readonly Int32Array[] {
  const elements = allElements(distribution);
  if (origin === undefined) return elements;
  return elements.map((values, d) => values.map((value) => value + (origin[d] ?? 0)));
}

/** The byte address of each register of each thread. */
function addressesOf(access: GlobalTileAccess, elements: readonly Int32Array[]): Float64Array {
  const { along, elementBytes, pitchBytes = ASSUMED_PITCH_BYTES, descriptor } = access;
  if (descriptor !== undefined) {
    const offsets = calculateOffsets(descriptor, elements);
    return Float64Array.from(offsets, (offset) => Math.floor(offset * elementBytes));
  }
  const rows = elements.filter((_, dimension) => dimension !== along);
  const lengths = access.distribution.xLengths.filter((_, dimension) => dimension !== along);
  return Float64Array.from({ length: elements[0]?.length ?? 0 }, (_, i) => {
    const row = rows.reduce((sum, values, d) => sum * (lengths[d] ?? 1) + (values[i] ?? 0), 0);
    return row * pitchBytes + Math.floor((elements[along]?.[i] ?? 0) * elementBytes);
  });
}

/** Whether an element is one of the matrix: of its lengths, and not of a padding of its descriptor. */
function insideOf(
  { descriptor, lengths = descriptor && lengthsOf(descriptor) }: GlobalTileAccess,
  elements: readonly Int32Array[],
): (element: number) => boolean {
  if (lengths === undefined) return () => true;
  return (element) => {
    const index = elements.map((values) => values[element] ?? 0);
    if (lengths.some((length, d) => (index[d] ?? 0) >= length)) return false;
    return descriptor === undefined || isValidIndex(descriptor, index);
  };
}

interface Piece {
  readonly register: number;
  readonly widthBytes: number;
  /** Bytes behind the register: the second half of a vector of 32 bytes. */
  readonly skipBytes: number;
}

/** The accesses of a thread: runs of registers that are consecutive in thread 0, cut to one width. */
function runsOf(
  { distribution: { registers }, elementBytes }: GlobalTileAccess,
  addresses: Float64Array,
): Piece[] {
  // Two elements of 4 bits have one address, that of the first.
  const byAddress = new Map<number, number>();
  const step = Math.max(1, elementBytes);
  for (let register = registers - 1; register >= 0; register--) {
    byAddress.set(addresses[register] ?? 0, register);
  }
  const pieces: Piece[] = [];
  for (const [address, register] of [...byAddress].toSorted((a, b) => a[1] - b[1])) {
    if (byAddress.has(address - step)) continue;
    let bytes = step;
    while (byAddress.has(address + bytes)) bytes += step;
    const widthBytes = Math.min(WIDEST, bytes & -bytes);
    for (let at = 0; at < bytes; at += widthBytes) {
      const own = byAddress.get(address + at) ?? register;
      pieces.push({ register: own, widthBytes, skipBytes: 0 });
    }
  }
  return pieces;
}

/** The accesses of a thread that the promises of the descriptor allow. */
function promisedBy({ distribution, descriptor, elementBytes }: GlobalTileAccess): Piece[] {
  if (descriptor === undefined) return [];
  const { accesses, scalarPerVector } = loadStoreTraits(descriptor, distribution);
  const bytes = Math.max(1, scalarPerVector * elementBytes);
  const widthBytes = Math.min(WIDEST, bytes & -bytes);
  return accesses.flatMap((ys) =>
    Array.from({ length: bytes / widthBytes }, (_, i) => ({
      register: registerOf(distribution, ys),
      widthBytes,
      skipBytes: i * widthBytes,
    })),
  );
}

function suffix(direction: 'load' | 'store', widthBytes: number): string {
  if (widthBytes >= 4) return `dword${widthBytes === 4 ? '' : `x${widthBytes / 4}`}`;
  const word = widthBytes === 2 ? 'short' : 'byte';
  return direction === 'load' ? `u${word}` : word;
}
