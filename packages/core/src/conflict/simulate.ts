/**
 * Counts what an access costs, phase by phase, exactly as the machine's rules say.
 *
 *     ds_read_b128, gfx942          phase 0 = lanes 0-3, 20-23
 *     address = lane * 64           first words 0, 16, 32, 48, 320, ...  -> banks 0, 16, 0, 16, 0, ...
 *                                   four different words on bank 0       -> 4 cycles, 3 of them conflict
 *
 * A lane moves its whole vector in its phase, and hardware compares words at the same place of the vector
 * (HipKittens' sweep of a partner lane over all dword offsets conflicts only at multiples of the bank
 * period). All lanes are shifted the same way from word to word, so the first word decides.
 *
 * Limits: one instruction of one wave at a time. Other waves delay it but do not add conflicts.
 */
import { opcodeAt } from '../access/opcodes.ts';
import type { AccessTrace } from '../access/trace.ts';
import type { ConflictModel, Machine } from '../machine/machine.ts';
import { Repeats } from './repeats.ts';
import { type Server, serverFor } from './server.ts';
import { serveWholeWaves } from './simd/serve.ts';

/** Per row of the trace. Cycles are LDS cycles on AMD and wavefronts on NVIDIA. */
export interface Simulation {
  /** Conflict-free cost: the phases that are served. */
  readonly phases: Uint32Array;
  /** What the access costs (SQ_LDS_IDX_ACTIVE). */
  readonly idxActive: Uint32Array;
  /** What of it is conflict (SQ_LDS_BANK_CONFLICT); `idxActive - phases` unless it is misaligned, or served in several passes. */
  readonly bankConflict: Uint32Array;
  /** Slots of the fullest bank in the worst phase: 1 is conflict-free. */
  readonly worstWays: Uint32Array;
  /** Opcodes that this machine has no rule for; their rows cost 0. */
  readonly unserved: ReadonlySet<number>;
}

export interface SimulateOptions {
  /** Lanes at or beyond this address drop out; by default what the chip gives a workgroup. */
  readonly ldsBytes?: number | undefined;
}

/** Rows that are worth a chunk of WebAssembly memory: fewer are counted one by one. */
const MANY_ROWS = 32;

/** Costs of every row of a trace under one model of a machine. */
export function simulate(
  trace: AccessTrace,
  machine: Machine,
  model: ConflictModel = machine.models[0],
  options: SimulateOptions = {},
): Simulation {
  const { count, waveSize, addressBytes, activeMask, op } = trace;
  const phases = new Uint32Array(count);
  const idxActive = new Uint32Array(count);
  const bankConflict = new Uint32Array(count);
  const worstWays = new Uint32Array(count);
  const unserved = new Set<number>();
  const limit = options.ldsBytes ?? machine.sharedMemory.bytesPerWorkgroup.value;
  const together = model.twoAddresses === 'together';
  const servers = new Map<number, Server | undefined>();
  const serverOf = (number: number): Server | undefined => {
    if (!servers.has(number)) {
      const server = serverFor(opcodeAt(number), model, waveSize, limit);
      servers.set(number, server);
      if (server === undefined && opcodeAt(number).request !== undefined) unserved.add(number);
    }
    return servers.get(number);
  };
  const costs = { phases, idxActive, bankConflict, worstWays };
  const served =
    count < MANY_ROWS || together ? undefined : serveWholeWaves(trace, costs, serverOf);
  let repeats: Repeats | undefined;
  const first = served === undefined ? 0 : served.indexOf(0);
  for (let row = first < 0 ? count : first; row < count; row++) {
    if (served?.[row] === 1) continue;
    const server = serverOf(op[row] ?? 0);
    if (server === undefined) continue;
    const low = activeMask[2 * row] ?? 0;
    const high = activeMask[2 * row + 1] ?? 0;
    const both = together && hasSecondAddress(trace, row);
    repeats ??= new Repeats(trace);
    const like = both ? -1 : repeats.earlierLike(row, server.periodBytes, server.lastAddress);
    if (like >= 0) {
      phases[row] = phases[like] ?? 0;
      idxActive[row] = idxActive[like] ?? 0;
      bankConflict[row] = bankConflict[like] ?? 0;
      worstWays[row] = worstWays[like] ?? 0;
      continue;
    }
    if (both) server.serveBoth(addressBytes, row * waveSize, low, high);
    else server.serve(addressBytes, row * waveSize, low, high);
    phases[row] = server.phases;
    idxActive[row] = server.cycles;
    bankConflict[row] = server.conflicts;
    worstWays[row] = server.ways;
    if (both) row++;
  }
  return { phases, idxActive, bankConflict, worstWays, unserved };
}

/** True when the next row is the other address of the same two-address instruction. */
function hasSecondAddress({ count, op, wave, order }: AccessTrace, row: number): boolean {
  const next = row + 1;
  return (
    next < count &&
    op[next] === op[row] &&
    wave[next] === wave[row] &&
    order[next] === order[row] &&
    opcodeAt(op[row] ?? 0).addressing.kind === 'double'
  );
}
