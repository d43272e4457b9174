/**
 * Traffic of copies of boxes and ranges to and from global memory, as rows of the global trace: a lane is a row of the box,
 * or up to 128 bytes of the range.
 *
 *     16 rows of 128 bytes that begin 16 behind a sector      16 x 5 sectors: rows do not share any
 *     1040 bytes from byte 16 on, to a multiple of 128        8 x 5 + 1: cut at multiples of 128 of shared memory
 *
 * A store moves the part inside its tensor. A load also moves as many sectors as its chunks of 16 bytes outside would fill.
 * Loads for several blocks move pairs of sectors, for each block. Measured on an H200
 * (validation/data/hopper-sm90-async-counters.jsonl).
 *
 * LIMITATIONS. The traffic of loads for several blocks is not known for boxes that are partly outside, or whose rows are not
 * a power of two.
 */
import { type GlobalDirection, messages } from '@ldscope/core';
import type { Warp } from '@ldscope/simt';
import { type MemoryContext, textOf } from '../memory/context.ts';
import { reportOnce } from './bulk.ts';
import { CHUNK_BYTES } from './chunks.ts';

const PIECE_BYTES = 128;
const SECTOR_BYTES = 32;
const LANES = 32;

const SPREAD =
  'no rule is measured for boxes that are partly outside or have rows of other sizes than powers of two';

/** A row of a box, in bytes of global memory. */
export interface MovedRow {
  /** Where its part inside of the tensor begins; `bytes` of it are inside. */
  readonly address: number;
  readonly bytes: number;
  /** How many are outside, before the part that is inside and in all; of stores 0. */
  readonly before: number;
  readonly outside: number;
}

/** Sectors of a row, piece by piece. */
function sectorsOf({ address, bytes, before, outside }: MovedRow, isPaired: boolean): number {
  const rowBytes = bytes + outside;
  let sectors = 0;
  for (let at = 0; at < rowBytes; at += PIECE_BYTES) {
    const end = Math.min(at + PIECE_BYTES, rowBytes);
    const first = Math.max(at, before);
    const last = Math.min(end, before + bytes);
    const touched = last > first ? touchedBy(address + first - before, last - first) : 0;
    // A chunk that is partly inside counts as a whole.
    const inside =
      last > first
        ? CHUNK_BYTES * (Math.ceil(last / CHUNK_BYTES) - Math.floor(first / CHUNK_BYTES))
        : 0;
    const moved = touched + Math.ceil(Math.max(0, end - at - inside) / SECTOR_BYTES);
    sectors += isPaired ? 2 * Math.ceil(moved / 2) : moved;
  }
  return sectors;
}

const touchedBy = (from: number, bytes: number): number =>
  Math.floor((from + bytes - 1) / SECTOR_BYTES) - Math.floor(from / SECTOR_BYTES) + 1;

/** The pieces of a range of global memory that is copied to or from a byte of shared memory. */
export function rangeRows(address: number, bytes: number, place: number): MovedRow[] {
  const rows: MovedRow[] = [];
  for (let at = 0; at < bytes;) {
    const length = Math.min(PIECE_BYTES - ((place + at) % PIECE_BYTES), bytes - at);
    rows.push({ address: address + at, bytes: length, before: 0, outside: 0 });
    at += length;
  }
  return rows;
}

/** True for a row whose pieces for several blocks are known. */
const isWhole = ({ bytes, outside }: MovedRow): boolean =>
  outside === 0 && (bytes % PIECE_BYTES === 0 || PIECE_BYTES % bytes === 0);

/** Records the traffic of an instruction's copies. */
export class Traffic {
  readonly #context: MemoryContext;
  readonly #direction: GlobalDirection;
  readonly #addresses = new Float64Array(2 * LANES);
  readonly #isBox: boolean;
  #site = -1;

  constructor(context: MemoryContext, direction: 'load' | 'store') {
    this.#context = context;
    this.#isBox = context.instruction.modifiers.includes('tensor');
    const reduces = context.instruction.modifiers[0] === 'reduce';
    this.#direction = reduces ? 'atomic' : direction;
  }

  /** Rows of one copy by a warp, for a number of blocks. */
  add(rows: readonly MovedRow[], { number, order }: Warp, blocks = 1): void {
    const { environment, instruction } = this.#context;
    const { global, memory } = environment;
    if (global === undefined) return;
    if (this.#site < 0) {
      const inside = rows.find(({ bytes }) => bytes > 0);
      const region = inside && memory.find(inside.address);
      const buffer = (region?.name ?? '').replace(/^argument /, '');
      this.#site = global.addSite({ ...environment.siteOf(this.#context.number), buffer });
    }
    const name = textOf(instruction);
    const isKnown = blocks === 1 || !this.#isBox || rows.every(isWhole);
    if (!isKnown) reportOnce(this.#context, messages.ptx.trafficNotCounted(name, SPREAD));
    const unknown = isKnown ? {} : { hasUnknownSectors: true as const };
    let [first, widthBytes, mask, moved] = [0, 0, 0, 0];
    const flush = (next: number): void => {
      if (next > first) {
        const direction = this.#direction;
        const kind = { name, direction, widthBytes, byCopyUnit: true as const, ...unknown };
        const recorded = global.addInstruction(kind);
        global.add(recorded, this.#site, number, order, this.#addresses, mask >>> 0, 0, moved);
      }
      [first, widthBytes, mask, moved] = [next, 0, 0, 0];
    };
    for (const [i, row] of rows.entries()) {
      // Lanes of one row of the trace have as many bytes.
      const differs = row.bytes > 0 && widthBytes > 0 && row.bytes !== widthBytes;
      if (i - first === LANES || differs) flush(i);
      if (isKnown) moved += blocks * sectorsOf(row, blocks > 1);
      this.#addresses[i - first] = row.address;
      if (row.bytes === 0) continue;
      widthBytes = row.bytes;
      mask |= 1 << (i - first);
    }
    flush(rows.length);
  }
}
