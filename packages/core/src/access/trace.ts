/**
 * The one type between every frontend and every analysis: what the waves of a kernel did to shared memory.
 *
 * A row is one executed memory instruction of one wave; rows are structure-of-arrays:
 *
 *     row   op             site  wave  order   active      addressBytes (one per lane)
 *      0    ds_write_b128   0     0     0      all lanes   0, 16, 32, ...
 *      1    ds_read_u16     1     0     1      all lanes   0, 512, 1024, ...
 *      2    ds_read_u16     1     1     1      lanes 0-31  2, 514, 1026, ...
 *
 * A two-address instruction (`ds_read2_b32`) gives two rows with the same `wave` and `order`.
 */
import { opcodeAt } from './opcodes.ts';
import { RowBuilder, type Site, type WaveRows } from './wave-rows.ts';

/**
 * Executed shared-memory instructions of waves, a row each: byte addresses and active lanes in typed arrays of `count *
 * waveSize`, the opcode, the site.
 */
export interface AccessTrace extends WaveRows<Uint32Array> {
  /** Opcode number of each row (see `opcodes`). */
  readonly op: Uint16Array;
  /** Barriers of the whole workgroup that the wave has passed before each row; absent where the frontend does not count them. */
  readonly barriers?: Uint32Array | undefined;
}

const FIRST_CAPACITY = 256;

/** Collects rows into an `AccessTrace`; `add` takes the number of an opcode. */
export class TraceBuilder extends RowBuilder<Uint32Array> {
  /** `capacity`: rows to begin with, where their number is foreseen. */
  constructor(waveSize: 32 | 64, sites: readonly Site[] = [], capacity = FIRST_CAPACITY) {
    super(waveSize, sites, new Uint32Array(waveSize * Math.max(1, capacity)));
  }

  /** Appends a row of another trace with other addresses, and by another instruction where one is given. */
  addLike(
    { op, site, wave, order, activeMask }: AccessTrace,
    row: number,
    addresses: ArrayLike<number>,
    instruction = op[row] ?? 0,
  ): void {
    const [low, high] = [activeMask[2 * row], activeMask[2 * row + 1]];
    this.add(instruction, site[row] ?? 0, wave[row] ?? 0, order[row] ?? 0, addresses, low, high);
  }

  /** The rows so far; the arrays are lent until the builder grows or is cleared. */
  finish(): AccessTrace {
    const { waveSize, count, addressBytes, activeMask, instruction, site, wave, order, sites } =
      this.rows();
    // Written out: an object of a rest and a spread is slow to read, and the simulator reads it per row.
    return { waveSize, count, addressBytes, activeMask, op: instruction, site, wave, order, sites };
  }
}

/** A copy of a lent trace, with arrays of its own. */
export function copyTrace(trace: AccessTrace): AccessTrace {
  return {
    ...trace,
    addressBytes: trace.addressBytes.slice(),
    activeMask: trace.activeMask.slice(),
    op: trace.op.slice(),
    site: trace.site.slice(),
    wave: trace.wave.slice(),
    order: trace.order.slice(),
    barriers: trace.barriers?.slice(),
  };
}

/** A trace of a single access by one wave: the way to ask about one instruction. */
export function singleAccess(
  op: number,
  addresses: ArrayLike<number>,
  options: {
    readonly waveSize?: 32 | 64;
    readonly maskLow?: number;
    readonly maskHigh?: number;
  } = {},
): AccessTrace {
  const waveSize = options.waveSize ?? (addresses.length > 32 ? 64 : 32);
  const builder = new TraceBuilder(waveSize, [{ id: opcodeAt(op).name }], 1);
  builder.add(op, 0, 0, 0, addresses, options.maskLow, options.maskHigh);
  return builder.finish();
}
