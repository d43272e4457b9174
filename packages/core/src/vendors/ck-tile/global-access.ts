/**
 * The loads and stores of a distributed tile in global memory, as a trace: each thread moves what is consecutive along
 * the dimension in which memory is contiguous, up to 16 bytes at once.
 *
 *     MK, along k      8 halves in a row      buffer_load_dwordx4       tutorials, all loads
 *     RD08, along m    8 halves apart         8 x buffer_store_short    tutorial 08
 *
 * Rows are `pitchBytes` apart. Without it every row begins at a line and shares none with another: the counts are then
 * those of every pitch that is a multiple of the line and holds a row of the tile. Sites have the stand-in as
 * `assumedPitchBytes`, so that nobody is told it.
 */
import { type GlobalTrace, GlobalTraceBuilder } from '../../access/global-trace.ts';
import { allElements, type TileDistribution, waveSizeOf, wavesOf } from './distribution.ts';

export interface GlobalTileAccess {
  readonly direction: 'load' | 'store';
  readonly distribution: TileDistribution;
  /** The dimension of the tile in which global memory is contiguous. */
  readonly along: number;
  readonly elementBytes: number;
  /** Bytes from row to row of the matrix; the other dimensions of the tile count its rows. Assumed when absent. */
  readonly pitchBytes?: number | undefined;
}

/** Far enough for every tile, and a multiple of every line. */
const ASSUMED_PITCH_BYTES = 2 ** 20;
const WIDEST = 16;

/** A row for each instruction of each wave, all of them in order; sites are `load.0`, `store.3`. */
export function globalTileTrace(access: GlobalTileAccess): GlobalTrace {
  const { direction, distribution, pitchBytes } = access;
  const assumed = pitchBytes === undefined ? { assumedPitchBytes: ASSUMED_PITCH_BYTES } : {};
  const { registers } = distribution;
  const addresses = addressesOf(access);
  const lanesOfWave = waveSizeOf(distribution);
  const builder = new GlobalTraceBuilder(lanesOfWave);
  for (let wave = 0; wave < wavesOf(distribution); wave++) {
    for (const [i, { register, widthBytes }] of piecesOf(access, addresses).entries()) {
      const name = `buffer_${direction}_${suffix(direction, widthBytes)}`;
      const instruction = builder.addInstruction({ name, direction, widthBytes });
      if (wave === 0) {
        const id = `${direction}.${i}`;
        const text = `from register ${register} on, ${widthBytes} bytes per lane`;
        builder.addSite({ id, text, buffer: 'global', ...assumed });
      }
      const lanes = Float64Array.from(
        { length: lanesOfWave },
        (_, lane) => addresses[(wave * lanesOfWave + lane) * registers + register] ?? 0,
      );
      builder.add(instruction, i, wave, i, lanes);
    }
  }
  return builder.finish();
}

/** The byte address of each register of each thread. */
function addressesOf(access: GlobalTileAccess): Float64Array {
  const { distribution, along, elementBytes, pitchBytes = ASSUMED_PITCH_BYTES } = access;
  const elements = allElements(distribution);
  const rows = elements.filter((_, dimension) => dimension !== along);
  const lengths = distribution.xLengths.filter((_, dimension) => dimension !== along);
  return Float64Array.from({ length: elements[0]?.length ?? 0 }, (_, i) => {
    const row = rows.reduce((sum, values, d) => sum * (lengths[d] ?? 1) + (values[i] ?? 0), 0);
    return row * pitchBytes + (elements[along]?.[i] ?? 0) * elementBytes;
  });
}

interface Piece {
  readonly register: number;
  readonly widthBytes: number;
}

/** The accesses of a thread: runs of registers that are consecutive in thread 0, cut to one width. */
function piecesOf(
  { distribution: { registers }, elementBytes }: GlobalTileAccess,
  addresses: Float64Array,
): Piece[] {
  const byAddress = new Map(
    Array.from(addresses.subarray(0, registers), (address, register) => [address, register]),
  );
  const pieces: Piece[] = [];
  for (const [address, register] of byAddress) {
    if (byAddress.has(address - elementBytes)) continue;
    let bytes = elementBytes;
    while (byAddress.has(address + bytes)) bytes += elementBytes;
    const widthBytes = Math.min(WIDEST, bytes & -bytes);
    for (let at = 0; at < bytes; at += widthBytes) {
      pieces.push({ register: byAddress.get(address + at) ?? register, widthBytes });
    }
  }
  return pieces;
}

function suffix(direction: 'load' | 'store', widthBytes: number): string {
  if (widthBytes >= 4) return `dword${widthBytes === 4 ? '' : `x${widthBytes / 4}`}`;
  const word = widthBytes === 2 ? 'short' : 'byte';
  return direction === 'load' ? `u${word}` : word;
}
