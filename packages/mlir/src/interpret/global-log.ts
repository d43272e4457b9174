/**
 * The accesses of one workgroup to global memory, to be repeated for workgroups that make the same ones elsewhere: each source
 * with the bytes that it spans, and how far these may move.
 */
import { isActive, type LaneMask, type MemRefRegister } from './registers.ts';

/** Addresses of more rows are not kept: 64 lanes of 65,536 rows are 32 MiB. */
const MOST_ROWS = 65_536;

export interface LoggedRow {
  /** The number of the operation that accesses. */
  readonly source: number;
  readonly instruction: number;
  readonly site: number;
  readonly mask: LaneMask;
}

interface Row {
  readonly row: LoggedRow;
  readonly wave: number;
  readonly order: number;
  readonly places: Float64Array;
}

/** The most that the addresses of a source may move down and up. */
interface Room {
  down: number;
  up: number;
}

export class GlobalLog {
  readonly rows: Row[] = [];
  readonly #rooms = new Map<number, Room>();
  /** Something was done that cannot be repeated. */
  #isBroken = false;

  /** An execution of a source that moves `bytes` per lane: `active` lanes reach it, `mask` are those in range. */
  visit(
    source: number,
    bytes: number,
    addresses: Float64Array,
    active: LaneMask,
    mask: LaneMask,
    { memory, validBytes = Infinity, baseBytes }: MemRefRegister,
  ): void {
    this.#isBroken ||= active.low !== mask.low || active.high !== mask.high;
    if (this.#isBroken) return;
    const room = this.#rooms.get(source) ?? { down: Infinity, up: Infinity };
    this.#rooms.set(source, room);
    for (let lane = 0; lane < addresses.length; lane++) {
      if (!isActive(mask, lane)) continue;
      const base = baseBytes?.[lane] ?? 0;
      const at = addresses[lane] ?? 0;
      room.down = Math.min(room.down, at - base);
      room.up = Math.min(room.up, Math.min(memory.bytes, base + validBytes) - (at + bytes));
    }
  }

  add(row: LoggedRow, wave: number, order: number, places: Float64Array): void {
    if (this.rows.length === MOST_ROWS) this.#isBroken = true;
    if (!this.#isBroken) this.rows.push({ row, wave, order, places: places.slice() });
  }

  /** True where no access touches other parts of its blocks of `blockBytes` when each source moves. */
  keepsPlaces(blockBytes: number, shiftOf: (source: number) => number): boolean {
    return [...this.#rooms.keys()].every((source) => shiftOf(source) % blockBytes === 0);
  }

  /** True where all of it stays inside its buffers when each source moves. */
  staysInside(shiftOf: (source: number) => number): boolean {
    return (
      !this.#isBroken &&
      [...this.#rooms].every(([source, { down, up }]) => {
        const shift = shiftOf(source);
        return -shift <= down && shift <= up;
      })
    );
  }
}
