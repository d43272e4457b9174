/**
 * The second way: the accesses of a buffer from its encoding, without the machine code.
 *
 *     #blocked, #dot_op  ->  element of each register of each lane  ->  swizzled offset  ->  address
 *
 * Widths and instructions are those that the lowering of `@ldscope/mlir` chooses; of the machine code only the place of
 * the buffer is taken, and how often a tile is moved. Each access found in the run must be one of these, in width and
 * lane by lane, and each of these must be found.
 */
import {
  type AccessTrace,
  opcodeAt,
  simulate,
  sum,
  TraceBuilder,
  transferAddresses,
  isActive,
} from '@ldscope/core';
import { type Placed, tileBytes } from './attribute.ts';
import { ENOUGH_LDS_BYTES, type Matmul, STEPS } from './kernels.ts';

/** What the encoding says of the accesses in one direction, against what ran. */
export interface Agreement {
  /** Rows that are an access that the layouts give. */
  readonly matched: number;
  readonly rows: number;
  /** Whether every access that the layouts name was made `STEPS` times, by every wave. */
  readonly complete: boolean;
  /** Cycles and conflicts of the accesses that the layouts give. */
  readonly cycles: number;
  readonly conflicts: number;
}

/** The rows of one buffer and direction against its layouts. */
export function predict(
  matmul: Matmul,
  trace: AccessTrace,
  rows: readonly number[],
  { buffer, baseBytes }: Placed,
  direction: 'read' | 'write',
): Agreement {
  const seen = new Map<string, number>();
  const made = new TraceBuilder(64, [{ id: 'layout' }]);
  const addresses = new Uint32Array(64);
  for (const { transfers } of buffer.lowered) {
    for (const { transfer } of transfers) {
      if (opcodeAt(transfer.op).direction !== direction) continue;
      for (const start of transfer.starts) {
        for (let warp = 0; warp < matmul.warps; warp++) {
          transferAddresses(transfer, start, warp, addresses);
          const key = keyOf(transfer.op, warp, addresses);
          if (seen.has(key)) continue;
          seen.set(key, 0);
          const placed = addresses.map((offset) => offset + baseBytes);
          for (let step = 0; step < STEPS; step++) made.add(transfer.op, 0, warp, step, placed);
        }
      }
    }
  }
  const whole = tileBytes(buffer);
  let matched = 0;
  for (const row of rows) {
    const at = addresses.map((_, lane) =>
      isActive(trace, row, lane)
        ? ((trace.addressBytes[64 * row + lane] ?? 0) - baseBytes) % whole
        : 0xffffffff,
    );
    const key = keyOf(trace.op[row] ?? 0, trace.wave[row] ?? 0, at);
    const times = seen.get(key);
    if (times === undefined) continue;
    seen.set(key, times + 1);
    matched++;
  }
  const costs = simulate(made.finish(), matmul.machine, undefined, { ldsBytes: ENOUGH_LDS_BYTES });
  return {
    matched,
    rows: rows.length,
    complete: [...seen.values()].every((times) => times === STEPS),
    cycles: sum(costs.idxActive),
    conflicts: sum(costs.bankConflict),
  };
}

/** An access by its width, whether it transposes, its wave and the offsets of its lanes. */
function keyOf(op: number, wave: number, offsets: Uint32Array): string {
  const { widthBytes, name } = opcodeAt(op);
  return [widthBytes, name.includes('_tr_'), wave, ...offsets].join();
}
